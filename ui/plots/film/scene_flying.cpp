// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/film/scene_flying.h"

#include "core/base/number_format.h"
#include "ui/look/theme.h"
#include "ui/plots/heatmap/cell_marks.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

// In points.
constexpr double roomyCell = 16;
constexpr double shadowReach = 3;
constexpr double numberPadding = 8; // of a number that is wider than a cell

class FlyingPainter {
public:
    FlyingPainter(QPainter& painter, const SceneGeometry& geometry, const Theme& theme)
        : m_painter(painter), m_geometry(geometry), m_theme(theme), m_colours(theme.colours()),
          m_style(geometry, theme), m_metrics(geometry.numberFont()) {}

    void paint(const FlyingCell& cell) const {
        m_painter.setOpacity(cell.opacity);
        if (!cell.sign.isEmpty())
            paintSign(cell);
        else if (cell.kind == FlyingKind::sum)
            paintSum(cell);
        else
            paintCell(cell);
        m_painter.setOpacity(1);
    }

private:
    void paintCell(const FlyingCell& cell) const {
        QRectF rect = cell.rect.adjusted(0, 0, -m_style.gap, -m_style.gap);
        const bool hasNumber = cell.number && m_geometry.saysNumbers();
        // With the cell, its number shrinks.
        const double scale =
            m_geometry.cell().width() > 0 ? cell.rect.width() / m_geometry.cell().width() : 1;
        const QString text = hasNumber ? flyingText(cell) : QString();
        const double width = m_metrics.horizontalAdvance(text) * scale;
        if (const double more = width + m_theme.px(numberPadding) * scale - rect.width();
            width > rect.width())
            rect.adjust(-more / 2, 0, more / 2, 0);
        paintPlate(rect, cell, hasNumber ? rect.height() / 2 : m_style.radius);
        if (text.isEmpty())
            return;
        paintOutline(rect);
        m_painter.setFont(m_geometry.numberFont());
        m_painter.setPen(cell.isHatched ? m_colours.muted : textOn(seen(cell)));
        if (scale == 1)
            return m_painter.drawText(rect, Qt::AlignCenter, text);
        m_painter.save();
        m_painter.translate(rect.center());
        m_painter.scale(scale, scale);
        const QSizeF size = rect.size() / scale;
        m_painter.drawText(QRectF(QPointF(-size.width() / 2, -size.height() / 2), size), Qt::AlignCenter,
                           text);
        m_painter.restore();
    }

    /// Keeps what lies below from being read as part of the number.
    void paintPlate(const QRectF& rect, const FlyingCell& cell, double radius) const {
        m_painter.setPen(Qt::NoPen);
        const double reach = m_theme.px(shadowReach) * cell.lift;
        if (reach > 0 && m_style.isRoomy) {
            for (const double share : {1.0, 0.5}) {
                const double wide = reach * share;
                m_painter.setBrush(QColor(0, 0, 0, m_colours.dark ? 90 : 40));
                m_painter.drawRoundedRect(
                    rect.adjusted(-wide / 2, -wide / 2, wide / 2, wide / 2).translated(0, wide / 2),
                    radius + wide / 2, radius + wide / 2);
            }
        }
        m_painter.setBrush(seen(cell));
        m_painter.drawRoundedRect(rect, radius, radius);
        if (cell.isHatched)
            paintHatch(m_painter, m_theme, rect);
    }

    void paintOutline(const QRectF& rect) const {
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(QPen(m_colours.text, 1));
        m_painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), rect.height() / 2, rect.height() / 2);
    }

    /// Paints the sum so far in the cell that is computed, over the products that have arrived there.
    void paintSum(const FlyingCell& cell) const {
        const QRectF rect = cell.rect.adjusted(0, 0, -m_style.gap, -m_style.gap);
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(m_colours.page);
        m_painter.drawRoundedRect(rect, m_style.radius, m_style.radius);
        drawEmptyCell(m_painter, rect, m_style, m_theme);
        const QString text = cell.number && m_geometry.saysNumbers() ? flyingText(cell) : QString();
        if (m_metrics.horizontalAdvance(text) > rect.width())
            return;
        m_painter.setFont(m_geometry.numberFont());
        m_painter.setPen(m_colours.muted);
        m_painter.drawText(rect, Qt::AlignCenter, text);
    }

    /// The colour on the page, which a faint one lets through.
    QColor seen(const FlyingCell& cell) const {
        const auto mixed = [&](int colour, int page) {
            return static_cast<int>(std::lround(page + (colour - page) * cell.strength));
        };
        const QColor& page = m_colours.page;
        return {mixed(cell.colour.red(), page.red()), mixed(cell.colour.green(), page.green()),
                mixed(cell.colour.blue(), page.blue())};
    }

    void paintSign(const FlyingCell& cell) const {
        m_painter.setPen(QPen(m_colours.border, 1));
        m_painter.setBrush(m_colours.page);
        m_painter.drawEllipse(cell.rect);
        QFont font = m_geometry.numberFont();
        font.setPixelSize(std::max(1, static_cast<int>(cell.rect.height() * 0.9)));
        m_painter.setFont(font);
        m_painter.setPen(m_colours.text);
        m_painter.drawText(cell.rect, Qt::AlignCenter, cell.sign);
    }

    QPainter& m_painter;
    const SceneGeometry& m_geometry;
    const Theme& m_theme;
    const Colours& m_colours;
    SceneCellStyle m_style;
    QFontMetricsF m_metrics;
};

} // namespace

SceneCellStyle::SceneCellStyle(const SceneGeometry& geometry, const Theme& theme) {
    const QSizeF cell = geometry.cell();
    isRoomy = std::min(cell.width(), cell.height()) >= theme.px(roomyCell);
    gap = isRoomy ? theme.px(2) : cell.height() >= theme.px(6) ? 1 : 0;
    radius = isRoomy ? theme.px(3) : 0;
}

void drawEmptyCell(QPainter& painter, const QRectF& rect, const SceneCellStyle& style, const Theme& theme) {
    // Opaque: PDF has no dashed lines through which one sees, only outlines of every dash.
    constexpr float share = 0.45F;
    const auto mixed = [](float of, float under) { return under + (of - under) * share; };
    const QColor &line = theme.colours().muted, &page = theme.colours().page;
    const QColor ink = QColor::fromRgbF(mixed(line.redF(), page.redF()), mixed(line.greenF(), page.greenF()),
                                        mixed(line.blueF(), page.blueF()));
    painter.setBrush(style.isRoomy ? QBrush(Qt::NoBrush) : QBrush(theme.colours().control));
    painter.setPen(style.isRoomy ? QPen(ink, 1, Qt::DashLine) : QPen(Qt::NoPen));
    const double half = style.isRoomy ? 0.5 : 0;
    painter.drawRoundedRect(rect.adjusted(half, half, -half, -half), style.radius, style.radius);
}

QString flyingText(const FlyingCell& cell) {
    const QString text = QString::fromStdString(display(*cell.number, cell.decimals));
    const bool isPositive = cell.kind == FlyingKind::product && *cell.number >= 0;
    return isPositive ? QLatin1Char('+') + text : text;
}

void drawFlying(QPainter& painter, const SceneGeometry& geometry, const Theme& theme,
                const std::vector<FlyingCell>& cells) {
    if (cells.empty())
        return;
    const FlyingPainter flying(painter, geometry, theme);
    for (const FlyingCell& cell : cells)
        flying.paint(cell);
}

} // namespace lab
