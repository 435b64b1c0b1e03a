// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/list_depth.h"

#include "core/base/text_position.h"

#include <algorithm>
#include <vector>

namespace lab {

namespace {

bool is_space_or_tab(char c) {
    return c == ' ' || c == '\t';
}

/// Three or more of one sign and nothing else: a line across the page, and no list.
bool is_rule(std::string_view line) {
    const std::size_t first = line.find_first_not_of(" \t");
    if (first == std::string_view::npos ||
        std::string_view("-*_").find(line[first]) == std::string_view::npos)
        return false;
    const auto others = [&](char c) { return !is_space_or_tab(c) && c != line[first]; };
    return std::ranges::none_of(line, others) && std::ranges::count(line, line[first]) >= 3;
}

bool is_fence(std::string_view line) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    return line.starts_with("```") || line.starts_with("~~~");
}

/// How many characters the sign of an item has that a text begins with, "-" or "12."; 0 if it begins with
/// none.
std::size_t item_sign(std::string_view text) {
    constexpr std::size_t most_digits = 9;
    std::size_t length = 0;
    while (length < text.size() && length <= most_digits && is_decimal_digit(text[length]))
        ++length;
    const std::string_view ends = length == 0 ? "-*+" : ".)";
    if (length > most_digits || length >= text.size() || ends.find(text[length]) == std::string_view::npos)
        return 0;
    ++length;
    return length == text.size() || is_space_or_tab(text[length]) ? length : 0;
}

} // namespace

std::size_t list_depth(std::string_view markdown) {
    std::vector<std::size_t> levels; // where the text of each open item begins
    std::size_t deepest = 0;
    bool is_code = false;
    while (!markdown.empty()) {
        const std::string_view line = markdown.substr(0, markdown.find('\n'));
        markdown.remove_prefix(std::min(line.size() + 1, markdown.size()));
        if (is_fence(line))
            is_code = !is_code;
        if (is_code || is_rule(line))
            continue;
        for (std::size_t at = 0;;) {
            while (at < line.size() &&
                   (is_space_or_tab(line[at]) || line[at] == '>')) // quotes may hold lists
                ++at;
            const std::size_t sign = item_sign(line.substr(at));
            if (sign == 0) // also in a paragraph of an item that goes on at the margin
                break;
            while (!levels.empty() && levels.back() > at)
                levels.pop_back();
            levels.push_back(at + sign + 1);
            deepest = std::max(deepest, levels.size());
            at += sign;
        }
    }
    return deepest;
}

} // namespace lab
