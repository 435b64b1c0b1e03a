// SPDX-License-Identifier: GPL-3.0-or-later
//
// The documents that were opened or saved last. They stand in the settings alone, which all windows share.
#pragma once

#include <QStringList>

namespace lab {

/// The last eight at most, as absolute paths, the newest first; whether they still are there is not looked
/// at.
QStringList recentFiles();
void addRecentFile(const QString& file);
/// False where it was not among them.
bool removeRecentFile(const QString& file);

} // namespace lab
