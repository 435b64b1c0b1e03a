// SPDX-License-Identifier: GPL-3.0-or-later
//
// A thread for tasks that wait for files. A file may never answer: a pipe without a writer, a disk that is
// gone. Neither later tasks nor the end of the program have to wait for such a task.
#pragma once

#include "ui/document/inbox.h"

#include <chrono>
#include <functional>
#include <memory>
#include <stop_token>

namespace lab {

class FileTasks {
public:
    /// After this time the window says that it still waits.
    static constexpr std::chrono::milliseconds slowAfter{2000};

    FileTasks();
    /// Leaves the tasks. Those that change files are waited for by calling finish() first.
    ~FileTasks();
    FileTasks(const FileTasks&) = delete;
    FileTasks& operator=(const FileTasks&) = delete;

    using Then = std::function<void()>;
    using Work = std::function<Then(const std::stop_token&)>;
    /// Runs `work` on another thread, after everything started before, and then, on the owner's thread, the
    /// function that `work` returns. `work` may outlive the owner, so it may use only what it owns; the
    /// returned function is not called if the owner is gone.
    void start(Work work);
    /// Asks the running task to stop, and has what was started after it run on another thread. What it
    /// returns is still called if it ends.
    void leave();
    /// Waits for everything that was started and not left, but no longer than `most`; true if it is done.
    bool finish(std::chrono::milliseconds most) const;

    /// Whether a task still runs that its owner has left. The program must then end without destroying what
    /// the task may use.
    static bool areLeft();

private:
    struct Line;
    struct Outlet;

    Inbox m_inbox;
    std::shared_ptr<Outlet> m_outlet;
    std::shared_ptr<Line> m_line;
};

} // namespace lab
