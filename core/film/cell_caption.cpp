// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edits/masks.h"
#include "core/explain/names.h"
#include "core/film/caption_parts.h"
#include "core/film/equation.h"
#include "core/film/film_phrases.h"
#include "core/number_format.h"
#include "core/overrides.h"
#include "core/rotation.h"
#include "core/stages/05_scaled_scores.h"

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

CellRef cell_of(const FilmStep& step) {
    return {step.scene.stage, step.scene.head, step.rows.first, step.columns.first};
}

struct Labels {
    Said row, column;
};

Labels labels_of(const CaptionInputs& of) {
    const CellRef cell = cell_of(of.step);
    const StageInfo& stage = info(cell.stage);
    return {label_in_sentence(of.experiment, stage.rows, cell.row),
            label_in_sentence(of.experiment, stage.columns, cell.column)};
}

/// Of a rotated cell, explain() has a step for each number of the pair and one for the turn.
struct OwnStep {
    ExplanationStep step;
    bool is_pair = false;
};

OwnStep own_step(const CaptionInputs& of) {
    const CellRef cell = cell_of(of.step);
    std::vector<ExplanationStep> steps = explain(of.experiment, of.matrix, cell).steps;
    if (steps.back().kind == ExplanationKind::overridden)
        steps.pop_back();
    const bool is_pair = is_rotated(of.experiment, cell.stage) && steps.size() == 3;
    const bool is_turn = of.step.scene.part != ScenePart::projected;
    std::size_t at = steps.size() - 1;
    if (is_pair && !is_turn) {
        const Rotation rotation(of.experiment);
        at = rotation.pair(*rotation.pair_of(cell.column)).first == cell.column ? 0 : 1;
    }
    return {std::move(steps[at]), is_pair};
}

Said projected_words(const CaptionInputs& of, const Labels& labels, bool is_pair) {
    const StageId stage = of.step.scene.stage;
    if (of.step.scene.part == ScenePart::rotated) {
        const bool is_query = stage == StageId::queries;
        const Phrase<2>& turns = is_query ? phrase::query_feature_turns : phrase::key_feature_turns;
        const Phrase<2>& stays = is_query ? phrase::query_feature_stays : phrase::key_feature_stays;
        return say(is_pair ? turns : stays, labels.row, labels.column);
    }
    switch (of.experiment.projection.kind) {
    case ProjectionKind::linear:
        break;
    case ProjectionKind::identity:
        return say(form(phrase::feature_is_input, stage), labels.row, labels.column);
    case ProjectionKind::direct:
        return say(form(phrase::feature_is_given, stage), labels.row, labels.column);
    }
    return say(form(phrase::projected_feature, stage), labels.row, labels.column);
}

Said scaled_words(const Experiment& experiment, const Labels& labels) {
    Said words = experiment.scores.scale
                     ? say(phrase::score_times, labels.row, labels.column, *experiment.scores.scale)
                     : say(phrase::score_over_root, labels.row, labels.column, dimensions(experiment).d_k);
    return experiment.scores.bias == ScoreBias::none ? words : say(phrase::minus_distance, std::move(words));
}

/// What the mask says of a pair of tokens.
Said masked_words(const CaptionInputs& of, const Labels& labels, const ExplanationStep& step) {
    const CellRef cell = cell_of(of.step);
    if (auto rules = rules_words(of.experiment, cell.row, cell.column))
        return say(phrase::may_not_look_at, labels.row, labels.column, std::move(*rules));
    // Beside that no rule hides it, explain() says where a number that is not finite began.
    if (step.result == -HUGE_VAL && step.words.size() > 1)
        return say(phrase::may_look_in_vain, labels.row, labels.column, step.words[1]);
    return say(phrase::may_look_at, labels.row, labels.column);
}

Said words_of(const CaptionInputs& of, const OwnStep& own) {
    const Labels labels = labels_of(of);
    const CellRef cell = cell_of(of.step);
    switch (cell.stage) {
    case StageId::inputs:
    case StageId::source_inputs:
        return say(own.step.kind == ExplanationKind::copy ? phrase::look_up_feature : phrase::add_position_to,
                   labels.row, labels.column);
    case StageId::queries:
    case StageId::keys:
    case StageId::values:
        return projected_words(of, labels, own.is_pair);
    case StageId::scores:
        return say(phrase::looks_at, labels.row, labels.column);
    case StageId::scaled_scores:
        return scaled_words(of.experiment, labels);
    case StageId::masked_scores:
        return masked_words(of, labels, own.step);
    case StageId::head_outputs: {
        const bool averages = own.step.title.phrase == phrase::average_values.text;
        return say(averages ? phrase::feature_averaged : phrase::feature_summed, labels.column, labels.row);
    }
    case StageId::concat:
        return say(phrase::feature_joined, labels.row, labels.column,
                   cell.column / dimensions(of.experiment).d_v + 1);
    case StageId::output:
        return say(of.experiment.projection.W_O ? phrase::output_feature : phrase::output_feature_stays,
                   labels.row, labels.column);
    case StageId::weights:
        break;
    }
    return {};
}

