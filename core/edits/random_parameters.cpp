// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edits/random_parameters.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cassert>

namespace lab {

namespace {

/// Columns of a parameter that are drawn as one matrix.
struct Piece {
    ParameterId id;
    Columns columns;
};

struct Layer {
    ParameterId weights, bias;
};
constexpr std::array projection_layers{Layer{ParameterId::W_Q, ParameterId::b_Q},
                                       Layer{ParameterId::W_K, ParameterId::b_K},
                                       Layer{ParameterId::W_V, ParameterId::b_V}};
constexpr Layer output_layer{ParameterId::W_O, ParameterId::b_O};

/// By the names in `origin`; `one` is not said.
const std::map<std::string, DrawScope>& scope_names() {
    static const std::map<std::string, DrawScope> names{{"projection", DrawScope::projection},
                                                        {"projection and output", DrawScope::with_output},
                                                        {"head by head", DrawScope::head_by_head}};
    return names;
}

class Pieces {
public:
    Pieces(const Experiment& experiment, bool in_layers) : m_experiment(experiment), m_in_layers(in_layers) {}

    /// Those columns of the layers' weights and biases, in the order in which they are drawn.
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
    if (scope == DrawScope::one && !in_layers)
        return {{id, {0, parameter(experiment, id)->cols()}}};
    Pieces pieces(experiment, in_layers);
    if (scope == DrawScope::one) {
        for (const Layer& layer :
             {projection_layers[0], projection_layers[1], projection_layers[2], output_layer}) {
            if (layer.weights == id)
                pieces.add(std::span(&layer, 1), all_columns);
        }
    } else if (scope == DrawScope::head_by_head) {
        const Heads& heads = experiment.heads;
        for (HeadIndex head = 0; head < heads.count; ++head) {
            pieces.add(projection_layers, [&](ParameterId each, Index width) -> std::optional<Columns> {
                const Split split = info(each).split;
                const Columns columns = head_columns(width, split, heads, head);
                const bool shared =
                    head > 0 && head_columns(width, split, heads, head - 1).first == columns.first;
                return shared ? std::nullopt : std::optional(columns);
            });
        }
    } else {
        pieces.add(projection_layers, all_columns);
        if (scope == DrawScope::with_output)
            pieces.add(std::span(&output_layer, 1), all_columns);
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
    const auto name_in = [](const auto& names, auto value) {
        for (const auto& [name, each] : names) {
            if (each == value)
                return name;
        }
        return std::string();
    };
    auto all = experiment.origin ? *experiment.origin : nlohmann::ordered_json::object();
    nlohmann::ordered_json origin{{"generator", name_in(generators(), source.generator)},
                                  {"seed", source.seed},
                                  {"distribution", name_in(distributions(), source.distribution)}};
    if (scope != DrawScope::one)
        origin["drawn"] = name_in(scope_names(), scope);
    all[std::string(info(id).name)] = std::move(origin);
    experiment.origin = std::make_shared<const nlohmann::ordered_json>(std::move(all));
}

} // namespace

Result<Experiment> with_random(const Experiment& experiment, ParameterId id, const RandomSource& source,
                               DrawScope scope) {
    const bool in_layers = source.distribution == Distribution::linear;
    if (in_layers && scope == DrawScope::one && !can_be_linear(id))
        return Error{{},
                     "distribution",
                     "linear, for " + std::string(info(id).name),
                     "uniform or normal; linear draws weights"};
    const std::vector<Piece> pieces = pieces_of(experiment, id, in_layers, scope);
    std::vector<Shape> shapes;
    for (const Piece& piece : pieces)
        shapes.push_back(drawn_shape(experiment, piece, in_layers));
    if (auto error = refusal(source, shapes))
        return std::move(*error);
    Experiment next = experiment;
    RandomMatrices random(source);
    Index in_features = 1; // of the weight drawn last
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const Piece& piece = pieces[i];
        const bool bias = in_layers && is_bias(piece.id);
        const Matrix numbers =
            bias ? random.next_linear_bias(in_features, piece.columns.count) : random.next(shapes[i]);
        in_features = bias ? in_features : shapes[i].columns;
        next = with_cells(next, piece.id, 0, piece.columns.first,
                          in_layers && !bias ? Matrix(numbers.transpose()) : numbers);
        note_origin(next, piece.id, source, scope);
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
    // A negative seed is taken by its bits.
    return Drawn{{*generator, origin["seed"].get<std::uint64_t>(), *distribution},
                 named("drawn", scope_names()).value_or(DrawScope::one)};
}

bool can_be_linear(ParameterId id) {
    return id == ParameterId::W_Q || id == ParameterId::W_K || id == ParameterId::W_V ||
           id == ParameterId::W_O;
}

} // namespace lab
