// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/film_button.h"

#include "ui/look/theme.h"

#include <QPainter>

namespace lab {

FilmButton::FilmButton(const Theme& theme, Sign sign, bool main, QWidget* parent)
    : PlayButton(theme, parent), m_sign(sign), m_main(main) {
    connect(&theme, &Theme::changed, this, [this] { updateGeometry(); });
}

void FilmButton::setSign(Sign sign) {
    m_sign = sign;
    update();
}

void FilmButton::setQuiet(bool quiet) {
    m_quiet = quiet;
    updateGeometry();
    update();
}

QSize FilmButton::sizeHint() const {
    const int side = m_theme.px(m_quiet ? 22 : m_main ? 34 : 28);
    return {side, side};
}

void FilmButton::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Colours& colours = m_theme.colours();
    const QRectF all = shape();
    const double radius = m_main ? all.height() / 2 : m_theme.px(6);
    const bool lit = isEnabled() && (underMouse() || isDown());
    painter.setPen(Qt::NoPen);
    const bool stressed = m_main && !m_quiet;
    if (stressed)
        painter.setBrush(lit ? colours.accent.lighter(112) : colours.accent);
    else
        painter.setBrush(lit ? QBrush(colours.accentSoft) : QBrush(Qt::NoBrush));
    painter.drawRoundedRect(all, radius, radius);
    const double inset = all.width() * (stressed ? 0.27 : 0.2);
    QColor ink = stressed ? colours.onAccent : m_quiet ? colours.muted : colours.text;
    if (!isEnabled())
        ink.setAlphaF(0.35F);
    paintSign(painter, m_sign, all.adjusted(inset, inset, -inset, -inset), ink);
    paintFocus(painter, stressed ? colours.text : colours.accent, radius);
}

} // namespace lab
