// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a program that was ended while it wrote has left in a folder.
#pragma once

#include <QDir>
#include <QStringList>

#include <fcntl.h>
#include <unistd.h>

namespace lab::test {

/// All names in a folder, hidden ones and broken links included.
inline QStringList all_names(const QString& folder) {
    return QDir(folder).entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
}

/// Whether the file system there knows files without names. Where it does not, what a killed program has left
/// goes when the next file is written.
inline bool knows_files_without_names(const QString& folder) {
    const int file = ::open(folder.toLocal8Bit().constData(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
    if (file >= 0)
        ::close(file);
    return file >= 0;
}

} // namespace lab::test
