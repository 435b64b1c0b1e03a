// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/latex_table.h"

#include "core/base/text_position.h"
#include "core/io/latex_frame.h"
#include "core/io/number_text.h"
#include "core/io/table_cells.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lab {

namespace {

constexpr std::string_view tabular_begin = "\\begin{tabular}", tabular_end = "\\end{tabular}";
/// Between rows.
constexpr std::array<std::string_view, 5> plain_rules{"\\toprule", "\\bottomrule", "\\hline", "\\cline",
                                                      "\\cmidrule"};
constexpr std::array<std::string_view, 4> around_tables{"{table}", "{table*}", "{center}", "{adjustbox}"};
constexpr std::array<std::string_view, 2> table_remarks{"\\caption", "\\label"};
constexpr std::array<std::string_view, 6> table_styles{"\\centering",  "\\small",      "\\footnotesize",
                                                       "\\scriptsize", "\\normalsize", "\\tiny"};

/// The end of the argument in braces at `at`; `at` if there is none.
std::size_t argument_end(std::string_view text, std::size_t at) {
    if (!text.substr(std::min(at, text.size())).starts_with('{'))
        return at;
    std::size_t open = 0;
    for (std::size_t i = at; i < text.size(); ++i) {
        if (text[i] == '\\')
            ++i;
        else if (text[i] == '{')
            ++open;
        else if (text[i] == '}' && --open == 0)
            return i + 1;
    }
    return at;
}

/// The same in square brackets or parentheses.
std::size_t option_end(std::string_view text, std::size_t at, char open, char close) {
    const bool is_open = at < text.size() && text[at] == open;
    const std::size_t end = is_open ? text.find(close, at) : std::string_view::npos;
    return end == std::string_view::npos ? at : end + 1;
}

/// Whether the whole of it stands in a pair of dollars or braces.
bool is_wrapped(std::string_view cell) {
    return (cell.size() > 2 && cell.front() == '$' && cell.back() == '$') ||
           (cell.starts_with('{') && argument_end(cell, 0) == cell.size());
}

/// Without dollars, braces, \textbf, \multirow and the like around it.
std::string_view latex_cell(std::string_view cell) {
    constexpr int most = 8;
    constexpr std::array<std::string_view, 6> commands{"\\multirow", "\\multicolumn", "\\textbf",
                                                       "\\bfseries", "\\textit",      "\\mathbf"};
    for (int i = 0; i < most; ++i) {
        cell = trimmed(cell);
        const auto* const command =
            std::ranges::find_if(commands, [&](std::string_view each) { return cell.starts_with(each); });
        if (command != commands.end()) {
            std::size_t at = option_end(cell, command->size(), '[', ']');
            const int before = command->starts_with("\\multi") ? 2 : 0; // arguments that are no text
            for (int argument = 0; argument < before; ++argument)
                at = argument_end(cell, at);
            cell = cell.substr(std::min(at, cell.size()));
        } else if (is_wrapped(cell)) {
            cell = cell.substr(1, cell.size() - 2);
        } else {
            break;
        }
    }
    return cell;
}

class LatexTableReader : private MatrixReader {
public:
    explicit LatexTableReader(std::string_view text) : MatrixReader(text) {}

    Result<PrintedArray> read(PastedNumbers allowed) {
        if (!around(tabular_begin) || !rows() || !around({}))
            return *m_error;
        return read_table_cells(m_text, std::move(m_lines), allowed);
    }

private:
    bool unexpected(std::string expected) { return succeeds(latex_error(m_text, m_at, std::move(expected))); }
    /// The text up to a place so near that looking for what closes an option takes no time.
    std::string_view nearby() const {
        constexpr std::size_t longest_option = 100;
        return m_text.substr(0, m_at + longest_option);
    }
    void skip() { m_at = after_latex_space(m_text, m_at); }
    bool around(std::string_view up_to);
    bool take_around();
    bool take_rule();
    bool rows();
    bool row();
    std::size_t cell_end() const;

    TableLines m_lines;
};

/// What says nothing of the numbers, up to a literal or the end of the text.
bool LatexTableReader::around(std::string_view up_to) {
    for (skip(); !done(); skip()) {
        if (!up_to.empty() && take(up_to))
            return true;
        if (!take_around())
            return unexpected(up_to.empty() ? "the end of the text" : "a table, as in \\begin{tabular}");
    }
    return up_to.empty() || unexpected("a table, as in \\begin{tabular}");
}

bool LatexTableReader::take_around() {
    for (const std::string_view side : {"\\begin", "\\end"}) {
        for (const std::string_view environment : around_tables) {
            if (rest().starts_with(side) && rest().substr(side.size()).starts_with(environment)) {
                m_at += side.size() + environment.size();
                m_at = option_end(nearby(), m_at, '[', ']');
                return true;
            }
        }
    }
    for (const std::string_view remark : table_remarks) {
        const std::size_t argument =
            rest().starts_with(remark) ? option_end(nearby(), m_at + remark.size(), '[', ']') : m_text.size();
        if (const std::size_t end = argument_end(m_text, argument); end > argument) {
            m_at = end;
            return true;
        }
    }
    return std::ranges::any_of(table_styles, [this](std::string_view style) { return take(style); });
}

/// \cline and \cmidrule say from which to which column they go.
bool LatexTableReader::take_rule() {
    if (take("\\midrule")) {
        if (!m_lines.heading && !m_lines.cells.empty())
            m_lines.heading = m_lines.cells.size();
        return true;
    }
    if (std::ranges::none_of(plain_rules, [this](std::string_view rule) { return take(rule); }))
        return false;
    m_at = option_end(nearby(), m_at, '(', ')');
    m_at = argument_end(nearby(), m_at);
    return true;
}

bool LatexTableReader::rows() {
    skip();
    m_at = option_end(nearby(), m_at, '[', ']');
    const std::size_t columns = argument_end(m_text, m_at);
    if (columns == m_at)
        return unexpected("the columns of the table, as in {lrr}");
    m_at = columns;
    for (skip(); !take(tabular_end); skip()) {
        if (done())
            return unexpected("\\end{tabular}");
        if (!take_rule() && !row())
            return false;
    }
    return !m_lines.cells.empty() || fail(m_at, "no rows", "a row of numbers");
}

bool LatexTableReader::row() {
    TableCells cells;
    do {
        skip();
        const std::size_t begin = m_at;
        m_at = cell_end();
        const std::string_view cell = latex_cell(m_text.substr(begin, m_at - begin));
        cells.push_back({cell, begin});
        skip();
    } while (take("&"));
    m_lines.cells.push_back(std::move(cells));
    const bool is_ended = take("\\\\") || take("\\tabularnewline") || rest().starts_with(tabular_end);
    m_at = option_end(nearby(), m_at, '[', ']');
    return is_ended || unexpected("\"&\", or \"\\\\\" at the end of the row");
}

std::size_t LatexTableReader::cell_end() const {
    for (std::size_t at = m_at; at < m_text.size(); ++at) {
        const std::string_view here = m_text.substr(at);
        const bool ends =
            here.starts_with("\\\\") || here.starts_with("\\tabularnewline") || here.starts_with(tabular_end);
        if (ends || here.front() == '&' || here.front() == '%')
            return at;
        if (here.front() == '\\')
            ++at; // "\&" and "\%" end no cell
    }
    return m_text.size();
}

} // namespace

bool has_latex_table(std::string_view text) {
    return text.find(tabular_begin) != std::string_view::npos;
}

Result<PrintedArray> read_latex_table(std::string_view text, PastedNumbers allowed) {
    return LatexTableReader(text).read(allowed);
}

} // namespace lab
