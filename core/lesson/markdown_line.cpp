// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/markdown_line.h"

#include "core/base/text_position.h"

#include <algorithm>

namespace lab {

namespace {

constexpr std::size_t least_fence = 3;

std::string_view without_break(std::string_view line) {
    return line.substr(0, std::min(line.find_last_not_of("\r\n") + 1, line.size()));
}

/// How often the first sign of a text stands at its beginning.
std::size_t repeated(std::string_view text) {
    return std::min(text.find_first_not_of(text.substr(0, 1)), text.size());
}

} // namespace

std::string_view first_line(std::string_view text) {
    std::size_t end = std::min(text.find_first_of("\r\n"), text.size() - 1);
    if (text.substr(end).starts_with("\r\n"))
        ++end;
    return text.substr(0, end + 1);
}

bool is_space_or_tab(char c) {
    return c == ' ' || c == '\t';
}

bool is_rule(std::string_view line) {
    line = without_break(line);
    const std::size_t first = line.find_first_not_of(" \t");
    if (first == std::string_view::npos ||
        std::string_view("-*_").find(line[first]) == std::string_view::npos)
        return false;
    const auto others = [&](char c) { return !is_space_or_tab(c) && c != line[first]; };
    return std::ranges::none_of(line, others) && std::ranges::count(line, line[first]) >= 3;
}

std::size_t item_sign(std::string_view text) {
    constexpr std::size_t most_digits = 9;
    text = without_break(text);
    std::size_t length = 0;
    while (length < text.size() && length <= most_digits && is_decimal_digit(text[length]))
        ++length;
    const std::string_view ends = length == 0 ? "-*+" : ".)";
    if (length > most_digits || length >= text.size() || ends.find(text[length]) == std::string_view::npos)
        return 0;
    ++length;
    return length == text.size() || is_space_or_tab(text[length]) ? length : 0;
}

std::optional<CodeFences::Fence> CodeFences::opened_by(std::string_view line) {
    Fence fence;
    std::size_t at = 0;
    for (;;) {
        at = std::min(line.find_first_not_of(" \t", at), line.size());
        if (at < line.size() && line[at] == '>') {
            fence.is_quoted = true;
            ++at;
        } else if (const std::size_t sign = item_sign(line.substr(at)); sign > 0) {
            at += sign;
            fence.item_column = at + 1;
        } else {
            break;
        }
    }
    const std::string_view rest = line.substr(at);
    if (rest.empty() || (rest.front() != '`' && rest.front() != '~'))
        return std::nullopt;
    fence.sign = rest.front();
    fence.indentation = at;
    fence.length = repeated(rest);
    // Behind a fence of backticks, another one would make it a piece of code within a line.
    const bool is_piece = fence.sign == '`' && rest.find('`', fence.length) != std::string_view::npos;
    return fence.length < least_fence || is_piece ? std::nullopt : std::optional(fence);
}

CodeFences::Line CodeFences::next(std::string_view line) {
    line = without_break(line);
    if (m_open) {
        const std::size_t at = std::min(line.find_first_not_of(" \t>"), line.size());
        const std::string_view rest = line.substr(at);
        const bool is_left = (m_open->is_quoted && line.substr(0, at).find('>') == std::string_view::npos) ||
                             (at < m_open->item_column && !rest.empty()) ||
                             (at < m_open->indentation && item_sign(rest) > 0); // of the list around it
        if (!is_left) {
            const bool closes = rest.starts_with(m_open->sign) && repeated(rest) >= m_open->length &&
                                rest.find_first_not_of(" \t", repeated(rest)) == std::string_view::npos;
            if (closes)
                m_open.reset();
            return closes ? Line::closing : Line::inside;
        }
    }
    m_open = opened_by(line);
    return m_open ? Line::opening : Line::text;
}

} // namespace lab
