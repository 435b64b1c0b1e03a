// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which cells hold the same number because one is a copy of the other, whatever the numbers are. Who covers
// one of them has to cover the others.
//
// A cell gives another away if it holds the same number by construction:
//   scaled and masked scores: masking changes only what it hides
//   scores and scaled scores, where they are multiplied by 1 and nothing is added
//   weights, and those after dropout: what is kept is a constant times the weight. The weight is only given
//     away the other way round if nothing is dropped
//   head outputs and their columns of the concatenation, and the output where no W_O mixes them
//   queries, keys and values that are the inputs, as far as neither norm nor rotation changes them
//   keys and values of heads that share them
// Numbers that are computed from a covered one, and those that agree because a word occurs twice, give it
// away only to who thinks: they are shown.
#pragma once

#include "core/describe/operands.h"

#include <vector>

namespace lab {

/// The block itself, followed by those that give it away. The block must be one of a stage that the
/// experiment computes.
std::vector<StageBlock> same_numbers(const Experiment& experiment, const StageBlock& block);

/// Whether the stage only passes on numbers of parameters, which are shown beside it.
bool copies_parameters(const Experiment& experiment, StageId stage);

} // namespace lab
