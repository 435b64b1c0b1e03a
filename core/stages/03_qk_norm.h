// SPDX-License-Identifier: GPL-3.0-or-later
//
// Normalises the rows of Q and K, before they are rotated.
#pragma once

#include "core/experiment/parameter.h"
#include "core/experiment/stage_id.h"

namespace lab {

/// Whether the experiment normalises the rows of a stage: those of queries and keys, if it has a norm.
bool is_normalized(const Experiment& experiment, StageId stage);

/// The gains of queries or of keys.
ParameterId gains_of(StageId stage);

/// What a row x of n numbers is divided by, given the sum of its squares:
/// rms √(Σx²/n + ε) (Zhang and Sennrich 2019, "Root Mean Square Layer Normalization", equation 4, with ε);
/// l2 max(√Σx², ε) (Henry et al. 2020, "Query-Key Normalization for Transformers", section 3, with ε).
/// A sum that is NaN makes it NaN.
double norm_divisor(const QkNorm& norm, double sum_of_squares, Index n);

/// Divides each row by its norm_divisor() and multiplies it by `gains` (1, columns), unless they are null.
/// `rows` must be a head's whole rows.
void normalize(const QkNorm& norm, const MatrixPtr& gains, MatrixRef rows);

/// The way back: `by` are derivatives with respect to normalised rows, and become those with respect to
/// `rows`, the same before their norm. Adds those by the gains to `by_gains` (1, columns), unless `gains` are
/// null. With y = x/r: dr/dx is x/(n·r) for the root mean square, x/r for the length, and 0 where ε stands in
/// its place.
void normalize_backwards(const QkNorm& norm, const MatrixPtr& gains, ConstMatrixRef rows, MatrixRef by,
                         MatrixRef by_gains);

} // namespace lab
