// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers in the cells of matrices and editable tables: how many decimals, and how wide.
#pragma once

#include "core/base/summary.h"
#include "core/base/types.h"
#include "ui/plots/shared/number_style.h"

class QFontMetrics;

namespace lab {

/// The width that fits every number of the matrix. It always includes a minus sign, so that cells keep their
/// width while numbers pass through zero.
int numberWidth(const QFontMetrics& metrics, const MatrixSummary& summary, int decimals);

/// How many decimals, at most `most`, say as much of a number as `most` decimals would: 0 of 3, 1 of 0.5.
int neededDecimals(double number, int most);
/// The largest of these among all numbers of a matrix; 0 of an empty one.
int neededDecimals(const Matrix& matrix, int most);

/// The decimals of an editable table: those that the document chooses, else as many as suit its largest
/// number, which is the most that its numbers may need.
int editableDecimals(const NumberStyle& style, const MatrixSummary& summary);
/// The width of a number of ordinary size in an editable table, so that columns keep their width.
int editableWidth(const QFontMetrics& metrics, const NumberStyle& style);

} // namespace lab
