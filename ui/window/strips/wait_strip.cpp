// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/strips/wait_strip.h"

#include "ui/document/files/file_waits.h"

#include <QPushButton>

namespace lab {

WaitStrip::WaitStrip(FileWaits& waits, const Theme& theme, QWidget* parent)
    : NoticeStrip(theme, parent), m_waits(waits), m_leave(addButton(tr("Stop waiting"), {})) {
    connect(m_leave, &QPushButton::clicked, &waits, &FileWaits::leaveOverdue);
    connect(&waits, &FileWaits::changed, this, &WaitStrip::showWait);
    hide();
}

void WaitStrip::showWait() {
    if (const FileWaits::Wait* wait = m_waits.overdue()) {
        say(wait->text, wait->tip);
        m_leave->setToolTip(wait->tip);
    }
    setVisible(m_waits.overdue());
}

} // namespace lab
