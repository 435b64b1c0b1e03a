// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/strips/file_strip.h"

#include "ui/document/lab_document.h"

#include <QFileInfo>
#include <QPushButton>

namespace lab {

namespace {

QString textOf(OnDisk state, const QString& name) {
    switch (state) {
    case OnDisk::unchanged:
        return {};
    case OnDisk::changed:
        return FileStrip::tr("“%1” was changed by another program or window.").arg(name);
    case OnDisk::missing:
        return FileStrip::tr("“%1” was deleted or moved; the document is still open here.").arg(name);
    case OnDisk::unreadable:
        return FileStrip::tr("“%1” can no longer be read; another program may have changed it.").arg(name);
    }
    return {};
}

} // namespace

FileStrip::FileStrip(const LabDocument& document, const Theme& theme, QWidget* parent)
    : NoticeStrip(theme, parent), m_document(document) {
    connect(addButton(tr("Save anyway"), tr("Overwrite the file with this document")), &QPushButton::clicked,
            this, &FileStrip::saveWanted);
    connect(addButton(tr("Save as…"), tr("Save this document to another file")), &QPushButton::clicked, this,
            &FileStrip::saveAsWanted);
    m_open = addButton(tr("Open theirs"), tr("Open the version in the file; can be undone"));
    connect(m_open, &QPushButton::clicked, this, &FileStrip::openWanted);
    m_compare = addButton(tr("Compare"), tr("Compare this document with the one in the file"));
    connect(m_compare, &QPushButton::clicked, this, &FileStrip::compareWanted);
    hide();
}

void FileStrip::setState(OnDisk state) {
    say(textOf(state, QFileInfo(m_document.file()).fileName()), m_document.file());
    for (QPushButton* button : {m_open, m_compare})
        button->setVisible(state == OnDisk::changed);
    setVisible(state != OnDisk::unchanged);
}

} // namespace lab
