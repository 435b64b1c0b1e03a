// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/labelled_text.h"

#include "core/base/text_position.h"
#include "core/io/column_parts.h"
#include "core/io/labelled_lines.h"
#include "core/io/labels.h"
#include "core/io/number_text.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace lab {

namespace {

constexpr std::size_t most_index_levels = 16; ///< of an index; each is looked for in each row

class LabelledReader : private MatrixReader {
public:
    LabelledReader(std::string_view text, std::size_t from, PastedNumbers allowed)
        : MatrixReader(text, from), m_numbers(text, allowed), m_parts(text) {
        m_at = from;
        while (m_at > 0 && line_blanks.find(text[m_at - 1]) != std::string_view::npos)
            --m_at;
    }

    Result<PrintedArray> read();

private:
    bool unexpected(const LabelledCell& cell, std::string expected) {
        if (is_cut_mark(cell))
            return succeeds(abbreviated_frame(m_text, cell.offset));
        return fail(cell.offset, quoted_excerpt(cell.text), std::move(expected));
    }

    bool vector(LabelledLine line);
    bool table(LabelledLine line);
    bool is_heading(const LabelledLine& line) const;
    bool take_heading(LabelledLine& line);
    bool take_below_heading(const LabelledLine& line);
    bool take_types(const LabelledLine& line);
    bool find_labels(const LabelledLine& line);
    bool find_levels(const LabelledLine& line);
    bool take_row(const LabelledLine& line);
    bool take_labels(std::span<const LabelledCell> labels);
    bool is_row_label(const LabelledCell& cell, std::size_t row);
    bool are_level_labels(std::span<const LabelledCell> labels);
    bool are_tibble_labels(std::span<const LabelledCell> labels);
    std::size_t place_in_line(std::size_t offset) const;
    bool end_part();
    bool add_number(const LabelledCell& cell);

