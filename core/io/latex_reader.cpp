// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/matrix_notations.h"

#include "core/base/text_position.h"
#include "core/io/latex_frame.h"
#include "core/io/latex_number.h"
#include "core/io/number_text.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

namespace lab {

namespace {

constexpr std::array<std::string_view, 6> ellipses{"\\dots",  "\\ldots", "\\cdots",
                                                   "\\vdots", "\\ddots", "\\hdots"};

class LatexReader : private MatrixReader {
public:
    explicit LatexReader(std::string_view text, PastedNumbers allowed)
        : MatrixReader(text), m_numbers(text, allowed) {}

    Result<PrintedArray> read() {
        Result<LatexOpening> opening = latex_opening(m_text);
        if (!opening)
            return opening.error();
        m_environment = opening.value().environment;
        m_at = opening.value().end;
        if (columns() && body() &&
            succeeds(latex_closing_problem(m_text, m_at, std::move(opening).value().closers)))
            return m_rows.array();
        return *m_error;
    }

private:
    bool unexpected(std::string expected) { return succeeds(latex_error(m_text, m_at, std::move(expected))); }

    void skip() { m_at = after_latex_space(m_text, m_at); }
    bool columns();
    bool body();
    bool row();
    bool cell();
    std::size_t cell_end() const;
    bool take_row_break();

    std::string m_environment; ///< of the matrix
    NumberBlock m_numbers;
};

/// The column specification of an array, and anything else before the first row.
bool LatexReader::columns() {
    skip();
    const bool has_columns = m_environment == "array";
    const bool has_option = has_columns || m_environment.ends_with('*');
    if (has_option && rest().starts_with('[')) {
        const std::size_t close = m_text.find(']', m_at);
        if (close == std::string_view::npos)
            return unexpected("its \"]\"");
        m_at = close + 1;
        skip();
    }
    if (!has_columns)
        return true;
    if (!rest().starts_with('{'))
        return unexpected("the columns of the array, as in {cc}");
    const std::size_t begin = m_at;
    for (std::size_t open = 0; !done(); ++m_at) {
        if (m_text[m_at] == '{')
            ++open;
        else if (m_text[m_at] == '}' && --open == 0)
            break;
    }
    if (done())
        return fail(begin, "\"{\" without its end", "\"}\"");
    ++m_at;
    return true;
}

std::size_t LatexReader::cell_end() const {
    std::size_t at = m_at;
    while (at < m_text.size()) {
        const std::string_view here = m_text.substr(at);
        if (here.front() == '&' || here.front() == '%' || here.starts_with("\\\\") ||
            here.starts_with("\\end"))
            break;
        at += here.starts_with("\\%") ? 2 : 1;
    }
    return at;
}

/// The rows, and the end of the environment.
bool LatexReader::body() {
    do {
        skip();
        while (take("\\hline"))
            skip();
        // The last row may also end in a row break.
        if (rest().starts_with("\\end") && !m_rows.empty())
            break;
        if (!row())
            return false;
    } while (take_row_break());
    const std::size_t end = m_at;
    const auto name = latex_name(m_text, end, "\\end");
    if (!name || name->name != m_environment)
        return unexpected("\"\\end{" + m_environment + "}\"");
    m_at = name->end;
    return succeeds(m_numbers.ambiguity());
}

bool LatexReader::row() {
    const std::size_t begin = m_at;
    do {
        skip();
        if (!cell())
            return false;
        skip();
    } while (take("&"));
    return succeeds(m_rows.end_row(m_text, begin));
}

bool LatexReader::take_row_break() {
    if (!take("\\\\"))
        return false;
    take("*");
    const std::size_t close = rest().starts_with('[') ? m_text.find(']', m_at) : std::string_view::npos;
    if (close != std::string_view::npos)
        m_at = close + 1;
    return true;
}

bool LatexReader::cell() {
    const std::size_t end = cell_end();
    const std::string_view cell = trimmed(m_text.substr(m_at, end - m_at));
    if (cell.empty())
        return done() ? unexpected("a number") : fail(m_at, "an empty cell", "a number");
    for (const std::string_view ellipsis : ellipses) {
        if (cell.starts_with(ellipsis))
            return fail(m_at, quoted_excerpt(ellipsis), "every number of the matrix");
    }
    const std::string_view digits = without_percent_sign(cell);
    const std::string number = latex_number(digits) + std::string(digits.size() < cell.size() ? "%" : "");
    const std::size_t begin = std::exchange(m_at, end);
    std::optional<Error> error = m_rows.add(m_numbers.read(number, begin), number);
    if (error && number != cell)
        error->found = quoted_excerpt(cell);
    return succeeds(std::move(error));
}

} // namespace

Result<PrintedArray> read_latex(std::string_view text, PastedNumbers allowed) {
    return LatexReader(text, allowed).read();
}

} // namespace lab
