// SPDX-License-Identifier: GPL-3.0-or-later
//
// Matrices as people paste them.
#pragma once

#include "core/types.h"

#include <string_view>
#include <vector>

namespace lab {

/// Reads one matrix from a text that holds nothing else, in whichever of these notations it is:
///
///   - LaTeX (latex_text.h), where the text has a \begin in it;
///   - Python lists, or what NumPy and PyTorch print (bracket_text.h), where it begins with a bracket or a
///   call;
///   - rows of numbers, one a line (block_text.h), anything else.
///
/// The latter two may be assigned to a name ("W = "). Numbers are in the C form, U+2212 is a minus sign,
/// decimal commas are taken where the whole block says that they are (number_text.h). Leading dimensions of 1
/// are dropped; n numbers are 1 × n, one is 1 × 1. Refused, with line and column counted from 1: what is
/// abbreviated, ambiguous, ragged, not finite, too large for a double, or no number.
Result<Matrix> read_matrix_text(std::string_view text);

/// What a text can mean that read_matrix_text() refuses for its commas: as decimal commas, as commas that
/// part numbers, as commas that group thousands, in this order, those that give different matrices. Fewer
/// than two where the text is not ambiguous.
std::vector<Matrix> matrix_readings(std::string_view text);

} // namespace lab
