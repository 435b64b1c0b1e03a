// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/labelled_lists.h"

#include "core/base/text_position.h"
#include "core/base/types.h"
#include "core/io/labels.h"
#include "core/io/prompts.h"

#include <algorithm>

namespace lab {

namespace {

constexpr std::string_view list_blanks = " \t\r\n";

/// Where the row of a line begins; its end if it has none.
std::size_t row_begin(std::string_view line) {
    std::size_t begin = line.size();
    for (const std::string_view opening : {"[", "tensor(", "array("})
        begin = std::min(begin, line.find(opening));
    return begin;
}

/// Without a colon.
std::string_view row_name(std::string_view line, std::size_t row) {
    const std::string_view name = trimmed(line.substr(0, row));
    return name.ends_with(':') ? trimmed(name.substr(0, name.size() - 1)) : name;
}

/// Whether the words before a row may name it.
bool names_row(std::string_view name, std::size_t count) {
    if (name.size() > 2 && (name.front() == '\'' || name.front() == '"') && name.back() == name.front())
        return true;
    return is_count(name, count) ||
           (is_label(name) && name.find_first_of("([{=,;:") == std::string_view::npos);
}

} // namespace

std::optional<std::string> without_row_names(std::string_view text) {
    std::string changed(text);
    const std::size_t first = std::min(text.find_first_not_of(list_blanks), text.size());
    const std::size_t last = text.find_last_not_of(list_blanks);
    if (first < last && text[first] == '{' && text[last] == '}') {
        blank_out(changed, first, first + 1);
        blank_out(changed, last, last + 1);
    }
    const std::string inside = changed;
    std::size_t row = 0, first_count = 0;
    for (std::size_t at = 0; at < inside.size();) {
        const std::size_t end = std::min(inside.find_first_of("\r\n", at), inside.size());
        const std::string_view line = std::string_view(inside).substr(at, end - at);
        if (!trimmed(line).empty()) {
            const std::size_t begin = row_begin(line);
            const std::string_view list = trimmed(line.substr(begin));
            const std::string_view name = row_name(line, begin);
            if (row == 0)
                first_count = is_count(name, 1) ? 1 : 0;
            const bool is_closed = list.ends_with(']') || list.ends_with("],") || list.ends_with("])");
            const bool is_matrix = list.find("[[") != std::string_view::npos;
            if (!is_closed || is_matrix || !names_row(name, first_count + row))
                return std::nullopt;
            blank_out(changed, at, at + begin);
            ++row;
        }
        at = end + 1;
    }
    return row > 1 ? std::optional(changed) : std::nullopt;
}

} // namespace lab
