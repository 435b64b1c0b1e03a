// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window_body.h"

#include "ui/theme.h"

#include <QEvent>
#include <QPainter>

#include <algorithm>

namespace lab {

namespace {
constexpr double narrowBelow = 800;
}

WindowBody::WindowBody(QWidget* parameters, QWidget* strip, QWidget* board, const Theme& theme,
                       QWidget* parent)
    : QWidget(parent), m_parameters(parameters), m_strip(strip), m_board(board), m_theme(theme) {
    for (QWidget* each : {parameters, strip, board})
        each->setParent(this);
    strip->installEventFilter(this);
    connect(&theme, &Theme::changed, this, &WindowBody::relayout);
}

void WindowBody::setDrawerOpen(bool open) {
    m_drawerOpen = open;
    relayout();
    if (open && m_narrow)
        m_parameters->setFocus();
}

void WindowBody::setStripHere(bool here) {
    m_stripHere = here;
    if (here) {
        m_strip->setParent(this);
        m_strip->show();
    }
    relayout();
}

void WindowBody::relayout() {
    const bool narrow = width() < m_theme.px(narrowBelow);
    const int column = std::clamp(width() / 5, m_theme.px(218), m_theme.px(300));
    const int left = narrow ? 0 : column + 1;
    const int boardWidth = width() - left;
    const int strip = m_stripHere ? m_strip->heightForWidth(boardWidth) : 0;
    if (m_stripHere)
        m_strip->setGeometry(left, 0, boardWidth, strip);
    m_board->setGeometry(left, strip, boardWidth, std::max(0, height() - strip));
    m_parameters->setVisible(!narrow || m_drawerOpen);
    m_parameters->setGeometry(0, 0, narrow ? std::min(width(), m_theme.px(300)) : column, height());
    if (narrow)
        m_parameters->raise();
    m_narrow = narrow;
    update();
}

void WindowBody::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    relayout();
}

void WindowBody::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.colours().border); // the hair line between the columns
}

bool WindowBody::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_strip && event->type() == QEvent::LayoutRequest && m_stripHere)
        relayout();
    return QWidget::eventFilter(watched, event);
}

} // namespace lab
