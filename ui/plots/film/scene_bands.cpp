// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/film/scene_bands.h"

#include "core/number_format.h"
#include "ui/look/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

constexpr int barDecimals = 2;
constexpr double numberRoom = 48; // points, beside a bar that lies

/// The largest and smallest finite value, with 0.
std::pair<double, double> extent(const SceneBand& band) {
    double low = 0, high = 0;
    for (const double value : band.values) {
        if (!std::isfinite(value))
            continue;
        low = std::min(low, value);
        high = std::max(high, value);
    }
    return {low, high};
}

class BandPainter {
public:
    BandPainter(QPainter& painter, const SceneContent& content, const SceneGeometry& geometry,
                const Theme& theme)
        : m_painter(painter), m_content(content), m_geometry(geometry), m_theme(theme),
          m_result(content.panels.front()) {}

    void paint(const SceneBand& band, const QRectF& room, double fade) const {
        paintName(band, room);
        const auto [low, high] = extent(band);
        const double span = high - low > 0 ? high - low : 1;
        const SceneGeometry::Window window = m_geometry.window(m_result);
        const Index first = m_content.transposed ? window.y : window.x;
        const Index count = m_content.transposed ? window.rows : window.columns;
        for (Index i = first; i < first + count; ++i) {
            const bool isKnown = i < band.known;
            const bool isNew = i == band.known - 1 && band.isWeights;
            m_painter.setOpacity(isNew ? fade : 1);
            const QRectF place = placeOf(i, room);
            if (isKnown)
                paintBar(band.values[static_cast<std::size_t>(i)], place, low, span, band.isWeights);
            else
                paintEmpty(place);
            m_painter.setOpacity(1);
        }
    }

private:
    QRectF placeOf(Index key, const QRectF& room) const {
        const QRectF cell = m_geometry.shownRect(
            m_result, m_content.transposed ? ShownCell{m_geometry.window(m_result).x, key}
                                           : ShownCell{key, m_geometry.window(m_result).y});
        const double gap = m_theme.px(2);
        return m_content.transposed ? QRectF(room.left(), cell.top(), room.width(), cell.height() - gap)
                                    : QRectF(cell.left(), room.top(), cell.width() - gap, room.height());
    }

    void paintName(const SceneBand& band, const QRectF& room) const {
        const QFont font = m_theme.font(TextRole::small);
        const QFontMetricsF metrics(font);
        m_painter.setFont(font);
        m_painter.setPen(m_theme.colours().muted);
        if (m_content.transposed) {
            const QRectF place(room.left(), room.top() - 3 * metrics.height(), room.width(),
                               3 * metrics.height());
            m_painter.drawText(place, Qt::AlignLeft | Qt::AlignBottom | Qt::TextWordWrap, band.name);
            return;
        }
        const double width = std::max<double>(room.left() - m_theme.px(8) - m_left, 0);
        m_painter.drawText(QRectF(m_left, room.top(), width, room.height()),
                           Qt::AlignRight | Qt::AlignVCenter | Qt::TextWordWrap, band.name);
    }

    void paintEmpty(const QRectF& place) const {
        m_painter.setPen(QPen(m_theme.colours().border, 1, Qt::DashLine));
        const QRectF line = m_content.transposed ? QRectF(place.left(), place.top(), 0, place.height())
                                                 : QRectF(place.left(), place.bottom(), place.width(), 0);
        m_painter.drawLine(line.topLeft(), line.bottomRight());
    }

    void paintBar(double value, const QRectF& place, double low, double span, bool isWeight) const {
        const QFont font = m_theme.font(TextRole::small);
        const double textHeight = QFontMetricsF(font).height();
        const bool isFinite = std::isfinite(value);
        const bool across = m_content.transposed;
        const double length = across ? place.width() - m_theme.px(numberRoom) : place.height() - textHeight;
        const double from = (std::min(value, 0.0) - low) / span * length;
        const double to = (std::max(value, 0.0) - low) / span * length;
        const double zero = -low / span * length;
        QRectF bar;
        if (across)
            bar = {place.left() + from, place.top() + place.height() * 0.2, to - from, place.height() * 0.6};
        else
            bar = {place.left() + place.width() * 0.15, place.bottom() - to, place.width() * 0.7, to - from};
        const Colours& colours = m_theme.colours();
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(isWeight ? colours.accent : colours.muted);
        if (isFinite)
            m_painter.drawRect(bar);
        m_painter.setPen(QPen(colours.border, 1));
        if (across)
            m_painter.drawLine(QPointF(place.left() + zero, place.top()),
                               QPointF(place.left() + zero, place.bottom()));
        else
            m_painter.drawLine(QPointF(place.left(), place.bottom() - zero),
                               QPointF(place.right(), place.bottom() - zero));
        const QString text = QString::fromStdString(display(value, barDecimals));
        if (QFontMetricsF(font).horizontalAdvance(text) > (across ? m_theme.px(numberRoom) : place.width()))
            return;
        m_painter.setFont(font);
        m_painter.setPen(colours.text);
        if (across)
            m_painter.drawText(QRectF(place.left() + to + m_theme.px(2), place.top(), m_theme.px(numberRoom),
                                      place.height()),
                               Qt::AlignLeft | Qt::AlignVCenter, text);
        else
            m_painter.drawText(QRectF(place.left(), place.bottom() - (isFinite ? to : 0) - textHeight,
                                      place.width(), textHeight),
                               Qt::AlignCenter, text);
    }

public:
    double m_left = 0; ///< where names begin

private:
    QPainter& m_painter;
    const SceneContent& m_content;
    const SceneGeometry& m_geometry;
    const Theme& m_theme;
    const ScenePanel& m_result;
};

} // namespace

void drawBands(QPainter& painter, const SceneContent& content, const SceneGeometry& geometry,
               const Theme& theme, double fade) {
    if (geometry.bandRoom() == 0 || content.bandCount == 0)
        return;
    const QRectF all = geometry.bands();
    const auto room = static_cast<double>(geometry.bandRoom());
    // Where not all have room, the last ones are shown.
    const auto count = static_cast<Index>(content.bands.size());
    const Index skipped = std::max<Index>(count - geometry.bandRoom(), 0);
    BandPainter bands(painter, content, geometry, theme);
    for (const ScenePanel& panel : content.panels) {
        if (panel.slot == SceneSlot::left)
            bands.m_left = geometry.area(panel).left() - geometry.labelWidth(panel);
    }
    const double gap = theme.px(4);
    for (Index i = skipped; i < count; ++i) {
        const auto at = static_cast<double>(i - skipped) / room;
        const QRectF place =
            content.transposed
                ? QRectF(all.left() + at * all.width(), all.top(), all.width() / room - gap, all.height())
                : QRectF(all.left(), all.top() + at * all.height(), all.width(), all.height() / room - gap);
        const bool isLast = i == count - 1;
        bands.paint(content.bands[static_cast<std::size_t>(i)], place, isLast ? fade : 1);
    }
}

} // namespace lab
