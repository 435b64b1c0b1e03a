// SPDX-License-Identifier: GPL-3.0-or-later
//
// The signs of typed formulas, and the spaces between them.
#pragma once

#include "core/describe/formula.h"

#include <string_view>
#include <vector>

namespace lab {

/// What decides about the spaces beside a sign.
enum class Spacing { ordinary, function, binary, relation, opening, closing, comma, space };

struct FormulaName {
    std::string_view name; ///< a typed sign, or a command without its backslash
    std::string_view sign;
    Spacing spacing = Spacing::ordinary;
    bool is_symbol = false; ///< italic
};
/// The sign other than a letter or digit that a text begins with; nullptr if none is known.
const FormulaName* typed_sign(std::string_view text);
/// The sign of a command, "cdot"; nullptr if it is not known.
const FormulaName* named_sign(std::string_view command);

struct FormulaSign {
    Formula formula;
    Spacing spacing = Spacing::ordinary;
};
/// Puts signs into a row, or is the only one. Spaces are part of an operator's or a relation's text (" + "),
/// so that a long formula can be broken there. `in_script`: only names of functions have any.
Formula spaced(std::vector<FormulaSign> signs, bool in_script);

} // namespace lab
