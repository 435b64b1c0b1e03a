// SPDX-License-Identifier: GPL-3.0-or-later
//
// Does to a window what an Event says, as a person's hands would: through the window system's events.
//
//   ["click", CLASS, NAME, WHICH, X, Y, MODIFIERS]  also "double", "menu" (the right button), "hover"; X and
//   Y
//                                                   in thousandths of the widget
//   ["drag", CLASS, NAME, WHICH, X, Y, MODIFIERS, DX, DY, STEPS]       by so many pixels
//   ["wheel", CLASS, NAME, WHICH, X, Y, MODIFIERS, NOTCHES]
//   ["drop", CLASS, NAME, WHICH, FILE]              a file of the ride's folder
//   ["key", KEYS]  ["type", TEXT]  ["compose", UNFINISHED, TEXT]       to what has the keyboard
//   ["paste", KIND, CONTENT]                        text, html, grid ("ROWS COLUMNS"), image, files
//   ["entry", TEXT]                                 of the open menu
//   ["answer", FILE]                                to an open file dialog; without a name: Cancel
//   ["action", NAME]  ["zoom", PERCENT]  ["system", "dark"]  ["direction", "rtl"]  ["resize", WIDTH, HEIGHT]
//   ["number", VALUE]  ["sentence", TEXT]  ["heads", COUNT]            edits
//   ["example", NAME]  ["open", FILE]  ["frame", SECONDS]  ["wait", MILLISECONDS]
//
// Those from "action" on process no events, so that several of them come at once.
#pragma once

#include "tests/support/event_list.h"

#include <QTimer>

class QWindow;

namespace lab {
class Theme;
}

namespace lab::test {

class LabWindow;

class EventPlayer {
public:
    /// Files are written and read in `folder` alone, which is made the home of the process.
    EventPlayer(Theme& theme, QString folder);

    /// What the events are for from now on.
    void setWindow(LabWindow& window) { m_window = &window; }
    /// Leaves out what there is no widget for any more. An unknown verb is a warning.
    void play(const Event& event);
    /// Closes whatever lies over the window.
    void closeAll();

private:
    struct Place;
    using Handler = void (EventPlayer::*)(const Event&);
    static Handler handlerOf(const QString& verb);

    Place placeOf(const Event& event) const;
    void point(const Event& event);
    void drag(const Event& event);
    void wheel(const Event& event);
    void drop(const Event& event);
    void key(const Event& event);
    void type(const Event& event);
    void compose(const Event& event);
    void paste(const Event& event);
    void entry(const Event& event);
    void answer(const Event& event);
    void action(const Event& event);
    void look(const Event& event);
    void resize(const Event& event);
    void edit(const Event& event);
    void open(const Event& event);
    void wait(const Event& event);

    QWindow* activeWindow() const;
    bool isInFront() const;
    QString inside(const QString& file) const;
    void keepFiguresInside() const;
    void endNestedLoop() const;

    Theme& m_theme;
    QString m_folder;
    LabWindow* m_window = nullptr;
    QTimer m_nested; ///< ends drags and drops, which wait for a mouse that is not moved
};

} // namespace lab::test
