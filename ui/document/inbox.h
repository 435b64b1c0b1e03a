// SPDX-License-Identifier: GPL-3.0-or-later
//
// How another thread lets something be done on the thread of the window.
#pragma once

#include <QObject>

#include <functional>
#include <mutex>
#include <queue>

namespace lab {

/// Qt wakes the thread and no more: what is posted is handed over under a mutex of our own. Queued calls of
/// Qt's own would do it too, but ThreadSanitizer does not see the locks in a Qt that was not built with it,
/// and would report each call.
class Inbox : public QObject {
public:
    /// Lets the event loop of the thread that made the inbox call `what`, after what was posted earlier. May
    /// be called on any thread. What has not been called when the inbox goes is called no more.
    void post(std::function<void()> what);

protected:
    void customEvent(QEvent* event) override;

private:
    std::mutex m_mutex;
    std::queue<std::function<void()>> m_posted;
};

} // namespace lab
