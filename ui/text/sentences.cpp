// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/sentences.h"

#include <QStringList>

namespace lab {

QString sentencesOf(const std::vector<Said>& sentences) {
    QStringList texts;
    for (const Said& each : sentences) {
        QString text = QString::fromStdString(text_of(each));
        if (!text.isEmpty() && !QStringLiteral(".?!…").contains(text.back()))
            text += QLatin1Char('.');
        texts += text;
    }
    return texts.join(QLatin1Char(' '));
}

} // namespace lab
