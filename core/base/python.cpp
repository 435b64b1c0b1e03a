// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/python.h"

#include "core/base/number_format.h"
#include "core/base/text_limits.h"
#include "core/base/text_position.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lab {

namespace {

constexpr std::size_t longest_line = 100; // bytes

bool begins_name(char c) {
    return is_letter(c) || c == '_';
}

bool is_keyword(std::string_view word) {
    constexpr std::array keywords{"import", "as", "def", "return", "for", "in", "True", "False"};
    return std::ranges::find(keywords, word) != keywords.end();
}

/// Where the string that begins at `begin` ends.
std::size_t end_of_string(std::string_view line, std::size_t begin) {
    std::size_t at = begin + 1;
    while (at < line.size() && line[at] != '"')
        at += line[at] == '\\' ? 2 : 1;
    return std::min(at + 1, line.size());
}

/// Where the number that begins at `begin` ends: "1", "0.5", "1e-06".
std::size_t end_of_number(std::string_view line, std::size_t begin) {
    std::size_t at = begin;
    while (at < line.size() &&
           (is_decimal_digit(line[at]) || line[at] == '.' || line[at] == 'e' ||
            ((line[at] == '-' || line[at] == '+') && line[at - 1] == 'e' && is_decimal_digit(line[at - 2]))))
        ++at;
    return at;
}

/// The part that begins at `begin`; a plain one is a single byte.
PythonPiece piece_at(std::string_view line, std::size_t begin) {
    const char c = line[begin];
    const auto until = [&](std::size_t end) { return line.substr(begin, end - begin); };
    if (c == '#')
        return {PythonKind::comment, line.substr(begin)};
    if (c == '"')
        return {PythonKind::string, until(end_of_string(line, begin))};
    if (is_decimal_digit(c))
        return {PythonKind::number, until(end_of_number(line, begin))};
    if (!begins_name(c))
        return {PythonKind::plain, line.substr(begin, 1)};
    const auto end = std::find_if_not(line.begin() + static_cast<std::ptrdiff_t>(begin), line.end(),
                                      [](char each) { return begins_name(each) || is_decimal_digit(each); });
    const std::string_view word = until(static_cast<std::size_t>(end - line.begin()));
    return {is_keyword(word) ? PythonKind::keyword : PythonKind::name, word};
}

} // namespace

std::string number_literal(double value, std::string_view library) {
    if (!std::isfinite(value)) {
        std::string text = std::signbit(value) && !std::isnan(value) ? "-" : "";
        text += library;
        return text + (std::isnan(value) ? ".nan" : ".inf");
    }
    std::string text = shortest(value);
    if (text.find_first_of(".e") == std::string::npos)
        text += ".0";
    return text;
}

std::string string_literal(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        if (c == '"' || c == '\\')
            escaped += '\\';
        escaped += c;
    }
    return '"' + printable(escaped) + '"'; // Python reads its escapes
}

std::vector<std::string> list_literal(const std::vector<std::string>& items, std::size_t indent,
                                      std::string_view start) {
    std::vector<std::string> lines{std::string(indent, ' ')};
    lines.back().append(start).append(1, '[');
    bool is_first = true;
    for (const std::string& item : items) {
        if (!is_first)
            lines.back() += ',';
        if (!is_first && lines.back().size() + item.size() + 3 > longest_line)
            lines.emplace_back(indent + 1, ' ');
        else if (!is_first)
            lines.back() += ' ';
        lines.back() += item;
        is_first = false;
    }
    lines.back() += ']';
    return lines;
}

std::vector<PythonPiece> pieces_of(std::string_view line) {
    std::vector<PythonPiece> pieces;
    for (std::size_t at = 0; at < line.size();) {
        const PythonPiece piece = piece_at(line, at);
        const bool joins =
            piece.kind == PythonKind::plain && !pieces.empty() && pieces.back().kind == PythonKind::plain;
        if (joins)
            pieces.back().text = {pieces.back().text.data(), pieces.back().text.size() + piece.text.size()};
        else
            pieces.push_back(piece);
        at += piece.text.size();
    }
    return pieces;
}

} // namespace lab
