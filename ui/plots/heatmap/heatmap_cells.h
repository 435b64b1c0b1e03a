// SPDX-License-Identifier: GPL-3.0-or-later
//
// The layer of a heatmap on which the cells are.
#pragma once

#include "ui/plots/heatmap/heatmap_mapping.h"
#include "ui/plots/heatmap/heatmap_raster.h"
#include "ui/plots/shared/colour_scale.h"

#include <qcustomplot.h>

namespace lab {

class MatrixHeatmap;

class HeatmapCells : public QCPAbstractPlottable {
    Q_OBJECT
public:
    explicit HeatmapCells(MatrixHeatmap& heatmap);

    double selectTest(const QPointF& pos, bool onlySelectable, QVariant* details) const override;
    QCPRange getKeyRange(bool& foundRange, QCP::SignDomain inSignDomain) const override;
    QCPRange getValueRange(bool& foundRange, QCP::SignDomain inSignDomain,
                           const QCPRange& inKeyRange) const override;

    /// Whether the cells are written as pixels, which leave nothing of what is behind them.
    bool arePixels() const;

protected:
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter* /*painter*/, const QRectF& /*rect*/) const override {}

private:
    /// Whether there are several cells behind a pixel.
    bool arePooled() const;
    /// Whether cells of that height say their numbers.
    bool saysNumbers(double height) const;
    /// The cells as pixels; `pooled`: with several cells behind each of them.
    void drawPixels(QCPPainter* painter, bool pooled) const;
    /// All cells as one image, for drawings that are enlarged.
    void drawAsImage(QCPPainter* painter) const;
    /// Colours and marks for pixels of which `scale` make a point.
    RasterLook rasterLook(double scale) const;
    void drawCells(QCPPainter* painter) const;
    void drawNumber(QCPPainter* painter, StoredCell cell, const QRectF& rect, const QColor& fill) const;
    void drawOverridden(QCPPainter* painter) const;
    void drawHatch(QCPPainter* painter, const QRectF& cell) const;
    QColor fillOf(StoredCell cell, const ColourScale& scale) const;
    /// From a cell's edge to the visible edge of its colour.
    double gap(const QSizeF& cell) const;
    bool isRoomy(const QSizeF& cell) const;

    MatrixHeatmap& m_heatmap;
};

} // namespace lab
