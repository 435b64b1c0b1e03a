// SPDX-License-Identifier: GPL-3.0-or-later
//
// The contents of a heatmap, read through its accessibility interface.
#pragma once

#include "core/base/number_format.h"
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

/// The accessible name of a cell.
inline QString shown_name(MatrixHeatmap& heatmap, int row, int column) {
    return table_of(heatmap).cellAt(row, column)->text(QAccessible::Name);
}

} // namespace lab::test