/// The terms of a sum as they are shown.
std::vector<ShownPart> terms_of(const CaptionInputs& of, const ExplanationStep& step) {
    const Equation equation(of.decimals);
    std::vector<ShownPart> terms;
    for (const Term& term : step.terms) {
        const Operand& first = term.factors[0];
        ShownPart product = equation.number(first.value, first.source);
        if (term.factors.size() > 1)
            product = Equation::times(std::move(product),
                                      equation.number(term.factors[1].value, term.factors[1].source));
        terms.push_back(std::move(product));
    }
    return terms;
}

/// A score divided by √d_k or times the given scale, minus the bias if the terms shown go so far.
ShownPart scaling(const CaptionInputs& of, const ExplanationStep& step, std::size_t terms) {
    const Equation equation(of.decimals);
    const Operand& score = step.terms[0].factors[0];
    ShownPart scaled = equation.number(score.value, score.source);
    if (of.experiment.scores.scale) {
        scaled = Equation::times(std::move(scaled), Equation::exactly(*of.experiment.scores.scale));
    } else {
        const Index d_k = dimensions(of.experiment).d_k;
        const ShownPart root{formula::root(formula::text(std::to_string(d_k))),
                             std::sqrt(static_cast<double>(d_k))};
        scaled = Equation::over(std::move(scaled), root);
    }
    if (terms < 2)
        return scaled;
    const std::vector<Operand>& bias = step.terms[1].factors;
    return equation.minus(std::move(scaled), Equation::times(Equation::exactly(-bias[0].value),
                                                             Equation::exactly(bias[1].value)));
}

/// The number that a cell has without an override.
double computed(const CaptionInputs& of, const ExplanationStep& step) {
    const CellRef cell = cell_of(of.step);
    const bool is_own = of.step.scene.part == ScenePart::projected || override_of(of.experiment, cell);
    return is_own ? step.result : of.matrix(cell.stage, cell.head)(cell.row, cell.column);
}

Formula copied(double value, std::optional<Source> source) {
    return formula::row({formula::hole(value, source)});
}

Formula numbers_of(const CaptionInputs& of, const OwnStep& own) {
    const ExplanationStep& step = own.step;
    const CellRef cell = cell_of(of.step);
    const double result = computed(of, step);
    const bool is_whole = of.step.terms == 0 || of.step.adds_cells;
    if (of.step.scene.part == ScenePart::rotated && !own.is_pair)
        return copied(step.result, {});
    if (step.kind == ExplanationKind::mask) {
        const Operand& scaled = step.terms.front().factors.front();
        if (step.result != -HUGE_VAL)
            return copied(scaled.value, scaled.source);
        // That the score becomes −∞ is said in words.
        return override_of(of.experiment, cell) ? copied(-HUGE_VAL, {}) : formula::row({});
    }
    if (step.kind == ExplanationKind::copy) {
        const Operand& from = step.terms.front().factors.front();
        return copied(from.value, from.source);
    }
    const Equation equation(of.decimals);
    const std::size_t count = is_whole ? step.terms.size() : static_cast<std::size_t>(of.step.terms);
    ShownPart sum;
    if (cell.stage == StageId::scaled_scores) {
        sum = scaling(of, step, count);
    } else {
        std::vector<ShownPart> terms = terms_of(of, step);
        terms.resize(count);
        sum = Equation::sum(terms);
    }
    const bool is_cell =
        is_whole && of.step.scene.part != ScenePart::projected && !override_of(of.experiment, cell);
    return equation.sum_gives(sum, is_whole ? result : step.terms[count - 1].sum,
                              is_cell ? std::optional<Source>(cell) : std::nullopt);
}

} // namespace

CaptionParts cell_caption(const CaptionInputs& of) {
    const OwnStep own = own_step(of);
    CaptionParts parts{words_of(of, own), numbers_of(of, own)};
    if (of.step.terms > 0)
        parts.words = say(phrase::term_of, std::move(parts.words), of.step.terms,
                          static_cast<Index>(own.step.terms.size()));
    return parts;
}

} // namespace lab
