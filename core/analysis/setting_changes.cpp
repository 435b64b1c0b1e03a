// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/setting_changes.h"

#include "core/edits/masks.h"
#include "core/options.h"
#include "core/parameter.h"
#include "core/phrases.h"

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

/// The parameters that both read with different numbers.
std::vector<Said> other_numbers(const Experiment& before, const Experiment& now) {
    std::vector<Said> names;
    if (is_read(before, ParameterId::E) && is_read(now, ParameterId::E) && !same_vectors(before, now))
        names.push_back(say(phrase::just, std::string(info(ParameterId::E).name)));
    for (const ParameterInfo& each : all_parameters()) {
        if (each.id == ParameterId::E)
            continue;
        const bool is_position = each.id == ParameterId::position;
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

} // namespace

Said name_of(NormalizationKind kind) {
    return say(normalizer_values[static_cast<std::size_t>(kind)].words);
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
    if (before.sequence.tokens != now.sequence.tokens)
        changes.push_back(say(phrase::other_sentence));
    if (before.source.has_value() != now.source.has_value())
        changes.push_back(say(now.source ? phrase::with_source : phrase::without_source));
    else if (now.source && before.source->tokens != now.source->tokens)
        changes.push_back(say(phrase::other_source));
    if (has_inputs(before) && has_inputs(now))
        add_if(before.embedding.inputs != now.embedding.inputs, name_of(before.embedding.inputs),
               name_of(now.embedding.inputs));
    add_if(before.sequence.offset != now.sequence.offset, say(phrase::just, before.sequence.offset + 1),
           say(phrase::just, now.sequence.offset + 1), phrase::first_position_change);
    if (before.source && now.source)
        add_if(before.source->offset != now.source->offset, say(phrase::just, before.source->offset + 1),
               say(phrase::just, now.source->offset + 1), phrase::first_source_position_change);
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
    add_if(!same_mask(before, now), mask_words(before.mask), mask_words(now.mask));
    add_options(Field::normalization);
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
