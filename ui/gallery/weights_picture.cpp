// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/gallery/weights_picture.h"

#include "core/describe/not_finite.h"
#include "core/engine/pipeline.h"
#include "core/experiment/masks.h"
#include "ui/plots/heatmap/heatmap_mapping.h"
#include "ui/plots/shared/colour_scale.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lab {

QImage weightCells(const Experiment& experiment, const QColor& hidden) {
    const Result<Trace> trace = compute(experiment);
    if (!trace)
        return {};
    const Matrix& weights = trace.value().stage(StageId::weights);
    const std::optional<Matrix> overflowed = hidden_scores(experiment, stages_of(trace.value()), 0);
    const Matrix& masked = overflowed ? *overflowed : trace.value().stage(StageId::masked_scores);
    const HeatmapMapping mapping{weights.rows(), weights.cols(), experiment.notation == Notation::columns};
    NumberStyle style;
    style.weights = viewSettings(experiment).weights;
    const ColourScale scale = ColourScale::of(ColourScale::Kind::sequential, {}, style);
    QImage cells(static_cast<int>(mapping.shownColumns()), static_cast<int>(mapping.shownRows()),
                 QImage::Format_RGB32);
    for (int y = 0; y < cells.height(); ++y) {
        for (int x = 0; x < cells.width(); ++x) {
            const StoredCell cell = mapping.stored({x, y});
            const double weight = weights(cell.row, cell.column);
            const bool isHidden = is_hidden(masked(cell.row, cell.column)) && weight == 0;
            cells.setPixelColor(x, y,
                                isHidden                 ? hidden
                                : !std::isfinite(weight) ? notFiniteColour()
                                                         : scale.colour(weight));
        }
    }
    return cells;
}

QPixmap weightsPicture(const QImage& cells, int side, qreal devicePixelRatio) {
    const int pixels = qRound(side * devicePixelRatio);
    QPixmap picture(pixels, pixels);
    picture.fill(Qt::transparent);
    if (!cells.isNull()) {
        const int cell = std::max(1, pixels / std::max(cells.width(), cells.height()));
        const QSize size = (cell * cells.size()).boundedTo(picture.size());
        const QPoint corner((pixels - size.width()) / 2, (pixels - size.height()) / 2);
        QPainter(&picture).drawImage(QRect(corner, size), cells);
    }
    picture.setDevicePixelRatio(devicePixelRatio);
    return picture;
}

} // namespace lab
