// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/heatmap/heatmap_cells.h"

#include "core/base/covered.h"
#include "core/base/number_format.h"
#include "ui/look/theme.h"
#include "ui/plots/heatmap/bar_drawing.h"
#include "ui/plots/heatmap/cell_marks.h"
#include "ui/plots/heatmap/heatmap_change.h"
#include "ui/plots/heatmap/heatmap_motion.h"
#include "ui/plots/heatmap/matrix_heatmap.h"

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

constexpr double pooledBelow = 3;  // points per cell
constexpr Index imageSide = 4096;  // pixels
constexpr double ghostSize = 0.33; // of a cell's height
constexpr double leastGhost = 9;   // points
constexpr int ghostAlpha = 170;
/// Cells of vector files overlap by this much: viewers show a hairline between rectangles that only touch.
constexpr double overlap = 0.5;

/// The edges of the shown cells, including the far edge of the last one.
std::vector<double> edges(const QCPAxis& axis, const MatrixHeatmap::Part& part) {
    std::vector<double> places;
    for (Index i = part.first; i <= part.last + 1; ++i)
        places.push_back(axis.coordToPixel(static_cast<double>(i) - 0.5));
    return places;
}

/// The same in pixels of an image of `size` that begins at `origin`, with `scale` pixels per point.
RasterAxis raster(const QCPAxis& axis, const MatrixHeatmap::Part& part, double origin, double scale,
                  double gap, int size) {
    const std::vector<double> places = edges(axis, part);
    const auto pixel = [&](double place) {
        return std::clamp(static_cast<int>(std::floor(place * scale - origin + 0.5)), 0, size);
    };
    RasterAxis result{part.first, {}};
    for (std::size_t i = 0; i + 1 < places.size(); ++i)
        result.spans.push_back({pixel(places[i]), pixel(places[i + 1] - gap)});
    return result;
}

/// The same for cells smaller than pixels: each cell gets every pixel it touches.
RasterAxis pooledRaster(const QCPAxis& axis, const MatrixHeatmap::Part& part, double origin, double scale,
                        int size) {
    const std::vector<double> places = edges(axis, part);
    const auto pixel = [&](double place) { return static_cast<int>(place * scale - origin); };
    RasterAxis result{part.first, {}};
    for (std::size_t i = 0; i + 1 < places.size(); ++i)
        result.spans.push_back(
            {std::clamp(pixel(places[i]), 0, size), std::clamp(pixel(places[i + 1]) + 1, 0, size)});
    return result;
}

} // namespace

HeatmapCells::HeatmapCells(MatrixHeatmap& heatmap)
    : QCPAbstractPlottable(heatmap.xAxis, heatmap.yAxis), m_heatmap(heatmap) {}

double HeatmapCells::selectTest(const QPointF& /*pos*/, bool /*onlySelectable*/,
                                QVariant* /*details*/) const {
    return -1; // cells are inspected through the heatmap, not selected by the plot
}

QCPRange HeatmapCells::getKeyRange(bool& foundRange, QCP::SignDomain /*inSignDomain*/) const {
    foundRange = true;
    return {-0.5, static_cast<double>(m_heatmap.content().mapping().shownColumns()) - 0.5};
}

QCPRange HeatmapCells::getValueRange(bool& foundRange, QCP::SignDomain /*inSignDomain*/,
                                     const QCPRange& /*inKeyRange*/) const {
    foundRange = true;
    return {-0.5, static_cast<double>(m_heatmap.content().mapping().shownRows()) - 0.5};
}

void HeatmapCells::draw(QCPPainter* painter) {
    if (!m_heatmap.content().matrix || m_heatmap.content().matrix->size() == 0)
        return;
    if (m_heatmap.showsBars())
        return drawBars(*painter, m_heatmap);
    // A vector drawing may be enlarged, which would blur pixels.
    const bool vector = painter->modes().testFlag(QCPPainter::pmVectorized);
    if (vector && m_heatmap.form().cellsAsImage && m_heatmap.content().matrix->size() > manyCells)
        drawAsImage(painter);
    else if (arePixels() && !vector)
        drawPixels(painter, arePooled());
    else
        drawCells(painter);
    drawOverridden(painter);
    drawGhosts(painter);
}

