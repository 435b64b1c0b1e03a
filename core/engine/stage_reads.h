// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which cells of earlier stages the cells of a stage are computed from.
#pragma once

#include "core/experiment/stage.h"

#include <functional>

namespace lab {

/// A stage, and one that it is computed from. A head is 0 for a stage that has no heads.
struct StageRead {
    StageId stage;
    HeadIndex head;
    StageId earlier;
    HeadIndex earlier_head;
};

/// Visits what this experiment computes a stage of `head` from. Unlike the table of stages, that is only one
/// kind of inputs for keys and values, and only one kind of weights for a head's output.
void for_each_read(const Experiment& experiment, StageId stage, HeadIndex head,
                   const std::function<void(const StageRead&)>& visit);

/// The cells of the earlier stage that the cells `at` are computed from, apart from what is computed together
/// with them (widened()). Without columns if there are none.
Block cells_read(const Experiment& experiment, const Dimensions& dimensions, const StageRead& read,
                 const Block& at);
/// The opposite: the cells that are computed from the cells `at` of the earlier stage.
Block cells_reading(const Experiment& experiment, const Dimensions& dimensions, const StageRead& read,
                    const Block& at);

} // namespace lab
