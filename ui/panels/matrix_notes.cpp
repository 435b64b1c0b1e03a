// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/matrix_notes.h"

#include "core/number_format.h"
#include "ui/panels/file_settings.h"

#include <QCoreApplication>

#include <cmath>
#include <set>

namespace lab {

namespace {

constexpr qsizetype mostTokensNamed = 2;

QString words(const char* text) {
    return QCoreApplication::translate("MatrixNotes", text);
}

/// A weight is 0 where its score is hidden; one that is not was fixed by hand.
QString firstNotFinite(const HeatmapContent& content, StageId id) {
    const auto& place =
        id == StageId::masked_scores ? content.summary->first_fault : content.summary->first_not_finite;
    if (!place)
        return {};
    return words("%1 first at %2")
        .arg(QString::fromStdString(brief((*content.matrix)(place->row, place->column))),
             placeText(content.rowLabels, place->row, content.columnLabels, place->column,
                       is_token_axis(info(id).columns)));
}

/// Told where the keys are hidden, and where it shows in the weights.
QString hiddenRows(const HeatmapContent& content, StageId id) {
    QStringList names;
    for (const Index row : content.hiddenRows)
        names += quoted(content.rowLabels, row);
    if (names.isEmpty())
        return {};
    return (id == StageId::weights ? words("Nothing to attend to for %1: all weights are 0")
                                   : words("Every key is hidden from %1"))
        .arg(firstOf(names, mostTokensNamed));
}

/// A weight that is fixed by hand leaves the others as they are.
QString otherSums(const HeatmapContent& content) {
    constexpr double rounding = 1e-9;
    std::set<Index> rows;
    for (const StoredCell& cell : content.overridden)
        rows.insert(cell.row);
    QStringList sums;
    for (const Index row : rows) {
        const double sum = content.matrix->row(row).sum();
        if (!(std::abs(sum - 1) <= rounding))
            sums +=
                words("for %1 to %2").arg(quoted(content.rowLabels, row), QString::fromStdString(brief(sum)));
    }
    return sums.isEmpty()
               ? QString()
               : words("Overridden: the weights no longer sum to 1, %1").arg(firstOf(sums, mostTokensNamed));
}

} // namespace

QStringList matrixNotes(const HeatmapContent& content, StageId id) {
    QStringList notes;
    if (!content.summary)
        return notes;
    notes += firstNotFinite(content, id);
    if (id == StageId::masked_scores || id == StageId::weights)
        notes += hiddenRows(content, id);
    if (id == StageId::weights)
        notes += otherSums(content);
    notes.removeAll(QString());
    return notes;
}

} // namespace lab
