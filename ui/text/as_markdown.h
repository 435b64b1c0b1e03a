// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace lab {

/// A line of text as Markdown that shows just that, whatever signs are in it.
inline QString asMarkdown(const QString& text) {
    QString escaped;
    for (const QChar each : text) {
        if (each > QLatin1Char(' ') && each < QChar(0x7F) && !each.isLetterOrNumber())
            escaped += QLatin1Char('\\');
        escaped += each;
    }
    return escaped;
}

} // namespace lab
