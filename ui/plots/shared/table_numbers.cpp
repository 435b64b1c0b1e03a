// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/shared/table_numbers.h"

#include "core/base/number_format.h"

#include <QFontMetrics>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

constexpr int editedDecimals = 4; // where the document does not choose them

} // namespace

int numberWidth(const QFontMetrics& metrics, const MatrixSummary& summary, int decimals) {
    int width = metrics.horizontalAdvance(QString::fromStdString(display(-1, decimals)));
    // Among numbers in the same notation, the largest is the widest. Huge numbers are written with an
    // exponent, and the longest exponent again belongs to the largest or the most negative one.
    for (const double end :
         {summary.finite.lowest, summary.finite.highest, summary.plain.lowest, summary.plain.highest})
        width = std::max(width, metrics.horizontalAdvance(QString::fromStdString(display(end, decimals))));
    if (summary.first_not_finite)
        width = std::max(width, metrics.horizontalAdvance(QStringLiteral("NaN")));
    return width;
}

int neededDecimals(double number, int most) {
    int needed = 0;
    if (!std::isfinite(number) || number == std::trunc(number))
        return needed;
    const double shown = rounded(number, most);
    while (needed < most && rounded(number, needed) != shown)
        ++needed;
    return needed;
}

int neededDecimals(const Matrix& matrix, int most) {
    int needed = 0;
    for (const double number : matrix.reshaped()) {
        needed = std::max(needed, neededDecimals(number, most));
        if (needed == most)
            break;
    }
    return needed;
}

int editableDecimals(const NumberStyle& style, const MatrixSummary& summary) {
    return style.decimals.value_or(decimals_for(summary.finite.magnitude(), editedDecimals));
}

int editableWidth(const QFontMetrics& metrics, const NumberStyle& style) {
    return numberWidth(metrics, {}, style.decimals.value_or(editedDecimals));
}

} // namespace lab
