// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/matrix_notations.h"

#include "core/base/number_format.h"
#include "core/base/text_position.h"
#include "core/io/number_text.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lab {

namespace {

constexpr std::string_view latex_space = " \t\r\n";

constexpr std::array<std::string_view, 8> matrix_environments{"array",   "matrix",  "pmatrix", "bmatrix",
                                                              "Bmatrix", "vmatrix", "Vmatrix", "smallmatrix"};
constexpr std::array<std::string_view, 7> formulas{"equation", "displaymath", "math",    "align",
                                                   "aligned",  "gather",      "gathered"};
constexpr const char* a_matrix = "a matrix, such as \\begin{bmatrix}";
constexpr std::array<std::array<std::string_view, 2>, 4> formula_marks{
    {{"$$", "$$"}, {"$", "$"}, {"\\[", "\\]"}, {"\\(", "\\)"}}};
constexpr std::array<std::string_view, 5> ellipses{"\\dots", "\\ldots", "\\cdots", "\\vdots", "\\ddots"};

std::string_view without_star(std::string_view name) {
    return name.ends_with('*') ? name.substr(0, name.size() - 1) : name;
}

bool is_matrix(std::string_view name) {
    return std::ranges::find(matrix_environments, without_star(name)) != matrix_environments.end();
}

bool is_formula(std::string_view name) {
    return std::ranges::find(formulas, without_star(name)) != formulas.end();
}

/// "-\\infty", also with a space before the command or in braces.
bool is_latex_minus_infinity(std::string_view number) {
    for (const std::string_view minus : {std::string_view("-"), minus_sign}) {
        if (!number.starts_with(minus))
            continue;
        std::string_view rest = trimmed(number.substr(minus.size()));
        if (rest.starts_with('{') && rest.ends_with('}'))
            rest = trimmed(rest.substr(1, rest.size() - 2));
        return rest == "\\infty" || rest == "\\infty{}";
    }
    return false;
}

class LatexReader : private MatrixReader {
public:
    explicit LatexReader(std::string_view text, PastedNumbers allowed = PastedNumbers::finite)
        : MatrixReader(text), m_numbers(text, allowed) {}

    Result<PrintedArray> read() {
        if (opening() && columns() && body() && closing())
            return m_rows.array();
        return *m_error;
    }

private:
    bool unexpected(std::string expected) {
        return fail(m_at, done() ? "the end of the text" : quoted_excerpt(word()), std::move(expected));
    }

    void skip();
    std::string_view word() const;
    std::optional<std::string_view> take_name(std::string_view command);
    void take_delimiter();
    bool opening();
    std::size_t last_equals() const;
    bool open_one();
    bool columns();
    bool body();
    bool row();
    bool cell();
    std::size_t cell_end() const;
    bool take_row_break();
    bool closing();

