// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/table_text.h"

#include "core/base/text_position.h"
#include "core/io/number_text.h"
#include "core/io/table_cells.h"

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
        const std::size_t length = character_length(line.substr(at));
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
    TableReader(std::string_view text, std::size_t from) : MatrixReader(text, from) {}

    Result<PrintedArray> read(PastedNumbers allowed) {
        if (!split())
            return *m_error;
        return read_table_cells(m_text, std::move(m_lines), allowed);
    }

private:
    bool split();
    bool is_footer(const TableCells& cells) const;
    TableCells cells_between(std::size_t begin, std::size_t end) const;

    TableLines m_lines;
};

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
                m_lines.cells.push_back(std::move(cells));
            continue;
        }
        if (!rule->parts_heading || m_lines.cells.empty())
            continue;
        const bool is_markdown =
            line.find('=') == std::string_view::npos && line.find('-') != std::string_view::npos;
        if (is_markdown && (++markdown_rules > 1 || (m_lines.cells.size() > 1 && !m_lines.heading)))
            return fail(begin, "a line of dashes",
                        "a row of numbers: one table, whose heading is a single line");
        if (!m_lines.heading)
            m_lines.heading = m_lines.cells.size();
    }
    return !m_lines.cells.empty() || fail(m_text.size(), "no numbers", "a matrix");
}

/// "2 rows          3 columns", as DuckDB ends a table of several columns.
bool TableReader::is_footer(const TableCells& cells) const {
    const std::string_view text = cells.front().text;
    const std::size_t digits = text.find_first_not_of("0123456789");
    return cells.size() == 1 && !m_lines.cells.empty() && m_lines.cells.front().size() > 1 && digits > 0 &&
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

} // namespace

bool looks_like_table(std::string_view text, std::size_t from) {
    const std::string_view rest = text.substr(from);
    return std::ranges::any_of(
        uprights, [&](std::string_view each) { return rest.find(each) != std::string_view::npos; });
}

Result<PrintedArray> read_table_text(std::string_view text, std::size_t from, PastedNumbers allowed) {
    return TableReader(text, from).read(allowed);
}

} // namespace lab
