// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/page_stack.h"

#include "ui/pages/page.h"
#include "ui/selection/selection.h"

#include <utility>

namespace lab {

void PageStack::add(ActionId mode, Page* page, PageParts parts) {
    m_modes.push_back({mode, page, std::move(parts)});
    addWidget(page);
    connect(&m_actions[mode], &QAction::triggered, this, [this, page] { show(page); });
}

void PageStack::setOpenPanels(const OpenPanels& open) {
    m_modes[static_cast<std::size_t>(currentIndex())].parts.open = open;
}

void PageStack::setHeader(QWidget* header) {
    m_header = header;
    placeHeader();
}

void PageStack::setCovered(int height) {
    for (const Mode& mode : m_modes)
        mode.page->setCovered(height);
}

void PageStack::placeHeader() {
    // Remove it from the other pages before the current one gets it.
    for (const Mode& mode : m_modes) {
        if (mode.page != currentWidget())
            mode.page->setHeader(nullptr);
    }
    current().page->setHeader(m_header);
}

void PageStack::show(Page* page) {
    if (page == currentWidget())
        return;
    QWidget* focused = window()->focusWidget();
    m_selection.setHovered(std::nullopt); // the pointer is on something else now
    setCurrentWidget(page);
    placeHeader();
    emit pageChanged();
    if (focused && m_header && m_header->isAncestorOf(focused)) // reparenting loses the focus
        focused->setFocus();
}

} // namespace lab
