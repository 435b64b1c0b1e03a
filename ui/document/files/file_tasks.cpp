// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/files/file_tasks.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

namespace lab {

namespace {

std::atomic<int> runningLines = 0; ///< threads of all objects

} // namespace

/// The way back to the owner, while there is one.
struct FileTasks::Outlet {
    std::mutex mutex;
    Inbox* inbox;

    void post(Then then) {
        const std::lock_guard lock(mutex);
        if (inbox)
            inbox->post(std::move(then));
    }
};

/// The tasks of one thread, which ends when none is left.
struct FileTasks::Line {
    std::shared_ptr<Outlet> outlet;
    std::mutex mutex;
    std::condition_variable ended;
    std::deque<Work> waiting;
    bool isRunning = false;
    std::stop_source stop;

    explicit Line(std::shared_ptr<Outlet> to) : outlet(std::move(to)) {}

    void run(Work work) {
        for (; work; work = next()) {
            Then then = work(stop.get_token());
            work = nullptr; // what it owns is let go before the owner hears of it
            outlet->post(std::move(then));
        }
    }

private:
    Work next() {
        const std::lock_guard lock(mutex);
        if (waiting.empty()) {
            isRunning = false;
            ended.notify_all();
            return {};
        }
        Work work = std::move(waiting.front());
        waiting.pop_front();
        return work;
    }
};

FileTasks::FileTasks() : m_outlet(std::make_shared<Outlet>()), m_line(std::make_shared<Line>(m_outlet)) {
    m_outlet->inbox = &m_inbox;
}

FileTasks::~FileTasks() {
    {
        const std::lock_guard lock(m_outlet->mutex);
        m_outlet->inbox = nullptr;
    }
    const std::lock_guard lock(m_line->mutex);
    m_line->waiting.clear();
    m_line->stop.request_stop();
}

void FileTasks::start(Work work) {
    const std::lock_guard lock(m_line->mutex);
    if (std::exchange(m_line->isRunning, true)) {
        m_line->waiting.push_back(std::move(work));
        return;
    }
    ++runningLines;
    // The thread gets its first task with it: leave() must not find that among those that wait.
    std::thread([line = m_line, first = std::move(work)]() mutable {
        line->run(std::move(first));
        line.reset();
        --runningLines;
    }).detach();
}

void FileTasks::leave() {
    std::deque<Work> waiting;
    {
        const std::lock_guard lock(m_line->mutex);
        if (!m_line->isRunning)
            return;
        waiting.swap(m_line->waiting);
        m_line->stop.request_stop();
    }
    m_line = std::make_shared<Line>(m_outlet);
    for (Work& each : waiting)
        start(std::move(each));
}

bool FileTasks::finish(std::chrono::milliseconds most) const {
    std::unique_lock lock(m_line->mutex);
    return m_line->ended.wait_for(lock, most, [this] { return !m_line->isRunning; });
}

bool FileTasks::areLeft() {
    return runningLines > 0;
}

} // namespace lab
