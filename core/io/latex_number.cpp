// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/latex_number.h"

#include "core/base/number_format.h"
#include "core/base/text_position.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace lab {

namespace {

constexpr std::array<std::string_view, 8> spacings{"\\,", "\\;",    "\\:",     "\\!",
                                                   "\\ ", "\\quad", "\\qquad", "~"};
/// Commands whose argument is the number.
constexpr std::array<std::string_view, 12> looks{"\\mathbf", "\\boldsymbol", "\\bm",     "\\textbf",
                                                 "\\mathrm", "\\text",       "\\boxed",  "\\underline",
                                                 "\\num",    "\\mathit",     "\\mathsf", "\\ensuremath"};
/// Commands whose argument is no part of it.
constexpr std::array<std::string_view, 5> without_number{"\\phantom", "\\hphantom", "\\color", "\\cellcolor",
                                                         "\\textcolor"};
constexpr std::array<std::string_view, 5> fractions{"\\frac", "\\dfrac", "\\tfrac", "\\nicefrac", "\\sfrac"};

bool take_front(std::string_view& text, std::string_view literal) {
    if (!text.starts_with(literal))
        return false;
    text = trimmed(text.substr(literal.size()));
    return true;
}

/// The length of the command and its name.
bool take_command(std::string_view& text, std::string_view command) {
    const std::string_view after = text.substr(std::min(command.size(), text.size()));
    return text.starts_with(command) && (after.empty() || !is_letter(after.front())) &&
           take_front(text, command);
}

/// The argument that a text begins with, "{12}" or one character; it is taken off the text.
std::optional<std::string_view> take_argument(std::string_view& text) {
    if (text.empty())
        return std::nullopt;
    if (text.front() != '{') {
        const std::string_view one = text.substr(0, 1);
        text = trimmed(text.substr(1));
        return one;
    }
    std::size_t depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        depth += text[i] == '{' ? 1 : 0;
        if (text[i] != '}' || --depth > 0)
            continue;
        const std::string_view inside = trimmed(text.substr(1, i - 1));
        text = trimmed(text.substr(i + 1));
        return inside;
    }
    return std::nullopt;
}

/// One thing less around the number; false if there is none.
bool take_look(std::string_view& number) {
    for (const std::string_view each : spacings) {
        if (take_front(number, each))
            return true;
        if (number.ends_with(each)) {
            number = trimmed(number.substr(0, number.size() - each.size()));
            return true;
        }
    }
    std::string_view rest = number;
    for (const std::string_view each : without_number) {
        if (take_command(rest, each) && rest.starts_with('{') && take_argument(rest)) {
            number = rest;
            return true;
        }
        rest = number;
    }
    for (const std::string_view each : looks)
        take_command(rest, each);
    if (!rest.starts_with('{'))
        return false;
    const std::optional<std::string_view> inside = take_argument(rest);
    if (!inside || !rest.empty())
        return false;
    number = *inside;
    return true;
}

std::string without_braced_commas(std::string_view number) {
    constexpr std::string_view braced = "{,}";
    std::string plain;
    for (std::size_t at = 0; at < number.size();) {
        const bool is_braced = number.substr(at).starts_with(braced);
        plain += is_braced ? ',' : number[at];
        at += is_braced ? braced.size() : 1;
    }
    return plain;
}

/// "\frac13" as "1/3"; nullopt if it is no fraction.
std::optional<std::string> fraction_of(std::string_view number) {
    std::string_view rest = number;
    for (const std::string_view each : fractions) {
        if (!take_command(rest, each))
            continue;
        const auto above = take_argument(rest);
        const auto below = above ? take_argument(rest) : std::nullopt;
        if (!below || !rest.empty())
            return std::nullopt;
        return std::string(*above) + '/' + std::string(*below);
    }
    return std::nullopt;
}

/// "2 \cdot 10^{-3}" as "2e-3"; nullopt if there is no power of ten.
std::optional<std::string> with_power(std::string_view number) {
    for (const std::string_view sign : {"\\cdot", "\\times"}) {
        const std::size_t at = number.find(sign);
        if (at == std::string_view::npos)
            continue;
        std::string_view rest = trimmed(number.substr(at + sign.size()));
        if (!take_front(rest, "10") || !take_front(rest, "^"))
            return std::nullopt;
        const std::optional<std::string_view> power = take_argument(rest);
        if (!power || !rest.empty())
            return std::nullopt;
        return without_braced_commas(trimmed(number.substr(0, at))) + 'e' + with_plain_minus(*power);
    }
    return std::nullopt;
}

} // namespace

std::string latex_number(std::string_view cell) {
    constexpr int most_looks = 8; // around each other, so that a text of nothing else takes no time
    std::string_view number = trimmed(cell);
    for (int i = 0; i < most_looks && take_look(number); ++i) {
    }
    std::string sign;
    for (const std::string_view each : {std::string_view("-"), minus_sign, std::string_view("+")}) {
        if (sign.empty() && take_front(number, each))
            sign = each;
    }
    for (int i = 0; i < most_looks && take_look(number); ++i) {
    }
    if (number == "\\infty" || number == "\\infty{}")
        return sign + "inf";
    if (number == "NaN")
        return "nan";
    if (const auto fraction = fraction_of(number)) {
        // A sign above the line is the sign of the fraction.
        const bool signed_twice = !sign.empty() && (fraction->starts_with('-') || fraction->starts_with('+'));
        return signed_twice ? std::string(cell) : sign + *fraction;
    }
    if (const auto power = with_power(number))
        return sign + *power;
    return sign + without_braced_commas(number);
}

} // namespace lab
