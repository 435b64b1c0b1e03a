// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/play_button.h"

#include "ui/keys/key_bindings.h"
#include "ui/look/theme.h"

#include <QKeyEvent>
#include <QPainter>

namespace lab {

PlayButton::PlayButton(const Theme& theme, QWidget* parent) : QAbstractButton(parent), m_theme(theme) {
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_Hover); // is painted anew when the pointer comes and goes
}

void PlayButton::paintFocus(QPainter& painter, const QColor& colour, double radius) const {
    if (!hasFocus())
        return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colour, m_theme.px(2)));
    painter.drawRoundedRect(shape(), radius, radius);
}

/// Arrow keys do not go to the next button.
void PlayButton::keyPressEvent(QKeyEvent* event) {
    const auto command = commandOf(KeyContext::button, *event);
    if (command == KeyCommand::choose)
        click();
    else if (event->key() == Qt::Key_Space)
        QAbstractButton::keyPressEvent(event);
    else
        event->ignore();
}

} // namespace lab
