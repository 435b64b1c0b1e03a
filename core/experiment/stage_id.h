// SPDX-License-Identifier: GPL-3.0-or-later
//
// The names of the stages, in order of computation; see stage.h.
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
    dropped_weights,
    head_outputs,
    concat,
    output,
};

} // namespace lab
