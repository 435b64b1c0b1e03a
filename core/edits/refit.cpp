// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edits/refit.h"

#include "core/number_format.h"
#include "core/random/seeded_vector.h"
#include "core/sentence.h"
#include "core/stage.h"

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

constexpr double shown_decimals = 1e4;

/// How many products are summed in a number that is computed with the parameter; 1 where none are.
Index summands(ParameterId id, const Dimensions& d) {
    switch (id) {
    case ParameterId::W_O:
    case ParameterId::b_O:
        return d.H * d.d_v;
    case ParameterId::Q:
    case ParameterId::K:
    case ParameterId::V:
        return 1;
    default:
        return d.d_model;
    }
}

/// A vector at another width. The seeded numbers of a longer vector begin with those of a shorter one.
RowVector widened(const RowVector& old, RowVector seeded) {
    const Index kept = std::min(old.size(), seeded.size());
    seeded.head(kept) = old.head(kept);
    return seeded;
}

void widen_vectors(Experiment& next, Index d_model) {
    Embedding& embedding = next.embedding;
    embedding.dimension = d_model;
    EmbeddingTable table;
    for (const auto& [token, vector] : next.embedding.table->entries())
        table.set(token,
                  {std::make_shared<const RowVector>(widened(*vector.values, seeded_token(embedding, token))),
                   vector.seeded});
    embedding.table = std::make_shared<const EmbeddingTable>(std::move(table));
    drop_origin(next, std::string(info(ParameterId::E).name));
    if (!embedding.position.table)
        return;
    const Matrix& old = *embedding.position.table;
    Matrix positions(old.rows(), d_model);
    for (Index row = 0; row < old.rows(); ++row)
        positions.row(row) = widened(old.row(row), seeded_position(embedding, row));
    embedding.position.table = share(std::move(positions));
    drop_origin(next, std::string(info(ParameterId::position).name));
}

/// Where a column of all heads' outputs side by side is in other sizes; nowhere where it is gone.
std::optional<Index> moved_column(Index column, const Dimensions& from, const Dimensions& to) {
    const Index head = column / from.d_v;
    const Index within = column % from.d_v;
    if (head >= to.H || within >= to.d_v)
        return std::nullopt;
    return head * to.d_v + within;
}

} // namespace

Layout layout_of(ParameterId id, ProjectionKind kind, const Dimensions& d) {
    // The output weights of `identity` stand to the features of X, which no head is given for good.
    const bool by_heads = kind != ProjectionKind::identity;
    switch (id) {
    case ParameterId::E:
    case ParameterId::position:
        break;
    case ParameterId::W_Q:
        return {1, d.d_model, d.H, d.d_k};
    case ParameterId::W_K:
        return {1, d.d_model, d.G, d.d_k};
    case ParameterId::W_V:
        return {1, d.d_model, d.G, d.d_v};
    case ParameterId::b_Q:
        return {1, 1, d.H, d.d_k};
    case ParameterId::b_K:
        return {1, 1, d.G, d.d_k};
    case ParameterId::b_V:
        return {1, 1, d.G, d.d_v};
    case ParameterId::W_O:
        return {by_heads ? d.H : 1, by_heads ? d.d_v : d.H * d.d_v, 1, d.d_out};
    case ParameterId::b_O:
        return {1, 1, 1, d.d_out};
    case ParameterId::Q:
        return {1, d.n_q, d.H, d.d_k};
    case ParameterId::K:
        return {1, d.n_k, d.G, d.d_k};
    case ParameterId::V:
        return {1, d.n_k, d.G, d.d_v};
    }
    return {};
}

Matrix seeded_matrix(std::uint64_t seed, ParameterId id, const Layout& layout, const Dimensions& dimensions) {
    const double scale = 1 / std::sqrt(static_cast<double>(summands(id, dimensions)));
    const std::string name(info(id).name);
    Matrix matrix(layout.row_parts * layout.rows, layout.column_parts * layout.columns);
    for (Index row = 0; row < matrix.rows(); ++row) {
        for (Index part = 0; part < layout.column_parts; ++part) {
            const Index row_part = row / layout.rows;
            const std::string place = name + ":" + std::to_string(row_part) + ":" +
                                      std::to_string(row % layout.rows) + ":" + std::to_string(part);
            const RowVector numbers = scale * seeded_vector(seed, place, layout.columns);
            matrix.row(row).segment(part * layout.columns, layout.columns) =
                (shown_decimals * numbers).array().round() / shown_decimals;
        }
    }
    return matrix;
}

Matrix refitted(const Matrix& old, const Layout& from, Matrix fresh, const Layout& to) {
    const Index rows = std::min(from.rows, to.rows);
    const Index columns = std::min(from.columns, to.columns);
    for (Index row = 0; row < std::min(from.row_parts, to.row_parts); ++row) {
        for (Index column = 0; column < std::min(from.column_parts, to.column_parts); ++column)
            fresh.block(row * to.rows, column * to.columns, rows, columns) =
                old.block(row * from.rows, column * from.columns, rows, columns);
    }
    return fresh;
}

Experiment with_dimensions(const Experiment& experiment, const Dimensions& to) {
    const Dimensions from = dimensions(experiment);
    Experiment next = experiment;
    next.heads = {to.H, to.G};
    if (to.d_model != from.d_model)
        widen_vectors(next, to.d_model);
    for (const ParameterInfo& parameter : all_parameters()) {
        if (!is_projection(parameter.id))
            continue;
        const ProjectionKind kind = experiment.projection.kind;
        MatrixPtr& matrix = projection_matrix(next.projection, parameter.id);
        const Layout before = layout_of(parameter.id, kind, from);
        const Layout after = layout_of(parameter.id, kind, to);
        if (!matrix || before == after)
            continue;
        matrix = share(refitted(*matrix, before,
                                seeded_matrix(experiment.embedding.seed, parameter.id, after, to), after));
        drop_origin(next, std::string(parameter.name));
    }
    next.overrides = kept_overrides(next, from, to);
    return next;
}

std::vector<Override> kept_overrides(const Experiment& next, const Dimensions& from, const Dimensions& to) {
    const auto along = [&](Axis axis, Index index) -> std::optional<Index> {
        const bool in_heads = axis == Axis::output_feature && !next.projection.W_O;
        if (axis == Axis::concat_feature || in_heads)
            return moved_column(index, from, to);
        return index < length(axis, to) ? std::optional(index) : std::nullopt;
    };
    std::vector<Override> kept;
    for (Override each : next.overrides) {
        const StageInfo& stage = info(each.stage);
        const auto row = along(stage.rows, each.row);
        const auto column = along(stage.columns, each.column);
        if (!row || !column || !has_stage(next, each.stage) || (stage.per_head && each.head >= to.H))
            continue;
        each.row = *row;
        each.column = *column;
        kept.push_back(std::move(each));
    }
    return kept;
}

} // namespace lab
