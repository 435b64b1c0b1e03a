// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/labelled_text.h"

#include "core/base/text_position.h"
#include "core/io/column_parts.h"
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

struct LabelledCell {
    std::string_view text;
    std::size_t offset = 0;
};
using LabelledLine = std::vector<LabelledCell>;

constexpr std::string_view line_blanks = " \t";

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

/// The line that begins at or after `at` and is not empty; `at` moves behind it. Empty at the end of the
/// text.
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

/// "[1,]", as R counts rows, or "[,1]", as it counts columns; 0 if it is neither.
std::size_t r_count(std::string_view cell, bool of_rows) {
    const std::string_view begin = of_rows ? "[" : "[,", end = of_rows ? ",]" : "]";
    if (!cell.starts_with(begin) || !cell.ends_with(end) || cell.size() <= begin.size() + end.size())
        return 0;
    std::size_t number = 0;
    constexpr std::size_t most_digits = 9;
    const std::string_view digits = cell.substr(begin.size(), cell.size() - begin.size() - end.size());
    if (digits.size() > most_digits || digits.find_first_not_of("0123456789") != std::string_view::npos)
        return 0;
    for (const char c : digits)
        number = 10 * number + static_cast<std::size_t>(c - '0');
    return number;
}

bool is_r_index(std::string_view cell) {
    return cell.size() > 2 && cell.front() == '[' && cell.back() == ']' &&
           cell.substr(1, cell.size() - 2).find_first_not_of("0123456789") == std::string_view::npos;
}

bool counts(std::span<const LabelledCell> line, std::size_t first) {
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (!is_count(line[i].text, first + i))
            return false;
    }
    return true;
}

/// pandas ends a heading so if a wide table goes on below.
void take_backslash(LabelledLine& line) {
    if (line.size() > 1 && line.back().text == "\\")
        line.pop_back();
}

bool is_cut_mark(const LabelledCell& cell) {
    return is_ellipsis(cell.text) || cell.text == "..";
}

bool is_cut(const LabelledLine& line) {
    return std::ranges::any_of(line, is_cut_mark);
}

Error abbreviated_frame(std::string_view text, std::size_t offset) {
    return {text_position(text, offset), "an abbreviated print-out",
            "all of its numbers, as print(df.to_string()) shows them"};
}

bool is_word(std::string_view cell) {
    return is_label(cell) || (cell.size() > 1 && cell.front() == '"' && cell.back() == '"');
}

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
    bool take_row(const LabelledLine& line);
    bool is_row_label(const LabelledCell& cell, std::size_t row);
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
};

Result<PrintedArray> LabelledReader::read() {
    LabelledLine first = next_line(m_text, m_at);
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
        // pandas has a line for the name of the rows.
        const bool names_rows =
            !is_first && m_parts.row() == 0 && line.size() == 1 && is_word(line.front().text);
        if (names_rows && !begins_part)
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
        return is_word(cells.back().text) || counts(cells, 0) || counts(cells, 1) ||
               std::ranges::any_of(cells, is_cut_mark);
    if (m_first_count)
        return counts(cells, *m_first_count + m_counted);
    return m_has_labels == true && m_columns && cells.size() <= *m_columns &&
           std::ranges::all_of(cells, [](const LabelledCell& cell) { return is_word(cell.text); });
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
    if (!is_word(line.back().text) && r_count(line.back().text, false) == 0) {
        if (!m_first_count)
            m_first_count = counts(line, 0) ? 0 : 1;
        m_counted += line.size();
    }
    m_has_heading = true;
    m_columns = line.size();
    return true;
}

