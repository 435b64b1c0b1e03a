// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which settings differ between two experiments, in words.
#pragma once

#include "core/experiment/experiment.h"
#include "core/experiment/said.h"

#include <vector>

namespace lab {

Said name_of(NormalizationKind kind); ///< "softmax"
Said name_of(PositionKind kind);      ///< "no position vectors"
Said name_of_heads(Index count);      ///< "2 heads"
/// nullopt: not normalised.
std::optional<QkNormKind> kind_of_norm(const Experiment& experiment);
Said name_of_norm(std::optional<QkNormKind> kind); ///< "off", "RMS"

/// Every setting that differs, in order of computation: "no mask → causal", "numbers of W_Q and W_K". Empty
/// if both compute the same.
std::vector<Said> setting_changes(const Experiment& before, const Experiment& now);

} // namespace lab
