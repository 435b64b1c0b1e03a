// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/import/array_picture.h"

#include "ui/plots/heatmap/heatmap_raster.h"

#include <algorithm>

namespace lab {

namespace {

constexpr int thinnestPicture = 8; // pixels: a row of many numbers

RasterAxis evenAxis(Index cells, int pixels) {
    RasterAxis axis;
    for (Index i = 0; i < cells; ++i) {
        const int first = static_cast<int>(i * pixels / cells);
        axis.spans.push_back({first, std::max(first + 1, static_cast<int>((i + 1) * pixels / cells))});
    }
    return axis;
}

} // namespace

QImage arrayPicture(const MatrixPtr& matrix, int side, bool onDark) {
    HeatmapContent content;
    content.matrix = matrix;
    content.summary = std::make_shared<const MatrixSummary>(summarize(*matrix));
    const Index longer = std::max(matrix->rows(), matrix->cols());
    const auto pixels = [&](Index cells) {
        return std::max(std::min(thinnestPicture, side), static_cast<int>(cells * side / longer));
    };
    const QSize size(pixels(matrix->cols()), pixels(matrix->rows()));
    RasterLook look;
    look.onDark = onDark;
    return pooledCells(content, evenAxis(matrix->cols(), size.width()),
                       evenAxis(matrix->rows(), size.height()), size, look);
}

} // namespace lab
