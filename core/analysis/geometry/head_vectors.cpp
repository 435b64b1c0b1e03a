// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/geometry/head_vectors.h"

#include "core/engine/readable_stages.h"
#include "core/experiment/overrides.h"

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

/// Beside the largest weight: the scores of a repeated word may be summed in different orders.
constexpr double rounding_of_weights = 1e-12;

std::vector<std::optional<double>> feet_of(const RowVector& q, const Matrix& keys) {
    std::vector<std::optional<double>> feet(static_cast<std::size_t>(keys.rows()));
    const double length = q.stableNorm();
    if (!(length > 0) || !std::isfinite(length))
        return feet;
    const RowVector direction = q / length;
    for (Index key = 0; key < keys.rows(); ++key) {
        const double foot = direction.dot(keys.row(key));
        if (std::isfinite(foot))
            feet[static_cast<std::size_t>(key)] = foot;
    }
    return feet;
}

} // namespace

HeadVectors head_vectors(const Experiment& experiment, const FindKept& kept, HeadIndex head,
                         TokenIndex query) {
    ReadableStages stages(experiment, kept);
    const auto row = [&](StageId stage) -> RowVector {
        Matrix room;
        stages.prepare(stage, head);
        return stages.rows(stage, head, {query, 1}, room).row(0);
    };
    HeadVectors shown;
    shown.head = head;
    shown.query = query;
    shown.q = row(StageId::queries);
    shown.keys = stages.whole(StageId::keys, head);
    shown.scores = row(StageId::scores);
    shown.masked = row(StageId::masked_scores);
    shown.values = stages.whole(StageId::values, head);
    shown.weights = row(weights_in_use(experiment));
    shown.z = row(StageId::head_outputs);
    shown.feet = feet_of(shown.q, shown.keys);
    shown.typed.assign(static_cast<std::size_t>(shown.keys.rows()), false);
    for (const Override* each : overrides_in_force(experiment, StageId::scores, head)) {
        if (each->row == query)
            shown.typed[static_cast<std::size_t>(each->column)] = true;
    }
    return shown;
}

std::optional<TokenIndex> most_attended(const Eigen::Ref<const RowVector>& weights) {
    double largest = 0;
    for (const double weight : weights) {
        if (std::isnan(weight))
            return std::nullopt;
        largest = std::max(largest, weight);
    }
    if (largest == 0)
        return std::nullopt;
    const double least = largest * (1 - rounding_of_weights);
    return std::ranges::find_if(weights, [&](double weight) { return weight >= least; }) - weights.begin();
}

} // namespace lab
