// SPDX-License-Identifier: GPL-3.0-or-later
//
// The types that numbers have in files and in print-outs.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace lab {

/// The type of an array's elements. `brain_float` is the upper half of a 32-bit float. `text` is a text of
/// at most size / 4 code points in UTF-32, padded with zeros, and no number.
struct NumberType {
    enum class Kind { floating, brain_float, signed_integer, unsigned_integer, boolean, text };
    Kind kind = Kind::floating;
    std::size_t size = 8; ///< of one element, in bytes
    bool big_endian = false;
    bool operator==(const NumberType&) const = default;

    bool is_float() const { return kind == Kind::floating || kind == Kind::brain_float; }
};

/// As NumPy and PyTorch say it: "float32", "bfloat16", "int64", "bool"; "text".
std::string name_of(const NumberType& type);

/// The floating-point type that a print-out or a header names, "torch.bfloat16", "'float32'", "Float64",
/// "f32"; nullopt for other types and for names that are not the same type everywhere, such as "float".
std::optional<NumberType> float_type_named(std::string_view name);

/// The distance from a number of a floating-point type to the next one that is larger in magnitude; 0 if it
/// is not finite, or the type is not a floating-point one.
double last_digit_of(double number, const NumberType& type);

} // namespace lab