/// Marks each overridden cell with a filled corner, or with a frame where a corner would be too small.
void HeatmapCells::drawOverridden(QCPPainter* painter) const {
    const HeatmapContent& content = m_heatmap.content();
    const Theme& theme = m_heatmap.theme();
    const ColourScale scale = m_heatmap.scale();
    const HeatmapMapping mapping = content.mapping();
    const MatrixHeatmap::Part columns = m_heatmap.paintedColumns();
    const MatrixHeatmap::Part rows = m_heatmap.paintedRows();
    painter->setAntialiasing(true);
    for (const StoredCell& cell : content.overridden) {
        const ShownCell shown = mapping.shown(cell);
        if (cell.row >= mapping.rows || cell.column >= mapping.columns || shown.x < columns.first ||
            shown.x > columns.last || shown.y < rows.first || shown.y > rows.last)
            continue;
        QRectF rect = m_heatmap.gridRect(cell);
        const double space = gap(rect.size());
        const bool roomy = isRoomy(rect.size());
        rect.adjust(0, 0, -space, -space);
        paintOverrideMark(*painter, theme, rect, roomy,
                          content.isHidden(cell) ? theme.colours().text : textOn(fillOf(cell, scale)));
    }
}

bool HeatmapCells::arePooled() const {
    const QSizeF cell = m_heatmap.gridRect({0, 0}).size();
    return std::min(cell.width(), cell.height()) < pooledBelow;
}

bool HeatmapCells::arePixels() const {
    if (!m_heatmap.content().matrix || m_heatmap.content().matrix->size() == 0 || m_heatmap.showsBars())
        return false;
    const QSizeF cell = m_heatmap.gridRect({0, 0}).size();
    return arePooled() || (!isRoomy(cell) && !saysNumbers(cell.height() - gap(cell)));
}

bool HeatmapCells::isRoomy(const QSizeF& cell) const {
    const double room = m_heatmap.theme().px(16);
    return cell.height() >= room && cell.width() >= room;
}

double HeatmapCells::gap(const QSizeF& cell) const {
    const Theme& theme = m_heatmap.theme();
    if (isRoomy(cell))
        return theme.px(2);
    return !m_heatmap.form().seamless && cell.height() >= theme.px(6) ? 1 : 0;
}

bool HeatmapCells::saysNumbers(double height) const {
    const HeatmapMetrics& metrics = m_heatmap.metrics();
    return !isColourOnly(metrics.density) && height >= QFontMetricsF(metrics.numberFont).height() * 0.85;
}

RasterLook HeatmapCells::rasterLook(double scale) const {
    const Theme& theme = m_heatmap.theme();
    RasterLook look;
    look.onDark = theme.colours().dark;
    look.highest = m_heatmap.scale().highest();
    look.hidden = theme.colours().hidden.rgb();
    look.hatch = theme.colours().hatch.rgb();
    look.covered = (m_heatmap.form().boxes ? QColor(Qt::white) : coveredColour()).rgb();
    look.between = m_heatmap.background().rgba();
    look.panel = theme.colours().panel.rgb();
    look.frame = theme.colours().border.rgb();
    look.hatchStep = theme.px(hatchStep) * scale;
    look.hatchWidth = theme.px(hatchWidth) * scale;
    look.outline = static_cast<int>(std::lround(theme.px(changeOutline) * scale));
    return look;
}

void HeatmapCells::drawAsImage(QCPPainter* painter) const {
    const HeatmapMapping mapping = m_heatmap.content().mapping();
    const Index columns = mapping.shownColumns();
    const Index rows = mapping.shownRows();
    // Enough pixels per cell that viewers do not blur it, but no more than keeps the file small.
    const int side = static_cast<int>(std::clamp<Index>(imageSide / std::max(columns, rows), 1, 8));
    const auto axis = [side](Index count) {
        RasterAxis result;
        for (int i = 0; i < static_cast<int>(count); ++i)
            result.spans.push_back({i * side, (i + 1) * side});
        return result;
    };
    const QRectF first = m_heatmap.gridRect(mapping.stored({0, 0}));
    const QRectF place = first.united(m_heatmap.gridRect(mapping.stored({columns - 1, rows - 1})));
    const QImage image = rasterCells(m_heatmap.content(), axis(columns), axis(rows),
                                     QSize(static_cast<int>(columns), static_cast<int>(rows)) * side,
                                     rasterLook(side / first.width()));
    painter->drawImage(place, image);
}

void HeatmapCells::drawPixels(QCPPainter* painter, bool pooled) const {
    const HeatmapContent& content = m_heatmap.content();
    painter->setAntialiasing(false);
    const QTransform device = painter->deviceTransform();
    const double scale = device.m11();
    const QRect area = device.mapRect(m_heatmap.paintedCells()).toAlignedRect();
    const QSize size = area.size().expandedTo({1, 1});
    const QPointF origin(area.left() - device.dx(), area.top() - device.dy());
    RasterLook look = rasterLook(scale);
    look.hatchPhase = origin.x() + origin.y() + 1;
    const QCPAxis& x = *m_heatmap.xAxis;
    const QCPAxis& y = *m_heatmap.yAxis;
    const MatrixHeatmap::Part columns = m_heatmap.paintedColumns();
    const MatrixHeatmap::Part rows = m_heatmap.paintedRows();
    const double space = gap(m_heatmap.gridRect({0, 0}).size());
    const QImage image =
        pooled ? pooledCells(content, pooledRaster(x, columns, origin.x(), scale, size.width()),
                             pooledRaster(y, rows, origin.y(), scale, size.height()), size, look)
               : rasterCells(content, raster(x, columns, origin.x(), scale, space, size.width()),
                             raster(y, rows, origin.y(), scale, space, size.height()), size, look);
    // Map image pixels 1:1 to device pixels, whatever the painter's scale is.
    painter->save();
    painter->setWorldTransform(QTransform::fromTranslate(area.left(), area.top()) * device.inverted() *
                               painter->worldTransform());
    painter->drawImage(QPoint(0, 0), image);
    painter->restore();
}

