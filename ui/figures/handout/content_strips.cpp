// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/handout/content_strips.h"

#include <numeric>

namespace lab {

namespace {

MatrixPtr blockOf(const MatrixPtr& matrix, const Block& block) {
    return matrix ? share(matrix->block(block.row, block.column, block.rows, block.columns)) : nullptr;
}

Labels part(const Labels& labels, Index first, Index count) {
    std::vector<Index> places(static_cast<std::size_t>(count));
    std::iota(places.begin(), places.end(), first);
    return labels.chosen(places);
}

HeatmapContent stripOf(const HeatmapContent& whole, const Block& block) {
    HeatmapContent strip = whole;
    for (MatrixPtr HeatmapContent::*each :
         {&HeatmapContent::matrix, &HeatmapContent::before, &HeatmapContent::masked, &HeatmapContent::kept,
          &HeatmapContent::toBeKept})
        strip.*each = blockOf(whole.*each, block);
    strip.rowLabels = part(whole.rowLabels, block.row, block.rows);
    strip.columnLabels = part(whole.columnLabels, block.column, block.columns);
    strip.overridden.clear();
    for (const auto& [row, column] : whole.overridden) {
        const StoredCell cell{row - block.row, column - block.column};
        if (cell.row >= 0 && cell.row < block.rows && cell.column >= 0 && cell.column < block.columns)
            strip.overridden.push_back(cell);
    }
    // What is said of cells and rows is of no use in a figure.
    strip.remark = nullptr;
    strip.overflow.reset();
    strip.hiddenRows.clear();
    return strip;
}

} // namespace

std::vector<HeatmapContent> inStrips(const HeatmapContent& content, Index count) {
    const Matrix& matrix = *content.matrix;
    const Index columns = content.mapping().shownColumns();
    std::vector<HeatmapContent> strips;
    for (Index i = 0; i < count; ++i) {
        const Index first = columns * i / count;
        const Index shown = columns * (i + 1) / count - first;
        strips.push_back(stripOf(content, content.transposed ? Block{first, 0, shown, matrix.cols()}
                                                             : Block{0, first, matrix.rows(), shown}));
    }
    return strips;
}

} // namespace lab
