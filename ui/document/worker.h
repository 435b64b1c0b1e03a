// SPDX-License-Identifier: GPL-3.0-or-later
//
// A thread for what would hold up the window: it does one thing after another.
#pragma once

#include <QObject>
#include <QThreadPool>

#include <functional>

namespace lab {

class Worker {
public:
    /// `owner` must outlive it: make it the owner's last member.
    explicit Worker(QObject& owner) : m_owner(owner) { m_thread.setMaxThreadCount(1); }
    /// What was started is done first; what it returns is then called no more.
    ~Worker() { m_thread.waitForDone(); }
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    /// Does `work` on the thread, and then, on the owner's, what that returns.
    void start(std::function<std::function<void()>()> work) {
        m_thread.start([this, work = std::move(work)] {
            QMetaObject::invokeMethod(&m_owner, work(), Qt::QueuedConnection);
        });
    }

private:
    QObject& m_owner;
    QThreadPool m_thread;
};

} // namespace lab
