// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/sentence/attention_arcs.h"

#include "core/base/number_format.h"
#include "ui/look/theme.h"
#include "ui/plots/shared/head_colours.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lab {

namespace {

constexpr double arcsHeight = 34;   // points
constexpr double thickest = 9;      // points, for a weight of 1
constexpr double leastDrawn = 0.01; // a thinner arc would not be seen

} // namespace

AttentionArcs::AttentionArcs(const Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    connect(&theme, &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void AttentionArcs::setPlaces(std::vector<int> middles) {
    m_middles = std::move(middles);
    update();
}

void AttentionArcs::setAttention(const std::optional<TokenAttention>& attention) {
    m_attention = attention;
    update();
}

void AttentionArcs::setHint(const QString& hint) {
    if (hint == std::exchange(m_hint, hint))
        return;
    setAccessibleDescription(hint);
    update();
}

int AttentionArcs::numbersHeight() const {
    return QFontMetrics(m_theme.font(TextRole::small)).height();
}

QSize AttentionArcs::sizeHint() const {
    return {0, numbersHeight() + m_theme.px(arcsHeight)};
}

void AttentionArcs::paintArcs(QPainter& painter, const TokenAttention::Head& head, bool isShownHead) const {
    const auto from = static_cast<std::size_t>(m_attention->of.token);
    const double top = numbersHeight() + m_theme.px(1);
    const double deepest = height() - m_theme.px(2);
    const QColor& background = m_theme.colours().panel;
    const QColor ink = isShownHead ? headInk(head.head, background) : paleHeadInk(head.head, background);
    for (std::size_t to = 0; to < std::min(head.weights.size(), m_middles.size()); ++to) {
        const double weight = head.weights[to];
        if (!(weight >= leastDrawn) || !std::isfinite(weight) || from >= m_middles.size())
            continue;
        const double width = std::max(m_theme.px(thickest) * std::min(weight, 1.0), 0.75);
        painter.setPen(QPen(ink, width, Qt::SolidLine, Qt::FlatCap));
        const double x = m_middles[from], y = m_middles[to];
        // The control points are a third deeper than the arc itself.
        const double reach =
            std::min(m_theme.px(8) + std::abs(x - y) * 0.18, (deepest - width / 2 - top) * 4 / 3);
        const double loop = to == from ? m_theme.px(14) : 0;
        QPainterPath arc(QPointF(x - loop / 2, top));
        arc.cubicTo(QPointF(x - loop, top + reach), QPointF(y + loop, top + reach),
                    QPointF(y + loop / 2, top));
        painter.drawPath(arc);
    }
}

void AttentionArcs::paintNumbers(QPainter& painter) const {
    const std::vector<double>& weights = m_attention->heads.front().weights;
    painter.setFont(m_theme.font(TextRole::small));
    const QFontMetrics metrics(painter.font());
    painter.setPen(m_theme.colours().text);
    int written = INT_MIN;
    for (std::size_t i = 0; i < std::min(weights.size(), m_middles.size()); ++i) {
        const QString text = QString::fromStdString(display(weights[i], 2));
        const int width = metrics.horizontalAdvance(text);
        const int left = m_middles[i] - width / 2;
        if (left < written) // no room beside the last number
            continue;
        painter.drawText(left, metrics.ascent(), text);
        written = left + width + m_theme.px(3);
    }
}

void AttentionArcs::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (!m_attention) {
        painter.setFont(m_theme.font(TextRole::small));
        painter.setPen(m_theme.colours().muted);
        painter.drawText(rect().adjusted(0, m_theme.px(2), 0, 0), Qt::AlignTop | Qt::AlignLeft, m_hint);
        return;
    }
    const auto& heads = m_attention->heads;
    for (std::size_t i = heads.size(); i-- > 0;) // the shown head last, on top
        paintArcs(painter, heads[i], i == 0);
    paintNumbers(painter);
}

} // namespace lab
