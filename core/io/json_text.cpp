// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/json_text.h"

#include "core/base/number_format.h"
#include "core/base/text_limits.h"
#include "core/base/text_position.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <set>
#include <vector>

namespace lab {

namespace {

using Json = nlohmann::ordered_json;

/// "line 3, column 7" of the byte that a parser stopped at (counted from 1).
std::string place_of(const std::string& text, std::size_t byte) {
    const std::size_t stop = std::min(byte == 0 ? 0 : byte - 1, text.size());
    const auto begin = text.begin();
    const auto end = begin + static_cast<std::ptrdiff_t>(stop);
    const auto lines = std::count(begin, end, '\n');
    const std::size_t line_start = stop == 0 ? std::string::npos : text.rfind('\n', stop - 1);
    const std::size_t column = line_start == std::string::npos ? stop + 1 : stop - line_start;
    return "line " + std::to_string(lines + 1) + ", column " + std::to_string(column);
}

std::string found_at(const std::string& text, std::size_t byte) {
    if (text.find_first_not_of(" \t\r\n") == std::string::npos)
        return "nothing";
    if (byte == 0 || byte > text.size())
        return "the end of the file";
    const auto c = static_cast<unsigned char>(text[byte - 1]);
    if (c < 0x20 || c >= 0x7f)
        return "a character that does not belong there";
    return std::string("'") + static_cast<char>(c) + "'";
}

/// Deeper than any of our documents, and shallow enough for recursive code.
constexpr std::size_t deepest = 100;

/// Memory limit for parsed JSON.
constexpr double most_bytes = 2.0 * 1024 * 1024 * 1024;
constexpr const char* most_bytes_text = "2 GiB";

/// Scans the text without storing it, to estimate the memory that parsing takes and to find what the parser
/// itself ignores (it keeps one of two identical keys) or reports without a location.
class Inspection : public nlohmann::json_sax<Json> {
public:
    explicit Inspection(const std::string& text) : m_text(text) {}

    /// The problem found; valid once the parser has stopped early.
    const Error& problem() const { return m_problem; }

    bool null() override { return count(); }
    bool boolean(bool /*value*/) override { return count(); }
    bool number_integer(number_integer_t /*value*/) override { return count(); }
    bool number_unsigned(number_unsigned_t /*value*/) override { return count(); }
    bool number_float(number_float_t /*value*/, const string_t& /*digits*/) override { return count(); }
    bool string(string_t& value) override { return count(text_bytes + static_cast<double>(value.size())); }
    bool binary(binary_t& /*value*/) override { return count(); }
    bool start_object(std::size_t /*size*/) override { return count(container_bytes) && open(); }
    bool end_object() override { return close(); }
    bool start_array(std::size_t /*size*/) override { return count(container_bytes) && open(); }
    bool end_array() override { return close(); }

    bool key(string_t& name) override {
        Level& level = m_levels.back();
        level.key = name;
        m_bytes += key_bytes + static_cast<double>(name.size());
        if (level.seen.insert(name).second)
            return true;
        m_problem = {path(), "twice in one object", "once"};
        return false;
    }

    bool parse_error(std::size_t byte, const std::string& token,
                     const nlohmann::detail::exception& error) override {
        constexpr int number_overflow = 406;
        if (error.id == number_overflow)
            m_problem = {place_of(m_text, byte - token.size() + 1), "the number " + token,
                         "one that a double can hold, up to 1.8e308"};
        else
            m_problem = {place_of(m_text, byte), found_at(m_text, byte), "JSON"};
        return false;
    }

private:
    struct Level {
        std::set<std::string> seen; // the object's keys so far
        std::string key;            // the last one
        double values = 0;
    };

    // Including allocator overhead.
    static constexpr double text_bytes = 48, container_bytes = 48, key_bytes = 144;

    /// Counts a value: its own bytes and its slot in the array, which grows by doubling. The parser copies an
    /// array in order to destroy it.
    bool count(double bytes = 0) {
        constexpr double place = 2.0 * sizeof(Json);
        m_bytes += place + bytes;
        if (!m_levels.empty())
            m_longest = std::max(m_longest, ++m_levels.back().values);
        if (m_bytes + 2 * place * m_longest <= most_bytes)
            return true;
        m_problem = {path(),
                     std::string("numbers and texts that take more than ") + most_bytes_text + " of memory",
                     "fewer"};
        return false;
    }

    bool open() {
        if (m_levels.size() == deepest) {
            m_problem = {m_levels.front().key, "more than " + std::to_string(deepest) + " levels of brackets",
                         "fewer"};
            return false;
        }
        m_levels.emplace_back();
        return true;
    }

