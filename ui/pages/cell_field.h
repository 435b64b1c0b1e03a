// SPDX-License-Identifier: GPL-3.0-or-later
//
// A field over a cell of a card, in which a number is typed.
#pragma once

#include "ui/plots/heatmap/heatmap_mapping.h"

#include <QRect>
#include <QString>

class QLineEdit;
class QWidget;

namespace lab {

class MatrixHeatmap;
class Theme;

/// Makes the field over a cell of a heatmap, which is a child of `card`, and gives it the keyboard. It is
/// wider than the cell where digits need that, and within the card.
QLineEdit* openCellField(const MatrixHeatmap& heatmap, StoredCell cell, QWidget& card, const Theme& theme,
                         const QString& text);

} // namespace lab
