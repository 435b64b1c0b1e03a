// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plays Events on a window as user input, through the window system's events.
//
//   ["click", CLASS, NAME, WHICH, X, Y, MODIFIERS]  also "double", "menu" (the right button), "hover".
//                                                   X and Y are in thousandths of the widget
//   ["drag", CLASS, NAME, WHICH, X, Y, MODIFIERS, DX, DY, STEPS]       DX and DY are in pixels
//   ["wheel", CLASS, NAME, WHICH, X, Y, MODIFIERS, NOTCHES]
//   ["drop", CLASS, NAME, WHICH, FILE]              a file in the player's folder
//   ["key", KEYS]  ["type", TEXT]  ["compose", UNFINISHED, TEXT]       to the focused widget
//   ["paste", KIND, CONTENT]                        text, html, grid ("ROWS COLUMNS"), image, files
//   ["entry", TEXT]                                 in the open menu
//   ["answer", FILE]                                to an open file dialog. An empty name cancels it
//   ["action", NAME]  ["zoom", PERCENT]  ["system", "dark"]  ["direction", "rtl"]  ["resize", WIDTH, HEIGHT]
//   ["number", VALUE]  ["sentence", TEXT]  ["heads", COUNT]            edits
//   ["alone"]  ["exercise"]                                the card of the scores, a question about them
//   ["example", NAME]  ["open", FILE]  ["frame", SECONDS]  ["wait", MILLISECONDS]
//
// Except for "wait", the events from "action" on do not process the event queue, so several can take effect
// at once.
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
    /// Reads and writes files only in `folder`, which also becomes the process's HOME and current directory.
    EventPlayer(Theme& theme, QString folder);

    /// The window that receives the events from now on.
    void setWindow(LabWindow& window) { m_window = &window; }
    /// Ignores events whose widget no longer exists. Warns about unknown verbs.
    void play(const Event& event);
    /// Closes all popups and dialogs.
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
    void state(const Event& event);
    void lesson(const Event& event);
    void fit(const Event& event);
    void wait(const Event& event);

    QWindow* activeWindow() const;
    bool isInFront() const;
    QString inside(const QString& file) const;
    void keepFiguresInside() const;
    void endNestedLoop() const;

    Theme& m_theme;
    QString m_folder;
    LabWindow* m_window = nullptr;
    QTimer m_nested; ///< ends nested event loops of drags, which would wait for mouse moves
};

} // namespace lab::test
