// SPDX-License-Identifier: GPL-3.0-or-later
//
// The numbers of a matrix that somebody pasted, one piece of text each.
#pragma once

#include "core/types.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace lab {

/// Reads one number in the C form, with a minus of either kind or a plus, and no white space around it. The
/// error is placed at `offset` of `text`; it tells apart what is no number at all, what is not finite, what a
/// double cannot hold and what stands for numbers that were left out.
Result<double> read_plain_number(std::string_view number, std::string_view text, std::size_t offset);

/// An ellipsis where numbers were left out, as NumPy and PyTorch print large arrays.
Error abbreviated(std::string_view text, std::size_t offset);

/// Reads the numbers of one block in which something else than a comma parts them, so that a comma can be a
/// decimal comma. Whether it is one is decided for the block as a whole:
///
///   - points or commas, not both;
///   - commas are decimal where one of them at least cannot group thousands ("0,5" and "1,25" make "1,234"
///   one
///     and a bit); where all could, as in "1,234" alone, the block is refused;
///   - no number holds more than one comma, or both a comma and a point.
class NumberBlock {
public:
    explicit NumberBlock(std::string_view text) : m_text(text) {}

    /// The next number, which stands at `offset`.
    Result<double> read(std::string_view number, std::size_t offset);
    /// What stays undecided once all numbers are read.
    std::optional<Error> ambiguity() const;

private:
    std::string_view m_text;
    std::string m_first_comma; ///< the first number with a comma, empty where there is none
    std::size_t m_first_comma_offset = 0;
    bool m_points = false;
    bool m_surely_decimal = false;
};

/// True where a block that could be parted by commas could as well consist of this number with a decimal
/// comma, "1,5" or "1.234,5", or of a whole one.
bool could_be_decimal_comma(std::string_view number);

} // namespace lab
