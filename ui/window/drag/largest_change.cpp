// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/drag/largest_change.h"

#include "core/base/number_format.h"
#include "core/base/summary.h"
#include "ui/document/lab_document.h"
#include "ui/plots/heatmap/heatmap_content.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

struct Largest {
    Index row = 0, column = 0;
    double from = 0, to = 0;
};

std::optional<Largest> largestIn(const MatrixPtr& before, const MatrixPtr& after) {
    if (!before || !after || before == after || before->rows() != after->rows() ||
        before->cols() != after->cols())
        return std::nullopt;
    const auto place = largest_difference(*before, *after);
    if (!place)
        return std::nullopt;
    const double from = (*before)(place->row, place->column), to = (*after)(place->row, place->column);
    // Two ways of computing the same number may round its last digit differently.
    constexpr double rounding = 1e-13;
    if (std::abs(to - from) <= rounding * std::max(std::abs(from), std::abs(to)))
        return std::nullopt;
    return Largest{place->row, place->column, from, to};
}

QString fromTo(const Largest& change) {
    return QString::fromStdString(display_change(change.from, change.to));
}

QString changeOfWeight(LabDocument& document, const Largest& weight) {
    return QStringLiteral("%1 → %2 %3")
        .arg(tokenLabels(document.experiment().sequence).quoted(weight.row),
             tokenLabels(key_sequence(document.experiment())).quoted(weight.column), fromTo(weight));
}

/// Of the weights of one query; empty if none changes.
QString largestInRow(LabDocument& document, HeadIndex head, const MatrixPtr& before, TokenIndex query) {
    const MatrixPtr after = before ? document.view(StageId::weights, head).matrix : nullptr;
    if (!after || query >= before->rows() || query >= after->rows())
        return {};
    const auto row = [query](const MatrixPtr& matrix) { return share(Matrix(matrix->row(query))); };
    std::optional<Largest> change = largestIn(row(before), row(after));
    if (!change)
        return {};
    change->row = query;
    return changeOfWeight(document, *change);
}

/// Computes nothing for a stage that was not shown.
QString largestOf(LabDocument& document, HeadIndex head, const MatrixPtr& weights, const MatrixPtr& outputs) {
    const Labels queries = tokenLabels(document.experiment().sequence);
    const auto since = [&](const MatrixPtr& before, StageId stage) {
        return before ? largestIn(before, document.view(stage, head).matrix) : std::nullopt;
    };
    if (const auto weight = since(weights, StageId::weights))
        return changeOfWeight(document, *weight);
    if (const auto output = since(outputs, StageId::output))
        return QCoreApplication::translate("ChangeSummary", "output of %1, d%2: %3")
            .arg(queries.quoted(output->row))
            .arg(output->column + 1)
            .arg(fromTo(*output));
    return {};
}

} // namespace

QString largestChange(LabDocument& document, HeadIndex head, std::optional<TokenIndex> query) {
    const MatrixPtr weights = document.viewBefore(StageId::weights, head).matrix;
    const auto row = query ? largestInRow(document, head, weights, *query) : QString();
    return row.isEmpty() ? largestOf(document, head, weights, document.viewBefore(StageId::output).matrix)
                         : row;
}

QString largestChange(LabDocument& document, HeadIndex head, const Computation::Views& before) {
    const auto matrix = [&](StageId stage, HeadIndex its) {
        const auto found = before.find({stage, its});
        return found == before.end() ? MatrixPtr() : found->second.matrix;
    };
    return largestOf(document, head, matrix(StageId::weights, head), matrix(StageId::output, 0));
}

} // namespace lab
