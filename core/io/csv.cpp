// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/csv.h"

#include "core/base/text_position.h"
#include "core/io/labels.h"
#include "core/io/number_text.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>

namespace lab {

namespace {

/// A tab if there is one outside quotation marks, else a semicolon if there is one, else a comma.
char separator_of(std::string_view text) {
    bool within_quotes = false;
    bool semicolon = false;
    for (const char c : text) {
        within_quotes = within_quotes != (c == '"');
        if (c == '\t' && !within_quotes)
            return '\t';
        semicolon = semicolon || (c == ';' && !within_quotes);
    }
    return semicolon ? ';' : ',';
}

class CsvReader : private MatrixReader {
public:
    CsvReader(std::string_view text, char separator, PastedNumbers allowed)
        : MatrixReader(text), m_separator(separator), m_may_be_empty(allowed == PastedNumbers::any_or_none),
          m_numbers(text, allowed) {}

    Result<PrintedArray> read() {
        skip_empty_lines();
        while (MatrixReader::take("# ")) { // as numpy.savetxt() writes a header
            m_at = std::min(m_text.find_first_of("\r\n", m_at), m_text.size());
            skip_empty_lines();
        }
        while (!done() && line()) {
        }
        if (m_error || !succeeds(problem_of_whole()))
            return *m_error;
        if (const auto uneven = uneven_empty_line(m_text, 0, m_text.size()))
            return uneven_lines(m_text, *uneven);
        PrintedArray array = m_rows.array();
        array.has_labels = m_header || m_labels.value_or(false);
        return array;
    }

private:
    /// The kind of line, determined by its first two cells.
    enum class Line { unknown, header, numbers };

    struct Cell {
        std::string text;
        std::size_t offset = 0;
        bool ends_line = false;
        bool is_quoted = false;
    };

    bool refuse(const Cell& cell, std::string expected) {
        return fail(cell.offset, cell.text.empty() ? "an empty cell" : quoted_excerpt(cell.text),
                    std::move(expected));
    }

    void skip_empty_lines();
    bool line();
    bool cell(Cell& cell);
    bool quoted_cell(Cell& cell);
    void end_cell(Cell& cell);
    bool take(const Cell& cell, std::size_t column, Line& line);
    bool take_first(const Cell& cell, Line& line);
    bool take_number(const Cell& cell);
    bool counts_row(const Cell& cell) const;
    bool end_line(std::size_t begin, std::size_t columns, Line line);
    std::optional<Error> problem_of_whole() const;

