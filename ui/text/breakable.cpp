// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/breakable.h"

#include <QLabel>
#include <QTextBoundaryFinder>

namespace lab {

QString breakable(const QString& text) {
    constexpr int longest = 16;
    constexpr QChar zero_width_space(0x200B);
    QString broken;
    int inWord = 0;
    // A letter and its accents stay together.
    QTextBoundaryFinder letters(QTextBoundaryFinder::Grapheme, text);
    for (qsizetype from = 0, to = letters.toNextBoundary(); to > 0;
         from = to, to = letters.toNextBoundary()) {
        if (text[from].isSpace())
            inWord = 0;
        else if (++inWord > longest) {
            broken += zero_width_space;
            inWord = 1;
        }
        broken += QStringView(text).mid(from, to - from);
    }
    return broken;
}

void writeBreakable(QLabel& label, const QString& text) {
    label.setText(breakable(text));
    label.setAccessibleName(text);
}

} // namespace lab
