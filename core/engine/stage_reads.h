// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which cells of earlier stages the cells of a stage are computed from.
#pragma once

#include "core/experiment/stage.h"

namespace lab {

/// A stage, and one that it is computed from. A head is 0 for a stage that has no heads.
struct StageRead {
    StageId stage;
    HeadIndex head;
    StageId earlier;
    HeadIndex earlier_head;
};

/// Whether this experiment computes a stage, which it has, from an earlier one of its table entry. Of that,
/// keys and values read only one kind of inputs, and a head's output only one kind of weights.
bool reads(const Experiment& experiment, StageId stage, StageId earlier);

/// Calls visit(StageRead) for all that a stage of `head` reads.
template<class Visit>
void for_each_read(const Experiment& experiment, StageId stage, HeadIndex head, const Visit& visit) {
    const StageInfo& own = info(stage);
    for (const StageId earlier : own.reads) {
        if (!reads(experiment, stage, earlier))
            continue;
        const bool has_heads = info(earlier).per_head;
        const HeadIndex first = has_heads && own.per_head ? head : 0;
        const HeadIndex end = has_heads && !own.per_head ? experiment.heads.count : first + 1;
        for (HeadIndex each = first; each < end; ++each)
            visit(StageRead{stage, head, earlier, each});
    }
}

/// The cells of the earlier stage that the cells `at` are computed from, apart from what is computed together
/// with them (widened()). Without columns if there are none.
Block cells_read(const Experiment& experiment, const Dimensions& dimensions, const StageRead& read,
                 const Block& at);
/// The opposite: the cells that are computed from the cells `at` of the earlier stage.
Block cells_reading(const Experiment& experiment, const Dimensions& dimensions, const StageRead& read,
                    const Block& at);

} // namespace lab
