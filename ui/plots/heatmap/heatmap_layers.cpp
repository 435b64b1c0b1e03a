// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/heatmap/heatmap_layers.h"

#include "core/experiment/cell_set.h"
#include "ui/look/mark_outline.h"
#include "ui/look/theme.h"
#include "ui/plots/heatmap/bar_drawing.h"
#include "ui/plots/heatmap/cell_outline.h"
#include "ui/plots/heatmap/colour_bar.h"
#include "ui/plots/heatmap/heatmap_sink.h"
#include "ui/plots/heatmap/matrix_heatmap.h"
#include "ui/plots/shared/veil.h"

#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {
constexpr double inspectedWidth = 3; // points, of the line around the inspected cell

/// The first `count` rows, as far as they have cells that change.
PlaceSet changingRows(const std::vector<Block>& dependents, Index count) {
    PlaceSet rows(count);
    for (const Block& each : dependents) {
        const Index first = std::min(each.row, count);
        rows.add(first, std::min(each.row + each.rows, count) - first);
    }
    return rows;
}

} // namespace

HeatmapFrame::HeatmapFrame(MatrixHeatmap& heatmap)
    : QCPLayerable(&heatmap, QStringLiteral("axes")), m_heatmap(heatmap) {}

void HeatmapFrame::applyDefaultAntialiasingHint(QCPPainter* painter) const {
    painter->setAntialiasing(true);
}

void HeatmapFrame::draw(QCPPainter* painter) {
    const HeatmapContent& content = m_heatmap.content();
    const HeatmapMetrics& metrics = m_heatmap.metrics();
    const Colours& colours = m_heatmap.theme().colours();
    if (m_heatmap.isVeiled())
        drawVeil(painter);
    if (!content.matrix)
        return;
    const double width = m_heatmap.viewport().width();
    if (metrics.titleHeight > 0) {
        painter->setFont(m_heatmap.theme().font(TextRole::strong));
        painter->setPen(colours.text);
        painter->drawText(QRectF(0, 0, width, metrics.titleHeight), Qt::AlignLeft | Qt::AlignTop,
                          content.title);
    }
    painter->setFont(metrics.labelFont);
    painter->setPen(colours.muted);
    if (metrics.axisNamesHeight > 0)
        painter->drawText(QRectF(0, metrics.titleHeight, width, metrics.axisNamesHeight),
                          Qt::AlignLeft | Qt::AlignVCenter, m_heatmap.axisLine());
    drawFade(painter);
    painter->setPen(colours.text);
    m_cut.clear();
    if (m_heatmap.form().labels) {
        drawRowLabels(painter);
        drawColumnLabels(painter);
    }
    m_heatmap.setCutLabels(std::move(m_cut));
    if (!content.sinkShares.empty())
        drawSink(*painter, m_heatmap);
    if (m_heatmap.showsBars())
        drawBarEnds(*painter, m_heatmap);
    else if (metrics.barLength > 0 && content.hasRange())
        drawColourBar(painter);
}

/// Marks a stale matrix as such.
void HeatmapFrame::drawVeil(QCPPainter* painter) const {
    const Theme& theme = m_heatmap.theme();
    const QRectF area =
        m_heatmap.content().matrix ? QRectF(m_heatmap.axisRect()->rect()) : QRectF(m_heatmap.viewport());
    paintVeil(*painter, theme, area, area, m_heatmap.veil());
}

