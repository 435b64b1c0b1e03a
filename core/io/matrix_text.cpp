// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/matrix_text.h"

#include "core/base/text_position.h"
#include "core/io/csv.h"
#include "core/io/labelled_lists.h"
#include "core/io/labelled_text.h"
#include "core/io/latex_table.h"
#include "core/io/matrix_notations.h"
#include "core/io/paged_text.h"
#include "core/io/pieces_text.h"
#include "core/io/prompts.h"
#include "core/io/r_literal.h"
#include "core/io/table_text.h"
#include "core/io/text_frame.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>

namespace lab {

namespace {

std::string with_commas_as(std::string_view text, std::string_view other) {
    std::string changed;
    for (const char c : text)
        changed += c == ',' ? other : std::string_view(&c, 1);
    return changed;
}

/// Whether every comma is followed by exactly three digits.
bool could_group_thousands(std::string_view text) {
    const auto is_digit = [&](std::size_t i) { return i < text.size() && is_decimal_digit(text[i]); };
    for (std::size_t comma = text.find(','); comma < text.size(); comma = text.find(',', comma + 1)) {
        if (comma == 0 || !is_digit(comma - 1) || !is_digit(comma + 1) || !is_digit(comma + 2) ||
            !is_digit(comma + 3) || is_digit(comma + 4))
            return false;
    }
    return true;
}

/// With a blank in place of each piece of the large brackets that SymPy, gonum and nalgebra draw around rows;
/// nullopt if none begins there.
std::optional<std::string> without_drawn_brackets(std::string_view text, std::size_t begin) {
    constexpr std::array<std::string_view, 12> pieces{"⎡", "⎢", "⎣", "⎤", "⎥", "⎦",
                                                      "⎛", "⎜", "⎝", "⎞", "⎟", "⎠"};
    constexpr std::array<std::string_view, 5> lines{"┌", "┐", "└", "┘", "│"};
    const std::string_view rest = text.substr(begin);
    const std::string_view first = trimmed(rest.substr(0, rest.find_first_of("\r\n")));
    // A table would have a line between its upper corners.
    const bool is_lined =
        first.starts_with("┌") && first.ends_with("┐") && first.find("─") == std::string_view::npos;
    const std::span<const std::string_view> drawn =
        is_lined ? std::span<const std::string_view>(lines) : std::span<const std::string_view>(pieces);
    const auto piece_at = [&](std::size_t at) {
        const auto piece = std::ranges::find_if(
            drawn, [&](std::string_view each) { return text.substr(at).starts_with(each); });
        return piece == drawn.end() ? std::size_t{0} : piece->size();
    };
    if (piece_at(begin) == 0)
        return std::nullopt;
    std::string changed;
    for (std::size_t at = 0; at < text.size(); at += std::max<std::size_t>(piece_at(at), 1))
        changed += piece_at(at) > 0 ? ' ' : text[at];
    return changed;
}

/// The matrix in a text that has nothing else but its name.
Result<PrintedArray> read_inside(std::string_view text, PastedNumbers allowed, bool may_have_heads) {
    if (text.find("\\begin") != std::string_view::npos)
        return has_latex_table(text) ? read_latex_table(text, allowed) : read_latex(text, allowed);
    const Error nothing{{}, "no numbers", "a matrix"};
    const std::size_t begin = after_name(text);
    if (begin == text.size())
        return nothing;
    if (const auto rows = without_drawn_brackets(text, begin)) {
        const std::size_t first = after_name(*rows);
        if (first == rows->size())
            return nothing;
        return read_block(*rows, first, allowed);
    }
    if (const auto lists = without_row_names(text)) {
        Result<PrintedArray> read = read_brackets(*lists, after_name(*lists), allowed, false);
        if (!read)
            return read;
        PrintedArray array = std::move(read).value();
        array.has_labels = true;
        return array;
    }
    if (begins_r_literal(text, begin))
        return read_r_literal(text, begin, allowed);
    if (page_heading_at(text, begin))
        return read_pages(text, begin, allowed, may_have_heads);
    if (begins_in_pieces(text, begin))
        return read_pieces(text, begin, allowed);
    const bool is_labelled = looks_labelled(text, begin);
    if (is_labelled && text[begin] == '[') // "[1,]" of R's, or a token "[CLS]"
        return read_labelled(text, begin, allowed);
    if (begins_in_brackets(text, begin))
        return read_brackets(text, begin, allowed, may_have_heads);
    if (looks_like_table(text, begin))
        return read_table_text(text, begin, allowed);
    // With blanks in place of the name, so that places are those in the text.
    std::string table(text);
    if (!trimmed(text.substr(0, begin)).empty())
        blank_out(table, 0, begin);
    if (looks_like_csv(table))
        return read_printed_csv(table, CsvKind::csv, allowed);
    return is_labelled ? read_labelled(text, begin, allowed) : read_block(text, begin, allowed);
}

Result<PrintedArray> read_any_notation(std::string_view text, PastedNumbers allowed, bool may_have_heads) {
    const Result<std::string_view> unmarked = without_mark(text);
    if (!unmarked)
        return unmarked.error();
    Result<TextFrame> frame = frame_of(unmarked.value());
    if (!frame)
        return frame.error();
    const auto& [inside, shape, type, token_columns, is_series] = frame.value();
    Result<PrintedArray> read = is_series ? read_series(inside, after_name(inside), allowed)
                                          : read_inside(inside, allowed, may_have_heads);
    if (!read)
        return read;
    PrintedArray array = std::move(read).value();
    if (shape) {
        const auto page = page_heading_at(inside, after_name(inside));
        SaidShape said = *shape;
        said.pages_last = page && page->index == PageHeading::Index::last;
        if (auto problem = problem_of_shape(unmarked.value(), said, array))
            return *problem;
    }
    if (type && !array.type)
        array = rounded_to(std::move(array), *type);
    array.token_columns = token_columns;
    return array;
}

} // namespace

Result<Matrix> read_matrix_text(std::string_view text, PastedNumbers allowed) {
    return numbers_of(read_printed_matrix(text, allowed));
}

Result<PrintedArray> read_printed_matrix(std::string_view text, PastedNumbers allowed) {
    return read_any_notation(text, allowed, false);
}

Result<PrintedArray> read_printed_text(std::string_view text, PastedNumbers allowed) {
    return read_any_notation(text, allowed, true);
}

std::vector<Matrix> matrix_readings(std::string_view text, PastedNumbers allowed) {
    std::vector<Matrix> readings;
    const auto add = [&](std::string_view comma) {
        Result<Matrix> read = read_matrix_text(with_commas_as(text, comma), allowed);
        const auto is_it = [&](const Matrix& other) {
            return other.rows() == read.value().rows() && other.cols() == read.value().cols() &&
                   other == read.value();
        };
        if (read && std::ranges::none_of(readings, is_it))
            readings.push_back(std::move(read).value());
    };
    if (text.find(',') == std::string_view::npos || read_matrix_text(text, allowed))
        return readings;
    add(".");
    add(", ");
    if (could_group_thousands(text))
        add({});
    return readings;
}

} // namespace lab
