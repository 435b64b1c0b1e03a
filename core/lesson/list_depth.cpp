// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/list_depth.h"

#include "core/lesson/markdown_line.h"

#include <algorithm>
#include <vector>

namespace lab {

std::size_t list_depth(std::string_view markdown) {
    std::vector<std::size_t> levels; // where the text of each open item begins
    std::size_t deepest = 0;
    CodeFences fences;
    while (!markdown.empty()) {
        const std::string_view line = first_line(markdown);
        markdown.remove_prefix(line.size());
        if (fences.next(line) == CodeFences::Line::inside || is_rule(line))
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
