// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a heatmap draws besides its cells: the frame around them, and the marks on them.
#pragma once

#include "ui/plots/shared/colour_scale.h"
#include "ui/plots/shared/labels.h"

#include <qcustomplot.h>

namespace lab {

class MatrixHeatmap;

/// Title, axis names, labels and colour bar.
class HeatmapFrame : public QCPLayerable {
    Q_OBJECT
public:
    explicit HeatmapFrame(MatrixHeatmap& heatmap);

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override;
    void draw(QCPPainter* painter) override;

private:
    void drawVeil(QCPPainter* painter) const;
    void drawFade(QCPPainter* painter) const;
    void drawRowLabels(QCPPainter* painter);
    void drawColumnLabels(QCPPainter* painter);
    /// Draws a label, elided to `width`.
    void drawLabel(QCPPainter* painter, const QRectF& place, Qt::Alignment alignment, const Labels& labels,
                   Index index, double width);
    static void drawKey(QCPPainter* painter, const QRectF& place, Index key);
    void drawColourBar(QCPPainter* painter) const;

    MatrixHeatmap& m_heatmap;
    std::vector<CutText> m_cut; ///< labels elided so far, while drawing
};

/// The highlighted row and column, the inspected cell and the keyboard cursor.
class HeatmapMarks : public QCPLayerable {
    Q_OBJECT
public:
    explicit HeatmapMarks(MatrixHeatmap& heatmap);

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override;
    void draw(QCPPainter* painter) override;

private:
    QPainterPath outlineOfDependents() const;

    MatrixHeatmap& m_heatmap;
};

} // namespace lab
