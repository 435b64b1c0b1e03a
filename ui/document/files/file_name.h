// SPDX-License-Identifier: GPL-3.0-or-later
//
// File names from Qt.
#pragma once

#include <QString>

namespace lab {

/// Whether Qt could not represent the name: it replaces bytes that are not UTF-8 with U+FFFD, which names
/// another file.
inline bool hasLostBytes(const QString& file) {
    return file.contains(QChar(QChar::ReplacementCharacter));
}

/// Why the file cannot be opened, if Qt could not represent its name; otherwise empty.
QString nameProblem(const QString& file);

/// Whether there is a folder to begin a file dialog in. A disk that does not answer soon counts as none: the
/// dialog would wait for it.
bool isFolder(const QString& path);

} // namespace lab