    bool close() {
        m_levels.pop_back();
        return true;
    }

    /// "projection.W_Q"
    std::string path() const {
        std::string path;
        for (const Level& level : m_levels) {
            if (!level.key.empty())
                path += (path.empty() ? "" : ".") + level.key;
        }
        return path;
    }

    const std::string& m_text;
    std::vector<Level> m_levels;
    double m_bytes = 0;
    double m_longest = 0; // length of the longest array
    Error m_problem;
};

void break_line(std::size_t indent, std::string& out) {
    out += '\n';
    out.append(indent, ' ');
}

/// Before the numbers of a packed matrix.
struct PackedSize {
    Index rows, columns;
};

/// An array or an object is on one line if nothing in it has items of its own.
void write_value(const Json& json, std::size_t indent, std::string& out) {
    if (json.is_binary())
        return write_value(rows_json(unpacked_rows(json)), indent, out);
    if (!json.is_structured()) {
        out += json.is_number_float() ? json_number(json.get<double>())
               : json.is_string()     ? json_string(json.get_ref<const std::string&>())
                                      : json.dump();
        return;
    }
    const auto has_items = [](const Json& item) { return item.is_structured() || item.is_binary(); };
    const bool one_line = json.is_array() ? std::ranges::none_of(json, has_items) : json.empty();
    out += json.is_array() ? '[' : '{';
    for (auto item = json.begin(); item != json.end(); ++item) {
        if (item != json.begin())
            out += one_line ? ", " : ",";
        if (!one_line)
            break_line(indent + 2, out);
        if (json.is_object())
            out += json_string(item.key()) + ": ";
        write_value(*item, indent + 2, out);
    }
    if (!one_line)
        break_line(indent, out);
    out += json.is_array() ? ']' : '}';
}

} // namespace

Result<Json> parse_json(const std::string& text) {
    Inspection inspection(text);
    if (!Json::sax_parse(text, &inspection))
        return inspection.problem();
    if (const std::size_t nul = text.find('\0'); nul != std::string::npos) // the parser takes it for the end
        return Error{place_of(text, nul + 1), "a NUL character", "the end of the file"};
    return Json::parse(text);
}

nlohmann::ordered_json rows_json(const Matrix& matrix) {
    auto rows = nlohmann::ordered_json::array();
    for (Index i = 0; i < matrix.rows(); ++i) {
        Json& row = rows.emplace_back(Json::array());
        for (const double value : matrix.row(i))
            row.push_back(std::isinf(value) ? Json("-inf") : Json(value));
    }
    return rows;
}

nlohmann::ordered_json packed_rows(const Matrix& matrix) {
    const PackedSize size{matrix.rows(), matrix.cols()};
    const std::size_t count = static_cast<std::size_t>(matrix.size()) * sizeof(double);
    Json::binary_t bytes(std::vector<std::uint8_t>(sizeof size + count));
    std::memcpy(bytes.data(), &size, sizeof size);
    if (count > 0)
        std::memcpy(bytes.data() + sizeof size, matrix.data(), count);
    return Json::binary(std::move(bytes));
}

Matrix unpacked_rows(const Json& packed) {
    const Json::binary_t& bytes = packed.get_binary();
    PackedSize size{};
    std::memcpy(&size, bytes.data(), sizeof size);
    Matrix matrix(size.rows, size.columns);
    if (matrix.size() > 0)
        std::memcpy(matrix.data(), bytes.data() + sizeof size,
                    static_cast<std::size_t>(matrix.size()) * sizeof(double));
    return matrix;
}

std::string json_number(double value) {
    // "-0" would be read back as the integer 0.
    return value == 0 && std::signbit(value) ? "-0.0" : shortest(value);
}

std::string json_string(const std::string& text) {
    std::string json = Json(text).dump();
    if (printable(json) == json)
        return json;
    std::string escaped;
    for (std::string_view rest = json; !rest.empty();) {
        const std::string character(rest.substr(0, std::max<std::size_t>(character_length(rest), 1)));
        if (printable(character) == character) {
            escaped += character;
        } else {
            const std::string quoted = Json(character).dump(-1, ' ', true);
            escaped.append(quoted, 1, quoted.size() - 2);
        }
        rest.remove_prefix(character.size());
    }
    return escaped;
}

std::string to_text(const Json& json) {
    std::string text;
    write_value(json, 0, text);
    return text + '\n';
}

} // namespace lab
