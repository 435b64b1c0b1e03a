// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/number_format.h"
#include "core/experiment/masks.h"
#include "core/experiment/overrides.h"
#include "core/experiment/rotation.h"
#include "core/explain/explain.h"
#include "core/explain/names.h"
#include "core/film/caption_parts.h"
#include "core/film/equation.h"
#include "core/film/film_phrases.h"
#include "core/stages/03_qk_norm.h"
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

/// Of a rotated cell, explain() has a step for each number of the pair and one for the turn; of a normalised
/// one, two more and a quotient for each.
struct OwnStep {
    ExplanationStep step;
    bool is_pair = false;
};

OwnStep own_step(const CaptionInputs& of) {
    const CellRef cell = cell_of(of.step);
    std::vector<ExplanationStep> steps = explain(of.experiment, of.matrix, cell).steps;
    if (steps.back().kind == ExplanationKind::overridden)
        steps.pop_back();
    const bool normalizes = is_normalized(of.experiment, cell.stage);
    const bool is_pair = is_rotated(of.experiment, cell.stage) && steps.size() == (normalizes ? 7 : 3);
    std::size_t which = 0; // of the pair
    if (is_pair) {
        const Rotation rotation(of.experiment);
        which = rotation.pair(*rotation.pair_of(cell.column)).first == cell.column ? 0 : 1;
    }
    std::size_t at = steps.size() - 1;
    if (of.step.scene.part == ScenePart::projected)
        at = which;
    else if (of.step.scene.part == ScenePart::normalized)
        at = (is_pair ? 4 : 3) + which;
    return {std::move(steps[at]), is_pair};
}

Said normalized_words(const CaptionInputs& of, const Labels& labels) {
    const StageId stage = of.step.scene.stage;
    const bool is_query = stage == StageId::queries;
    const auto either = [&](const Phrase<2>& query, const Phrase<2>& key) {
        return say(is_query ? query : key, labels.row, labels.column);
    };
    Said words = either(phrase::query_feature_by_rms, phrase::key_feature_by_rms);
    if (of.experiment.scores.qk_norm->kind == QkNormKind::l2)
        words = norm_of_row(of).by_epsilon
                    ? either(phrase::query_feature_by_epsilon, phrase::key_feature_by_epsilon)
                    : either(phrase::query_feature_by_length, phrase::key_feature_by_length);
    return parameter(of.experiment, gains_of(stage)) ? say(phrase::and_gain, std::move(words)) : words;
}

Said projected_words(const CaptionInputs& of, const Labels& labels, bool is_pair) {
    const StageId stage = of.step.scene.stage;
    if (of.step.scene.part == ScenePart::normalized)
        return normalized_words(of, labels);
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
    return with_score_options(experiment.scores, std::move(words));
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
        return say(own.step.kind != ExplanationKind::copy ? phrase::add_position_to
                   : has_given_inputs(of.experiment)      ? phrase::take_row_feature
                                                          : phrase::look_up_feature,
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
    case StageId::dropped_weights: {
        const DropoutDraw& draw = *own.step.draw;
        if (draw.is_kept())
            return say(phrase::weight_is_kept, labels.row, labels.column, draw.threshold);
        Said dropped = say(phrase::weight_is_dropped, labels.row, labels.column);
        return weighs_0_anyway(of, cell.row, cell.column) ? say(phrase::and_is_hidden, std::move(dropped))
                                                          : dropped;
    }
    case StageId::head_outputs: {
        if (of.experiment.dropout)
            return say(phrase::feature_summed_after_dropout, labels.column, labels.row);
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
        for (std::size_t i = 1; i < term.factors.size(); ++i) {
            const Operand& factor = term.factors[i];
            ShownPart number = equation.number(factor.value, factor.source);
            product = factor.divides ? equation.over(std::move(product), std::move(number))
                                     : equation.times(std::move(product), std::move(number));
        }
        terms.push_back(std::move(product));
    }
    return terms;
}

/// A score divided by √d_k or times the given scale, and capped; then the bias and what is added, as far as
/// the terms shown go.
ShownPart scaling(const CaptionInputs& of, const ExplanationStep& step, std::size_t terms) {
    const Equation equation(of.decimals);
    CellRef score = cell_of(of.step);
    score.stage = StageId::scores;
    ShownPart scaled = equation.number(of.matrix(score.stage, score.head)(score.row, score.column), score);
    if (of.experiment.scores.scale) {
        scaled = equation.times(std::move(scaled), Equation::exactly(*of.experiment.scores.scale));
    } else {
        const Index d_k = dimensions(of.experiment).d_k;
        const ShownPart root{formula::root(formula::text(std::to_string(d_k))),
                             std::sqrt(static_cast<double>(d_k))};
        scaled = equation.over(std::move(scaled), root);
    }
    if (const auto& softcap = of.experiment.scores.softcap) {
        const ShownPart cap = Equation::exactly(*softcap);
        scaled = equation.times(cap, Equation::tanh_of(equation.over(std::move(scaled), cap)));
    }
    for (std::size_t i = 1; i < terms; ++i) {
        const std::vector<Operand>& factors = step.terms[i].factors;
        scaled = factors.size() == 1 // an added score
                     ? equation.sum({std::move(scaled), equation.number(factors[0].value, factors[0].source)})
                     : equation.minus(std::move(scaled), equation.times(Equation::exactly(-factors[0].value),
                                                                        Equation::exactly(factors[1].value)));
    }
    return scaled;
}

/// The number that a cell has without an override.
double computed(const CaptionInputs& of, const ExplanationStep& step) {
    const CellRef cell = cell_of(of.step);
    const bool is_own = is_on_the_way(of.experiment, of.step.scene) || override_of(of.experiment, cell);
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
    const bool is_dropped = step.draw && !step.draw->is_kept();
    if (is_dropped) // which is said in words
        return override_of(of.experiment, cell) ? copied(0, {}) : formula::row({});
    const Equation equation(of.decimals);
    const std::size_t count = is_whole ? step.terms.size() : static_cast<std::size_t>(of.step.terms);
    ShownPart sum;
    if (cell.stage == StageId::scaled_scores) {
        sum = scaling(of, step, count);
    } else if (step.draw) {
        sum = equation.over(terms_of(of, step).front(), Equation::exactly(step.draw->threshold));
    } else {
        std::vector<ShownPart> terms = terms_of(of, step);
        terms.resize(count);
        sum = equation.sum(terms);
    }
    const bool is_cell =
        is_whole && !is_on_the_way(of.experiment, of.step.scene) && !override_of(of.experiment, cell);
    return equation.sum_gives(sum, is_whole ? result : step.terms[count - 1].sum,
                              is_cell ? std::optional<Source>(cell) : std::nullopt);
}

} // namespace

Said with_score_options(const Scores& scores, Said words) {
    if (scores.softcap)
        words = say(phrase::capped, std::move(words), *scores.softcap);
    if (scores.bias == ScoreBias::alibi)
        words = say(phrase::minus_distance, std::move(words));
    return scores.additive.empty() ? words : say(phrase::plus_added, std::move(words));
}

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

CaptionParts cell_caption(const CaptionInputs& of) {
    const OwnStep own = own_step(of);
    CaptionParts parts{words_of(of, own), numbers_of(of, own)};
    if (of.step.terms > 0)
        parts.words = say(phrase::term_of, std::move(parts.words), of.step.terms,
                          static_cast<Index>(own.step.terms.size()));
    return parts;
}

} // namespace lab
