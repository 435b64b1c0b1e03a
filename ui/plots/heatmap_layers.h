// SPDX-License-Identifier: GPL-3.0-or-later
//
// The three things a heatmap draws, each on a layer of its own: the cells, what stands around them, and the
// marks that follow the pointer.
#pragma once

#include "ui/plots/colour_scale.h"
#include "ui/plots/heatmap_mapping.h"

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

protected:
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter* /*painter*/, const QRectF& /*rect*/) const override {}

private:
    void drawPooled(QCPPainter* painter, const QRectF& area);
    void drawCells(QCPPainter* painter);
    QColor fillOf(StoredCell cell, const ColourScale& scale) const;
    void drawNumber(QCPPainter* painter, StoredCell cell, const QRectF& rect, const QColor& fill) const;
    void drawHatch(QCPPainter* painter, const QRectF& cell) const;

    MatrixHeatmap& m_heatmap;
};

/// Title, axis names, labels and colour bar.
class HeatmapFrame : public QCPLayerable {
    Q_OBJECT
public:
    explicit HeatmapFrame(MatrixHeatmap& heatmap);

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override;
    void draw(QCPPainter* painter) override;

private:
    QString axisNames() const;
    void drawFade(QCPPainter* painter) const;
    void drawRowLabels(QCPPainter* painter) const;
    void drawColumnLabels(QCPPainter* painter) const;
    void drawColourBar(QCPPainter* painter) const;
    /// The bar between the numbers at its ends.
    void drawBarWithEnds(QCPPainter* painter, QPointF topLeft, double height, const ColourScale& scale) const;
    /// The bar itself; `left` is the middle of its left end.
    void drawBar(QCPPainter* painter, QPointF left, const ColourScale& scale) const;

    MatrixHeatmap& m_heatmap;
};

/// The lit row and column, the held cell and the keyboard's cursor.
class HeatmapMarks : public QCPLayerable {
    Q_OBJECT
public:
    explicit HeatmapMarks(MatrixHeatmap& heatmap);

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override;
    void draw(QCPPainter* painter) override;

private:
    MatrixHeatmap& m_heatmap;
};

} // namespace lab
