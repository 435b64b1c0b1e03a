// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/describe/drawn_words.h"

#include "core/base/covered.h"
#include "core/describe/names.h"
#include "core/experiment/phrases.h"
#include "core/random/seeded_vector.h"

#include <string>
#include <vector>

namespace lab {

namespace {

std::string word_of(const Experiment& experiment, const ParameterCell& number) {
    const auto row = static_cast<std::size_t>(number.row);
    return number.id == ParameterId::E   ? distinct_tokens(experiment)[row]
           : number.id == ParameterId::X ? experiment.sequence.tokens[row]
                                         : experiment.source->tokens[row];
}

} // namespace

std::optional<Said> drawn_words(const Experiment& experiment, const ParameterCell& number) {
    if (number.id != ParameterId::E && !is_given_input(number.id))
        return std::nullopt;
    const std::string word = word_of(experiment, number);
    const double value = value_at(experiment, number.id, number.row, number.column);
    if (is_covered(value))
        return std::nullopt;
    if (value == seeded_token(experiment.embedding, word)(number.column))
        return say(phrase::drawn_for_word, in_quotes(word), std::to_string(experiment.embedding.seed));
    if (number.id == ParameterId::E)
        return say(phrase::not_as_drawn, in_quotes(word));
    return std::nullopt;
}

} // namespace lab