/// Fades the edges that cut through cells. What whole cells leave out is said above them.
void HeatmapFrame::drawFade(QCPPainter* painter) const {
    const HeatmapMapping mapping = m_heatmap.content().mapping();
    const QRectF area = m_heatmap.axisRect()->rect();
    const double depth = m_heatmap.theme().px(14);
    const auto fade = [&](bool goesOn, const QRectF& band, QPointF from, QPointF to) {
        if (!goesOn)
            return;
        QColor clear = m_heatmap.theme().colours().panel;
        clear.setAlpha(0);
        QLinearGradient gradient(from, to);
        gradient.setColorAt(0, clear);
        gradient.setColorAt(1, m_heatmap.theme().colours().panel);
        painter->fillRect(band, gradient);
    };
    const QCPRange rows = m_heatmap.yAxis->range();
    const QCPRange columns = m_heatmap.xAxis->range();
    const bool upDown = !m_heatmap.showsBars() || !mapping.transposed; // bars show every key
    const bool leftRight = !m_heatmap.showsBars() || mapping.transposed;
    const auto cuts = [](double edge) { return std::abs(edge - 0.5 - std::round(edge - 0.5)) > 1e-6; };
    const bool isLastRow = rows.upper + 0.5 >= static_cast<double>(mapping.shownRows());
    const bool isLastColumn = columns.upper + 0.5 >= static_cast<double>(mapping.shownColumns());
    fade(upDown && !isLastRow && cuts(rows.upper),
         QRectF(area.left(), area.bottom() + 1 - depth, area.width(), depth + 1),
         QPointF(0, area.bottom() + 1 - depth), QPointF(0, area.bottom() + 1));
    fade(upDown && cuts(rows.lower), QRectF(area.left(), area.top(), area.width(), depth),
         QPointF(0, area.top() + depth), QPointF(0, area.top()));
    fade(leftRight && !isLastColumn && cuts(columns.upper),
         QRectF(area.right() + 1 - depth, area.top(), depth + 1, area.height()),
         QPointF(area.right() + 1 - depth, 0), QPointF(area.right() + 1, 0));
    fade(leftRight && cuts(columns.lower), QRectF(area.left(), area.top(), depth, area.height()),
         QPointF(area.left() + depth, 0), QPointF(area.left(), 0));
}

void HeatmapFrame::drawLabel(QCPPainter* painter, const QRectF& place, Qt::Alignment alignment,
                             const Labels& labels, Index index, double width) {
    const QString text = labels.elided(index, m_heatmap.metrics().labelFont, width);
    if (const QString whole = labels.value(index); text != whole)
        m_cut.push_back({text, whole});
    painter->drawText(place, static_cast<int>(alignment.toInt()), text);
}

void HeatmapFrame::drawRowLabels(QCPPainter* painter) {
    const HeatmapContent& content = m_heatmap.content();
    const HeatmapMapping mapping = content.mapping();
    const QFontMetricsF metrics(m_heatmap.metrics().labelFont);
    const MatrixHeatmap::Part rows = m_heatmap.shownRows();
    const double width = m_heatmap.metrics().rowLabelWidth - m_heatmap.theme().px(6);
    double free = -1e9;
    for (Index y = rows.first; y <= rows.last; ++y) {
        const QRectF cell = m_heatmap.gridRect(mapping.stored({0, y}));
        const double middle = cell.center().y() - m_heatmap.theme().px(1);
        if (middle - metrics.height() * labelPitch / 2 < free)
            continue; // would overlap the previous label
        free = middle + metrics.height() * labelPitch / 2;
        const QRectF place(0, middle - metrics.height(), width, 2 * metrics.height());
        if (m_heatmap.isPainted(place))
            drawLabel(painter, place, Qt::AlignRight | Qt::AlignVCenter, content.shownRowLabels(), y, width);
        if (m_heatmap.showsBars() && mapping.transposed)
            drawKey(painter,
                    QRectF(width + 1, middle - metrics.height() * 0.4, m_heatmap.theme().px(2),
                           metrics.height() * 0.8),
                    y);
    }
}

