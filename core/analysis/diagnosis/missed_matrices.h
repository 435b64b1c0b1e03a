// SPDX-License-Identifier: GPL-3.0-or-later
//
// What mistakes with weights and those with biases share: which matrices a document has, and which of them a
// mistake can be seen by.
#pragma once

#include "core/analysis/diagnosis/mistake_info.h"

#include <array>
#include <span>
#include <vector>

namespace lab {

/// A weight or bias, and the stage that is computed with it.
struct MissedMatrix {
    ParameterId id;
    StageId in;
};
inline constexpr std::array all_weights{
    MissedMatrix{ParameterId::W_Q, StageId::queries}, MissedMatrix{ParameterId::W_K, StageId::keys},
    MissedMatrix{ParameterId::W_V, StageId::values}, MissedMatrix{ParameterId::W_O, StageId::output}};
inline constexpr std::array all_biases{
    MissedMatrix{ParameterId::b_Q, StageId::queries}, MissedMatrix{ParameterId::b_K, StageId::keys},
    MissedMatrix{ParameterId::b_V, StageId::values}, MissedMatrix{ParameterId::b_O, StageId::output}};

/// Whether the document computes with it.
bool computes_with(const Experiment& experiment, ParameterId id);
Index count_of(const Experiment& experiment, std::span<const MissedMatrix> matrices);

/// The names of those that count and are needed for the numbers given; of all that count, if none is.
std::vector<Said> missed_names(const Telling& telling, std::span<const MissedMatrix> all,
                               bool (*counts)(const Experiment&, ParameterId));

} // namespace lab
