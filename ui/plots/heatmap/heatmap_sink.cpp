// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/heatmap/heatmap_sink.h"

#include "core/base/number_format.h"
#include "ui/look/theme.h"
#include "ui/plots/heatmap/heatmap_cells.h"
#include "ui/plots/heatmap/matrix_heatmap.h"

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

class SinkPainter {
public:
    SinkPainter(QCPPainter& painter, const MatrixHeatmap& heatmap)
        : m_painter(painter), m_heatmap(heatmap), m_content(heatmap.content()), m_theme(heatmap.theme()) {}

    void draw() {
        const MatrixHeatmap::Part queries =
            m_content.transposed ? m_heatmap.shownColumns() : m_heatmap.shownRows();
        if (!m_heatmap.showsBars() && m_heatmap.form().labels)
            drawName(m_heatmap.sinkRect(queries.first));
        m_painter.save();
        m_painter.setClipRect(clip());
        for (Index query = queries.first; query <= queries.last; ++query) {
            const QRectF rect = m_heatmap.sinkRect(query);
            if (rect.isEmpty() || !m_heatmap.isPainted(rect))
                continue;
            if (m_heatmap.showsBars())
                drawSegment(query, rect);
            else
                drawCell(query, rect);
        }
        m_painter.restore();
    }

private:
    double shareOf(Index query) const { return m_content.sinkShares[static_cast<std::size_t>(query)]; }

    /// Queries that are partly in sight end where their cells do.
    QRectF clip() const {
        const QRectF area = m_heatmap.axisRect()->rect();
        const QRectF all = m_heatmap.viewport();
        return m_content.transposed ? QRectF(area.left(), all.top(), area.width() + 1, all.height())
                                    : QRectF(all.left(), area.top() - 1, all.width(), area.height() + 2);
    }

    void drawName(const QRectF& first) {
        const HeatmapMetrics& metrics = m_heatmap.metrics();
        const QFontMetricsF text(metrics.labelFont);
        const QString name = HeatmapContent::sinkName();
        m_painter.setFont(metrics.labelFont);
        m_painter.setPen(m_theme.colours().muted);
        if (m_content.transposed) {
            const double width = metrics.rowLabelWidth - m_theme.px(6);
            m_painter.drawText(
                QRectF(0, first.center().y() - m_theme.px(1) - text.height(), width, 2 * text.height()),
                Qt::AlignRight | Qt::AlignVCenter, name);
            return;
        }
        const double bottom = m_heatmap.axisRect()->rect().top() - m_theme.px(2);
        if (metrics.uprightLabels) {
            m_painter.drawText(QRectF(first.left(), bottom - text.height(), first.width(), text.height()),
                               Qt::AlignCenter | Qt::TextDontClip, name);
            return;
        }
        m_painter.save();
        m_painter.translate(first.center().x(), bottom - m_theme.px(2));
        m_painter.rotate(-90);
        m_painter.drawText(QRectF(0, -text.height() / 2, metrics.columnLabelHeight, text.height()),
                           Qt::AlignLeft | Qt::AlignVCenter, name);
        m_painter.restore();
    }

    void drawCell(Index query, const QRectF& whole) {
        const HeatmapCells& cells = m_heatmap.cells();
        const double space = cells.gap(whole.size());
        const QRectF rect = whole.adjusted(0, 0, -space, -space);
        const bool vector = m_painter.modes().testFlag(QCPPainter::pmVectorized);
        const double radius = cells.isRoomy(whole.size()) && !vector ? m_theme.px(3) : 0;
        const double share = shareOf(query);
        const QColor fill = std::isfinite(share) ? m_heatmap.scale().colour(share) : offScaleColour(share);
        m_painter.setAntialiasing(radius > 0);
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(m_content.stale ? m_theme.colours().control : fill);
        m_painter.drawRoundedRect(rect, radius, radius);
        if (m_content.stale || !cells.saysNumbers(rect.height()))
            return;
        m_painter.setFont(m_heatmap.metrics().numberFont);
        m_painter.setPen(textOn(fill));
        m_painter.drawText(rect, Qt::AlignCenter,
                           QString::fromStdString(display(share, m_heatmap.metrics().decimals)));
    }

    /// Between the last key and 1, grey with a frame, since it is no key: it fills the bar.
    void drawSegment(Index query, const QRectF& rect) {
        const QFontMetricsF text(m_heatmap.metrics().labelFont);
        const double line = m_theme.px(1);
        const QRectF inside = rect.adjusted(line / 2, line / 2, -line / 2, -line * 1.5);
        if (inside.width() <= 0 || inside.height() <= 0)
            return;
        m_painter.setAntialiasing(false);
        m_painter.setBrush(m_theme.colours().border);
        m_painter.setPen(QPen(m_theme.colours().muted, line));
        m_painter.drawRect(inside);
        if (inside.height() < text.height() * 0.85)
            return;
        const QString number =
            QString::fromStdString(display(shareOf(query), m_content.style.decimals.value_or(2)));
        for (const QString& each : {HeatmapContent::sinkName() + QLatin1Char(' ') + number, number}) {
            if (text.horizontalAdvance(each) + m_theme.px(4) > inside.width())
                continue;
            m_painter.setAntialiasing(true);
            m_painter.setFont(m_heatmap.metrics().labelFont);
            m_painter.setPen(m_theme.colours().text);
            m_painter.drawText(inside, Qt::AlignCenter, each);
            return;
        }
    }

    QCPPainter& m_painter;
    const MatrixHeatmap& m_heatmap;
    const HeatmapContent& m_content;
    const Theme& m_theme;
};

} // namespace

void drawSink(QCPPainter& painter, const MatrixHeatmap& heatmap) {
    SinkPainter(painter, heatmap).draw();
}

} // namespace lab
