// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/lesson/lock_note.h"

#include "ui/look/icons.h"
#include "ui/look/theme.h"

#include <QApplication>
#include <QCursor>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>

#include <algorithm>
#include <chrono>

namespace lab {

using namespace std::chrono_literals;

namespace {
constexpr auto sayFor = 4s;
// In points.
constexpr double signSide = 14, margin = 8, fromPlace = 14, widest = 320;
} // namespace

LockNote::LockNote(const Theme& theme, QWidget* window)
    : QWidget(window), m_theme(theme), m_text(new QLabel(this)) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    auto* row = new QHBoxLayout(this);
    row->addWidget(m_text);
    m_untilHidden.setSingleShot(true);
    m_untilHidden.setInterval(sayFor);
    connect(&m_untilHidden, &QTimer::timeout, this, &QWidget::hide);
    connect(&theme, &Theme::changed, this, &LockNote::restyle);
    restyle();
    hide();
    qApp->installEventFilter(this);
}

QString LockNote::text() const {
    return isVisible() ? m_text->text() : QString();
}

void LockNote::say(const QString& reason) {
    m_text->setText(reason + QLatin1Char('.'));
    const QFontMetrics metrics(m_text->font());
    const QMargins around = layout()->contentsMargins();
    const int wide = std::min(metrics.horizontalAdvance(m_text->text()) + 2, m_theme.px(widest));
    const int high =
        metrics.boundingRect(0, 0, wide, QWIDGETSIZE_MAX, Qt::TextWordWrap, m_text->text()).height();
    resize(wide + around.left() + around.right(), high + around.top() + around.bottom());
    const QPoint wanted = place();
    const QSize room = parentWidget()->size() - size();
    move(std::clamp(wanted.x(), 0, std::max(0, room.width())),
         std::clamp(wanted.y(), 0, std::max(0, room.height())));
    show();
    raise();
    m_untilHidden.start();
}

/// Below the pointer, or below what has the keyboard.
QPoint LockNote::place() const {
    const int step = m_theme.px(fromPlace);
    const QWidget* focused = parentWidget()->focusWidget();
    if (m_byKeyboard && focused && focused->isVisible()) {
        const QRect cursor = focused->inputMethodQuery(Qt::ImCursorRectangle).toRect();
        const QPoint below = cursor.isValid() ? cursor.bottomLeft() : focused->rect().center();
        return focused->mapTo(parentWidget(), below) + QPoint(0, step / 2);
    }
    return parentWidget()->mapFromGlobal(QCursor::pos()) + QPoint(step, step);
}

bool LockNote::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride) // of a shortcut alone
        m_byKeyboard = true;
    else if (event->type() == QEvent::MouseButtonPress || event->type() == QEvent::Wheel ||
             event->type() == QEvent::Drop)
        m_byKeyboard = false;
    return QWidget::eventFilter(watched, event);
}

void LockNote::restyle() {
    m_text->setFont(m_theme.font(TextRole::body));
    const int around = m_theme.px(margin);
    layout()->setContentsMargins(2 * around + m_theme.px(signSide), around, around, around);
}

void LockNote::paintEvent(QPaintEvent* /*event*/) {
    const Colours& c = m_theme.colours();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(c.accent);
    painter.setBrush(c.panel);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), m_theme.px(6), m_theme.px(6));
    const double side = m_theme.px(signSide), around = m_theme.px(margin);
    paintSign(painter, Sign::lock, QRectF(around, around, side, side), c.text);
}

} // namespace lab
