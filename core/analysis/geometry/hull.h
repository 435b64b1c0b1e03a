// SPDX-License-Identifier: GPL-3.0-or-later
//
// The convex hull of the values, and whether an output must be in it.
#pragma once

#include "core/analysis/geometry/head_vectors.h"
#include "core/experiment/said.h"

#include <optional>
#include <vector>

namespace lab {

/// The corners of the convex hull of points (n, 2), by their rows, anticlockwise, beginning with the leftmost
/// (of several the lowest). Of points in one place the first is taken, and none that lies on an edge. One
/// corner if all are in one place, two if all are on a line; points that are not finite are left out. (Andrew
/// 1979, "Another efficient algorithm for convex hulls in two dimensions".)
std::vector<Index> convex_hull(ConstMatrixRef points);

/// Why the output need not be in the convex hull of the values: something is overridden or not finite, or
/// weights are below 0 or do not sum to 1, and for what reason. A part of a sentence without a full stop.
/// Nullopt if it is: its weights are a distribution, so that z is their average of the values, to rounding of
/// 1e−9 of the largest. `shown` must be the experiment's.
std::optional<Said> why_outside_hull(const Experiment& experiment, const HeadVectors& shown);

} // namespace lab
