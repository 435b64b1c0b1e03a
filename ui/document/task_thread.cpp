// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/task_thread.h"

namespace lab {

void TaskThread::start(std::function<Then()> work) {
    {
        const std::lock_guard lock(m_mutex);
        m_waiting.push(std::move(work));
    }
    m_more.notify_one();
    if (!m_thread.joinable())
        m_thread = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

/// Runs on the worker thread, until the worker is destroyed and no task is left.
void TaskThread::run(const std::stop_token& stop) {
    const auto next = [&]() -> std::function<Then()> {
        std::unique_lock lock(m_mutex);
        if (!m_more.wait(lock, stop, [this] { return !m_waiting.empty(); }))
            return {};
        std::function<Then()> work = std::move(m_waiting.front());
        m_waiting.pop();
        return work;
    };
    while (const std::function<Then()> work = next())
        m_inbox.post(work());
}

} // namespace lab
