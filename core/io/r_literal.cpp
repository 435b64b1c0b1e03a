// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/r_literal.h"

#include "core/base/text_position.h"
#include "core/io/number_text.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace lab {

namespace {

constexpr std::string_view r_space = " \t\r\n";

std::string_view r_name_at(std::string_view text, std::size_t from) {
    std::size_t end = std::min(from, text.size());
    while (end < text.size() && (is_letter(text[end]) || text[end] == '.' || text[end] == '_'))
        ++end;
    return text.substr(std::min(from, text.size()), end - std::min(from, text.size()));
}

/// The offset behind "name (", or npos if that does not come.
std::size_t after_r_call(std::string_view text, std::size_t from, std::string_view name) {
    if (r_name_at(text, from) != name)
        return std::string_view::npos;
    const std::size_t bracket = std::min(text.find_first_not_of(r_space, from + name.size()), text.size());
    return text.substr(bracket).starts_with('(') ? bracket + 1 : std::string_view::npos;
}

class RReader : private MatrixReader {
public:
    RReader(std::string_view text, std::size_t from, PastedNumbers allowed)
        : MatrixReader(text, from), m_allowed(allowed) {}

    Result<PrintedArray> read();

private:
    struct Sizes {
        std::optional<std::size_t> rows, columns;
    };

    void skip();
    bool take_call(std::string_view name);
    bool expects(std::string_view literal);
    bool unexpected(std::string expected) {
        return fail(m_at, quoted_character_at(m_text, m_at), std::move(expected));
    }
    bool vector();
    bool number();
    bool bound();
    bool arguments();
    bool argument(std::string_view name);
    bool whole_number(std::optional<std::size_t>& value);
    bool dimensions();
    bool skip_names();
    bool end();
    Result<PrintedArray> shaped();

