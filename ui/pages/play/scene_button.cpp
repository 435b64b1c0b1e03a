// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/play/scene_button.h"

#include "ui/look/theme.h"
#include "ui/plots/film/scene_drawing.h"

#include <QPainter>

namespace lab {

SceneButton::SceneButton(const Theme& theme, QWidget* parent) : PlayButton(theme, parent) {}

void SceneButton::setScene(const Scene& scene, const Names& names, HeatmapContent content) {
    m_scene = scene;
    m_shortName = names.brief;
    setText(names.name);
    setToolTip(names.title);
    setAccessibleName(tr("Go to %1").arg(names.title));
    m_content = std::move(content);
    update();
}

void SceneButton::setState(Index known, bool isCurrent) {
    if (known == m_known && isCurrent == m_current)
        return;
    m_known = known;
    m_current = isCurrent;
    setAccessibleDescription(isCurrent ? tr("This is shown now") : QString());
    update();
}

QSize SceneButton::sizeHint() const {
    return {m_theme.px(64), m_theme.px(44) + QFontMetrics(m_theme.font(TextRole::small)).height()};
}

void SceneButton::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Colours& colours = m_theme.colours();
    const QRectF all = shape();
    const double radius = m_theme.px(6);
    if (m_current || underMouse()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(m_current ? colours.accentSoft : colours.control);
        painter.drawRoundedRect(all, radius, radius);
    }
    QFont small = m_theme.font(TextRole::small);
    small.setBold(m_current);
    const QFontMetricsF metrics(small);
    const double pad = m_theme.px(4);
    const QRectF picture = all.adjusted(pad, pad, -pad, -pad - metrics.height());
    drawThumbnail(painter, m_content, m_known, m_theme, picture);
    painter.setFont(small);
    painter.setPen(m_current ? colours.accent : colours.muted);
    const QRectF name(all.left(), all.bottom() - metrics.height() - m_theme.px(2), all.width(),
                      metrics.height());
    const QString& shown = metrics.horizontalAdvance(text()) <= name.width() ? text() : m_shortName;
    painter.drawText(name, Qt::AlignCenter, metrics.elidedText(shown, Qt::ElideRight, name.width()));
    paintFocus(painter, colours.accent, radius);
}

} // namespace lab
