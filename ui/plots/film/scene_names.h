// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the film calls its scenes and their matrices.
#pragma once

#include "core/describe/scene.h"

#include <QString>

namespace lab {

/// The stage in a word, for a thumbnail or a tick: "Scores"; of queries and keys that a later scene changes
/// again, "Queries before rotation".
QString sceneName(const Experiment& experiment, const Scene& scene);
/// Where that has no room: "QKᵀ", "A".
QString shortSceneName(const Experiment& experiment, const Scene& scene);

/// What a scene computes: "Scores, head 2", "Queries before rotation".
QString sceneTitle(const Experiment& experiment, const Scene& scene);
/// How: "Q = X W<sub>Q</sub>", rich text.
QString sceneFormula(const Experiment& experiment, const Scene& scene);

/// A matrix beside the result: "Keys" and, `turned`, "K<sup>T</sup>".
QString operandTitle(const Experiment& experiment, const SceneMatrix& matrix);
QString operandSymbol(const Experiment& experiment, const SceneMatrix& matrix, bool turned);

} // namespace lab
