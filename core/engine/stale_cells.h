// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which cells of a matrix are out of date.
#pragma once

#include "core/base/types.h"

#include <vector>

namespace lab {

/// One interval of columns per row: cells between two stale ones count as stale too.
class StaleCells {
public:
    StaleCells() = default;
    /// For a matrix of which nothing has been computed yet.
    StaleCells(Index rows, Index columns);

    void mark(const Block& block);
    /// Clears only these rows; different threads may clear different rows at once.
    void clear(Rows rows);

    /// How many cells of these rows are out of date.
    Index count(Rows rows) const;
    Index count() const { return count({0, static_cast<Index>(m_rows.size())}); }
    /// The same cells as blocks, from top to bottom.
    std::vector<Block> blocks(Rows rows) const;

private:
    struct Interval {
        Index first = 0, end = 0;
        bool operator==(const Interval&) const = default;
    };
    std::vector<Interval> m_rows;
};

} // namespace lab
