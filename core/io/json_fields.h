// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads the fields of a JSON object one by one and records which were not read.
#pragma once

#include "core/experiment/options.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lab {

/// The limit for counts and positions in a document: a product of two fits into an Index, with room to spare.
inline constexpr std::int64_t largest_size = 1'000'000;
/// The limit for the position of a first token, which may be far into a text.
inline constexpr std::int64_t largest_offset = 1'000'000'000;

/// A field of the wrong type is reported to `problems` with its path and treated as absent, so that one pass
/// finds every problem.
class JsonFields {
public:
    using Json = nlohmann::ordered_json;

    /// `place` is the object's path: "projection", or "" for the document.
    JsonFields(const Json& object, std::string place, std::vector<Error>& problems);

    bool has(const std::string& key) const { return m_object.contains(key); }
    bool is_object(const std::string& key) const { return has(key) && m_object.at(key).is_object(); }
    std::optional<std::string> text(const std::string& key);
    std::optional<bool> flag(const std::string& key);
    std::optional<double> number(const std::string& key);
    /// A whole number from `least` to `most`.
    std::optional<std::int64_t> whole(const std::string& key, std::int64_t least,
                                      std::int64_t most = largest_size);
    /// Whole numbers from `least` to largest_size, in an array; empty if the field is invalid.
    std::vector<std::int64_t> wholes(const std::string& key, std::int64_t least);
    std::vector<std::string> texts(const std::string& key);
    /// A seed: any 64-bit whole number; a negative one is read as its bit pattern.
    std::optional<std::uint64_t> seed(const std::string& key);
    /// The value for one of the names.
    template<class T>
    std::optional<T> choice(const std::string& key, const std::map<std::string, T>& names);
    MatrixPtr matrix(const std::string& key);
    /// A matrix or an array of matrices, whose numbers are finite or "-inf"; empty if the field is invalid.
    /// What has no numbers is an array of matrices if it is nested three deep.
    std::vector<MatrixPtr> matrices_or_one(const std::string& key);
    /// An array of numbers, as a matrix of one row.
    MatrixPtr row(const std::string& key);
    /// The same, or a number, as a matrix of one number.
    MatrixPtr number_or_row(const std::string& key);
    /// Reads the options that the document has in an object of that name, "" for itself. One that is absent
    /// or invalid keeps its default.
    void options(std::string_view group, Experiment& experiment);
    /// The field as it is, for special formats; null if it is absent.
    const Json* raw(const std::string& key);
    /// The fields of an object, for which unknown() asks, too; of an empty one if it is absent.
    JsonFields object(const std::string& key);
    /// The objects in an array; their places end with "[0]", "[1]" and so on.
    std::vector<JsonFields> objects(const std::string& key);
    /// An object with any contents; null if it is absent.
    JsonPtr any_object(const std::string& key);

    void report(const std::string& key, std::string found, std::string expected);
    std::string place_of(const std::string& key) const;

    /// The fields that were not read, unchanged: those in objects that were, then those of this one.
    Json unknown() const { return unread(m_object, *m_read); }

private:
    using Is = std::function<bool(const Json&)>;
    /// The keys that were read, and the same for each object among their values.
    struct Read {
        std::vector<std::string> keys;
        std::vector<std::pair<std::string, std::shared_ptr<Read>>> objects;
    };
    struct Item {
        const Json& json;
        std::string place;
    };

    static Json unread(const Json& object, const Read& read);
    /// The field if it `is` what is expected. Anything else that is there is reported.
    const Json* find(const std::string& key, const Is& is, const std::string& expected);
    /// The items of an array that are what is expected, likewise.
    std::vector<Item> items(const std::string& key, const char* expected_array, const Is& is,
                            const std::string& expected);
    /// Reports a problem, if there is one.
    bool is_refused(std::optional<Error> problem);

    const Json& m_object;
    std::string m_place;
    std::vector<Error>& m_problems;
    std::shared_ptr<Read> m_read = std::make_shared<Read>();
};

/// The type of a JSON value, in words: "the text "a"", "an array of 3".
std::string kind_of(const nlohmann::ordered_json& json);

/// A text in quotation marks, shortened if it is long.
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
