// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the tip of a vector is computed from.
#pragma once

#include "core/analysis/geometry/moved_tip.h"
#include "core/experiment/parameter.h"

#include <string>
#include <utility>

namespace lab {

/// The parameters of queries, keys or values; of an output, those of its values.
struct ParametersOfTip {
    ParameterId weights, given;
};
ParametersOfTip parameters_of_tip(const Tip& tip);

inline bool is_output(const Tip& tip) {
    return tip.stage == StageId::head_outputs;
}

/// The inputs that the tip is computed from.
StageId inputs_of_tip(const Experiment& experiment, const Tip& tip);

/// The word of the token whose vector it is.
const std::string& word_of_tip(const Experiment& experiment, const Tip& tip);

/// Whether the word stands more than once in the sentences.
bool is_repeated(const Experiment& experiment, const std::string& word);

/// The parameter of `weights` or of `given` numbers, and the head's columns of it.
std::pair<ParameterId, Columns> columns_of_tip(const Experiment& experiment, const Tip& tip, GivesWay way);

/// Where the input of the token stands: its word's row of E, or a row of X or X_source.
ParameterCell place_of_input(const Experiment& experiment, const Tip& tip);

} // namespace lab
