// SPDX-License-Identifier: GPL-3.0-or-later
//
// A formula as a small tree, for whoever paints or writes it.
#pragma once

#include "core/parameter.h"
#include "core/stage.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace lab {

/// Where a number stands.
using Source = std::variant<CellRef, ParameterCell>;

struct Formula {
    enum class Kind {
        text,     ///< `text`, upright: digits, operators with the space around them, names of functions
        words,    ///< `text`, upright: words of the sentence, or of ours
        symbol,   ///< `text`, slanted: a letter that stands for something
        row,      ///< the parts, one after the other
        sub,      ///< the first part, with the second one low beside it
        sup,      ///< the first part, with the second one high beside it
        fraction, ///< the first part over the second
        root,     ///< the square root of the only part
        hole,     ///< the number `value`, which stands at `source`
    };

    Kind kind = Kind::row;
    std::string text;
    std::vector<Formula> parts;
    double value = 0;
    std::optional<Source> source; ///< of a hole or of a symbol with its index; none where it is no matrix's
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
/// What a number of a matrix is called: "V" and "sky,1" are V with a low index, "W_Q" and "1,2" are W_Q in
/// brackets with one.
Formula named(const std::string& name, const std::string& index);

} // namespace formula

/// In one line, for where nothing can be drawn: "V_(sky,1)", "√(2)", "a / b". Numbers as brief() has them.
std::string plain(const Formula& formula);

} // namespace lab
