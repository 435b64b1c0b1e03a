// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a heatmap shows, read as a screen reader reads it.
#pragma once

#include "core/number_format.h"
#include "ui/plots/heatmap/matrix_heatmap.h"

#include <QAccessible>
#include <QAccessibleTableInterface>

#include <stdexcept>

namespace lab::test {

inline QAccessibleTableInterface& table_of(MatrixHeatmap& heatmap) {
    QAccessibleInterface* whole = QAccessible::queryAccessibleInterface(&heatmap);
    if (!whole || !whole->tableInterface())
        throw std::runtime_error("the heatmap is no accessible table");
    return *whole->tableInterface();
}

/// The numbers, in the order in which they are shown.
inline Matrix shown_values(MatrixHeatmap& heatmap) {
    QAccessibleTableInterface& table = table_of(heatmap);
    Matrix values(table.rowCount(), table.columnCount());
    for (int row = 0; row < table.rowCount(); ++row) {
        for (int column = 0; column < table.columnCount(); ++column) {
            const std::string text = table.cellAt(row, column)->text(QAccessible::Value).toStdString();
            values(row, column) = std::stod(text); // takes nan and inf as well
        }
    }
    return values;
}

/// What is said of a cell.
inline QString shown_name(MatrixHeatmap& heatmap, int row, int column) {
    return table_of(heatmap).cellAt(row, column)->text(QAccessible::Name);
}

} // namespace lab::test
