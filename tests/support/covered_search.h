// SPDX-License-Identifier: GPL-3.0-or-later
//
// Looks for covered numbers in texts.
#pragma once

#include "core/base/covered.h"
#include "core/base/number_format.h"

#include <cmath>
#include <set>
#include <string>
#include <utility>

namespace lab::test {

/// What any text contains that shows this number with five decimals or more, its sign left out; empty for a
/// number that other numbers may be taken for.
inline std::string trace_of(double number) {
    if (!std::isfinite(number) || std::abs(number) < 1e-3 || shortest(number).size() < 12)
        return {};
    const std::string text = display(std::abs(number), 9);
    const std::size_t point = text.find('.');
    return point == std::string::npos ? text : text.substr(0, point + 6); // not rounded
}

/// What texts contain that show this number in full, with nine decimals, or as formulas in LaTeX do. Among
/// thousands of numbers, some product has five decimals of a covered one by chance.
inline std::set<std::string> long_traces_of(double number) {
    std::string text = display(std::abs(number), 9);
    text.pop_back(); // may be rounded
    const std::string in_formula = brief(std::abs(number));
    std::set<std::string> traces{std::move(text)};
    if (constexpr std::size_t in_full = 7; in_formula.size() >= in_full) // not rounded to 0.3
        traces.insert(in_formula);
    return traces;
}

} // namespace lab::test
