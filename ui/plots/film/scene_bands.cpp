// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/film/scene_bands.h"

#include "core/base/number_format.h"
#include "ui/look/theme.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

constexpr int barDecimals = 2;
// In points.
constexpr double numberRoom = 48; // beside a bar that lies
constexpr double shortestBar = 8; // of the longest one; shorter ones leave their room to it, without numbers

/// Share of a motion's time in which another row's bars go.
constexpr double rowGoes = 0.15;

class SceneBandsText {
    Q_DECLARE_TR_FUNCTIONS(SceneBands)
};

/// How far something has appeared that appears only in the last fifth of a motion.
double late(double share) {
    return std::clamp((share - 0.8) / 0.2, 0.0, 1.0);
}

/// Where the bands lie.
class BandRooms {
public:
    BandRooms(const SceneContent& content, const SceneGeometry& geometry, const Theme& theme)
        : m_content(content), m_geometry(geometry), m_theme(theme), m_result(content.panels.front()),
          m_count(content.bands.size()) {}

    void setCount(std::size_t bands) { m_count = bands; }

    /// How many bands at the beginning are left out, because only the last ones have room.
    std::size_t skipped() const {
        const auto room = static_cast<std::size_t>(m_geometry.bandRoom());
        return m_count > room ? m_count - room : 0;
    }

    QRectF roomOf(std::size_t band) const {
        const QRectF all = m_geometry.bands();
        const auto count = static_cast<double>(m_geometry.bandRoom());
        const double at = static_cast<double>(band - skipped()) / count, gap = m_theme.px(4);
        return m_content.transposed
                   ? QRectF(all.left() + at * all.width(), all.top(), all.width() / count - gap, all.height())
                   : QRectF(all.left(), all.top() + at * all.height(), all.width(),
                            all.height() / count - gap);
    }

    /// The keys in sight.
    std::pair<Index, Index> keys() const {
        const SceneGeometry::Window window = m_geometry.window(m_result);
        return m_content.transposed ? std::pair(window.y, window.rows) : std::pair(window.x, window.columns);
    }

    QRectF sinkPlace(const QRectF& room) const { return m_geometry.sinkPlace(room); }

    QRectF placeOf(Index key, const QRectF& room) const {
        const SceneGeometry::Window window = m_geometry.window(m_result);
        const QRectF cell = m_geometry.shownRect(m_result, m_content.transposed ? ShownCell{window.x, key}
                                                                                : ShownCell{key, window.y});
        const double gap = m_theme.px(2);
        return m_content.transposed ? QRectF(room.left(), cell.top(), room.width(), cell.height() - gap)
                                    : QRectF(cell.left(), room.top(), cell.width() - gap, room.height());
    }

private:
    const SceneContent& m_content;
    const SceneGeometry& m_geometry;
    const Theme& m_theme;
    const ScenePanel& m_result;
    std::size_t m_count;
};

class BandPainter {
public:
    BandPainter(QPainter& painter, const SceneContent& content, const SceneGeometry& geometry,
                const Theme& theme, const BandMotion* motion)
        : m_painter(painter), m_content(content), m_theme(theme), m_colours(theme.colours()),
          m_font(geometry.isTurned() ? geometry.labelFont() : theme.font(TextRole::small)), m_metrics(m_font),
          m_rooms(content, geometry, theme), m_motion(motion), m_namesFrom(geometry.room().left()) {
        for (const ScenePanel& panel : content.panels) {
            if (panel.slot == SceneSlot::left && !content.transposed)
                m_namesFrom = geometry.area(panel).left() - geometry.labelWidth(panel);
        }
    }

    /// All that have room. The bars of the row before make room for those of a new one.
    void paint() {
        const bool isOtherRow = m_motion && !m_motion->isSameRow && m_motion->named < rowGoes;
        if (isOtherRow) {
            const BandMotion* motion = std::exchange(m_motion, nullptr);
            m_opacity = 1 - motion->named / rowGoes;
            paint(motion->before);
            m_motion = motion;
            m_opacity = 1;
        }
        paint(m_content.bands);
    }

private:
    void paint(const std::vector<SceneBand>& bands) {
        m_bands = &bands;
        m_rooms.setCount(bands.size());
        for (std::size_t i = m_rooms.skipped(); i < bands.size(); ++i)
            paint(i);
    }

