// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/page_stack.h"

#include "ui/selection/selection.h"

namespace lab {

void PageStack::addPage(ActionId mode, QWidget* page) {
    addWidget(page);
    connect(&m_actions[mode], &QAction::triggered, this, [this, page] { show(page); });
}

void PageStack::setHeader(QWidget* header) {
    m_header = header;
    placeHeader();
}

void PageStack::placeHeader() {
    // It leaves the one page before it comes to the other.
    for (const Mode& mode : m_modes) {
        if (mode.page != currentWidget())
            mode.setHeader(nullptr);
    }
    m_modes[static_cast<std::size_t>(currentIndex())].setHeader(m_header);
}

void PageStack::show(QWidget* page) {
    if (page == currentWidget())
        return;
    QWidget* focused = window()->focusWidget();
    m_selection.setHovered(std::nullopt); // the pointer is on something else now
    setCurrentWidget(page);
    placeHeader();
    emit turned();
    if (focused && m_header && m_header->isAncestorOf(focused)) // what changes its place loses the keyboard
        focused->setFocus();
}

} // namespace lab
