// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/edits/override_edits.h"

#include "core/base/number_format.h"
#include "core/edits/cell_overrides.h"
#include "ui/document/lab_document.h"
#include "ui/text/number_name.h"

#include <QCoreApplication>

#include <limits>

namespace lab {

namespace {

class Overrides {
    Q_DECLARE_TR_FUNCTIONS(OverrideEdits)
};

constexpr double minusInfinity = -std::numeric_limits<double>::infinity();

QString overrideText(double value) {
    return value == minusInfinity ? QStringLiteral("−∞") : numberName(value);
}

} // namespace

QString cellName(const Experiment& experiment, const CellRef& cell) {
    const StageInfo& stage = info(cell.stage);
    const bool columns = experiment.notation == Notation::columns;
    const QString name = QStringLiteral("%1[%2,%3]")
                             .arg(QString::fromUtf8(stage.title.data()))
                             .arg((columns ? cell.column : cell.row) + 1)
                             .arg((columns ? cell.row : cell.column) + 1);
    return stage.per_head && experiment.heads.count > 1
               ? Overrides::tr("%1, head %2").arg(name).arg(cell.head + 1)
               : name;
}

void previewOverride(LabDocument& document, const CellRef& cell, double value) {
    // The block distinguishes the previews of different cells.
    const Change change{Field::overrides, Block{cell.row, cell.column}};
    const Experiment& before = document.beforePreview(change);
    document.preview({with_override(before, cell, value), change,
                      Overrides::tr("%1 overridden: %2").arg(cellName(before, cell), overrideText(value))});
}

void removeOverride(LabDocument& document, const CellRef& cell) {
    const Experiment& before = document.commitPending();
    document.apply({without_override(before, cell),
                    {Field::overrides, {}},
                    Overrides::tr("%1: override removed").arg(cellName(before, cell))});
}

void removeOverrides(LabDocument& document) {
    document.apply({without_overrides(document.commitPending()),
                    {Field::overrides, {}},
                    Overrides::tr("All overrides removed")});
}

std::optional<double> readOverride(const QString& text) {
    if (isMinusInfinity(text))
        return minusInfinity;
    const Result<double> number = read_number_expression(text.toStdString());
    return number ? std::optional(number.value()) : std::nullopt;
}

} // namespace lab