bool LabelledReader::is_row_label(const LabelledCell& cell, std::size_t row) {
    if (m_parts.columns_before() > 0)
        return cell.text == m_labels[row] ||
               unexpected(cell, "the label " + quoted_excerpt(m_labels[row]) + ", as above");
    if (const std::size_t counted = r_count(cell.text, true); counted > 0)
        return counted == row + 1 || unexpected(cell, "\"[" + std::to_string(row + 1) + ",]\"");
    const bool may_be_number =
        m_has_heading && cell.text.find_first_not_of("0123456789") == std::string_view::npos;
    // Without names of columns, numbers of rows have to count them.
    const bool counted =
        !m_first_count || is_count(cell.text, row + *m_first_count) || is_count(cell.text, row);
    if (is_word(cell.text) || (may_be_number && counted))
        return true;
    return unexpected(cell, "a label, as in the rows before");
}

bool LabelledReader::take_row(const LabelledLine& line) {
    if (!m_has_labels) {
        const std::string_view first = line.front().text;
        const bool begins_with_word = is_word(first) || r_count(first, true) > 0;
        m_has_labels = begins_with_word || (m_columns && line.size() == *m_columns + 1);
        // A heading with a name for the labels, "token the cat".
        if (begins_with_word && m_columns && line.size() == *m_columns && *m_columns > 1)
            m_has_corner = true;
    }
    if (m_has_corner && m_parts.row() == 0 && m_columns)
        m_columns = *m_columns - 1;
    const std::size_t labels = *m_has_labels ? 1 : 0;
    if (!m_columns)
        m_columns = line.size() - labels;
    if (!succeeds(m_parts.begin_row(line.front().offset)))
        return false;
    if (labels == 1 && !is_row_label(line.front(), m_parts.row() - 1))
        return false;
    for (const LabelledCell& cell : line) {
        if (is_cut_mark(cell))
            return unexpected(cell, {});
    }
    if (line.size() != *m_columns + labels)
        return fail(line.front().offset, "a row of " + std::to_string(line.size()),
                    std::to_string(*m_columns + labels) + " cells, as in the rows before");
    if (m_parts.columns_before() == 0)
        m_labels.push_back(labels == 1 ? line.front().text : std::string_view());
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
    const LabelledLine second = next_line(text, from);
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
    const bool counted = second.size() == first.size() + 1 &&
                         (is_cut(first) || ((counts(first, 0) || counts(first, 1)) &&
                                            (is_word(row) || is_count(row, 0) || is_count(row, 1))));
    const bool has_number = std::ranges::any_of(second,
                                                [](const LabelledCell& cell) {
                                                    return is_numeric(cell.text) || is_ellipsis(cell.text);
                                                }) ||
                            (second.size() == 1 && is_word(second.front().text) && first.size() > 1);
    return (is_word(begin) && has_number) || counted;
}

Result<PrintedArray> read_series(std::string_view text, std::size_t from, PastedNumbers allowed) {
    RowCollector rows;
    NumberBlock numbers(text, allowed);
    bool is_first = true;
    for (LabelledLine line = next_line(text, from); !line.empty(); line = next_line(text, from)) {
        const LabelledCell& number = line.back();
        const bool names_labels = is_first && line.size() == 1 && is_word(number.text);
        is_first = false;
        if (names_labels)
            continue;
        if (is_cut(line))
            return abbreviated_frame(text, line.front().offset);
        if (line.size() == 1)
            return Error{text_position(text, number.offset), quoted_excerpt(number.text),
                         "a label and a number"};
        std::optional<Error> problem = rows.add(numbers.read(number.text, number.offset), number.text);
        if (!problem)
            problem = rows.end_row(text, number.offset);
        if (problem)
            return *problem;
    }
    if (const std::optional<Error> problem = numbers.ambiguity())
        return *problem;
    if (rows.empty())
        return Error{{}, "no numbers", "a matrix"};
    PrintedArray array = rows.array();
    array.has_labels = true;
    return array;
}

Result<PrintedArray> read_labelled(std::string_view text, std::size_t from, PastedNumbers allowed) {
    return LabelledReader(text, from, allowed).read();
}

} // namespace lab
