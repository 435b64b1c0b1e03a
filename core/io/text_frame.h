// SPDX-License-Identifier: GPL-3.0-or-later
//
// What may stand around the numbers of a matrix in a text without changing any of them.
#pragma once

#include "core/io/printed_array.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lab {

/// The remark with which exported files begin if each of their columns is a token (data_file.h).
inline constexpr std::string_view token_columns_remark = "Attention Lab: each token is a column";

/// A shape that a text says, to be compared with that of its numbers.
struct SaidShape {
    std::vector<std::size_t> dimensions;
    std::size_t offset = 0;     ///< where it is said
    bool counts_labels = false; ///< a column of labels may be one of its columns
    bool pages_last = false;    ///< its last dimension counts the matrices
};

struct TextFrame {
    std::string inside; ///< the text with blanks in place of what stands around; places stay the same
    std::optional<SaidShape> shape;
    std::optional<NumberType> type;
    bool token_columns = false;
    bool is_series = false; ///< of pandas: each line has a label, which may be a number, and one number
};

/// Finds prompts (prompts.h), comments before the matrix, the fences of a Markdown listing, and what programs
/// say of a matrix before and behind it (text_remarks.h).
Result<TextFrame> frame_of(std::string_view text);

/// The offset of the matrix in a text: after white space, comments that begin with "#" and a name ("W = ",
/// "W <- ") or a caption ("Attention weights:", or "scores" before
/// "tensor("), or a declaration ("float w[2][2] =").
std::size_t after_name(std::string_view text);

/// Whether an array may have the shape that is said: the same dimensions, apart from those of 1.
std::optional<Error> problem_of_shape(std::string_view text, const SaidShape& said,
                                      const PrintedArray& array);

/// The whole numbers in a piece of text, such as "2x3" or "(2, 3)".
std::vector<std::size_t> whole_numbers_in(std::string_view piece);

} // namespace lab
