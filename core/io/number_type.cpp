// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/number_type.h"

#include "core/base/text_position.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace lab {

namespace {

using Kind = NumberType::Kind;

constexpr std::array<std::pair<std::string_view, NumberType>, 11> float_names{
    {{"float16", {Kind::floating, 2}},
     {"bf16", {Kind::brain_float, 2}},
     {"half", {Kind::floating, 2}},
     {"f16", {Kind::floating, 2}},
     {"float32", {Kind::floating, 4}},
     {"f32", {Kind::floating, 4}},
     {"single", {Kind::floating, 4}},
     {"float64", {Kind::floating, 8}},
     {"double", {Kind::floating, 8}},
     {"f64", {Kind::floating, 8}},
     {"bfloat16", {Kind::brain_float, 2}}}};

} // namespace

std::string name_of(const NumberType& type) {
    constexpr std::array names{"float", "bfloat", "int", "uint", "bool", "text"}; // in the order of Kind
    const bool has_size = type.kind != Kind::boolean && type.kind != Kind::text;
    return names[static_cast<std::size_t>(type.kind)] + (has_size ? std::to_string(8 * type.size) : "");
}

std::optional<NumberType> float_type_named(std::string_view name) {
    constexpr std::string_view around = "'\" <>";
    const std::size_t begin = std::min(name.find_first_not_of(around), name.size());
    name = name.substr(begin, name.find_last_not_of(around) + 1 - begin);
    name = name.substr(name.rfind('.') + 1); // all of it, if there is no point
    const std::string lower = in_lower_case(name.substr(0, 16));
    for (const auto& [known, type] : float_names) {
        if (lower == known)
            return type;
    }
    return std::nullopt;
}

double last_digit_of(double number, const NumberType& type) {
    if (!type.is_float() || !std::isfinite(number))
        return 0;
    const bool is_brain_float = type.kind == Kind::brain_float;
    // The binary digits of a number, and the exponent of the least magnitude.
    const auto [digits, least] = is_brain_float   ? std::pair(8, -133)
                                 : type.size == 2 ? std::pair(11, -24)
                                 : type.size == 4 ? std::pair(24, -149)
                                                  : std::pair(53, -1074);
    return std::ldexp(1.0, number == 0 ? least : std::max(std::ilogb(number) - digits + 1, least));
}

} // namespace lab
