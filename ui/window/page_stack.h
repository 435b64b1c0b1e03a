// SPDX-License-Identifier: GPL-3.0-or-later
//
// The pages of the window's modes, one of which is shown.
#pragma once

#include "ui/window/actions.h"
#include "ui/window/open_panels.h"

#include <QStackedWidget>

#include <vector>

namespace lab {

class Page;
class Selection;

/// What surrounds the page of a mode.
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
    PageStack(const Actions& actions, Selection& selection, QWidget* parent = nullptr)
        : QStackedWidget(parent), m_actions(actions), m_selection(selection) {}

    /// Adds the page of a mode, which the mode's action shows, and what surrounds it.
    void add(ActionId mode, Page* page, PageParts parts = {});

    /// A widget that scrolls with the current page; null: none.
    void setHeader(QWidget* header);
    /// The explanation covers the lowest `height` pixels of each page, see Page.
    void setCovered(int height);
    /// The current page.
    const Page& page() const { return *current().page; }
    /// The mode of the current page.
    ActionId mode() const { return current().mode; }
    /// What surrounds the current page.
    const PageParts& parts() const { return current().parts; }
    void setOpenPanels(const OpenPanels& open);

signals:
    /// Another page is shown.
    void pageChanged();

private:
    struct Mode {
        ActionId mode;
        Page* page;
        PageParts parts;
    };

    const Mode& current() const { return m_modes[static_cast<std::size_t>(currentIndex())]; }
    void show(Page* page);
    void placeHeader();

    const Actions& m_actions;
    Selection& m_selection;
    std::vector<Mode> m_modes; // in the order of the stack
    QWidget* m_header = nullptr;
};

} // namespace lab
