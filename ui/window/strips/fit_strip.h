// SPDX-License-Identifier: GPL-3.0-or-later
//
// Says on the other pages that weights are being found, and leads back to where they are kept or cancelled.
#pragma once

#include "ui/window/strips/notice_strip.h"

namespace lab {

class LabDocument;

class FitStrip : public NoticeStrip {
    Q_OBJECT
public:
    FitStrip(LabDocument& document, const Theme& theme, QWidget* parent = nullptr);

signals:
    void learnWanted();
};

} // namespace lab
