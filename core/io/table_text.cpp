// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/table_text.h"

#include "core/base/text_position.h"
#include "core/io/labels.h"
#include "core/io/number_text.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace lab {

namespace {

constexpr std::array<std::string_view, 4> uprights{"|", "│", "┆", "┃"};
constexpr std::string_view table_blanks = " \t";

struct TableCell {
    std::string_view text; ///< without marks around it
    std::size_t offset = 0;
};
using TableCells = std::vector<TableCell>;

/// The length of the upright line at `at`; 0 if there is none. In Markdown, "\|" is none.
std::size_t upright_at(std::string_view text, std::size_t at) {
    for (const std::string_view each : uprights) {
        if (text.substr(at).starts_with(each))
            return each == "|" && at > 0 && text[at - 1] == '\\' ? 0 : each.size();
    }
    return 0;
}

/// A line of dashes and other marks between rows.
struct Rule {
    bool parts_heading = false; ///< surely: Markdown's, or a double line
};

/// The rule that a line is; nullopt if it has anything else.
std::optional<Rule> rule_of(std::string_view line) {
    bool has_dash = false, has_double = false, has_corner = false, has_drawn_upright = false;
    for (std::size_t at = 0; at < line.size();) {
        const char c = line[at];
        const std::size_t length = std::max<std::size_t>(character_length(line.substr(at)), 1);
        // U+2500 to U+257F, lines and corners.
        const bool is_drawn = length == 3 && line.substr(at, 2) == "\xe2\x94";
        const bool is_double = length == 3 && line.substr(at, 2) == "\xe2\x95";
        const bool is_upright = upright_at(line, at) > 0;
        if (!is_drawn && !is_double && std::string_view("|+-=: \t").find(c) == std::string_view::npos)
            return std::nullopt;
        has_dash = has_dash || c == '-' || c == '=' || is_double || (is_drawn && !is_upright);
        has_drawn_upright = has_drawn_upright || (is_drawn && is_upright);
        has_double = has_double || c == '=' || is_double;
        has_corner = has_corner || c == '+' || is_double || (is_drawn && !is_upright);
        at += length;
    }
    if (!has_dash)
        return std::nullopt;
    return Rule{has_double || (!has_corner && !has_drawn_upright)};
}

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

/// Node's corner says nothing.
std::string_view without_marks(std::string_view cell) {
    if (cell == "(index)")
        return {};
    for (const std::string_view mark : {"**", "__", "`", "$", "*"}) {
        if (cell.size() > 2 * mark.size() && cell.starts_with(mark) && cell.ends_with(mark))
            return trimmed(cell.substr(mark.size(), cell.size() - 2 * mark.size()));
    }
    return cell;
}

class TableReader : private MatrixReader {
public:
    TableReader(std::string_view text, std::size_t from, PastedNumbers allowed)
        : MatrixReader(text, from), m_numbers(text, allowed) {}

    Result<PrintedArray> read();

private:
    bool split();
    bool is_footer(const TableCells& cells) const;
    TableCells cells_between(std::size_t begin, std::size_t end) const;
    bool find_heading();
    bool heading_is_well(std::span<const TableCells> rows);
    void find_labels(std::span<const TableCells> rows);
    bool take_row(const TableCells& row, std::size_t index);

