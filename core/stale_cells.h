// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which cells of a matrix are out of date.
#pragma once

#include "core/types.h"

#include <vector>

namespace lab {

/// In each row an interval of columns: cells between two that are out of date count as such too.
class StaleCells {
public:
    StaleCells() = default;
    /// Of a matrix of which nothing has been computed yet.
    StaleCells(Index rows, Index columns);

    void mark(const Block& block);
    /// Only for the rows; different rows may be cleared by different threads at once.
    void clear(Rows rows);

    /// How many cells of these rows are out of date.
    Index count(Rows rows) const;
    Index count() const { return count({0, static_cast<Index>(m_rows.size())}); }
    /// They, as blocks from top to bottom.
    std::vector<Block> blocks(Rows rows) const;

private:
    struct Interval {
        Index first = 0, end = 0;
        bool operator==(const Interval&) const = default;
    };
    std::vector<Interval> m_rows;
};

} // namespace lab