    NumberBlock m_numbers;
    ColumnParts m_parts;
    std::vector<std::string_view> m_labels;   ///< of rows, in the first part of the table
    std::optional<std::size_t> m_columns;     ///< of the part, once known
    std::size_t m_counted = 0;                ///< columns that were counted rather than named
    std::optional<std::size_t> m_first_count; ///< 0 or 1
    bool m_has_heading = false, m_has_corner = false;
    std::optional<bool> m_has_labels; ///< whether each row begins with one
    bool m_is_tibble = false;
    std::size_t m_levels = 1; ///< labels before the numbers of a row, if there are any
    LabelledLine m_heading;
    LabelledLine m_level_names;        ///< of several levels
    std::vector<std::size_t> m_places; ///< of the labels in a line, in characters
};

Result<PrintedArray> LabelledReader::read() {
    LabelledLine first = next_line(m_text, m_at);
    std::size_t at = m_at;
    const LabelledLine second = next_line(m_text, at);
    if (names_dimension(first, second, next_line(m_text, at)))
        first = next_line(m_text, m_at);
    const bool well = is_r_index(first.front().text) ? vector(std::move(first)) : table(std::move(first));
    if (!well)
        return *m_error;
    std::optional<Error> problem = m_numbers.ambiguity();
    if (!problem)
        problem = m_parts.collect(m_rows);
    if (problem)
        return *problem;
    PrintedArray array = m_rows.array();
    array.has_labels = true;
    return array;
}

/// "[1] 0.25 0.75", over several lines if it is long.
bool LabelledReader::vector(LabelledLine line) {
    std::size_t count = 0;
    if (!succeeds(m_parts.begin_row(line.front().offset)))
        return false;
    for (; !line.empty(); line = next_line(m_text, m_at)) {
        const std::string expected = "[" + std::to_string(count + 1) + "]";
        if (line.front().text != expected)
            return unexpected(line.front(), '"' + expected + "\", as R counts numbers");
        for (const LabelledCell& cell : std::span(line).subspan(1)) {
            if (!add_number(cell))
                return false;
            ++count;
        }
    }
    return true;
}

bool LabelledReader::table(LabelledLine line) {
    bool is_first = true;
    for (; !line.empty(); line = next_line(m_text, m_at), is_first = false) {
        const bool begins_part = is_heading(line) && (is_first || m_parts.row() > 0);
        if (!is_first && m_parts.row() == 0 && !begins_part && take_below_heading(line))
            continue;
        if (begins_part ? !(end_part() && take_heading(line)) : !take_row(line))
            return false;
    }
    if (!m_has_heading && m_parts.row() < 2)
        return fail(m_text.size(), "a single row with a label",
                    "numbers alone, or a line of labels above them");
    return end_part();
}

/// The first line: its last cell is a word, or it counts columns. A later one heads further columns if it
/// cannot be a row.
bool LabelledReader::is_heading(const LabelledLine& line) const {
    const bool goes_on = line.back().text == "\\" && line.size() > 1;
    const std::span<const LabelledCell> cells = std::span(line).first(line.size() - (goes_on ? 1 : 0));
    if (r_count(cells.back().text, false) > 0)
        return true;
    if (m_parts.row() == 0 && !m_has_heading)
        return is_label_word(cells.back().text) || counts_from(cells, 0) || counts_from(cells, 1) ||
               std::ranges::any_of(cells, is_cut_mark);
    if (m_first_count)
        return counts_from(cells, *m_first_count + m_counted);
    return m_has_labels == true && m_columns && cells.size() <= *m_columns &&
           std::ranges::all_of(cells, [](const LabelledCell& cell) { return is_label_word(cell.text); });
}

bool LabelledReader::take_heading(LabelledLine& line) {
    take_backslash(line);
    for (std::size_t i = 0; i < line.size(); ++i) {
        const std::size_t counted = r_count(line[i].text, false);
        if (counted > 0 && counted != m_parts.columns_before() + i + 1)
            return unexpected(line[i], "\"[," + std::to_string(m_parts.columns_before() + i + 1) + "]\"");
        if (is_ellipsis(line[i].text))
            return unexpected(line[i], {});
    }
    if (!is_label_word(line.back().text) && r_count(line.back().text, false) == 0) {
        if (!m_first_count)
            m_first_count = counts_from(line, 0) ? 0 : 1;
        m_counted += line.size();
    }
    m_has_heading = true;
    m_heading = line;
    m_columns = line.size();
    return true;
}

/// pandas has a line for the names of the levels of its index, and a tibble one of types.
bool LabelledReader::take_below_heading(const LabelledLine& line) {
    if (take_types(line))
        return true;
    const bool is_repeated = !m_level_names.empty() && m_parts.columns_before() == 0;
    if (!are_label_words(line) || is_repeated)
        return false;
    if (line.size() > 1)
        m_level_names = line;
    return true;
}

/// The first columns of a tibble may be texts, which are labels as its counts of rows are.
bool LabelledReader::take_types(const LabelledLine& line) {
    if (!are_types(line) || !m_columns || line.size() != *m_columns)
        return false;
    const auto is_number = [](const LabelledCell& cell) {
        return cell.text != "<chr>" && cell.text != "<fct>" && cell.text != "<ord>";
    };
    const auto texts = static_cast<std::size_t>(std::ranges::find_if(line, is_number) - line.begin());
    if (texts == line.size())
        return false;
    constexpr int fewest_significant = 3;
    m_rows.set_fewest_significant(fewest_significant);
    m_is_tibble = true;
    m_levels = 1 + texts;
    m_columns = *m_columns - texts;
    return true;
}

/// In the first row.
bool LabelledReader::find_labels(const LabelledLine& line) {
    const std::string_view first = line.front().text;
    const bool begins_with_word = is_label_word(first) || r_count(first, true) > 0;
    m_has_labels = begins_with_word || m_is_tibble ||
                   (m_columns && (line.size() == *m_columns + 1 || !m_level_names.empty()));
    if (!m_level_names.empty())
        return find_levels(line);
    // A heading with a name for the labels, "token the cat".
    m_has_corner = begins_with_word && m_columns && line.size() == *m_columns && *m_columns > 1;
    const bool has_more = m_has_heading && !m_is_tibble && line.size() > *m_columns + 1 &&
                          line.size() <= *m_columns + most_index_levels;
    if (has_more && are_label_words(std::span(line).first(line.size() - *m_columns)))
        m_levels = line.size() - *m_columns;
    return true;
}

/// The line that names the levels tells how many there are, before the columns. A second line of names above
/// the columns is none.
bool LabelledReader::find_levels(const LabelledLine& line) {
    m_levels = m_level_names.size();
    m_has_corner = line.size() + 1 == *m_columns + m_levels && *m_columns > 1;
    const bool is_known = m_levels <= most_index_levels;
    const bool is_whole = m_has_corner || line.size() == *m_columns + m_levels;
    const LabelledCell& first_column = m_heading[m_has_corner ? 1 : 0];
    return (is_known && is_whole &&
            place_in_line(m_level_names.back().offset) < place_in_line(first_column.offset)) ||
           unexpected(m_level_names.front(), "a row of numbers");
}

/// How many characters of its line are before a place.
std::size_t LabelledReader::place_in_line(std::size_t offset) const {
    const std::size_t break_before = m_text.substr(0, offset).find_last_of("\r\n");
    const std::size_t begin = break_before == std::string_view::npos ? 0 : break_before + 1;
    const auto begins_character = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; };
    return static_cast<std::size_t>(
        std::ranges::count_if(m_text.substr(begin, offset - begin), begins_character));
}

