// SPDX-License-Identifier: GPL-3.0-or-later
//
// Formulas in LaTeX, for papers and notebooks. They need amsmath's \text.
#pragma once

#include "core/formula.h"

namespace lab {

/// What stands between dollar signs: "V_{\text{sky},1}". Numbers as brief() has them.
std::string write_latex(const Formula& formula);

/// A text with nothing in it that LaTeX would take for an instruction.
std::string latex_text(const std::string& text);

} // namespace lab
