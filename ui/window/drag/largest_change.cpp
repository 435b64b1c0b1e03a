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

/// Computes nothing for a stage that was not shown.
QString largestOf(LabDocument& document, HeadIndex head, const MatrixPtr& weights, const MatrixPtr& outputs) {
    const Labels queries = tokenLabels(document.experiment().sequence);
    const Labels keys = tokenLabels(key_sequence(document.experiment()));
    const auto since = [&](const MatrixPtr& before, StageId stage) {
        return before ? largestIn(before, document.view(stage, head).matrix) : std::nullopt;
    };
    if (const auto weight = since(weights, StageId::weights))
        return QStringLiteral("%1 → %2 %3")
            .arg(queries.quoted(weight->row), keys.quoted(weight->column), fromTo(*weight));
    if (const auto output = since(outputs, StageId::output))
        return QCoreApplication::translate("ChangeSummary", "output of %1, d%2: %3")
            .arg(queries.quoted(output->row))
            .arg(output->column + 1)
            .arg(fromTo(*output));
    return {};
}

} // namespace

QString largestChange(LabDocument& document, HeadIndex head) {
    return largestOf(document, head, document.viewBefore(StageId::weights, head).matrix,
                     document.viewBefore(StageId::output).matrix);
}

QString largestChange(LabDocument& document, HeadIndex head, const Computation::Views& before) {
    const auto matrix = [&](StageId stage, HeadIndex its) {
        const auto found = before.find({stage, its});
        return found == before.end() ? MatrixPtr() : found->second.matrix;
    };
    return largestOf(document, head, matrix(StageId::weights, head), matrix(StageId::output, 0));
}

} // namespace lab
