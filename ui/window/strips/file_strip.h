// SPDX-License-Identifier: GPL-3.0-or-later
//
// Says that another program has changed or deleted the document's file, until somebody decides what becomes
// of it.
#pragma once

#include "ui/document/files/known_file.h"
#include "ui/window/strips/notice_strip.h"

namespace lab {

class LabDocument;

class FileStrip : public NoticeStrip {
    Q_OBJECT
public:
    FileStrip(const LabDocument& document, const Theme& theme, QWidget* parent = nullptr);

    /// What has become of the document's file.
    void setState(OnDisk state);

signals:
    void saveWanted();
    void saveAsWanted();
    void openWanted();
    void compareWanted();

private:
    const LabDocument& m_document;
    QPushButton* m_open;
    QPushButton* m_compare;
};

} // namespace lab
