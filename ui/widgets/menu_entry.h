// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace lab {

/// The text of a menu's entry that nobody wrote for a menu, with `note` where other entries have their key.
inline QString menuEntry(const QString& text, const QString& note) {
    return QString(text + QLatin1Char('\t') + note)
        .replace(QLatin1Char('&'), QStringLiteral("&&")); // no letters to press
}

} // namespace lab
