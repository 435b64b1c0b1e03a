// SPDX-License-Identifier: GPL-3.0-or-later
//
// Matrices in pasted text.
#pragma once

#include "core/base/types.h"
#include "core/io/printed_array.h"

#include <string_view>
#include <vector>

namespace lab {

/// Reads one matrix from a text that contains nothing else, in one of these notations
/// (matrix_notations.h):
///
///   - LaTeX if the text contains \begin;
///   - Python lists, or what NumPy and PyTorch print, if it begins with a bracket or a call;
///   - otherwise rows of numbers, one per line.
///
/// The last two may be assigned to a name ("W = "). Numbers are in C format, U+2212 is a minus sign, and
/// commas are decimal if the whole block shows that they are (number_text.h). Leading dimensions of 1 are
/// dropped; n numbers are 1 × n, one is 1 × 1. Rejected, with line and column counted from 1: anything
/// abbreviated, ambiguous, ragged, too large for a double, not a number, or not finite; −∞ may be allowed.
Result<Matrix> read_matrix_text(std::string_view text, PastedNumbers allowed = PastedNumbers::finite);

/// The same with how many digits the numbers show. In brackets, an array may have a matrix for each head.
Result<PrintedArray> read_printed_text(std::string_view text, PastedNumbers allowed);

/// The possible readings of a text that read_matrix_text() rejects because of its commas: decimal commas,
/// separators, thousands separators, in this order and without duplicates. Fewer than two if the text is not
/// ambiguous.
std::vector<Matrix> matrix_readings(std::string_view text, PastedNumbers allowed = PastedNumbers::finite);

} // namespace lab
