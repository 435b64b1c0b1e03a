// SPDX-License-Identifier: GPL-3.0-or-later
//
// The contents of a heatmap, read through its accessibility interface.
#pragma once

#include "core/base/number_format.h"
#include "ui/plots/heatmap/matrix_heatmap.h"

#include <QAccessible>
#include <QAccessibleTableCellInterface>
#include <QAccessibleTableInterface>

#include <stdexcept>

namespace lab::test {

inline QAccessibleTableInterface& table_of(MatrixHeatmap& heatmap) {
    QAccessibleInterface* whole = QAccessible::queryAccessibleInterface(&heatmap);
    if (!whole || !whole->tableInterface())
        throw std::runtime_error("the heatmap is no accessible table");
    return *whole->tableInterface();
}

/// The numbers of the matrix in display order, without what a sink takes beside them.
inline Matrix shown_values(MatrixHeatmap& heatmap) {
    QAccessibleTableInterface& table = table_of(heatmap);
    const HeatmapMapping mapping = heatmap.content().mapping();
    Matrix values(mapping.shownRows(), mapping.shownColumns());
    for (int row = 0; row < values.rows(); ++row) {
        for (int column = 0; column < values.cols(); ++column) {
            const std::string text = table.cellAt(row, column)->text(QAccessible::Value).toStdString();
            values(row, column) = std::stod(text); // also parses nan and inf
        }
    }
    return values;
}

/// What is read of a cell: of its query, or row as stored, of its key or column, and of its number.
inline QString shown_name(MatrixHeatmap& heatmap, int row, int column) {
    QAccessibleInterface& cell = *table_of(heatmap).cellAt(row, column);
    const QAccessibleTableCellInterface& place = *cell.tableCellInterface();
    const QString across = place.columnHeaderCells().value(0)->text(QAccessible::Name);
    const QString down = place.rowHeaderCells().value(0)->text(QAccessible::Name);
    const bool isTurned = heatmap.content().transposed;
    return QStringLiteral("%1, %2: %3")
        .arg(isTurned ? across : down, isTurned ? down : across, cell.text(QAccessible::Name));
}

} // namespace lab::test
