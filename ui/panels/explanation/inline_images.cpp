// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/explanation/inline_images.h"

#include "core/base/number_format.h"
#include "ui/look/mark_outline.h"
#include "ui/look/theme.h"
#include "ui/plots/shared/colour_scale.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lab {

InlineImage barImage(const Theme& theme, double width, double value, double largest,
                     std::optional<Palette> ofSigned) {
    const QSizeF size(width, theme.px(12));
    const bool isSigned = ofSigned.has_value();
    NumberStyle style;
    style.ofSigned = ofSigned.value_or(style.ofSigned);
    const ColourScale scale =
        ColourScale::of(ColourScale::Kind::diverging, {}, style).onDark(theme.colours().dark);
    const QColor colour = !std::isfinite(value) ? notFiniteColour()
                          : !isSigned           ? theme.colours().accent
                                                : scale.colourAt(value < 0 ? 0.08 : 0.92);
    // All of them may be 0.
    const double part = !std::isfinite(value) ? 1
                        : largest > 0         ? std::min(1.0, std::abs(value) / largest)
                                              : 0;
    const QColor track = theme.colours().control;
    const double radius = theme.px(2);
    return {size,
            [=](QPainter& painter) {
                painter.setRenderHint(QPainter::Antialiasing);
                painter.setPen(Qt::NoPen);
                painter.setBrush(track);
                painter.drawRoundedRect(QRectF({}, size), radius, radius);
                const double room = isSigned ? size.width() / 2 : size.width();
                const double length = std::max(part * room, part > 0 ? 1.0 : 0.0);
                const double left = !isSigned ? 0 : value < 0 ? room - length : room;
                painter.setBrush(colour);
                painter.drawRoundedRect(QRectF(left, 0, length, size.height()), radius, radius);
            },
            {}};
}

namespace {

// In units of c.
constexpr double usualReach = 2.5, mostReach = 6; // farther out the curve is flat
constexpr double capHigh = 1.5;                   // the bounds, and room for what is written at them
constexpr double bends = 0.5;                     // where the curve is 8 % below the line

/// The picture of a softcap.
class CapPainter {
public:
    CapPainter(QPainter& painter, const Theme& theme, QSizeF size, const Cap& cap)
        : m_painter(painter), m_theme(theme), m_colours(theme.colours()), m_size(size), m_own(cap.x / cap.c),
          m_c(cap.c), m_reach(std::isnan(m_own) ? usualReach
                                                : std::clamp(1.15 * std::abs(m_own), usualReach, mostReach)) {
    }

    void paint() {
        m_painter.setRenderHint(QPainter::Antialiasing);
        paintAxes();
        paintNumbers();
        QPolygonF curve;
        constexpr int steps = 80;
        for (int i = 0; i <= steps; ++i) {
            const double x = m_reach * (2.0 * i / steps - 1);
            curve += at(x, std::tanh(x));
        }
        m_painter.setPen(QPen(m_colours.accent, m_theme.px(2)));
        m_painter.drawPolyline(curve);
        if (!std::isnan(m_own))
            paintOwn();
    }

private:
    QPointF at(double x, double y) const {
        return {(x / m_reach + 1) / 2 * m_size.width(), (1 - y / capHigh) / 2 * m_size.height()};
    }

    void paintAxes() {
        m_painter.setPen(QPen(m_colours.border, m_theme.px(1)));
        m_painter.drawLine(at(-m_reach, 0), at(m_reach, 0));
        m_painter.drawLine(at(0, -capHigh), at(0, capHigh));
        m_painter.setPen(QPen(m_colours.muted, m_theme.px(1), Qt::DashLine));
        m_painter.drawLine(at(-m_reach, 1), at(m_reach, 1));
        m_painter.drawLine(at(-m_reach, -1), at(m_reach, -1));
        m_painter.setPen(QPen(m_colours.muted, m_theme.px(1), Qt::DotLine));
        m_painter.drawLine(at(-capHigh, -capHigh), at(capHigh, capHigh));
    }

    /// Each where neither the curve nor the line passes.
    void paintNumbers() {
        const QFont font = m_theme.font(TextRole::small);
        const QFontMetricsF metrics(font);
        const double high = metrics.height(), tick = m_theme.px(3);
        const auto number = [&](double value) { return QString::fromStdString(written(value)); };
        m_painter.setFont(font);
        m_painter.setPen(m_colours.muted);
        const QRectF upper(at(-m_reach, 1), QSizeF(m_size.width() / 2, high));
        m_painter.drawText(upper, Qt::AlignLeft | Qt::AlignVCenter, number(m_c));
        const QRectF lower(at(0, -1) - QPointF(0, high), QSizeF(m_size.width() / 2, high));
        m_painter.drawText(lower, Qt::AlignRight | Qt::AlignVCenter, number(-m_c));
        const QPointF bend = at(bends, 0);
        m_painter.drawLine(bend, bend + QPointF(0, tick));
        const QString half = number(bends * m_c);
        const double width = metrics.horizontalAdvance(half);
        const double left = std::max(bend.x() - width / 2, at(0, 0).x() + tick);
        m_painter.drawText(QRectF(left, bend.y() + tick, width + 1, high), Qt::AlignLeft | Qt::AlignVCenter,
                           half);
    }

    /// What lies beyond the picture is marked at its edge.
    void paintOwn() {
        const double shown = std::clamp(m_own, -0.97 * m_reach, 0.97 * m_reach);
        const QPointF point = at(shown, std::tanh(m_own));
        m_painter.setPen(QPen(m_colours.muted, m_theme.px(1)));
        m_painter.drawLine(at(shown, 0), point);
        m_painter.setPen(QPen(m_colours.panel, m_theme.px(1.5)));
        m_painter.setBrush(m_colours.accent);
        m_painter.drawEllipse(point, m_theme.px(4), m_theme.px(4));
    }

