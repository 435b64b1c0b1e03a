// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/stale_cells.h"

#include <algorithm>

namespace lab {

StaleCells::StaleCells(Index rows, Index columns) : m_rows(static_cast<std::size_t>(rows), {0, columns}) {}

void StaleCells::mark(const Block& block) {
    const auto first = m_rows.begin() + block.row;
    for (auto row = first; row != first + block.rows; ++row) {
        const Index end = block.column + block.columns;
        *row = row->first < row->end ? Interval{std::min(row->first, block.column), std::max(row->end, end)}
                                     : Interval{block.column, end};
    }
}

void StaleCells::clear(Rows rows) {
    std::fill_n(m_rows.begin() + rows.first, rows.count, Interval{});
}

Index StaleCells::count(Rows rows) const {
    Index count = 0;
    for (Index row = rows.first; row < rows.first + rows.count; ++row) {
        const Interval& interval = m_rows[static_cast<std::size_t>(row)];
        count += interval.end - interval.first;
    }
    return count;
}

std::vector<Block> StaleCells::blocks(Rows rows) const {
    std::vector<Block> blocks;
    const auto begin = m_rows.begin() + rows.first;
    const auto end = begin + rows.count;
    for (auto row = begin; row != end;) {
        const auto next = std::find_if_not(row, end, [&](const Interval& other) { return other == *row; });
        if (row->first < row->end)
            blocks.push_back({row - m_rows.begin(), row->first, next - row, row->end - row->first});
        row = next;
    }
    return blocks;
}

} // namespace lab
