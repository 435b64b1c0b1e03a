// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edits/resize.h"

#include "core/base/number_format.h"
#include "core/edits/cell_overrides.h"
#include "core/edits/qk_norm.h"
#include "core/edits/random_parameters.h"
#include "core/experiment/rotation.h"
#include "core/experiment/stage.h"
#include "core/experiment/validate.h"
#include "core/random/seeded_vector.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace lab {

namespace {

constexpr int decimals_of_seeded = 4;
constexpr double most_in_parameters = 134217728; // in all parameters: 1 GiB

/// The number of products summed in a number computed with the parameter; 1 if there are none.
Index summands(ParameterId id, const Dimensions& d) {
    if (id == ParameterId::W_O || id == ParameterId::b_O)
        return d.H * d.d_v;
    const std::span<const ParameterId> given = own_parameters(ProjectionKind::direct);
    return std::ranges::find(given, id) == given.end() ? d.d_model : 1;
}

/// `seeded` with its beginning replaced by `old`. A longer seeded vector begins with the numbers of a shorter
/// one.
RowVector continued(const RowVector& old, RowVector seeded) {
    const Index kept = std::min(old.size(), seeded.size());
    seeded.head(kept) = old.head(kept);
    return seeded;
}

/// Gives the given inputs of those tokens the width of the token vectors. Leaves alone what has another
/// number of rows, as it may where Q, K and V are given.
void widen_rows(Experiment& experiment, ParameterId id, MatrixPtr& rows,
                const std::vector<std::string>& tokens) {
    const Embedding& embedding = experiment.embedding;
    if (!rows || rows->cols() == embedding.dimension || rows->rows() != static_cast<Index>(tokens.size()))
        return;
    Matrix widened(rows->rows(), embedding.dimension);
    for (Index row = 0; row < rows->rows(); ++row)
        widened.row(row) =
            continued(rows->row(row), seeded_token(embedding, tokens[static_cast<std::size_t>(row)]));
    rows = share(std::move(widened));
    drop_origin(experiment, id);
}

/// How many rows the table of positions has, or will have as soon as it is read.
double position_rows(const Experiment& experiment, ProjectionKind kind) {
    const Position& position = experiment.embedding.position;
    const bool is_read = kind != ProjectionKind::direct && position.kind == PositionKind::learned;
    return static_cast<double>(
        std::max(position.table ? position.table->rows() : 0, is_read ? positions_needed(experiment) : 0));
}

/// Where a column of the concatenated heads moves to in other sizes; nullopt if it is gone.
std::optional<Index> moved_column(Index column, const Dimensions& from, const Dimensions& to) {
    if (from.H * from.d_v == to.H * to.d_v) // divided among more heads, or fewer
        return column;
    const Index head = column / from.d_v;
    const Index within = column % from.d_v;
    if (head >= to.H || within >= to.d_v)
        return std::nullopt;
    return head * to.d_v + within;
}

} // namespace

ParameterSizes sizes_of(ParameterId id) {
    using enum ParameterId;
    Index Dimensions::*const features =
        id == W_V || id == b_V || id == V ? &Dimensions::d_v : &Dimensions::d_k;
    switch (id) {
    case W_Q:
    case W_K:
    case W_V:
        return {&Dimensions::d_model, features};
    case W_O:
        return {&Dimensions::d_v, &Dimensions::d_out};
    case b_O:
        return {nullptr, &Dimensions::d_out};
    case Q:
        return {&Dimensions::n_q, features};
    case K:
    case V:
        return {&Dimensions::n_k, features};
    default:
        return {nullptr, features};
    }
}

Layout layout_of(ParameterId id, ProjectionKind kind, const Dimensions& d) {
    // With `identity`, the rows of W_O belong to features of X, which are not tied to a particular head.
    if (id == ParameterId::W_O && kind == ProjectionKind::identity)
        return {1, d.H * d.d_v, 1, d.d_out};
    const auto [rows, columns] = sizes_of(id);
    const Split split = info(id).split;
    return {id == ParameterId::W_O ? d.H : 1, rows ? d.*rows : 1,
            split == Split::heads    ? d.H
            : split == Split::groups ? d.G
                                     : 1,
            d.*columns};
}

