// SPDX-License-Identifier: GPL-3.0-or-later
//
// Matrices in pasted text.
#pragma once

#include "core/base/types.h"
#include "core/io/printed_array.h"

#include <string_view>
#include <vector>

namespace lab {

/// Reads one matrix from a text that contains nothing else but what may stand around it (text_frame.h), in
/// one of these notations:
///
///   - LaTeX if the text contains \begin (matrix_notations.h), also a tabular (latex_table.h);
///   - brackets, if it begins with one or with a call: lists of Python, what NumPy, PyTorch, TensorFlow, JAX
///     and MXNet print, literals of Julia, MATLAB and Mathematica (matrix_notations.h), and R's
///     (r_literal.h);
///   - a table with upright lines, as in Markdown (table_text.h);
///   - separated values with labels or in quotation marks (csv.h);
///   - rows below a common factor, or in pieces with some of the columns each (pieces_text.h);
///   - pages of an array of three dimensions (paged_text.h);
///   - numbers with labels, as pandas and R print them (labelled_text.h);
///   - otherwise rows of numbers, one per line (matrix_notations.h).
///
/// A name ("W = ") or a caption may stand before all but LaTeX, which has its own. Numbers are in C format or
/// fractions, U+2212 is a minus sign, and commas are decimal if the whole block shows that they are
/// (number_text.h). Leading dimensions of 1 are dropped; n numbers are 1 × n, one is 1 × 1. Rejected, with
/// line and column counted from 1: anything abbreviated, ambiguous, ragged, too large for a double, not a
/// number, or not finite; −∞ may be allowed.
Result<Matrix> read_matrix_text(std::string_view text, PastedNumbers allowed = PastedNumbers::finite);

/// The same with how many digits the numbers show, and what else the text says of them.
Result<PrintedArray> read_printed_matrix(std::string_view text, PastedNumbers allowed);
/// The same, and an array in brackets or in pages may have a matrix for each head.
Result<PrintedArray> read_printed_text(std::string_view text, PastedNumbers allowed);

/// The possible readings of a text that read_matrix_text() rejects because of its commas: decimal commas,
/// separators, thousands separators, in this order and without duplicates. Fewer than two if the text is not
/// ambiguous.
std::vector<Matrix> matrix_readings(std::string_view text, PastedNumbers allowed = PastedNumbers::finite);

} // namespace lab
