// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edits/inactive_projection.h"

#include "core/experiment/validate.h"

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

} // namespace

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