void HeatmapFrame::drawColumnLabels(QCPPainter* painter) {
    const HeatmapContent& content = m_heatmap.content();
    const HeatmapMapping mapping = content.mapping();
    const HeatmapMetrics& m = m_heatmap.metrics();
    const QFontMetricsF metrics(m.labelFont);
    const MatrixHeatmap::Part columns = m_heatmap.shownColumns();
    const bool keys = m_heatmap.showsBars() && !mapping.transposed;
    const double bottom = m_heatmap.axisRect()->rect().top() - m_heatmap.theme().px(keys ? 4 : 2);
    if (!m_heatmap.isPainted({0, 0, double(m_heatmap.width()), bottom}))
        return;
    const auto write = [&](const QRectF& place, Qt::Alignment alignment, Index x) {
        drawLabel(painter, place, alignment, content.shownColumnLabels(), x,
                  place.width() - m_heatmap.theme().px(2));
    };
    double free = -1e9;
    for (Index x = columns.first; x <= columns.last; ++x) {
        const QRectF cell = m_heatmap.gridRect(mapping.stored({x, 0}));
        if (keys) {
            const double text =
                m.uprightLabels ? metrics.horizontalAdvance(content.columnLabels.shown(x)) : 0;
            const double most = cell.width() - m_heatmap.theme().px(4);
            const double length =
                std::max(2.0, std::min(std::max(text, m_heatmap.theme().px(6) * 1.0), most));
            drawKey(painter,
                    QRectF(cell.center().x() - length / 2 - 1, bottom - 1, length, m_heatmap.theme().px(2)),
                    x);
        }
        if (m.uprightLabels) {
            write({cell.left(), bottom - metrics.height(), cell.width(), metrics.height()}, Qt::AlignCenter,
                  x);
            continue;
        }
        if (cell.center().x() - metrics.height() * labelPitch / 2 < free)
            continue;
        free = cell.center().x() + metrics.height() * labelPitch / 2;
        // Keep the last labels inside the viewport.
        const double middle =
            std::min(cell.center().x(), m_heatmap.viewport().right() + 1 - metrics.height() / 2);
        painter->save();
        painter->translate(middle, bottom - m_heatmap.theme().px(2)); // room for the frame of a column
        painter->rotate(-90);
        write({0, -metrics.height() / 2, double(m.columnLabelHeight), metrics.height()},
              Qt::AlignLeft | Qt::AlignVCenter, x);
        painter->restore();
    }
}

/// The colour of a key at its label, which does not stand over its segments.
void HeatmapFrame::drawKey(QCPPainter* painter, const QRectF& place, Index key) {
    painter->fillRect(place, keyColour(key));
}

void HeatmapFrame::drawColourBar(QCPPainter* painter) const {
    const Theme& theme = m_heatmap.theme();
    const HeatmapMetrics& m = m_heatmap.metrics();
    // The numbers of the colour bar are always those of the content, even while the colours are still moving.
    const ColourScale scale = m_heatmap.content().scale().onDark(theme.colours().dark);
    const QFontMetricsF metrics(m.labelFont);
    if (m.barHeight == 0) {
        const double x = metrics.horizontalAdvance(m_heatmap.axisLine()) + theme.px(6);
        const double ends = metrics.horizontalAdvance(barEnd(scale, false) + barEnd(scale, true));
        if (x + ends + m.barLength + theme.px(10) <= m_heatmap.viewport().width())
            paintColourBar(*painter, scale, theme, m.labelFont, m.barLength, {x, double(m.titleHeight)},
                           m.axisNamesHeight);
        else
            paintColours(*painter, scale, theme, m.barLength, {x, m.titleHeight + m.axisNamesHeight / 2.0});
        return;
    }
    // Below the last visible cell, even if the card leaves more room than the cells need.
    const HeatmapMapping mapping = m_heatmap.content().mapping();
    const double lastCell = m_heatmap.gridRect(mapping.stored({0, mapping.shownRows() - 1})).bottom();
    const double top =
        std::min(lastCell, m_heatmap.axisRect()->rect().bottom() + 1.0) + theme.px(2) + m.sinkRoom.height();
    paintColourBar(*painter, scale, theme, m.labelFont, m.barLength, {double(m.rowLabelWidth), top},
                   m.barHeight);
}

HeatmapMarks::HeatmapMarks(MatrixHeatmap& heatmap)
    : QCPLayerable(&heatmap, QStringLiteral("marks")), m_heatmap(heatmap) {}

void HeatmapMarks::applyDefaultAntialiasingHint(QCPPainter* painter) const {
    painter->setAntialiasing(true);
}

/// In pixels. Cells leave room at their right and below, where the lines lie.
QPainterPath HeatmapMarks::outlineOfDependents() const {
    const HeatmapContent& content = m_heatmap.content();
    const HeatmapMapping mapping = content.mapping();
    const QRectF first = m_heatmap.gridRect({0, 0});
    const QPointF room(m_heatmap.theme().px(1), m_heatmap.theme().px(1));
    const auto corner = [&](const QPointF& place) { // of a row and a column as stored
        const QPointF shown = mapping.transposed ? QPointF(place.y(), place.x()) : place;
        return QPointF(first.left() + shown.x() * first.width(), first.top() + shown.y() * first.height()) -
               room;
    };
    QPainterPath path;
    for (const QLineF& each : outlineOf(m_heatmap.marks().dependents)) {
        path.moveTo(corner(each.p1()));
        path.lineTo(corner(each.p2()));
    }
    return path;
}

