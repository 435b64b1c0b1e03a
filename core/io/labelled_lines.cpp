// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/labelled_lines.h"

#include "core/base/text_position.h"
#include "core/io/labels.h"
#include "core/io/number_text.h"

#include <algorithm>

namespace lab {

namespace {

/// Splits at white space, but not within quotation marks.
LabelledLine cells_of(std::string_view text, std::size_t begin, std::size_t end) {
    LabelledLine cells;
    for (std::size_t at = begin; at < end;) {
        at = std::min(text.find_first_not_of(line_blanks, at), end);
        if (at == end)
            break;
        std::size_t cell_end = std::min(text.find_first_of(line_blanks, at), end);
        if (text[at] == '"') {
            const std::size_t quote = text.find('"', at + 1);
            cell_end = quote < end ? quote + 1 : cell_end;
        }
        cells.push_back({text.substr(at, cell_end - at), at});
        at = cell_end;
    }
    return cells;
}

} // namespace

LabelledLine next_line(std::string_view text, std::size_t& at) {
    while (at < text.size()) {
        const std::size_t end = std::min(text.find_first_of("\r\n", at), text.size());
        LabelledLine cells = cells_of(text, at, end);
        at = end + 1;
        if (!cells.empty())
            return cells;
    }
    return {};
}

std::size_t r_count(std::string_view cell, bool of_rows) {
    const std::string_view begin = of_rows ? "[" : "[,", end = of_rows ? ",]" : "]";
    if (!cell.starts_with(begin) || !cell.ends_with(end) || cell.size() <= begin.size() + end.size())
        return 0;
    std::size_t number = 0;
    constexpr std::size_t most_digits = 9;
    const std::string_view digits = cell.substr(begin.size(), cell.size() - begin.size() - end.size());
    if (digits.size() > most_digits || !is_whole_number(digits))
        return 0;
    for (const char c : digits)
        number = 10 * number + static_cast<std::size_t>(c - '0');
    return number;
}

bool is_r_index(std::string_view cell) {
    return cell.size() > 2 && cell.front() == '[' && cell.back() == ']' &&
           is_whole_number(cell.substr(1, cell.size() - 2));
}

bool counts_from(std::span<const LabelledCell> line, std::size_t first) {
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (!is_count(line[i].text, first + i))
            return false;
    }
    return true;
}

void take_backslash(LabelledLine& line) {
    if (line.size() > 1 && line.back().text == "\\")
        line.pop_back();
}

bool is_cut_mark(const LabelledCell& cell) {
    return is_ellipsis(cell.text) || cell.text == "..";
}

bool has_cut_mark(const LabelledLine& line) {
    return std::ranges::any_of(line, is_cut_mark);
}

Error abbreviated_frame(std::string_view text, std::size_t offset) {
    return {text_position(text, offset), "an abbreviated print-out",
            "all of its numbers, as print(df.to_string()) shows them"};
}

bool is_label_word(std::string_view cell) {
    return is_label(cell) || (cell.size() > 1 && cell.front() == '"' && cell.back() == '"');
}

bool are_label_words(std::span<const LabelledCell> line) {
    return std::ranges::all_of(line, [](const LabelledCell& cell) { return is_label_word(cell.text); });
}

bool names_dimension(const LabelledLine& line, const LabelledLine& second, const LabelledLine& third) {
    return line.size() == 1 && second.size() > 1 && third.size() == second.size() && are_label_words(line) &&
           are_label_words(second) && is_numeric(third[1].text);
}

bool are_types(const LabelledLine& line) {
    return !line.empty() && std::ranges::all_of(line, [](const LabelledCell& cell) {
        return cell.text.size() > 2 && cell.text.front() == '<' && cell.text.back() == '>';
    });
}

} // namespace lab
