// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edits/random_parameters.h"

#include "core/experiment/document_names.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <vector>

namespace lab {

namespace {

/// Columns of a parameter that are drawn as one matrix.
struct Piece {
    ParameterId id;
    Columns columns;
};

constexpr std::array all_layers{
    Layer{ParameterId::W_Q, ParameterId::b_Q}, Layer{ParameterId::W_K, ParameterId::b_K},
    Layer{ParameterId::W_V, ParameterId::b_V}, Layer{ParameterId::W_O, ParameterId::b_O}};
constexpr std::span projection_layers = std::span(all_layers).first<3>();
constexpr std::span output_layer = std::span(all_layers).last<1>();

/// By the names in `origin`, which omits `one`.
const Names<DrawScope> scope_names{{"projection", DrawScope::projection},
                                   {"projection and output", DrawScope::with_output},
                                   {"head by head", DrawScope::head_by_head}};

class Pieces {
public:
    Pieces(const Experiment& experiment, bool in_layers) : m_experiment(experiment), m_in_layers(in_layers) {}

    /// Adds those columns of the layers' weights and biases, in drawing order.
    template<class ColumnsOf>
    void add(std::span<const Layer> layers, ColumnsOf columns_of) {
        for (const Layer& layer : layers) {
            add_piece(layer.weights, columns_of);
            if (m_in_layers)
                add_piece(layer.bias, columns_of);
        }
        for (const Layer& layer : layers) {
            if (!m_in_layers)
                add_piece(layer.bias, columns_of);
        }
    }

    std::vector<Piece> all() && { return std::move(m_pieces); }

private:
    template<class ColumnsOf>
    void add_piece(ParameterId id, ColumnsOf columns_of) {
        const MatrixPtr matrix = parameter(m_experiment, id);
        if (!matrix)
            return;
        if (const std::optional<Columns> columns = columns_of(id, matrix->cols()))
            m_pieces.push_back({id, *columns});
    }

    const Experiment& m_experiment;
    bool m_in_layers;
    std::vector<Piece> m_pieces;
};

std::optional<Columns> all_columns(ParameterId, Index width) {
    return Columns{0, width};
}

std::vector<Piece> pieces_of(const Experiment& experiment, ParameterId id, bool in_layers, DrawScope scope) {
    Pieces pieces(experiment, in_layers);
    switch (scope) {
    case DrawScope::one:
        if (!in_layers)
            return {{id, {0, parameter(experiment, id)->cols()}}};
        pieces.add(layer_of(id), all_columns);
        break;
    case DrawScope::projection:
        pieces.add(projection_layers, all_columns);
        break;
    case DrawScope::with_output:
        pieces.add(projection_layers, all_columns);
        pieces.add(output_layer, all_columns);
        break;
    case DrawScope::head_by_head:
        for (HeadIndex head = 0; head < experiment.heads.count; ++head) {
            pieces.add(projection_layers, [&](ParameterId each, Index width) -> std::optional<Columns> {
                const auto own = [&](HeadIndex h) {
                    return head_columns(width, info(each).split, experiment.heads, h);
                };
                const bool is_drawn = head > 0 && own(head - 1).first == own(head).first;
                return is_drawn ? std::nullopt : std::optional(own(head));
            });
        }
        break;
    }
    return std::move(pieces).all();
}

/// The shape in which a piece is drawn.
Shape drawn_shape(const Experiment& experiment, const Piece& piece, bool in_layers) {
    const Index rows = parameter(experiment, piece.id)->rows();
    return in_layers && !is_bias(piece.id) ? Shape{piece.columns.count, rows}
                                           : Shape{rows, piece.columns.count};
}

void note_origin(Experiment& experiment, ParameterId id, const RandomSource& source, DrawScope scope) {
    auto all = experiment.origin ? *experiment.origin : nlohmann::ordered_json::object();
    nlohmann::ordered_json origin{{"generator", name_of(source.generator, generators())},
                                  {"seed", source.seed},
                                  {"distribution", name_of(source.distribution, distributions())}};
    if (scope != DrawScope::one)
        origin["drawn"] = name_of(scope, scope_names);
    all[std::string(info(id).name)] = std::move(origin);
    experiment.origin = std::make_shared<const nlohmann::ordered_json>(std::move(all));
}

} // namespace

std::span<const Layer> layer_of(ParameterId id) {
    const auto* const found = std::ranges::find_if(
        all_layers, [id](const Layer& layer) { return layer.weights == id || layer.bias == id; });
    return {found, found == all_layers.end() ? found : found + 1};
}

Result<Experiment> with_random(const Experiment& experiment, ParameterId id, const RandomSource& source,
                               DrawScope scope) {
    const bool in_layers = source.distribution == Distribution::linear;
    if (in_layers && scope == DrawScope::one && !can_be_linear(id))
        return Error{"distribution", "linear, for " + std::string(info(id).name),
                     "uniform or normal; linear draws weights"};
    const std::vector<Piece> pieces = pieces_of(experiment, id, in_layers, scope);
    std::vector<Shape> shapes;
    shapes.reserve(pieces.size());
    for (const Piece& piece : pieces)
        shapes.push_back(drawn_shape(experiment, piece, in_layers));
    if (auto error = refusal(source, shapes))
        return std::move(*error);
    std::map<ParameterId, Matrix> matrices;
    RandomMatrices random(source);
    Index in_features = 1; // of the weight drawn last
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const auto& [each, columns] = pieces[i];
        Matrix& matrix = matrices.try_emplace(each, *parameter(experiment, each)).first->second;
        auto place = matrix.middleCols(columns.first, columns.count);
        if (in_layers && is_bias(each)) {
            place = random.next_linear_bias(in_features, columns.count);
        } else if (in_layers) {
            place = random.next(shapes[i]).transpose();
            in_features = shapes[i].columns;
        } else {
            place = random.next(shapes[i]);
        }
    }
    Experiment next = experiment;
    for (const auto& [each, matrix] : matrices) {
        next = with_cells(next, each, 0, 0, matrix);
        note_origin(next, each, source, scope);
    }
    return next;
}

std::optional<Drawn> drawn(const Experiment& experiment, ParameterId id) {
    const std::string name(info(id).name);
    if (!experiment.origin || !experiment.origin->contains(name))
        return std::nullopt;
    const auto& origin = experiment.origin->at(name);
    if (!origin.is_object())
        return std::nullopt;
    const auto named = [&](const char* key, const auto& names) {
        const auto found = origin.contains(key) && origin[key].is_string()
                               ? names.find(origin[key].template get<std::string>())
                               : names.end();
        return found == names.end() ? std::nullopt : std::optional(found->second);
    };
    const auto generator = named("generator", generators());
    const auto distribution = named("distribution", distributions());
    if (!generator || !distribution || !origin.contains("seed") || !origin["seed"].is_number_integer())
        return std::nullopt;
    // A negative seed is read as its bit pattern.
    return Drawn{{*generator, origin["seed"].get<std::uint64_t>(), *distribution},
                 named("drawn", scope_names).value_or(DrawScope::one)};
}

bool can_be_linear(ParameterId id) {
    return !is_bias(id) && !layer_of(id).empty();
}

} // namespace lab
