// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the film calls its scenes and their matrices.
#pragma once

#include "core/film/scene.h"

#include <QString>

namespace lab {

/// The operation in a word, for a thumbnail or a tick: "Q Kᵀ", "÷ √2", "mask".
QString sceneName(const Experiment& experiment, const Scene& scene);
/// In symbols where there are some, for a tick that is close to others: "QKᵀ", "A".
QString shortSceneName(const Experiment& experiment, const Scene& scene);

/// What a scene computes: "Scores, head 2", "Queries before rotation".
QString sceneTitle(const Experiment& experiment, const Scene& scene);
/// How: "Q = X W<sub>Q</sub>", rich text.
QString sceneFormula(const Experiment& experiment, const Scene& scene);

/// A matrix beside the result: "Keys, turned" and "K<sup>T</sup>".
QString operandTitle(const Experiment& experiment, const SceneMatrix& matrix, bool turned);
QString operandSymbol(const Experiment& experiment, const SceneMatrix& matrix, bool turned);

} // namespace lab
