// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/labels.h"

#include "core/base/text_position.h"

#include <algorithm>
#include <array>
#include <string>

namespace lab {

namespace {

/// Words for a missing or special value, which are not labels.
constexpr std::array<std::string_view, 9> no_labels{"nan",  "inf",  "infinity", "na",   "n/a",
                                                    "null", "none", "true",     "false"};

} // namespace

bool is_label(std::string_view cell) {
    constexpr std::size_t longest_word = 8; // of no_labels
    if (cell.empty() ||
        (cell.size() <= longest_word && std::ranges::find(no_labels, in_lower_case(cell)) != no_labels.end()))
        return false;
    const char c = cell.front();
    if (is_letter(c) || c == '_' || c == '<' || c == '[')
        return true;
    // Letters of any script. Excludes the signs below U+00C0 and from U+2000 to U+2FFF, such as currency
    // signs, minus, ellipsis and infinity.
    const auto lead = static_cast<unsigned char>(c);
    return lead >= 0xc3 && lead != 0xe2 && character_length(cell) > 1;
}

bool is_count(std::string_view cell, std::size_t number) {
    return cell == std::to_string(number);
}

bool is_whole_number(std::string_view cell) {
    return !cell.empty() && cell.find_first_not_of("0123456789") == std::string_view::npos;
}

bool is_numeric(std::string_view cell) {
    return static_cast<bool>(NumberBlock(cell, PastedNumbers::any).read(cell, 0));
}

std::optional<std::size_t> uneven_empty_line(std::string_view text, std::size_t begin, std::size_t end) {
    std::optional<std::size_t> first_empty;
    bool adjacent = false;  // two rows without an empty line between them
    bool after_row = false; // the line before is a row
    bool any_row = false;
    std::optional<std::size_t> empty; // since the last row
    for (std::size_t line = begin; line < end;) {
        const std::size_t line_end = std::min(text.find_first_of("\r\n", line), end);
        const bool blank =
            text.substr(line, line_end - line).find_first_not_of(" \t") == std::string_view::npos;
        if (blank && any_row && !empty)
            empty = line;
        if (!blank) {
            adjacent = adjacent || after_row;
            if (empty && !first_empty)
                first_empty = empty;
            empty.reset();
            any_row = true;
        }
        after_row = !blank;
        line = line_end + (text.substr(line_end).starts_with("\r\n") ? 2 : 1);
    }
    return adjacent ? first_empty : std::nullopt;
}

Error uneven_lines(std::string_view text, std::size_t offset) {
    return {text_position(text, offset), "an empty line",
            "a row of numbers: one matrix, with an empty line between all of its rows or none"};
}

} // namespace lab
