// SPDX-License-Identifier: GPL-3.0-or-later
//
// What presenting, and covered numbers, do to the main window.
#include "ui/document/cover.h"
#include "ui/document/lesson/lesson_player.h"
#include "ui/keys/key_bindings.h"
#include "ui/keys/tab_order.h"
#include "ui/look/manual_topic.h"
#include "ui/pages/explore/board.h"
#include "ui/window/check/number_check.h"
#include "ui/window/lesson/lesson_editing.h"
#include "ui/window/lesson_guide.h"
#include "ui/window/main_window.h"
#include "ui/window/marks/first_marks.h"
#include "ui/window/menu/actions.h"
#include "ui/window/menu/main_menu.h"
#include "ui/window/page_panels.h"
#include "ui/window/page_stack.h"
#include "ui/window/present/boards_together.h"
#include "ui/window/present/present_screens.h"
#include "ui/window/present/presentation.h"
#include "ui/window/present/presented_lesson.h"
#include "ui/window/scenes/window_view.h"
#include "ui/window/status_line.h"
#include "ui/window/strips/banner.h"
#include "ui/window/strips/covered_strip.h"
#include "ui/window/strips/file_strip.h"
#include "ui/window/top_bar.h"
#include "ui/window/window_layout.h"

#include <array>
#include <utility>

namespace lab {

namespace {
constexpr std::array openActions{std::pair{ActionId::open_cell, Opens::cell},
                                 std::pair{ActionId::open_row, Opens::row},
                                 std::pair{ActionId::open_matrix, Opens::matrix}};
} // namespace

void MainWindow::addPresentation(PageChoices& choices) {
    const auto notify = [this](bool presented) {
        m_panels->setPresented(presented);
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
    m_screens = new PresentScreens(*this, m_preferences.presentScreen, m_menu->present());
    m_presentation = new Presentation({.window = *this,
                                       .document = m_document,
                                       .scenes = m_view->scenes(),
                                       .lesson = *m_lesson,
                                       .selection = m_selection,
                                       .choices = choices,
                                       .theme = m_theme,
                                       .pages = *m_pages,
                                       .tabs = m_actions->pages().size(),
                                       .body = *m_body,
                                       .notify = notify,
                                       .screens = *m_screens,
                                       .opens = m_preferences.opens,
                                       .makePages = makePages},
                                      this);
    m_presentedLesson = std::make_unique<PresentedLesson>(m_document, *m_lesson, m_view->scenes());
    for (const auto& [id, opens] : openActions) {
        connect(&(*m_actions)[id], &QAction::triggered, this, [this, chosen = opens] {
            m_preferences.opens = chosen;
            if (m_covered)
                m_covered->refresh();
        });
    }
    showOpens();
    const auto followScreens = [this] { m_topBar->setChoosesScreen(m_screens->hasChoice()); };
    connect(m_screens, &PresentScreens::choiceChanged, this, followScreens);
    followScreens();
}

void MainWindow::showOpens() {
    for (const auto& [id, opens] : openActions)
        (*m_actions)[id].setChecked(m_preferences.opens == opens);
}

void MainWindow::countScenes() {
    m_topBar->setScenes(m_lesson->hasLesson() ? m_lesson->stepCount() : m_view->scenes().indices().size());
}

void MainWindow::sayScenes() {
    if (m_lesson->hasLesson()) {
        const QString key = (*m_actions)[ActionId::lesson].shortcut().toString(QKeySequence::NativeText);
        return m_status->say(tr("A lesson of %1 steps: %2 starts it").arg(m_lesson->stepCount()).arg(key));
    }
    const std::size_t count = m_view->scenes().indices().size();
    if (count == 0)
        return;
    const QString present = (*m_actions)[ActionId::present].shortcut().toString(QKeySequence::NativeText);
    const QString next = keyText(KeyContext::presenting, KeyCommand::next);
    m_status->say(
        count == 1
            ? tr("1 scene: %1 presents it").arg(present)
            : tr("%1 scenes: %2 presents the first one, %3 then goes on").arg(count).arg(present, next));
}

void MainWindow::makeCoveredStrip() {
    const auto howOpened = [this] {
        if (m_preferences.opens == Opens::cell)
            return tr("Present opens them one by one.");
        if (m_preferences.opens == Opens::matrix)
            return tr("Present opens them matrix by matrix.");
        return m_document.experiment().notation == Notation::columns
                   ? tr("Present opens them column by column.")
                   : tr("Present opens them row by row.");
    };
    m_covered = new CoveredStrip(m_document, m_theme, howOpened);
    setManualTopic(*m_covered, QStringLiteral("check"));
    connect(m_covered, &CoveredStrip::messageRequested, m_status, &StatusLine::say);
    connect(m_covered, &CoveredStrip::begun, this, [this] {
        m_selection.setHovered(std::nullopt); // a menu was open over the cell
        closeCheckBefore([this](const QString& said) { m_covered->tell(said); });
    });
    connect(m_covered, &CoveredStrip::keyboardFreed, this,
            [this] { m_pages->currentWidget()->setFocus(Qt::OtherFocusReason); });
    m_body->setLowestStrip(m_covered);
    tabAfter(*m_fileStrip, *m_covered);
}

/// Says what is covered, from the first time on that something is; not while presenting.
void MainWindow::sayCovered() {
    if (m_covered || m_document.cover().isEmpty() || m_presentation->isRunning() || m_document.played())
        return;
    makeCoveredStrip();
    m_covered->refresh();
}

void MainWindow::closeCheckBefore(const std::function<void(const QString& said)>& tell) {
    updateChecks();
    if (!m_check->panel())
        return;
    m_check->close();
    tell(tr("“Check my numbers” has been closed: an answer could give covered numbers away."));
}

/// Covers cells without asking for them: an exercise in progress ends, and the strip counts the covered
/// cells.
void MainWindow::coverUnasked(const StageBlock& block) {
    m_document.setExercise(false);
    m_document.coverCells(block);
    // Overridden cells are given, and stay open. If the block has no others, nothing is covered.
    if (m_document.cover().left().empty())
        m_document.uncover();
}

void MainWindow::followPresentation() {
    if (m_presentation->isRunning())
        m_aloneBefore = m_board->alone();
    else if (!m_aloneBefore)
        m_board->showAll();
    else if (has_stage(m_document.experiment(), *m_aloneBefore))
        m_board->showAlone(*m_aloneBefore);
    m_lesson->setAside(m_presentation->isRunning());
    if (m_covered)
        m_covered->setAside(m_presentation->isRunning() || m_document.played());
    if (m_firstMarks)
        m_firstMarks->setAside(m_presentation->isRunning());
    m_guide->setPresented(m_presentation->isRunning(), m_presentation->hidesWindow());
    m_editing->setPresented(m_presentation->isRunning());
    sayCovered();
    arrangeForSize();
    placeDescription();
    updateChecks();
    if (!m_presentation->isRunning())
        m_presentedLesson->end();
}

} // namespace lab