void HeatmapMarks::draw(QCPPainter* painter) {
    const HeatmapContent& content = m_heatmap.content();
    if (!content.matrix || content.matrix->size() == 0)
        return;
    const Theme& theme = m_heatmap.theme();
    const HeatmapMarkSet& marks = m_heatmap.marks();
    const Index lastRow = content.matrix->rows() - 1;
    const Index lastColumn = content.matrix->cols() - 1;
    const double least = m_heatmap.showsBars() ? theme.px(7) : 0; // a weight of 0 has no length
    const auto outline = [&](QRectF rect, double width, Qt::PenStyle style) {
        const double more = std::max(0.0, least - std::min(rect.width(), rect.height())) / 2;
        (rect.width() < rect.height() ? rect.adjust(-more, 0, more, 0) : rect.adjust(0, -more, 0, more));
        drawMark(*painter, theme, rect.adjusted(0, 0, -theme.px(2), -theme.px(2)), theme.px(3), width, style);
    };
    const int reach = static_cast<int>(std::ceil(markReach(theme, theme.px(inspectedWidth))));
    painter->setClipRect(m_heatmap.axisRect()->rect().adjusted(-reach, -reach, reach, reach));
    const auto around = [&](const Block& block, double width, Qt::PenStyle style) {
        const Index row = std::min(block.row + block.rows - 1, lastRow);
        const Index column = std::min(block.column + block.columns - 1, lastColumn);
        if (block.row > row || block.column > column)
            return;
        for (const QRectF& rect :
             m_heatmap.rectsOf({block.row, block.column, row - block.row + 1, column - block.column + 1}))
            outline(rect, width, style);
    };
    if (marks.row)
        around({*marks.row, 0, 1, lastColumn + 1}, theme.px(1.5), Qt::SolidLine);
    if (marks.column)
        around({0, *marks.column, lastRow + 1, 1}, theme.px(1.5), Qt::SolidLine);
    if (marks.dependents.size() <= 1 || m_heatmap.showsBars()) {
        for (const Block& block : marks.dependents)
            around(block, theme.px(1.5), Qt::DotLine);
    } else {
        drawMark(*painter, theme, outlineOfDependents(), theme.px(1.5), Qt::DotLine);
    }
    for (const Block& block : marks.operands)
        around(block, theme.px(2), Qt::SolidLine);
    if (marks.inspected && !content.isSink(*marks.inspected))
        around({marks.inspected->row, marks.inspected->column, 1, 1}, theme.px(inspectedWidth),
               Qt::SolidLine);
    // The sink's numbers stand beside the cells.
    QRect all = m_heatmap.axisRect()->rect().adjusted(-reach, -reach, reach, reach);
    const QRect room = m_heatmap.viewport();
    content.transposed ? all.setBottom(room.bottom()) : all.setRight(room.right());
    painter->setClipRect(all);
    // What the sink takes changes with the weights of the row, and is framed as those of the keys are.
    for (const Columns& rows : changingRows(marks.dependents, lastRow + 1).runs()) {
        QRectF cells;
        for (Index query = rows.first; query < rows.first + rows.count; ++query) {
            const QRectF cell =
                content.isSink({query, lastColumn + 1}) ? m_heatmap.sinkRect(query) : QRectF();
            if (m_heatmap.showsBars() && !cell.isEmpty())
                outline(cell, theme.px(1.5), Qt::DotLine);
            else
                cells |= cell;
        }
        if (!cells.isEmpty())
            outline(cells, theme.px(1.5), Qt::DotLine);
    }
    if (marks.inspected && content.isSink(*marks.inspected))
        outline(m_heatmap.cellRect(*marks.inspected), theme.px(inspectedWidth), Qt::SolidLine);
    if (m_heatmap.showsCursor()) {
        // Inside the mark of the inspected cell, so that both can be seen.
        const double inset = marks.inspected == m_heatmap.cursor() ? theme.px(3) : 0;
        painter->setPen(QPen(theme.colours().accent, theme.px(2), Qt::DashLine));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(m_heatmap.cellRect(m_heatmap.cursor())
                                     .adjusted(inset, inset, -inset - theme.px(2), -inset - theme.px(2)),
                                 theme.px(3), theme.px(3));
    }
}

} // namespace lab
