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

/// A part of an experiment that is allowed or not. Permits are asked for at every step of a drag, so that
/// parts are compared where they are, and nothing is copied.
struct LockedPart {
    std::string_view name; ///< in `allow`; empty: nothing names it
    Said words;            ///< that it is locked
    std::function<bool(const Experiment& before, const Experiment& after)> is_unchanged;
    /// Whether it is the same but for what moved with tokens; empty: nothing does.
    std::function<bool(const FollowedTokens&, const Experiment& before, const Experiment& after)>
        has_followed = {};
};

/// Whether the member at the end of `path` is the same: has_same<&Experiment::heads, &Heads::count>.
template<auto... path>
bool has_same(const Experiment& before, const Experiment& after) {
    return (before.*....*path) == (after.*....*path);
}

/// What nothing names, first: other parts change with it.
void add_kinds(std::vector<LockedPart>& parts) {
    const auto add = [&](const char* what, auto is_unchanged) {
        parts.push_back({{}, say(is_locked, what), is_unchanged});
    };
    add("The kind of projection", has_same<&Experiment::projection, &Projection::kind>);
    add("The kind of inputs", has_same<&Experiment::embedding, &Embedding::inputs>);
    add("Whether there is a source", [](const Experiment& before, const Experiment& after) {
        return before.source.has_value() == after.source.has_value();
    });
    add("The number of heads", has_same<&Experiment::heads, &Heads::count>);
    add("The number of key and value groups", has_same<&Experiment::heads, &Heads::kv_count>);
    add("The size of vectors", has_same<&Experiment::embedding, &Embedding::dimension>);
}

void add_sentence(std::vector<LockedPart>& parts) {
    parts.push_back({allow_sentence, say(is_locked, "The sentence"),
                     [](const Experiment& before, const Experiment& after) {
                         return is_same(before.sequence, after.sequence) &&
                                (!before.source || !after.source || is_same(*before.source, *after.source));
                     }});
}

/// Both have a norm of the same kind, or none. Gains are parameters.
bool has_same_norm(const Experiment& before, const Experiment& after) {
    const std::optional<QkNorm>&was = before.scores.qk_norm, &is = after.scores.qk_norm;
    if (!was || !is)
        return was.has_value() == is.has_value();
    return was->kind == is->kind && was->epsilon == is->epsilon;
}

void add_options(std::vector<LockedPart>& parts) {
    const auto add = [&](std::string_view title, auto is_unchanged) {
        parts.push_back({allow_options, say(is_locked, std::string(title)), is_unchanged});
    };
    for (const Option& option : all_options()) {
        if (option.field != Field::mask)
            add(option.title, [&option](const Experiment& before, const Experiment& after) {
                return is_same(option, before, after);
            });
    }
    add("The kind of positions", has_same<&Experiment::embedding, &Embedding::position, &Position::kind>);
    add("The norm of queries and keys", has_same_norm);
    add("Dropout", [](const Experiment& before, const Experiment& after) {
        return is_same(before.dropout, after.dropout);
    });
}

void add_mask(std::vector<LockedPart>& parts) {
    for (const Option& option : all_options()) {
        if (option.field == Field::mask)
            parts.push_back({allow_mask, say(is_locked, "The mask"),
                             [&option](const Experiment& before, const Experiment& after) {
                                 return is_same(option, before, after);
                             }});
    }
    parts.push_back({allow_mask, say(is_locked, "The mask"),
                     [](const Experiment& before, const Experiment& after) {
                         return before.mask.padding == after.mask.padding &&
                                is_same(before.mask.custom, after.mask.custom);
                     },
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

bool is_same_parameter(ParameterId id, const Experiment& before, const Experiment& after) {
    const Embedding &was = before.embedding, &is = after.embedding;
    switch (id) {
    case ParameterId::E:
        return was.seed == is.seed && (was.table == is.table || is_same(*was.table, *is.table));
    case ParameterId::additive:
        return std::ranges::equal(before.scores.additive, after.scores.additive,
                                  [](const MatrixPtr& a, const MatrixPtr& b) { return is_same(a, b); });
    case ParameterId::position: // a table comes with `learned`
        return was.position.kind != is.position.kind || is_same(was.position.table, is.position.table);
    default: {
        const MatrixPtr *const old = place_of(before, id), *const now = place_of(after, id);
        return !old || !now || is_same(*old, *now); // gains go with the norm
    }
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
             [id = each.id](const Experiment& before, const Experiment& after) {
                 return is_same_parameter(id, before, after);
             },
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
    parts.push_back(
        {allow_overrides, say(are_locked, "Overrides"),
         [](const Experiment& before, const Experiment& after) {
             return std::ranges::equal(before.overrides, after.overrides,
                                       [](const Override& a, const Override& b) { return is_same(a, b); });
         },
         [](const FollowedTokens& tokens, const Experiment& /*before*/, const Experiment& /*after*/) {
             return tokens.has_same_overrides();
         }});
    return parts;
}

const std::vector<LockedPart>& locked_parts() {
    static const std::vector<LockedPart> parts = all_parts();
    return parts;
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
    const auto is_allowed = [&](std::string_view name) {
        return !name.empty() && std::ranges::find(*allow, name) != allow->end();
    };
    std::optional<FollowedTokens> tokens;
    const auto has_followed = [&](const LockedPart& part) {
        if (!part.has_followed || !is_allowed(allow_sentence) ||
            !(has_other_tokens(before, after) || has_other_offsets(before, after)))
            return false;
        if (!tokens)
            tokens.emplace(before, after);
        return part.has_followed(*tokens, before, after);
    };
    for (const LockedPart& part : locked_parts()) {
        if (!is_allowed(part.name) && !part.is_unchanged(before, after) && !has_followed(part))
            return part.words;
    }
    return std::nullopt;
}

Said locked_in_words(std::string_view name) {
    return std::ranges::find(locked_parts(), name, &LockedPart::name)->words;
}

} // namespace lab
