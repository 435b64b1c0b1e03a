// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edits/random_parameters.h"

#include "core/experiment/document_names.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <set>
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

/// Whose new seed is counted from which: the first gets the first. New parameters go to the end, since seeds
/// of before must give the same numbers.
constexpr std::array order_of_seeds{
    ParameterId::W_Q,      ParameterId::W_K, ParameterId::W_V,  ParameterId::W_O,     ParameterId::Q,
    ParameterId::K,        ParameterId::V,   ParameterId::E,    ParameterId::X,       ParameterId::X_source,
    ParameterId::position, ParameterId::b_Q, ParameterId::b_K,  ParameterId::b_V,     ParameterId::b_O,
    ParameterId::g_Q,      ParameterId::g_K, ParameterId::sink, ParameterId::additive};

/// By the names in `origin`, which omits `one`.
const Names<DrawScope> scope_names{{"projection", DrawScope::projection},
                                   {"projection and output", DrawScope::with_output},
                                   {"head by head", DrawScope::head_by_head}};

/// Weights and biases in drawing order: layer by layer, or all weights first.
std::vector<ParameterId> in_order(std::span<const Layer> layers, bool in_layers) {
    std::vector<ParameterId> order;
    for (const Layer& layer : layers) {
        order.push_back(layer.weights);
        if (in_layers)
            order.push_back(layer.bias);
    }
    for (const Layer& layer : layers) {
        if (!in_layers)
            order.push_back(layer.bias);
    }
    return order;
}

/// The columns of a parameter that are drawn with a head; nullopt if another head has had them drawn.
std::optional<Columns> drawn_with(HeadIndex head, ParameterId id, Index width, const Heads& heads) {
    const auto own = [&](HeadIndex h) { return head_columns(width, info(id).split, heads, h); };
    const bool is_drawn = head > 0 && own(head - 1).first == own(head).first;
    return is_drawn ? std::nullopt : std::optional(own(head));
}

std::vector<Piece> pieces_of(const Experiment& experiment, ParameterId id, bool in_layers, DrawScope scope) {
    std::vector<Piece> pieces;
    const auto add = [&](std::span<const Layer> layers, std::optional<HeadIndex> head = {}) {
        for (const ParameterId each : in_order(layers, in_layers)) {
            const MatrixPtr matrix = parameter(experiment, each);
            if (!matrix)
                continue;
            const Index width = matrix->cols();
            if (const auto columns =
                    head ? drawn_with(*head, each, width, experiment.heads) : Columns{0, width})
                pieces.push_back({each, *columns});
        }
    };
    switch (scope) {
    case DrawScope::one:
        if (!in_layers)
            return {{id, {0, parameter(experiment, id)->cols()}}};
        add(layer_of(id));
        break;
    case DrawScope::projection:
        add(projection_layers);
        break;
    case DrawScope::with_output:
        add(projection_layers);
        add(output_layer);
        break;
    case DrawScope::head_by_head:
        for (HeadIndex head = 0; head < experiment.heads.count; ++head)
            add(projection_layers, head);
        break;
    }
    return pieces;
}

/// The shape in which a piece is drawn.
Shape drawn_shape(const Experiment& experiment, const Piece& piece, bool in_layers) {
    const Index rows = parameter(experiment, piece.id)->rows();
    return in_layers && !is_bias(piece.id) ? Shape{piece.columns.count, rows}
                                           : Shape{rows, piece.columns.count};
}

using Matrices = std::map<ParameterId, Matrix>;

/// What with_random() draws.
Result<Matrices> drawn_matrices(const Experiment& experiment, ParameterId id, const RandomSource& source,
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
    Matrices matrices;
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
    return matrices;
}

void note_origin(Experiment& experiment, ParameterId id, const RandomSource& source, DrawScope scope) {
    auto all = experiment.origin ? *experiment.origin : nlohmann::ordered_json::object();
    nlohmann::ordered_json origin{{"generator", name_of(source.generator, generators)},
                                  {"seed", source.seed},
                                  {"distribution", name_of(source.distribution, distributions)}};
    if (scope != DrawScope::one)
        origin["drawn"] = name_of(scope, scope_names);
    all[std::string(info(id).name)] = std::move(origin);
    experiment.origin = std::make_shared<const nlohmann::ordered_json>(std::move(all));
}

void put_drawn(Experiment& experiment, ParameterId id, const Matrix& matrix, const RandomSource& source,
               DrawScope scope) {
    experiment = with_cells(experiment, id, 0, 0, matrix);
    note_origin(experiment, id, source, scope);
}

/// Whether what was drawn in those ways may have been drawn one after another from one seed.
bool is_one_draw(const Drawn& a, const Drawn& b) {
    return a.scope == b.scope && a.source.generator == b.source.generator && a.source.seed == b.source.seed &&
           a.source.distribution == b.source.distribution;
}

/// How the parameter was drawn, if it has numbers.
std::optional<Drawn> drawn_numbers(const Experiment& experiment, ParameterId id) {
    const MatrixPtr matrix = parameter(experiment, id);
    return matrix && matrix->size() > 0 ? drawn(experiment, id) : std::nullopt;
}

} // namespace

std::span<const Layer> layer_of(ParameterId id) {
    const auto* const found = std::ranges::find_if(
        all_layers, [id](const Layer& layer) { return layer.weights == id || layer.bias == id; });
    return {found, found == all_layers.end() ? found : found + 1};
}

Result<Experiment> with_random(const Experiment& experiment, ParameterId id, const RandomSource& source,
                               DrawScope scope) {
    const Result<Matrices> matrices = drawn_matrices(experiment, id, source, scope);
    if (!matrices)
        return matrices.error();
    Experiment next = experiment;
    for (const auto& [each, matrix] : matrices.value())
        put_drawn(next, each, matrix, source, scope);
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
    const auto generator = named("generator", generators);
    const auto distribution = named("distribution", distributions);
    if (!generator || !distribution || !origin.contains("seed") || !origin["seed"].is_number_integer())
        return std::nullopt;
    // A negative seed is read as its bit pattern.
    return Drawn{{*generator, origin["seed"].get<std::uint64_t>(), *distribution},
                 named("drawn", scope_names).value_or(DrawScope::one)};
}

Result<Experiment> with_new_numbers(const Experiment& experiment, std::uint64_t seed) {
    Experiment next = experiment;
    std::set<ParameterId> done;
    for (const ParameterId id : order_of_seeds) {
        const auto how = drawn_numbers(experiment, id);
        if (!how || done.contains(id))
            continue;
        const bool is_alone = how->scope == DrawScope::one;
        const bool is_of_layer = is_alone && is_bias(id) && how->source.distribution == Distribution::linear;
        const ParameterId first = is_of_layer ? layer_of(id).front().weights : id;
        const auto place = std::ranges::find(order_of_seeds, first) - order_of_seeds.begin();
        RandomSource source = how->source;
        source.seed = static_cast<std::uint32_t>(is_alone ? seed + static_cast<std::uint64_t>(place) : seed);
        const Result<Matrices> matrices = drawn_matrices(experiment, first, source, how->scope);
        if (!matrices)
            return matrices.error();
        for (const auto& [each, matrix] : matrices.value()) {
            const auto its = drawn_numbers(experiment, each);
            if (its && is_one_draw(*its, *how) && done.insert(each).second)
                put_drawn(next, each, matrix, source, how->scope);
        }
    }
    return next;
}

bool can_be_linear(ParameterId id) {
    return !is_bias(id) && !layer_of(id).empty();
}

} // namespace lab
