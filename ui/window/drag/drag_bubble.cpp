// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/drag/drag_bubble.h"

#include "ui/look/theme.h"

#include <QCursor>
#include <QPainter>

#include <algorithm>
#include <chrono>

namespace lab {

using namespace std::chrono_literals;

namespace {

constexpr auto untilHidden = 1200ms; // long enough to read both values
constexpr double fromPointer = 18;   // points

} // namespace

DragBubble::DragBubble(const Theme& theme, QWidget* window) : QLabel(window), m_theme(theme) {
    setTextFormat(Qt::PlainText);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
    m_untilHidden.setSingleShot(true);
    m_untilHidden.setInterval(untilHidden);
    connect(&m_untilHidden, &QTimer::timeout, this, &QWidget::hide);
    connect(&theme, &Theme::changed, this, &DragBubble::restyle);
    restyle();
}

void DragBubble::say(const QString& change) {
    m_untilHidden.stop();
    setText(change);
    if (change.isEmpty() || !isActiveWindow()) { // or it is dragged in another window, on the other screen
        hide();
        return;
    }
    resize(sizeHint());
    place();
    show();
    raise();
}

void DragBubble::end(bool changed) {
    if (changed && isVisible())
        m_untilHidden.start();
    else
        hide();
}

/// Beside the pointer, above it where there is no room below.
void DragBubble::place() {
    const QPoint pointer = parentWidget()->mapFromGlobal(QCursor::pos());
    const int distance = m_theme.px(fromPointer);
    const QRect room = parentWidget()->rect();
    const bool below = pointer.y() + distance + height() <= room.bottom();
    move(std::clamp(pointer.x() + distance, 0, std::max(0, room.width() - width())),
         below ? pointer.y() + distance : std::max(0, pointer.y() - distance - height()));
}

void DragBubble::restyle() {
    setFont(m_theme.font(TextRole::number));
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, m_theme.colours().text);
    setPalette(colours);
    setContentsMargins(m_theme.px(8), m_theme.px(4), m_theme.px(8), m_theme.px(4));
}

void DragBubble::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(m_theme.colours().accent);
    painter.setBrush(m_theme.colours().panel);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), m_theme.px(6), m_theme.px(6));
    painter.end();
    QLabel::paintEvent(event);
}

} // namespace lab
