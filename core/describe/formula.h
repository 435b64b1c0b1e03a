// SPDX-License-Identifier: GPL-3.0-or-later
//
// A formula as a small tree, independent of how it is drawn or written.
#pragma once

#include "core/experiment/parameter.h"
#include "core/experiment/stage.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace lab {

/// Where a number comes from.
using Source = std::variant<CellRef, ParameterCell>;

struct Formula {
    enum class Kind {
        text,     ///< `text`, upright: digits, operators with the space around them, function names
        words,    ///< `text`, upright: words of the sentence, or ours
        symbol,   ///< `text`, italic: a variable
        row,      ///< the parts in sequence
        sub,      ///< the first part, with the second one as subscript
        sup,      ///< the first part, with the second one as superscript
        fraction, ///< the first part over the second
        root,     ///< the square root of the only part
        hole,     ///< the number `value`, which comes from `source`
    };

    Kind kind = Kind::row;
    std::string text;
    std::vector<Formula> parts;
    double value = 0;
    std::optional<Source> source; ///< of a hole or an indexed symbol; absent if it is not a matrix entry
    bool operator==(const Formula&) const = default;
};

/// Makes formulas: `fraction(text("1"), root(symbol("d")))`.
namespace formula {

Formula text(std::string text);
Formula words(std::string text);
Formula symbol(std::string text);
Formula row(std::vector<Formula> parts);
Formula sub(Formula base, Formula low);
Formula sup(Formula base, Formula high);
Formula fraction(Formula above, Formula below);
Formula root(Formula what);
Formula hole(double value, std::optional<Source> source);
/// A setting's number, in full; in brackets where it is a product: "(1.5 × 10⁻⁹)".
Formula setting(double value);
/// The name of a matrix entry: "V" and "sky,1" give V with a subscript, "W_Q" and "1,2" give W_Q in brackets
/// with one.
Formula named(const std::string& name, const std::string& index);

} // namespace formula

/// As one line of plain text: "V_(sky,1)", "√(2)", "a / b". Numbers as written by brief().
std::string plain(const Formula& formula);
/// The same with numbers as written by display().
std::string plain(const Formula& formula, int decimals);

} // namespace lab
