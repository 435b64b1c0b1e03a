// SPDX-License-Identifier: GPL-3.0-or-later
//
// Random events for the current state of a window. The same seed gives the same events as long as the window
// reacts the same way.
#pragma once

#include "tests/support/event_list.h"

#include <QPoint>
#include <QStringList>

#include <optional>
#include <random>

class QWidget;

namespace lab {
class PlanePlot;
}

namespace lab::test {

class LabWindow;

class RandomEvents {
public:
    explicit RandomEvents(std::uint64_t seed) : m_engine(seed) {}

    Event next(const LabWindow& window);
    /// One of the lessons that come with the program; it begins at once.
    Event anyLesson();
    /// What somebody tries first: presenting, menus, drops, every key and every page once, in any order; then
    /// anything.
    Event first(const LabWindow& window);

private:
    struct Kind;
    static const std::vector<Kind>& kinds();

    EventList firstEvents();
    Event anyKind();
    Event forPopup();
    Event at(const char* verb);
    std::optional<QPoint> atTip(const PlanePlot& plane);
    Event drag();
    Event wheel();
    Event drop();
    Event key();
    Event shortcut();
    Event page();
    Event present();
    Event lesson();
    Event fit();
    Event type();
    Event compose();
    Event paste();
    Event action();
    Event zoom();
    Event theme();
    Event direction();
    Event resize();
    Event undo();
    Event edit();
    Event open();
    Event frame();
    Event wait();

    int between(int least, int most);
    bool oneIn(int count) { return between(1, count) == 1; }
    QString of(const QStringList& choices);

    std::mt19937_64 m_engine;
    const LabWindow* m_window = nullptr;
    const QWidget* m_front = nullptr;
    Event m_last;
    int m_repeats = 0;
    std::optional<EventList> m_first; ///< what is left of it, the next one last
};

} // namespace lab::test
