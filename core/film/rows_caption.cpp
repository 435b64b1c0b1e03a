// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is said of a whole row and of a whole stage, and the rule in symbols.
#include "core/experiment/cache_step.h"
#include "core/experiment/masks.h"
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

using namespace formula;

/// The words for one row, and the same for all.
class RowWords {
public:
    explicit RowWords(const CaptionInputs& of)
        : m_of(of), m_experiment(of.experiment), m_stage(of.step.scene.stage),
          m_is_row(of.step.rows.count == 1),
          m_label(label_in_sentence(of.experiment, info(m_stage).rows, of.step.rows.first)) {}

    Said operator()() const {
        switch (m_stage) {
        case StageId::inputs:
        case StageId::source_inputs:
            return inputs();
        case StageId::queries:
        case StageId::keys:
        case StageId::values:
            return projected();
        case StageId::scores:
            return either(phrase::compared, phrase::all_compared);
        case StageId::scaled_scores:
            return scaled();
        case StageId::masked_scores:
            return m_is_row ? masked_row() : masked();
        case StageId::weights:
            return m_is_row ? weights() : say(phrase::all_become_weights.in(m_experiment.notation));
        case StageId::dropped_weights:
            return m_is_row ? dropped_row() : dropped();
        case StageId::head_outputs:
            return m_is_row ? head_output()
                            : say(m_experiment.dropout ? phrase::all_values_summed_after_dropout
                                                       : phrase::all_values_summed);
        case StageId::concat:
            return m_experiment.notation == Notation::rows
                       ? either(phrase::joined_beside, phrase::all_joined_beside)
                       : either(phrase::joined_below, phrase::all_joined_below);
        case StageId::output:
            return m_experiment.projection.W_O ? either(phrase::output_of, phrase::all_outputs)
                                               : either(phrase::output_stays, phrase::outputs_stay);
        }
        return {};
    }

private:
    Said either(const Phrase<1>& of_row, const Phrase<0>& of_all) const {
        return m_is_row ? say(of_row, m_label) : say(of_all);
    }

    Said normalized() const {
        const bool is_query = m_stage == StageId::queries;
        const auto of = [&](const Phrase<1>& query, const Phrase<0>& queries, const Phrase<1>& key,
                            const Phrase<0>& keys) {
            return is_query ? either(query, queries) : either(key, keys);
        };
        Said words =
            of(phrase::query_by_rms, phrase::queries_by_rms, phrase::key_by_rms, phrase::keys_by_rms);
        if (m_experiment.scores.qk_norm->kind == QkNormKind::l2)
            words = m_is_row && norm_of_row(m_of).by_epsilon
                        ? of(phrase::query_by_epsilon, phrase::queries_by_length, phrase::key_by_epsilon,
                             phrase::keys_by_length)
                        : of(phrase::query_by_length, phrase::queries_by_length, phrase::key_by_length,
                             phrase::keys_by_length);
        return parameter(m_experiment, gains_of(m_stage)) ? say(phrase::and_gains, std::move(words)) : words;
    }

    Said inputs() const {
        const bool given = has_given_inputs(m_experiment);
        if (m_experiment.embedding.position.kind == PositionKind::none)
            return given ? either(phrase::take_row_of, phrase::take_all_rows)
                         : either(phrase::look_up_token, phrase::look_up_tokens);
        return given ? either(phrase::take_row_and_add, phrase::take_all_rows_and_add)
                     : either(phrase::look_up_and_add, phrase::look_up_and_add_all);
    }

    Said projected() const {
        if (m_of.step.scene.part == ScenePart::normalized)
            return normalized();
        if (m_of.step.scene.part == ScenePart::rotated)
            return rotated();
        switch (m_experiment.projection.kind) {
        case ProjectionKind::linear:
            break;
        case ProjectionKind::identity:
            return with_cache(
                either(form(phrase::token_is_input, m_stage), form(phrase::tokens_are_inputs, m_stage)));
        case ProjectionKind::direct:
            return with_cache(
                either(form(phrase::token_is_given, m_stage), form(phrase::tokens_are_given, m_stage)));
        }
        return with_cache(
            either(form(phrase::projected_token, m_stage), form(phrase::projected_tokens, m_stage)));
    }

    /// Where a step with a key cache computes what it would read from there.
    Said with_cache(Said words) const {
        if (m_stage == StageId::queries || !is_cache_step(m_experiment))
            return words;
        const Index last = dimensions(m_experiment).n_k - 1;
        if (!m_is_row)
            return last == 0 ? say(phrase::and_joins_cache, std::move(words))
                             : say(phrase::and_all_cached, std::move(words));
        return m_of.step.rows.first == last ? say(phrase::and_joins_cache, std::move(words))
                                            : say(phrase::and_cached_since, std::move(words), m_label);
    }

