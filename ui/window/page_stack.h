// SPDX-License-Identifier: GPL-3.0-or-later
//
// The pages of the window, one of which is shown. A page is made when it is first shown or asked for: most
// starts show one.
#pragma once

#include "core/describe/operands.h"
#include "ui/plots/figure.h"
#include "ui/window/all_pages.h"

#include <QActionGroup>
#include <QHash>
#include <QStackedWidget>

#include <vector>

namespace lab {

class PageStack : public QStackedWidget {
    Q_OBJECT
public:
    /// Shows the first page.
    PageStack(Actions& actions, const PageNeeds& needs, QWidget* parent = nullptr);
    /// A second set of pages, for another window: it shows what `first` shows, scrolled to the same place as
    /// far as two sizes allow. `first`, which must outlive this one, emits the requests of both.
    PageStack(PageStack& first, const Theme& theme, QWidget* parent = nullptr);

    /// The page of this class, which need not be shown.
    template<class P>
    P& get() {
        return static_cast<P&>(made(entry(P::staticMetaObject)));
    }
    template<class P>
    P& open() {
        show(static_cast<std::size_t>(&entry(P::staticMetaObject) - m_entries.data()));
        return get<P>();
    }

    /// Shows the page of this name. False: there is none.
    bool open(const QString& name);
    /// Choices among the pages of a tab that has several.
    QList<QAction*> choicesWithin() const { return m_within->actions(); }

    /// Scrolls the current page to its beginning.
    void scrollToStart();

    /// A widget that scrolls with the current page; null: none.
    void setHeader(QWidget* header);
    /// The explanation covers the lowest `height` pixels of each page, see Page.
    void setCovered(int height);
    /// The current page has the whole screen, see Presentable.
    void setPresented(bool presented);
    /// A title stands above the current page, see Presentable.
    void setTitled(bool titled);
    /// The current page.
    const Page& page() const { return *current().page; }
    QString pageName() const { return QString::fromLatin1(current().info->name); }
    /// What of it is shown, or its title.
    QString subject() const;
    /// What surrounds the current page.
    const PageParts& parts() const { return current().parts; }
    void setOpenPanels(const OpenPanels& open);
    /// The same for any page, by its name; the others are as they begin.
    void setOpenPanels(const QHash<QString, OpenPanels>& open);

signals:
    /// Another page is shown.
    void pageChanged();
    void subjectChanged();
    /// A page will be shown or used for the first time.
    void pageMade(lab::Page* page);
    // Signals that any of the pages may emit: see Page.
    void exportRequested(const lab::Figure& figure);
    void copyRequested(const lab::Figure& figure);
    void numbersRequested(lab::StageId stage, lab::HeadIndex head);
    void checkRequested(lab::StageId stage, lab::HeadIndex head);
    void coverRequested(const lab::StageBlock& block);
    void refused(const QString& reason);
    void exampleChosen(const QString& name);

private:
    struct Entry {
        QAction* tab;
        QAction* within; ///< null: it has the tab alone
        const PageInfo* info;
        PageParts parts;
        Page* page = nullptr; ///< null until it is made
    };

    const Entry& current() const { return m_entries[m_current]; }
    Entry& entry(const QMetaObject& kind);
    /// Adds all pages with the actions that show them.
    void addPages();
    QAction* addWithin(const PageParts& parts, const QAction& tab, std::size_t index);
    /// Shows the page of the tab that was shown last; if it is shown now, the tab's next page.
    void showTab(const QAction& tab);
    Page& made(Entry& entry);
    void scrollWith(Page& page, Page& other);
    void show(std::size_t index);
    void markShown();
    void placeHeader();

    Actions& m_actions;
    PageNeeds m_needs;
    PageStack* m_first = nullptr; ///< that this one follows
    QActionGroup* m_within = nullptr;
    std::vector<Entry> m_entries;
    QHash<const QAction*, std::size_t> m_last; ///< page of each tab
    std::size_t m_current = 0;
    QWidget* m_header = nullptr;
    int m_covered = 0;
    bool m_presented = false;
    bool m_titled = false;
};

} // namespace lab
