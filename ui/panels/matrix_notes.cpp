// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/matrix_notes.h"

#include "core/number_format.h"
#include "ui/panels/file_settings.h"

#include <QCoreApplication>

#include <cmath>

namespace lab {

namespace {

constexpr qsizetype mostNamed = 2;

QString tr(const char* text) {
    return QCoreApplication::translate("MatrixNotes", text);
}

QString firstNotFinite(const HeatmapContent& content, StageId id) {
    const Matrix& matrix = *content.matrix;
    for (Index row = 0; row < matrix.rows(); ++row) {
        for (Index column = 0; column < matrix.cols(); ++column) {
            const double value = matrix(row, column);
            // A weight is 0 where its score is hidden; one that is not was fixed by hand.
            if (std::isfinite(value) || (id == StageId::masked_scores && content.isHidden({row, column})))
                continue;
            return tr("%1 first at %2")
                .arg(QString::fromStdString(brief(value)),
                     placeText(content.rowLabels.value(row), content.columnLabels.value(column),
                               is_token_axis(info(id).columns)));
        }
    }
    return {};
}

QString hiddenRows(const HeatmapContent& content) {
    QStringList names;
    for (Index row = 0; row < content.matrix->rows(); ++row) {
        bool all = true;
        for (Index column = 0; all && column < content.matrix->cols(); ++column)
            all = content.isHidden({row, column});
        if (all)
            names += quoted(content.rowLabels.value(row));
    }
    return names.isEmpty() ? QString() : tr("Every key is hidden from %1").arg(firstOf(names, mostNamed));
}

} // namespace

QStringList matrixNotes(const HeatmapContent& content, StageId id) {
    QStringList notes;
    if (!content.matrix)
        return notes;
    notes += firstNotFinite(content, id);
    if (id == StageId::masked_scores)
        notes += hiddenRows(content);
    notes.removeAll(QString());
    return notes;
}

} // namespace lab