Matrix seeded_matrix(std::uint64_t seed, ParameterId id, const Layout& layout, const Dimensions& dimensions) {
    const double scale = 1 / std::sqrt(static_cast<double>(summands(id, dimensions)));
    const std::string name = std::string(info(id).name) + ":" + std::to_string(layout.row_parts) + "x" +
                             std::to_string(layout.rows) + ":" + std::to_string(layout.column_parts) + "x" +
                             std::to_string(layout.columns);
    Matrix matrix(layout.row_parts * layout.rows, layout.column_parts * layout.columns);
    const RowVector numbers = seeded_vector(seed, name, matrix.size());
    for (Index i = 0; i < matrix.size(); ++i)
        matrix.data()[i] = rounded(scale * numbers[i], decimals_of_seeded);
    return matrix;
}

Matrix seeded_parameter(const Experiment& experiment, ParameterId id, ProjectionKind kind,
                        const Dimensions& dimensions) {
    return seeded_matrix(experiment.embedding.seed, id, layout_of(id, kind, dimensions), dimensions);
}

Matrix resized(const Matrix& old, const Layout& from, Matrix fresh, const Layout& to) {
    const Index rows = std::min(from.rows, to.rows);
    const Index columns = std::min(from.columns, to.columns);
    for (Index row = 0; row < std::min(from.row_parts, to.row_parts); ++row) {
        for (Index column = 0; column < std::min(from.column_parts, to.column_parts); ++column)
            fresh.block(row * to.rows, column * to.columns, rows, columns) =
                old.block(row * from.rows, column * from.columns, rows, columns);
    }
    return fresh;
}

Dimensions completed(const Experiment& experiment, Dimensions to) {
    to.n_q = static_cast<Index>(experiment.sequence.tokens.size());
    to.n_k = static_cast<Index>(key_tokens(experiment).size());
    if (!experiment.projection.W_O)
        to.d_out = to.H * to.d_v;
    return to;
}

std::optional<Error> too_large_as(const Experiment& experiment, ProjectionKind kind, const Dimensions& to) {
    const Dimensions all = completed(experiment, to);
    double numbers =
        static_cast<double>(experiment.embedding.table->entries().size()) * static_cast<double>(all.d_model) +
        position_rows(experiment, kind) * static_cast<double>(all.d_model);
    if (experiment.embedding.inputs == InputKind::rows)
        numbers += static_cast<double>(all.n_q + (experiment.source ? all.n_k : 0)) *
                   static_cast<double>(all.d_model);
    if (const std::size_t added = experiment.scores.additive.size(); added > 0)
        numbers += (added == 1 ? 1 : static_cast<double>(all.H)) * static_cast<double>(all.n_q) *
                   static_cast<double>(all.n_k);
    for (const ParameterId id : parameters_of(kind)) {
        // Absent biases are counted too. They are negligible next to the weights.
        if (id == ParameterId::W_O && !experiment.projection.W_O)
            break;
        const Layout layout = layout_of(id, kind, all);
        numbers += static_cast<double>(layout.row_parts * layout.rows) *
                   static_cast<double>(layout.column_parts * layout.columns);
    }
    if (numbers > most_in_parameters)
        return Error{"projection", "parameters that would take more than 1 GiB", "at most 1 GiB"};
    return too_large(all);
}

void fit_rotation(Experiment& experiment) {
    Scores& scores = experiment.scores;
    const Index d_k = dimensions(experiment).d_k;
    if (!scores.rotary)
        return;
    if (scores.rotary_dims && *scores.rotary_dims > d_k)
        scores.rotary_dims = d_k > 1 ? std::optional(d_k - d_k % 2) : std::nullopt;
    if (scores.rotary_frequencies.empty())
        return;
    std::vector<double> frequencies = std::exchange(scores.rotary_frequencies, {});
    const Rotation of_base(scores, d_k);
    for (auto pair = static_cast<Index>(frequencies.size()); pair < of_base.pairs(); ++pair)
        frequencies.push_back(of_base.frequency(pair));
    frequencies.resize(static_cast<std::size_t>(of_base.pairs()));
    scores.rotary_frequencies = std::move(frequencies);
}

