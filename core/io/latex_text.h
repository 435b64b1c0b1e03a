// SPDX-License-Identifier: GPL-3.0-or-later
//
// Matrices in LaTeX.
#pragma once

#include "core/base/types.h"
#include "core/io/pasted_numbers.h"
#include "core/io/printed_array.h"

#include <string_view>

namespace lab {

/// Reads the one matrix in a formula: matrix, pmatrix, bmatrix, Bmatrix, vmatrix, Vmatrix (starred as well),
/// smallmatrix or array, with "&" and "\\". Accepts constructs around it that change nothing: "W_Q =", \left[
/// \right], dollar signs and the environments of a displayed formula, \label, a full stop. Anything else,
/// such as a factor or an exponent, is rejected. Commas are decimal (NumberBlock); they may be in braces. −∞,
/// where it is allowed, is "-\infty" as well.
Result<PrintedArray> read_latex(std::string_view text, PastedNumbers allowed = PastedNumbers::finite);

} // namespace lab
