// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/alternatives.h"

#include <QCoreApplication>

namespace lab {

namespace {

class AlternativesText {
    Q_DECLARE_TR_FUNCTIONS(Alternatives)
};

} // namespace

QString alternatives(QStringList texts) {
    if (texts.size() < 2)
        return texts.join(QString());
    const QString last = texts.takeLast();
    return AlternativesText::tr("%1 or %2").arg(texts.join(AlternativesText::tr(", ")), last);
}

} // namespace lab
