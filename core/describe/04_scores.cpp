// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/describe/captions.h"
#include "core/describe/names.h"
#include "core/describe/pair_meaning.h"
#include "core/describe/script_builder.h"
#include "core/describe/script_phrases.h"

namespace lab {

namespace {

std::vector<ExplanationStep> score_steps(const StepInputs& from, const CellRef& cell) {
    ExplanationStep step = begin_step(from, cell, ExplanationKind::sum, phrase::compare);
    for (Index i = 0; i < dimensions(from.experiment).d_k; ++i)
        add_term(step, from.feature_term(i),
                 {from.operand({StageId::queries, cell.head, cell.row, i}),
                  from.operand({StageId::keys, cell.head, cell.column, i})});
    return {step};
}

SceneLayout score_layout(const Experiment& experiment, const Scene& scene) {
    SceneLayout layout{SceneKind::product,
                       whole_matrix(experiment, StageId::queries, scene.head),
                       whole_matrix(experiment, StageId::keys, scene.head),
                       {},
                       true,
                       {}};
    return layout;
}

Said score_caption(const CaptionInputs& of) {
    return say_of(of, caption_phrase::compared);
}

Formula score_rule(const RuleInputs& from) {
    return from.product(from.of("Q"), formula::sup(formula::symbol("K"), formula::text("T")));
}

void score_program(ScriptBuilder& to, const ScriptCare& /*care*/) {
    to.begin(StageId::scores, {script_phrase::scores});
    to.line(to.has_heads() ? "scores = queries @ keys.{swapped}" : "scores = queries @ keys.T",
            to.per_head("n_q, n_k"));
    to.overrides(StageId::scores, false);
}

} // namespace

const StageDescription described::scores{StageId::scores, score_steps, score_meaning, score_layout,
                                         score_caption,   score_rule,  score_program};

} // namespace lab
