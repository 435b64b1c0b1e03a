// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/explanation/explanation_links.h"

#include "core/describe/explanation.h"
#include "core/describe/names.h"
#include "ui/document/lab_document.h"

#include <QStringList>

namespace lab {

QString linkTo(const Source& source) {
    if (const auto* cell = std::get_if<CellRef>(&source))
        return QStringLiteral("cell/%1/%2/%3/%4")
            .arg(static_cast<int>(cell->stage))
            .arg(cell->head)
            .arg(cell->row)
            .arg(cell->column);
    const auto& number = std::get<ParameterCell>(source);
    return QStringLiteral("number/%1/%2/%3")
        .arg(static_cast<int>(number.id))
        .arg(number.row)
        .arg(number.column);
}

std::optional<Source> linkedSource(const QString& link) {
    const QStringList parts = link.split(QLatin1Char('/'));
    if (parts.size() == 5 && parts[0] == QStringLiteral("cell"))
        return CellRef{static_cast<StageId>(parts[1].toInt()), parts[2].toLongLong(), parts[3].toLongLong(),
                       parts[4].toLongLong()};
    if (parts.size() == 4 && parts[0] == QStringLiteral("number"))
        return ParameterCell{static_cast<ParameterId>(parts[1].toInt()), parts[2].toLongLong(),
                             parts[3].toLongLong()};
    return std::nullopt;
}

QString sourceName(const Experiment& experiment, const Source& source) {
    if (const auto* cell = std::get_if<CellRef>(&source))
        return QString::fromStdString(text_of(stage_label(experiment, cell->stage, cell->head)) + ": " +
                                      text_of(cell_place(experiment, *cell)));
    const auto& number = std::get<ParameterCell>(source);
    return cellName(experiment, number.id, number.row, number.column);
}

} // namespace lab