void widen_table(Experiment& experiment, Index d_model) {
    Embedding& embedding = experiment.embedding;
    embedding.dimension = d_model;
    const auto& entries = embedding.table->entries();
    if (std::ranges::all_of(entries,
                            [&](const auto& entry) { return entry.vector.values->size() == d_model; }))
        return;
    EmbeddingTable table;
    for (const auto& [token, vector] : entries)
        table.set(token, {std::make_shared<const RowVector>(
                              continued(*vector.values, seeded_token(embedding, token))),
                          vector.seeded});
    embedding.table = std::make_shared<const EmbeddingTable>(std::move(table));
    drop_origin(experiment, ParameterId::E);
}

void widen_vectors(Experiment& experiment, Index d_model) {
    widen_table(experiment, d_model);
    Embedding& embedding = experiment.embedding;
    if (embedding.inputs == InputKind::rows) {
        widen_rows(experiment, ParameterId::X, embedding.X, experiment.sequence.tokens);
        widen_rows(experiment, ParameterId::X_source, embedding.X_source, key_tokens(experiment));
    }
    if (!embedding.position.table || embedding.position.table->cols() == d_model)
        return;
    const Matrix& old = *embedding.position.table;
    Matrix positions(old.rows(), d_model);
    for (Index row = 0; row < old.rows(); ++row)
        positions.row(row) = continued(old.row(row), seeded_position(embedding, row));
    embedding.position.table = share(std::move(positions));
    drop_origin(experiment, ParameterId::position);
}

void resize_sink(Experiment& experiment) {
    MatrixPtr& sink = experiment.normalization.sink;
    const Index heads = experiment.heads.count;
    if (!sink || sink->cols() == 1 || sink->cols() == heads)
        return;
    const Index kept = std::min(heads, sink->cols());
    Matrix scores = Matrix::Constant(1, heads, (*sink)(0, kept - 1));
    scores.leftCols(kept) = sink->leftCols(kept);
    sink = share(std::move(scores));
    drop_origin(experiment, ParameterId::sink);
}

Experiment with_dimensions(const Experiment& experiment, const Dimensions& wanted) {
    const Dimensions from = dimensions(experiment);
    const Dimensions to = completed(experiment, wanted);
    const ProjectionKind kind = experiment.projection.kind;
    Experiment next = experiment;
    next.heads = {to.H, to.G};
    resize_sink(next);
    if (to.d_model != from.d_model)
        widen_vectors(next, to.d_model);
    for (const ParameterId id : parameters_of(kind)) {
        MatrixPtr& matrix = projection_matrix(next.projection, id);
        const Layout before = layout_of(id, kind, from);
        const Layout after = layout_of(id, kind, to);
        if (!matrix || before == after)
            continue;
        const bool keeps_shape = matrix->rows() == after.row_parts * after.rows && // among other heads
                                 matrix->cols() == after.column_parts * after.columns;
        if (!keeps_shape)
            matrix = share(resized(*matrix, before, seeded_parameter(experiment, id, kind, to), after));
        const auto how = drawn(experiment, id);
        if (!keeps_shape || (how && how->scope == DrawScope::head_by_head))
            drop_origin(next, id);
    }
    resize_gains(next, to.d_k);
    fit_rotation(next);
    fit_added_scores(next);
    next.overrides = kept_overrides(next, from, to);
    return next;
}

void fit_added_scores(Experiment& experiment) {
    std::vector<MatrixPtr>& additive = experiment.scores.additive;
    const auto heads = static_cast<std::size_t>(experiment.heads.count);
    if (additive.size() < 2 || additive.size() == heads)
        return;
    const Matrix& first = *additive.front();
    additive.resize(heads, share(Matrix(Matrix::Zero(first.rows(), first.cols()))));
    drop_origin(experiment, ParameterId::additive);
}

std::vector<Override> kept_overrides(const Experiment& next, const Dimensions& from, const Dimensions& to) {
    std::vector<Override> kept = next.overrides;
    std::erase_if(kept, [&](const Override& each) {
        return !has_stage(next, each.stage) || (info(each.stage).per_head && each.head >= to.H);
    });
    return moved_overrides(std::move(kept), [&](Axis axis, Index index) -> std::optional<Index> {
        const bool in_heads = axis == Axis::output_feature && !next.projection.W_O;
        if (axis == Axis::concat_feature || in_heads)
            return moved_column(index, from, to);
        return index < length(axis, to) ? std::optional(index) : std::nullopt;
    });
}

} // namespace lab