    char m_separator;
    bool m_may_be_empty;
    NumberBlock m_numbers;
    std::size_t m_columns = 0; ///< in the first line, labels included; 0 before its end
    std::size_t m_lines = 0;   ///< that have cells
    bool m_header = false;
    bool m_counts_columns = false; ///< the header is 0, 1, 2 …
    Cell m_corner;                 ///< the first cell, if it is not a number
    std::optional<bool> m_labels;  ///< whether each row begins with a label, once known
};

void CsvReader::skip_empty_lines() {
    const std::size_t content = std::min(m_text.find_first_not_of(" \r\n", m_at), m_text.size());
    const std::size_t last_break = m_text.substr(m_at, content - m_at).find_last_of("\r\n");
    if (content == m_text.size())
        m_at = content;
    else if (last_break != std::string_view::npos)
        m_at += last_break + 1;
}

bool CsvReader::line() {
    const std::size_t begin = m_at;
    Line kind = Line::unknown;
    Cell current;
    std::size_t columns = 0;
    do {
        if (!cell(current))
            return false;
        if (columns == 0 && current.ends_line && current.text.empty()) {
            skip_empty_lines();
            return true;
        }
        if (!take(current, columns++, kind))
            return false;
    } while (!current.ends_line);
    return end_line(begin, columns, kind);
}

bool CsvReader::cell(Cell& cell) {
    cell.offset = std::min(m_text.find_first_not_of(' ', m_at), m_text.size());
    if (m_text.substr(cell.offset).starts_with('"'))
        return quoted_cell(cell);
    const char ends[] = {m_separator, '\r', '\n', '\0'};
    const std::size_t end = std::min(m_text.find_first_of(ends, m_at), m_text.size());
    cell.text = trimmed(m_text.substr(m_at, end - m_at));
    cell.is_quoted = false;
    m_at = end;
    end_cell(cell);
    return true;
}

bool CsvReader::quoted_cell(Cell& cell) {
    cell.text.clear();
    cell.is_quoted = true;
    m_at = cell.offset;
    do {
        const std::size_t close = m_text.find('"', m_at + 1);
        if (close == std::string_view::npos)
            return fail(cell.offset, "a quotation mark that is not closed", "its end");
        // Every piece after the first begins with the second of two doubled quotation marks.
        const std::size_t piece = m_at == cell.offset ? m_at + 1 : m_at;
        cell.text += m_text.substr(piece, close - piece);
        m_at = close + 1;
    } while (m_text.substr(m_at).starts_with('"'));
    cell.text = std::string(trimmed(cell.text));
    m_at = std::min(m_text.find_first_not_of(' ', m_at), m_text.size());
    if (m_at < m_text.size() && m_text[m_at] != m_separator && m_text[m_at] != '\r' && m_text[m_at] != '\n')
        return fail(m_at, quoted_character_at(m_text, m_at) + " after a quotation mark",
                    "the end of the cell");
    end_cell(cell);
    return true;
}

/// Skips the separator or line break.
void CsvReader::end_cell(Cell& cell) {
    cell.ends_line = m_at >= m_text.size() || m_text[m_at] != m_separator;
    m_at += m_text.substr(m_at).starts_with("\r\n") ? 2 : 1;
    m_at = std::min(m_at, m_text.size());
}

bool CsvReader::take(const Cell& cell, std::size_t column, Line& line) {
    if (column == 0)
        return take_first(cell, line);
    // Where any cell may be empty, one that is followed by numbers is no corner above labels.
    const bool counts = !m_may_be_empty && m_corner.text.empty() && is_count(cell.text, column - 1);
    if (line == Line::unknown && (is_label(cell.text) || counts)) {
        m_counts_columns = counts;
        line = Line::header;
        m_header = true;
    } else if (line == Line::unknown) {
        if (m_corner.text.empty() && !m_may_be_empty)
            return refuse(m_corner, "a number or a label");
        line = Line::numbers;
        m_labels = !m_corner.text.empty();
        if (!*m_labels && !take_number(m_corner))
            return false;
    }
    if (line == Line::header)
        return is_label(cell.text) || (m_counts_columns && counts) ||
               refuse(cell, "a label, as in the cells before");
    return take_number(cell);
}

bool CsvReader::take_first(const Cell& cell, Line& line) {
    const bool label = is_label(cell.text);
    if (m_lines == 0 && (label || cell.text.empty())) {
        // The cells after it tell whether this row begins with a label or consists of labels.
        m_corner = cell;
        m_header = cell.ends_line;
        line = cell.ends_line ? Line::header : Line::unknown;
        return true;
    }
    line = Line::numbers;
    if (!m_labels)
        m_labels = label || counts_row(cell);
    if (*m_labels)
        return label || counts_row(cell) || refuse(cell, "a label, as in the rows before");
    return take_number(cell);
}

/// Data frames count their rows from 0, and those of R from 1, in quotation marks. The corner shows that the
/// first column is no number.
bool CsvReader::counts_row(const Cell& cell) const {
    return m_header && m_corner.text.empty() &&
           (is_count(cell.text, m_lines - 1) || (cell.is_quoted && is_count(cell.text, m_lines)));
}

bool CsvReader::take_number(const Cell& cell) {
    if (cell.text.empty() && m_may_be_empty) {
        m_rows.add(std::numeric_limits<double>::quiet_NaN(), {});
        return true;
    }
    if (cell.text.empty())
        return refuse(cell, "a number");
    return succeeds(m_rows.add(m_numbers.read(cell.text, cell.offset), cell.text));
}

bool CsvReader::end_line(std::size_t begin, std::size_t columns, Line line) {
    if (m_lines == 0)
        m_columns = columns;
    ++m_lines;
    if (columns != m_columns)
        return fail(begin, "a row of " + std::to_string(columns),
                    std::to_string(m_columns) + " cells, as in the first row");
    return line != Line::numbers || succeeds(m_rows.end_row(m_text, begin));
}

std::optional<Error> CsvReader::problem_of_whole() const {
    if (m_rows.empty())
        return Error{{}, m_lines == 0 ? "no numbers" : "labels and no numbers", "a matrix"};
    if (m_header && m_corner.text.empty() && !m_labels.value_or(false))
        return Error{text_position(m_text, m_corner.offset), "an empty cell", "a label"};
    return m_numbers.ambiguity();
}

} // namespace

bool looks_like_csv(std::string_view text) {
    const std::size_t begin = std::min(text.find_first_not_of("\r\n"), text.size());
    const std::size_t end = std::min(text.find_first_of("\r\n", begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    const char separator = separator_of(text);
    const std::size_t parted = line.find(separator);
    if (parted == std::string_view::npos) // a column
        return line.starts_with('"') && trimmed(line).ends_with('"') &&
               line.find('"', 1) + 1 == trimmed(line).size();
    const std::string_view first = trimmed(line.substr(0, parted));
    const std::string_view second = trimmed(
        line.substr(parted + 1, std::min(line.find(separator, parted + 1), line.size()) - parted - 1));
    const bool has_more_lines = !trimmed(text.substr(end)).empty();
    // In "sky 1,5" the comma is decimal.
    const std::string_view last_word = first.substr(first.find_last_of(" \t") + 1);
    return first.starts_with('"') || second.starts_with('"') ||
           (has_more_lines && (first.empty() || (is_label(first) && !is_numeric(last_word))));
}

Result<PrintedArray> read_printed_csv(std::string_view text, CsvKind kind, PastedNumbers allowed) {
    const Result<std::string_view> unmarked = without_mark(text);
    if (!unmarked)
        return unmarked.error();
    text = unmarked.value();
    return CsvReader(text, kind == CsvKind::tsv ? '\t' : separator_of(text), allowed).read();
}

Result<Matrix> read_csv(std::string_view text, CsvKind kind, PastedNumbers allowed) {
    return numbers_of(read_printed_csv(text, kind, allowed));
}

} // namespace lab