    PastedNumbers m_allowed;
    std::size_t m_begin = 0; ///< of the call
    std::size_t m_count = 0; ///< of all numbers
    Sizes m_sizes;
    bool m_by_rows = false;
    bool m_has_names = false;
};

void RReader::skip() {
    m_at = std::min(m_text.find_first_not_of(r_space, m_at), m_text.size());
    while (take("#")) {
        m_at = std::min(m_text.find_first_of("\r\n", m_at), m_text.size());
        m_at = std::min(m_text.find_first_not_of(r_space, m_at), m_text.size());
    }
}

bool RReader::take_call(std::string_view name) {
    skip();
    const std::size_t after = after_r_call(m_text, m_at, name);
    if (after == std::string_view::npos)
        return false;
    m_at = after;
    return true;
}

bool RReader::expects(std::string_view literal) {
    skip();
    return take(literal) || unexpected('"' + std::string(literal) + '"');
}

Result<PrintedArray> RReader::read() {
    skip();
    m_begin = m_at;
    bool well = false;
    if (take_call("rbind")) {
        m_by_rows = true;
        well = bound();
    } else if (take_call("cbind")) {
        well = bound();
    } else if (take_call("matrix") || take_call("structure") || take_call("array")) {
        well = arguments();
    } else if (vector()) {
        m_sizes = {std::size_t{1}, m_count};
        m_by_rows = true;
        well = true;
    }
    if (!well || !end())
        return *m_error;
    return shaped();
}

/// "c(1, 2)", or a single number.
bool RReader::vector() {
    if (!take_call("c"))
        return number();
    do {
        if (!number())
            return false;
        skip();
    } while (take(","));
    return expects(")");
}

bool RReader::number() {
    skip();
    if (is_ellipsis(rest()))
        return succeeds(abbreviated(m_text, m_at));
    const std::size_t begin = m_at;
    m_at = std::min(m_text.find_first_of(" \t\r\n,()", m_at), m_text.size());
    std::string_view number = m_text.substr(begin, m_at - begin);
    // An integer.
    if (number.size() > 1 && number.ends_with('L') && is_decimal_digit(number[number.size() - 2]))
        number.remove_suffix(1);
    ++m_count;
    return succeeds(m_rows.add(read_pasted_number(number, m_text, begin, m_allowed), number));
}

/// The vectors that rbind() and cbind() put beside each other, which may have names.
bool RReader::bound() {
    std::optional<std::size_t> length;
    std::size_t vectors = 0;
    do {
        skip();
        const std::size_t name = m_at + r_name_at(m_text, m_at).size();
        const std::size_t equals = std::min(m_text.find_first_not_of(r_space, name), m_text.size());
        if (name > m_at && m_text.substr(equals).starts_with('=')) {
            m_at = equals + 1;
            m_has_names = true;
        }
        const std::size_t begin = m_at, before = m_count;
        if (!vector())
            return false;
        if (length.value_or(m_count - before) != m_count - before)
            return fail(begin, "a vector of " + std::to_string(m_count - before),
                        std::to_string(*length) + " numbers, as in the first vector");
        length = m_count - before;
        ++vectors;
        skip();
    } while (take(","));
    m_sizes = m_by_rows ? Sizes{vectors, length} : Sizes{length, vectors};
    return expects(")");
}

/// The numbers and sizes of matrix() and structure(), with keywords or in the order of matrix().
bool RReader::arguments() {
    constexpr std::array<std::string_view, 5> order{"data", "nrow", "ncol", "byrow", "dimnames"};
    std::size_t place = 0;
    do {
        skip();
        std::string_view name = r_name_at(m_text, m_at);
        const std::size_t equals =
            std::min(m_text.find_first_not_of(r_space, m_at + name.size()), m_text.size());
        if (!name.empty() && m_text.substr(equals).starts_with('='))
            m_at = equals + 1;
        else if (place < order.size())
            name = order[place++];
        skip();
        if (!argument(name))
            return false;
        skip();
    } while (take(","));
    return expects(")");
}

bool RReader::argument(std::string_view name) {
    if (name == "data" || name == ".Data")
        return m_count == 0 ? vector() : unexpected("one vector");
    if (name == "nrow")
        return whole_number(m_sizes.rows);
    if (name == "ncol")
        return whole_number(m_sizes.columns);
    if (name == "dim" || name == ".Dim")
        return dimensions();
    if (name == "dimnames" || name == ".Dimnames")
        return skip_names();
    if (name != "byrow")
        return fail(m_at, "an argument " + quoted_excerpt(name), "nrow, ncol, byrow, dim or dimnames");
    const std::string_view truth = r_name_at(m_text, m_at);
    m_by_rows = truth == "TRUE" || truth == "T";
    if (!m_by_rows && truth != "FALSE" && truth != "F")
        return unexpected("TRUE or FALSE");
    m_at += truth.size();
    return true;
}

bool RReader::whole_number(std::optional<std::size_t>& value) {
    skip();
    std::size_t number = 0, digits = 0;
    constexpr std::size_t most_digits = 9;
    for (; !done() && is_decimal_digit(m_text[m_at]) && digits < most_digits; ++m_at, ++digits)
        number = 10 * number + static_cast<std::size_t>(m_text[m_at] - '0');
    if (digits == 0)
        return unexpected("a whole number");
    take("L");
    value = number;
    return true;
}

/// "c(2L, 3L)", or "2:3" if the second is one more than the first.
bool RReader::dimensions() {
    if (take_call("c"))
        return whole_number(m_sizes.rows) && expects(",") && whole_number(m_sizes.columns) && expects(")");
    return whole_number(m_sizes.rows) && expects(":") && whole_number(m_sizes.columns);
}

/// "list(c("a", "b"), NULL)": to its closing bracket.
bool RReader::skip_names() {
    m_has_names = true;
    const std::size_t begin = m_at;
    std::size_t depth = 0;
    for (; !done(); ++m_at) {
        const char c = m_text[m_at];
        if (c == '"' || c == '\'')
            m_at = std::min(m_text.find(c, m_at + 1), m_text.size());
        else if (depth == 0 && (c == ',' || c == ')'))
            return true;
        else if (c == '(')
            ++depth;
        else if (c == ')')
            --depth;
    }
    return fail(begin, "names without their end", "\")\"");
}

bool RReader::end() {
    skip();
    take(";");
    skip();
    return done() || unexpected("the end of the text");
}

Result<PrintedArray> RReader::shaped() {
    const Error unfilled{text_position(m_text, m_begin), std::to_string(m_count) + " numbers",
                         "as many as rows times columns"};
    auto [rows, columns] = m_sizes;
    if (m_count == 0)
        return Error{text_position(m_text, m_begin), "no numbers", "a vector c(…)"};
    if (rows == std::size_t{0} || columns == std::size_t{0})
        return unfilled;
    if (!rows)
        rows = columns ? m_count / *columns : m_count;
    if (!columns)
        columns = m_count / *rows;
    if (m_count % *rows != 0 || m_count / *rows != *columns)
        return unfilled;
    const auto height = static_cast<Index>(*rows), width = static_cast<Index>(*columns);
    PrintedArray array = m_by_rows ? m_rows.array(height, width) : turned(m_rows.array(width, height));
    array.has_labels = m_has_names;
    return array;
}

} // namespace

bool begins_r_literal(std::string_view text, std::size_t from) {
    for (const std::string_view name : {"c", "rbind", "cbind", "structure"}) {
        if (after_r_call(text, from, name) != std::string_view::npos)
            return true;
    }
    for (const std::string_view name : {"matrix", "array"}) {
        const std::size_t inside = after_r_call(text, from, name);
        if (inside == std::string_view::npos)
            continue;
        const std::size_t first = std::min(text.find_first_not_of(r_space, inside), text.size());
        const std::string_view argument = text.substr(first);
        return after_r_call(text, first, "c") != std::string_view::npos || argument.starts_with("data") ||
               argument.starts_with("nrow") || argument.starts_with("ncol") || argument.starts_with("byrow");
    }
    return false;
}

Result<PrintedArray> read_r_literal(std::string_view text, std::size_t from, PastedNumbers allowed) {
    return RReader(text, from, allowed).read();
}

} // namespace lab
