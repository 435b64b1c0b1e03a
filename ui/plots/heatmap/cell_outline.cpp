// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/heatmap/cell_outline.h"

#include <algorithm>
#include <map>

namespace lab {

namespace {

/// Adds the lines at the top of `row` along which only that row or only the row above has cells. `ends`:
/// where runs of cells begin and end in either row. An end that both have cancels out.
void addHorizontal(Index row, std::vector<Index> ends, std::vector<QLineF>& lines) {
    std::ranges::sort(ends);
    const auto y = static_cast<double>(row);
    for (std::size_t i = 0; i + 1 < ends.size(); i += 2) {
        if (ends[i] != ends[i + 1])
            lines.emplace_back(static_cast<double>(ends[i]), y, static_cast<double>(ends[i + 1]), y);
    }
}

} // namespace

std::vector<QLineF> outlineOf(const std::vector<Block>& blocks) {
    std::vector<QLineF> lines;
    std::map<Index, std::vector<Index>> ends; // of the runs above and below each line between rows
    for (const Block& each : blocks) {
        const Index below = each.row + each.rows, right = each.column + each.columns;
        for (const Index x : {each.column, right}) {
            lines.emplace_back(static_cast<double>(x), static_cast<double>(each.row), static_cast<double>(x),
                               static_cast<double>(below));
            ends[each.row].push_back(x);
            ends[below].push_back(x);
        }
    }
    for (const auto& [row, all] : ends)
        addHorizontal(row, all, lines);
    return lines;
}

} // namespace lab
