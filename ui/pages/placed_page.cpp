// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/placed_page.h"

#include "ui/look/theme.h"
#include "ui/pages/empty_state.h"

#include <QFocusEvent>

#include <algorithm>

namespace lab {

namespace {

constexpr double emptyMargin = 12; // points

/// Whether the keyboard comes to where the user has just been, which must not move.
bool comesBack(const QFocusEvent& event) {
    return event.reason() == Qt::MouseFocusReason || event.reason() == Qt::PopupFocusReason ||
           event.reason() == Qt::ActiveWindowFocusReason;
}

} // namespace

PlacedPage::PlacedPage(LabDocument& document, Selection& selection, const Theme& theme, QWidget* parent)
    : Page(document, selection, theme, parent) {}

void PlacedPage::setHeader(QWidget* header) {
    m_header = header;
    if (header) {
        header->setParent(widget());
        header->installEventFilter(this);
        header->show();
    }
    relayout();
}

int PlacedPage::placeHeader(int width) {
    const int height = m_header ? m_header->heightForWidth(width) : 0;
    if (m_header)
        m_header->setGeometry(0, 0, width, height);
    return height;
}

int PlacedPage::placeEmptyState(int top, QSize room) {
    const int margin = m_theme.px(emptyMargin);
    const int width = room.width() - 2 * margin;
    const int height = std::max(emptyState().heightForWidth(width) + 2 * margin, room.height() - top);
    emptyState().setGeometry(margin, top, width, height);
    return height;
}

void PlacedPage::followFocusOf(QWidget* widget) {
    widget->installEventFilter(this);
}

void PlacedPage::resizeEvent(QResizeEvent* event) {
    Page::resizeEvent(event);
    fitRoom();
}

bool PlacedPage::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_header && event->type() == QEvent::LayoutRequest)
        relayout();
    else if (event->type() == QEvent::FocusIn && watched != m_header &&
             !comesBack(*static_cast<QFocusEvent*>(event)))
        ensureWidgetVisible(static_cast<QWidget*>(watched), m_theme.px(20), m_theme.px(40));
    return Page::eventFilter(watched, event);
}

} // namespace lab