void HeatmapCells::drawCells(QCPPainter* painter) const {
    const HeatmapContent& content = m_heatmap.content();
    const Theme& theme = m_heatmap.theme();
    const ColourScale scale = m_heatmap.scale();
    const HeatmapChange change(content);
    const HeatmapMapping mapping = content.mapping();
    const MatrixHeatmap::Part columns = m_heatmap.paintedColumns();
    const MatrixHeatmap::Part rows = m_heatmap.paintedRows();
    const std::vector<double> xs = edges(*m_heatmap.xAxis, columns);
    const std::vector<double> ys = edges(*m_heatmap.yAxis, rows);
    const QSizeF size = m_heatmap.gridRect({0, 0}).size();
    const double space = gap(size);
    const bool vector = painter->modes().testFlag(QCPPainter::pmVectorized);
    const double radius = isRoomy(size) && !vector ? theme.px(3) : 0; // plain rectangles in vector files
    const double reach = vector && space == 0 ? overlap : 0;
    const bool numbers = saysNumbers(size.height() - space);
    painter->setFont(m_heatmap.metrics().numberFont);
    painter->setAntialiasing(radius > 0);
    const QTransform device = painter->deviceTransform();
    const QTransform back = device.inverted();
    const auto snapped = [&](const QRectF& rect) { // to whole pixels, for sharp edges
        return vector ? rect : back.mapRect(QRectF(device.mapRect(rect).toRect()));
    };
    for (Index y = rows.first; y <= rows.last && m_heatmap.reportProgress(columns.last - columns.first + 1);
         ++y) {
        for (Index x = columns.first; x <= columns.last; ++x) {
            const StoredCell cell = mapping.stored({x, y});
            const auto i = static_cast<std::size_t>(x - columns.first);
            const auto j = static_cast<std::size_t>(y - rows.first);
            const QRectF rect = snapped(
                {QPointF(xs[i], ys[j]), QPointF(xs[i + 1] - space + reach, ys[j + 1] - space + reach)});
            if (!m_heatmap.isPainted(rect))
                continue;
            if (m_heatmap.form().boxes && is_covered((*content.matrix)(cell.row, cell.column))) {
                drawBox(painter, rect);
                continue;
            }
            if (content.isAny(cell)) {
                drawAny(painter, rect, radius);
                continue;
            }
            const QColor fill = fillOf(cell, scale);
            painter->setPen(Qt::NoPen);
            painter->setBrush(fill);
            painter->drawRoundedRect(rect, radius, radius);
            if (content.isHidden(cell))
                paintHatch(*painter, theme, rect);
            if (content.isDropped(cell)) // which says that it is 0
                drawCross(painter, rect, fill);
            else if (numbers)
                drawNumber(painter, cell, rect, fill);
            if (isRoomy(size) && !content.isHidden(cell) &&
                scale.isBeyond((*content.matrix)(cell.row, cell.column)))
                drawBeyond(painter, rect, fill);
            if (const double share = change(cell); share != 0)
                paintChange(*painter, theme, rect, isRoomy(rect.size()), radius, share, textOn(fill));
        }
    }
}

std::optional<QFont> HeatmapCells::ghostFont() const {
    if (!m_heatmap.content().matrix || m_heatmap.content().matrix->size() == 0 || m_heatmap.showsBars())
        return std::nullopt;
    const QSizeF cell = m_heatmap.gridRect({0, 0}).size();
    const double height = cell.height() - gap(cell);
    const int pixels = static_cast<int>(height * ghostSize);
    if (!isRoomy(cell) || !saysNumbers(height) || pixels < m_heatmap.theme().px(leastGhost))
        return std::nullopt;
    QFont font = m_heatmap.metrics().numberFont;
    font.setPixelSize(pixels);
    font.setStrikeOut(true);
    return font;
}

