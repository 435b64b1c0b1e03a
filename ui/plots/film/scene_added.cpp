// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/film/scene_added.h"

#include "core/base/number_format.h"
#include "ui/look/rich_text.h"
#include "ui/look/theme.h"
#include "ui/plots/film/scene_flying.h"
#include "ui/plots/heatmap/heatmap_content.h"

#include <QPainter>
#include <QTextDocument>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lab {

namespace {

/// Where a title may begin that ends above an added column: right of what lies in the same line.
double titleStart(const SceneContent& content, const SceneGeometry& geometry, const ScenePanel& panel,
                  const Theme& theme) {
    const QRectF own = geometry.area(panel);
    double start = geometry.room().left() + theme.px(4);
    for (const ScenePanel& other : content.panels) {
        const QRectF area = geometry.area(other);
        const bool isBeside = &other != &panel && !area.isEmpty() && area.left() < own.left() &&
                              area.bottom() > own.top() && area.top() < own.bottom();
        if (isBeside) // its title may be as long as there is room
            start = own.left();
    }
    return start;
}

bool isOfTheStep(const SceneContent& content, Index query) {
    const auto& step = content.step;
    return step && step->phase == RowPhase::none && query >= step->rows.first &&
           query < step->rows.first + step->rows.count;
}

/// The cells of a query, as one rectangle in sight; empty: none are.
QRectF rowOf(const SceneContent& content, const SceneGeometry& geometry, Index query) {
    const ScenePanel& result = content.panels.front();
    return geometry.rect(result, Block{query, result.block.column, 1, result.block.columns});
}

void drawHeading(QPainter& painter, const SceneContent& content, const SceneGeometry& geometry,
                 const Theme& theme, const QRectF& first) {
    const ScenePanel& result = content.panels.front();
    const QFontMetricsF metrics(geometry.labelFont());
    painter.setFont(geometry.labelFont());
    painter.setPen(theme.colours().muted);
    if (content.transposed) {
        const double width = geometry.labelWidth(result);
        painter.drawText(QRectF(first.left() - width, first.center().y() - metrics.height(),
                                width - theme.px(6), 2 * metrics.height()),
                         Qt::AlignRight | Qt::AlignVCenter, HeatmapContent::sinkName());
        return;
    }
    const double height = geometry.labelHeight(result);
    const double top = geometry.area(result).top() - height;
    painter.drawText(QRectF(first.left(), top, first.width(), height), Qt::AlignCenter | Qt::TextDontClip,
                     HeatmapContent::sinkName());
}

void drawShare(QPainter& painter, const SceneContent& content, const SceneGeometry& geometry,
               const Theme& theme, Index query, const QRectF& rect) {
    const HeatmapContent& weights = content.panels.front().content;
    const double share = weights.numberOf({query, weights.matrix->cols()});
    const QColor fill = std::isfinite(share) ? weights.scale().onDark(theme.colours().dark).colour(share)
                                             : offScaleColour(share);
    const double radius = SceneCellStyle(geometry, theme).radius;
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill);
    painter.drawRoundedRect(rect, radius, radius);
    const QString text = QString::fromStdString(display(share, geometry.decimals(0)));
    if (!geometry.saysNumbers() ||
        QFontMetricsF(geometry.numberFont()).horizontalAdvance(text) > rect.width())
        return;
    painter.setFont(geometry.numberFont());
    painter.setPen(textOn(fill));
    painter.drawText(rect, Qt::AlignCenter, text);
}

} // namespace

void drawAddedTitle(QPainter& painter, const SceneContent& content, const SceneGeometry& geometry,
                    const Theme& theme, const ScenePanel& panel) {
    const QRectF area = geometry.area(panel);
    if (area.isEmpty())
        return;
    const QFont strong = theme.font(TextRole::strong);
    const auto symbol = richText(panel.symbol, theme.font(TextRole::small));
    const double name = QFontMetricsF(strong).horizontalAdvance(panel.title), gap = theme.px(6);
    const QString label = panel.rows.value(0);
    double end = area.right(), start = geometry.room().left() + theme.px(4);
    double top = area.center().y() - geometry.titleHeight() / 2;
    if (!content.transposed) {
        const double labelled = QFontMetricsF(geometry.labelFont()).horizontalAdvance(label);
        end = area.left() - gap - (label.isEmpty() ? 0 : labelled + gap);
    } else {
        top = area.top() - geometry.titleHeight() - (label.isEmpty() ? 0 : geometry.labelHeight(panel));
        start = titleStart(content, geometry, panel, theme);
    }
    const double withSymbol = name + gap + symbol->idealWidth();
    const bool saysSymbol = !panel.symbol.isEmpty() && withSymbol <= end - start;
    if (name > end - start)
        return;
    const double left = end - (saysSymbol ? withSymbol : name);
    painter.setFont(strong);
    painter.setPen(theme.colours().text);
    painter.drawText(QPointF(left, top + QFontMetricsF(strong).ascent()), panel.title);
    if (saysSymbol)
        paintRichText(painter, *symbol, {left + name + gap, top + theme.px(2)}, theme.colours().muted);
}

bool knowsSinkShare(const SceneContent& content, Index query) {
    const ScenePanel& result = content.panels.front();
    return content.hasSink && result.content.matrix &&
           result.content.isSink({query, result.content.matrix->cols()}) &&
           result.isKnown({query, result.content.matrix->cols() - 1});
}

void drawSinkShares(QPainter& painter, const SceneContent& content, const SceneGeometry& geometry,
                    const Theme& theme, double fade) {
    const ScenePanel& result = content.panels.front();
    bool isNamed = false;
    for (Index query = 0; content.hasSink && query < result.block.rows; ++query) {
        const QRectF row = rowOf(content, geometry, query);
        if (row.isEmpty())
            continue;
        const SceneCellStyle style(geometry, theme);
        const QRectF whole = geometry.sinkPlace(row);
        const QRectF rect = whole.adjusted(0, 0, -style.gap, -style.gap);
        if (!std::exchange(isNamed, true))
            drawHeading(painter, content, geometry, theme, rect);
        const bool isKnown = knowsSinkShare(content, query);
        const double shown = !isKnown ? 0 : isOfTheStep(content, query) ? fade : 1;
        if (shown < 1) {
            painter.setBrush(style.isRoomy ? QBrush(Qt::NoBrush) : QBrush(theme.colours().control));
            painter.setPen(style.isRoomy ? QPen(theme.colours().border, 1, Qt::DashLine) : QPen(Qt::NoPen));
            const double half = style.isRoomy ? 0.5 : 0;
            painter.drawRoundedRect(rect.adjusted(half, half, -half, -half), style.radius, style.radius);
        }
        if (shown <= 0)
            continue;
        painter.setOpacity(shown);
        drawShare(painter, content, geometry, theme, query, rect);
        painter.setOpacity(1);
    }
}

std::optional<Index> sinkShareAt(const SceneContent& content, const SceneGeometry& geometry, QPointF point) {
    for (Index query = 0; content.hasSink && query < content.panels.front().block.rows; ++query) {
        const QRectF row = rowOf(content, geometry, query);
        if (!row.isEmpty() && geometry.sinkPlace(row).contains(point))
            return query;
    }
    return std::nullopt;
}

} // namespace lab
