// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/given_answer.h"

#include "core/base/number_format.h"
#include "core/io/printed_array.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace lab {

namespace {

using LessonJson = nlohmann::ordered_json;

constexpr int least_given_decimals = 2; // as in Answer

struct NamedNumber {
    const char* name;
    double value;
};
constexpr std::array not_in_json{NamedNumber{"-inf", -std::numeric_limits<double>::infinity()},
                                 NamedNumber{"inf", std::numeric_limits<double>::infinity()},
                                 NamedNumber{"nan", std::numeric_limits<double>::quiet_NaN()}};

std::optional<double> given_number(const LessonJson& json) {
    if (json.is_number())
        return json.get<double>();
    for (const NamedNumber& each : not_in_json) {
        if (json == each.name)
            return each.value;
    }
    return std::nullopt;
}

/// How many decimals a number shows in its shortest form.
int decimals_in(double number) {
    const WrittenDigits digits = written_digits(shortest(number));
    return std::isfinite(number) ? digits.decimals.value_or(0) - digits.exponent.value_or(0) : 0;
}

std::optional<Answer> given_matrix(const LessonJson& rows) {
    if (!rows.is_array() || rows.empty() || !rows[0].is_array() || rows[0].empty())
        return std::nullopt;
    Answer answer{Matrix(static_cast<Index>(rows.size()), static_cast<Index>(rows[0].size()))};
    int decimals = least_given_decimals;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        if (!rows[row].is_array() || rows[row].size() != rows[0].size())
            return std::nullopt;
        for (std::size_t column = 0; column < rows[row].size(); ++column) {
            const std::optional<double> number = given_number(rows[row][column]);
            if (!number)
                return std::nullopt;
            answer.numbers(static_cast<Index>(row), static_cast<Index>(column)) = *number;
            decimals = std::max(decimals, decimals_in(*number));
        }
    }
    answer.decimals = answer.shown_decimals = decimals;
    return answer;
}

/// A place or a number of an option. Numbers that this program has put into JSON are signed.
std::optional<Index> given_index(const LessonJson& json) {
    constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<Index>::max());
    const bool is_too_large = json.is_number_unsigned() && json.get<std::uint64_t>() > most;
    if (!json.is_number_integer() || is_too_large || json.get<Index>() < 0)
        return std::nullopt;
    return json.get<Index>();
}

std::optional<GivenAnswer> given_text(const LessonJson& json) {
    if (json.is_string())
        return json.get<std::string>();
    return std::nullopt;
}

std::optional<GivenAnswer> given_option(const Question& question, const LessonJson& json) {
    const std::optional<Index> index = given_index(json);
    if (!index || static_cast<std::size_t>(*index) >= question.choices.size())
        return std::nullopt;
    return ChosenOption{static_cast<std::size_t>(*index)};
}

std::optional<GivenAnswer> given_cell(const LessonJson& json) {
    const auto row = json.is_array() && json.size() == 2 ? given_index(json[0]) : std::nullopt;
    const auto column = row ? given_index(json[1]) : std::nullopt;
    return column ? std::optional<GivenAnswer>(ClickedCell{*row, *column}) : std::nullopt;
}

std::optional<GivenAnswer> given_mistake(const LessonJson& json) {
    for (std::size_t i = 0; json.is_string() && i < mistake_kinds; ++i) {
        if (key_of(static_cast<MistakeKind>(i)) == json.get_ref<const std::string&>())
            return static_cast<MistakeKind>(i);
    }
    return std::nullopt;
}

struct JsonOfGiven {
    LessonJson operator()(std::monostate) const { return LessonJson::array(); }
    LessonJson operator()(const std::string& typed) const { return LessonJson::array({typed}); }
    LessonJson operator()(const ChosenOption& chosen) const { return LessonJson::array({chosen.index}); }
    LessonJson operator()(const ClickedCell& cell) const {
        return LessonJson::array({cell.row, cell.column});
    }
    LessonJson operator()(MistakeKind named) const { return LessonJson::array({key_of(named)}); }
    LessonJson operator()(const Answer& given) const {
        LessonJson rows = LessonJson::array();
        for (Index row = 0; row < given.numbers.rows(); ++row) {
            LessonJson& written = rows.emplace_back(LessonJson::array());
            for (Index column = 0; column < given.numbers.cols(); ++column) {
                const double number = given.numbers(row, column);
                written.push_back(std::isfinite(number) ? LessonJson(number) : LessonJson(shortest(number)));
            }
        }
        return rows;
    }
};

} // namespace

std::optional<GivenAnswer> given_from(const Question& question, const LessonJson& list) {
    const bool holds_one = question.kind != QuestionKind::matrix && question.kind != QuestionKind::cell;
    const LessonJson& given = holds_one && list.is_array() && list.size() == 1 ? list[0] : list;
    switch (question.kind) {
    case QuestionKind::number:
        return given.is_number() ? std::optional<GivenAnswer>(shortest(given.get<double>()))
                                 : given_text(given);
    case QuestionKind::matrix:
        if (auto matrix = given_matrix(given))
            return *std::move(matrix);
        return std::nullopt;
    case QuestionKind::choice:
        return given_option(question, given);
    case QuestionKind::cell:
        return given_cell(given);
    case QuestionKind::goal:
        return GivenAnswer();
    case QuestionKind::mistake:
        return given_mistake(given);
    case QuestionKind::text:
        return given_text(given);
    }
    return std::nullopt;
}

LessonJson given_json(const GivenAnswer& given) {
    return std::visit(JsonOfGiven(), given);
}

} // namespace lab
