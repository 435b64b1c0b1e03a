// SPDX-License-Identifier: GPL-3.0-or-later
//
// The least change of numbers that brings a vector nearest to where it is wanted, through what is linear, a
// norm of queries and keys, and a rotation.
#pragma once

#include "core/experiment/experiment.h"

#include <vector>

namespace lab {

/// A row u = u0 + s·B depends on numbers s, which are 0 at first. The vector is u, normalised if there is a
/// norm, times R; of that, only the free columns are compared with what is wanted.
struct ReachProblem {
    RowVector u0;                 ///< (d)
    Matrix B;                     ///< (m, d)
    std::optional<QkNorm> norm;   ///< the gains are those below
    RowVector gains;              ///< (d); 1 without
    Matrix R;                     ///< (d, d): orthogonal
    std::vector<Index> free = {}; ///< columns of the vector, at least one
    RowVector wanted;             ///< (d), of which the free columns are read
};

struct Reach {
    RowVector s;    ///< (m)
    Index rank = 0; ///< in how many dimensions s moves the row u, or without a norm the free columns
};

/// All numbers must be finite, and the vector at s = 0, too.
///
/// Without a norm, s is the minimum-norm solution of the least-squares problem, by a complete orthogonal
/// decomposition; a direction that needs 10⁷ times as large a change as another is out of reach.
///
/// With one, normalised rows are a sphere, a half of one or a ball, stretched by the gains, and the nearest
/// point solves the trust-region subproblem (Sorensen 1982, "Newton's method with a model trust region
/// modification"; Martínez 1994, "Local minimizers of quadratic functions on Euclidean balls and spheres", on
/// the other stationary points, which count on half a sphere). Of the rows that are normalised to it, s makes
/// the nearest one, but none that is shorter than a tenth of u0. Where the nearest point is only approached
/// by infinitely long rows, it comes within about a hundredth of the length of normalised rows.
Reach nearest_reach(const ReachProblem& problem);

/// The vector that s gives: (d).
RowVector vector_at(const ReachProblem& problem, const RowVector& s);

} // namespace lab
