// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/describe/equation.h"

#include "core/base/covered.h"
#include "core/base/number_format.h"

#include <charconv>
#include <cmath>
#include <limits>

namespace lab {

namespace {

constexpr std::size_t most_parts = 6; ///< of more, the middle is left out
constexpr std::size_t first_parts = 4;

ShownPart joined(ShownPart a, const char* sign, ShownPart b, double value) {
    return {formula::row({std::move(a.formula), formula::text(sign), std::move(b.formula)}), value};
}

bool is_negative(const Formula& formula, int decimals) {
    return plain(formula, decimals).starts_with(minus_sign);
}

ShownPart if_negative_in_brackets(ShownPart part, int decimals) {
    return is_negative(part.formula, decimals) ? Equation::in_brackets(std::move(part)) : part;
}

/// A product or quotient whose first number, if it is negative, stands in brackets.
Formula begun_in_brackets(Formula term, int decimals) {
    if (!is_negative(term, decimals))
        return term;
    if (term.kind != Formula::Kind::row)
        return Equation::in_brackets({std::move(term), 0}).formula;
    term.parts.front() = begun_in_brackets(std::move(term.parts.front()), decimals);
    return term;
}

} // namespace

double number_shown(std::string_view text) {
    const bool is_negative = text.starts_with(minus_sign);
    if (is_negative)
        text.remove_prefix(minus_sign.size());
    double value = std::numeric_limits<double>::quiet_NaN();
    if (text == "∞")
        value = std::numeric_limits<double>::infinity();
    else if (text == "?")
        value = covered_number();
    else if (text != "NaN") {
        std::string plain(text); // "1e−7": brief() writes every minus sign as one
        if (const std::size_t at = plain.find(minus_sign); at != std::string::npos)
            plain.replace(at, minus_sign.size(), "-");
        std::from_chars(plain.data(), plain.data() + plain.size(), value);
    }
    return is_negative ? -value : value;
}

ShownPart Equation::number(double value, std::optional<Source> source) const {
    return {formula::hole(value, source), number_shown(display(value, m_decimals))};
}

ShownPart Equation::exactly(double value) {
    return {formula::setting(value), number_shown(brief(value))};
}

ShownPart Equation::text(std::string text, double value) {
    return {formula::text(std::move(text)), value};
}

ShownPart Equation::times(ShownPart a, ShownPart b) const {
    const double value = a.value * b.value;
    return joined(std::move(a), " × ", if_negative_in_brackets(std::move(b), m_decimals), value);
}

ShownPart Equation::over(ShownPart a, ShownPart b) const {
    const double value = a.value / b.value;
    return joined(std::move(a), " ÷ ", if_negative_in_brackets(std::move(b), m_decimals), value);
}

ShownPart Equation::squared(ShownPart what) const {
    const double value = what.value * what.value;
    what = if_negative_in_brackets(std::move(what), m_decimals);
    return {formula::row({std::move(what.formula), formula::text("²")}), value};
}

ShownPart Equation::plus(ShownPart a, ShownPart b) const {
    const double value = a.value + b.value;
    return joined(std::move(a), " + ", if_negative_in_brackets(std::move(b), m_decimals), value);
}

ShownPart Equation::root(ShownPart what) {
    return {formula::root(std::move(what.formula)), std::sqrt(what.value)};
}

ShownPart Equation::minus(ShownPart a, ShownPart b) const {
    const double value = a.value - b.value;
    return joined(std::move(a), " − ", if_negative_in_brackets(std::move(b), m_decimals), value);
}

ShownPart Equation::in_brackets(ShownPart what) {
    return {formula::row({formula::text("("), std::move(what.formula), formula::text(")")}), what.value};
}

ShownPart Equation::e_to(ShownPart power) {
    return {formula::sup(formula::symbol("e"), std::move(power.formula)), std::exp(power.value)};
}

ShownPart Equation::tanh_of(ShownPart what) {
    const double value = std::tanh(what.value);
    return {formula::row({formula::text("tanh("), std::move(what.formula), formula::text(")")}), value};
}

ShownPart Equation::at_least_0(ShownPart what) {
    const double value = std::isnan(what.value) ? what.value : std::max(what.value, 0.0);
    return {formula::row({formula::text("max("), std::move(what.formula), formula::text(", 0)")}), value};
}

ShownPart Equation::sum(const std::vector<ShownPart>& terms) const {
    std::vector<Formula> formulas;
    double value = 0;
    for (const ShownPart& term : terms) {
        value = formulas.empty() ? term.value : value + term.value;
        formulas.push_back(formulas.empty() ? term.formula : begun_in_brackets(term.formula, m_decimals));
    }
    return {list(formulas, " + "), value};
}

std::optional<Formula> Equation::gives(const ShownPart& left, double result,
                                       std::optional<Source> source) const {
    const bool is_same = display(left.value, m_decimals) == display(result, m_decimals);
    if (!is_same && !(std::isfinite(left.value) && std::isfinite(result)))
        return std::nullopt;
    return formula::row(
        {left.formula, formula::text(is_same ? " = " : " ≈ "), formula::hole(result, source)});
}

Formula Equation::sum_gives(const ShownPart& sum, double result, std::optional<Source> source) const {
    const auto equation = gives(sum, result, source);
    return equation ? *equation
                    : formula::row({sum.formula, formula::text(" ≈ "), formula::hole(result, source)});
}

Formula Equation::list(const std::vector<Formula>& all, const std::string& between) {
    std::vector<Formula> parts;
    const bool is_long = all.size() > most_parts;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (is_long && i >= first_parts && i + 1 < all.size())
            continue;
        if (!parts.empty())
            parts.push_back(formula::text(between));
        if (is_long && i + 1 == all.size()) {
            parts.push_back(formula::text("…"));
            parts.push_back(formula::text(between));
        }
        parts.push_back(all[i]);
    }
    return formula::row(std::move(parts));
}

} // namespace lab
