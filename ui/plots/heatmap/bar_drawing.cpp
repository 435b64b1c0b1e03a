// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/heatmap/bar_drawing.h"

#include "core/base/number_format.h"
#include "core/stages/07_weights.h"
#include "ui/look/theme.h"
#include "ui/plots/heatmap/cell_marks.h"
#include "ui/plots/heatmap/heatmap_change.h"
#include "ui/plots/heatmap/matrix_heatmap.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

constexpr double roomyFrom = 16; // points of a side, for marks inside a segment
constexpr double gapFrom = 3;    // points of a segment that is set off from the next one

/// The colour of a dropped weight: only a hint of its key's.
QColor faint(const QColor& colour, const QColor& ground) {
    const auto mixed = [](int a, int b) { return (a + 3 * b) / 4; };
    return {mixed(colour.red(), ground.red()), mixed(colour.green(), ground.green()),
            mixed(colour.blue(), ground.blue())};
}

class BarPainter {
public:
    BarPainter(QCPPainter& painter, const MatrixHeatmap& heatmap)
        : m_painter(painter), m_heatmap(heatmap), m_content(heatmap.content()), m_theme(heatmap.theme()),
          m_places(heatmap.barPlaces()), m_font(heatmap.metrics().labelFont), m_text(m_font),
          m_change(m_content), m_pixel(1 / painter.deviceTransform().m11()) {}

    void draw();

private:
    void drawRow(Index query);
    void drawTrack(const QRectF& bar, bool hidden);
    void drawSegment(StoredCell cell, const QRectF& rect, const QColor& fill);
    QColor fillOf(StoredCell cell, bool inBar) const;
    QString textIn(const QRectF& rect, StoredCell cell) const;
    bool isCrossed(StoredCell cell) const;
    void drawLineAt(double weight);
    QStringList textsOf(StoredCell cell) const;
    double snapped(double place) const { return std::round(place / m_pixel) * m_pixel; }
    QRectF snapped(const QRectF& rect) const {
        return {QPointF(snapped(rect.left()), snapped(rect.top())),
                QPointF(snapped(rect.right()), snapped(rect.bottom()))};
    }
    /// Leaves a line free at the right and below, as between cells.
    QRectF apart(const QRectF& rect) const;

    QCPPainter& m_painter;
    const MatrixHeatmap& m_heatmap;
    const HeatmapContent& m_content;
    const Theme& m_theme;
    const BarPlaces& m_places;
    const QFont& m_font;
    QFontMetricsF m_text;
    HeatmapChange m_change;
    double m_pixel; ///< of the device
};

void BarPainter::draw() {
    const MatrixHeatmap::Part queries =
        m_places.upright ? m_heatmap.paintedColumns() : m_heatmap.paintedRows();
    m_painter.setFont(m_font);
    double free = -1e9; // bars thinner than a pixel would cover each other
    for (Index query = queries.first; query <= queries.last; ++query) {
        const QRectF bar = m_heatmap.barRect(query);
        const double end = m_places.upright ? bar.right() : bar.bottom();
        if (end < free + m_pixel / 2)
            continue;
        free = end;
        drawRow(query);
    }
    if (m_places.span.lowest < 0)
        drawLineAt(0);
    drawLineAt(1);
}

QRectF BarPainter::apart(const QRectF& rect) const {
    const double across = m_places.upright ? rect.width() : rect.height();
    const double along = m_places.upright ? rect.height() : rect.width();
    const double below = across >= m_theme.px(roomyFrom) ? m_theme.px(2) : across >= m_theme.px(6) ? 1 : 0;
    const double behind = along >= m_theme.px(gapFrom) ? m_pixel : 0;
    return m_places.upright ? rect.adjusted(0, 0, -below, -behind) : rect.adjusted(0, 0, -behind, -below);
}

void BarPainter::drawRow(Index query) {
    const std::vector<QRectF> rects = m_heatmap.segmentRects(query);
    const auto keys = static_cast<Index>(rects.size());
    bool isHidden = true;
    for (Index key = 0; key < keys && isHidden; ++key)
        isHidden = m_content.isHidden({query, key});
    const double from = m_places.at(0);
    const double to = m_places.at(1);
    QRectF track = m_heatmap.barRect(query);
    track = m_places.upright ? QRectF(track.left(), from, track.width(), to - from)
                             : QRectF(from, track.top(), to - from, track.height());
    drawTrack(track, isHidden);
    const bool inBar = hasBar(m_content, query);
    for (Index key = 0; key < keys; ++key) {
        const QRectF rect = snapped(rects[static_cast<std::size_t>(key)]);
        if (!rect.isEmpty())
            drawSegment({query, key}, apart(rect), fillOf({query, key}, inBar));
    }
}

