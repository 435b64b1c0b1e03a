// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers as programs write them, in C's format.
#pragma once

#include <string>
#include <string_view>

namespace lab {

/// A number in one of the forms that programs write and C does not: "-np.inf", "True" and "TRUE" for 1,
/// Mathematica's "1.5*^-3" and "0.5`", Julia's "0.5f0", Fortran's "0.5D+00", C's "0.5f" and Rust's "0.5_f32".
/// Others are returned as they are. So is "0.5f32": it is 0.5 in Rust and 0.5·10³² in Julia.
std::string in_c_format(std::string_view number);

} // namespace lab
