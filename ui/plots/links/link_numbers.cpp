// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/links/link_numbers.h"

#include "ui/look/text_width.h"
#include "ui/look/theme.h"
#include "ui/plots/shared/colour_scale.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace lab {

namespace {

constexpr double numberGap = 8;           // points from the bar
constexpr double roomInRibbon = 0.12;     // of the letters' size, above and below a number
constexpr double roomBeside = 0.6;        // of a number's height, to ribbons of others
constexpr double shareOfSpan = 0.4;       // at each end of a ribbon, for numbers while presenting
constexpr int placesInShare = 16;         // tried within that share
constexpr int sizesTried = 8;             // sizes of letters tried while presenting
constexpr std::size_t mostPresented = 60; // an audience cannot read more

using Number = LinksScene::Number;

Number onRibbon(const Theme& theme, const LinkRibbon& ribbon, const QString& text, const QRectF& place,
                const QFont& font) {
    const QColor behind = blendedOn(theme.colours().panel, ribbon.colour, double(ribbon.colour.alphaF()));
    return {text, place, Qt::AlignCenter | Qt::TextDontClip, false, textOn(behind), font};
}

bool isFree(const std::vector<Number>& numbers, const QRectF& place) {
    return std::ranges::none_of(numbers, [&](const Number& other) { return other.place.intersects(place); });
}

/// Where a number has room on a ribbon: near the query, where ribbons have hardly crossed yet.
std::optional<QRectF> placeOnRibbon(const LinkRibbon& ribbon, const LinksGeometry& geometry, QSizeF text,
                                    double gap) {
    const bool columns = geometry.layout() == LinksLayout::columns;
    const QRectF span = geometry.span();
    const double across = columns ? span.width() : span.height();
    const double along = columns ? text.height() : text.width();
    const double length = columns ? text.width() : text.height();
    if (ribbon.width < along || across < 3 * (length + 2 * gap))
        return std::nullopt;
    const auto middleAt = [&](double place) { return ribbon.middle(place / across, geometry.layout()); };
    const QPointF bend = middleAt(gap + length) - middleAt(gap);
    if (std::abs(columns ? bend.y() : bend.x()) + along > ribbon.width)
        return std::nullopt;
    const QPointF centre = middleAt(gap + length / 2);
    return QRectF(centre - QPointF(text.width() / 2, text.height() / 2), text);
}

std::vector<Number> numbersOfOneSize(const LinksScene& scene, const Theme& theme,
                                     const std::vector<LinkRibbon>& ribbons) {
    std::vector<Number> numbers;
    const QFont& font = scene.letters.least;
    const TextWidth width(font);
    const double height = QFontMetricsF(font).height();
    const double thinnest = scene.geometry.layout() == LinksLayout::columns ? height : 2 * height;
    for (const LinkRibbon& ribbon : ribbons) {
        if (ribbon.width < thinnest)
            continue;
        const QString text = scene.content.numberText(ribbon.link.weight);
        const auto place =
            placeOnRibbon(ribbon, scene.geometry, {double(width(text)), height}, theme.px(numberGap));
        if (place && isFree(numbers, *place))
            numbers.push_back(onRibbon(theme, ribbon, text, *place, font));
    }
    return numbers;
}

/// Places the numbers that an audience reads, one after another.
class PresentedNumbers {
public:
    PresentedNumbers(const LinksScene& scene, const Theme& theme, const std::vector<LinkRibbon>& ribbons)
        : m_scene(scene), m_theme(theme), m_ribbons(ribbons), m_layout(scene.geometry.layout()),
          m_span(scene.geometry.span()) {
        const int least = scene.letters.least.pixelSize();
        const int most = std::max(scene.letters.largest->pixelSize(), least);
        for (int i = 0; i < sizesTried; ++i) {
            QFont font = scene.letters.least;
            font.setPixelSize(most - (most - least) * i / (sizesTried - 1));
            m_fonts.push_back(font);
        }
    }

    void add(const LinkRibbon& ribbon) {
        const QString text = m_scene.content.numberText(ribbon.link.weight);
        for (const bool alone : {true, false}) { // where other ribbons cross only if need be
            for (const QFont& font : m_fonts) {
                if (const auto place = placeOn(ribbon, sizeOf(text, font), alone))
                    return m_numbers.push_back(onRibbon(m_theme, ribbon, text, *place, font));
            }
        }
        const auto place = m_isLeftOut ? std::nullopt : placeBeside(ribbon, sizeOf(text, m_fonts.back()));
        m_isLeftOut = !place; // else some weak ribbons would have numbers among strong ones without
        if (place)
            m_numbers.push_back({text, *place, Qt::AlignCenter | Qt::TextDontClip, false,
                                 m_theme.colours().text, m_fonts.back()});
    }

    std::vector<Number> take() { return std::move(m_numbers); }

private:
    /// The size of the text's digits, with a little room around them.
    static QSizeF sizeOf(const QString& text, const QFont& font) {
        const double room = 2 * roomInRibbon * font.pixelSize();
        return {TextWidth(font)(text) + room, QFontMetricsF(font).capHeight() + room};
    }

