// SPDX-License-Identifier: GPL-3.0-or-later
//
// Offers the document of last time, where the program was not closed then.
#pragma once

#include "ui/window/strips/notice_strip.h"

namespace lab {

class LastDocumentStrip : public NoticeStrip {
    Q_OBJECT
public:
    /// `tip`: the whole path of a file.
    LastDocumentStrip(const QString& name, const QString& tip, const Theme& theme, QWidget* parent = nullptr);

signals:
    void openRequested();
};

} // namespace lab
