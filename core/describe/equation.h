// SPDX-License-Identifier: GPL-3.0-or-later
//
// Equations of numbers as they are shown: whether "=" may stand between them is decided by what a reader
// can recompute.
#pragma once

#include "core/describe/formula.h"

#include <optional>
#include <string_view>
#include <vector>

namespace lab {

/// A part of a formula, and its value with every number in it as it is shown.
struct ShownPart {
    Formula formula;
    double value = 0;
};

/// What a number written by display() or brief() says.
double number_shown(std::string_view text);

/// Makes parts whose numbers are shown with so many decimals.
class Equation {
public:
    explicit Equation(int decimals) : m_decimals(decimals) {}

    ShownPart number(double value, std::optional<Source> source = {}) const;
    /// A number that is shown in full, as formula::setting() does.
    static ShownPart exactly(double value);
    static ShownPart text(std::string text, double value);

    /// In these four, a negative `b` in brackets.
    ShownPart times(ShownPart a, ShownPart b) const;
    ShownPart over(ShownPart a, ShownPart b) const;
    ShownPart plus(ShownPart a, ShownPart b) const;
    ShownPart minus(ShownPart a, ShownPart b) const;
    /// "0.5²", "(−0.5)²".
    ShownPart squared(ShownPart what) const;
    static ShownPart in_brackets(ShownPart what);
    static ShownPart e_to(ShownPart power);
    static ShownPart tanh_of(ShownPart what);
    static ShownPart at_least_0(ShownPart what);
    static ShownPart root(ShownPart what);
    /// Of many terms the first ones, "…" and the last; the value is of all. A negative number that a later
    /// term begins with, in brackets.
    ShownPart sum(const std::vector<ShownPart>& terms) const;

    /// "left = result", or "≈" where the numbers as they are shown give another one. nullopt if they give
    /// none, such as 0 ÷ 0 for numbers that are shown as 0.
    std::optional<Formula> gives(const ShownPart& left, double result, std::optional<Source> source) const;
    /// The same of a sum, which always gives something.
    Formula sum_gives(const ShownPart& sum, double result, std::optional<Source> source) const;

    /// Of many the first ones, "…" and the last.
    static Formula list(const std::vector<Formula>& all, const std::string& between);

private:
    int m_decimals = 2;
};

} // namespace lab
