// SPDX-License-Identifier: GPL-3.0-or-later
//
// The pages of the window, described once: their tabs, the menu, their keys and what surrounds them come from
// this table. Several pages may share a tab, which then shows the one of them that was shown last.
#pragma once

#include "ui/window/menu/actions.h"
#include "ui/window/open_panels.h"

#include <span>

namespace lab {

class LabDocument;
class Page;
class PageChoices;
class Selection;
class Theme;

/// What pages are made of. It must outlive them.
struct PageNeeds {
    LabDocument& document;
    Selection& selection;
    PageChoices& choices;
    const Theme& theme;
};

/// What surrounds a page.
struct PageParts {
    QString within = {}, withinTip = {}; ///< what it is called among the pages of its tab, if there are more
    OpenPanels open = {};                ///< at first; the user opens and closes them
    bool heads = true;                   ///< a pill for each head above it
    QString hint = {};                   ///< above it while nothing is inspected: what can be done there
    /// Shown while the explanation is closed; empty: `hint` fits both.
    QString hintWithoutExplanation = {};
    /// Shown instead of both where a step of a lesson locks what they say; null: it locks nothing of that.
    bool (*isLocked)(const LabDocument& document) = nullptr;
    QString hintWhileLocked = {};
    QString manual = {}; ///< the page of the manual about it; empty: the first one
};

struct PageInfo {
    const char* name;        ///< in scenes, preferences and tests
    const QMetaObject* kind; ///< of its class
    /// `first` contains the pages that this one is to be like, in another window; null: it is the only one.
    Page* (*make)(const PageNeeds& needs, const QWidget* first);
    PageTab (*tab)(); ///< null: that of the page before it
    PageParts (*parts)(const QString& explanationKey);
};

/// In the order of their tabs.
std::span<const PageInfo> allPages();

} // namespace lab
