// SPDX-License-Identifier: GPL-3.0-or-later
//
// An experiment in other sizes.
#pragma once

#include "core/parameter.h"

#include <optional>
#include <span>

namespace lab {

/// How many rows and columns a parameter has, and how many heads or groups share them: head h owns the rows
/// [h·rows, (h+1)·rows) where `row_parts` is H, the columns likewise.
struct Layout {
    Index row_parts = 1, rows = 0;
    Index column_parts = 1, columns = 0;
    bool operator==(const Layout&) const = default;
};

/// The parameters that no other kind of projection has.
std::span<const ParameterId> own_parameters(ProjectionKind kind);
/// The same, and W_O and b_O.
std::span<const ParameterId> parameters_of(ProjectionKind kind);

/// The layout of a parameter of `projection` in an experiment of that kind and size.
Layout layout_of(ParameterId id, ProjectionKind kind, const Dimensions& dimensions);

/// Numbers for the cells that a matrix did not have: normal ones, divided by the square root of how many are
/// summed in a product with it, and rounded to four decimals, as they are shown. They are a pure
/// function of the arguments, and divided by 1 for Q, K and V, which nothing is multiplied by.
Matrix seeded_matrix(std::uint64_t seed, ParameterId id, const Layout& layout, const Dimensions& dimensions);

/// The matrix in another layout: what has a place there stays in its head, row and column, the rest of
/// `fresh`, which has that layout already, stays as it is.
Matrix resized(const Matrix& old, const Layout& from, Matrix fresh, const Layout& to);

/// `to` with the sizes that are nobody's choice: n_q and n_k of the experiment, and d_out where there is no
/// W_O.
Dimensions completed(const Experiment& experiment, Dimensions to);

/// Why an experiment of these sizes and that kind would be too large for the machine: stages of more than 8
/// GiB, parameters of more than 1 GiB. Nothing where it would not.
std::optional<Error> too_large_as(const Experiment& experiment, ProjectionKind kind, const Dimensions& to);

/// Gives all vectors of tokens and positions that width. What they have stays, the rest is seeded.
void widen_vectors(Experiment& experiment, Index d_model);

/// The experiment with other sizes, and its kind of projection as it is; see completed(). Kept numbers stay
/// where they are, new ones are seeded, vectors and positions by the document's own rule. Overrides of cells
/// that are gone go with them; what was known of the origin of a parameter that has another shape now does
/// too.
Experiment with_dimensions(const Experiment& experiment, const Dimensions& to);

/// The overrides whose cells `next` still has, where they are in sizes `to`.
std::vector<Override> kept_overrides(const Experiment& next, const Dimensions& from, const Dimensions& to);

} // namespace lab
