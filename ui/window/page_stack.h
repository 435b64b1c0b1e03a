// SPDX-License-Identifier: GPL-3.0-or-later
//
// The pages of the window's modes, of which one is shown.
#pragma once

#include "ui/window/actions.h"
#include "ui/window/window_layout.h"

#include <QStackedWidget>

#include <vector>

namespace lab {

class Page;
class Selection;

class PageStack : public QStackedWidget {
    Q_OBJECT
public:
    PageStack(const Actions& actions, Selection& selection, QWidget* parent = nullptr)
        : QStackedWidget(parent), m_actions(actions), m_selection(selection) {}

    /// The page of a mode, which its action shows from now on, and what stands around it.
    void add(ActionId mode, Page* page, PageParts parts = {});

    /// What scrolls with the page that is shown, whichever that is; null: nothing.
    void setHeader(QWidget* header);
    /// The lower part of each page lies under the explanation, see Page.
    void setCovered(int height);
    /// The page that is shown.
    const Page& page() const { return *m_modes[static_cast<std::size_t>(currentIndex())].page; }
    /// What stands around it.
    const PageParts& parts() const { return m_modes[static_cast<std::size_t>(currentIndex())].parts; }

signals:
    /// Another page is shown.
    void turned();

private:
    struct Mode {
        Page* page;
        PageParts parts;
    };

    void show(Page* page);
    void placeHeader();

    const Actions& m_actions;
    Selection& m_selection;
    std::vector<Mode> m_modes; // as they are stacked
    QWidget* m_header = nullptr;
};

} // namespace lab
