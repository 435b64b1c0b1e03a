// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reports that another program has changed or deleted the document's file, until the user decides what to do.
#pragma once

#include "ui/document/files/known_file.h"
#include "ui/window/strips/notice_strip.h"

namespace lab {

class LabDocument;

class FileStrip : public NoticeStrip {
    Q_OBJECT
public:
    FileStrip(const LabDocument& document, const Theme& theme, QWidget* parent = nullptr);

    /// The state of the document's file on disk.
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
