// SPDX-License-Identifier: GPL-3.0-or-later
//
// The heads' outputs side by side, and what W_O makes of them.
#include "core/spreadsheet/sheet_phrases.h"
#include "core/spreadsheet/stage_formulas.h"

namespace lab {

namespace {

void write_concat(SheetBuilder& to, StageId stage, HeadIndex head) {
    const Index d_v = to.sizes().d_v;
    to.add_stage(stage, head, [&](Index row, Index column) {
        return to.cell(to.stage(StageId::head_outputs, column / d_v), row, column % d_v);
    });
}

void write_output(SheetBuilder& to, StageId stage, HeadIndex head) {
    const Projection& p = to.experiment().projection;
    const SheetMatrix concat = to.stage(StageId::concat, 0);
    const Index width = to.sizes().H * to.sizes().d_v;
    to.add_stage(stage, head, [&](Index row, Index column) {
        if (!p.W_O)
            return to.cell(concat, row, column);
        std::string formula =
            to.dot({concat, true, row, 0, width}, {to.parameter(ParameterId::W_O), false, column, 0, width});
        return p.b_O ? formula + "+" + to.cell(to.parameter(ParameterId::b_O), 0, column) : formula;
    });
}

} // namespace

const StageFormulas formulas::concat{StageId::concat, write_concat, nullptr, sheet_phrase::side_by_side};
const StageFormulas formulas::output{StageId::output, write_output};

} // namespace lab
