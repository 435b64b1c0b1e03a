// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which settings differ between two experiments, in words.
#pragma once

#include "core/experiment.h"

#include <string>
#include <vector>

namespace lab {

std::string name_of(NormalizationKind kind); ///< "softmax"
std::string name_of(PositionKind kind);      ///< "no positions"
/// "no mask", "causal, window 2".
std::string name_of(const Mask& mask);
std::string name_of_heads(Index count); ///< "2 heads"

/// Every setting that differs, in order of computation: "no mask → causal", "numbers of W_Q and W_K". Empty
/// if both compute the same.
std::vector<std::string> setting_changes(const Experiment& before, const Experiment& now);

} // namespace lab
