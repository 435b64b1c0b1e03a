// SPDX-License-Identifier: GPL-3.0-or-later
//
// An explanation as text for export.
#pragma once

#include "core/explain/explanation.h"

namespace lab {

/// Text in which Markdown finds no markup, as printable() writes it: on one line.
std::string markdown_text(const std::string& text);

/// As Markdown: every step with its operands in a table, every number in full precision.
std::string write_markdown(const Explanation& explanation);

/// As plain text: every step with its formula, its operands one per line, and its result.
std::string write_text(const Explanation& explanation);

/// As LaTeX: the formulas of the steps below one another, in symbols and in numbers. Needs amsmath.
std::string write_latex(const Explanation& explanation);

} // namespace lab