    Said rotated() const {
        const bool is_query = m_stage == StageId::queries;
        const Rotation rotation(m_experiment);
        if (rotation.width() == dimensions(m_experiment).d_k)
            return is_query ? either(phrase::query_turns, phrase::queries_turn)
                            : either(phrase::key_turns, phrase::keys_turn);
        if (m_is_row)
            return say(is_query ? phrase::query_turns_in_part : phrase::key_turns_in_part, m_label,
                       rotation.columns());
        return say(is_query ? phrase::queries_turn_in_part : phrase::keys_turn_in_part, rotation.columns());
    }

    Said scaled() const {
        const Scores& scores = m_experiment.scores;
        if (const auto& scale = scores.scale)
            return with_score_options(scores, m_is_row ? say(phrase::scores_times, m_label, *scale)
                                                       : say(phrase::all_times, *scale));
        const Index d_k = dimensions(m_experiment).d_k;
        return with_score_options(scores, m_is_row ? say(phrase::scores_over_root, m_label, d_k)
                                                   : say(phrase::all_over_root, d_k));
    }

    Said masked() const {
        if (has_mask(m_experiment.mask))
            return say(phrase::masked_by, mask_words(m_experiment.mask));
        const Dimensions d = dimensions(m_experiment);
        for (Index query = 0; query < d.n_q; ++query) {
            for (Index key = 0; key < d.n_k; ++key) {
                if (is_hidden_by_added(query, key))
                    return say(phrase::added_hides);
            }
        }
        return say(phrase::nothing_masked);
    }

    bool is_hidden_by_added(TokenIndex query, TokenIndex key) const {
        const HeadIndex head = m_of.step.scene.head;
        const Matrix* added = added_scores(m_experiment.scores, head);
        return added && is_hidden((*added)(query, key)) &&
               is_hidden(m_of.matrix(StageId::scaled_scores, head)(query, key));
    }

    Said masked_row() const {
        const Index keys = dimensions(m_experiment).n_k;
        Index shown = 0;
        for (Index key = 0; key < keys; ++key)
            shown += hiding_rules(m_experiment, m_of.step.rows.first, key).empty() &&
                             !is_hidden_by_added(m_of.step.rows.first, key)
                         ? 1
                         : 0;
        return shown == keys ? say(phrase::may_look_at_all, m_label)
               : shown == 0  ? say(phrase::may_look_at_none, m_label)
                             : say(phrase::may_look_at_some, m_label, shown, keys);
    }

    Said weights() const {
        auto fault = fault_of_row(m_of, normalizer_of(m_of), RowPhase::none);
        return fault ? std::move(*fault) : say(phrase::become_weights, m_label);
    }

    Said dropped() const {
        const double rate = m_experiment.dropout->rate;
        return say(phrase::each_may_drop, rate, 1 - rate);
    }

    Said dropped_row() const {
        const Dimensions d = dimensions(m_experiment);
        const Matrix kept =
            kept_weights(*m_experiment.dropout, d, m_of.step.scene.head, {m_of.step.rows.first, 0, 1, d.n_k});
        const auto count = static_cast<Index>((kept.array() == 0).count());
        const double divisor = 1 - m_experiment.dropout->rate;
        if (count == 0)
            return say(phrase::none_dropped, m_label, divisor);
        Said dropped = count == d.n_k ? say(phrase::all_dropped, m_label)
                       : count == 1   ? say(phrase::one_dropped, m_label, d.n_k, divisor)
                                      : say(phrase::some_dropped, m_label, count, d.n_k, divisor);
        for (Index key = 0; key < d.n_k; ++key) {
            if (kept(0, key) == 0 && weighs_0_anyway(m_of, m_of.step.rows.first, key))
                return say(phrase::and_is_hidden, std::move(dropped));
        }
        return dropped;
    }

    /// As the explanation of a cell says, which asks whether the weights are shares.
    Said head_output() const {
        if (m_experiment.dropout)
            return say(phrase::values_summed_after_dropout, m_label);
        const CellRef cell{m_stage, m_of.step.scene.head, m_of.step.rows.first, 0};
        const Explanation explanation = explain(m_experiment, m_of.matrix, cell);
        const bool averages = explanation.steps.front().title.phrase == phrase::average_values.text;
        return say(averages ? phrase::values_averaged : phrase::values_summed, m_label);
    }

    const CaptionInputs& m_of;
    const Experiment& m_experiment;
    StageId m_stage;
    bool m_is_row;
    Said m_label;
};

/// The rule of a row, or of all, in symbols.
class Rule {
public:
    explicit Rule(const CaptionInputs& of)
        : m_experiment(of.experiment), m_scene(of.step.scene), m_row(of.step.rows.first),
          m_is_row(of.step.rows.count == 1) {}

    Formula operator()() const {
        Formula right = right_side();
        if (right.kind == Formula::Kind::row && right.parts.empty())
            return right;
        return row({of(symbol_of(m_scene.stage)), text(" = "), std::move(right)});
    }

private:
    /// A matrix, or its row for the step's token.
    Formula of(const std::string& name) const {
        return named(name,
                     m_is_row ? axis_label(m_experiment, info(m_scene.stage).rows, m_row) : std::string());
    }

