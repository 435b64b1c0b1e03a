// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/change.h"

#include <algorithm>

namespace lab {

Change merged(const Change& first, const Change& second) {
    if (first.field != second.field)
        return {};
    if (!first.block || !second.block)
        return {first.field, std::nullopt};
    const Block& a = *first.block;
    const Block& b = *second.block;
    const Index row = std::min(a.row, b.row);
    const Index column = std::min(a.column, b.column);
    return {first.field, Block{row, column, std::max(a.row + a.rows, b.row + b.rows) - row,
                               std::max(a.column + a.columns, b.column + b.columns) - column}};
}

} // namespace lab
