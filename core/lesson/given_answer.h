// SPDX-License-Identifier: GPL-3.0-or-later
//
// What somebody gives for an answer.
#pragma once

#include "core/analysis/answer.h"
#include "core/lesson/lesson_step.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <variant>

namespace lab {

struct ChosenOption {
    std::size_t index = 0; ///< of Question::choices
};
struct ClickedCell {
    Index row = 0, column = 0;
};

/// For a goal nothing; for `number` and `text` what was typed; for `matrix` the numbers; an option; a cell of
/// the stage; a mistake.
using GivenAnswer = std::variant<std::monostate, std::string, Answer, ChosenOption, ClickedCell, MistakeKind>;

/// From `given` of a progress, which may be anything. nullopt if that answers no question of this kind.
std::optional<GivenAnswer> given_from(const Question& question, const nlohmann::ordered_json& given);
/// As it is written there, always a list: of one number or text, one index of an option, one key of a
/// mistake; of rows; of a row and a column; an empty one for a goal. −∞ and NaN, which JSON cannot hold, are
/// "-inf" and "nan".
nlohmann::ordered_json given_json(const GivenAnswer& given);

} // namespace lab
