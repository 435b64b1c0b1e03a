// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/keyboard/focus_outline.h"

#include "ui/look/theme.h"

#include <QApplication>
#include <QFocusEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollArea>
#include <QTextBrowser>

namespace lab {

namespace {

constexpr double besideText = 4; // points: text begins at the very edge of what shows it

/// A scroll area does so itself only if the keyboard was in it before.
void bringIntoSight(QWidget& widget) {
    for (QWidget* each = widget.parentWidget(); each; each = each->parentWidget()) {
        if (auto* area = qobject_cast<QScrollArea*>(each); area && area->isAncestorOf(&widget))
            area->ensureWidgetVisible(&widget, 0, 0);
    }
}

/// Lists and fields have marks of their own.
QAbstractScrollArea* scrolled(QObject* watched) {
    if (auto* area = qobject_cast<QScrollArea*>(watched))
        return area;
    return qobject_cast<QTextBrowser*>(watched);
}

} // namespace

FocusOutline::FocusOutline(const Theme& theme, QWidget* window) : QWidget(window), m_theme(theme) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_NoSystemBackground);
    hide();
    qApp->installEventFilter(this);
}

bool FocusOutline::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        m_isMoving = key == Qt::Key_Tab || key == Qt::Key_Backtab || key == Qt::Key_F6;
    } else if (event->type() == QEvent::MouseButtonPress) {
        m_isMoving = false;
    }
    if (event->type() == QEvent::FocusIn) {
        auto* area = scrolled(watched);
        const Qt::FocusReason reason = static_cast<QFocusEvent*>(event)->reason();
        const bool byKey = reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason ||
                           reason == Qt::ShortcutFocusReason;
        auto* widget = qobject_cast<QWidget*>(watched);
        if (byKey && m_isMoving && widget && widget->window() == parentWidget())
            bringIntoSight(*widget);
        if (area && byKey && m_isMoving && area->window() == parentWidget())
            follow(area);
    } else if (watched == m_area) {
        const QEvent::Type type = event->type();
        if (type == QEvent::FocusOut || type == QEvent::Hide || type == QEvent::MouseButtonPress)
            follow(nullptr);
        else if (type == QEvent::Resize || type == QEvent::Move)
            place();
    }
    return QWidget::eventFilter(watched, event);
}

void FocusOutline::follow(QAbstractScrollArea* area) {
    m_area = area;
    setVisible(area);
    place();
}

void FocusOutline::place() {
    if (!m_area)
        return;
    const QRect place(m_area->mapTo(parentWidget(), QPoint()), m_area->size());
    const int around = qobject_cast<QTextBrowser*>(m_area) ? m_theme.px(besideText) : 0;
    setGeometry(place.adjusted(-around, -around, around, around));
    raise();
    update();
}

void FocusOutline::paintEvent(QPaintEvent* /*event*/) {
    const int width = m_theme.px(2);
    QPainter painter(this);
    painter.setPen(QPen(m_theme.colours().accent, width, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    const double half = width / 2.0;
    painter.drawRect(QRectF(rect()).adjusted(half, half, -half, -half));
}

} // namespace lab
