// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/safetensors_header.h"

#include "core/base/text_position.h"
#include "core/io/named_arrays.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <optional>
#include <unordered_set>

namespace lab {

namespace {

constexpr std::string_view metadata_key = "__metadata__";
constexpr std::size_t most_tensors = 100'000;
constexpr std::size_t most_tensor_dimensions = 32;
constexpr std::size_t longest_header_token = 16'000'000; // bytes

/// Receives the JSON as it is parsed, so that a long header does not become a tree in memory.
class HeaderHandler : public nlohmann::json_sax<nlohmann::json> {
public:
    Result<std::vector<TensorEntry>> result() && {
        if (m_error)
            return *m_error;
        return std::move(m_tensors);
    }

    bool null() override { return value("null"); }
    bool boolean(bool) override { return value("a boolean"); }
    bool number_float(number_float_t, const string_t& text) override { return value(text); }
    bool binary(binary_t&) override { return value("bytes"); }
    bool number_integer(number_integer_t number) override { return value(std::to_string(number)); }
    bool number_unsigned(number_unsigned_t number) override;
    bool string(string_t& text) override;
    bool start_object(std::size_t) override;
    bool end_object() override;
    bool start_array(std::size_t) override;
    bool end_array() override;
    bool key(string_t& key) override;
    bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) override;

private:
    /// What stands around the next value.
    enum class At { file, tensors, metadata, tensor, shape, offsets };
    enum Field { no_field = 0, type_field = 1, shape_field = 2, offsets_field = 4, all_fields = 7 };

    bool fail(std::string found, std::string expected) {
        std::string place = "header";
        if (m_at != At::file && m_at != At::tensors)
            place += ": " + (m_at == At::metadata ? std::string(metadata_key) : m_tensors.back().name);
        m_error = Error{std::move(place), std::move(found), std::move(expected)};
        return false;
    }
    /// A value of a kind that is nowhere allowed, or not here.
    bool value(std::string found) { return fail(std::move(found), expected()); }
    std::string expected() const;
    bool tensor_key(const std::string& key);

