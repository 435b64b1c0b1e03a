// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/page_panels.h"

#include "ui/document/lab_document.h"
#include "ui/window/explanation_presenter.h"
#include "ui/window/page_stack.h"
#include "ui/window/preferences.h"
#include "ui/window/strips/head_strip.h"
#include "ui/window/window_layout.h"

namespace lab {

PagePanels::PagePanels(const Parts& parts, QObject* parent) : QObject(parent), m_parts(parts) {
    connect(&parts.actions[ActionId::parameters], &QAction::triggered, this, &PagePanels::openParameters);
    connect(&parts.actions[ActionId::explanation], &QAction::triggered, this, &PagePanels::openExplanation);
    connect(&parts.pages, &PageStack::pageChanged, this, [this] { m_parts.presenter.setAsked(false); });
    connect(&parts.pages, &PageStack::pageChanged, this, &PagePanels::showPage);
    connect(&parts.document, &LabDocument::playedChanged, this, &PagePanels::sayHint);
    connect(&parts.layout, &WindowLayout::drawerChanged, this, &PagePanels::showPage);
    followPreferences();
}

void PagePanels::followPreferences() {
    m_parts.pages.setOpenPanels(m_parts.preferences.panels);
    showPage();
}

void PagePanels::openParameters(bool open) {
    if (m_parts.layout.hasDrawer())
        return m_parts.layout.setDrawerOpen(open);
    set({open, this->open().explanation});
}

void PagePanels::openExplanation(bool open) {
    if (m_parts.layout.hasGuide()) { // whose place it takes for a while
        m_parts.actions[ActionId::explanation].setChecked(m_parts.presenter.toggleQuiet());
        return;
    }
    set({this->open().parameters, open});
    m_parts.presenter.setAsked(open && !m_parts.layout.hasExplanationColumn());
}

void PagePanels::set(const OpenPanels& open) {
    if (m_presented) {
        m_presented = open;
    } else {
        m_parts.pages.setOpenPanels(open);
        m_parts.preferences.panels[m_parts.pages.pageName()] = open;
    }
    showPage();
}

OpenPanels PagePanels::open() const {
    return m_presented.value_or(m_parts.pages.parts().open);
}

void PagePanels::setPresented(bool presented) {
    m_presented.reset();
    if (presented)
        m_presented = OpenPanels{false, false};
    m_parts.heads.setPresented(presented);
    m_parts.presenter.setAsked(false);
    showPage();
}

void PagePanels::showPage() {
    const OpenPanels open = this->open();
    WindowLayout& layout = m_parts.layout;
    layout.setOpenPanels(open);
    m_parts.actions[ActionId::parameters].setChecked(layout.hasDrawer() ? layout.isDrawerOpen()
                                                                        : open.parameters);
    m_parts.actions[ActionId::explanation].setChecked(open.explanation);
    sayHint();
    m_parts.presenter.bringUp();
}

/// Promises nothing that is closed or locked.
void PagePanels::sayHint() {
    const PageParts& page = m_parts.pages.parts();
    const bool isOpen = open().explanation || page.hintWithoutExplanation.isEmpty();
    const bool isLocked = page.isLocked && page.isLocked(m_parts.document);
    m_parts.heads.setPage(!page.within.isEmpty(), page.heads,
                          isLocked ? page.hintWhileLocked
                          : isOpen ? page.hint
                                   : page.hintWithoutExplanation);
}

} // namespace lab
