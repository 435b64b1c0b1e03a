// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

namespace lab {

/// Widths that the user chose for the columns beside the board, at 100 %; absent: derived from the window's
/// width.
struct ColumnWidths {
    std::optional<double> parameters = {};
    std::optional<double> explanation = {};
    bool operator==(const ColumnWidths&) const = default;
};

} // namespace lab
