// SPDX-License-Identifier: GPL-3.0-or-later
//
// Files left in a folder by a program that was killed while writing.
#pragma once

#include <QDir>
#include <QStringList>

#include <fcntl.h>
#include <unistd.h>

namespace lab::test {

/// All names in a folder, including hidden files and broken links.
inline QStringList all_names(const QString& folder) {
    return QDir(folder).entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
}

/// Whether the file system supports unnamed files (O_TMPFILE). Otherwise the leftovers of a killed program
/// are only deleted by the next write.
inline bool knows_files_without_names(const QString& folder) {
    const int file = ::open(folder.toLocal8Bit().constData(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
    if (file >= 0)
        ::close(file);
    return file >= 0;
}

} // namespace lab::test
