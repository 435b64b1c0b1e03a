// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads the fields of a JSON object one by one and remembers which nobody asked for.
#pragma once

#include "core/types.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lab {

/// A field of the wrong kind is reported to `problems` with its place, and read as if it were absent, so that
/// one pass finds every problem.
class JsonFields {
public:
    using Json = nlohmann::ordered_json;

    /// `place` is the object's own: "projection", or "" for the document.
    JsonFields(const Json& object, std::string place, std::vector<Error>& problems);

    bool has(const std::string& key) const { return m_object.contains(key); }
    std::optional<std::string> text(const std::string& key);
    std::optional<bool> flag(const std::string& key);
    /// A whole number from `least` on.
    std::optional<std::int64_t> whole(const std::string& key, std::int64_t least);
    /// A seed: any whole number of 64 bits, a negative one by its bits.
    std::optional<std::uint64_t> seed(const std::string& key);
    /// One of the names, as its value.
    template<class T>
    std::optional<T> choice(const std::string& key, const std::map<std::string, T>& names);
    MatrixPtr matrix(const std::string& key);
    /// An array of numbers, as a matrix of one row.
    MatrixPtr row(const std::string& key);
    /// The field as it is, for what has a form of its own; null where there is none.
    const Json* raw(const std::string& key);
    /// An object's fields; an empty object where there is none.
    JsonFields object(const std::string& key);

    /// Refuses an option of the format that this version does not have, unless it says what is the case
    /// anyway.
    void refuse(const std::string& key, const std::vector<Json>& harmless = {});
    void report(const std::string& key, std::string found, std::string expected);
    std::string place_of(const std::string& key) const;

    /// The fields that nobody asked for, as they are.
    Json unknown() const;

private:
    const Json* find(const std::string& key);
    void wrong_kind(const std::string& key, const Json& found, std::string expected);

    const Json& m_object;
    std::string m_place;
    std::vector<Error>& m_problems;
    std::vector<std::string> m_known;
};

/// What kind of JSON value this is, in words: "the text "a"", "an array of 3".
std::string kind_of(const nlohmann::ordered_json& json);

/// A text in quotation marks, cut where it is long.
std::string quoted(const std::string& text);

template<class T>
std::optional<T> JsonFields::choice(const std::string& key, const std::map<std::string, T>& names) {
    const std::optional<std::string> name = text(key);
    if (!name)
        return std::nullopt;
    if (const auto found = names.find(*name); found != names.end())
        return found->second;
    std::string expected;
    for (const auto& [known, value] : names)
        expected += (expected.empty() ? "\"" : " or \"") + known + "\"";
    report(key, quoted(*name), expected);
    return std::nullopt;
}

} // namespace lab
