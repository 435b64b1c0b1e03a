// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/number_problem.h"

#include "core/base/number_format.h"
#include "ui/text/short_text.h"

#include <QCoreApplication>

namespace lab {

namespace {

class ProblemText {
    Q_DECLARE_TR_FUNCTIONS(NumberProblem)
};

/// Whether a text has operators or parentheses, apart from a sign at its beginning.
bool isArithmetic(const QString& text) {
    static const QString operators = QStringLiteral("+-−*/^()×·√");
    return std::any_of(text.begin() + std::min<qsizetype>(1, text.size()), text.end(),
                       [](QChar c) { return operators.contains(c); });
}

} // namespace

QString numberProblem(const QString& text) {
    const Result<double> number = read_number_expression(text.toStdString());
    if (number)
        return {};
    const QString shown = shortText(text.trimmed());
    if (shown.isEmpty())
        return ProblemText::tr("Enter a number; unchanged");
    if (isArithmetic(text.trimmed()))
        return ProblemText::tr("“%1” can’t be computed: %2; unchanged")
            .arg(shown, QString::fromStdString(number.error().message()));
    if (shown.contains(QLatin1Char(',')))
        return ProblemText::tr(
                   "“%1” could mean two numbers: write 0.5, with a point and no thousands separators")
            .arg(shown);
    return ProblemText::tr("“%1” is no finite number; write it like −0.5, 1e-3 or sqrt(2)/3").arg(shown);
}

} // namespace lab
