// SPDX-License-Identifier: GPL-3.0-or-later
//
// Matrices in LaTeX.
#pragma once

#include "core/types.h"

#include <string_view>

namespace lab {

/// Reads the one matrix in a formula: matrix, pmatrix, bmatrix, Bmatrix, vmatrix, Vmatrix (starred as well),
/// smallmatrix or array, with "&" and "\\". Around it may stand what changes nothing: "W_Q =", \left[
/// \right], dollar signs and the environments of a displayed formula, \label, a full stop; anything else, a
/// factor or an exponent, is refused. Commas are decimal (NumberBlock); they may be in braces.
Result<Matrix> read_latex(std::string_view text);

} // namespace lab
