// SPDX-License-Identifier: GPL-3.0-or-later
//
// Formulas in LaTeX, for papers and notebooks. They need amsmath's \text.
#pragma once

#include "core/explain/formula.h"

namespace lab {

/// The formula without dollar signs: "V_{\text{sky},1}". Numbers as written by brief().
std::string write_latex(const Formula& formula);

/// The text, as printable() writes it, escaped, so that LaTeX interprets nothing in it as a command.
std::string latex_text(const std::string& text);

} // namespace lab
