// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overrides.h"

namespace lab {

void override_cells(const std::vector<Override>& overrides, StageId stage, HeadIndex head, const Block& at,
                    MatrixRef computed) {
    for (const Override& each : overrides) {
        const Index row = each.row - at.row;
        const Index column = each.column - at.column;
        if (each.stage == stage && each.head == head && row >= 0 && row < at.rows && column >= 0 &&
            column < at.columns)
            computed(row, column) = each.value;
    }
}

} // namespace lab
