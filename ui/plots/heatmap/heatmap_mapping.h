// SPDX-License-Identifier: GPL-3.0-or-later
//
// Maps stored cells to shown cells. The core never transposes. Only this file knows that in column notation a
// stored row is shown as a column.
#pragma once

#include "core/base/types.h"

#include <optional>

namespace lab {

/// A cell as it is stored, in row notation.
struct StoredCell {
    Index row = 0, column = 0;
    bool operator==(const StoredCell&) const = default;
};

/// A cell as it is shown: x from the left, y from the top.
struct ShownCell {
    Index x = 0, y = 0;
    bool operator==(const ShownCell&) const = default;
};

struct HeatmapMapping {
    Index rows = 0, columns = 0; ///< of the stored matrix
    bool transposed = false;

    Index shownColumns() const { return transposed ? rows : columns; }
    Index shownRows() const { return transposed ? columns : rows; }

    ShownCell shown(StoredCell cell) const {
        return transposed ? ShownCell{cell.row, cell.column} : ShownCell{cell.column, cell.row};
    }
    StoredCell stored(ShownCell cell) const {
        return transposed ? StoredCell{cell.x, cell.y} : StoredCell{cell.y, cell.x};
    }
    /// The stored cell at a point of the plane in which cell (x, y) covers x ± ½, y ± ½; none outside.
    std::optional<StoredCell> at(double x, double y) const;

    bool operator==(const HeatmapMapping&) const = default;
};

} // namespace lab