    std::string m_environment;          ///< of the matrix
    std::vector<std::string> m_closers; ///< what closes the open constructs around it, the next one last
    NumberBlock m_numbers;
};

/// Skips white space and comments.
void LatexReader::skip() {
    m_at = std::min(m_text.find_first_not_of(latex_space, m_at), m_text.size());
    while (take("%")) {
        m_at = std::min(m_text.find_first_of("\r\n", m_at), m_text.size());
        m_at = std::min(m_text.find_first_not_of(latex_space, m_at), m_text.size());
    }
}

/// The next command or character, for an error.
std::string_view LatexReader::word() const {
    std::size_t length = std::max<std::size_t>(character_length(rest()), 1);
    if (rest().starts_with('\\')) {
        while (length < rest().size() && is_letter(rest()[length]))
            ++length;
        length = std::max<std::size_t>(length, 2);
    }
    return rest().substr(0, length);
}

/// The name in "\begin{pmatrix}" if `command` comes next.
std::optional<std::string_view> LatexReader::take_name(std::string_view command) {
    const std::size_t begin = m_at;
    if (take(command)) {
        skip();
        const bool opened = take("{");
        const std::size_t close = std::min(m_text.find_first_of("{}\\\r\n", m_at), m_text.size());
        if (opened && m_text.substr(close).starts_with('}')) {
            const std::string_view name = m_text.substr(m_at, close - m_at);
            m_at = close + 1;
            return name;
        }
    }
    m_at = begin;
    return std::nullopt;
}

/// Skips the bracket after \left or \right.
void LatexReader::take_delimiter() {
    skip();
    m_at += word().size();
}

/// The last equals sign before the matrix.
std::size_t LatexReader::last_equals() const {
    LatexReader ahead(m_text);
    for (;;) {
        ahead.m_at = m_text.find("\\begin", ahead.m_at);
        if (ahead.done())
            return std::string_view::npos;
        const std::size_t begin = ahead.m_at;
        const std::optional<std::string_view> name = ahead.take_name("\\begin");
        if (name && is_matrix(*name))
            return m_text.substr(0, begin).rfind('=');
        ahead.m_at = begin + 1;
    }
}

/// From the beginning to the matrix. The left-hand side of an assignment may be anything.
bool LatexReader::opening() {
    const std::size_t equals = last_equals();
    while (m_environment.empty()) {
        skip();
        if (open_one())
            continue;
        if (m_error)
            return false;
        if (equals == std::string_view::npos || m_at > equals)
            return unexpected(a_matrix);
        m_at = equals + 1;
    }
    return true;
}

/// Skips one construct that may precede a matrix; returns false if there is none.
bool LatexReader::open_one() {
    for (const auto& [open, close] : formula_marks) {
        if (take(open)) {
            m_closers.emplace_back(close);
            return true;
        }
    }
    if (take("\\left")) {
        m_closers.emplace_back("\\right");
        take_delimiter();
        return true;
    }
    if (take("&") || take("\\displaystyle") || take_name("\\label"))
        return true;
    const std::size_t begin = m_at;
    const std::optional<std::string_view> name = take_name("\\begin");
    if (name && is_matrix(*name))
        m_environment = *name;
    else if (name && is_formula(*name))
        m_closers.push_back("\\end{" + std::string(*name) + "}");
    else if (name)
        return fail(begin, quoted_excerpt(m_text.substr(begin, m_at - begin)), a_matrix);
    return name.has_value();
}

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
        ++at;
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
    if (take_name("\\end") != m_environment) {
        m_at = end;
        return unexpected("\"\\end{" + m_environment + "}\"");
    }
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
    std::string number(trimmed(m_text.substr(m_at, end - m_at)));
    if (number.empty())
        return done() ? unexpected("a number") : fail(m_at, "an empty cell", "a number");
    for (const std::string_view ellipsis : ellipses) {
        if (number.starts_with(ellipsis))
            return fail(m_at, quoted_excerpt(ellipsis), "every number of the matrix");
    }
    constexpr std::string_view braced_comma = "{,}";
    for (std::size_t at = number.find(braced_comma); at != std::string::npos; at = number.find(braced_comma))
        number.replace(at, braced_comma.size(), ",");
    if (is_latex_minus_infinity(number))
        number = "-inf";
    const std::size_t begin = std::exchange(m_at, end);
    return succeeds(m_rows.add(m_numbers.read(number, begin), number));
}

/// From the matrix to the end of the text.
bool LatexReader::closing() {
    for (skip(); !done(); skip()) {
        if (!m_closers.empty() && take(m_closers.back())) {
            if (m_closers.back() == "\\right")
                take_delimiter();
            m_closers.pop_back();
        } else if (!take(".") && !take(",") && !take_name("\\label")) {
            return unexpected(m_closers.empty() ? "the end of the text" : '"' + m_closers.back() + '"');
        }
    }
    return m_closers.empty() || unexpected('"' + m_closers.back() + '"');
}

} // namespace

Result<PrintedArray> read_latex(std::string_view text, PastedNumbers allowed) {
    return LatexReader(text, allowed).read();
}

} // namespace lab
