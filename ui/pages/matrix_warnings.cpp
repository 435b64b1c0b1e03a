// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/matrix_warnings.h"

#include "core/base/number_format.h"
#include "ui/plots/shared/setting_texts.h"

#include <QCoreApplication>

#include <cmath>
#include <set>

namespace lab {

namespace {

constexpr qsizetype mostTokensNamed = 2;

bool comesBefore(StoredCell a, StoredCell b) {
    return a.row != b.row ? a.row < b.row : a.column < b.column;
}

class WarningText {
    Q_DECLARE_TR_FUNCTIONS(MatrixWarnings)
};

QString placeOf(const HeatmapContent& content, StageId id, StoredCell cell) {
    return cellPlace(content.rowLabels, cell.row, content.columnLabels, cell.column,
                     is_token_axis(info(id).columns));
}

/// The first cell that is not finite and not hidden.
std::optional<MatrixSummary::Place> firstUnhidden(const HeatmapContent& content) {
    const Matrix& matrix = *content.matrix;
    for (Index row = content.summary->first_not_finite->row; row < matrix.rows(); ++row) {
        for (Index column = 0; column < matrix.cols(); ++column) {
            if (!std::isfinite(matrix(row, column)) && !content.isHidden({row, column}))
                return MatrixSummary::Place{row, column};
        }
    }
    return std::nullopt;
}

/// Hidden cells are no fault. A hidden weight is 0; one that is not was overridden.
QString firstNotFinite(const HeatmapContent& content, StageId id) {
    const bool masked = id == StageId::masked_scores;
    const bool skips = id == StageId::scaled_scores && content.masked && content.summary->first_not_finite;
    const auto found = masked  ? content.summary->first_fault
                       : skips ? firstUnhidden(content)
                               : content.summary->first_not_finite;
    std::optional<StoredCell> place;
    if (found)
        place = StoredCell{found->row, found->column};
    if (masked && content.overflow && (!place || comesBefore(content.overflow->first, *place)))
        place = content.overflow->first;
    if (!place)
        return {};
    const QString text = WarningText::tr("%1 first at %2")
                             .arg(QString::fromStdString(brief((*content.matrix)(place->row, place->column))),
                                  placeOf(content, id, *place));
    const QString why = content.isOverridden(*place) ? WarningText::tr("overridden")
                        : content.remark             ? content.remark(*place).text
                                                     : QString();
    return why.isEmpty() ? text : WarningText::tr("%1: %2").arg(text, why);
}

QString queriesOf(const HeatmapContent& content, const std::vector<Index>& rows) {
    QStringList names;
    for (const Index row : rows)
        names += quoted(content.rowLabels, row);
    return firstOf(names, mostTokensNamed);
}

/// Reported for the masked scores, where the keys are hidden, and for the weights, where it shows. A sink,
/// even if its share is not known, leaves something to attend to, unless it takes nothing.
QString hiddenRows(const HeatmapContent& content, StageId id) {
    std::vector<Index> rows = content.hiddenRows;
    std::erase_if(rows, [&](Index row) {
        const StoredCell sink{row, content.matrix->cols()};
        return content.isSink(sink) && content.numberOf(sink) != 0;
    });
    if (rows.empty())
        return {};
    return (id == StageId::weights ? WarningText::tr("Nothing to attend to for %1: all weights are 0")
                                   : WarningText::tr("Every key is hidden from %1"))
        .arg(queriesOf(content, rows));
}

/// Weights that are 0 without being hidden. The scores that cause it are reported on their own card.
QString overflowedWeights(const HeatmapContent& content) {
    if (!content.overflow)
        return {};
    const HeatmapContent::Overflow& overflow = *content.overflow;
    const QString text = overflow.rows.empty()
                             ? WarningText::tr("Weights are 0 where scores are −∞, first at %1")
                                   .arg(placeOf(content, StageId::weights, overflow.first))
                             : WarningText::tr("All weights of %1 are 0, since every score is −∞")
                                   .arg(queriesOf(content, overflow.rows));
    return overflow.origin.isEmpty() ? text : WarningText::tr("%1: %2").arg(text, overflow.origin);
}

/// An override leaves the other weights of its row as they are.
QString otherSums(const HeatmapContent& content) {
    if (!content.rowsSumTo1)
        return {};
    constexpr double rounding = 1e-9;
    std::set<Index> rows;
    for (const StoredCell& cell : content.overridden)
        rows.insert(cell.row);
    QStringList sums;
    for (const Index row : rows) {
        const double sum = content.matrix->row(row).sum();
        if (!(std::abs(sum - 1) <= rounding))
            sums += WarningText::tr("for %1 to %2")
                        .arg(quoted(content.rowLabels, row), QString::fromStdString(brief(sum)));
    }
    return sums.isEmpty() ? QString()
                          : WarningText::tr("Overridden: the weights no longer sum to 1, %1")
                                .arg(firstOf(sums, mostTokensNamed));
}

} // namespace

QStringList matrixWarnings(const HeatmapContent& content, StageId id) {
    QStringList warnings;
    if (!content.summary)
        return warnings;
    warnings += firstNotFinite(content, id);
    if (id == StageId::masked_scores || id == StageId::weights)
        warnings += hiddenRows(content, id);
    if (id == StageId::weights) {
        warnings += overflowedWeights(content);
        warnings += otherSums(content);
    }
    warnings.removeAll(QString());
    return warnings;
}

QString sinkRemark(const HeatmapContent& content) {
    if (!content.matrix)
        return {};
    std::vector<Index> rows = content.hiddenRows;
    std::erase_if(rows, [&](Index row) {
        const StoredCell sink{row, content.matrix->cols()};
        return !content.isSink(sink) || content.numberOf(sink) != 1 || !content.matrix->row(row).isZero(0);
    });
    return rows.empty() ? QString()
                        : WarningText::tr("The sink takes everything of %1, since every key is hidden")
                              .arg(queriesOf(content, rows));
}

} // namespace lab
