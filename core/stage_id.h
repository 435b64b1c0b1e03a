// SPDX-License-Identifier: GPL-3.0-or-later
//
// The names of the stages, in the order in which they are computed; stage.h says what they are.
#pragma once

namespace lab {

enum class StageId {
    inputs,
    source_inputs,
    queries,
    keys,
    values,
    scores,
    scaled_scores,
    masked_scores,
    weights,
    head_outputs,
    concat,
    output,
};

} // namespace lab
