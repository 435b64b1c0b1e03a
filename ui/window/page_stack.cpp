// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/page_stack.h"

#include "ui/keys/tab_order.h"
#include "ui/pages/page.h"
#include "ui/pages/presentable.h"
#include "ui/selection/selection.h"

#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace lab {

PageStack::PageStack(Actions& actions, const PageNeeds& needs, QWidget* parent)
    : QStackedWidget(parent), m_actions(actions), m_needs(needs), m_within(new QActionGroup(this)) {
    addPages();
    made(m_entries.front());
}

PageStack::PageStack(PageStack& first, const Theme& theme, QWidget* parent)
    : QStackedWidget(parent),
      m_actions(first.m_actions), m_needs{first.m_needs.document, first.m_needs.selection,
                                          first.m_needs.choices, theme},
      m_first(&first) {
    connect(this, &PageStack::exportRequested, &first, &PageStack::exportRequested);
    connect(this, &PageStack::copyRequested, &first, &PageStack::copyRequested);
    connect(this, &PageStack::numbersRequested, &first, &PageStack::numbersRequested);
    connect(this, &PageStack::checkRequested, &first, &PageStack::checkRequested);
    connect(this, &PageStack::coverRequested, &first, &PageStack::coverRequested);
    connect(this, &PageStack::refused, &first, &PageStack::refused);
    connect(this, &PageStack::exampleChosen, &first, &PageStack::exampleChosen);
    connect(this, &PageStack::pageMade, &first, &PageStack::pageMade);
    connect(&first, &PageStack::pageChanged, this, [this] { show(m_first->m_current); });
    addPages();
    made(m_entries.front());
    show(first.m_current);
}

void PageStack::addPages() {
    const QString f8 = m_actions[ActionId::explanation].shortcut().toString(QKeySequence::NativeText);
    for (const PageInfo& each : allPages()) {
        const std::size_t index = m_entries.size();
        PageParts parts = each.parts(f8);
        if (m_first) {
            m_entries.push_back({m_first->m_entries[index].tab, nullptr, &each, parts});
            continue;
        }
        QAction* tab = each.tab ? &m_actions.addPage(each.tab()) : m_entries.back().tab;
        if (each.tab) {
            m_last[tab] = index;
            connect(tab, &QAction::triggered, this, [this, tab] { showTab(*tab); });
        }
        QAction* within = parts.within.isEmpty() ? nullptr : addWithin(parts, *tab, index);
        m_entries.push_back({tab, within, &each, parts});
    }
}

QAction* PageStack::addWithin(const PageParts& parts, const QAction& tab, std::size_t index) {
    auto* action = new QAction(parts.within, this);
    const QString key = tab.shortcut().toString(QKeySequence::NativeText);
    action->setToolTip(tr("%1 (%2)").arg(parts.withinTip, key));
    action->setCheckable(true);
    action->setChecked(m_within->actions().isEmpty());
    m_within->addAction(action);
    connect(action, &QAction::triggered, this, [this, index] { show(index); });
    return action;
}

void PageStack::showTab(const QAction& tab) {
    if (current().tab != &tab)
        return show(m_last[&tab]);
    const std::size_t next = m_current + 1;
    if (next < m_entries.size() && m_entries[next].tab == &tab)
        return show(next);
    show(static_cast<std::size_t>(std::ranges::find(m_entries, &tab, &Entry::tab) - m_entries.begin()));
}

PageStack::Entry& PageStack::entry(const QMetaObject& kind) {
    return *std::ranges::find_if(m_entries, [&](const Entry& each) { return each.info->kind == &kind; });
}

Page& PageStack::made(Entry& entry) {
    if (entry.page)
        return *entry.page;
    Page* page = entry.page = entry.info->make(m_needs, m_first);
    page->setCovered(m_covered);
    page->presentable().setPresented(m_presented);
    page->presentable().setTitled(m_titled);
    connect(page, &Page::subjectChanged, this, &PageStack::subjectChanged);
    connect(page, &Page::exportRequested, this, &PageStack::exportRequested);
    connect(page, &Page::copyRequested, this, &PageStack::copyRequested);
    connect(page, &Page::numbersRequested, this, &PageStack::numbersRequested);
    connect(page, &Page::checkRequested, this, &PageStack::checkRequested);
    connect(page, &Page::coverRequested, this, &PageStack::coverRequested);
    connect(page, &Page::refused, this, &PageStack::refused);
    connect(page, &Page::exampleChosen, this, &PageStack::exampleChosen);
    addWidget(page);
    if (page != m_entries.front().page)
        tabAfter(*m_entries.front().page, *page);
    if (m_first) {
        Page& other = m_first->made(m_first->entry(*entry.info->kind));
        scrollWith(*page, other);
        scrollWith(other, *page);
    }
    emit pageMade(page);
    return *page;
}