/// Labels that are the same as in the row above are left out, but for the last. Each stands below the first
/// of its level.
bool LabelledReader::are_level_labels(std::span<const LabelledCell> labels) {
    for (const LabelledCell& label : labels) {
        const std::size_t place = place_in_line(label.offset);
        if (m_places.size() < m_levels)
            m_places.push_back(place);
        const bool may_be_number = !m_level_names.empty() && is_whole_number(label.text);
        const bool is_last = &label == &labels.back();
        const bool is_in_place =
            is_last ? place == m_places.back() : std::ranges::find(m_places, place) != m_places.end();
        if (!is_in_place || (!is_label_word(label.text) && !may_be_number))
            return unexpected(label, "a label, as in the rows before");
    }
    return true;
}

bool LabelledReader::are_tibble_labels(std::span<const LabelledCell> labels) {
    constexpr const char* all_shown = "all of its numbers, as print(x, n = Inf, width = Inf) shows them";
    const LabelledCell& count = labels.front();
    if (count.text.starts_with('#'))
        return fail(count.offset, "an abbreviated print-out", all_shown);
    if (!is_count(count.text, m_parts.row()))
        return unexpected(count, std::to_string(m_parts.row()) + ", as a tibble counts its rows");
    for (const LabelledCell& label : labels.subspan(1)) {
        if (!is_label_word(label.text))
            return unexpected(label, "a label, as its column has texts");
    }
    return true;
}

bool LabelledReader::take_labels(std::span<const LabelledCell> labels) {
    const std::size_t row = m_parts.row() - 1, begin = labels.front().offset;
    if (m_is_tibble && !are_tibble_labels(labels))
        return false;
    if (m_levels == 1 && !m_is_tibble && !is_row_label(labels.front(), row))
        return false;
    if (m_levels > 1 && !m_is_tibble && !are_level_labels(labels))
        return false;
    const std::string_view all = m_text.substr(begin, labels.back().end() - begin);
    if (m_parts.columns_before() == 0)
        m_labels.push_back(all);
    return all == m_labels[row] ||
           unexpected(labels.front(), "the label " + quoted_excerpt(m_labels[row]) + ", as above");
}

bool LabelledReader::is_row_label(const LabelledCell& cell, std::size_t row) {
    if (m_parts.columns_before() > 0) // compared with those above
        return true;
    if (const std::size_t counted = r_count(cell.text, true); counted > 0)
        return counted == row + 1 || unexpected(cell, "\"[" + std::to_string(row + 1) + ",]\"");
    const bool may_be_number = m_has_heading && is_whole_number(cell.text);
    // Without names of columns, numbers of rows have to count them.
    const bool counted =
        !m_first_count || is_count(cell.text, row + *m_first_count) || is_count(cell.text, row);
    if (is_label_word(cell.text) || (may_be_number && counted))
        return true;
    return unexpected(cell, "a label, as in the rows before");
}

