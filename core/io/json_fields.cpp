// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/json_fields.h"

#include "core/base/text_limits.h"
#include "core/base/text_position.h"
#include "core/io/json_text.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lab {

namespace {

using Json = nlohmann::ordered_json;

const Json& empty_object() {
    static const Json empty = Json::object();
    return empty;
}

enum class Numbers { finite, or_minus_infinity };

bool is_minus_infinity(const Json& json) {
    return json == "-inf";
}

/// The problem of the first entry in a row that is not a number; nullopt if all are.
std::optional<Error> not_numbers(const Json& row, const std::string& place,
                                 Numbers numbers = Numbers::finite) {
    const bool infinite = numbers == Numbers::or_minus_infinity;
    for (std::size_t column = 0; column < row.size(); ++column) {
        if (!row[column].is_number() && !(infinite && is_minus_infinity(row[column])))
            return Error{place + "[" + std::to_string(column) + "]", kind_of(row[column]),
                         infinite ? "a finite number or \"-inf\"" : "a finite number"};
    }
    return std::nullopt;
}

void fill_row(const Json& row, Matrix& matrix, Index index) {
    for (std::size_t column = 0; column < row.size(); ++column)
        matrix(index, static_cast<Index>(column)) = is_minus_infinity(row[column])
                                                        ? -std::numeric_limits<double>::infinity()
                                                        : row[column].get<double>();
}

bool is_whole(const Json& json, std::int64_t least, std::int64_t most) {
    if (json.is_number_unsigned() && json.get<std::uint64_t>() > static_cast<std::uint64_t>(most))
        return false;
    return json.is_number_integer() && json.get<std::int64_t>() >= least && json.get<std::int64_t>() <= most;
}

std::string whole_between(std::int64_t least, std::int64_t most) {
    return "a whole number from " + std::to_string(least) +
           (most == std::numeric_limits<std::int64_t>::max() ? "" : " to " + std::to_string(most));
}

/// What is wrong with the numbers of a packed matrix, as they would be as JSON; nullopt if nothing is.
std::optional<Error> not_finite(const Matrix& matrix, const std::string& place) {
    if (matrix.allFinite())
        return std::nullopt;
    const double* const end = matrix.data() + matrix.size();
    const double* const found =
        std::find_if_not(matrix.data(), end, [](double x) { return std::isfinite(x); });
    const Index at = found - matrix.data();
    return Error{place + "[" + std::to_string(at / matrix.cols()) + "][" +
                     std::to_string(at % matrix.cols()) + "]",
                 kind_of("-inf"), "a finite number"};
}

/// What is wrong with a matrix; nullopt if nothing is.
std::optional<Error> not_a_matrix(const Json& rows, const std::string& place,
                                  Numbers numbers = Numbers::finite) {
    if (rows.is_binary())
        return numbers == Numbers::finite ? not_finite(unpacked_rows(rows), place) : std::nullopt;
    if (!rows.is_array())
        return Error{place, kind_of(rows), "a matrix: an array of rows"};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::string row_place = place + "[" + std::to_string(i) + "]";
        if (!rows[i].is_array())
            return Error{row_place, kind_of(rows[i]), "a row: an array of numbers"};
        if (rows[i].size() != rows[0].size())
            return Error{row_place, std::to_string(rows[i].size()) + " numbers",
                         std::to_string(rows[0].size()) + ", as in the first row"};
        if (auto problem = not_numbers(rows[i], row_place, numbers))
            return problem;
    }
    return std::nullopt;
}

/// From what is a matrix.
MatrixPtr matrix_from(const Json& rows) {
    if (rows.is_binary())
        return share(unpacked_rows(rows));
    Matrix matrix(static_cast<Index>(rows.size()), static_cast<Index>(rows.empty() ? 0 : rows[0].size()));
    for (std::size_t i = 0; i < rows.size(); ++i)
        fill_row(rows[i], matrix, static_cast<Index>(i));
    return share(std::move(matrix));
}

/// Whether an array holds matrices rather than the rows of one.
bool holds_matrices(const Json& array) {
    if (!array.is_array() || array.empty())
        return false;
    return array[0].is_binary() || (array[0].is_array() && !array[0].empty() && array[0][0].is_array());
}

