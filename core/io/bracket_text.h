// SPDX-License-Identifier: GPL-3.0-or-later
//
// Matrices in brackets: Python lists, and what NumPy and PyTorch print.
#pragma once

#include "core/base/types.h"
#include "core/io/pasted_numbers.h"
#include "core/io/printed_array.h"

#include <cstddef>
#include <string_view>

namespace lab {

/// The offset of the matrix in a text: after white space, Python comments and a name with an equals sign ("W
/// = ").
std::size_t after_assignment(std::string_view text);

/// True if a bracket, a call ("tensor(") or "Parameter containing:" begins at the byte `from`.
bool begins_in_brackets(std::string_view text, std::size_t from);

/// Reads from there to the end of the text: nested lists and tuples, separated by commas or white space, the
/// same on each level. They may have any depth if dropping leading dimensions of 1 leaves a matrix, or one
/// for each head if that `may_have_heads`. They may be wrapped in calls of tensor, array and the like with
/// keyword arguments that change no number
/// ("dtype=float32"). Python comments are skipped. True and False are 1 and 0.
Result<PrintedArray> read_brackets(std::string_view text, std::size_t from,
                                   PastedNumbers allowed = PastedNumbers::finite,
                                   bool may_have_heads = false);

} // namespace lab
