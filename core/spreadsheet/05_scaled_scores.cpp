// SPDX-License-Identifier: GPL-3.0-or-later
//
// Scaled scores: scaled, capped, less the distance, plus what is added.
#include "core/stages/05_scaled_scores.h"
#include "core/spreadsheet/sheet_phrases.h"
#include "core/spreadsheet/stage_formulas.h"

#include <cstdlib>

namespace lab {

namespace {

SheetMatrix add_slope(SheetBuilder& to, HeadIndex head) {
    SheetBlock block;
    block.heading =
        to.sizes().H > 1 ? text_of(say(sheet_phrase::slope_of_head, Counted{head})) : sheet_phrase::slope;
    block.row_labels = {"slope"};
    block.column_labels = {""};
    return to.add_given(block, Matrix::Constant(1, 1, alibi_slope(head, to.sizes().H)));
}

void write_scaled_scores(SheetBuilder& to, StageId stage, HeadIndex head) {
    const Scores& options = to.experiment().scores;
    const FirstPositions first = first_positions(to.experiment());
    const bool has_alibi = options.bias == ScoreBias::alibi;
    const SheetMatrix slope = has_alibi ? add_slope(to, head) : SheetMatrix{};
    const SheetMatrix scores = to.stage(StageId::scores, head);
    for (const double score : to.numbers(StageId::scores, head).reshaped())
        to.pass(score * scale_factor(options, to.sizes().d_k)); // a softcap would hide that it is too large
    to.add_stage(stage, head, [&](Index row, Index column) {
        std::string formula = to.cell(scores, row, column) + "*scale";
        if (options.softcap)
            formula.insert(0, "softcap*TANH(").append("/softcap)");
        if (has_alibi)
            formula += "-" + to.cell(slope, 0, 0) + "*" +
                       std::to_string(std::abs((first.query + row) - (first.key + column)));
        if (options.additive.empty())
            return formula;
        const HeadIndex matrix = options.additive.size() == 1 ? 0 : head;
        const std::string added = to.cell(to.parameter(ParameterId::additive, matrix), row, column);
        return "IF(ISTEXT(" + added + ")," + added + "," + formula + "+" + added + ")";
    });
}

} // namespace

const StageFormulas formulas::scaled_scores{StageId::scaled_scores, write_scaled_scores};

} // namespace lab
