// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/number_forms.h"

#include "core/base/number_format.h"
#include "core/base/text_position.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lab {

namespace {

/// The sign that a number begins with, in C's form, and the rest.
std::pair<std::string, std::string_view> parted_sign(std::string_view number) {
    if (number.starts_with('-') || number.starts_with(minus_sign))
        return {"-", number.substr(number.starts_with('-') ? 1 : minus_sign.size())};
    return {{}, number.substr(number.starts_with('+') ? 1 : 0)};
}

/// "0.5`15.9*^-3" as "0.5e-3": a back quote stands before the precision of a number.
std::string from_mathematica(std::string_view number) {
    constexpr std::array<std::string_view, 3> powers{"*^", "*10^", "×10^"};
    std::string c_form;
    for (std::size_t at = 0; at < number.size();) {
        const std::string_view rest = number.substr(at);
        const auto* const power =
            std::ranges::find_if(powers, [&](std::string_view each) { return rest.starts_with(each); });
        if (rest.front() == '`') {
            at = std::min(number.find_first_not_of("`0123456789.", at), number.size());
        } else if (power != powers.end()) {
            c_form += 'e';
            at += power->size();
        } else {
            c_form += rest.front();
            ++at;
        }
    }
    return c_form;
}

/// Without what says the type, "0.5f", "0.5d" and "0.5_f32", and with the "e" that "0.5f0" of Julia's 32 bits
/// and "0.5D+00" of Fortran's 64 have another letter for.
std::string from_typed(std::string_view number) {
    for (const std::string_view type : {"_f32", "_f64", "f64", "f", "F", "d"}) {
        if (number.ends_with(type))
            return std::string(number.substr(0, number.size() - type.size()));
    }
    std::string c_form(number);
    const std::size_t letter = number.find_first_of("fD");
    if (letter != std::string_view::npos && !number.ends_with("f32"))
        c_form[letter] = 'e';
    return c_form;
}

} // namespace

std::string in_c_format(std::string_view number) {
    if (number.find_first_not_of("0123456789.+-eE") == std::string_view::npos)
        return std::string(number);
    if (number.find_first_of("`^") != std::string_view::npos)
        return from_mathematica(number);
    auto [sign, rest] = parted_sign(number);
    if (!rest.empty() && (is_decimal_digit(rest.front()) || rest.front() == '.'))
        return from_typed(number);
    for (const std::string_view module : {"np.", "numpy.", "torch.", "math.", "jnp.", "tf.", "Double."}) {
        if (rest.starts_with(module))
            rest.remove_prefix(module.size());
    }
    if (rest == "inf" || rest == "Inf" || rest == "Infinity" || rest == "INFINITY")
        return sign + "inf";
    if (rest == "nan" || rest == "NaN" || rest == "NAN")
        return "nan";
    if (sign.empty() && (rest == "True" || rest == "True_" || rest == "true" || rest == "TRUE"))
        return "1";
    if (sign.empty() && (rest == "False" || rest == "False_" || rest == "false" || rest == "FALSE"))
        return "0";
    return std::string(number);
}

} // namespace lab
