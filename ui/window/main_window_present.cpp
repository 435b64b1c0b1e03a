// SPDX-License-Identifier: GPL-3.0-or-later
//
// What presenting does to the main window.
#include "ui/pages/explore/board.h"
#include "ui/window/actions.h"
#include "ui/window/main_window.h"
#include "ui/window/page_panels.h"
#include "ui/window/page_stack.h"
#include "ui/window/present/boards_together.h"
#include "ui/window/present/present_screens.h"
#include "ui/window/present/presentation.h"
#include "ui/window/scenes/window_view.h"
#include "ui/window/strips/exercise_strip.h"
#include "ui/window/top_bar.h"
#include "ui/window/window_layout.h"

namespace lab {

void MainWindow::addPresentation(PagePanels& panels, PageChoices& choices) {
    const auto notify = [this, &panels](bool presented) {
        panels.setPresented(presented);
        m_body->setPresented(presented);
        m_pages->setPresented(presented);
    };
    const auto makePages = [this](Theme& theme) {
        auto* pages = new PageStack(*m_pages, theme);
        pages->setPresented(true);
        const auto setTitled = [this, pages] { pages->setTitled(!m_view->title().isEmpty()); };
        connect(m_view, &WindowView::titleChanged, pages, setTitled);
        setTitled();
        new BoardsTogether(*m_board, pages->get<Board>(), m_selection, pages);
        return pages;
    };
    m_screens =
        new PresentScreens(*this, m_preferences.presentScreen,
                           {&(*m_actions)[ActionId::present], &(*m_actions)[ActionId::revert_presented]});
    m_presentation = new Presentation({.window = *this,
                                       .document = m_document,
                                       .lesson = m_view->lesson(),
                                       .selection = m_selection,
                                       .choices = choices,
                                       .theme = m_theme,
                                       .pages = *m_pages,
                                       .body = *m_body,
                                       .notify = notify,
                                       .screens = *m_screens,
                                       .makePages = makePages},
                                      this);
    connect(m_screens, &PresentScreens::menuChanged, this, &MainWindow::showPresentMenu);
    showPresentMenu();
}

/// With two screens, the button Present lets one choose.
void MainWindow::showPresentMenu() {
    m_topBar->setPresentMenu(m_screens->menu());
}

void MainWindow::followPresentation() {
    if (m_presentation->isRunning())
        m_aloneBefore = m_board->alone();
    else if (!m_aloneBefore)
        m_board->showAll();
    else if (has_stage(m_document.experiment(), *m_aloneBefore))
        m_board->showAlone(*m_aloneBefore);
    if (m_exercise)
        m_exercise->setAside(m_presentation->isRunning());
    askForCovered();
    arrangeForSize();
    placeDescription();
    updateChecks();
}

} // namespace lab
