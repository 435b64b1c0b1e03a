// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/learn/wanted_legend.h"

#include "ui/look/theme.h"
#include "ui/plots/heatmap/cell_marks.h"
#include "ui/plots/heatmap/heatmap_content.h"
#include "ui/plots/heatmap/heatmap_raster.h"

#include <QFontMetrics>
#include <QPainter>

namespace lab {

namespace {

constexpr double signWidth = 14, afterSign = 4, apart = 12; // points
constexpr double shareOfRest = 0.05;

} // namespace

WantedLegend::WantedLegend(const Theme& theme) : m_theme(theme) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    connect(&theme, &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void WantedLegend::setContent(const HeatmapContent& content, bool hides) {
    const bool isOfWeights = content.kind == ColourScale::Kind::sequential;
    m_signs = {Sign::any};
    if (isOfWeights && hides)
        m_signs.push_back(Sign::hidden);
    if (isOfWeights)
        m_signs.push_back(Sign::rest);
    m_rest = content.scale().onDark(m_theme.colours().dark).rgb(shareOfRest);
    setAccessibleName(text());
    updateGeometry();
    update();
}

QString WantedLegend::textOf(Sign sign) {
    return sign == Sign::any ? tr("any") : sign == Sign::hidden ? tr("hidden") : tr("the rest");
}

QString WantedLegend::text() const {
    QStringList texts;
    for (const Sign each : m_signs)
        texts += textOf(each);
    return texts.join(QStringLiteral(", "));
}

QSize WantedLegend::sizeHint() const {
    const QFontMetrics metrics(m_theme.font(TextRole::small));
    int width = 0;
    for (const Sign each : m_signs)
        width += m_theme.px(signWidth) + m_theme.px(afterSign) + metrics.horizontalAdvance(textOf(each)) +
                 (width > 0 ? m_theme.px(apart) : 0);
    return {width, metrics.height()};
}

void WantedLegend::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(m_theme.font(TextRole::small));
    const QFontMetrics metrics(painter.font());
    const double height = m_theme.px(10);
    double x = 0;
    for (const Sign each : m_signs) {
        paintSign(painter, each, QRectF(x, (this->height() - height) / 2, m_theme.px(signWidth), height));
        x += m_theme.px(signWidth) + m_theme.px(afterSign);
        const QString text = textOf(each);
        painter.setPen(m_theme.colours().muted);
        painter.drawText(QRectF(x, 0, metrics.horizontalAdvance(text) + 2, this->height()),
                         Qt::AlignLeft | Qt::AlignVCenter, text);
        x += metrics.horizontalAdvance(text) + m_theme.px(apart);
    }
}

/// As on the cells themselves.
void WantedLegend::paintSign(QPainter& painter, Sign sign, const QRectF& cell) const {
    const double radius = m_theme.px(2);
    painter.setPen(Qt::NoPen);
    switch (sign) {
    case Sign::any:
        painter.setPen(QPen(m_theme.colours().border, m_theme.px(1), Qt::DashLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(cell.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
        break;
    case Sign::hidden:
        painter.setBrush(m_theme.colours().hidden);
        painter.drawRoundedRect(cell, radius, radius);
        paintHatch(painter, m_theme, cell);
        break;
    case Sign::rest:
        painter.setBrush(QColor::fromRgb(paler(m_rest, m_theme.colours().panel.rgb())));
        painter.drawRoundedRect(cell, radius, radius);
        break;
    }
}

} // namespace lab
