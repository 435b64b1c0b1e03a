// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/drag/drag_bubble.h"

#include "ui/look/theme.h"
#include "ui/window/marks/callout.h"

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
    if (!place())
        return hide();
    show();
    raise();
}

void DragBubble::end(bool changed) {
    m_around.reset();
    m_fromPointer.reset();
    if (changed && isVisible())
        m_untilHidden.start();
    else
        hide();
}

/// Beside the pointer. Returns whether there is a place.
bool DragBubble::place() {
    if (!m_around)
        m_around = surroundingsIn(*parentWidget(), [this](const QWidget& widget) {
            return &widget == this || qobject_cast<const Callout*>(widget.parentWidget());
        });
    const QPoint pointer = parentWidget()->mapFromGlobal(QCursor::pos());
    const std::optional<QRect> free = freePlace(pointer);
    if (!free)
        return false;
    m_fromPointer = free->topLeft() - pointer;
    setGeometry(*free);
    return true;
}

std::optional<QRect> DragBubble::freePlace(const QPoint& pointer) {
    std::vector<QRect> forbidden = m_around->controls;
    for (const QRect& each : m_around->figures) {
        if (!each.contains(pointer)) // unless its own number is dragged
            forbidden.push_back(each);
    }
    const QRect room = parentWidget()->rect();
    const auto isFree = [&](const QRect& rect) {
        return room.contains(rect) &&
               std::ranges::none_of(forbidden, [&](const QRect& each) { return each.intersects(rect); });
    };
    if (m_fromPointer && isFree({pointer + *m_fromPointer, size()}))
        return QRect(pointer + *m_fromPointer, size());
    const int step = m_theme.px(fromPointer);
    for (const int distance : {step, 2 * step, 3 * step}) {
        for (const int y : {distance, -distance - height(), -height() / 2}) {
            for (const int x : {distance, -distance - width()}) {
                if (const QRect rect({pointer.x() + x, pointer.y() + y}, size()); isFree(rect))
                    return rect;
            }
        }
    }
    return std::nullopt;
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
