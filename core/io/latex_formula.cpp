// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/explanation_text.h"

#include "core/base/number_format.h"
#include "core/base/text_limits.h"
#include "core/base/text_position.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace lab {

namespace {

using Pair = std::pair<std::string_view, std::string_view>;

/// Signs and function names in formula texts, and their LaTeX.
constexpr std::array<Pair, 12> latex_signs{{{"−", "-"},
                                            {"·", "\\cdot "},
                                            {"…", "\\dots "},
                                            {"∞", "\\infty "},
                                            {"√", "\\surd "},
                                            {"Σ", "\\sum "},
                                            {"τ", "\\tau "},
                                            {"θ", "\\theta "},
                                            {"ε", "\\varepsilon "},
                                            {"cos", "\\cos "},
                                            {"sin", "\\sin "},
                                            {"max", "\\max "}}};

constexpr std::array<Pair, 11> latex_escapes{{{"\\", "\\textbackslash{}"},
                                              {"{", "\\{"},
                                              {"}", "\\}"},
                                              {"#", "\\#"},
                                              {"$", "\\$"},
                                              {"%", "\\%"},
                                              {"&", "\\&"},
                                              {"_", "\\_"},
                                              {"~", "\\textasciitilde{}"},
                                              {"^", "\\textasciicircum{}"},
                                              {"␣", "\\textvisiblespace{}"}}};

/// The first pair whose sign the text begins with.
template<std::size_t count>
const Pair* beginning_of(std::string_view text, const std::array<Pair, count>& pairs) {
    const auto found =
        std::ranges::find_if(pairs, [&](const Pair& pair) { return text.starts_with(pair.first); });
    return found == pairs.end() ? nullptr : &*found;
}

/// Replaces signs that have a LaTeX command and sets names as words; everything else is unchanged.
std::string latex_signs_and_names(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        if (const Pair* sign = beginning_of(text, latex_signs)) {
            result += sign->second;
            text.remove_prefix(sign->first.size());
            continue;
        }
        const auto end = std::ranges::find_if_not(text, is_letter);
        const auto length = static_cast<std::size_t>(end - text.begin());
        if (length > 1)
            result += "\\text{" + std::string(text.substr(0, length)) + "}";
        else
            result += text.front();
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return result;
}

/// The text of an index, upright unless it is only numbers.
std::string latex_words(const std::string& text) {
    const bool digits = std::ranges::all_of(text, [](char c) { return is_decimal_digit(c) || c == ','; });
    return digits ? text : "\\text{" + latex_text(text) + "}";
}

std::string braced(const Formula& formula) {
    return "{" + write_latex(formula) + "}";
}

std::string written_in_latex(double value) {
    const std::string number = brief(value);
    if (std::isnan(value))
        return "\\text{" + number + "}";
    const std::size_t exponent = std::isinf(value) ? std::string::npos : number.find('e');
    if (exponent == std::string::npos)
        return latex_signs_and_names(number);
    static constexpr std::string_view minus = "−";
    const std::string power = number.substr(exponent + 1);
    const bool negative = power.starts_with(minus);
    const std::string digits = power.substr(negative ? minus.size() : 1); // it always has a sign
    return latex_signs_and_names(number.substr(0, exponent)) + "\\cdot 10^{" + (negative ? "-" : "") +
           std::to_string(std::stoi(digits)) + "}";
}

} // namespace

std::string latex_text(const std::string& text) {
    const std::string shown = printable(text);
    std::string result;
    for (std::string_view rest = shown; !rest.empty();) {
        const Pair* escape = beginning_of(rest, latex_escapes);
        result += escape ? escape->second : rest.substr(0, 1);
        rest.remove_prefix(escape ? escape->first.size() : 1);
    }
    return result;
}

std::string write_latex(const Formula& formula) {
    const std::vector<Formula>& parts = formula.parts;
    switch (formula.kind) {
    case Formula::Kind::text:
    case Formula::Kind::symbol:
        return latex_signs_and_names(formula.text);
    case Formula::Kind::words:
        return latex_words(formula.text);
    case Formula::Kind::row: {
        std::string line;
        for (const Formula& part : parts)
            line += write_latex(part);
        return line;
    }
    case Formula::Kind::sub:
        return braced(parts[0]) + "_" + braced(parts[1]);
    case Formula::Kind::sup:
        return braced(parts[0]) + "^" + braced(parts[1]);
    case Formula::Kind::fraction:
        return "\\frac" + braced(parts[0]) + braced(parts[1]);
    case Formula::Kind::root:
        return "\\sqrt" + braced(parts[0]);
    case Formula::Kind::hole:
        return written_in_latex(formula.value);
    }
    return {};
}

} // namespace lab