bool LabelledReader::take_row(const LabelledLine& line) {
    if (!m_has_labels && !find_labels(line))
        return false;
    if (m_has_corner && m_parts.row() == 0 && m_columns)
        m_columns = *m_columns - 1;
    const std::size_t most = *m_has_labels ? m_levels : 0;
    if (!m_columns)
        m_columns = line.size() - most;
    // Those of a MultiIndex that are not repeated are missing.
    const std::size_t fewest = m_is_tibble ? most : std::min<std::size_t>(most, 1);
    const std::size_t before_numbers = line.size() - std::min(line.size(), *m_columns);
    const std::size_t labels = std::min(line.size(), std::clamp(before_numbers, fewest, most));
    if (!succeeds(m_parts.begin_row(line.front().offset)))
        return false;
    if (labels > 0 && !take_labels(std::span(line).first(labels)))
        return false;
    for (const LabelledCell& cell : line) {
        if (is_cut_mark(cell))
            return unexpected(cell, {});
    }
    if (line.size() != *m_columns + labels)
        return fail(line.front().offset, "a row of " + std::to_string(line.size()),
                    std::to_string(*m_columns + labels) + " cells, as in the rows before");
    for (const LabelledCell& cell : std::span(line).subspan(labels)) {
        if (!add_number(cell))
            return false;
    }
    return true;
}

/// Ends the rows below a line of labels.
bool LabelledReader::end_part() {
    if (m_parts.row() == 0)
        return !m_has_heading || fail(m_text.size(), "the end of the text", "rows of numbers");
    if (!succeeds(m_parts.end_part(*m_columns, m_at)))
        return false;
    m_columns.reset();
    return true;
}

bool LabelledReader::add_number(const LabelledCell& cell) {
    const Result<double> value = is_ellipsis(cell.text) ? Result<double>(abbreviated(m_text, cell.offset))
                                                        : m_numbers.read(cell.text, cell.offset);
    if (!value)
        return succeeds(value.error());
    m_parts.add(value.value(), written_digits(cell.text));
    return true;
}

} // namespace

bool looks_labelled(std::string_view text, std::size_t from) {
    while (from > 0 && line_blanks.find(text[from - 1]) != std::string_view::npos)
        --from;
    LabelledLine first = next_line(text, from);
    take_backslash(first);
    const LabelledLine second = next_line(text, from), third = next_line(text, from);
    if (first.empty())
        return false;
    const std::string_view begin = first.front().text;
    // "[,1]" alone is a list of Python's that lacks a number.
    const bool has_columns = r_count(begin, false) > 0 && !second.empty();
    if (has_columns || r_count(begin, true) > 0 || (is_r_index(begin) && first.size() > 1))
        return true;
    // A token such as "[CLS]"; other brackets begin a list.
    const bool is_list =
        begin.front() == '[' && (begin.back() != ']' || begin.size() < 3 || !is_label(begin.substr(1)));
    if (second.empty() || is_list)
        return false;
    // Rows are counted as columns are, or have names; "1 2" above "3 4 5" is a row that is too short.
    const std::string_view row = second.empty() ? std::string_view() : second.front().text;
    const bool counts = counts_from(first, 0) || counts_from(first, 1);
    const bool counted =
        (second.size() == first.size() + 1 &&
         (has_cut_mark(first) || (counts && (is_label_word(row) || is_count(row, 0) || is_count(row, 1))))) ||
        (second.size() > first.size() && counts && is_label_word(row));
    // The line below names the levels of pandas' index, the dimensions of R's matrix or the types of a
    // tibble.
    const bool names_levels =
        second.size() > 1 && are_label_words(second) && !third.empty() && is_numeric(third.back().text);
    const bool names_more = names_levels || are_types(second);
    if (names_more && (is_label_word(begin) || counts))
        return true;
    const bool has_number = std::ranges::any_of(second,
                                                [](const LabelledCell& cell) {
                                                    return is_numeric(cell.text) || is_ellipsis(cell.text);
                                                }) ||
                            (second.size() == 1 && is_label_word(second.front().text) && first.size() > 1);
    return (is_label_word(begin) && has_number) || counted;
}

Result<PrintedArray> read_labelled(std::string_view text, std::size_t from, PastedNumbers allowed) {
    return LabelledReader(text, from, allowed).read();
}

} // namespace lab
