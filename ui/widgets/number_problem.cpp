// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/number_problem.h"

#include "core/number_format.h"
#include "ui/text/short_text.h"

#include <QCoreApplication>

namespace lab {

namespace {
class ProblemText {
    Q_DECLARE_TR_FUNCTIONS(NumberProblem)
};
} // namespace

QString numberProblem(const QString& text) {
    if (read_typed_number(text.toStdString()))
        return {};
    const QString shown = shortText(text.trimmed());
    if (shown.isEmpty())
        return ProblemText::tr("Enter a number; unchanged");
    if (shown.contains(QLatin1Char(',')))
        return ProblemText::tr(
                   "“%1” could mean two numbers: write 0.5, with a point and no thousands separators")
            .arg(shown);
    return ProblemText::tr("“%1” is no finite number; write it like −0.5 or 1e-3").arg(shown);
}

} // namespace lab
