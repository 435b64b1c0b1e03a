// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/covered.h"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace lab {

namespace {

constexpr std::uint64_t covered_bits = 0x7ff8'0000'c0fe'4edd; // a quiet NaN
constexpr std::uint64_t all_but_sign = 0x7fff'ffff'ffff'ffff; // which a subtraction may change

} // namespace

double covered_number() {
    return std::bit_cast<double>(covered_bits);
}

bool is_covered(double value) {
    return (std::bit_cast<std::uint64_t>(value) & all_but_sign) == covered_bits;
}

bool has_covered(const ConstMatrixRef& matrix) {
    for (Index row = 0; row < matrix.rows(); ++row) {
        const double* numbers = matrix.data() + row * matrix.outerStride();
        if (std::any_of(numbers, numbers + matrix.cols(), is_covered))
            return true;
    }
    return false;
}

} // namespace lab
