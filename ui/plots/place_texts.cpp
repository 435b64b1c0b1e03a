// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/place_texts.h"

#include <QCoreApplication>

namespace lab {

namespace {
constexpr qsizetype longestToken = 16;
}

QString quoted(const QString& token) {
    QString text = token.simplified();
    if (text.size() > longestToken) {
        text.truncate(longestToken - 1);
        if (text.back().isHighSurrogate()) // half a character
            text.chop(1);
        text += QChar(0x2026);
    }
    // A word that is read from the right keeps what stands around it in its place.
    return QStringLiteral("“%1”").arg(text.isRightToLeft() ? QChar(0x2068) + text + QChar(0x2069) : text);
}

QString placeText(const QString& row, const QString& column, bool columnIsToken) {
    return columnIsToken ? QStringLiteral("%1 → %2").arg(quoted(row), quoted(column))
                         : QStringLiteral("%1, %2").arg(quoted(row), column);
}

QString firstOf(const QStringList& texts, qsizetype most) {
    if (texts.size() <= most)
        return texts.join(QStringLiteral(", "));
    return QCoreApplication::translate("FileSettings", "%1 and %2 more")
        .arg(texts.first(most).join(QStringLiteral(", ")), QString::number(texts.size() - most));
}

} // namespace lab
