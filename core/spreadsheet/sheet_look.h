// SPDX-License-Identifier: GPL-3.0-or-later
//
// How numbers look on sheets. The core knows no colour: who asks for a spreadsheet says which.
#pragma once

#include <cstdint>
#include <optional>

namespace lab {

/// Three colours, 0xRRGGBB, from the lowest number to the highest, and where on the way, 0 to 1, text has to
/// be white to be legible: below one place and above another.
struct SheetScale {
    std::uint32_t lowest = 0x2166ac, middle = 0xf7f7f7, highest = 0xb2182b;
    double white_below = 0, white_above = 1;
};

struct SheetLook {
    SheetScale of_signed, of_weights;
    /// The magnitude where the colours of signed numbers end; absent: that of each matrix.
    std::optional<double> limit;
    bool shares_limit = false;   ///< instead, the largest magnitude of all sheets
    bool weights_to_one = true;  ///< those of weights end at 1; else at the largest
    std::optional<int> decimals; ///< absent: chosen for each matrix
};

} // namespace lab
