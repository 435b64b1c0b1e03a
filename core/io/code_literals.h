// SPDX-License-Identifier: GPL-3.0-or-later
//
// What programming languages write before the brackets of an array.
#pragma once

#include <cstddef>
#include <string_view>

namespace lab {

/// The end of "static const float w[2][2] =", "let w: [[Float]] =", "std::vector<double> w =" and the like,
/// if brackets or a call may follow; `from` if none begins there.
std::size_t declaration_end(std::string_view text, std::size_t from);

/// The length of "new double[][] ", "[][]float64", "vec!", "&" or "Float32Array(2) " before a bracket; 0 if
/// none begins there.
std::size_t literal_type_length(std::string_view text, std::size_t from);

/// Whether semicolons outside of comments part rows, or end a statement, as in MATLAB and Julia.
bool has_rows_by_semicolons(std::string_view text);

} // namespace lab