    /// X W where tokens are rows, W X where they are columns.
    Formula product(Formula left, Formula right) const {
        if (m_experiment.notation == Notation::columns)
            std::swap(left, right);
        return row({std::move(left), text(" "), std::move(right)});
    }

    static Formula plus(Formula what, const MatrixPtr& bias, const char* name) {
        return bias ? row({std::move(what), text(" + "), named(name, {})}) : what;
    }

    static Formula setting(double value) { return Equation::exactly(value).formula; }

    Formula right_side() const {
        switch (m_scene.stage) {
        case StageId::inputs:
        case StageId::source_inputs:
            return input();
        case StageId::queries:
        case StageId::keys:
        case StageId::values:
            return projected();
        case StageId::scores:
            return product(of("Q"), sup(symbol("K"), text("T")));
        case StageId::scaled_scores:
            return scaled();
        case StageId::weights:
            return weights();
        case StageId::head_outputs:
            return product(of(symbol_of(weights_in_use(m_experiment))), symbol("V"));
        case StageId::output: {
            const Projection& p = m_experiment.projection;
            return p.W_O ? plus(product(of("concat"), named("W_O", {})), p.b_O, "b_O") : of("concat");
        }
        case StageId::masked_scores:
        case StageId::dropped_weights:
        case StageId::concat:
            break;
        }
        return row({});
    }

    Formula input() const {
        const std::string vectors = symbol_of(vector_of(m_experiment, {m_scene.stage, 0, m_row, 0}).id);
        if (m_experiment.embedding.position.kind == PositionKind::none)
            return of(vectors);
        return row({of(vectors), text(" + "), named("P", m_is_row ? position() : std::string())});
    }

    /// Of the row's token, from 1.
    std::string position() const {
        const FirstPositions first = first_positions(m_experiment);
        return std::to_string((m_scene.stage == StageId::inputs ? first.query : first.key) + m_row + 1);
    }

    Formula projected() const {
        const Projection& p = m_experiment.projection;
        const ProjectionNames names = projection_of(m_scene.stage);
        const std::string x = symbol_of(inputs_of(m_experiment, m_scene.stage));
        if (m_scene.part == ScenePart::normalized || m_scene.part == ScenePart::rotated)
            return row({});
        switch (p.kind) {
        case ProjectionKind::linear:
            return plus(product(of(x), named(std::string(info(names.weights).name), {})),
                        projection_matrix(p, names.bias), info(names.bias).name.data());
        case ProjectionKind::identity:
            return m_experiment.heads.count == 1 ? of(x) : row({});
        case ProjectionKind::direct:
            break;
        }
        return row({});
    }

    Formula scaled() const {
        Formula result = m_experiment.scores.scale
                             ? row({of("S"), text(" × "), setting(*m_experiment.scores.scale)})
                             : fraction(of("S"), root(sub(symbol("d"), text("k"))));
        if (const auto& softcap = m_experiment.scores.softcap)
            result = row({setting(*softcap), text(" × tanh("), std::move(result), text(" ÷ "),
                          setting(*softcap), text(")")});
        if (m_experiment.scores.bias == ScoreBias::alibi)
            result = row({std::move(result), text(" − slope × |i − j|")});
        return m_experiment.scores.additive.empty() ? result
                                                    : row({std::move(result), text(" + "), of("added")});
    }

    Formula weights() const {
        const Normalization& normalization = m_experiment.normalization;
        Formula scores = of("masked");
        if (normalization.kind == NormalizationKind::sum)
            return row({std::move(scores), text(" ÷ Σ")});
        if (normalization.temperature != 1)
            scores = row({std::move(scores), text(" ÷ "), setting(normalization.temperature)});
        if (normalization.kind == NormalizationKind::sigmoid) {
            if (normalization.bias != 0)
                scores = row({std::move(scores), text(normalization.bias < 0 ? " − " : " + "),
                              setting(std::abs(normalization.bias))});
            return row({text("sigmoid("), std::move(scores), text(")")});
        }
        if (normalization.sink && is_softmax(normalization.kind)) {
            Formula sink = words("sink");
            if (normalization.temperature != 1)
                sink = row({std::move(sink), text(" ÷ "), setting(normalization.temperature)});
            scores = row({std::move(scores), text(", "), std::move(sink)});
        }
        const bool is_sparse = normalization.kind == NormalizationKind::sparsemax;
        return row({text(is_sparse ? "sparsemax(" : "softmax("), std::move(scores), text(")")});
    }

    const Experiment& m_experiment;
    Scene m_scene;
    Index m_row;
    bool m_is_row;
};

} // namespace

CaptionParts rows_caption(const CaptionInputs& of) {
    const bool is_norm = of.step.scene.part == ScenePart::normalized && of.step.rows.count == 1;
    return {RowWords(of)(), is_norm ? norm_of_row(of).numbers : Rule(of)()};
}

} // namespace lab
