// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/describe/captions.h"
#include "core/describe/names.h"
#include "core/describe/not_finite.h"
#include "core/describe/pair_meaning.h"
#include "core/describe/script_builder.h"
#include "core/describe/script_phrases.h"
#include "core/describe/step_formula.h"
#include "core/experiment/masks.h"
#include "core/stages/05_scaled_scores.h"

#include <cmath>
#include <limits>

namespace lab {

namespace {

std::vector<ExplanationStep> mask_steps(const StepInputs& from, const CellRef& cell) {
    const Experiment& experiment = from.experiment;
    const CellRef scaled{StageId::scaled_scores, cell.head, cell.row, cell.column};
    ExplanationStep step = begin_step(from, cell, ExplanationKind::mask, phrase::mask);
    add_number(step, {}, from.operand(scaled));
    if (auto rules = rules_words(experiment, cell.row, cell.column)) {
        step.words.push_back(say(phrase::hidden_by, std::move(*rules)));
        for (const MaskRule* rule : hiding_rules(experiment, cell.row, cell.column)) {
            if (rule->remark)
                step.words.push_back(say(*rule->remark));
        }
        step.result = -std::numeric_limits<double>::infinity();
        return {step};
    }
    step.words.push_back(say(has_mask(experiment.mask) ? phrase::not_hidden : phrase::not_masked));
    if (const auto origin = origin_of(experiment, from.matrix, scaled)) {
        Said reason = origin_words(experiment, *origin, scaled);
        const bool is_hidden_by_it = step.result == -HUGE_VAL && hides(origin);
        step.words.push_back(is_hidden_by_it ? say(phrase::hidden_all_the_same, std::move(reason))
                                             : std::move(reason));
    }
    return {step};
}

void add_mask_formulas(const Experiment& /*experiment*/, ExplanationStep& step) {
    step.rule =
        step.result == -HUGE_VAL ? formula::text("−∞") : name_of_operand(step.terms.front().factors.front());
}

SceneLayout mask_layout(const Experiment& experiment, const Scene& scene) {
    return {SceneKind::mask, whole_matrix(experiment, StageId::scaled_scores, scene.head), {}, {}, false, {}};
}

bool is_hidden_by_added(const CaptionInputs& of, TokenIndex query, TokenIndex key) {
    const HeadIndex head = of.step.scene.head;
    const Matrix* added = added_scores(of.experiment.scores, head);
    return added && is_hidden((*added)(query, key)) &&
           is_hidden(of.matrix(StageId::scaled_scores, head)(query, key));
}

Said mask_caption_of_cell(const CaptionInputs& of) {
    const CellRef cell = of.cell();
    if (auto rules = rules_words(of.experiment, cell.row, cell.column))
        return say(caption_phrase::may_not_look_at, of.row_label(), of.column_label(), std::move(*rules));
    const ReadRows rows = of.matrix;
    const ExplanationStep step = mask_steps({of.experiment, rows}, cell).front();
    // Beside that no rule hides it, the step says where a number that is not finite began.
    if (step.result == -HUGE_VAL && step.words.size() > 1)
        return say(caption_phrase::may_look_in_vain, of.row_label(), of.column_label(), step.words[1]);
    return say(caption_phrase::may_look_at, of.row_label(), of.column_label());
}

Said mask_caption_of_row(const CaptionInputs& of) {
    const Index keys = dimensions(of.experiment).n_k, query = of.step.rows.first;
    Index shown = 0;
    for (Index key = 0; key < keys; ++key)
        shown +=
            hiding_rules(of.experiment, query, key).empty() && !is_hidden_by_added(of, query, key) ? 1 : 0;
    return shown == keys ? say(caption_phrase::may_look_at_all, of.row_label())
           : shown == 0  ? say(caption_phrase::may_look_at_none, of.row_label())
                         : say(caption_phrase::may_look_at_some, of.row_label(), shown, keys);
}

Said mask_caption(const CaptionInputs& of) {
    if (of.is_row())
        return of.is_cell() ? mask_caption_of_cell(of) : mask_caption_of_row(of);
    if (has_mask(of.experiment.mask))
        return say(caption_phrase::masked_by, mask_words(of.experiment.mask));
    const Dimensions d = dimensions(of.experiment);
    for (Index query = 0; query < d.n_q; ++query) {
        for (Index key = 0; key < d.n_k; ++key) {
            if (is_hidden_by_added(of, query, key))
                return say(caption_phrase::added_hides);
        }
    }
    return say(caption_phrase::nothing_masked);
}

Formula mask_rule(const RuleInputs& /*from*/) {
    return formula::row({});
}

void mask_program(ScriptBuilder& to, const ScriptCare& /*care*/) {
    const Mask& mask = to.experiment().mask;
    to.begin(StageId::masked_scores, {has_mask(mask) ? script_phrase::masked : script_phrase::unmasked});
    if (!has_mask(mask)) {
        to.line("masked_scores = scaled_scores", to.per_head("n_q, n_k"));
        return to.overrides(StageId::masked_scores, true);
    }
    to.either("visible = np.ones((n_q, n_k), dtype=bool)",
              "visible = torch.ones(n_q, n_k, dtype=torch.bool)");
    for (const MaskRule* rule : rules_of(mask)) {
        for (const MaskCode& code : rule->code(mask))
            to.line(code.line, code.comment);
    }
    to.either("masked_scores = np.where(visible, scaled_scores, -np.inf)",
              "masked_scores = scaled_scores.masked_fill(~visible, -torch.inf)", to.per_head("n_q, n_k"));
    to.overrides(StageId::masked_scores, false);
}

} // namespace

const StageDescription described::masked_scores{
    StageId::masked_scores, mask_steps, score_meaning, mask_layout,
    mask_caption,           mask_rule,  mask_program,  add_mask_formulas};

} // namespace lab
