// SPDX-License-Identifier: GPL-3.0-or-later
//
// Weights after dropout: what was drawn is numbers, 1 or 0.
#include "core/stages/08_dropped_weights.h"
#include "core/describe/names.h"
#include "core/spreadsheet/sheet_phrases.h"
#include "core/spreadsheet/stage_formulas.h"

namespace lab {

namespace {

void write_dropped_weights(SheetBuilder& to, StageId stage, HeadIndex head) {
    const Dimensions& d = to.sizes();
    const std::string heading =
        d.H > 1 ? text_of(say(sheet_phrase::kept_of_head, Counted{head})) : sheet_phrase::kept;
    const SheetMatrix kept =
        to.add_given(to.labels(heading, Axis::query_token, Axis::key_token),
                     kept_weights(*to.experiment().dropout, d, head, {0, 0, d.n_q, d.n_k}));
    const SheetMatrix weights = to.stage(StageId::weights, head);
    to.add_stage(stage, head, [&](Index row, Index column) {
        return to.cell(weights, row, column) + "*" + to.cell(kept, row, column) + "/(1-dropout_rate)";
    });
}

} // namespace

const StageFormulas formulas::dropped_weights{StageId::dropped_weights, write_dropped_weights, nullptr,
                                              sheet_phrase::dropped};

} // namespace lab