QColor BarPainter::fillOf(StoredCell cell, bool inBar) const {
    if (inBar)
        return isCrossed(cell) ? faint(keyColour(cell.column), m_theme.colours().control)
                               : keyColour(cell.column);
    const double weight = (*m_content.matrix)(cell.row, cell.column);
    if (!std::isfinite(weight))
        return offScaleColour(weight);
    return m_content.isHidden(cell) ? m_theme.colours().hidden : m_theme.colours().control;
}

/// What a bar misses to 1 shows its track.
void BarPainter::drawTrack(const QRectF& bar, bool hidden) {
    const QRectF rect = apart(snapped(bar));
    m_painter.setAntialiasing(false);
    m_painter.fillRect(rect, hidden ? m_theme.colours().hidden : m_theme.colours().control);
    if (!hidden)
        return;
    m_painter.setAntialiasing(true);
    paintHatch(m_painter, m_theme, rect);
}

void BarPainter::drawSegment(StoredCell cell, const QRectF& rect, const QColor& fill) {
    m_painter.setAntialiasing(false);
    m_painter.fillRect(rect, fill);
    const QColor ink = textOn(fill);
    if (isCrossed(cell)) { // no text covers it; the tooltip has the number
        m_painter.setAntialiasing(true);
        paintCross(m_painter, m_theme, rect, ink);
    } else if (const QString text = textIn(rect, cell); !text.isEmpty()) {
        m_painter.setPen(ink);
        m_painter.drawText(rect, Qt::AlignCenter, text);
    }
    const double room = m_theme.px(roomyFrom);
    const bool roomy = rect.width() >= room && rect.height() >= room;
    m_painter.setAntialiasing(true);
    if (m_content.isOverridden(cell))
        paintOverrideMark(m_painter, m_theme, rect, roomy, ink);
    if (const double share = m_change(cell); share != 0)
        paintChange(m_painter, m_theme, rect, roomy, 0, share, ink);
}

/// What is 0 anyway, because its key is hidden, is not crossed out.
bool BarPainter::isCrossed(StoredCell cell) const {
    const bool isNothing = m_content.isHidden(cell) && (*m_content.matrix)(cell.row, cell.column) == 0;
    return m_content.isDropped(cell) || (m_content.willBeDropped(cell) && !isNothing);
}

/// From the longest to the shortest.
QStringList BarPainter::textsOf(StoredCell cell) const {
    const QString key = m_content.columnLabels.shown(cell.column);
    const double weight = (*m_content.matrix)(cell.row, cell.column);
    const QString number = QString::fromStdString(display(weight, m_content.style.decimals.value_or(2)));
    if (!std::isfinite(weight))
        return {number};
    return {key + QLatin1Char(' ') + number, key};
}

/// The longest that has room; empty: none has.
QString BarPainter::textIn(const QRectF& rect, StoredCell cell) const {
    if (rect.height() < m_text.height() * 0.85)
        return {};
    for (const QString& text : textsOf(cell)) {
        if (m_text.horizontalAdvance(text) + m_theme.px(4) <= rect.width())
            return text;
    }
    return {};
}

/// Across all bars.
void BarPainter::drawLineAt(double weight) {
    const HeatmapMapping mapping = m_content.mapping();
    const QRectF all = m_heatmap.gridRect({0, 0}).united(m_heatmap.gridRect({mapping.rows - 1, 0}));
    const double place = m_places.at(weight);
    m_painter.setAntialiasing(false);
    m_painter.setPen(QPen(m_theme.colours().text, m_pixel));
    // A line at the far edge stays inside.
    const double inside = snapped(place) - (weight > 0 ? m_pixel : 0);
    if (m_places.upright)
        m_painter.drawLine(QPointF(all.left(), inside), QPointF(all.right(), inside));
    else
        m_painter.drawLine(QPointF(inside, all.top()), QPointF(inside, all.bottom()));
}

} // namespace

