// SPDX-License-Identifier: GPL-3.0-or-later
//
// A number as LaTeX writes it.
#pragma once

#include <string>
#include <string_view>

namespace lab {

/// The number in a cell of a matrix in the form that NumberBlock reads: fractions ("\frac13", "\dfrac{1}{3}")
/// as "1/3", "2 \cdot 10^{-3}" as "2e-3", "-\infty" as "-inf", "\mathrm{NaN}" as "nan"; without spaces,
/// braces and commands that only change how it looks ("\mathbf{0.5}", "\phantom{-}1"). What is no number
/// stays one.
std::string latex_number(std::string_view cell);

} // namespace lab
