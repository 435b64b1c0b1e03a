// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/shared/cell_names.h"

#include <QCoreApplication>

#include <algorithm>

namespace lab {

namespace {

constexpr qsizetype longestToken = 16;

QString shortened(const QString& word) {
    QString text = word.simplified();
    if (text.size() <= longestToken)
        return text;
    text.truncate(longestToken - 1);
    if (text.back().isHighSurrogate()) // never cut a surrogate pair
        text.chop(1);
    return text + QChar(0x2026);
}

} // namespace

QString quoted(const QString& word) {
    return inQuotes(shortened(word));
}

QString quoted(const Labels& tokens, Index token) {
    return inQuotes(shortened(tokens.word(token)), tokens.position(token));
}

QString cellPlace(const Labels& rows, Index row, const Labels& columns, Index column, bool columnIsToken) {
    return columnIsToken ? QStringLiteral("%1 → %2").arg(quoted(rows, row), quoted(columns, column))
                         : QStringLiteral("%1, %2").arg(quoted(rows, row), columns.value(column));
}

QString firstOf(const QStringList& texts, qsizetype most) {
    return someOf(texts.first(std::min(most, texts.size())), texts.size());
}

QString someOf(const QStringList& first, qsizetype all) {
    const QString listed = first.join(QStringLiteral(", "));
    return all == first.size() ? listed
                               : QCoreApplication::translate("FileSettings", "%1 and %2 more")
                                     .arg(listed, QString::number(all - first.size()));
}

} // namespace lab
