// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/pieces_text.h"

#include "core/base/text_position.h"
#include "core/io/column_parts.h"
#include "core/io/number_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>

namespace lab {

namespace {

constexpr std::string_view piece_blanks = " \t";

/// "Columns 1 through 8:"
struct PieceHeading {
    std::size_t first = 0, last = 0;
    std::size_t end = 0; ///< in the line
};

/// Goes through the words of a line.
class LineWords {
public:
    explicit LineWords(std::string_view line) : m_line(line) { skip(); }

    std::size_t at() const { return m_at; }
    bool take(std::string_view word) {
        const bool there = m_line.substr(m_at).starts_with(word);
        m_at += there ? word.size() : 0;
        skip();
        return there;
    }
    std::optional<std::size_t> whole_number() {
        std::size_t number = 0;
        const char* begin = m_line.data() + m_at;
        const auto [end, error] = std::from_chars(begin, m_line.data() + m_line.size(), number);
        m_at += static_cast<std::size_t>(end - begin);
        skip();
        return error == std::errc() ? std::optional(number) : std::nullopt;
    }

private:
    void skip() { m_at = std::min(m_line.find_first_not_of(piece_blanks, m_at), m_line.size()); }

    std::string_view m_line;
    std::size_t m_at = 0;
};

std::optional<PieceHeading> piece_heading(std::string_view line) {
    LineWords words(line);
    if (!words.take("Columns") && !words.take("Column"))
        return std::nullopt;
    const std::optional<std::size_t> first = words.whole_number();
    std::optional<std::size_t> last = first;
    if (words.take("through") || words.take("and") || words.take("to"))
        last = words.whole_number();
    if (!last || !first || *first == 0 || *last < *first)
        return std::nullopt;
    words.take(":");
    return PieceHeading{*first, *last, words.at()};
}

/// The power of ten in "1.0e+03 *", "0.01 *" or "10^3 ×".
std::optional<int> power_of_factor(std::string_view line) {
    line = trimmed(line);
    const std::size_t sign = line.ends_with("×") ? std::string_view("×").size() : line.ends_with("*") ? 1 : 0;
    if (sign == 0)
        return std::nullopt;
    const std::string_view written = trimmed(line.substr(0, line.size() - sign));
    constexpr std::string_view ten_to = "10^";
    const std::string number = written.starts_with(ten_to) ? "1e" + std::string(written.substr(ten_to.size()))
                                                           : std::string(written);
    const Result<double> factor = read_pasted_number(number, number, 0);
    if (!factor || factor.value() <= 0)
        return std::nullopt;
    const int power = static_cast<int>(std::lround(std::log10(factor.value())));
    const std::string exact = "1e" + std::to_string(power);
    return read_pasted_number(exact, exact, 0).value() == factor.value() ? std::optional(power)
                                                                         : std::nullopt;
}

class PiecesReader : private MatrixReader {
public:
    PiecesReader(std::string_view text, std::size_t from, PastedNumbers allowed)
        : MatrixReader(text, from), m_allowed(allowed), m_parts(text) {}

    Result<PrintedArray> read() {
        while (!done() && line()) {
        }
        if (m_error || !end_piece() || !succeeds(m_parts.collect(m_rows)))
            return *m_error;
        return m_rows.array();
    }

private:
    bool line();
    bool begin_piece(const PieceHeading& heading);
    bool end_piece();
    bool row(std::size_t end);
    bool number(std::size_t end);

    PastedNumbers m_allowed;
    ColumnParts m_parts;
    std::optional<PieceHeading> m_piece;
    std::optional<std::size_t> m_columns; ///< of the piece, once known
    int m_power = 0;                      ///< of ten
};

bool PiecesReader::line() {
    const std::size_t end = std::min(m_text.find_first_of("\r\n", m_at), m_text.size());
    const std::string_view content = m_text.substr(m_at, end - m_at);
    const std::optional<PieceHeading> heading = piece_heading(content);
    if (heading && !begin_piece(*heading))
        return false;
    if (const auto power =
            m_parts.row() == 0 ? power_of_factor(m_text.substr(m_at, end - m_at)) : std::optional<int>()) {
        m_power = *power;
        m_at = end;
    }
    const bool has_numbers = m_text.find_first_not_of(piece_blanks, m_at) < end;
    if (has_numbers && !row(end))
        return false;
    m_at = end + 1;
    return true;
}

bool PiecesReader::begin_piece(const PieceHeading& heading) {
    const bool is_first = !m_piece && m_parts.row() == 0;
    if (!is_first && !end_piece())
        return false;
    const std::size_t due = m_parts.columns_before() + 1;
    if (heading.first != due)
        return fail(std::min(m_text.find_first_not_of(piece_blanks, m_at), m_text.size()),
                    "column " + std::to_string(heading.first),
                    "column " + std::to_string(due) + " and those behind it: all of what was printed");
    m_piece = heading;
    m_at += heading.end;
    return true;
}

bool PiecesReader::end_piece() {
    if (m_parts.row() == 0)
        return fail(std::min(m_at, m_text.size()),
                    done() ? "the end of the text" : quoted_character_at(m_text, m_at), "rows of numbers");
    const bool well = succeeds(m_parts.end_part(*m_columns, m_at));
    m_columns.reset();
    return well;
}

bool PiecesReader::row(std::size_t end) {
    const std::size_t begin = m_text.find_first_not_of(piece_blanks, m_at);
    if (!succeeds(m_parts.begin_row(begin)))
        return false;
    std::size_t columns = 0;
    for (m_at = begin; m_at < end; ++columns) {
        if (!number(end))
            return false;
        m_at = std::min(m_text.find_first_not_of(piece_blanks, m_at), end);
    }
    if (!m_columns)
        m_columns = m_piece ? m_piece->last - m_piece->first + 1 : columns;
    return columns == *m_columns ||
           fail(begin, "a row of " + std::to_string(columns),
                std::to_string(*m_columns) + (m_piece ? " numbers, as many as the piece has columns"
                                                      : " numbers, as in the first row"));
}

/// A number times the factor, exactly: its exponent alone changes. −∞ and NaN have none.
bool PiecesReader::number(std::size_t end) {
    const std::size_t begin = m_at;
    m_at = std::min(m_text.find_first_of(piece_blanks, begin), end);
    const std::string_view written = m_text.substr(begin, m_at - begin);
    const Result<double> unscaled = read_pasted_number(written, m_text, begin, m_allowed);
    if (!unscaled)
        return succeeds(unscaled.error());
    const WrittenDigits digits = written_digits(written);
    const bool is_plain = digits.decimals && !digits.exponent;
    if (m_power != 0 && !is_plain && std::isfinite(unscaled.value()))
        return fail(begin, quoted_excerpt(written), "a decimal number, because of the common factor");
    const bool is_scaled = m_power != 0 && is_plain;
    const std::string scaled = std::string(written) + (is_scaled ? "e" + std::to_string(m_power) : "");
    const Result<double> value = read_pasted_number(scaled, m_text, begin, m_allowed);
    if (!value)
        return succeeds(value.error());
    m_parts.add(value.value(), written_digits(scaled));
    return true;
}

} // namespace

bool begins_in_pieces(std::string_view text, std::size_t from) {
    const std::string_view line = text.substr(from, text.find_first_of("\r\n", from) - from);
    return piece_heading(line) || power_of_factor(line);
}

Result<PrintedArray> read_pieces(std::string_view text, std::size_t from, PastedNumbers allowed) {
    return PiecesReader(text, from, allowed).read();
}

} // namespace lab
