// SPDX-License-Identifier: GPL-3.0-or-later
//
// Calls around lists and numbers in print-outs and in code: "tensor([[…]], dtype=torch.float32)".
#pragma once

#include "core/base/types.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace lab {

/// What a call makes of its argument.
enum class Call {
    unknown,
    list,            ///< of its arguments: Kotlin's listOf(0.5, 1.5)
    array,           ///< an array of lists; in torch.Tensor(3) the 3 is a size
    array_or_number, ///< of either: tensor(0.5)
    number,          ///< np.float64(0.5), float("-inf")
    fraction,        ///< Fraction(1, 3)
};

/// By the last part of a dotted name.
Call call_named(std::string_view dotted);

/// The end of the dotted name at `from`; `from` if there is none.
std::size_t dotted_name_end(std::string_view text, std::size_t from);

/// An argument with a keyword, "dtype=torch.float32".
struct CallSetting {
    std::string_view name, value;
    std::size_t end = 0;   ///< of the value in the text
    bool is_array = false; ///< the value is the array: "numpy=array(…)"; it is not part of the setting
};

/// Reads the setting that begins at `from`, up to the next comma, closing bracket or, where settings are
/// `parted_by_blanks`, white space. Fails if it is no setting, or one that may change the numbers.
Result<CallSetting> read_setting(std::string_view text, std::size_t from, bool parted_by_blanks);

/// The number in a call, "0.5", "'-inf'" or "1, 3" of a fraction, as text without quotation marks: "1/3".
std::string called_number(std::string_view inside, Call call);

} // namespace lab
