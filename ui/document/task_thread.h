// SPDX-License-Identifier: GPL-3.0-or-later
//
// A thread for slow tasks, which run one after another. The thread of the live trace is in computation.h.
#pragma once

#include "ui/document/inbox.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <queue>
#include <stop_token>
#include <thread>

namespace lab {

class TaskThread {
public:
    /// Declare it as the last member of its owner: its tasks may use the others.
    TaskThread() = default;
    /// Finishes the started tasks first. What they return is not called any more.
    ~TaskThread() = default;
    TaskThread(const TaskThread&) = delete;
    TaskThread& operator=(const TaskThread&) = delete;

    using Then = std::function<void()>;
    /// Runs `work` on that thread, then what it returns on the owner's thread.
    void start(std::function<Then()> work);

private:
    void run(const std::stop_token& stop);

    Inbox m_inbox;
    std::mutex m_mutex;
    std::condition_variable_any m_more;
    std::queue<std::function<Then()>> m_waiting;
    std::jthread m_thread; ///< created by the first start(); last, since it uses the others
};

} // namespace lab