    At m_at = At::file;
    Field m_field = no_field; ///< whose value is next
    int m_fields = 0;         ///< of the present tensor
    bool m_is_metadata = false;
    std::vector<TensorEntry> m_tensors;
    std::vector<std::uint64_t> m_offsets;
    std::unordered_set<std::string> m_names, m_metadata_keys;
    std::optional<Error> m_error;
};

std::string HeaderHandler::expected() const {
    switch (m_at) {
    case At::file:
    case At::tensors:
        return "an object";
    case At::metadata:
        return "a text";
    case At::shape:
    case At::offsets:
        return "a whole number of at least 0";
    case At::tensor:
        break;
    }
    return m_field == type_field    ? "the name of a type"
           : m_field == shape_field ? "an array of sizes"
                                    : "an array of two offsets";
}

bool HeaderHandler::number_unsigned(number_unsigned_t number) {
    if (m_at != At::shape && m_at != At::offsets)
        return value(std::to_string(number));
    if (m_at == At::offsets) {
        m_offsets.push_back(number);
        return m_offsets.size() <= 2 || fail("more than two data_offsets", "a beginning and an end");
    }
    std::vector<std::size_t>& shape = m_tensors.back().shape;
    // Matrix indices are signed.
    if (number > static_cast<std::uint64_t>(std::numeric_limits<Index>::max()))
        return fail("the size " + std::to_string(number), "one that fits in memory");
    shape.push_back(static_cast<std::size_t>(number));
    return shape.size() <= most_tensor_dimensions ||
           fail("more than " + std::to_string(most_tensor_dimensions) + " dimensions", "fewer");
}

bool HeaderHandler::string(string_t& text) {
    if (m_at == At::metadata)
        return true;
    if (m_at != At::tensor || m_field != type_field)
        return value(quoted_excerpt(text));
    m_tensors.back().type = text;
    return true;
}

bool HeaderHandler::start_object(std::size_t) {
    if (m_at == At::file) {
        m_at = At::tensors;
        return true;
    }
    if (m_at != At::tensors)
        return value("an object");
    m_at = m_is_metadata ? At::metadata : At::tensor;
    return true;
}

bool HeaderHandler::end_object() {
    if (m_at == At::tensor && m_fields != all_fields)
        return fail(std::string("no ") + ((m_fields & type_field) == 0    ? "dtype"
                                          : (m_fields & shape_field) == 0 ? "shape"
                                                                          : "data_offsets"),
                    "dtype, shape and data_offsets");
    m_at = m_at == At::tensors ? At::file : At::tensors;
    return true;
}

bool HeaderHandler::start_array(std::size_t) {
    if (m_at != At::tensor || (m_field != shape_field && m_field != offsets_field))
        return value("an array");
    m_at = m_field == shape_field ? At::shape : At::offsets;
    m_offsets.clear();
    return true;
}

bool HeaderHandler::end_array() {
    TensorEntry& tensor = m_tensors.back();
    if (m_at == At::offsets) {
        if (m_offsets.size() != 2)
            return fail(std::to_string(m_offsets.size()) + " data_offsets", "a beginning and an end");
        tensor.begin = m_offsets[0];
        tensor.end = m_offsets[1];
    }
    m_at = At::tensor;
    return true;
}

bool HeaderHandler::key(string_t& key) {
    if (m_at == At::metadata)
        return m_metadata_keys.insert(key).second || fail(quoted_excerpt(key) + " twice", "it once");
    if (m_at == At::tensor)
        return tensor_key(key);
    m_is_metadata = key == metadata_key;
    if (has_control_characters(key))
        return fail("the name " + quoted_excerpt(key), "one without control characters");
    if (!m_names.insert(key).second)
        return fail("the tensor " + quoted_excerpt(key) + " twice", "it once");
    if (m_is_metadata)
        return true;
    if (m_tensors.size() == most_tensors)
        return fail("more than " + std::to_string(most_tensors) + " tensors", "fewer");
    m_tensors.emplace_back().name = key;
    m_fields = no_field;
    return true;
}

bool HeaderHandler::tensor_key(const std::string& key) {
    m_field = key == "dtype"          ? type_field
              : key == "shape"        ? shape_field
              : key == "data_offsets" ? offsets_field
                                      : no_field;
    if (m_field == no_field)
        return fail("the key " + quoted_excerpt(key), "dtype, shape and data_offsets");
    if ((m_fields & m_field) != 0)
        return fail(key + " twice", "it once");
    m_fields |= m_field;
    return true;
}

bool HeaderHandler::parse_error(std::size_t position, const std::string&,
                                const nlohmann::detail::exception&) {
    m_error = Error{"header", "no JSON at byte " + std::to_string(position), "a JSON object"};
    return false;
}

/// The most bytes between two structural characters of JSON, with texts as they are written. The parser
/// collects them in memory, spaces too, before anything can refuse them.
std::size_t longest_token(std::string_view json) {
    std::size_t longest = 0, begin = 0;
    bool is_within_text = false;
    for (std::size_t i = 0; i < json.size(); ++i) {
        if (json[i] == '\\' && is_within_text)
            ++i;
        else if (json[i] == '"')
            is_within_text = !is_within_text;
        else if (!is_within_text && std::string_view("{}[],:").find(json[i]) != std::string_view::npos)
            begin = i + 1;
        longest = std::max(longest, std::min(i + 1, json.size()) - begin);
    }
    return longest;
}

} // namespace

Result<std::vector<TensorEntry>> read_safetensors_header(std::string_view text) {
    if (const std::size_t length = longest_token(text); length > longest_header_token)
        return Error{"header", "a text or spaces of " + std::to_string(length) + " bytes",
                     "at most " + std::to_string(longest_header_token)};
    HeaderHandler handler;
    const bool is_json = nlohmann::json::sax_parse(text.begin(), text.end(), &handler);
    if (const std::size_t nul = text.find('\0'); is_json && nul != std::string_view::npos)
        return Error{// the parser takes it for the end
                     "header", "no JSON at byte " + std::to_string(nul + 1),
                     "spaces alone after the JSON object"};
    return std::move(handler).result();
}

} // namespace lab
