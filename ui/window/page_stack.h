// SPDX-License-Identifier: GPL-3.0-or-later
//
// The pages of the window's modes, of which one is shown.
#pragma once

#include "ui/window/actions.h"
#include "ui/window/window_layout.h"

#include <QStackedWidget>

#include <functional>
#include <vector>

namespace lab {

class Selection;

class PageStack : public QStackedWidget {
    Q_OBJECT
public:
    PageStack(const Actions& actions, Selection& selection, QWidget* parent = nullptr)
        : QStackedWidget(parent), m_actions(actions), m_selection(selection) {}

    /// The page of a mode, which its action shows from now on, and what stands around it. A page takes over
    /// what scrolls with it by setHeader(QWidget*).
    template<class Page>
    void add(ActionId mode, Page* page, PageParts parts = {}) {
        m_modes.push_back({page, [page](QWidget* header) { page->setHeader(header); }, std::move(parts)});
        addPage(mode, page);
    }

    /// What scrolls with the page that is shown, whichever that is; null: nothing.
    void setHeader(QWidget* header);
    /// What stands around the page that is shown.
    const PageParts& parts() const { return m_modes[static_cast<std::size_t>(currentIndex())].parts; }

signals:
    /// Another page is shown.
    void turned();

private:
    struct Mode {
        QWidget* page;
        std::function<void(QWidget*)> setHeader;
        PageParts parts;
    };

    void addPage(ActionId mode, QWidget* page);
    void show(QWidget* page);
    void placeHeader();

    const Actions& m_actions;
    Selection& m_selection;
    std::vector<Mode> m_modes; // as they are stacked
    QWidget* m_header = nullptr;
};

} // namespace lab
