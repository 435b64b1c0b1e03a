// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edits/tokens.h"

#include "core/edits/moved_tokens.h"
#include "core/stages/01_tokens.h"

#include <algorithm>

namespace lab {

namespace {

using Strings = std::vector<std::string>;

/// The text before each token and after the last; all empty if the text does not determine the tokens.
Strings gaps_of(const Sequence& sequence) {
    if (sequence.tokenizer == Tokenizer::manual)
        return Strings(sequence.tokens.size() + 1);
    Strings gaps;
    std::size_t end = 0;
    for (const std::string& token : sequence.tokens) {
        const std::size_t begin = sequence.text.find(token, end);
        gaps.push_back(sequence.text.substr(end, begin - end));
        end = begin + token.size();
    }
    gaps.push_back(sequence.text.substr(end));
    return gaps;
}

std::string joined(const Strings& gaps, const Strings& tokens) {
    std::string text;
    for (std::size_t i = 0; i < tokens.size(); ++i)
        text += gaps[i] + tokens[i];
    return text + gaps.back();
}

/// The sequence with those tokens. Its text has these gaps, or spaces if the gaps would give other tokens.
Sequence with_tokens(const Sequence& before, const Strings& gaps, Strings tokens) {
    Sequence next = before;
    if (before.tokenizer == Tokenizer::manual) {
        next.tokens = std::move(tokens);
        return next;
    }
    next = make_sequence(joined(gaps, tokens), before.tokenizer);
    if (next.tokens != tokens)
        next = make_sequence(spaced(tokens), before.tokenizer);
    next.offset = before.offset;
    return next;
}

/// The experiment after `edit` of a sequence's tokens, which of the old ones each continues (−1: none), and
/// the gaps around them.
template<class Edit>
Experiment with_tokens_edited(const Experiment& experiment, Side side, const Edit& edit) {
    const Sequence& before = sequence_of(experiment, side);
    Strings tokens = before.tokens;
    TokenOrigins origins = unmoved(tokens.size());
    Strings gaps = gaps_of(before);
    edit(tokens, origins, gaps);
    Sequence sequence = with_tokens(before, gaps, tokens);
    // If not even spaces keep the tokens apart as before, align them as typed ones are.
    if (sequence.tokens != tokens)
        origins = aligned(before.tokens, sequence.tokens);
    return with_sequence(experiment, side, std::move(sequence), origins);
}

} // namespace

Sequence with_words(const Sequence& sequence, std::vector<std::string> words) {
    return with_tokens(sequence, gaps_of(sequence), std::move(words));
}

Sequence with_first_words(const Sequence& sequence, std::size_t count) {
    if (count == sequence.tokens.size())
        return sequence;
    Strings gaps = gaps_of(sequence);
    gaps.resize(count + 1);
    gaps.back().clear();
    const auto end = sequence.tokens.begin() + static_cast<std::ptrdiff_t>(count);
    return with_tokens(sequence, gaps, {sequence.tokens.begin(), end});
}

Experiment with_token_moved(const Experiment& experiment, Side side, TokenIndex from, TokenIndex to) {
    const auto move = [&](auto& list) {
        const auto first = list.begin() + std::min(from, to);
        const auto last = list.begin() + std::max(from, to) + 1;
        std::rotate(first, from < to ? first + 1 : last - 1, last);
    };
    return with_tokens_edited(experiment, side, [&](Strings& tokens, TokenOrigins& origins, Strings&) {
        move(tokens);
        move(origins);
    });
}

Experiment with_token_removed(const Experiment& experiment, Side side, TokenIndex token) {
    return with_tokens_edited(experiment, side, [&](Strings& tokens, TokenOrigins& origins, Strings& gaps) {
        tokens.erase(tokens.begin() + token);
        origins.erase(origins.begin() + token);
        // Also removes the gap after the token, or the one before it if it is the last.
        gaps.erase(gaps.begin() + (token < static_cast<TokenIndex>(tokens.size()) ? token + 1 : token));
    });
}

Experiment with_token_duplicated(const Experiment& experiment, Side side, TokenIndex token) {
    const bool spaced = sequence_of(experiment, side).tokenizer != Tokenizer::characters;
    return with_tokens_edited(experiment, side, [&](Strings& tokens, TokenOrigins& origins, Strings& gaps) {
        const std::string copy = tokens[static_cast<std::size_t>(token)];
        tokens.insert(tokens.begin() + token + 1, copy);
        origins.insert(origins.begin() + token + 1, -1);
        gaps.insert(gaps.begin() + token + 1, spaced ? " " : "");
    });
}

Experiment with_token_replaced(const Experiment& experiment, Side side, TokenIndex token,
                               const std::string& text) {
    const Sequence& before = sequence_of(experiment, side);
    Strings tokens = before.tokens;
    tokens[static_cast<std::size_t>(token)] = text;
    Sequence sequence;
    if (before.tokenizer == Tokenizer::manual) {
        if (text.empty())
            return with_token_removed(experiment, side, token);
        sequence = {before.tokenizer, before.text, tokens};
    } else {
        sequence = make_sequence(joined(gaps_of(before), tokens), before.tokenizer);
    }
    const std::vector<TokenIndex> origins = aligned(before.tokens, sequence.tokens);
    return with_sequence(experiment, side, std::move(sequence), origins);
}

} // namespace lab
