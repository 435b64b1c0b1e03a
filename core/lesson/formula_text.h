// SPDX-License-Identifier: GPL-3.0-or-later
//
// Formulas that are typed into a lesson, in a part of LaTeX's mathematics:
//
// | | |
// |---|---|
// | letters, digits, signs | `a` … `Z`, `0.5`, `+ - = < > ( ) [ ] , . / | '` |
// | scripts | `d_k`, `x_{i,1}`, `e^{-x}`; `K^T` and `K^\top` have an upright T |
// | fractions, roots | `\frac{a}{b}`, `\sqrt{d_k}` |
// | signs by name | `\cdot \times \pm \le \leq \ge \geq \ne \neq \approx \to \infty \in \sum \ldots \dots` |
// | Greek | `\alpha` … `\omega`, `\varepsilon` and its like, `\Gamma` … `\Omega` |
// | functions | `\exp \ln \log \max \min \sin \cos \tanh \softmax`, `\operatorname{…}` |
// | words | `\text{…}` as typed, `\mathrm{…}` upright, `\mathbf{…}` as one symbol (of letters and digits) |
// | brackets | `\left( … \right)`, also with `[ ] |`; they do not grow |
// | spaces | `\,` and `\quad`; typed spaces mean nothing, as in LaTeX |
#pragma once

#include "core/describe/formula.h"

#include <cstddef>
#include <optional>
#include <string_view>

namespace lab {

/// The longest formula that is read, in bytes, and the most braces, fractions, roots and scripts in each
/// other.
inline constexpr std::size_t most_formula_text = 2'000;
inline constexpr int deepest_formula = 24;

/// The formula that is written in `latex`, without its dollars. nullopt if there is anything in it that is
/// not in the table above, for what is not understood is to be shown as typed.
///
/// Spaces are those of The TeXbook, chapter 18: around relations and operators between operands, not around
/// a sign ("−x") or in scripts, behind commas and names of functions.
std::optional<Formula> formula_from(std::string_view latex);

} // namespace lab
