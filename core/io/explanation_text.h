// SPDX-License-Identifier: GPL-3.0-or-later
//
// Explanations and formulas as text for export.
#pragma once

#include "core/describe/explanation.h"

namespace lab {

/// Text in which Markdown finds no markup, as printable() writes it: on one line.
std::string markdown_text(const std::string& text);

/// As Markdown: every step with its operands in a table, every number in full precision.
std::string write_markdown(const Explanation& explanation);

/// As plain text: every step with its formula, its operands one per line, and its result.
std::string write_text(const Explanation& explanation);

/// As LaTeX: the formulas of the steps below one another, in symbols and in numbers. Needs amsmath.
std::string write_latex(const Explanation& explanation);

// For papers and notebooks. They need amsmath's \text.

/// The formula without dollar signs: "V_{\text{sky},1}". Numbers as written by brief().
std::string write_latex(const Formula& formula);

/// The text, as printable() writes it, escaped, so that LaTeX interprets nothing in it as a command.
std::string latex_text(const std::string& text);

} // namespace lab
