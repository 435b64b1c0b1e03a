// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whether numbers that somebody has typed are right.
#pragma once

#include "core/base/types.h"
#include "core/io/printed_array.h"

#include <optional>
#include <string_view>

namespace lab {

/// Typed numbers: one, or a block of them as it is pasted.
struct Answer {
    Matrix numbers;
    /// The decimals of the number that shows most, at least two: fewer elsewhere count as trailing zeros.
    int decimals = 2;
    /// Those that a single number does show, even if they are fewer.
    int shown_decimals = 2;
};

/// Reads one number, −∞ included, or what read_matrix_text() takes; numbers may also be parted by commas in
/// some places and by spaces in others. nullopt if it is none of these.
std::optional<Answer> read_answer(std::string_view text);

/// What a file gives, of the first matrix where there is one for each head: to the digits that its least
/// exact number has.
Answer answer_of(const PrintedArray& array);

/// Whether a typed number with that many decimals is right, by the tolerance of a diagnosis. `largest`: the
/// largest finite magnitude of its stage. Infinity is right where it is the number.
bool is_right(double typed, int decimals, double number, double largest);

/// To how many decimals, two at least, a typed number is right that is not right to all it shows; nullopt if
/// to none, or if it is 0 to so few.
std::optional<int> right_decimals(double typed, int decimals, double number, double largest);

} // namespace lab
