// SPDX-License-Identifier: GPL-3.0-or-later
//
// Says which file keeps the user waiting, and offers to stop waiting for it.
#pragma once

#include "ui/window/strips/notice_strip.h"

namespace lab {

class FileWaits;

class WaitStrip : public NoticeStrip {
    Q_OBJECT
public:
    WaitStrip(FileWaits& waits, const Theme& theme, QWidget* parent = nullptr);

private:
    void showWait();

    FileWaits& m_waits;
    QPushButton* m_leave;
};

} // namespace lab