/// Reads the field `key` into an option.
struct ReadOption {
    JsonFields& fields;
    std::string key;
    Experiment& experiment;

    void operator()(const Flag& flag) {
        if (const auto value = fields.flag(key))
            flag.set(experiment, *value);
    }
    void operator()(const Choice& choice) {
        std::map<std::string, std::size_t> names;
        for (std::size_t i = 0; i < choice.values.size(); ++i)
            names.emplace(choice.values[i].name, i);
        if (const auto value = fields.choice(key, names))
            choice.set(experiment, *value);
    }
    void operator()(const OptionalNumber& number) {
        const Json* json = fields.raw(key);
        if (json && json->is_number())
            number.set(experiment, json->get<double>());
        else if (json && *json != number.absent)
            fields.report(key, kind_of(*json), std::string("\"") + number.absent + "\" or a number");
    }
    void operator()(const OptionalWhole& whole) {
        if (const auto value = fields.whole(key, whole.least, std::numeric_limits<std::int64_t>::max()))
            whole.set(experiment, *value);
    }
    void operator()(const NumberList& list) {
        const MatrixPtr row = fields.row(key);
        if (row && row->cols() == 0)
            fields.report(key, "an array of 0", "at least one number");
        else if (row)
            list.set(experiment, {row->data(), row->data() + row->size()});
    }
    void operator()(const auto& number) {
        if (const auto value = fields.number(key))
            number.set(experiment, *value);
    }
};

template<class T>
std::optional<T> value_of(const Json* json) {
    return json ? std::optional(json->get<T>()) : std::nullopt;
}

} // namespace

std::string kind_of(const Json& json) {
    if (json.is_object())
        return "an object";
    if (json.is_array())
        return "an array of " + std::to_string(json.size());
    if (json.is_binary())
        return "an array of " + std::to_string(unpacked_rows(json).rows());
    if (json.is_string())
        return "the text " + quoted(json.get<std::string>());
    return json.dump();
}

std::string quoted(const std::string& text) {
    constexpr std::size_t longest = 60;
    std::size_t end = text.size();
    if (end > longest) {
        end = longest;
        // Do not cut within a character.
        while (end > 0 && continues_character(text[end]))
            --end;
    }
    return '"' + text.substr(0, end) + (end < text.size() ? "…\"" : "\"");
}

JsonFields::JsonFields(const Json& object, std::string place, std::vector<Error>& problems)
    : m_object(object), m_place(std::move(place)), m_problems(problems) {}

std::string JsonFields::place_of(const std::string& key) const {
    return m_place.empty() ? key : m_place + "." + key;
}

void JsonFields::report(const std::string& key, std::string found, std::string expected) {
    m_problems.push_back({place_of(key), std::move(found), std::move(expected)});
}

bool JsonFields::is_refused(std::optional<Error> problem) {
    if (problem)
        m_problems.push_back(*problem);
    return problem.has_value();
}

const Json* JsonFields::raw(const std::string& key) {
    m_read->keys.push_back(key);
    const auto found = m_object.find(key);
    return found == m_object.end() ? nullptr : &*found;
}

const Json* JsonFields::find(const std::string& key, const Is& is, const std::string& expected) {
    const Json* json = raw(key);
    if (!json || is(*json))
        return json;
    report(key, kind_of(*json), expected);
    return nullptr;
}

std::vector<JsonFields::Item> JsonFields::items(const std::string& key, const char* expected_array,
                                                const Is& is, const std::string& expected) {
    std::vector<Item> found;
    const Json* json = find(key, &Json::is_array, expected_array);
    for (std::size_t i = 0; json && i < json->size(); ++i) {
        const std::string item = key + "[" + std::to_string(i) + "]";
        if (is((*json)[i]))
            found.push_back({(*json)[i], place_of(item)});
        else
            report(item, kind_of((*json)[i]), expected);
    }
    return found;
}

std::optional<std::string> JsonFields::text(const std::string& key) {
    return value_of<std::string>(find(key, &Json::is_string, "a text"));
}

std::optional<bool> JsonFields::flag(const std::string& key) {
    return value_of<bool>(find(key, &Json::is_boolean, "true or false"));
}

std::optional<double> JsonFields::number(const std::string& key) {
    return value_of<double>(find(key, &Json::is_number, "a number"));
}

