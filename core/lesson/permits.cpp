// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/permits.h"

#include "core/experiment/is_same.h"
#include "core/experiment/options.h"
#include "core/experiment/parameter.h"
#include "core/lesson/allow_names.h"
#include "core/lesson/followed_tokens.h"

#include <algorithm>
#include <functional>
#include <string_view>

namespace lab {

namespace {

constexpr Phrase<1> is_locked{"{0} is locked in this step"};
constexpr Phrase<1> are_locked{"{0} are locked in this step"};

/// A part of an experiment that is allowed or not.
struct LockedPart {
    std::string_view name; ///< in `allow`; empty: nothing names it
    Said words;            ///< that it is locked
    std::function<void(Experiment& to, const Experiment& from)> copy;
    /// Whether it is the same but for what moved with tokens; empty: nothing does.
    std::function<bool(const FollowedTokens&, const Experiment& before, const Experiment& after)>
        has_followed = {};
};

/// What nothing names, first: other parts change with it.
void add_kinds(std::vector<LockedPart>& parts) {
    const auto add = [&](const char* what, auto copy) {
        parts.push_back({{}, say(is_locked, what), std::move(copy)});
    };
    add("The kind of projection",
        [](Experiment& to, const Experiment& from) { to.projection.kind = from.projection.kind; });
    add("The kind of inputs",
        [](Experiment& to, const Experiment& from) { to.embedding.inputs = from.embedding.inputs; });
    add("Whether there is a source", [](Experiment& to, const Experiment& from) {
        if (to.source.has_value() != from.source.has_value())
            to.source = from.source;
    });
    add("The number of heads",
        [](Experiment& to, const Experiment& from) { to.heads.count = from.heads.count; });
    add("The number of key and value groups",
        [](Experiment& to, const Experiment& from) { to.heads.kv_count = from.heads.kv_count; });
    add("The size of vectors",
        [](Experiment& to, const Experiment& from) { to.embedding.dimension = from.embedding.dimension; });
}

void add_sentence(std::vector<LockedPart>& parts) {
    parts.push_back(
        {allow_sentence, say(is_locked, "The sentence"), [](Experiment& to, const Experiment& from) {
             to.sequence = from.sequence;
             if (to.source && from.source)
                 to.source = from.source;
         }});
}

void copy_option(const Option& option, Experiment& to, const Experiment& from) {
    std::visit([&](const auto& value) { value.set(to, value.get(from)); }, option.value);
}

bool is_of_mask(const Option& option) {
    return option.field == Field::mask;
}

void add_options(std::vector<LockedPart>& parts) {
    const auto add = [&](const std::string& place, auto copy) {
        parts.push_back({allow_options, say(is_locked, "The option " + place), std::move(copy)});
    };
    for (const Option& option : all_options()) {
        if (!is_of_mask(option))
            add(option.place(),
                [&option](Experiment& to, const Experiment& from) { copy_option(option, to, from); });
    }
    // A table comes with `learned`.
    add("embedding.position.kind", [](Experiment& to, const Experiment& from) {
        if (to.embedding.position.kind != from.embedding.position.kind)
            to.embedding.position = from.embedding.position;
    });
    // Gains go with the norm.
    add("scores.qk_norm", [](Experiment& to, const Experiment& from) {
        std::optional<QkNorm>& norm = to.scores.qk_norm;
        if (!norm || !from.scores.qk_norm) {
            norm = from.scores.qk_norm;
            return;
        }
        norm->kind = from.scores.qk_norm->kind;
        norm->epsilon = from.scores.qk_norm->epsilon;
    });
    add("dropout", [](Experiment& to, const Experiment& from) { to.dropout = from.dropout; });
}

void add_mask(std::vector<LockedPart>& parts) {
    const auto copy_rules = [](Experiment& to, const Experiment& from) {
        for (const Option& option : all_options()) {
            if (is_of_mask(option))
                copy_option(option, to, from);
        }
    };
    const auto copy_tokens = [](Experiment& to, const Experiment& from) {
        to.mask.padding = from.mask.padding;
        to.mask.custom = from.mask.custom;
    };
    parts.push_back({allow_mask, say(is_locked, "The mask"), copy_rules});
    parts.push_back({allow_mask, say(is_locked, "The mask"), copy_tokens,
                     [](const FollowedTokens& tokens, const Experiment& /*before*/,
                        const Experiment& /*after*/) { return tokens.has_same_mask(); }});
}

bool has_same_added(const FollowedTokens& tokens, const Experiment& before, const Experiment& after) {
    return std::ranges::equal(
        before.scores.additive, after.scores.additive,
        [&](const MatrixPtr& was, const MatrixPtr& is) { return tokens.has_same_pairs(was, is); });
}

/// Rows that there were before are the same, as far as they are still there.
bool has_same_positions(const Experiment& before, const Experiment& after) {
    const MatrixPtr &was = before.embedding.position.table, &is = after.embedding.position.table;
    if (!was || !is || was->cols() != is->cols())
        return false;
    const Index rows = std::min(was->rows(), is->rows());
    return was->topRows(rows) == is->topRows(rows);
}

bool has_followed(ParameterId id, const FollowedTokens& tokens, const Experiment& before,
                  const Experiment& after) {
    switch (id) {
    case ParameterId::E:
        return before.embedding.seed == after.embedding.seed && tokens.has_same_table();
    case ParameterId::X:
    case ParameterId::X_source:
    case ParameterId::Q:
    case ParameterId::K:
    case ParameterId::V: {
        const bool of_queries = id == ParameterId::X || id == ParameterId::Q;
        return tokens.has_same_rows(*place_of(before, id), *place_of(after, id), !of_queries);
    }
    case ParameterId::additive:
        return has_same_added(tokens, before, after);
    case ParameterId::position:
        return has_same_positions(before, after);
    default:
        return false;
    }
}

void copy_parameter(ParameterId id, Experiment& to, const Experiment& from) {
    if (id == ParameterId::E) {
        to.embedding.table = from.embedding.table;
        to.embedding.seed = from.embedding.seed;
    } else if (id == ParameterId::additive) {
        to.scores.additive = from.scores.additive;
    } else if (id != ParameterId::position || to.embedding.position.kind == from.embedding.position.kind) {
        const MatrixPtr* its = place_of(from, id);
        if (MatrixPtr* place = place_of(to, id); place && its)
            *place = *its;
    }
}

Said locked_parameter(const ParameterInfo& parameter) {
    switch (parameter.id) {
    case ParameterId::position:
        return say(is_locked, "The position table");
    case ParameterId::sink:
        return say(is_locked, "The sink");
    case ParameterId::additive:
        return say(are_locked, "The added scores");
    default:
        return say(is_locked, std::string(parameter.name));
    }
}

void add_parameters(std::vector<LockedPart>& parts) {
    for (const ParameterInfo& each : all_parameters())
        parts.push_back(
            {each.name, locked_parameter(each),
             [id = each.id](Experiment& to, const Experiment& from) { copy_parameter(id, to, from); },
             [id = each.id](const FollowedTokens& tokens, const Experiment& before, const Experiment& after) {
                 return has_followed(id, tokens, before, after);
             }});
}

std::vector<LockedPart> all_parts() {
    std::vector<LockedPart> parts;
    add_kinds(parts);
    add_sentence(parts);
    add_options(parts);
    add_mask(parts);
    add_parameters(parts);
    parts.push_back({allow_overrides, say(are_locked, "Overrides"),
                     [](Experiment& to, const Experiment& from) { to.overrides = from.overrides; },
                     [](const FollowedTokens& tokens, const Experiment& /*before*/,
                        const Experiment& /*after*/) { return tokens.has_same_overrides(); }});
    return parts;
}

/// Without what is no part of any limit.
Experiment limited_part(Experiment experiment) {
    experiment.title.clear();
    experiment.description.clear();
    experiment.snapshots.clear();
    experiment.inactive_projections.clear();
    for (JsonPtr Experiment::*json : {&Experiment::origin, &Experiment::view, &Experiment::unknown_keys})
        experiment.*json = nullptr;
    return experiment;
}

bool has_other_tokens(const Experiment& before, const Experiment& after) {
    return before.sequence.tokens != after.sequence.tokens || key_tokens(before) != key_tokens(after);
}

/// With the first position, a learned table may get rows.
bool has_other_offsets(const Experiment& before, const Experiment& after) {
    return positions_needed(before) != positions_needed(after);
}

} // namespace

std::optional<Said> permits(const Experiment& before, const Experiment& after,
                            const std::optional<std::vector<std::string>>& allow) {
    if (!allow)
        return std::nullopt;
    static const std::vector<LockedPart> parts = all_parts();
    const Experiment was = limited_part(before), is = limited_part(after);
    const auto is_allowed = [&](std::string_view name) {
        return !name.empty() && std::ranges::find(*allow, name) != allow->end();
    };
    const bool may_follow =
        is_allowed(allow_sentence) && (has_other_tokens(was, is) || has_other_offsets(was, is));
    std::optional<FollowedTokens> tokens;
    for (const LockedPart& part : parts) {
        if (is_allowed(part.name))
            continue;
        Experiment changed = was;
        part.copy(changed, is);
        if (is_same(was, changed))
            continue;
        if (may_follow && part.has_followed) {
            if (!tokens)
                tokens.emplace(was, is);
            if (part.has_followed(*tokens, was, is))
                continue;
        }
        return part.words;
    }
    return std::nullopt;
}

} // namespace lab
