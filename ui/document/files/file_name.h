// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names of files as Qt gives them.
#pragma once

#include <QString>

namespace lab {

/// Whether the name is not the file's own: of bytes that are no UTF-8 Qt makes U+FFFD, which names another
/// file.
inline bool hasLostBytes(const QString& file) {
    return file.contains(QChar(QChar::ReplacementCharacter));
}

} // namespace lab
