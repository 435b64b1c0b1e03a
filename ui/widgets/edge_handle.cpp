// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/edge_handle.h"

#include "ui/keys/key_bindings.h"
#include "ui/look/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

namespace lab {

namespace {
constexpr double grabbable = 7; // points
constexpr double keyStep = 16;
} // namespace

EdgeHandle::EdgeHandle(const Theme& theme, const QString& name, QWidget* parent)
    : QWidget(parent), m_theme(theme) {
    setCursor(Qt::SplitHCursor);
    setFocusPolicy(Qt::TabFocus);
    setAccessibleName(name);
    setToolTip(tr("Drag to change the width, double-click to reset it"));
}

int EdgeHandle::breadth() const {
    return m_theme.px(grabbable) | 1; // an odd width has a middle pixel for the hairline
}

void EdgeHandle::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton)
        m_grip = event->position().toPoint().x();
}

void EdgeHandle::mouseMoveEvent(QMouseEvent* event) {
    if (!m_grip)
        return;
    if (const int by = event->position().toPoint().x() - *m_grip; by != 0)
        emit moved(by);
}

void EdgeHandle::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton)
        m_grip.reset();
    update();
}

void EdgeHandle::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton)
        emit resetRequested();
}

void EdgeHandle::keyPressEvent(QKeyEvent* event) {
    const auto command = commandOf(KeyContext::edge, *event);
    if (!command)
        QWidget::keyPressEvent(event);
    else if (command == KeyCommand::reset)
        emit resetRequested();
    else
        emit moved(command == KeyCommand::left ? -m_theme.px(keyStep) : m_theme.px(keyStep));
}

void EdgeHandle::enterEvent(QEnterEvent* event) {
    QWidget::enterEvent(event);
    update();
}

void EdgeHandle::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
    update();
}

/// Painted only while hovered, dragged or focused. The hairline itself belongs to WindowLayout.
void EdgeHandle::paintEvent(QPaintEvent* /*event*/) {
    if (!underMouse() && !m_grip && !hasFocus())
        return;
    const int line = m_theme.px(3);
    QPainter(this).fillRect(QRect((width() - line) / 2, 0, line, height()), m_theme.colours().accent);
}

} // namespace lab
