// SPDX-License-Identifier: GPL-3.0-or-later
//
// Named arrays in a pasted text, as a notebook has them.
#pragma once

#include "core/io/named_arrays.h"

#include <string_view>

namespace lab {

/// Reads what is assigned to names at the beginning of lines, outside of brackets: "W_Q = " and a matrix in
/// one of the notations of matrix_text.h, as often as there is. Other lines of code, and names that are given
/// something else than numbers ("Q = X @ W_Q"), are skipped. Of two arrays of the same name the later one
/// counts. A text that assigns to a single name has no named arrays: it is read as one matrix.
///
/// Fails on numbers in brackets that cannot be read; the error's place begins with the name.
Result<NamedArraysPtr> read_named_text(std::string_view text);

} // namespace lab