/// When the user scrolls one page, the other one comes as far in its own length.
void PageStack::scrollWith(Page& page, Page& other) {
    QScrollBar* bar = page.verticalScrollBar();
    connect(bar, &QScrollBar::valueChanged, &other, [&page, &other, bar](int value) {
        QScrollBar* follower = other.verticalScrollBar();
        if (page.isActiveWindow() && bar->maximum() > 0)
            follower->setValue(static_cast<int>(
                std::lround(static_cast<double>(value) * follower->maximum() / bar->maximum())));
    });
}

bool PageStack::open(const QString& name) {
    const auto found =
        std::ranges::find_if(m_entries, [&](const Entry& each) { return each.info->name == name; });
    if (found == m_entries.end())
        return false;
    show(static_cast<std::size_t>(found - m_entries.begin()));
    return true;
}

void PageStack::scrollToStart() {
    current().page->horizontalScrollBar()->setValue(0);
    current().page->verticalScrollBar()->setValue(0);
}

void PageStack::setOpenPanels(const OpenPanels& open) {
    m_entries[m_current].parts.open = open;
}

void PageStack::setOpenPanels(const QHash<QString, OpenPanels>& open) {
    for (Entry& entry : m_entries)
        entry.parts.open = open.value(QString::fromLatin1(entry.info->name), entry.info->parts({}).open);
}

void PageStack::setHeader(QWidget* header) {
    m_header = header;
    placeHeader();
}

void PageStack::setCovered(int height) {
    m_covered = height;
    for (const Entry& entry : m_entries) {
        if (entry.page)
            entry.page->setCovered(height);
    }
}

void PageStack::setPresented(bool presented) {
    m_presented = presented;
    for (const Entry& entry : m_entries) {
        if (entry.page)
            entry.page->presentable().setPresented(presented);
    }
}

void PageStack::setTitled(bool titled) {
    m_titled = titled;
    for (const Entry& entry : m_entries) {
        if (entry.page)
            entry.page->presentable().setTitled(titled);
    }
}

QString PageStack::subject() const {
    QString shown = page().subject();
    if (!shown.isEmpty())
        return shown;
    return current().info->tab ? current().tab->text() : current().parts.within;
}

void PageStack::placeHeader() {
    // Remove it from the other pages before the current one gets it.
    for (const Entry& entry : m_entries) {
        if (entry.page && entry.page != currentWidget())
            entry.page->setHeader(nullptr);
    }
    current().page->setHeader(m_header);
}

/// Marks the shown page among the tabs, and in the switch between the pages of its tab.
void PageStack::markShown() {
    if (m_first)
        return;
    const Entry& entry = current();
    m_last[entry.tab] = m_current;
    entry.tab->setChecked(true);
    if (entry.within)
        entry.within->setChecked(true);
}

void PageStack::show(std::size_t index) {
    if (index == m_current)
        return;
    QWidget* focused = window()->focusWidget();
    const QWidget* before = currentWidget();
    const bool wasInPage = focused && before && (focused == before || before->isAncestorOf(focused));
    m_needs.selection.setHovered(std::nullopt); // the pointer is on something else now
    Page& page = made(m_entries[index]);
    m_current = index;
    markShown();
    const bool isFirst = !page.focusWidget();
    setCurrentWidget(&page);
    if (wasInPage && isFirst) // Qt would give it to a button on it
        page.setFocus(Qt::OtherFocusReason);
    placeHeader();
    emit pageChanged();
    emit subjectChanged();
    const bool tookFocus = page.focusProxy() && page.focusProxy()->hasFocus();
    if (focused && !tookFocus && m_header && m_header->isAncestorOf(focused)) // reparenting loses the focus
        focused->setFocus();
}

} // namespace lab
