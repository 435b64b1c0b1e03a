// SPDX-License-Identifier: GPL-3.0-or-later
//
// The heatmap layer that draws the cells.
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

    /// Whether the cells are written as pixels, which cover the background completely.
    bool arePixels() const;
    /// For the old number beside a new one; nullopt where two have no room.
    std::optional<QFont> ghostFont() const;
    /// The gap between a cell's fill and the next cell.
    double gap(const QSizeF& cell) const;
    bool isRoomy(const QSizeF& cell) const;
    /// Whether cells of that height show their numbers.
    bool saysNumbers(double height) const;

protected:
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter* /*painter*/, const QRectF& /*rect*/) const override {}

private:
    /// Whether several cells may share a pixel.
    bool arePooled() const;
    /// Draws the cells as pixels; `pooled`: several cells may share one.
    void drawPixels(QCPPainter* painter, bool pooled) const;
    /// Draws all cells as one image, for vector output.
    void drawAsImage(QCPPainter* painter) const;
    /// Colours and lengths for an image with `scale` pixels per point.
    RasterLook rasterLook(double scale) const;
    void drawCells(QCPPainter* painter) const;
    void drawGhosts(QCPPainter* painter) const;
    void drawNumber(QCPPainter* painter, StoredCell cell, const QRectF& rect, const QColor& fill) const;
    void drawOverridden(QCPPainter* painter) const;
    void drawBeyond(QCPPainter* painter, const QRectF& rect, const QColor& on) const;
    /// Draws a covered cell as an empty box to write in.
    void drawAny(QCPPainter* painter, const QRectF& rect, double radius) const;
    void drawBox(QCPPainter* painter, const QRectF& rect) const;
    void drawCross(QCPPainter* painter, const QRectF& rect, const QColor& on) const;
    QColor fillOf(StoredCell cell, const ColourScale& scale) const;

    MatrixHeatmap& m_heatmap;
};

} // namespace lab
