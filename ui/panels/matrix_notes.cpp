// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/matrix_notes.h"

#include "core/number_format.h"
#include "ui/panels/file_settings.h"

#include <QCoreApplication>

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
             placeText(content.rowLabels.value(place->row), content.columnLabels.value(place->column),
                       is_token_axis(info(id).columns)));
}

QString hiddenRows(const HeatmapContent& content) {
    QStringList names;
    for (const Index row : content.summary->hidden_rows)
        names += quoted(content.rowLabels.value(row));
    return names.isEmpty() ? QString()
                           : words("Every key is hidden from %1").arg(firstOf(names, mostTokensNamed));
}

} // namespace

QStringList matrixNotes(const HeatmapContent& content, StageId id) {
    QStringList notes;
    if (!content.summary)
        return notes;
    notes += firstNotFinite(content, id);
    if (id == StageId::masked_scores)
        notes += hiddenRows(content);
    notes.removeAll(QString());
    return notes;
}

} // namespace lab
