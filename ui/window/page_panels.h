// SPDX-License-Identifier: GPL-3.0-or-later
//
// Opens and closes the parameters (F9) and the explanation (F8), on each page on its own, and remembers it.
// Tells the head strip what can be done on the page.
#pragma once

#include "ui/window/open_panels.h"

#include <QObject>

#include <optional>

namespace lab {

class Actions;
class ExplanationPresenter;
class HeadStrip;
class LabDocument;
class PageStack;
class WindowLayout;
struct Preferences;

class PagePanels : public QObject {
    Q_OBJECT
public:
    /// The parts of one window, which must outlive this object.
    struct Parts {
        LabDocument& document;
        Actions& actions;
        PageStack& pages;
        WindowLayout& layout;
        HeadStrip& heads;
        ExplanationPresenter& presenter;
        Preferences& preferences;
    };
    PagePanels(const Parts& parts, QObject* parent);

    /// To be called when all preferences have changed.
    void followPreferences();
    /// While presenting, both are closed at first. What is opened then is not remembered.
    void setPresented(bool presented);

private:
    void openParameters(bool open);
    void openExplanation(bool open);
    void set(const OpenPanels& open);
    void showPage();
    void sayHint();

    OpenPanels open() const;

    Parts m_parts;
    std::optional<OpenPanels> m_presented; ///< what is open while presenting
};

} // namespace lab
