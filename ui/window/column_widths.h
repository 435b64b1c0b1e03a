// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

namespace lab {

/// How wide somebody wants the columns beside the board, at 100 %; absent: as the window's width makes them.
struct ColumnWidths {
    std::optional<double> parameters = {};
    std::optional<double> explanation = {};
    bool operator==(const ColumnWidths&) const = default;
};

} // namespace lab
