// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edits/projection_kind.h"

#include "core/edits/parked.h"
#include "core/edits/refit.h"
#include "core/edits/shapes.h"
#include "core/evaluate.h"
#include "core/sentence.h"
#include "core/stages/03_queries_keys_values.h"
#include "core/validate.h"

namespace lab {

namespace {

/// The sizes that the experiment has as another kind.
Dimensions sizes_as(const Experiment& experiment, ProjectionKind kind, const std::optional<Parked>& kept) {
    Dimensions to = dimensions(experiment);
    if (to.d_model == 0)
        to.d_model = kept && kept->dimensions.d_model > 0 ? kept->dimensions.d_model : to.H * to.d_k;
    if (kind == ProjectionKind::identity) {
        to.G = to.H;
        to.d_k = to.d_v = to.d_model / to.H;
    } else if (kept) {
        to.G = groups_for(kept->heads, to.H);
        to.d_k = kept->dimensions.d_k;
        to.d_v = kept->dimensions.d_v;
    }
    if (!experiment.projection.W_O)
        to.d_out = to.H * to.d_v;
    return to;
}

/// X as the heads read it, of either sequence.
Matrix inputs_of(const Experiment& experiment, const Dimensions& d, StageId stage) {
    Matrix x(stage == StageId::inputs ? d.n_q : d.n_k, d.d_model);
    evaluate(experiment, d, stage, 0, {0, 0, x.rows(), x.cols()}, {}, x);
    return x;
}

/// Q, K and V as they are computed, the heads' side by side, before rotation.
void give_computed(Experiment& next, const Experiment& experiment, const Dimensions& d) {
    Experiment plain = experiment;
    plain.scores.rotary = false;
    const Matrix x = inputs_of(experiment, d, StageId::inputs);
    const Matrix source = experiment.source ? inputs_of(experiment, d, StageId::source_inputs) : x;
    Matrix q(d.n_q, d.H * d.d_k);
    Matrix k(d.n_k, d.G * d.d_k);
    Matrix v(d.n_k, d.G * d.d_v);
    for (HeadIndex head = 0; head < d.H; ++head)
        queries(plain, x, head, {0, 0, d.n_q, d.d_k}, q.middleCols(head * d.d_k, d.d_k));
    for (Index group = 0; group < d.G; ++group) {
        const HeadIndex head = group * (d.H / d.G); // the first that reads the group
        keys(plain, source, head, {0, 0, d.n_k, d.d_k}, k.middleCols(group * d.d_k, d.d_k));
        values(plain, source, head, {0, 0, d.n_k, d.d_v}, v.middleCols(group * d.d_v, d.d_v));
    }
    next.projection.Q = share(std::move(q));
    next.projection.K = share(std::move(k));
    next.projection.V = share(std::move(v));
}

void give_identities(Experiment& next, Index d_model) {
    const MatrixPtr identity = share(Matrix::Identity(d_model, d_model));
    next.projection.W_Q = next.projection.W_K = next.projection.W_V = identity;
}

void give_seeded(Experiment& next, const Dimensions& to) {
    for (const ParameterId id : {ParameterId::W_Q, ParameterId::W_K, ParameterId::W_V})
        projection_matrix(next.projection, id) =
            share(seeded_matrix(next.embedding.seed, id, layout_of(id, ProjectionKind::linear, to), to));
}

/// What was parked, in the sizes of now.
void give_kept(Experiment& next, const Parked& kept, const Dimensions& to) {
    const ProjectionKind kind = kept.projection.kind;
    for (const ParameterInfo& parameter : all_parameters()) {
        if (!is_projection(parameter.id) || parameter.id == ParameterId::W_O)
            continue;
        const MatrixPtr& matrix = projection_matrix(kept.projection, parameter.id);
        if (!matrix)
            continue;
        const Layout before = layout_of(parameter.id, kind, kept.dimensions);
        const Layout after = layout_of(parameter.id, kind, to);
        MatrixPtr& place = projection_matrix(next.projection, parameter.id);
        place = matrix;
        if (before == after)
            continue;
        place = share(
            refitted(*matrix, before, seeded_matrix(next.embedding.seed, parameter.id, after, to), after));
        drop_origin(next, std::string(parameter.name));
    }
}

/// W_O's rows stay with their head and feature; those that there were none for come from what is parked.
void refit_output(Experiment& next, const Parked* kept, const Dimensions& from, const Dimensions& to) {
    MatrixPtr& W_O = next.projection.W_O;
    const Layout before = layout_of(ParameterId::W_O, ProjectionKind::linear, from);
    const Layout after = layout_of(ParameterId::W_O, ProjectionKind::linear, to);
    if (!W_O || before == after)
        return;
    Matrix fresh = seeded_matrix(next.embedding.seed, ParameterId::W_O, after, to);
    if (kept && kept->projection.W_O && kept->projection.W_O->rows() == fresh.rows() &&
        kept->projection.W_O->cols() == fresh.cols())
        fresh = *kept->projection.W_O;
    W_O = share(refitted(*W_O, before, std::move(fresh), after));
    drop_origin(next, "W_O");
}

std::optional<Error> not_finite(const Projection& projection) {
    for (const MatrixPtr& matrix : {projection.Q, projection.K, projection.V}) {
        if (matrix && !matrix->allFinite())
            return Error{{},
                         "projection",
                         "computed queries, keys or values that are not finite",
                         "finite ones, since they would be given from now on"};
    }
    return std::nullopt;
}

} // namespace

Result<Experiment> with_projection_kind(const Experiment& experiment, ProjectionKind kind) {
    if (kind == experiment.projection.kind)
        return experiment;
    const std::optional<Parked> kept = parked(experiment, kind);
    const Dimensions from = dimensions(experiment);
    const Dimensions to = sizes_as(experiment, kind, kept);
    if (kind == ProjectionKind::identity && to.d_model % to.H != 0)
        return Error{
            {}, "heads", std::to_string(to.H), "a divisor of d_model, " + std::to_string(to.d_model)};
    if (auto problem = too_large(to))
        return std::move(*problem);
    Experiment next = experiment;
    park(next, experiment.projection.W_O && to.H * to.d_v != from.H * from.d_v);
    unpark(next, kind);
    next.projection.kind = kind;
    next.heads = {to.H, to.G};
    next.embedding.dimension = to.d_model;
    if (kept && kind != ProjectionKind::identity)
        give_kept(next, *kept, to);
    else if (kind == ProjectionKind::direct)
        give_computed(next, experiment, from);
    else if (kind == ProjectionKind::linear && experiment.projection.kind == ProjectionKind::identity)
        give_identities(next, to.d_model);
    else if (kind == ProjectionKind::linear)
        give_seeded(next, to);
    refit_output(next, kept ? &*kept : nullptr, from, to);
    if (auto problem = not_finite(next.projection))
        return std::move(*problem);
    complete_vectors(next);
    next.overrides = kept_overrides(next, from, to);
    return next;
}

} // namespace lab
