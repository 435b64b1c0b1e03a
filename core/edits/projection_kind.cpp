// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edits/projection_kind.h"

#include "core/edits/resize.h"
#include "core/edits/shapes.h"
#include "core/edits/vectors.h"
#include "core/engine/evaluate.h"
#include "core/experiment/validate.h"
#include "core/stages/03_queries_keys_values.h"

#include <algorithm>
#include <utility>

namespace lab {

namespace {

/// nullptr if there is none.
const InactiveProjection* entry_of(const Experiment& experiment, ProjectionKind kind) {
    const auto found = std::ranges::find(experiment.inactive_projections, kind, &InactiveProjection::kind);
    return found == experiment.inactive_projections.end() ? nullptr : &*found;
}

/// An experiment with only these matrices, for validating that they fit together.
Experiment bare(const Heads& heads, const Projection& projection) {
    Experiment experiment;
    experiment.heads = heads;
    experiment.projection = projection;
    const auto rows = [](const MatrixPtr& matrix) { return matrix ? matrix->rows() : 0; };
    switch (projection.kind) {
    case ProjectionKind::linear:
        experiment.embedding.dimension = rows(projection.W_Q);
        break;
    case ProjectionKind::identity:
        experiment.embedding.dimension = rows(projection.W_O);
        break;
    case ProjectionKind::direct:
        experiment.sequence.tokens.resize(static_cast<std::size_t>(rows(projection.Q)));
        experiment.source.emplace().tokens.resize(static_cast<std::size_t>(rows(projection.K)));
        break;
    }
    return experiment;
}

/// Matrices of a kind; nullopt if they do not fit together.
std::optional<FittingProjection> fitting(const Heads& heads, const Projection& projection) {
    const Experiment alone = bare(heads, projection);
    if (!validate(alone).empty())
        return std::nullopt;
    return FittingProjection{heads, projection, dimensions(alone)};
}

/// The sizes that the experiment will have with another kind.
Dimensions sizes_as(const Experiment& experiment, ProjectionKind kind,
                    const std::optional<FittingProjection>& inactive) {
    Dimensions to = dimensions(experiment);
    if (to.d_model == 0) // `direct` needs no token vectors
        to.d_model = inactive ? inactive->dimensions.d_model : to.H * to.d_k;
    if (kind == ProjectionKind::identity) {
        to.G = to.H = largest_divisor(to.d_model, to.H); // heads split the features of X equally
        to.d_k = to.d_v = to.d_model / to.H;
    } else if (inactive) {
        const bool untouched = experiment.projection.kind == ProjectionKind::identity &&
                               to.H == largest_divisor(to.d_model, inactive->heads.count);
        to.H = untouched ? inactive->heads.count : to.H;
        to.G = groups_for(inactive->heads, to.H);
        to.d_k = inactive->dimensions.d_k;
        to.d_v = inactive->dimensions.d_v;
    }
    return completed(experiment, to);
}

/// X of either sequence, as the heads read it.
Matrix inputs_of(const Experiment& experiment, const Dimensions& d, StageId stage) {
    Matrix x(stage == StageId::inputs ? d.n_q : d.n_k, d.d_model);
    evaluate(experiment, d, stage, 0, {0, 0, x.rows(), x.cols()}, {}, x);
    return x;
}

void give(Experiment& next, ParameterId id, Matrix matrix) {
    projection_matrix(next.projection, id) = share(std::move(matrix));
    drop_origin(next, id);
}

/// Sets Q, K and V to their computed values before norm and rotation, heads side by side.
void give_computed(Experiment& next, const Experiment& experiment, const Dimensions& d) {
    const Matrix x = inputs_of(experiment, d, StageId::inputs);
    const Matrix source = experiment.source ? inputs_of(experiment, d, StageId::source_inputs) : x;
    Matrix q(d.n_q, d.H * d.d_k);
    Matrix k(d.n_k, d.G * d.d_k);
    Matrix v(d.n_k, d.G * d.d_v);
    for (HeadIndex head = 0; head < d.H; ++head)
        projected(experiment, x, head, StageId::queries, {0, 0, d.n_q, d.d_k},
                  q.middleCols(head * d.d_k, d.d_k));
    for (Index group = 0; group < d.G; ++group) {
        const HeadIndex head = group * (d.H / d.G); // the first one that reads the group
        projected(experiment, source, head, StageId::keys, {0, 0, d.n_k, d.d_k},
                  k.middleCols(group * d.d_k, d.d_k));
        projected(experiment, source, head, StageId::values, {0, 0, d.n_k, d.d_v},
                  v.middleCols(group * d.d_v, d.d_v));
    }
    give(next, ParameterId::Q, std::move(q));
    give(next, ParameterId::K, std::move(k));
    give(next, ParameterId::V, std::move(v));
}

/// Sets the initial parameters of `next`'s kind, which has no inactive ones.
void give_first(Experiment& next, const Experiment& experiment, const Dimensions& to) {
    const ProjectionKind kind = next.projection.kind;
    for (const ParameterId id : own_parameters(kind)) {
        projection_matrix(next.projection, id) = nullptr;
        drop_origin(next, id);
    }
    if (kind == ProjectionKind::direct)
        return give_computed(next, experiment, dimensions(experiment));
    if (kind != ProjectionKind::linear)
        return;
    for (const ParameterId id : {ParameterId::W_Q, ParameterId::W_K, ParameterId::W_V})
        give(next, id,
             experiment.projection.kind == ProjectionKind::identity
                 ? Matrix(Matrix::Identity(to.d_model, to.d_model))
                 : seeded_parameter(next, id, kind, to));
}

/// Restores inactive parameters, resized to the present sizes.
void give_inactive(Experiment& next, const FittingProjection& inactive, const Dimensions& to) {
    const ProjectionKind kind = inactive.projection.kind;
    for (const ParameterId id : own_parameters(kind)) {
        const MatrixPtr& matrix = projection_matrix(inactive.projection, id);
        const Layout before = layout_of(id, kind, inactive.dimensions);
        const Layout after = layout_of(id, kind, to);
        if (!matrix || before == after)
            projection_matrix(next.projection, id) = matrix;
        else
            give(next, id, resized(*matrix, before, seeded_parameter(next, id, kind, to), after));
    }
}

/// Rows of W_O stay with their head and feature. New rows come from the inactive W_O.
void resize_output(Experiment& next, const std::optional<FittingProjection>& inactive, const Dimensions& from,
                   const Dimensions& to) {
    const MatrixPtr now = next.projection.W_O;
    const auto layout = [](const Dimensions& d) {
        return layout_of(ParameterId::W_O, ProjectionKind::linear, d);
    };
    if (!now || layout(from) == layout(to))
        return;
    Matrix fresh = seeded_parameter(next, ParameterId::W_O, ProjectionKind::linear, to);
    if (inactive && inactive->projection.W_O)
        fresh =
            resized(*inactive->projection.W_O, layout(inactive->dimensions), std::move(fresh), layout(to));
    give(next, ParameterId::W_O, resized(*now, layout(from), std::move(fresh), layout(to)));
}

std::optional<Error> not_finite(const Projection& projection) {
    for (const MatrixPtr& matrix : {projection.Q, projection.K, projection.V}) {
        if (matrix && !matrix->allFinite())
            return Error{"projection", "computed queries, keys or values that are not finite",
                         "finite ones, since they would be given from now on"};
    }
    return std::nullopt;
}

} // namespace

Result<Experiment> with_projection_kind(const Experiment& experiment, ProjectionKind kind) {
    if (kind == experiment.projection.kind)
        return experiment;
    const std::optional<FittingProjection> inactive = inactive_projection(experiment, kind);
    const Dimensions from = dimensions(experiment);
    const Dimensions to = sizes_as(experiment, kind, inactive);
    if (auto problem = too_large_as(experiment, kind, to))
        return std::move(*problem);
    const Gains gains = inactive_gains(experiment, kind);
    Experiment next = experiment;
    deactivate_projection(next, experiment.projection.W_O && (to.d_v != from.d_v || to.H != from.H),
                          to.d_k != from.d_k);
    remove_inactive_projection(next, kind);
    next.projection.kind = kind;
    next.heads = {to.H, to.G};
    resize_sink(next);
    fit_added_scores(next);
    if (inactive)
        give_inactive(next, *inactive, to);
    else
        give_first(next, experiment, to);
    if (auto problem = not_finite(next.projection))
        return std::move(*problem);
    resize_output(next, inactive, from, to);
    resize_gains(next, to.d_k, gains);
    if (!has_inputs(experiment)) { // `direct`, whose token vectors may be missing
        widen_vectors(next, to.d_model);
        complete_vectors(next);
    }
    fit_rotation(next);
    next.overrides = kept_overrides(next, from, to);
    return next;
}

std::optional<FittingProjection> inactive_projection(const Experiment& experiment, ProjectionKind kind) {
    if (const InactiveProjection* entry = entry_of(experiment, kind))
        return entry->unreadable ? std::nullopt : fitting(entry->heads, entry->projection);
    Projection unused = experiment.projection;
    unused.kind = kind;
    unused.W_O = unused.b_O = nullptr;
    return fitting(experiment.heads, unused);
}

Gains inactive_gains(const Experiment& experiment, ProjectionKind kind) {
    const InactiveProjection* entry = entry_of(experiment, kind);
    return entry ? Gains{entry->g_Q, entry->g_K} : Gains{};
}

void deactivate_projection(Experiment& experiment, bool with_output, bool with_gains) {
    Projection& projection = experiment.projection;
    InactiveProjection entry;
    entry.projection.kind = projection.kind;
    entry.heads = experiment.heads;
    bool is_empty = true;
    const auto keep = [&](MatrixPtr& to, const MatrixPtr& matrix) {
        to = matrix;
        is_empty = is_empty && !matrix;
    };
    for (const ParameterId id : own_parameters(projection.kind))
        keep(projection_matrix(entry.projection, id),
             std::exchange(projection_matrix(projection, id), nullptr));
    if (with_output)
        keep(entry.projection.W_O, projection.W_O);
    if (with_gains) {
        keep(entry.g_Q, parameter(experiment, ParameterId::g_Q));
        keep(entry.g_K, parameter(experiment, ParameterId::g_K));
    }
    remove_inactive_projection(experiment, projection.kind);
    if (is_empty)
        return;
    std::vector<InactiveProjection>& all = experiment.inactive_projections;
    all.insert(std::ranges::upper_bound(all, entry.kind(), {}, &InactiveProjection::kind), std::move(entry));
}

void remove_inactive_projection(Experiment& experiment, ProjectionKind kind) {
    std::erase_if(experiment.inactive_projections,
                  [kind](const InactiveProjection& each) { return each.kind() == kind; });
}

} // namespace lab
