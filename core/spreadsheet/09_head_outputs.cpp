// SPDX-License-Identifier: GPL-3.0-or-later
//
// Head outputs: the values, summed by the weights in use.
#include "core/spreadsheet/stage_formulas.h"

namespace lab {

namespace {

void write_head_outputs(SheetBuilder& to, StageId stage, HeadIndex head) {
    const SheetMatrix weights = to.stage(weights_in_use(to.experiment()), head);
    const SheetMatrix values = to.stage(StageId::values, head);
    const Index keys = to.sizes().n_k;
    to.add_stage(stage, head, [&](Index row, Index column) {
        return to.dot({weights, true, row, 0, keys}, {values, false, column, 0, keys});
    });
}

} // namespace

const StageFormulas formulas::head_outputs{StageId::head_outputs, write_head_outputs};

} // namespace lab
