// SPDX-License-Identifier: GPL-3.0-or-later
//
// Points of a sphere that are nearest to a place, seen through a linear map.
#pragma once

#include "core/base/types.h"

#include <vector>

namespace lab {

/// Rows γ (k) of length 1 among which is the one for which |γD − t| is least, D being (k, f); and among those
/// on any one side of a plane, the least if it is inside that half. Of several that are equally near, towards
/// `now` (k).
///
/// With γ = tDᵀ(DDᵀ + λ)⁻¹ these are the roots of |γ| = 1 with λ above minus the second least eigenvalue of
/// DDᵀ (Martínez 1994).
std::vector<RowVector> nearest_on_sphere(const Matrix& D, const RowVector& t, const RowVector& now);

} // namespace lab
