// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/page_stack.h"

#include "ui/pages/compare/compare_page.h"
#include "ui/pages/explore/board.h"
#include "ui/pages/heads/heads_page.h"
#include "ui/pages/links/links_page.h"
#include "ui/pages/play/play_page.h"
#include "ui/pages/statistics/statistics_page.h"
#include "ui/selection/selection.h"

#include <algorithm>
#include <utility>

namespace lab {

PageStack::Pages PageStack::addPages(LabDocument& document, PageChoices& choices, const Theme& theme) {
    const QString f8 = m_actions[ActionId::explanation].shortcut().toString(QKeySequence::NativeText);
    const Pages pages{new Board(document, m_selection, choices, theme),
                      new LinksPage(document, m_selection, choices, theme),
                      new HeadsPage(document, m_selection, choices, theme),
                      new ComparePage(document, m_selection, choices, theme)};
    add({"pageExplore", tr("Explore"), tr("Every stage of the computation"), Qt::CTRL | Qt::Key_1},
        pages.board,
        {.hint = tr("Click a number to see how it was computed; double-click to override it"),
         .hintWithoutExplanation =
             tr("Click a number to inspect it, double-click to override it; %1 shows how it "
                "was computed")
                 .arg(f8)});
    add({"pagePlay", tr("Play"), tr("The computation as a film, one operation at a time"),
         Qt::CTRL | Qt::Key_2},
        new PlayPage(document, m_selection, theme),
        {.open = {.parameters = false, .explanation = false},
         .hint = tr("Space plays, ← and → go one step; click a number to see how it was computed"),
         .hintWithoutExplanation =
             tr("Space plays, ← and → go one step; click a number to inspect it, and %1 "
                "shows how it was computed")
                 .arg(f8)});
    add({"pageLinks", tr("Links"), tr("Queries and keys joined by ribbons as wide as the attention weights"),
         Qt::CTRL | Qt::Key_3},
        pages.links, {.hint = tr("Click a token or a ribbon to inspect it")});
    add({"pageHeads", tr("Heads"), tr("All heads side by side, and what each adds to the output"),
         Qt::CTRL | Qt::Key_4},
        pages.heads,
        {.open = {.parameters = false, .explanation = false},
         .heads = false,
         .hint = tr("Point at a cell to highlight it in every head; click to select that "
                    "head in Explore too"),
         .hintWithoutExplanation = tr("Point at a cell to highlight it in every head; click "
                                      "to inspect it, and %1 shows how it was computed")
                                       .arg(f8)});
    add({"pageCompare", tr("Compare"),
         tr("The document beside a snapshot, another document, or variants of itself"), Qt::CTRL | Qt::Key_5},
        pages.compare,
        {.open = {.explanation = false},
         .hint = tr("Click a number to inspect it on every card"),
         .hintWithoutExplanation = tr("Click a number to inspect it on every card; %1 shows "
                                      "how the document’s own was computed")
                                       .arg(f8)});
    add({"pageStatistics", tr("Statistics"),
         tr("Mean, variance, entropy and more of every stage, and why scores are divided by √d_k"),
         Qt::CTRL | Qt::Key_6},
        new StatisticsPage(document, m_selection, choices, theme),
        {.open = {.explanation = false}, .hint = tr("Click a stage for details")});
    return pages;
}

void PageStack::add(const PageTab& tab, Page* page, PageParts parts) {
    QAction& action = m_actions.addPage(tab);
    m_entries.push_back({&action, page, std::move(parts)});
    addWidget(page);
    connect(&action, &QAction::triggered, this, [this, page] { show(page); });
    connect(page, &Page::exportRequested, this, &PageStack::exportRequested);
    connect(page, &Page::copyRequested, this, &PageStack::copyRequested);
    connect(page, &Page::refused, this, &PageStack::refused);
    connect(page, &Page::exampleChosen, this, &PageStack::exampleChosen);
}

void PageStack::open(const Page& page) {
    std::ranges::find(m_entries, &page, &Entry::page)->action->trigger();
}

void PageStack::setOpenPanels(const OpenPanels& open) {
    m_entries[static_cast<std::size_t>(currentIndex())].parts.open = open;
}

void PageStack::setOpenPanels(const QHash<QString, OpenPanels>& open) {
    for (Entry& entry : m_entries)
        entry.parts.open = open.value(entry.action->objectName(), entry.parts.open);
}

void PageStack::setHeader(QWidget* header) {
    m_header = header;
    placeHeader();
}

void PageStack::setCovered(int height) {
    for (const Entry& entry : m_entries)
        entry.page->setCovered(height);
}

void PageStack::placeHeader() {
    // Remove it from the other pages before the current one gets it.
    for (const Entry& entry : m_entries) {
        if (entry.page != currentWidget())
            entry.page->setHeader(nullptr);
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
