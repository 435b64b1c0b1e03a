// SPDX-License-Identifier: GPL-3.0-or-later
//
// Masked scores: the text "−∞" where the mask has a 0.
#include "core/experiment/masks.h"
#include "core/spreadsheet/sheet_phrases.h"
#include "core/spreadsheet/stage_formulas.h"

#include <cmath>

namespace lab {

namespace {

void write_masked_scores(SheetBuilder& to, StageId stage, HeadIndex head) {
    const SheetMatrix scaled = to.stage(StageId::scaled_scores, head);
    const bool masks = has_mask(to.experiment().mask);
    const std::string hidden = not_finite_text(-HUGE_VAL);
    to.add_stage(stage, head, [&](Index row, Index column) {
        const std::string score = to.cell(scaled, row, column);
        return masks ? "IF(" + to.cell(to.mask(), row, column) + "=0,\"" + hidden + "\"," + score + ")"
                     : score;
    });
}

} // namespace

const StageFormulas formulas::masked_scores{StageId::masked_scores, write_masked_scores, nullptr,
                                            sheet_phrase::masked};

} // namespace lab
