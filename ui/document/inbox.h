// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs callbacks from other threads on the thread of the window.
#pragma once

#include <QObject>

#include <functional>
#include <mutex>
#include <queue>

namespace lab {

/// Qt only wakes the thread. Callbacks are handed over under our own mutex. Qt's queued calls would work too,
/// but ThreadSanitizer does not see the locks in a Qt that was not built with it, and would report every
/// call.
class Inbox : public QObject {
public:
    /// Has the event loop of the thread that created the inbox call `what`, after everything posted earlier.
    /// May be called on any thread. Callbacks that are still pending when the inbox is destroyed are dropped.
    void post(std::function<void()> what);

protected:
    void customEvent(QEvent* event) override;

private:
    std::mutex m_mutex;
    std::queue<std::function<void()>> m_posted;
};

} // namespace lab
