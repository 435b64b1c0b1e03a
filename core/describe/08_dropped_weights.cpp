// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/08_dropped_weights.h"
#include "core/stages/05_scaled_scores.h"

#include "core/base/number_format.h"
#include "core/describe/captions.h"
#include "core/describe/names.h"
#include "core/describe/script_builder.h"
#include "core/describe/script_phrases.h"
#include "core/describe/step_formula.h"
#include "core/experiment/masks.h"
#include "core/experiment/overrides.h"

namespace lab {

namespace {

std::vector<ExplanationStep> dropout_steps(const StepInputs& from, const CellRef& cell) {
    const Experiment& experiment = from.experiment;
    ExplanationStep step = begin_step(from, cell, ExplanationKind::dropout, phrase::drop);
    add_number(step, {}, from.operand({StageId::weights, cell.head, cell.row, cell.column}));
    const DropoutDraw draw = draw_of(*experiment.dropout, dimensions(experiment), cell);
    step.draw = draw;
    if (draw.is_kept())
        step.result /= draw.threshold;
    else
        step.result = 0;
    // Two numbers that differ are not written alike.
    const bool look_alike = brief(draw.number) == brief(draw.threshold);
    const auto written = [&](double number) { return look_alike ? shortest(number) : brief(number); };
    step.words.push_back(say(draw.is_kept() ? phrase::kept_by : phrase::dropped_by, written(draw.number),
                             written(draw.threshold)));
    return {step};
}

/// A weight divided by 1 − p, or 0.
void add_dropout_formulas(const Experiment& experiment, ExplanationStep& step) {
    if (!step.draw->is_kept()) {
        step.rule = formula::text("0");
        return;
    }
    const Operand& weight = step.terms.front().factors.front();
    step.rule = formula::fraction(name_of_operand(weight),
                                  formula::row({formula::text("1 − "), formula::symbol("p")}));
    step.numbers =
        formula::fraction(value_of_operand(weight), formula::text("1 − " + brief(experiment.dropout->rate)));
}

Said dropout_meaning(const StepInputs& from, const CellRef& cell, const Said& query, const Said& key) {
    if (override_of(from.experiment, cell))
        return say(phrase::weight_after_dropout, key, query);
    const DropoutDraw draw = draw_of(*from.experiment.dropout, dimensions(from.experiment), cell);
    return draw.is_kept() ? say(phrase::weight_kept, key, query, draw.threshold)
                          : say(phrase::weight_dropped, key, query);
}

SceneLayout dropout_layout(const Experiment& experiment, const Scene& scene) {
    return {SceneKind::drop, whole_matrix(experiment, StageId::weights, scene.head), {}, {}, false, {}};
}

/// Whether a key is hidden from a query and so weighs 0, whether dropout drops its weight or not.
bool weighs_0_anyway(const CaptionInputs& of, TokenIndex query, TokenIndex key) {
    const HeadIndex head = of.step.scene.head;
    if (of.matrix(StageId::weights, head)(query, key) != 0)
        return false;
    const Override* masked = override_of(of.experiment, {StageId::masked_scores, head, query, key});
    if (masked && !is_hidden(masked->value))
        return false;
    const Matrix* added = added_scores(of.experiment.scores, head);
    const bool hides = added && is_hidden((*added)(query, key)) &&
                       !override_of(of.experiment, {StageId::scaled_scores, head, query, key});
    return hides || !hiding_rules(of.experiment, query, key).empty();
}

Said dropout_caption_of_cell(const CaptionInputs& of) {
    const CellRef cell = of.cell();
    const DropoutDraw draw = draw_of(*of.experiment.dropout, dimensions(of.experiment), cell);
    if (draw.is_kept())
        return say(caption_phrase::weight_is_kept, of.column_label(), of.row_label(), draw.threshold);
    Said dropped = say(caption_phrase::weight_is_dropped, of.column_label(), of.row_label());
    return weighs_0_anyway(of, cell.row, cell.column) ? say(caption_phrase::and_is_hidden, std::move(dropped))
                                                      : dropped;
}

Said dropout_caption_of_row(const CaptionInputs& of) {
    const Dimensions d = dimensions(of.experiment);
    const Index query = of.step.rows.first;
    const Matrix kept = kept_weights(*of.experiment.dropout, d, of.step.scene.head, {query, 0, 1, d.n_k});
    const auto count = static_cast<Index>((kept.array() == 0).count());
    const double divisor = 1 - of.experiment.dropout->rate;
    if (count == 0)
        return say(caption_phrase::none_dropped, of.row_label(), divisor);
    Said dropped = count == d.n_k ? say(caption_phrase::all_dropped, of.row_label())
                   : count == 1   ? say(caption_phrase::one_dropped, of.row_label(), d.n_k, divisor)
                                  : say(caption_phrase::some_dropped, of.row_label(), count, d.n_k, divisor);
    for (Index key = 0; key < d.n_k; ++key) {
        if (kept(0, key) == 0 && weighs_0_anyway(of, query, key))
            return say(caption_phrase::and_is_hidden, std::move(dropped));
    }
    return dropped;
}

Said dropout_caption(const CaptionInputs& of) {
    if (of.is_row())
        return of.is_cell() ? dropout_caption_of_cell(of) : dropout_caption_of_row(of);
    const double rate = of.experiment.dropout->rate;
    return say(caption_phrase::each_may_drop, rate, 1 - rate);
}

Formula dropout_rule(const RuleInputs& /*from*/) {
    return formula::row({});
}

void dropout_program(ScriptBuilder& to, const ScriptCare& /*care*/) {
    to.begin(StageId::dropped_weights, {script_phrase::dropped});
    to.either("dropped_weights = np.where(kept == 1, weights / (1 - rate), 0.0)",
              "dropped_weights = (weights / (1 - rate)).masked_fill(kept == 0, 0.0)",
              to.per_head("n_q, n_k"));
    to.overrides(StageId::dropped_weights, false);
}

} // namespace

const StageDescription described::dropped_weights{
    StageId::dropped_weights, dropout_steps, dropout_meaning, dropout_layout,
    dropout_caption,          dropout_rule,  dropout_program, add_dropout_formulas};

} // namespace lab
