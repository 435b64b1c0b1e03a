// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/inbox.h"

#include <QCoreApplication>
#include <QEvent>

namespace lab {

void Inbox::post(std::function<void()> what) {
    {
        const std::lock_guard lock(m_mutex);
        m_posted.push(std::move(what));
    }
    QCoreApplication::postEvent(this, new QEvent(QEvent::User));
}

/// One event per posted callback.
void Inbox::customEvent(QEvent*) {
    std::function<void()> what;
    {
        const std::lock_guard lock(m_mutex);
        what = std::move(m_posted.front());
        m_posted.pop();
    }
    what(); // may destroy this object
}

} // namespace lab
