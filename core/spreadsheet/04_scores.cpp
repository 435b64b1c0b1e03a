// SPDX-License-Identifier: GPL-3.0-or-later
//
// Scores: each query with each key.
#include "core/spreadsheet/stage_formulas.h"

namespace lab {

namespace {

void write_scores(SheetBuilder& to, StageId stage, HeadIndex head) {
    const SheetMatrix queries = to.stage(StageId::queries, head), keys = to.stage(StageId::keys, head);
    const Index d_k = to.sizes().d_k;
    to.add_stage(stage, head, [&](Index row, Index column) {
        return to.dot({queries, true, row, 0, d_k}, {keys, true, column, 0, d_k});
    });
}

} // namespace

const StageFormulas formulas::scores{StageId::scores, write_scores};

} // namespace lab