void drawBars(QCPPainter& painter, const MatrixHeatmap& heatmap) {
    BarPainter(painter, heatmap).draw();
}

namespace {

bool hasEntropy(const HeatmapContent& content, Index query) {
    const Index keys = content.matrix->cols();
    return !std::isnan(entropy_bits({content.matrix->data() + query * keys, static_cast<std::size_t>(keys)}));
}

/// What the numbers at the ends are, in the line of the axis names.
void drawEndsName(QCPPainter& painter, const MatrixHeatmap& heatmap) {
    const HeatmapMetrics& metrics = heatmap.metrics();
    const QFontMetricsF text(metrics.labelFont);
    const QString name = QCoreApplication::translate("WeightBars", "entropy, bits");
    const double width = text.horizontalAdvance(name);
    const double room = heatmap.viewport().width();
    if (text.horizontalAdvance(heatmap.axisLine()) + heatmap.theme().px(8) + width <= room)
        painter.drawText(QRectF(room - width - 1, metrics.titleHeight, width + 1, metrics.axisNamesHeight),
                         Qt::AlignLeft | Qt::AlignVCenter, name);
}

/// Under the bars, at the lines that are drawn through them.
void drawZeroAndOne(QCPPainter& painter, const MatrixHeatmap& heatmap) {
    const BarPlaces& places = heatmap.barPlaces();
    const QRectF last = heatmap.gridRect({heatmap.content().matrix->rows() - 1, 0});
    const double top =
        std::min(last.bottom(), heatmap.axisRect()->rect().bottom() + 1.0) + heatmap.theme().px(2);
    const double width = QFontMetricsF(heatmap.metrics().labelFont).horizontalAdvance(u'0');
    const auto draw = [&](double left, const QString& number) {
        painter.drawText(QRectF(left, top, width + 1, heatmap.metrics().barHeight),
                         Qt::AlignLeft | Qt::AlignVCenter, number);
    };
    const double zero = std::max(places.start, places.at(0) - width / 2);
    const double one = std::min(places.start + places.length - width, places.at(1) - width / 2);
    draw(zero, QStringLiteral("0"));
    if (one > zero + 1.5 * width)
        draw(one, QStringLiteral("1"));
}

} // namespace

void drawBarEnds(QCPPainter& painter, const MatrixHeatmap& heatmap) {
    const BarPlaces& places = heatmap.barPlaces();
    const HeatmapMetrics& metrics = heatmap.metrics();
    const QFontMetricsF text(metrics.labelFont);
    const QRectF area = heatmap.axisRect()->rect();
    bool saysEntropy = false;
    painter.setPen(heatmap.theme().colours().muted);
    const MatrixHeatmap::Part queries = places.upright ? heatmap.shownColumns() : heatmap.shownRows();
    for (Index query = queries.first; places.ends != BarPlaces::Ends::none && query <= queries.last;
         ++query) {
        const QRectF place = heatmap.barEndRect(query);
        const QRectF bar = heatmap.barRect(query);
        const bool inSight = places.upright
                                 ? area.left() <= bar.center().x() && bar.center().x() <= area.right()
                                 : area.top() <= bar.center().y() && place.bottom() <= area.bottom() + 2;
        if (!inSight)
            continue;
        saysEntropy = saysEntropy || hasEntropy(heatmap.content(), query);
        if (!heatmap.isPainted(place))
            continue;
        const QString whole = barEndText(heatmap.content(), query, places.briefEnds);
        const bool fits = text.horizontalAdvance(whole) <= place.width() + 1;
        const bool isUnder = places.ends == BarPlaces::Ends::under;
        const Qt::Alignment side = isUnder          ? Qt::AlignRight
                                   : places.upright ? Qt::AlignHCenter
                                                    : Qt::AlignLeft;
        painter.drawText(place, static_cast<int>((side | Qt::AlignVCenter).toInt()),
                         fits ? whole : barEndText(heatmap.content(), query, true));
    }
    if (places.briefEnds && saysEntropy)
        drawEndsName(painter, heatmap);
    if (!places.upright && metrics.barHeight > 0)
        drawZeroAndOne(painter, heatmap);
}

} // namespace lab