    void paint(std::size_t index) {
        const SceneBand& band = (*m_bands)[index];
        const double grown = m_motion ? m_motion->grownAt(index) : 1;
        const SceneBand* before = m_motion && m_motion->isSameRow && index < m_motion->before.size()
                                      ? &m_motion->before[index]
                                      : nullptr;
        if (!before && grown <= 0)
            return;
        const QRectF room = m_rooms.roomOf(index);
        m_leftOut = index == m_rooms.skipped() ? index : 0;
        paintNames(band, before, room, before && m_motion ? m_motion->named : grown);
        const Index knownBefore = before ? before->known : 0;
        const auto [first, count] = m_rooms.keys();
        for (Index key = first; key < first + count; ++key) {
            const QRectF place = m_rooms.placeOf(key, room);
            const bool isNew = key < band.known && key >= knownBefore && grown < 1;
            if (key >= band.known || (isNew && before))
                paintEmpty(place, before ? 1 : grown);
            if (isNew && grown > 0)
                paintGrowing(index, key, place, grown);
            else if (key < band.known && !isNew)
                paintBar(band, band.values[static_cast<std::size_t>(key)], place);
        }
        const bool isWhole = band.known == static_cast<Index>(band.values.size());
        if (band.sink && isWhole && (before || grown >= 1))
            paintBar(band, *band.sink, m_rooms.sinkPlace(room));
    }

    struct Bar {
        QRectF rect;      ///< empty for a number that is not finite
        QPointF from, to; ///< of the line at 0
        QRectF number;    ///< empty: it has no room
    };

    bool hasNumbers(const QRectF& place) const {
        const bool across = m_content.transposed;
        return across ? place.width() >= m_theme.px(numberRoom + shortestBar)
                      : place.height() >= m_metrics.height() + m_theme.px(shortestBar);
    }

    Bar barOf(const SceneBand& band, double value, const QRectF& place) const {
        const bool across = m_content.transposed;
        if (band.isCovered())
            return coveredBar(place);
        const bool isFinite = std::isfinite(value);
        const double span =
            band.scale.highest - band.scale.lowest > 0 ? band.scale.highest - band.scale.lowest : 1;
        const double textRoom = !hasNumbers(place) ? 0 : across ? m_theme.px(numberRoom) : m_metrics.height();
        const double length = (across ? place.width() : place.height()) - textRoom;
        const auto along = [&](double number) { return (number - band.scale.lowest) / span * length; };
        const double zero = along(0);
        const double start = isFinite ? along(std::min(value, 0.0)) : zero;
        const double end = isFinite ? along(std::max(value, 0.0)) : zero;
        Bar bar;
        if (across) {
            bar.rect = {place.left() + start, place.top() + place.height() * 0.2, end - start,
                        place.height() * 0.6};
            bar.from = {place.left() + zero, place.top()};
            bar.to = {place.left() + zero, place.bottom()};
            if (textRoom > 0)
                bar.number = {place.left() + end + m_theme.px(2), place.top(), textRoom, place.height()};
        } else {
            bar.rect = {place.left() + place.width() * 0.15, place.bottom() - end, place.width() * 0.7,
                        end - start};
            bar.from = {place.left(), place.bottom() - zero};
            bar.to = {place.right(), place.bottom() - zero};
            if (textRoom > 0)
                bar.number = {place.left(), place.bottom() - end - textRoom, place.width(), textRoom};
        }
        return bar;
    }

    /// A covered band has no bar lengths to show. The “?” stands in the middle and stays there until all of
    /// the band's numbers are known.
    Bar coveredBar(const QRectF& place) const {
        const bool across = m_content.transposed;
        Bar bar;
        bar.from = across ? place.topLeft() : place.bottomLeft();
        bar.to = across ? place.bottomLeft() : place.bottomRight();
        if (hasNumbers(place))
            bar.number = across ? place.adjusted(m_theme.px(2), 0, 0, 0) : place;
        return bar;
    }

    /// The old name, and the new one as far as it has appeared.
    void paintNames(const SceneBand& band, const SceneBand* before, const QRectF& room, double share) {
        const bool isOther = before && before->name != band.name;
        if (isOther)
            paintName(*before, room, 1 - share);
        paintName(band, room, !before || isOther ? share : 1);
    }

    void paintName(const SceneBand& band, const QRectF& room, double opacity) {
        if (opacity <= 0)
            return;
        m_painter.setOpacity(m_opacity * opacity);
        m_painter.setFont(m_font);
        m_painter.setPen(m_colours.muted);
        const auto number = [](double value) { return QString::fromStdString(display(value, barDecimals)); };
        // The line is there anyway, so that the name keeps its place.
        const QString scale = band.isCovered()
                                  ? QStringLiteral(" ")
                                  : SceneBandsText::tr("%1 to %2", "the range of a scale")
                                        .arg(number(band.scale.lowest), number(band.scale.highest));
        const QString leftOut =
            m_leftOut > 0 ? SceneBandsText::tr("left out: %1 before").arg(m_leftOut) + '\n' : QString();
        if (m_content.transposed) {
            const QRectF place(room.left(), room.top() - 4 * m_metrics.height(), room.width(),
                               4 * m_metrics.height());
            m_painter.drawText(place, Qt::AlignLeft | Qt::AlignBottom | Qt::TextWordWrap | Qt::TextDontClip,
                               leftOut + band.name + '\n' + scale);
        } else {
            const double width = std::max<double>(room.left() - m_theme.px(8) - m_namesFrom, 0);
            const QRectF place(m_namesFrom, room.top(), width, room.height());
            constexpr int flags = Qt::AlignRight | Qt::AlignVCenter | Qt::TextWordWrap;
            const auto fits = [&](const QString& text) {
                return m_metrics.boundingRect(place, flags, text).height() <= place.height() + m_theme.px(4);
            };
            const QString both = leftOut + band.name + '\n' + scale;
            const QString name = leftOut + band.name;
            const QString line = QString(name).replace('\n', QStringLiteral(" · "));
            const QString text = fits(both)   ? both
                                 : fits(name) ? name
                                 : fits(line) ? line
                                              : m_metrics.elidedText(line, Qt::ElideRight, width);
            m_painter.drawText(place, flags | Qt::TextDontClip, text);
        }
        m_painter.setOpacity(m_opacity);
    }

