// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/table_cells.h"

#include "core/base/text_position.h"
#include "core/io/labels.h"
#include "core/io/number_text.h"

#include <algorithm>
#include <span>
#include <utility>

namespace lab {

namespace {

/// A line of names, or of types, as DuckDB has below them.
bool names_columns(const TableCells& cells) {
    const auto is_name = [](const TableCell& cell) { return is_label(cell.text); };
    return std::ranges::any_of(cells, is_name) && std::ranges::all_of(cells, [&](const TableCell& cell) {
               return cell.text.empty() || is_name(cell);
           });
}

/// An empty corner and 0, 1, 2 …
bool counts_columns(const TableCells& cells) {
    for (std::size_t i = 1; i < cells.size(); ++i) {
        if (!is_count(cells[i].text, i - 1))
            return false;
    }
    return cells.size() > 1 && cells.front().text.empty();
}

/// How many empty cells a heading begins with, above columns of labels.
std::size_t empty_corner(const TableCells& heading) {
    const auto named =
        std::ranges::find_if(heading, [](const TableCell& cell) { return !cell.text.empty(); });
    return named == heading.end() ? 0 : static_cast<std::size_t>(named - heading.begin());
}

/// Also "('first', 2)", as pandas writes the labels of a MultiIndex in one column.
bool is_row_name(std::string_view cell) {
    const bool is_tuple =
        cell.starts_with('(') && cell.ends_with(')') && cell.find(", ") != std::string_view::npos;
    return is_tuple || is_label(cell);
}

class CellsReader : private MatrixReader {
public:
    CellsReader(std::string_view text, TableLines lines, PastedNumbers allowed)
        : MatrixReader(text), m_numbers(text, allowed), m_lines(std::move(lines.cells)),
          m_heading(lines.heading) {}

    Result<PrintedArray> read();

private:
    bool find_heading();
    bool heading_is_well(std::span<const TableCells> rows);
    void find_labels(std::span<const TableCells> rows);
    bool take_row(const TableCells& row, std::size_t index);
    bool is_row_label(const TableCells& row, std::size_t column, std::size_t index);

    NumberBlock m_numbers;
    std::vector<TableCells> m_lines;
    std::optional<std::size_t> m_heading;
    bool m_has_names = false; ///< in the heading
    std::size_t m_labels = 0; ///< columns of labels
    bool m_labels_may_count = false;
};

Result<PrintedArray> CellsReader::read() {
    if (!find_heading())
        return *m_error;
    const std::span<const TableCells> rows = std::span(m_lines).subspan(m_heading.value_or(0));
    if (rows.empty())
        return Error{text_position(m_text, m_text.size()), "a heading and no numbers", "a matrix"};
    find_labels(rows);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!take_row(rows[i], i))
            return *m_error;
    }
    if (auto problem = m_numbers.ambiguity())
        return *problem;
    PrintedArray array = m_rows.array();
    array.has_labels = m_has_names || m_labels > 0;
    return array;
}

bool CellsReader::find_heading() {
    if (!m_heading) {
        const auto begin = m_lines.begin();
        const auto first_row = std::find_if_not(begin, m_lines.end(), names_columns);
        m_heading = first_row == begin ? (counts_columns(m_lines.front()) ? 1 : 0)
                                       : static_cast<std::size_t>(first_row - begin);
    }
    return heading_is_well(std::span(m_lines).first(m_heading.value_or(0)));
}

/// Polars has more than a line: names, dashes, types.
bool CellsReader::heading_is_well(std::span<const TableCells> rows) {
    for (const TableCells& row : rows) {
        std::size_t count = 0;
        for (const TableCell& cell : row) {
            m_has_names = m_has_names || !cell.text.empty();
            const bool counts = is_count(cell.text, count) || is_count(cell.text, count + 1);
            count += counts ? 1 : 0;
            if (is_numeric(cell.text) && !counts)
                return fail(cell.offset, quoted_excerpt(cell.text) + " in the heading",
                            "a heading without numbers: an empty one above the line of dashes");
        }
    }
    return true;
}

void CellsReader::find_labels(std::span<const TableCells> rows) {
    const std::size_t corner = m_heading.value_or(0) > 0 ? empty_corner(m_lines.front()) : 0;
    const TableCells& first = rows.front();
    m_labels_may_count = corner > 0;
    m_labels = m_labels_may_count || (first.size() > 1 && is_row_name(first.front().text)) ? 1 : 0;
    const auto is_level = [](const TableCell& cell) {
        return is_row_name(cell.text) || is_whole_number(cell.text);
    };
    if (corner > 1 && first.size() > corner && std::ranges::all_of(std::span(first).first(corner), is_level))
        m_labels = corner;
}

bool CellsReader::is_row_label(const TableCells& row, std::size_t column, std::size_t index) {
    const TableCell& cell = row[column];
    // Not repeated below each other, apart from the last.
    const bool may_be_empty = index > 0 && column + 1 < m_labels;
    const bool counts =
        m_labels_may_count && (m_labels > 1 ? is_whole_number(cell.text)
                                            : is_count(cell.text, index) || is_count(cell.text, index + 1));
    if (is_row_name(cell.text) || counts || (may_be_empty && cell.text.empty()))
        return true;
    return fail(cell.offset, cell.text.empty() ? "an empty cell" : quoted_excerpt(cell.text),
                "a label of the row");
}

bool CellsReader::take_row(const TableCells& row, std::size_t index) {
    if (row.size() != m_lines.front().size())
        return fail(row.front().offset, "a row of " + std::to_string(row.size()),
                    std::to_string(m_lines.front().size()) + " cells, as in the first row");
    for (std::size_t column = 0; column < m_labels; ++column) {
        if (!is_row_label(row, column, index))
            return false;
    }
    for (const TableCell& cell : std::span(row).subspan(m_labels)) {
        if (cell.text.empty())
            return fail(cell.offset, "an empty cell", "a number");
        if (!succeeds(m_rows.add(m_numbers.read(cell.text, cell.offset), cell.text)))
            return false;
    }
    return succeeds(m_rows.end_row(m_text, row.front().offset));
}

} // namespace

Result<PrintedArray> read_table_cells(std::string_view text, TableLines lines, PastedNumbers allowed) {
    return CellsReader(text, std::move(lines), allowed).read();
}

} // namespace lab
