// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/toggle_switch.h"

#include "ui/look/theme.h"

#include <QPainter>

namespace lab {

ToggleSwitch::ToggleSwitch(const Theme& theme, const QString& text, QWidget* parent)
    : QAbstractButton(parent), m_theme(theme) {
    setText(text);
    setCheckable(true);
    setFocusPolicy(Qt::StrongFocus);
    connect(&theme, &Theme::changed, this, [this] { updateGeometry(); });
}

QSize ToggleSwitch::sizeHint() const {
    const QFontMetrics metrics(m_theme.font(TextRole::small));
    return {m_theme.px(34 + 8) + metrics.horizontalAdvance(text()) + m_theme.px(4),
            std::max(metrics.height(), m_theme.px(20)) + m_theme.px(4)};
}

void ToggleSwitch::paintEvent(QPaintEvent* /*event*/) {
    const Colours& c = m_theme.colours();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double height = m_theme.px(18);
    const QRectF track(2, (this->height() - height) / 2, m_theme.px(32), height);
    painter.setPen(hasFocus() ? QPen(c.accent, 2) : QPen(isChecked() ? c.accent : c.muted, 1));
    painter.setBrush(isChecked() ? c.accent : c.control);
    painter.drawRoundedRect(track, height / 2, height / 2);
    const double knob = height - m_theme.px(5);
    const double inset = (height - knob) / 2;
    const double x = isChecked() ? track.right() - knob - inset : track.x() + inset;
    painter.setPen(Qt::NoPen);
    painter.setBrush(isChecked() ? c.panel : c.muted);
    painter.drawEllipse(QRectF(x, track.y() + inset, knob, knob));
    painter.setPen(c.text);
    painter.setFont(m_theme.font(TextRole::small));
    painter.drawText(QRectF(track.right() + m_theme.px(8), 0, width(), this->height()),
                     Qt::AlignLeft | Qt::AlignVCenter, text());
}

} // namespace lab
