// SPDX-License-Identifier: GPL-3.0-or-later
//
// The pages of the window, one of which is shown.
#pragma once

#include "ui/plots/figure.h"
#include "ui/window/actions.h"
#include "ui/window/open_panels.h"

#include <QHash>
#include <QStackedWidget>

#include <vector>

namespace lab {

class Board;
class ComparePage;
class HeadsPage;
class LabDocument;
class LinksPage;
class Page;
class PageChoices;
class Selection;
class Theme;

/// What surrounds a page.
struct PageParts {
    OpenPanels open = {}; ///< at first; the user opens and closes them
    bool heads = true;    ///< a pill for each head above it
    QString hint = {};    ///< above it while nothing is inspected: what can be done there
    /// Shown while the explanation is closed; empty: `hint` fits both.
    QString hintWithoutExplanation = {};
};

class PageStack : public QStackedWidget {
    Q_OBJECT
public:
    PageStack(Actions& actions, Selection& selection, QWidget* parent = nullptr)
        : QStackedWidget(parent), m_actions(actions), m_selection(selection) {}

    /// The pages that other parts of the window talk to.
    struct Pages {
        Board* board;
        LinksPage* links;
        HeadsPage* heads;
        ComparePage* compare;
    };
    /// Makes all pages, in the order of their tabs. A new page is one entry there.
    Pages addPages(LabDocument& document, PageChoices& choices, const Theme& theme);
    /// Shows a page as its action does.
    void open(const Page& page);

    /// A widget that scrolls with the current page; null: none.
    void setHeader(QWidget* header);
    /// The explanation covers the lowest `height` pixels of each page, see Page.
    void setCovered(int height);
    /// The current page.
    const Page& page() const { return *current().page; }
    /// The name of its action.
    QString pageName() const { return current().action->objectName(); }
    /// What surrounds the current page.
    const PageParts& parts() const { return current().parts; }
    void setOpenPanels(const OpenPanels& open);
    /// The same for any page, by the name of its action.
    void setOpenPanels(const QHash<QString, OpenPanels>& open);

signals:
    /// Another page is shown.
    void pageChanged();
    // Of any page: see Page.
    void exportRequested(const lab::Figure& figure);
    void copyRequested(const lab::Figure& figure);
    void refused(const QString& reason);
    void exampleChosen(const QString& name);

private:
    struct Entry {
        QAction* action;
        Page* page;
        PageParts parts;
    };

    const Entry& current() const { return m_entries[static_cast<std::size_t>(currentIndex())]; }
    /// Adds a page with the action that shows it, and what surrounds it.
    void add(const PageTab& tab, Page* page, PageParts parts);
    void show(Page* page);
    void placeHeader();

    Actions& m_actions;
    Selection& m_selection;
    std::vector<Entry> m_entries; // in the order of the stack
    QWidget* m_header = nullptr;
};

} // namespace lab