    NumberBlock m_numbers;
    std::vector<TableCells> m_lines;      ///< those that have cells
    std::optional<std::size_t> m_heading; ///< how many of them are the heading, once a rule says so
    bool m_has_names = false;             ///< in the heading
    bool m_has_labels = false;            ///< in the first column
    bool m_labels_may_count = false;
};

Result<PrintedArray> TableReader::read() {
    if (!split() || !find_heading())
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
    array.has_labels = m_has_names || m_has_labels;
    return array;
}

/// Finds lines, cells and rules.
bool TableReader::split() {
    std::size_t markdown_rules = 0;
    while (!done()) {
        const std::size_t begin = std::min(m_text.find_first_not_of(table_blanks, m_at), m_text.size());
        const std::size_t end = std::min(m_text.find_first_of("\r\n", begin), m_text.size());
        const std::string_view line = trimmed(m_text.substr(begin, end - begin));
        m_at = end + 1;
        if (line.empty())
            continue;
        const std::optional<Rule> rule = rule_of(line);
        if (!rule) {
            TableCells cells = cells_between(begin, begin + line.size());
            if (!is_footer(cells))
                m_lines.push_back(std::move(cells));
            continue;
        }
        if (!rule->parts_heading || m_lines.empty())
            continue;
        const bool is_markdown =
            line.find('=') == std::string_view::npos && line.find('-') != std::string_view::npos;
        if (is_markdown && (++markdown_rules > 1 || (m_lines.size() > 1 && !m_heading)))
            return fail(begin, "a line of dashes",
                        "a row of numbers: one table, whose heading is a single line");
        if (!m_heading)
            m_heading = m_lines.size();
    }
    return !m_lines.empty() || fail(m_text.size(), "no numbers", "a matrix");
}

/// "2 rows          3 columns", as DuckDB ends a table of several columns.
bool TableReader::is_footer(const TableCells& cells) const {
    const std::string_view text = cells.front().text;
    const std::size_t digits = text.find_first_not_of("0123456789");
    return cells.size() == 1 && !m_lines.empty() && m_lines.front().size() > 1 && digits > 0 &&
           digits != std::string_view::npos && text.substr(digits).starts_with(" row");
}

TableCells TableReader::cells_between(std::size_t begin, std::size_t end) const {
    TableCells cells;
    begin += upright_at(m_text, begin);
    for (std::size_t at = begin; at <= end;) {
        const std::size_t length = at < end ? upright_at(m_text, at) : 0;
        if (at < end && length == 0) {
            ++at;
            continue;
        }
        const std::string_view cell = trimmed(m_text.substr(begin, at - begin));
        // Nothing follows the last upright line.
        if (at < end || !cell.empty())
            cells.push_back({without_marks(cell),
                             cell.empty() ? begin : static_cast<std::size_t>(cell.data() - m_text.data())});
        at += std::max<std::size_t>(length, 1);
        begin = at;
    }
    if (cells.empty()) // an upright line alone
        cells.push_back({{}, begin});
    return cells;
}

bool TableReader::find_heading() {
    if (!m_heading) {
        const auto begin = m_lines.begin();
        const auto first_row = std::find_if_not(begin, m_lines.end(), names_columns);
        m_heading = first_row == begin ? (counts_columns(m_lines.front()) ? 1 : 0)
                                       : static_cast<std::size_t>(first_row - begin);
    }
    return heading_is_well(std::span(m_lines).first(m_heading.value_or(0)));
}

/// Polars has more than a line: names, dashes, types.
bool TableReader::heading_is_well(std::span<const TableCells> rows) {
    for (const TableCells& row : rows) {
        std::size_t count = 0;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const TableCell& cell = row[i];
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

void TableReader::find_labels(std::span<const TableCells> rows) {
    const bool has_heading = m_heading.value_or(0) > 0;
    const TableCells& heading = m_lines.front();
    m_labels_may_count =
        has_heading && heading.size() > 1 && heading.front().text.empty() &&
        std::ranges::any_of(heading, [](const TableCell& cell) { return !cell.text.empty(); });
    m_has_labels = m_labels_may_count || (rows.front().size() > 1 && is_label(rows.front().front().text));
}

bool TableReader::take_row(const TableCells& row, std::size_t index) {
    const TableCell& first = row.front();
    if (row.size() != m_lines.front().size())
        return fail(first.offset, "a row of " + std::to_string(row.size()),
                    std::to_string(m_lines.front().size()) + " cells, as in the first row");
    const bool counted =
        m_labels_may_count && (is_count(first.text, index) || is_count(first.text, index + 1));
    if (m_has_labels && !is_label(first.text) && !counted)
        return fail(first.offset, first.text.empty() ? "an empty cell" : quoted_excerpt(first.text),
                    "a label of the row");
    for (const TableCell& cell : std::span(row).subspan(m_has_labels ? 1 : 0)) {
        if (cell.text.empty())
            return fail(cell.offset, "an empty cell", "a number");
        if (!succeeds(m_rows.add(m_numbers.read(cell.text, cell.offset), cell.text)))
            return false;
    }
    return succeeds(m_rows.end_row(m_text, first.offset));
}

} // namespace

bool looks_like_table(std::string_view text, std::size_t from) {
    const std::string_view rest = text.substr(from);
    return std::ranges::any_of(
        uprights, [&](std::string_view each) { return rest.find(each) != std::string_view::npos; });
}

Result<PrintedArray> read_table_text(std::string_view text, std::size_t from, PastedNumbers allowed) {
    return TableReader(text, from, allowed).read();
}

} // namespace lab
