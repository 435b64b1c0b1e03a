// SPDX-License-Identifier: GPL-3.0-or-later
//
// A thread for what would hold up the window: it does one thing after another.
#pragma once

#include "ui/document/inbox.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <queue>
#include <stop_token>
#include <thread>

namespace lab {

class Worker {
public:
    /// Make it the last member of whoever owns it: what it does may use the others.
    Worker() = default;
    /// What was started is done first; what it returns is then called no more.
    ~Worker() = default;
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    using Then = std::function<void()>;
    /// Does `work` on the thread, and then, on the owner's, what that returns.
    void start(std::function<Then()> work);

private:
    void run(const std::stop_token& stop);

    Inbox m_inbox;
    std::mutex m_mutex;
    std::condition_variable_any m_more;
    std::queue<std::function<Then()>> m_waiting;
    std::jthread m_thread; ///< from the first start() on; last, since it uses the others
};

} // namespace lab
