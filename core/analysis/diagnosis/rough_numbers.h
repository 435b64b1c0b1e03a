// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whether numbers that are not right to all their digits are right but for how they were rounded.
#pragma once

#include "core/analysis/agreement.h"
#include "core/analysis/diagnosis/claim.h"

#include <optional>
#include <span>

namespace lab {

/// The rounding that makes given numbers of right ones, head by head: to fewer decimals than are shown, of
/// which two digits of the largest number are left; cut off after the decimals that are shown; or to float16
/// or bfloat16 once, however they were printed afterwards.
///
/// nullopt if a number is none of that, or if numbers that are wrong by as little would look like that by
/// chance: `needed` is the evidence against that, as a power of ten.
std::optional<Roughness> roughness(std::span<const GivenMatrix> given, const HeadMatrices& right,
                                   double needed);

/// The same for numbers that are off by no more than sums in float32 are after some operations.
std::optional<Roughness> float_noise(std::span<const GivenMatrix> given, const HeadMatrices& right);

/// Numbers that are all of a floating-point type of 16 bits, with the last digits that this leaves them.
struct HalfPrecision {
    Arrangement as = Arrangement::float16;
    PrintedArray numbers;
};
/// nullopt if the numbers are of no such type, or so few and rough that they may be by chance; and where the
/// type is given, since their last digits say it then.
std::optional<HalfPrecision> half_precision_of(const PrintedArray& given);

} // namespace lab
