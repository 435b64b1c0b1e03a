// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/subscripts.h"

#include "ui/text/whole_calls.h"

#include <QRegularExpression>

namespace lab {

QString withSubscripts(const QString& text) {
    const QString plain = withWholeCalls(text);
    static const QRegularExpression quotedOrSymbol(
        QStringLiteral("“[^”]*”|\\b(?<of>[dWb])_(?<low>k|v|model|out|[QKVO])\\b"));
    QString html;
    qsizetype done = 0;
    for (auto all = quotedOrSymbol.globalMatch(plain); all.hasNext();) {
        const QRegularExpressionMatch match = all.next();
        if (match.capturedLength(QStringLiteral("of")) == 0)
            continue;
        html += plain.mid(done, match.capturedStart() - done).toHtmlEscaped() +
                match.captured(QStringLiteral("of")) + QStringLiteral("<sub>") +
                match.captured(QStringLiteral("low")) + QStringLiteral("</sub>");
        done = match.capturedEnd();
    }
    html += plain.mid(done).toHtmlEscaped();
    html.replace(QStringLiteral(" = "), QStringLiteral("&nbsp;=&nbsp;")); // no line begins with “= 2”
    return QStringLiteral("<span style=\"white-space:pre-wrap\">%1</span>").arg(html);
}

} // namespace lab
