// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/card_frame.h"

#include "ui/look/theme.h"

#include <QPainter>

namespace lab {

void CardFrame::setChosen(bool chosen) {
    if (std::exchange(m_chosen, chosen) != chosen)
        update();
}

void CardFrame::paintEvent(QPaintEvent* /*event*/) {
    const Colours& c = m_theme.colours();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool standsOut = m_chosen || hasFocus();
    painter.setPen(QPen(standsOut ? c.accent : c.border, standsOut ? 2 : 1));
    painter.setBrush(c.panel);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), m_theme.px(10), m_theme.px(10));
}

} // namespace lab
