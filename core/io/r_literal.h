// SPDX-License-Identifier: GPL-3.0-or-later
//
// Matrices as R's code has them: matrix(c(…), nrow = 2), rbind(c(…), c(…)), structure(c(…), dim = c(2L, 3L)).
#pragma once

#include "core/io/printed_array.h"

#include <cstddef>
#include <string_view>

namespace lab {

/// Whether such a call begins at the byte `from`. NumPy's matrix([[…]]) is none.
bool begins_r_literal(std::string_view text, std::size_t from);

/// Reads from there to the end of the text: matrix() with nrow, ncol, byrow and dimnames, which are left out;
/// structure() with dim; rbind() and cbind() of vectors; or a vector, which is 1 × n. Numbers may end in "L".
/// Fails on other calls and arguments, and if the numbers do not fill the matrix: R would repeat them.
Result<PrintedArray> read_r_literal(std::string_view text, std::size_t from, PastedNumbers allowed);

} // namespace lab
