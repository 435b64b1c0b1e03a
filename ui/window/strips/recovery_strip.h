// SPDX-License-Identifier: GPL-3.0-or-later
//
// Offers to recover what a program that ended prematurely had not saved, one document at a time.
#pragma once

#include "ui/document/files/recovery.h"
#include "ui/window/strips/notice_strip.h"

namespace lab {

class RecoveryStrip : public NoticeStrip {
    Q_OBJECT
public:
    RecoveryStrip(Recovery& recovery, const Theme& theme, QWidget* parent = nullptr);

signals:
    void openRequested(const lab::Recovery::FilePtr& offer);

private:
    void showOffer();

    Recovery& m_recovery;
};

/// "today 14:32", "yesterday 9:05" or the date and the time.
QString whenText(const QDateTime& time, const QDateTime& now);

} // namespace lab
