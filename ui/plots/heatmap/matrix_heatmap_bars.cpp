// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where a heatmap has its bars.
#include "ui/look/theme.h"
#include "ui/plots/heatmap/matrix_heatmap.h"

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

constexpr double beforeEnds = 6;      // points between a bar and its text
constexpr double leastThickness = 14; // points of a bar over a line of text

constexpr double leastShare = 0.6; // of a bar that gives up room for its text

/// A rectangle given along and across the bars.
QRectF oriented(bool upright, double from, double to, double begin, double end) {
    return upright ? QRectF(QPointF(begin, from), QPointF(end, to))
                   : QRectF(QPointF(from, begin), QPointF(to, end));
}

} // namespace

void MatrixHeatmap::setBars(bool bars) {
    if (std::exchange(m_bars, bars) == bars)
        return;
    m_barSpan = bars ? barSpan(m_content) : Extremes{0, 1};
    updateMetrics();
}

/// Bars are as long as all cells together, or as the part of them that is visible.
void MatrixHeatmap::placeBars() {
    const HeatmapMapping mapping = m_content.mapping();
    m_barPlaces = {};
    m_barPlaces.upright = mapping.transposed;
    m_barPlaces.span = m_barSpan;
    const QCPAxis& along = mapping.transposed ? *yAxis : *xAxis;
    const double visible = mapping.transposed ? axisRect()->height() : axisRect()->width();
    const double cell = mapping.transposed ? m_metrics.cell.height() : m_metrics.cell.width();
    m_barPlaces.start = along.coordToPixel(along.range().lower);
    m_barPlaces.length =
        std::max(1.0, std::min(cell * m_zoom * static_cast<double>(mapping.columns), visible));
    placeBarEnds(visible - m_barPlaces.length);
}

/// Texts go where there is room already: after the bars, in a line under each, or else bars become shorter.
void MatrixHeatmap::placeBarEnds(double spare) {
    BarPlaces& places = m_barPlaces;
    const QFontMetricsF label(m_metrics.labelFont);
    const double whole = label.horizontalAdvance(tr("%1 bits").arg(QStringLiteral("0.00")));
    const double brief = label.horizontalAdvance(QStringLiteral("Σ 0.00"));
    const double before = m_theme.px(beforeEnds);
    const double thickness = (places.upright ? m_metrics.cell.width() : m_metrics.cell.height()) * m_zoom;
    places.endsFrom = places.start + places.length + before;
    if (places.upright) {
        // In the line of the colour bar, which bars do not need.
        places.briefEnds = thickness < whole;
        places.endsRoom = m_metrics.barHeight > 0 ? m_metrics.barHeight : label.height();
        const double shorter = places.length - (m_metrics.barHeight > 0 ? 0 : places.endsRoom);
        if (thickness < brief || shorter < places.length * leastShare)
            return;
        places.ends = BarPlaces::Ends::after;
        places.endsFrom = places.start + shorter + m_theme.px(2);
        places.length = shorter;
        return;
    }
    if (thickness < label.height() * 0.85)
        return;
    if (spare >= before + whole) {
        places.ends = BarPlaces::Ends::after;
        places.endsRoom = spare - before;
    } else if (thickness >= label.height() + m_theme.px(leastThickness)) {
        places.ends = BarPlaces::Ends::under;
        places.endsRoom = label.height();
    } else if (const double shorter = places.length - brief - before; shorter >= places.length * leastShare) {
        places.ends = BarPlaces::Ends::after;
        places.briefEnds = true;
        places.endsFrom = places.start + shorter + before;
        places.endsRoom = brief;
        places.length = shorter;
    }
}

/// Keys share the length of a bar equally, as far as their labels are concerned.
QRectF MatrixHeatmap::gridRect(StoredCell cell) const {
    const HeatmapMapping mapping = m_content.mapping();
    const ShownCell shown = mapping.shown(cell);
    const auto x = static_cast<double>(shown.x);
    const auto y = static_cast<double>(shown.y);
    QRectF rect(QPointF(xAxis->coordToPixel(x - 0.5), yAxis->coordToPixel(y - 0.5)),
                QPointF(xAxis->coordToPixel(x + 0.5), yAxis->coordToPixel(y + 0.5)));
    if (!showsBars())
        return rect;
    const double each = m_barPlaces.length / static_cast<double>(mapping.columns);
    const double from = m_barPlaces.start + static_cast<double>(cell.column) * each;
    const bool upright = m_barPlaces.upright;
    return oriented(upright, from, from + each, upright ? rect.left() : rect.top(),
                    upright ? rect.right() : rect.bottom());
}

std::optional<StoredCell> MatrixHeatmap::gridCellAt(QPointF position) const {
    if (!axisRect()->rect().contains(position.toPoint()))
        return std::nullopt;
    const HeatmapMapping mapping = m_content.mapping();
    QPointF at(xAxis->pixelToCoord(position.x()), yAxis->pixelToCoord(position.y()));
    if (showsBars()) {
        double& along = m_barPlaces.upright ? at.ry() : at.rx();
        along = ((m_barPlaces.upright ? position.y() : position.x()) - m_barPlaces.start) /
                    m_barPlaces.length * static_cast<double>(mapping.columns) -
                0.5;
    }
    return mapping.at(at.x(), at.y());
}

