// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/whole_calls.h"

#include <QRegularExpression>
#include <QTextBoundaryFinder>

namespace lab {

QString withWholeCalls(const QString& text) {
    static const QRegularExpression call(QStringLiteral("\\b[A-Za-z_][\\w.]*\\([^()\\n]{1,30}\\)"));
    constexpr QChar no_break_space(0x00A0), word_joiner(0x2060);
    QString whole;
    qsizetype done = 0;
    for (auto all = call.globalMatch(text); all.hasNext();) {
        const QRegularExpressionMatch match = all.next();
        whole += QStringView(text).mid(done, match.capturedStart() - done);
        done = match.capturedEnd();
        const QString code = match.captured().replace(QLatin1Char(' '), no_break_space);
        QTextBoundaryFinder breaks(QTextBoundaryFinder::Line, code);
        for (qsizetype from = 0, to = breaks.toNextBoundary(); to > 0;
             from = to, to = breaks.toNextBoundary()) {
            whole += QStringView(code).mid(from, to - from);
            if (to < code.size())
                whole += word_joiner;
        }
    }
    whole += QStringView(text).mid(done);
    return whole;
}

} // namespace lab