    void paintEmpty(const QRectF& place, double opacity) {
        m_painter.setOpacity(m_opacity * opacity);
        m_painter.setPen(QPen(m_colours.border, 1, Qt::DashLine));
        const QRectF line = m_content.transposed ? QRectF(place.left(), place.top(), 0, place.height())
                                                 : QRectF(place.left(), place.bottom(), place.width(), 0);
        m_painter.drawLine(line.topLeft(), line.bottomRight());
        m_painter.setOpacity(m_opacity);
    }

    void paintBar(const SceneBand& band, double value, const QRectF& place) {
        m_painter.setOpacity(m_opacity);
        const Bar bar = barOf(band, value, place);
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(band.isWeights ? m_colours.accent : m_colours.muted);
        m_painter.drawRect(bar.rect);
        m_painter.setPen(QPen(m_colours.border, 1));
        m_painter.drawLine(bar.from, bar.to);
        paintNumber(value, bar.number, 1);
    }

    /// Out of the bar of the band before, or out of nothing.
    void paintGrowing(std::size_t index, Index key, const QRectF& place, double grown) {
        const SceneBand& band = (*m_bands)[index];
        const double value = band.values[static_cast<std::size_t>(key)];
        const Bar bar = barOf(band, value, place);
        QRectF from = bar.rect;
        if (index > m_rooms.skipped()) {
            const SceneBand& last = (*m_bands)[index - 1];
            from = barOf(last, last.values[static_cast<std::size_t>(key)],
                         m_rooms.placeOf(key, m_rooms.roomOf(index - 1)))
                       .rect;
        } else if (m_content.transposed) { // from the line at 0
            from.setX(bar.from.x());
            from.setWidth(0);
        } else {
            from.setY(bar.from.y());
            from.setHeight(0);
        }
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(band.isWeights ? m_colours.accent : m_colours.muted);
        m_painter.drawRect(onTheWay(from, bar.rect, grown));
        m_painter.setOpacity(m_opacity * late(grown));
        m_painter.setPen(QPen(m_colours.border, 1));
        m_painter.drawLine(bar.from, bar.to);
        paintNumber(value, bar.number, late(grown));
    }

    void paintNumber(double value, const QRectF& room, double opacity) {
        const QString text = QString::fromStdString(display(value, barDecimals));
        if (!room.isEmpty() && m_metrics.horizontalAdvance(text) <= room.width()) {
            m_painter.setOpacity(m_opacity * opacity);
            m_painter.setFont(m_font);
            m_painter.setPen(m_colours.text);
            m_painter.drawText(
                room, m_content.transposed ? int(Qt::AlignLeft | Qt::AlignVCenter) : int(Qt::AlignCenter),
                text);
        }
        m_painter.setOpacity(m_opacity);
    }

    QPainter& m_painter;
    const SceneContent& m_content;
    const Theme& m_theme;
    const Colours& m_colours;
    QFont m_font;
    QFontMetricsF m_metrics;
    BandRooms m_rooms;
    const BandMotion* m_motion;
    const std::vector<SceneBand>* m_bands = nullptr;
    double m_opacity = 1;
    std::size_t m_leftOut = 0; ///< bands before the one that is painted, if it is the first in sight
    double m_namesFrom;
};

} // namespace

void drawBands(QPainter& painter, const SceneContent& content, const SceneGeometry& geometry,
               const Theme& theme, const SceneLook& look) {
    if (geometry.bandRoom() == 0 || content.bandCount == 0)
        return;
    painter.save();
    BandPainter(painter, content, geometry, theme, look.bandMotion ? &*look.bandMotion : nullptr).paint();
    painter.restore();
}

QRectF bandPlace(const SceneContent& content, const SceneGeometry& geometry, const Theme& theme,
                 std::size_t band, Index key) {
    const BandRooms rooms(content, geometry, theme);
    const auto [first, count] = rooms.keys();
    const bool isInSight = geometry.bandRoom() > 0 && band < content.bands.size() &&
                           band >= rooms.skipped() && key >= first && key < first + count;
    return isInSight ? rooms.placeOf(key, rooms.roomOf(band)) : QRectF();
}

} // namespace lab
