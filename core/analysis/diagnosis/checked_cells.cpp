// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/diagnosis/checked_cells.h"

#include "core/analysis/diagnosis/mistaken_trace.h"

#include <algorithm>

namespace lab {

std::optional<CheckedCells> checked_cells(const Experiment& experiment, const Asked& asked,
                                          const PrintedArray& given) {
    const StageInfo& stage = info(asked.stage);
    MistakenTrace trace(experiment);
    const Dimensions& d = trace.sizes();
    const Index rows = length(stage.rows, d), columns = length(stage.columns, d);
    if (given.rows() != rows || given.columns() != columns ||
        (given.heads > 0 && (!stage.per_head || given.heads != d.H)))
        return std::nullopt;
    CheckedCells cells;
    cells.expected.resize(given.numbers.rows(), columns);
    for (Index i = 0; i < given.matrices(); ++i) {
        const HeadIndex head = given.heads > 0 ? static_cast<HeadIndex>(i) : stage.per_head ? asked.head : 0;
        cells.expected.middleRows(i * rows, rows) = trace.stage(asked.stage, head);
    }
    const double largest = largest_magnitude(cells.expected);
    cells.right.reserve(static_cast<std::size_t>(cells.expected.size()));
    for (Index row = 0; row < cells.expected.rows(); ++row) {
        for (Index column = 0; column < columns; ++column)
            cells.right.push_back(is_right(given.numbers(row, column), cells.expected(row, column),
                                           Tolerance().at(given.last_digit(row, column), largest)));
    }
    return cells;
}

} // namespace lab