    QPainter& m_painter;
    const Theme& m_theme;
    const Colours& m_colours;
    QSizeF m_size;
    double m_own, m_c, m_reach;
};

} // namespace

InlineImage capImage(const Theme& theme, double width, const Cap& cap) {
    const QSizeF size(std::min<double>(width, theme.px(220)), theme.px(110));
    return {
        size, [&theme, size, cap](QPainter& painter) { CapPainter(painter, theme, size, cap).paint(); }, {}};
}

namespace {

/// The picture of a dot product.
class DotPainter {
public:
    DotPainter(QPainter& painter, const Theme& theme, QSizeF size, QPointF query, QPointF key)
        : m_painter(painter), m_theme(theme), m_query(query), m_key(key) {
        const double length = std::hypot(query.x(), query.y());
        const QPointF along = length > 0 ? query / length : QPointF();
        m_foot = along * QPointF::dotProduct(key, along);
        QRectF all(0, 0, 0, 0);
        for (const QPointF& point : {query, key, m_foot}) {
            all.setLeft(std::min(all.left(), point.x()));
            all.setRight(std::max(all.right(), point.x()));
            all.setTop(std::min(all.top(), point.y()));
            all.setBottom(std::max(all.bottom(), point.y()));
        }
        const double room = theme.px(margin);
        m_unit = std::max(all.width() / (size.width() - 2 * room), all.height() / (size.height() - 2 * room));
        m_unit = m_unit > 0 ? m_unit : 1;
        m_centre = all.center();
        m_middle = QPointF(size.width() / 2, size.height() / 2);
        m_size = size;
    }

    void paint() {
        m_painter.setRenderHint(QPainter::Antialiasing);
        const Colours& colours = m_theme.colours();
        const QPointF origin = at({0, 0});
        m_painter.setPen(QPen(colours.border, m_theme.px(1)));
        m_painter.drawLine(QPointF(0, origin.y()), QPointF(m_size.width(), origin.y()));
        m_painter.drawLine(QPointF(origin.x(), 0), QPointF(origin.x(), m_size.height()));
        m_painter.setPen(QPen(colours.muted, m_theme.px(1), Qt::DotLine));
        m_painter.drawLine(origin, at(m_foot));
        m_painter.setPen(QPen(colours.accent, m_theme.px(1), Qt::DashLine));
        m_painter.drawLine(at(m_key), at(m_foot));
        arrow(m_key, QStringLiteral("k"), colours.accent, 2, direction(m_key));
        // The foot may be just beyond the query's tip: its letter stands at the side where the key is not.
        const QPointF along = direction(m_query), key = direction(m_key);
        const QPointF aside(-along.y(), along.x());
        arrow(m_query, QStringLiteral("q"), colours.text, 3,
              QPointF::dotProduct(aside, key) > 0 ? -aside : aside);
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(colours.accent);
        m_painter.drawEllipse(at(m_foot), m_theme.px(2.5), m_theme.px(2.5));
    }

private:
    static constexpr double margin = 18; // the theme's points: of the letters at the tips

    QPointF at(QPointF place) const {
        const QPointF away = (place - m_centre) / m_unit;
        return {m_middle.x() + away.x(), m_middle.y() - away.y()};
    }

    /// Of length 1, in pixels.
    QPointF direction(QPointF tip) const {
        const QPointF way = at(tip) - at({0, 0});
        const double length = std::hypot(way.x(), way.y());
        return length > 0 ? way / length : QPointF(0, -1);
    }

    /// `away`: in which direction from the tip its letter stands.
    void arrow(QPointF tip, const QString& letter, const QColor& colour, double width, QPointF away) {
        const QPointF from = at({0, 0}), to = at(tip);
        m_painter.setPen(QPen(colour, m_theme.px(width), Qt::SolidLine, Qt::RoundCap));
        m_painter.drawLine(from, to);
        m_painter.setBrush(colour);
        m_painter.drawEllipse(to, m_theme.px(2), m_theme.px(2));
        QFont italic = m_theme.font(TextRole::small);
        italic.setItalic(true);
        m_painter.setFont(italic);
        const QPointF beyond = to + away * m_theme.px(margin * 0.55);
        QRectF place(0, 0, m_theme.px(margin), m_theme.px(margin));
        place.moveCenter(beyond);
        m_painter.drawText(place, Qt::AlignCenter | Qt::TextDontClip, letter);
    }

    QPainter& m_painter;
    const Theme& m_theme;
    QPointF m_query, m_key, m_foot, m_centre, m_middle;
    QSizeF m_size;
    double m_unit = 1; ///< the length that a pixel stands for
};

} // namespace

InlineImage dotImage(const Theme& theme, double width, QPointF query, QPointF key) {
    const QSizeF size(std::min<double>(width, theme.px(220)), theme.px(120));
    return {size,
            [&theme, size, query, key](QPainter& painter) {
                DotPainter(painter, theme, size, query, key).paint();
            },
            {}};
}

InlineImage frameImage(const Theme& theme, Qt::PenStyle style) {
    const QSizeF size(theme.px(22), theme.px(12));
    const double width = theme.px(2);
    const double inset = markReach(theme, width);
    return {size,
            [&theme, size, width, inset, style](QPainter& painter) {
                painter.setRenderHint(QPainter::Antialiasing);
                drawMark(painter, theme, QRectF({}, size).adjusted(inset, inset, -inset, -inset), theme.px(2),
                         width, style);
            },
            {}};
}

} // namespace lab
