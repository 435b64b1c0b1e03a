// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/setting_changes.h"

#include "core/edits/next_word.h"
#include "core/experiment/cache_step.h"
#include "core/experiment/is_same.h"
#include "core/experiment/masks.h"
#include "core/experiment/normalizers.h"
#include "core/experiment/options.h"
#include "core/experiment/parameter.h"
#include "core/experiment/phrases.h"

#include <algorithm>

namespace lab {

namespace {

Said name_of(ProjectionKind kind) {
    switch (kind) {
    case ProjectionKind::linear:
        return say(phrase::with_weights);
    case ProjectionKind::identity:
        return say(phrase::identity);
    case ProjectionKind::direct:
        return say(phrase::direct);
    }
    return {};
}

Said name_of(InputKind kind) {
    return say(kind == InputKind::rows ? phrase::inputs_by_row : phrase::inputs_by_word);
}

bool same_vectors(const Experiment& a, const Experiment& b) {
    // Compares only words that both have; the others depend on the sentence.
    const auto& table = *b.embedding.table;
    return std::ranges::all_of(a.embedding.table->entries(), [&](const EmbeddingTable::Entry& entry) {
        const TokenVector* other = table.find(entry.token);
        return !other || other->values == entry.vector.values ||
               (other->values->size() == entry.vector.values->size() &&
                *other->values == *entry.vector.values);
    });
}

bool same_matrix(const MatrixPtr& a, const MatrixPtr& b) {
    if (a == b || !a || !b)
        return a == b;
    return a->rows() == b->rows() && a->cols() == b->cols() && *a == *b;
}

/// What differs in whether and how queries and keys are normalised.
void add_norm_changes(const Experiment& before, const Experiment& now, std::vector<Said>& changes) {
    const auto was = kind_of_norm(before), is = kind_of_norm(now);
    if (was != is)
        changes.push_back(say(phrase::norm_change, name_of_norm(was), name_of_norm(is)));
    if (was && is && before.scores.qk_norm->epsilon != now.scores.qk_norm->epsilon)
        changes.push_back(
            say(phrase::norm_epsilon_change, before.scores.qk_norm->epsilon, now.scores.qk_norm->epsilon));
}

/// Whether the heads that both have add the same scores.
bool same_added_scores(const Scores& a, const Scores& b) {
    if (a.additive.empty() || b.additive.empty())
        return a.additive.empty() == b.additive.empty();
    const std::size_t heads = std::max(a.additive.size(), b.additive.size());
    const bool is_shared = a.additive.size() == 1 || b.additive.size() == 1;
    for (std::size_t head = 0; head < heads; ++head) {
        const auto of = [head](const Scores& scores) {
            return scores.additive[scores.additive.size() == 1 ? 0 : head];
        };
        const bool both = is_shared || (head < a.additive.size() && head < b.additive.size());
        if (both && !same_matrix(of(a), of(b)))
            return false;
    }
    return true;
}

/// The parameters that both read with different numbers.
std::vector<Said> other_numbers(const Experiment& before, const Experiment& now) {
    std::vector<Said> names;
    if (is_read(before, ParameterId::E) && is_read(now, ParameterId::E) && !same_vectors(before, now))
        names.push_back(say(phrase::just, std::string(info(ParameterId::E).name)));
    for (const ParameterInfo& each : all_parameters()) {
        if (each.id == ParameterId::E || each.id == ParameterId::additive)
            continue;
        const bool is_position = each.id == ParameterId::position;
        if (each.id == ParameterId::sink)
            continue; // compared as a setting
        if (is_gain(each.id) && !(is_read(before, each.id) && is_read(now, each.id)))
            continue;
        const auto of = [&](const Experiment& e) {
            if (is_gain(each.id))
                return parameter(e, each.id);
            if (is_position)
                return e.embedding.position.kind == PositionKind::learned ? e.embedding.position.table
                                                                          : nullptr;
            return parameter(e, each.id);
        };
        const bool may_be_absent =
            is_gain(each.id) ? false
                             : before.projection.kind != now.projection.kind || is_given_input(each.id);
        const bool exchanged = may_be_absent && !(of(before) && of(now));
        if (!exchanged && !same_matrix(of(before), of(now)))
            names.push_back(is_position ? say(phrase::position_table)
                                        : say(phrase::just, std::string(each.name)));
    }
    const bool both_add = !before.scores.additive.empty() && !now.scores.additive.empty();
    if (both_add && !same_added_scores(before.scores, now.scores))
        names.push_back(say(phrase::added_scores));
    return names;
}

bool same_mask(const Experiment& a, const Experiment& b) {
    const auto same_option = [&](const Option& option) {
        return option.field != Field::mask || is_same(option, a, b);
    };
    return std::ranges::all_of(all_options(), same_option) && a.mask.padding == b.mask.padding &&
           same_matrix(a.mask.custom, b.mask.custom);
}

Said words_of(const std::optional<Dropout>& dropout) {
    return dropout ? say(phrase::rate_and_seed, dropout->rate, std::to_string(dropout->seed))
                   : say(phrase::none);
}

bool same_overrides(const Experiment& a, const Experiment& b) {
    return std::ranges::equal(a.overrides, b.overrides, [](const Override& x, const Override& y) {
        return x.stage == y.stage && x.head == y.head && x.row == y.row && x.column == y.column &&
               x.value == y.value;
    });
}

/// Of those that both read.
bool same_sink(const Experiment& a, const Experiment& b) {
    return !normalizer(a).has_sink || !normalizer(b).has_sink ||
           same_matrix(a.normalization.sink, b.normalization.sink);
}

Said name_of_sink(const MatrixPtr& sink) {
    return !sink               ? say(phrase::none)
           : sink->cols() == 1 ? say(phrase::just, (*sink)(0, 0))
                               : say(phrase::one_for_each_head);
}

Said sink_change(const MatrixPtr& before, const MatrixPtr& now) {
    const bool for_heads = before && now && before->cols() > 1 && now->cols() > 1;
    return for_heads ? say(phrase::other_numbers, say(phrase::the_sink))
                     : say(phrase::sink_change, name_of_sink(before), name_of_sink(now));
}

/// What is read. Word by word, it is the sentence that this is a step of, and there is no second one.
struct SentencesRead {
    Sequence sentence;
    std::optional<Sequence> source;
    std::optional<std::size_t> step; ///< word by word: how many words have been read
};

SentencesRead sentences_read(const Experiment& experiment) {
    if (is_cache_step(experiment))
        return {whole_sentence(experiment), {}, experiment.source->tokens.size()};
    return {experiment.sequence, experiment.source, {}};
}

void add_sentence_changes(const SentencesRead& before, const SentencesRead& now, std::vector<Said>& changes) {
    if (before.sentence.tokens != now.sentence.tokens)
        changes.push_back(say(phrase::other_sentence));
    if (before.source.has_value() != now.source.has_value())
        changes.push_back(say(now.source ? phrase::with_source : phrase::without_source));
    else if (now.source && before.source->tokens != now.source->tokens)
        changes.push_back(say(phrase::other_source));
    if (before.step.has_value() != now.step.has_value())
        changes.push_back(say(now.step ? phrase::with_key_cache : phrase::without_key_cache));
    else if (before.step != now.step)
        changes.push_back(say(phrase::other_query));
}

} // namespace

Said name_of(NormalizationKind kind) {
    return say(normalizer(kind).words);
}

Said name_of(PositionKind kind) {
    switch (kind) {
    case PositionKind::none:
        return say(phrase::no_positions);
    case PositionKind::sinusoidal:
        return say(phrase::sinusoidal);
    case PositionKind::learned:
        return say(phrase::learned);
    }
    return {};
}

std::optional<QkNormKind> kind_of_norm(const Experiment& experiment) {
    const std::optional<QkNorm>& norm = experiment.scores.qk_norm;
    return norm ? std::optional(norm->kind) : std::nullopt;
}

Said name_of_norm(std::optional<QkNormKind> kind) {
    return say(!kind ? phrase::off : *kind == QkNormKind::rms ? phrase::by_rms : phrase::by_length);
}

Said name_of_heads(Index count) {
    return count == 1 ? say(phrase::one_head) : say(phrase::several_heads, count);
}

std::vector<Said> setting_changes(const Experiment& before, const Experiment& now) {
    std::vector<Said> changes;
    const auto add_if = [&](bool differs, Said was, Said is, const Phrase<2>& words = phrase::change) {
        if (!differs)
            return;
        // Two numbers without a name that are written alike would read as no change.
        const bool looks_same = &words == &phrase::change && text_of(was) == text_of(is);
        changes.push_back(looks_same ? say(phrase::in_another_way, std::move(is))
                                     : say(words, std::move(was), std::move(is)));
    };
    const auto add_options = [&](Field field) {
        for (const Option& option : all_options()) {
            const bool applies = !option.applies || (option.applies(before) && option.applies(now));
            if (option.field == field && option.compared_as && applies)
                add_if(!is_same(option, before, now), words_of(option, before), words_of(option, now),
                       *option.compared_as);
        }
    };
    const SentencesRead was = sentences_read(before), is = sentences_read(now);
    add_sentence_changes(was, is, changes);
    if (has_inputs(before) && has_inputs(now))
        add_if(before.embedding.inputs != now.embedding.inputs, name_of(before.embedding.inputs),
               name_of(now.embedding.inputs));
    add_if(was.sentence.offset != is.sentence.offset, say(phrase::just, Counted{was.sentence.offset}),
           say(phrase::just, Counted{is.sentence.offset}), phrase::first_position_change);
    if (was.source && is.source)
        add_if(was.source->offset != is.source->offset, say(phrase::just, Counted{was.source->offset}),
               say(phrase::just, Counted{is.source->offset}), phrase::first_source_position_change);
    if (has_inputs(before) || has_inputs(now))
        add_if(before.embedding.position.kind != now.embedding.position.kind,
               name_of(before.embedding.position.kind), name_of(now.embedding.position.kind));
    add_if(before.projection.kind != now.projection.kind, name_of(before.projection.kind),
           name_of(now.projection.kind));
    add_if(before.heads.count != now.heads.count, name_of_heads(before.heads.count),
           name_of_heads(now.heads.count));
    if (before.heads.count == now.heads.count && before.heads.kv_count != now.heads.kv_count)
        changes.push_back(say(phrase::groups_change, before.heads.kv_count, now.heads.kv_count));
    if (auto names = other_numbers(before, now); !names.empty())
        changes.push_back(say(phrase::other_numbers, list_of(std::move(names), phrase::last_of_names)));
    add_norm_changes(before, now, changes);
    add_options(Field::rotary);
    add_options(Field::scale);
    if (before.scores.additive.empty() != now.scores.additive.empty())
        changes.push_back(
            say(before.scores.additive.empty() ? phrase::with_added_scores : phrase::without_added_scores));
    add_if(!same_mask(before, now), mask_words(before.mask), mask_words(now.mask));
    add_options(Field::normalization);
    if (!same_sink(before, now))
        changes.push_back(sink_change(before.normalization.sink, now.normalization.sink));
    const bool same_dropout = before.dropout.has_value() == now.dropout.has_value() &&
                              (!now.dropout || (before.dropout->rate == now.dropout->rate &&
                                                before.dropout->seed == now.dropout->seed));
    add_if(!same_dropout, words_of(before.dropout), words_of(now.dropout), phrase::dropout_change);
    if (!same_overrides(before, now))
        changes.push_back(say(phrase::overrides_change, static_cast<Index>(before.overrides.size()),
                              static_cast<Index>(now.overrides.size())));
    return changes;
}

} // namespace lab
