// SPDX-License-Identifier: GPL-3.0-or-later
//
// The notations of a matrix in a text, among which read_matrix_text() chooses.
#pragma once

#include "core/io/printed_array.h"

#include <cstddef>
#include <string_view>

namespace lab {

// LaTeX.

/// Reads the one matrix in a formula: matrix, pmatrix, bmatrix, Bmatrix, vmatrix, Vmatrix (starred as well),
/// smallmatrix or array, with "&" and "\\", of numbers as latex_number.h reads them. What stands around it
/// and changes nothing is accepted (latex_frame.h). Anything else, such as a factor or an exponent, is
/// rejected. Commas are decimal (NumberBlock); they may be in braces.
Result<PrintedArray> read_latex(std::string_view text, PastedNumbers allowed);

// Brackets: Python lists, what NumPy, PyTorch, TensorFlow, JAX and others print, and literals of Julia,
// MATLAB and Mathematica.

/// True if a bracket, a call ("tensor("), a typed literal ("Float32[") or "<tf.Tensor" begins at the byte
/// `from`.
bool begins_in_brackets(std::string_view text, std::size_t from);

/// Reads from there to the end of the text: nested lists, tuples and braces, separated by commas or white
/// space, the same on each level. They may have any depth if dropping leading dimensions of 1 leaves a
/// matrix, or one for each head if that `may_have_heads`. Rows may be printed one by one, without a list
/// around them. With semicolons, as in "[1 2; 3 4]", these and line breaks end rows. Lists and numbers may be
/// wrapped in calls with keyword arguments that change no number (bracket_calls.h); a shape among them has to
/// be that of the numbers. Python comments are skipped. True and False are 1 and 0.
Result<PrintedArray> read_brackets(std::string_view text, std::size_t from, PastedNumbers allowed,
                                   bool may_have_heads);

// Without brackets: one row per line, as spreadsheets put them on the clipboard.

/// Reads the lines of `text` from the byte `from` on. Empty lines around them, or between all of them, are
/// skipped; something must be left. The separator is the same in every line, and chosen in this order:
///
///   - tabs if there are any, else semicolons if there are any. Commas are then decimal (NumberBlock);
///   - neither: commas separate the numbers ("1, 2", "1,2,3", "1.5,2.5"), or white space does and commas are
///     decimal ("1,5 2,5", "1,5, 2,5"), whichever fits the whole block. If both do, as for "1,5", the block
///     is rejected as ambiguous. If all commas have white space beside them, they always separate.
///
/// Empty cells, and empty lines between some rows, are rejected.
Result<PrintedArray> read_block(std::string_view text, std::size_t from, PastedNumbers allowed);

} // namespace lab
