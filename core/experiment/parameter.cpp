// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/parameter.h"

#include "core/experiment/normalizers.h"
#include "core/experiment/phrases.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

namespace lab {

namespace {

constexpr std::array parameters{
    ParameterInfo{ParameterId::E, "E", "Embeddings", Field::embedding, Split::none},
    ParameterInfo{ParameterId::X, "X", "Input rows", Field::X, Split::none},
    ParameterInfo{ParameterId::X_source, "X_source", "Source rows", Field::X_source, Split::none},
    ParameterInfo{ParameterId::W_Q, "W_Q", "Query weights", Field::W_Q, Split::heads},
    ParameterInfo{ParameterId::W_K, "W_K", "Key weights", Field::W_K, Split::groups},
    ParameterInfo{ParameterId::W_V, "W_V", "Value weights", Field::W_V, Split::groups},
    ParameterInfo{ParameterId::b_Q, "b_Q", "Query bias", Field::b_Q, Split::heads},
    ParameterInfo{ParameterId::b_K, "b_K", "Key bias", Field::b_K, Split::groups},
    ParameterInfo{ParameterId::b_V, "b_V", "Value bias", Field::b_V, Split::groups},
    ParameterInfo{ParameterId::W_O, "W_O", "Output weights", Field::W_O, Split::none},
    ParameterInfo{ParameterId::b_O, "b_O", "Output bias", Field::b_O, Split::none},
    ParameterInfo{ParameterId::Q, "Q", "Queries", Field::Q, Split::heads},
    ParameterInfo{ParameterId::K, "K", "Keys", Field::K, Split::groups},
    ParameterInfo{ParameterId::V, "V", "Values", Field::V, Split::groups},
    ParameterInfo{ParameterId::position, "position", "Position table", Field::position, Split::none},
    ParameterInfo{ParameterId::g_Q, "g_Q", "Query gains", Field::g_Q, Split::none},
    ParameterInfo{ParameterId::g_K, "g_K", "Key gains", Field::g_K, Split::none},
    ParameterInfo{ParameterId::sink, "sink", "Sink", Field::sink, Split::none},
    ParameterInfo{ParameterId::additive, "additive", "Added scores", Field::additive, Split::heads},
};

MatrixPtr token_vectors(const Experiment& experiment) {
    const std::vector<std::string> tokens = distinct_tokens(experiment);
    Matrix matrix(static_cast<Index>(tokens.size()), experiment.embedding.dimension);
    for (std::size_t i = 0; i < tokens.size(); ++i)
        matrix.row(static_cast<Index>(i)) = *experiment.embedding.table->find(tokens[i])->values;
    return share(std::move(matrix));
}

MatrixPtr added_scores_side_by_side(const Scores& scores) {
    if (scores.additive.size() < 2)
        return scores.additive.empty() ? nullptr : scores.additive.front();
    const Matrix& first = *scores.additive.front();
    Matrix all(first.rows(), first.cols() * static_cast<Index>(scores.additive.size()));
    for (std::size_t head = 0; head < scores.additive.size(); ++head)
        all.middleCols(static_cast<Index>(head) * first.cols(), first.cols()) = *scores.additive[head];
    return share(std::move(all));
}

/// Replaces numbers of that matrix, which may belong to several heads. The others keep their matrices.
void replace_added_scores(Scores& scores, Index row, Index column, const Matrix& numbers) {
    const Index width = scores.additive.front()->cols();
    for (std::size_t head = 0; head < scores.additive.size(); ++head) {
        const Index offset = static_cast<Index>(head) * width; // of the head's first column
        const Index first = std::max(column, offset);
        const Index end = std::min(column + numbers.cols(), offset + width);
        if (first >= end)
            continue;
        Matrix own = *scores.additive[head];
        own.block(row, first - offset, numbers.rows(), end - first) =
            numbers.middleCols(first - column, end - first);
        scores.additive[head] = share(std::move(own));
    }
}

Index columns_of(const Projection& projection, ParameterId id) {
    const MatrixPtr& matrix = projection_matrix(projection, id);
    return matrix ? matrix->cols() : 0;
}

// W_O and b_O, which every kind can have, come last: see own_parameters().
constexpr std::array of_linear{ParameterId::W_Q, ParameterId::W_K, ParameterId::W_V, ParameterId::b_Q,
                               ParameterId::b_K, ParameterId::b_V, ParameterId::W_O, ParameterId::b_O};
constexpr std::array of_direct{ParameterId::Q, ParameterId::K, ParameterId::V, ParameterId::W_O,
                               ParameterId::b_O};
constexpr std::array of_identity{ParameterId::W_O, ParameterId::b_O};

} // namespace

std::span<const ParameterInfo> all_parameters() {
    return parameters;
}

const ParameterInfo& info(ParameterId id) {
    return parameters[static_cast<std::size_t>(id)];
}

bool is_bias(ParameterId id) {
    return id == ParameterId::b_Q || id == ParameterId::b_K || id == ParameterId::b_V ||
           id == ParameterId::b_O;
}

bool is_gain(ParameterId id) {
    return id == ParameterId::g_Q || id == ParameterId::g_K;
}

bool is_given_input(ParameterId id) {
    return id == ParameterId::X || id == ParameterId::X_source;
}

bool is_projection(ParameterId id) {
    return id != ParameterId::E && id != ParameterId::position && id != ParameterId::sink &&
           id != ParameterId::additive && !is_gain(id) && !is_given_input(id);
}

Split split_of(const Experiment& experiment, ParameterId id) {
    const bool is_shared = id == ParameterId::additive && experiment.scores.additive.size() < 2;
    return is_shared ? Split::none : info(id).split;
}

bool may_hold(ParameterId id, const Matrix& numbers) {
    return std::ranges::all_of(numbers.reshaped(), [id](double number) {
        return std::isfinite(number) || (id == ParameterId::additive && number == -HUGE_VAL);
    });
}

const MatrixPtr& projection_matrix(const Projection& projection, ParameterId id) {
    switch (id) {
    case ParameterId::E:
    case ParameterId::X:
    case ParameterId::X_source:
    case ParameterId::position:
    case ParameterId::g_Q:
    case ParameterId::g_K:
    case ParameterId::sink:
    case ParameterId::additive:
        break;
    case ParameterId::W_Q:
        return projection.W_Q;
    case ParameterId::W_K:
        return projection.W_K;
    case ParameterId::W_V:
        return projection.W_V;
    case ParameterId::b_Q:
        return projection.b_Q;
    case ParameterId::b_K:
        return projection.b_K;
    case ParameterId::b_V:
        return projection.b_V;
    case ParameterId::W_O:
        return projection.W_O;
    case ParameterId::b_O:
        return projection.b_O;
    case ParameterId::Q:
        return projection.Q;
    case ParameterId::K:
        return projection.K;
    case ParameterId::V:
        return projection.V;
    }
    assert(false && "not a parameter of the projection");
    return projection.W_Q;
}

MatrixPtr& projection_matrix(Projection& projection, ParameterId id) {
    return const_cast<MatrixPtr&>(projection_matrix(std::as_const(projection), id));
}

const MatrixPtr* place_of(const Experiment& experiment, ParameterId id) {
    const Embedding& embedding = experiment.embedding;
    if (id == ParameterId::position)
        return &embedding.position.table;
    if (is_given_input(id))
        return id == ParameterId::X ? &embedding.X : &embedding.X_source;
    if (id == ParameterId::sink)
        return &experiment.normalization.sink;
    if (!is_gain(id))
        return &projection_matrix(experiment.projection, id);
    const std::optional<QkNorm>& norm = experiment.scores.qk_norm;
    return !norm ? nullptr : id == ParameterId::g_Q ? &norm->g_Q : &norm->g_K;
}

MatrixPtr* place_of(Experiment& experiment, ParameterId id) {
    return const_cast<MatrixPtr*>(place_of(std::as_const(experiment), id));
}

MatrixPtr parameter(const Experiment& experiment, ParameterId id) {
    if (!is_projection(id) && !is_gain(id) && !is_read(experiment, id))
        return nullptr;
    if (id == ParameterId::E)
        return token_vectors(experiment);
    if (id == ParameterId::additive)
        return added_scores_side_by_side(experiment.scores);
    const MatrixPtr* const place = place_of(experiment, id);
    return place ? *place : nullptr;
}

bool is_read(const Experiment& experiment, ParameterId id) {
    const ProjectionKind kind = experiment.projection.kind;
    switch (id) {
    case ParameterId::E:
        return has_inputs(experiment) && experiment.embedding.inputs == InputKind::tokens;
    case ParameterId::X:
        return has_given_inputs(experiment);
    case ParameterId::X_source:
        return has_given_inputs(experiment) && experiment.source;
    case ParameterId::position:
        return kind != ProjectionKind::direct && experiment.embedding.position.kind == PositionKind::learned;
    case ParameterId::sink:
        return normalizer(experiment).has_sink;
    case ParameterId::Q:
    case ParameterId::K:
    case ParameterId::V:
        return kind == ProjectionKind::direct;
    case ParameterId::W_O:
    case ParameterId::b_O:
        return true;
    case ParameterId::g_Q:
    case ParameterId::g_K:
        return experiment.scores.qk_norm.has_value();
    case ParameterId::additive:
        return !experiment.scores.additive.empty();
    case ParameterId::W_Q:
    case ParameterId::W_K:
    case ParameterId::W_V:
    case ParameterId::b_Q:
    case ParameterId::b_K:
    case ParameterId::b_V:
        return kind == ProjectionKind::linear;
    }
    return false;
}

double value_at(const Experiment& experiment, ParameterId id, Index row, Index column) {
    if (id == ParameterId::additive) {
        const auto& additive = experiment.scores.additive;
        const Index width = additive.front()->cols();
        return (*additive[static_cast<std::size_t>(column / width)])(row, column % width);
    }
    if (id != ParameterId::E)
        return (*parameter(experiment, id))(row, column);
    const std::string token = distinct_tokens(experiment)[static_cast<std::size_t>(row)];
    return (*experiment.embedding.table->find(token)->values)(column);
}

Experiment with_cell(const Experiment& experiment, ParameterId id, Index row, Index column, double value) {
    return with_cells(experiment, id, row, column, Matrix::Constant(1, 1, value));
}

Experiment with_cells(const Experiment& experiment, ParameterId id, Index row, Index column,
                      const Matrix& numbers) {
    assert(may_hold(id, numbers));
    Experiment next = experiment;
    if (id == ParameterId::E) {
        const std::vector<std::string> tokens = distinct_tokens(experiment);
        EmbeddingTable table = *experiment.embedding.table;
        for (Index i = 0; i < numbers.rows(); ++i) {
            const std::string& token = tokens[static_cast<std::size_t>(row + i)];
            RowVector values = *table.find(token)->values;
            values.segment(column, numbers.cols()) = numbers.row(i);
            table.set(token, {std::make_shared<const RowVector>(std::move(values)), false});
        }
        next.embedding.table = std::make_shared<const EmbeddingTable>(std::move(table));
    } else if (id == ParameterId::additive) {
        replace_added_scores(next.scores, row, column, numbers);
    } else {
        MatrixPtr& place = *place_of(next, id);
        Matrix matrix = *place;
        matrix.block(row, column, numbers.rows(), numbers.cols()) = numbers;
        place = share(std::move(matrix));
    }
    drop_origin(next, id);
    return next;
}

void drop_origin(Experiment& experiment, ParameterId id) {
    drop_origin(experiment, std::string(info(id).name));
}

void drop_origin(Experiment& experiment, const std::string& name) {
    if (!experiment.origin || !experiment.origin->contains(name))
        return;
    nlohmann::ordered_json origin = *experiment.origin;
    origin.erase(name);
    experiment.origin = std::make_shared<const nlohmann::ordered_json>(std::move(origin));
}

Columns head_columns(Index width, Split split, const Heads& heads, HeadIndex head) {
    switch (split) {
    case Split::none:
        break;
    case Split::heads:
        return {head * (width / heads.count), width / heads.count};
    case Split::groups:
        return {(head * heads.kv_count / heads.count) * (width / heads.kv_count), width / heads.kv_count};
    }
    return {0, width};
}

std::optional<HeadFeature> head_feature(const Experiment& experiment, ParameterId id, Index column) {
    const Split split = split_of(experiment, id);
    const Heads& heads = experiment.heads;
    const Index columns = split == Split::none ? 0
                          : id == ParameterId::additive
                              ? heads.count * experiment.scores.additive.front()->cols()
                              : columns_of(experiment.projection, id);
    const Index blocks = split == Split::heads ? heads.count : split == Split::groups ? heads.kv_count : 1;
    if (columns == 0 || blocks == 1)
        return std::nullopt;
    const Index width = columns / blocks;
    const Index sharing = heads.count / blocks;
    return HeadFeature{column / width * sharing, sharing, column % width};
}

Said heads_words(const HeadFeature& feature) {
    const Counted first{feature.first_head};
    return feature.heads == 1 ? say(phrase::head, first)
                              : say(phrase::heads, first, Counted{feature.first_head + feature.heads - 1});
}

std::span<const ParameterId> parameters_of(ProjectionKind kind) {
    switch (kind) {
    case ProjectionKind::linear:
        return of_linear;
    case ProjectionKind::direct:
        return of_direct;
    case ProjectionKind::identity:
        break;
    }
    return of_identity;
}

std::span<const ParameterId> own_parameters(ProjectionKind kind) {
    const std::span<const ParameterId> all = parameters_of(kind);
    return all.first(all.size() - of_identity.size());
}

} // namespace lab
