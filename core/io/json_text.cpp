// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/json_text.h"

#include "core/number_format.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
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

/// Watches the keys go by, since the parser keeps only one of two that are the same.
class DuplicateKeys {
public:
    bool operator()(int /*depth*/, Json::parse_event_t event, const Json& parsed) {
        switch (event) {
        case Json::parse_event_t::object_start:
            m_open.emplace_back();
            break;
        case Json::parse_event_t::object_end:
            m_open.pop_back();
            break;
        case Json::parse_event_t::key:
            if (!m_open.back().insert(parsed.get<std::string>()).second && m_first.empty())
                m_first = parsed.get<std::string>();
            break;
        default:
            break;
        }
        return true;
    }
    /// The first key that stood twice, or nothing.
    const std::string& first() const { return m_first; }

private:
    std::vector<std::set<std::string>> m_open;
    std::string m_first;
};

void write_value(const Json& json, std::size_t indent, std::string& out);

void write_scalar(const Json& json, std::string& out) {
    if (json.is_number_float()) {
        const double value = json.get<double>();
        // "-0" would be read as the integer 0.
        out += value == 0 && std::signbit(value) ? "-0.0" : shortest(value);
    } else {
        out += json.dump();
    }
}

void write_array(const Json& json, std::size_t indent, std::string& out) {
    const bool one_line = std::ranges::none_of(json, [](const Json& item) { return item.is_structured(); });
    const std::string line_break = "\n" + std::string(indent + 2, ' ');
    out += '[';
    bool first = true;
    for (const Json& item : json) {
        if (!first)
            out += one_line ? ", " : ",";
        if (!one_line)
            out += line_break;
        write_value(item, indent + 2, out);
        first = false;
    }
    if (!one_line)
        out += "\n" + std::string(indent, ' ');
    out += ']';
}

void write_object(const Json& json, std::size_t indent, std::string& out) {
    if (json.empty()) {
        out += "{}";
        return;
    }
    out += "{";
    bool first = true;
    for (const auto& [key, value] : json.items()) {
        out += (first ? "\n" : ",\n") + std::string(indent + 2, ' ') + Json(key).dump() + ": ";
        write_value(value, indent + 2, out);
        first = false;
    }
    out += "\n" + std::string(indent, ' ') + "}";
}

void write_value(const Json& json, std::size_t indent, std::string& out) {
    if (json.is_array())
        write_array(json, indent, out);
    else if (json.is_object())
        write_object(json, indent, out);
    else
        write_scalar(json, out);
}

} // namespace

Result<Json> parse_json(const std::string& text) {
    DuplicateKeys duplicates;
    try {
        Json json = Json::parse(text, std::ref(duplicates));
        if (!duplicates.first().empty())
            return Error{{}, "key \"" + duplicates.first() + "\"", "twice in one object", "once"};
        return json;
    } catch (const Json::parse_error& error) {
        return Error{{}, place_of(text, error.byte), found_at(text, error.byte), "JSON"};
    } catch (const Json::out_of_range&) {
        return Error{{}, {}, "a number beyond ±1.8e308", "numbers that a double can hold"};
    }
}

std::string to_text(const Json& json) {
    std::string text;
    write_value(json, 0, text);
    return text + '\n';
}

} // namespace lab
