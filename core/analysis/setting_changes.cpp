// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/setting_changes.h"

#include "core/edits/masks.h"
#include "core/options.h"
#include "core/parameter.h"

#include <algorithm>

namespace lab {

namespace {

std::string name_of(ProjectionKind kind) {
    switch (kind) {
    case ProjectionKind::linear:
        return "with weights";
    case ProjectionKind::identity:
        return "Q = K = V = X";
    case ProjectionKind::direct:
        return "Q, K and V given";
    }
    return {};
}

/// "a, b and c".
std::string listed(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i)
        text += (i == 0 ? "" : i + 1 < names.size() ? ", " : " and ") + names[i];
    return text;
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

/// The parameters that both read with different numbers.
std::vector<std::string> other_numbers(const Experiment& before, const Experiment& now) {
    std::vector<std::string> names;
    if (has_inputs(before) && has_inputs(now) && !same_vectors(before, now))
        names.emplace_back("E");
    for (const ParameterInfo& each : all_parameters()) {
        if (each.id == ParameterId::E)
            continue;
        const bool is_position = each.id == ParameterId::position;
        const auto of = [&](const Experiment& e) {
            if (is_position)
                return e.embedding.position.kind == PositionKind::learned ? e.embedding.position.table
                                                                          : nullptr;
            return projection_matrix(e.projection, each.id);
        };
        const bool exchanged = before.projection.kind != now.projection.kind && !(of(before) && of(now));
        if (!exchanged && !same_matrix(of(before), of(now)))
            names.emplace_back(is_position ? "the position table" : std::string(each.name));
    }
    return names;
}

std::size_t groups(const Experiment& e) {
    return static_cast<std::size_t>(e.heads.kv_count);
}

bool same_mask(const Experiment& a, const Experiment& b) {
    const auto same_option = [&](const Option& option) {
        return option.field != Field::mask || is_same(option, a, b);
    };
    return std::ranges::all_of(all_options(), same_option) && a.mask.padding == b.mask.padding &&
           same_matrix(a.mask.custom, b.mask.custom);
}

bool same_overrides(const Experiment& a, const Experiment& b) {
    return std::ranges::equal(a.overrides, b.overrides, [](const Override& x, const Override& y) {
        return x.stage == y.stage && x.head == y.head && x.row == y.row && x.column == y.column &&
               x.value == y.value;
    });
}

} // namespace

std::string name_of(NormalizationKind kind) {
    return normalizer_values[static_cast<std::size_t>(kind)].words;
}

std::string name_of(PositionKind kind) {
    switch (kind) {
    case PositionKind::none:
        return "no positions";
    case PositionKind::sinusoidal:
        return "sinusoidal";
    case PositionKind::learned:
        return "learned";
    }
    return {};
}

std::string name_of(const Mask& mask) {
    return has_mask(mask) ? mask_text(mask) : "no mask";
}

std::string name_of_heads(Index count) {
    return count == 1 ? "1 head" : std::to_string(count) + " heads";
}

std::vector<std::string> setting_changes(const Experiment& before, const Experiment& now) {
    std::vector<std::string> changes;
    const auto say = [&](const std::string& was, const std::string& is) {
        changes.push_back(was == is ? is + " in another way" : was + " → " + is);
    };
    const auto say_if = [&](bool differs, const std::string& was, const std::string& is) {
        if (differs)
            say(was, is);
    };
    const auto say_options = [&](Field field) {
        for (const Option& option : all_options()) {
            const bool applies = !option.applies || (option.applies(before) && option.applies(now));
            if (option.field == field && option.compared_as && applies)
                say_if(!is_same(option, before, now), option.compared_as + words_of(option, before),
                       words_of(option, now));
        }
    };
    if (before.sequence.tokens != now.sequence.tokens)
        changes.emplace_back("another sentence");
    if (before.source.has_value() != now.source.has_value())
        changes.emplace_back(now.source ? "with a second sentence" : "without the second sentence");
    else if (now.source && before.source->tokens != now.source->tokens)
        changes.emplace_back("another second sentence");
    if (has_inputs(before) || has_inputs(now))
        say_if(before.embedding.position.kind != now.embedding.position.kind,
               name_of(before.embedding.position.kind), name_of(now.embedding.position.kind));
    say_if(before.projection.kind != now.projection.kind, name_of(before.projection.kind),
           name_of(now.projection.kind));
    say_if(before.heads.count != now.heads.count, name_of_heads(before.heads.count),
           name_of_heads(now.heads.count));
    if (before.heads.count == now.heads.count && groups(before) != groups(now))
        changes.push_back(std::to_string(groups(before)) + " → " + std::to_string(groups(now)) +
                          " key/value heads");
    if (const auto names = other_numbers(before, now); !names.empty())
        changes.push_back("numbers of " + listed(names));
    say_options(Field::rotary);
    say_options(Field::scale);
    say_if(!same_mask(before, now), name_of(before.mask), name_of(now.mask));
    say_options(Field::normalization);
    if (!same_overrides(before, now))
        changes.push_back("overrides: " + std::to_string(before.overrides.size()) + " → " +
                          std::to_string(now.overrides.size()));
    return changes;
}

} // namespace lab
