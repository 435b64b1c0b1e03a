// SPDX-License-Identifier: GPL-3.0-or-later
//
// The matrices of an experiment in other sizes. Which sizes are allowed: shapes.h.
#pragma once

#include "core/experiment/parameter.h"

#include <optional>
#include <span>

namespace lab {

/// Which sizes the rows and the columns of a head's part of a parameter of `projection` are, or of gains;
/// null: it has one row.
struct ParameterSizes {
    Index Dimensions::*rows;
    Index Dimensions::*columns;
};
ParameterSizes sizes_of(ParameterId id);

/// The rows and columns of a parameter per head or group, and how many of these share it: head h owns the
/// rows [h·rows, (h+1)·rows) if `row_parts` is H; likewise for columns.
struct Layout {
    Index row_parts = 1, rows = 0;
    Index column_parts = 1, columns = 0;
    bool operator==(const Layout&) const = default;
};

/// The layout of a parameter of `projection` in an experiment of that kind and size.
Layout layout_of(ParameterId id, ProjectionKind kind, const Dimensions& dimensions);

/// Numbers for the new cells of a matrix: normal, divided by the square root of the number of terms summed in
/// a product with it, and rounded to four decimals, as displayed. Q, K and V, which nothing is multiplied by,
/// are divided by 1. A pure function of its arguments.
Matrix seeded_matrix(std::uint64_t seed, ParameterId id, const Layout& layout, const Dimensions& dimensions);
/// Those of a whole parameter, in the layout that it has in an experiment of that kind and size.
Matrix seeded_parameter(const Experiment& experiment, ParameterId id, ProjectionKind kind,
                        const Dimensions& dimensions);

/// The matrix in another layout. What fits stays in its head, row and column; the rest comes from `fresh`,
/// which must already have that layout.
Matrix resized(const Matrix& old, const Layout& from, Matrix fresh, const Layout& to);

/// `to` with the derived sizes filled in: n_q and n_k from the experiment, and d_out if there is no W_O.
Dimensions completed(const Experiment& experiment, Dimensions to);

/// Why an experiment of these sizes and that kind would be too large for the machine: stages of more than 8
/// GiB, parameters of more than 1 GiB. nullopt if it would not.
std::optional<Error> too_large_as(const Experiment& experiment, ProjectionKind kind, const Dimensions& to);

/// With rotary positions: if more columns of a head would turn than it has, as many turn as there are pairs.
/// Frequencies of its own that are missing then are those of the base; those that are left over go.
void fit_rotation(Experiment& experiment);

/// Gives all token vectors that width, which becomes d_model. Existing numbers stay, the rest is seeded.
void widen_table(Experiment& experiment, Index d_model);
/// Gives the given inputs and all token and position vectors that width, likewise.
void widen_vectors(Experiment& experiment, Index d_model);

/// Gives each head its sink, where there is one for each: added heads take that of the last one before them.
/// `experiment` must have its new number of heads.
void resize_sink(Experiment& experiment);

/// The experiment with other sizes and the same kind of projection; see completed(). Existing numbers stay
/// where they are; a matrix that keeps its shape keeps them all, divided among other heads. New ones are
/// seeded, in vectors and positions by the document's own rule; new gains are 1.
/// Overrides of cells that no longer exist are dropped, as are the origins of parameters that change shape or
/// were drawn head by head for other heads.
Experiment with_dimensions(const Experiment& experiment, const Dimensions& to);

/// Gives each head of the experiment its own added scores if each has its own: those of heads that remain
/// stay, to the scores of new heads 0 is added.
void fit_added_scores(Experiment& experiment);

/// The overrides whose cells `next` still has, moved to their places in sizes `to`.
std::vector<Override> kept_overrides(const Experiment& next, const Dimensions& from, const Dimensions& to);

} // namespace lab