    bool isColumns() const { return m_layout == LinksLayout::columns; }
    double acrossOf(QSizeF size) const { return isColumns() ? size.width() : size.height(); }
    double alongOf(QSizeF size) const { return isColumns() ? size.height() : size.width(); }
    QRectF withRoom(const QRectF& place) const {
        const double room = roomBeside * alongOf(place.size());
        return isColumns() ? place.adjusted(0, -room, 0, room) : place.adjusted(-room, 0, room, 0);
    }
    double alongOf(QPointF point) const { return isColumns() ? point.y() : point.x(); }

    /// Fractions of the way across at which a number that long may begin: from the query on, then from the
    /// key.
    std::vector<double> beginnings(double length) const {
        const double across = acrossOf(m_span.size());
        const double first = m_theme.px(numberGap), last = shareOfSpan * across - length;
        std::vector<double> places;
        for (int i = 0; i < placesInShare && first <= last; ++i)
            places.push_back((first + (last - first) * i / (placesInShare - 1)) / across);
        for (std::size_t i = 0, count = places.size(); i < count; ++i)
            places.push_back(1 - places[i] - length / across);
        return places;
    }

    QRectF rectAt(const LinkRibbon& ribbon, double begin, QSizeF size, double aside) const {
        const double length = acrossOf(size) / acrossOf(m_span.size());
        QPointF centre = ribbon.middle(begin + length / 2, m_layout);
        centre += isColumns() ? QPointF(0, aside) : QPointF(aside, 0);
        return {centre - QPointF(size.width() / 2, size.height() / 2), size};
    }

    /// How far a ribbon bends along a number.
    double bendAlong(const LinkRibbon& ribbon, double begin, QSizeF size) const {
        const double length = acrossOf(size) / acrossOf(m_span.size());
        return std::abs(alongOf(ribbon.middle(begin + length, m_layout) - ribbon.middle(begin, m_layout)));
    }

    bool touches(const LinkRibbon& ribbon, const QRectF& place) const {
        const QPointF ends[] = {place.topLeft(), place.center(), place.bottomRight()};
        return std::ranges::any_of(ends, [&](QPointF end) {
            const QPointF middle = ribbon.middle(fractionAt(end, m_span, m_layout), m_layout);
            return std::abs(alongOf(middle) - alongOf(place.center())) <
                   (std::max(ribbon.width, 1.0) + alongOf(place.size())) / 2;
        });
    }

    bool touchesOther(const LinkRibbon& own, const QRectF& place) const {
        return std::ranges::any_of(
            m_ribbons, [&](const LinkRibbon& each) { return &each != &own && touches(each, place); });
    }

    std::optional<QRectF> placeOn(const LinkRibbon& ribbon, QSizeF size, bool alone) const {
        if (ribbon.width < alongOf(size))
            return std::nullopt;
        for (const double begin : beginnings(acrossOf(size))) {
            const QRectF place = rectAt(ribbon, begin, size, 0);
            if (bendAlong(ribbon, begin, size) + alongOf(size) <= ribbon.width && isFree(m_numbers, place) &&
                !(alone && touchesOther(ribbon, place)))
                return place;
        }
        return std::nullopt;
    }

    /// On the panel, close to the ribbon, and with no other one so close that it might be read as that one's.
    std::optional<QRectF> placeBeside(const LinkRibbon& ribbon, QSizeF size) const {
        for (const double begin : beginnings(acrossOf(size))) {
            const double aside =
                (ribbon.width + alongOf(size) + bendAlong(ribbon, begin, size)) / 2 + m_theme.px(1);
            for (const double by : {-aside, aside}) {
                const QRectF place = rectAt(ribbon, begin, size, by);
                if (m_span.contains(place) && isFree(m_numbers, place) && !touches(ribbon, place) &&
                    !touchesOther(ribbon, withRoom(place)))
                    return place;
            }
        }
        return std::nullopt;
    }

    const LinksScene& m_scene;
    const Theme& m_theme;
    const std::vector<LinkRibbon>& m_ribbons;
    LinksLayout m_layout;
    QRectF m_span;
    std::vector<QFont> m_fonts; ///< the largest first
    std::vector<Number> m_numbers;
    bool m_isLeftOut = false; ///< some number had no room
};

std::vector<Number> presentedNumbers(const LinksScene& scene, const Theme& theme,
                                     const std::vector<LinkRibbon>& ribbons) {
    PresentedNumbers numbers(scene, theme, ribbons);
    std::size_t placed = 0;
    for (const LinkRibbon& each : ribbons) {
        if (each.width > 0 && placed++ < mostPresented)
            numbers.add(each);
    }
    return numbers.take();
}

} // namespace

std::vector<LinksScene::Number> numbersOfRibbons(const LinksScene& scene, const Theme& theme) {
    const std::vector<LinkRibbon>& ribbons = scene.focus.isSet() ? scene.emphasised : scene.ribbons;
    return scene.letters.largest ? presentedNumbers(scene, theme, ribbons)
                                 : numbersOfOneSize(scene, theme, ribbons);
}

} // namespace lab
