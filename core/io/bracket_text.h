// SPDX-License-Identifier: GPL-3.0-or-later
//
// Matrices in brackets: Python lists, and what NumPy and PyTorch print.
#pragma once

#include "core/types.h"

#include <cstddef>
#include <string_view>

namespace lab {

/// Where the matrix begins in a text: after white space, comments of Python and a name with an equals sign
/// ("W = ").
std::size_t after_assignment(std::string_view text);

/// True where a bracket, a call ("tensor(") or "Parameter containing:" stands at the byte `from`.
bool begins_in_brackets(std::string_view text, std::size_t from);

/// Reads from there to the end of the text: lists and tuples in each other, parted by commas or by white
/// space, the same on each level, of any depth as long as a matrix is left when leading dimensions of 1 are
/// dropped; around them calls of tensor, array and the like with settings that change no number
/// ("dtype=float32"). Comments of Python are passed over. True and False are 1 and 0.
Result<Matrix> read_brackets(std::string_view text, std::size_t from);

} // namespace lab