QRectF MatrixHeatmap::barRect(Index query) const {
    const QRectF grid = gridRect({query, 0});
    const double line = m_barPlaces.ends == BarPlaces::Ends::under ? m_barPlaces.endsRoom : 0;
    const bool upright = m_barPlaces.upright;
    return oriented(upright, m_barPlaces.start, m_barPlaces.start + m_barPlaces.length,
                    upright ? grid.left() : grid.top(), upright ? grid.right() : grid.bottom() - line);
}

QRectF MatrixHeatmap::barEndRect(Index query) const {
    const QRectF bar = barRect(query);
    const BarPlaces& places = m_barPlaces;
    switch (places.ends) {
    case BarPlaces::Ends::after:
        return oriented(places.upright, places.endsFrom, places.endsFrom + places.endsRoom,
                        places.upright ? bar.left() : bar.top(), places.upright ? bar.right() : bar.bottom());
    case BarPlaces::Ends::under:
        return {QPointF(bar.left(), bar.bottom()), QSizeF(bar.width(), places.endsRoom)};
    case BarPlaces::Ends::none:
        break;
    }
    return {};
}

std::vector<QRectF> MatrixHeatmap::segmentRects(Index query) const {
    const QRectF bar = barRect(query);
    const bool upright = m_barPlaces.upright;
    const Index keys = m_content.matrix->cols();
    std::vector<QRectF> rects;
    rects.reserve(static_cast<std::size_t>(keys));
    const auto add = [&](double from, double to) {
        rects.push_back(oriented(upright, from, to, upright ? bar.left() : bar.top(),
                                 upright ? bar.right() : bar.bottom()));
    };
    if (hasBar(m_content, query)) {
        for (const BarSegment& each : barSegments(m_content, query))
            add(m_barPlaces.at(each.low), m_barPlaces.at(each.high));
        return rects;
    }
    const double each = m_barPlaces.length / static_cast<double>(keys);
    for (Index key = 0; key < keys; ++key)
        add(m_barPlaces.start + static_cast<double>(key) * each,
            m_barPlaces.start + static_cast<double>(key + 1) * each);
    return rects;
}

QRectF MatrixHeatmap::sinkRect(Index query) const {
    if (m_content.sinkShares.empty())
        return {};
    const bool upright = m_content.transposed;
    if (showsBars()) {
        const auto segment = sinkSegment(m_content, query);
        const QRectF bar = barRect(query);
        return segment ? oriented(upright, m_barPlaces.at(segment->low), m_barPlaces.at(segment->high),
                                  upright ? bar.left() : bar.top(), upright ? bar.right() : bar.bottom())
                       : QRectF();
    }
    // After the last cell, or after those in sight.
    const QRectF last = gridRect({query, m_content.mapping().columns - 1});
    const QRectF area = axisRect()->rect();
    const double from =
        upright ? std::min(last.bottom(), area.bottom() + 1) : std::min(last.right(), area.right() + 1);
    const double begin = from + m_metrics.sinkGap;
    return oriented(upright, begin, begin + (upright ? m_metrics.cell.height() : m_metrics.cell.width()),
                    upright ? last.left() : last.top(), upright ? last.right() : last.bottom());
}

std::optional<StoredCell> MatrixHeatmap::numberAt(QPointF position) const {
    if (const auto cell = cellAt(position); cell || m_content.sinkShares.empty())
        return cell;
    const Part queries = m_content.transposed ? shownColumns() : shownRows();
    for (Index query = queries.first; query <= queries.last; ++query) {
        if (sinkRect(query).contains(position))
            return StoredCell{query, m_content.mapping().columns};
    }
    return std::nullopt;
}

/// The whole height of a row belongs to its bar.
std::optional<StoredCell> MatrixHeatmap::segmentAt(QPointF position) const {
    if (!axisRect()->rect().contains(position.toPoint()))
        return std::nullopt;
    const HeatmapMapping mapping = m_content.mapping();
    const bool upright = m_barPlaces.upright;
    const auto row = mapping.at(upright ? xAxis->pixelToCoord(position.x()) : 0,
                                upright ? 0 : yAxis->pixelToCoord(position.y()));
    if (!row)
        return std::nullopt;
    const double along = upright ? position.y() : position.x();
    const std::vector<QRectF> rects = segmentRects(row->row);
    for (std::size_t key = 0; key < rects.size(); ++key) {
        const double from = upright ? rects[key].top() : rects[key].left();
        const double to = upright ? rects[key].bottom() : rects[key].right();
        if (along >= from && along < to)
            return StoredCell{row->row, static_cast<Index>(key)};
    }
    return std::nullopt;
}

std::vector<QRectF> MatrixHeatmap::rectsOf(const Block& cells) const {
    const Index lastRow = cells.row + cells.rows - 1;
    const Index lastColumn = cells.column + cells.columns - 1;
    if (!showsBars())
        return {gridRect({cells.row, cells.column}).united(gridRect({lastRow, lastColumn}))};
    const Part queries = m_content.transposed ? shownColumns() : shownRows();
    std::vector<QRectF> rects;
    for (Index row = std::max(cells.row, queries.first); row <= std::min(lastRow, queries.last); ++row) {
        const std::vector<QRectF> segments = segmentRects(row);
        QRectF around;
        for (Index column = cells.column; column <= lastColumn; ++column) {
            if (const QRectF& each = segments[static_cast<std::size_t>(column)]; !each.isEmpty())
                around |= each;
        }
        rects.push_back(around.isEmpty() ? segments[static_cast<std::size_t>(cells.column)] : around);
    }
    return rects;
}

} // namespace lab
