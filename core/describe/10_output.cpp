// SPDX-License-Identifier: GPL-3.0-or-later
//
// The heads side by side, and the output.
#include "core/describe/captions.h"
#include "core/describe/names.h"
#include "core/describe/script_builder.h"
#include "core/describe/script_phrases.h"

namespace lab {

namespace {

std::vector<ExplanationStep> concat_steps(const StepInputs& from, const CellRef& cell) {
    ExplanationStep step = begin_step(from, cell, ExplanationKind::copy, phrase::concatenate);
    const Index d_v = dimensions(from.experiment).d_v;
    add_number(step, {},
               from.operand({StageId::head_outputs, cell.column / d_v, cell.row, cell.column % d_v}));
    step.words.push_back(say(phrase::from_head, Counted{cell.column / d_v}));
    return {step};
}

Said concat_meaning(const StepInputs& /*from*/, const CellRef& /*cell*/, const Said& row,
                    const Said& column) {
    return say(phrase::concatenated, column, row);
}

SceneLayout concat_layout(const Experiment& experiment, const Scene& /*scene*/) {
    SceneLayout layout{SceneKind::join, {}, {}, {}, false, {}};
    for (HeadIndex head = 0; head < experiment.heads.count; ++head)
        layout.parts.push_back(whole_matrix(experiment, StageId::head_outputs, head));
    return layout;
}

Said concat_caption(const CaptionInputs& of) {
    if (of.is_cell())
        return say(caption_phrase::feature_joined, of.row_label(), of.column_label(),
                   Counted{of.step.columns.first / dimensions(of.experiment).d_v});
    const bool beside = of.experiment.notation == Notation::rows;
    if (of.is_row())
        return say(beside ? caption_phrase::joined_beside : caption_phrase::joined_below, of.row_label());
    return say(beside ? caption_phrase::all_joined_beside : caption_phrase::all_joined_below);
}

Formula concat_rule(const RuleInputs& /*from*/) {
    return formula::row({});
}

void concat_program(ScriptBuilder& to, const ScriptCare& /*care*/) {
    to.begin(StageId::concat, {to.has_heads() ? script_phrase::concat : script_phrase::concat_of_one});
    if (to.has_heads())
        to.either("concat = np.concatenate(head_outputs, axis=1)",
                  "concat = torch.cat(tuple(head_outputs), dim=1)", "(n_q, H * d_v)");
    else
        to.line("concat = head_outputs", "(n_q, d_v)");
    to.overrides(StageId::concat, !to.has_heads());
}

std::vector<ExplanationStep> output_steps(const StepInputs& from, const CellRef& cell) {
    const Experiment& experiment = from.experiment;
    const Projection& p = experiment.projection;
    const auto concatenated = [&](Index column) {
        return from.operand({StageId::concat, 0, cell.row, column});
    };
    if (!p.W_O) {
        ExplanationStep step = begin_step(from, cell, ExplanationKind::copy, phrase::take_heads);
        add_number(step, {}, concatenated(cell.column));
        return {step};
    }
    ExplanationStep step = begin_step(from, cell, ExplanationKind::sum, phrase::mix_heads);
    for (Index i = 0; i < p.W_O->rows(); ++i)
        add_term(step, from.feature_term(i),
                 {concatenated(i), from.operand({ParameterId::W_O, i, cell.column})});
    if (p.b_O)
        add_number(step, text_of(say(phrase::bias_term)), from.operand({ParameterId::b_O, 0, cell.column}));
    return {step};
}

Said output_meaning(const StepInputs& /*from*/, const CellRef& /*cell*/, const Said& row,
                    const Said& column) {
    return say(phrase::output, column, row);
}

SceneLayout output_layout(const Experiment& experiment, const Scene& /*scene*/) {
    SceneLayout layout{SceneKind::copy, whole_matrix(experiment, StageId::concat, 0), {}, {}, false, {}};
    if (!experiment.projection.W_O)
        return layout;
    layout.kind = SceneKind::product;
    layout.above = whole_matrix(experiment, ParameterId::W_O);
    if (experiment.projection.b_O)
        layout.added = whole_matrix(experiment, ParameterId::b_O);
    return layout;
}

Said output_caption(const CaptionInputs& of) {
    return say_of(of, of.experiment.projection.W_O ? caption_phrase::output : caption_phrase::output_stays);
}

Formula output_rule(const RuleInputs& from) {
    const Projection& p = from.experiment.projection;
    if (!p.W_O)
        return from.of("concat");
    Formula product = from.product(from.of("concat"), formula::named("W_O", {}));
    return p.b_O ? formula::row({std::move(product), formula::text(" + "), formula::named("b_O", {})})
                 : product;
}

void output_program(ScriptBuilder& to, const ScriptCare& /*care*/) {
    const Projection& p = to.experiment().projection;
    if (!p.W_O) {
        to.begin(StageId::output, {script_phrase::output_is_concat});
        to.line("output = concat");
        return to.overrides(StageId::output, true);
    }
    to.begin(StageId::output, {script_phrase::output, p.b_O ? ", plus b_O" : ""});
    to.line(p.b_O ? "output = concat @ W_O + b_O" : "output = concat @ W_O", "(n_q, d_out)");
    to.overrides(StageId::output, false);
}

} // namespace

const StageDescription described::concat{StageId::concat, concat_steps, concat_meaning, concat_layout,
                                         concat_caption,  concat_rule,  concat_program};
const StageDescription described::output{StageId::output, output_steps, output_meaning, output_layout,
                                         output_caption,  output_rule,  output_program};

} // namespace lab
