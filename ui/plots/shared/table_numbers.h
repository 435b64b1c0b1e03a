// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers in the cells of matrices and editable tables: how many decimals, and how wide.
#pragma once

#include "core/summary.h"
#include "ui/plots/shared/number_style.h"

class QFontMetrics;

namespace lab {

/// The width that fits every number of the matrix. It always includes a minus sign, so that cells keep their
/// width while numbers pass through zero.
int numberWidth(const QFontMetrics& metrics, const MatrixSummary& summary, int decimals);

/// The decimals of an editable table: those that the document chooses, else as many as suit its largest
/// number.
int editableDecimals(const NumberStyle& style, const MatrixSummary& summary);
/// The width of a number of ordinary size in an editable table, so that columns keep their width.
int editableWidth(const QFontMetrics& metrics, const NumberStyle& style);

} // namespace lab