std::optional<std::int64_t> JsonFields::whole(const std::string& key, std::int64_t least, std::int64_t most) {
    const auto is = [&](const Json& json) { return is_whole(json, least, most); };
    return value_of<std::int64_t>(find(key, is, whole_between(least, most)));
}

std::optional<std::uint64_t> JsonFields::seed(const std::string& key) {
    return value_of<std::uint64_t>(find(key, &Json::is_number_integer, "a whole number of 64 bits"));
}

std::vector<std::int64_t> JsonFields::wholes(const std::string& key, std::int64_t least) {
    const auto is = [&](const Json& json) { return is_whole(json, least, largest_size); };
    std::vector<std::int64_t> values;
    for (const Item& item : items(key, "an array of whole numbers", is, whole_between(least, largest_size)))
        values.push_back(item.json.get<std::int64_t>());
    return values;
}

std::vector<std::string> JsonFields::texts(const std::string& key) {
    std::vector<std::string> values;
    for (const Item& item : items(key, "an array of texts", &Json::is_string, "a text"))
        values.push_back(item.json.get<std::string>());
    return values;
}

MatrixPtr JsonFields::matrix(const std::string& key) {
    const Json* json = raw(key);
    return !json || is_refused(not_a_matrix(*json, place_of(key))) ? nullptr : matrix_from(*json);
}

std::vector<MatrixPtr> JsonFields::matrices_or_one(const std::string& key) {
    const auto is = [](const Json& json) { return json.is_array() || json.is_binary(); };
    const Json* json = find(key, is, "a matrix (an array of rows), or an array of matrices");
    if (!json)
        return {};
    const bool several = holds_matrices(*json);
    std::vector<MatrixPtr> matrices;
    for (std::size_t i = 0; i < (several ? json->size() : 1); ++i) {
        const Json& rows = several ? (*json)[i] : *json;
        const std::string place = place_of(key) + (several ? "[" + std::to_string(i) + "]" : "");
        if (is_refused(not_a_matrix(rows, place, Numbers::or_minus_infinity)))
            return {};
        matrices.push_back(matrix_from(rows));
    }
    return matrices;
}

MatrixPtr JsonFields::row(const std::string& key) {
    const Json* json = find(key, &Json::is_array, "an array of numbers");
    if (!json || is_refused(not_numbers(*json, place_of(key))))
        return nullptr;
    Matrix matrix(1, static_cast<Index>(json->size()));
    fill_row(*json, matrix, 0);
    return share(std::move(matrix));
}

MatrixPtr JsonFields::number_or_row(const std::string& key) {
    const auto is = [](const Json& json) { return json.is_number() || json.is_array(); };
    const Json* json = find(key, is, "a number or an array of numbers");
    if (json && json->is_number())
        return share(Matrix::Constant(1, 1, json->get<double>()));
    return json ? row(key) : nullptr;
}

void JsonFields::options(std::string_view group, Experiment& experiment) {
    for (const Option& option : all_options()) {
        if (option.group == group)
            std::visit(ReadOption{*this, std::string(option.key), experiment}, option.value);
    }
}

JsonFields JsonFields::object(const std::string& key) {
    const Json* json = find(key, &Json::is_object, "an object");
    JsonFields fields(json ? *json : empty_object(), place_of(key), m_problems);
    if (json)
        m_read->objects.emplace_back(key, fields.m_read);
    return fields;
}

std::vector<JsonFields> JsonFields::objects(const std::string& key) {
    std::vector<JsonFields> fields;
    for (const Item& item : items(key, "an array of objects", &Json::is_object, "an object"))
        fields.emplace_back(item.json, item.place, m_problems);
    return fields;
}

JsonPtr JsonFields::any_object(const std::string& key) {
    const Json* json = find(key, &Json::is_object, "an object");
    return json ? std::make_shared<const Json>(*json) : nullptr;
}

Json JsonFields::unread(const Json& object, const Read& read) {
    Json left = Json::object();
    for (const auto& [key, of_it] : read.objects) {
        if (Json rest = unread(object.at(key), *of_it); !rest.empty())
            left[key] = std::move(rest);
    }
    for (const auto& [key, value] : object.items()) {
        if (std::ranges::find(read.keys, key) == read.keys.end())
            left[key] = value;
    }
    return left;
}

} // namespace lab
