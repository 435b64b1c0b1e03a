// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overrides.h"

namespace lab {

Matrix with_overrides(Matrix computed, const std::vector<Override>& overrides, StageId stage,
                      HeadIndex head) {
    for (const Override& each : overrides) {
        if (each.stage == stage && each.head == head)
            computed(each.row, each.column) = each.value;
    }
    return computed;
}

} // namespace lab