/// What a drag has changed, for a moment: the old number, small and struck through, beside its wedge.
void HeatmapCells::drawGhosts(QCPPainter* painter) const {
    const HeatmapMotion* motion = m_heatmap.motion();
    const auto font = motion && !motion->ghosts().empty() ? ghostFont() : std::nullopt;
    if (!font)
        return;
    const HeatmapMetrics& metrics = m_heatmap.metrics();
    const HeatmapContent& content = m_heatmap.content();
    const ColourScale scale = m_heatmap.scale();
    painter->setAntialiasing(true);
    painter->setFont(*font);
    for (const Ghost& ghost : motion->ghosts()) {
        QRectF rect = m_heatmap.gridRect(ghost.cell);
        if (!m_heatmap.isPainted(rect) || !rect.intersects(m_heatmap.paintedCells()))
            continue;
        rect.adjust(0, 0, -gap(rect.size()), -gap(rect.size()));
        const QString text = QString::fromStdString(display(ghost.number, metrics.decimals));
        const QString now = QString::fromStdString(
            display((*content.matrix)(ghost.cell.row, ghost.cell.column), metrics.decimals));
        const QRectF place = ghostPlace(rect);
        if (text == now || QFontMetricsF(*font).horizontalAdvance(text) > place.width())
            continue;
        QColor ink = textOn(fillOf(ghost.cell, scale));
        ink.setAlphaF(static_cast<float>(motion->strength()));
        paintChange(*painter, m_heatmap.theme(), rect, true, 0, ghost.share, ink);
        ink.setAlpha(static_cast<int>(ghostAlpha * motion->strength()));
        painter->setPen(ink);
        painter->drawText(place, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, text);
    }
}

/// A line under a number that the colours cannot tell from the end of their range.
void HeatmapCells::drawBeyond(QCPPainter* painter, const QRectF& rect, const QColor& on) const {
    const double height = m_heatmap.theme().px(2);
    const double inset = rect.width() / 4;
    painter->setPen(Qt::NoPen);
    painter->setBrush(textOn(on));
    painter->drawRect(
        QRectF(rect.left() + inset, rect.bottom() - 1.5 * height, rect.width() - 2 * inset, height));
}

/// No colour, which would be a number's.
void HeatmapCells::drawAny(QCPPainter* painter, const QRectF& rect, double radius) const {
    const double line = m_heatmap.theme().px(1);
    painter->setPen(
        QPen(m_heatmap.theme().colours().border, line, radius > 0 ? Qt::DashLine : Qt::SolidLine));
    painter->setBrush(Qt::NoBrush);
    painter->drawRoundedRect(rect.adjusted(line / 2, line / 2, -line / 2, -line / 2), radius, radius);
}

void HeatmapCells::drawBox(QCPPainter* painter, const QRectF& rect) const {
    const double line = m_heatmap.theme().px(1);
    painter->setPen(QPen(m_heatmap.theme().colours().muted, line));
    painter->setBrush(Qt::white);
    painter->drawRect(rect.adjusted(line / 2, line / 2, -line / 2, -line / 2));
}

/// Slanted lines need smooth edges, unlike plain cells.
void HeatmapCells::drawCross(QCPPainter* painter, const QRectF& rect, const QColor& on) const {
    const bool wasSmooth = painter->testRenderHint(QPainter::Antialiasing);
    painter->setAntialiasing(true);
    paintCross(*painter, m_heatmap.theme(), rect, textOn(on));
    painter->setAntialiasing(wasSmooth);
}

QColor HeatmapCells::fillOf(StoredCell cell, const ColourScale& scale) const {
    const HeatmapContent& content = m_heatmap.content();
    if (content.isHidden(cell))
        return m_heatmap.theme().colours().hidden;
    const double value = (*content.matrix)(cell.row, cell.column);
    const QColor fill = std::isfinite(value) ? scale.colour(value) : offScaleColour(value);
    const bool isPale = content.wantedOf(cell) == HeatmapContent::the_rest;
    return isPale ? QColor::fromRgb(paler(fill.rgb(), m_heatmap.theme().colours().panel.rgb())) : fill;
}

void HeatmapCells::drawNumber(QCPPainter* painter, StoredCell cell, const QRectF& rect,
                              const QColor& fill) const {
    const HeatmapContent& content = m_heatmap.content();
    const HeatmapMetrics& metrics = m_heatmap.metrics();
    const bool hidden = content.isHidden(cell);
    const double value = (*content.matrix)(cell.row, cell.column);
    const QString text =
        hidden && value == 0 ? QStringLiteral("0") : QString::fromStdString(display(value, metrics.decimals));
    if (QFontMetricsF(metrics.numberFont).horizontalAdvance(text) > rect.width())
        return;
    painter->setPen(hidden ? m_heatmap.theme().colours().muted : textOn(fill));
    painter->drawText(rect, Qt::AlignCenter, text);
}

} // namespace lab
