// SPDX-License-Identifier: GPL-3.0-or-later
//
// The documents that were opened or saved last. They are stored only in the settings, which all windows
// share.
#pragma once

#include <QStringList>

namespace lab {

/// At most eight absolute paths, newest first. The files may no longer exist.
QStringList recentFiles();
void addRecentFile(const QString& file);
/// False if it was not among them.
bool removeRecentFile(const QString& file);

} // namespace lab
