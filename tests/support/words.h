// SPDX-License-Identifier: GPL-3.0-or-later
//
// Long sentences.
#pragma once

#include <QString>
#include <QStringList>

namespace lab::test {

/// "w0 w1 w2 …": so many different words.
inline QString different_words(int count) {
    QStringList words;
    for (int i = 0; i < count; ++i)
        words += QStringLiteral("w%1").arg(i);
    return words.join(' ');
}

} // namespace lab::test
