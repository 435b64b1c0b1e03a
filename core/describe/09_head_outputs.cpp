// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/describe/captions.h"
#include "core/describe/names.h"
#include "core/describe/script_builder.h"
#include "core/describe/script_phrases.h"
#include "core/stages/07_weights.h"

#include <cmath>
#include <vector>

namespace lab {

namespace {

/// Whether the values are averaged: whether a row of weights is a distribution.
template<class Row>
bool averages(const Row& row) {
    const std::vector<double> weights(row.begin(), row.end());
    return !std::isnan(entropy_bits(weights));
}

std::vector<ExplanationStep> head_output_steps(const StepInputs& from, const CellRef& cell) {
    const Experiment& experiment = from.experiment;
    const StageId in_use = weights_in_use(experiment);
    const bool is_average = averages(from.matrix(in_use, cell.head).row(cell.row));
    ExplanationStep step = begin_step(from, cell, ExplanationKind::sum,
                                      experiment.dropout ? phrase::sum_values_after_dropout
                                      : is_average       ? phrase::average_values
                                                         : phrase::sum_values);
    for (Index key = 0; key < dimensions(experiment).n_k; ++key)
        add_term(step, from.label(Axis::key_token, key),
                 {from.operand({in_use, cell.head, cell.row, key}),
                  from.operand({StageId::values, cell.head, key, cell.column})});
    return {step};
}

Said head_output_meaning(const StepInputs& from, const CellRef& cell, const Said& query, const Said& column) {
    if (from.experiment.dropout)
        return say(phrase::summed_after_dropout, column, query);
    const bool is_average = averages(from.matrix(StageId::weights, cell.head).row(cell.row));
    return say(is_average ? phrase::averaged : phrase::summed, column, query);
}

SceneLayout head_output_layout(const Experiment& experiment, const Scene& scene) {
    return {SceneKind::product,
            whole_matrix(experiment, weights_in_use(experiment), scene.head),
            whole_matrix(experiment, StageId::values, scene.head),
            {},
            false,
            {}};
}

Said head_output_caption(const CaptionInputs& of) {
    if (of.experiment.dropout)
        return say_of(of, caption_phrase::summed_after_dropout);
    const bool is_average =
        of.is_row() && averages(of.matrix(StageId::weights, of.step.scene.head).row(of.step.rows.first));
    return say_of(of, is_average ? caption_phrase::averaged : caption_phrase::summed);
}

Formula head_output_rule(const RuleInputs& from) {
    return from.product(from.of(info(weights_in_use(from.experiment)).symbol), formula::symbol("V"));
}

void head_output_program(ScriptBuilder& to, const ScriptCare& /*care*/) {
    to.begin(StageId::head_outputs, {to.experiment().dropout ? script_phrase::head_outputs_of_dropped
                                                             : script_phrase::head_outputs});
    to.line("head_outputs = " + std::string(info(weights_in_use(to.experiment())).name) + " @ values",
            to.per_head("n_q, d_v"));
    to.overrides(StageId::head_outputs, false);
}

} // namespace

const StageDescription described::head_outputs{
    StageId::head_outputs, head_output_steps, head_output_meaning, head_output_layout,
    head_output_caption,   head_output_rule,  head_output_program};

} // namespace lab
