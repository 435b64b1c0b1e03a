// SPDX-License-Identifier: GPL-3.0-or-later
//
// The numbers of a matrix in a text, and what the readers of all notations have in common.
#pragma once

#include "core/base/types.h"
#include "core/io/printed_array.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lab {

/// Parses one number of a pasted matrix in C format, with either kind of minus sign or a plus, and no white
/// space around it (typed numbers: read_typed_number()), or a fraction of two numbers without exponents,
/// "1/3". The error is placed at `offset` in `text`. −∞ is "-inf" or "−∞", where it is allowed, and so for
/// the others. The error distinguishes text that is not a number, numbers that are not finite, numbers out of
/// a double's range, and an ellipsis in place of numbers.
Result<double> read_pasted_number(std::string_view number, std::string_view text, std::size_t offset,
                                  PastedNumbers allowed = PastedNumbers::finite);

/// A number without the percent sign at its end ("25%", and "25\%" of LaTeX), if it has one.
std::string_view without_percent_sign(std::string_view number);

/// Whether a text begins with an ellipsis of any printer.
bool is_ellipsis(std::string_view text);

/// The error for an ellipsis in place of numbers, as NumPy and PyTorch print large arrays.
Error abbreviated(std::string_view text, std::size_t offset);

/// Parses the numbers of a block whose separator is not a comma, so that a comma can be decimal. That is
/// decided for the block as a whole:
///
///   - points or commas, not both;
///   - commas are decimal if at least one of them cannot group thousands ("0,5" and "1,25" make "1,234" one
///     and a bit). If all could, as in "1,234" alone, the block is rejected;
///   - no number has more than one comma, or both a comma and a point.
///
/// All finite numbers have a percent sign, "25%", and are divided by 100, or none has.
class NumberBlock {
public:
    explicit NumberBlock(std::string_view text, PastedNumbers allowed = PastedNumbers::finite)
        : m_text(text), m_allowed(allowed) {}

    /// Parses the next number, which is at `offset`.
    Result<double> read(std::string_view number, std::size_t offset);
    /// The error for commas that are still ambiguous once all numbers are read.
    std::optional<Error> ambiguity() const;

private:
    /// The same, without a percent sign; an error shows the number as it was written.
    Result<double> read_number(std::string_view number, std::string_view as_written, std::size_t offset);
    Result<double> read_percentage(std::string_view percentage, std::size_t offset);

    std::string_view m_text;
    PastedNumbers m_allowed;
    std::string m_first_comma; ///< the first number with a comma; empty if there is none
    std::size_t m_first_comma_offset = 0;
    bool m_points = false;
    bool m_surely_decimal = false;
    std::optional<bool> m_are_percentages; ///< once known
};

/// True if a block that could be separated by commas could also consist of this number with a decimal comma,
/// "1,5" or "1.234,5", or of a whole one.
bool could_be_decimal_comma(std::string_view number);

/// Collects rows of numbers, each as long as the first. Memory grows with the input: nothing is allocated
/// based on sizes that the text states.
class RowCollector {
public:
    /// Adds a number, or returns why it could not be read. `text` is what it was read from.
    std::optional<Error> add(const Result<double>& value, std::string_view text);
    void add(double value, const WrittenDigits& digits);
    /// Ends the row, which begins at `offset` in `text`. Fails if it is not as long as the first.
    std::optional<Error> end_row(std::string_view text, std::size_t offset);
    bool empty() const { return m_values.empty(); }
    /// The numbers were rounded to so many significant digits, but not before the point (last_digits()).
    void set_fewest_significant(int digits) { m_fewest_significant = digits; }
    /// Requires that the last row has been ended.
    PrintedArray array() const { return array(static_cast<Index>(m_rows), static_cast<Index>(m_columns)); }
    /// All numbers in that shape, whatever rows were ended.
    PrintedArray array(Index rows, Index columns, Index heads = 0) const;

private:
    std::vector<double> m_values;
    std::vector<WrittenDigits> m_digits;
    std::size_t m_columns = 0; ///< of the first row, 0 before its end
    std::size_t m_rows = 0;
    int m_fewest_significant = 0;
};

/// A reader of one matrix that goes through its text once and stops at the first error.
class MatrixReader {
protected:
    explicit MatrixReader(std::string_view text, std::size_t from = 0) : m_text(text), m_at(from) {}

    /// These return whether there is no error.
    bool fail(std::size_t offset, std::string found, std::string expected);
    bool succeeds(std::optional<Error> error);

    bool done() const { return m_at >= m_text.size(); }
    std::string_view rest() const { return m_text.substr(std::min(m_at, m_text.size())); }
    /// Skips the literal if it comes next, and says whether it does.
    bool take(std::string_view literal);

    std::string_view m_text;
    std::size_t m_at;
    std::optional<Error> m_error;
    RowCollector m_rows;
};

} // namespace lab
