// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edits/dropout.h"

namespace lab {

Experiment with_dropout(const Experiment& experiment, std::optional<Dropout> dropout) {
    Experiment next = experiment;
    next.dropout = dropout;
    if (!dropout)
        std::erase_if(next.overrides,
                      [](const Override& each) { return each.stage == StageId::dropped_weights; });
    return next;
}

} // namespace lab
