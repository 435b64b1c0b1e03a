// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/compare.h"

#include "core/base/number_format.h"
#include "core/experiment/parameter.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

namespace lab::test {

namespace {

bool same_number(double a, double b) {
    return (std::isnan(a) && std::isnan(b)) ||
           std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

bool same_json(const JsonPtr& a, const JsonPtr& b) {
    return a && b ? *a == *b : !a && !b;
}

std::optional<std::string> table_difference(const EmbeddingTable& a, const EmbeddingTable& b) {
    if (a.entries().size() != b.entries().size())
        return "number of token vectors";
    for (std::size_t i = 0; i < a.entries().size(); ++i) {
        const auto& [token, vector] = a.entries()[i];
        const auto& [other_token, other] = b.entries()[i];
        if (token != other_token)
            return "token " + std::to_string(i) + " of the table";
        if (!same_bits(*vector.values, *other.values))
            return "vector of " + token;
    }
    return std::nullopt;
}

bool same_matrix(const MatrixPtr& a, const MatrixPtr& b) {
    return a && b ? same_bits(*a, *b) : a == b;
}

bool same_sequence(const Sequence& a, const Sequence& b) {
    return a.tokenizer == b.tokenizer && a.text == b.text && a.tokens == b.tokens && a.offset == b.offset;
}

std::optional<std::string> embedding_difference(const Embedding& a, const Embedding& b) {
    if (a.dimension != b.dimension || a.seed != b.seed)
        return "dimension or seed of the embedding";
    if (a.position.kind != b.position.kind || !same_matrix(a.position.table, b.position.table))
        return "embedding.position";
    if (a.inputs != b.inputs || !same_matrix(a.X, b.X) || !same_matrix(a.X_source, b.X_source))
        return "embedding.inputs, X or X_source";
    return table_difference(*a.table, *b.table);
}

bool same_norm(const std::optional<QkNorm>& a, const std::optional<QkNorm>& b) {
    if (!a || !b)
        return a.has_value() == b.has_value();
    return a->kind == b->kind && same_number(a->epsilon, b->epsilon) && same_matrix(a->g_Q, b->g_Q) &&
           same_matrix(a->g_K, b->g_K);
}

bool same_dropout(const std::optional<Dropout>& a, const std::optional<Dropout>& b) {
    if (!a || !b)
        return a.has_value() == b.has_value();
    return same_number(a->rate, b->rate) && a->seed == b->seed;
}

std::optional<std::string> score_difference(const Scores& a, const Scores& b) {
    if (a.scale.has_value() != b.scale.has_value() || !same_number(a.scale.value_or(0), b.scale.value_or(0)))
        return "scores.scale";
    if (a.rotary != b.rotary || !same_number(a.rotary_base, b.rotary_base) ||
        a.rotary_layout != b.rotary_layout || a.rotary_dims != b.rotary_dims ||
        a.rotary_frequencies != b.rotary_frequencies)
        return "scores.rotary";
    if (!same_norm(a.qk_norm, b.qk_norm))
        return "scores.qk_norm";
    if (a.softcap.has_value() != b.softcap.has_value() ||
        !same_number(a.softcap.value_or(0), b.softcap.value_or(0)))
        return "scores.softcap";
    if (a.bias != b.bias)
        return "scores.bias";
    if (!std::ranges::equal(a.additive, b.additive, same_matrix))
        return "scores.additive";
    return std::nullopt;
}

std::optional<std::string> option_difference(const Experiment& a, const Experiment& b) {
    if (auto scores = score_difference(a.scores, b.scores))
        return scores;
    if (a.mask.causal != b.mask.causal || a.mask.window != b.mask.window || a.mask.padding != b.mask.padding)
        return "mask";
    if (!same_matrix(a.mask.custom, b.mask.custom))
        return "mask.custom";
    if (a.normalization.kind != b.normalization.kind ||
        !same_number(a.normalization.temperature, b.normalization.temperature) ||
        !same_number(a.normalization.bias, b.normalization.bias))
        return "normalization";
    if (!same_matrix(a.normalization.sink, b.normalization.sink))
        return "normalization.sink";
    if (!same_dropout(a.dropout, b.dropout))
        return "dropout";
    return std::nullopt;
}

bool same_override(const Override& a, const Override& b) {
    return a.stage == b.stage && a.head == b.head && a.row == b.row && a.column == b.column &&
           same_number(a.value, b.value) && same_json(a.unknown_keys, b.unknown_keys);
}

bool same_snapshot(const Snapshot& a, const Snapshot& b) {
    return a.name == b.name && same_json(a.unknown_keys, b.unknown_keys) &&
           !difference(*a.experiment, *b.experiment);
}

bool same_inactive(const InactiveProjection& a, const InactiveProjection& b) {
    const auto same_parameter = [&](ParameterId id) {
        return same_matrix(projection_matrix(a.projection, id), projection_matrix(b.projection, id));
    };
    return a.kind() == b.kind() && a.heads.count == b.heads.count && a.heads.kv_count == b.heads.kv_count &&
           std::ranges::all_of(parameters_of(a.kind()), same_parameter) && same_matrix(a.g_Q, b.g_Q) &&
           same_matrix(a.g_K, b.g_K) && same_json(a.unknown_keys, b.unknown_keys) &&
           same_json(a.unreadable, b.unreadable);
}

std::optional<std::string> kept_difference(const Experiment& a, const Experiment& b) {
    if (!std::ranges::equal(a.overrides, b.overrides, same_override))
        return "overrides";
    if (!std::ranges::equal(a.snapshots, b.snapshots, same_snapshot))
        return "snapshots";
    if (!same_json(a.origin, b.origin))
        return "origin";
    if (!std::ranges::equal(a.inactive_projections, b.inactive_projections, same_inactive))
        return "parked";
    if (!same_json(a.view, b.view))
        return "view";
    if (!same_json(a.unknown_keys, b.unknown_keys))
        return "unknown keys";
    return std::nullopt;
}

} // namespace

bool same_bits(const Matrix& a, const Matrix& b) {
    return a.rows() == b.rows() && a.cols() == b.cols() &&
           std::equal(a.data(), a.data() + a.size(), b.data(), same_number);
}

std::optional<std::string> difference(const Experiment& a, const Experiment& b) {
    if (a.title != b.title || a.description != b.description)
        return "title or description";
    if (a.notation != b.notation)
        return "notation";
    if (!same_sequence(a.sequence, b.sequence))
        return "sequence";
    if (a.source.has_value() != b.source.has_value() || (a.source && !same_sequence(*a.source, *b.source)))
        return "source";
    if (auto embedding = embedding_difference(a.embedding, b.embedding))
        return embedding;
    if (a.heads.count != b.heads.count || a.heads.kv_count != b.heads.kv_count)
        return "heads";
    if (a.projection.kind != b.projection.kind)
        return "projection.kind";
    for (const ParameterInfo& parameter : all_parameters()) {
        if (is_projection(parameter.id) && !same_matrix(projection_matrix(a.projection, parameter.id),
                                                        projection_matrix(b.projection, parameter.id)))
            return std::string(parameter.name);
    }
    if (auto options = option_difference(a, b))
        return options;
    return kept_difference(a, b);
}

std::optional<std::string> beyond_tolerance(const Matrix& actual, const Matrix& expected) {
    if (actual.rows() != expected.rows() || actual.cols() != expected.cols())
        return shape_text(actual.rows(), actual.cols()) + " in place of " +
               shape_text(expected.rows(), expected.cols());
    double largest = 0;
    for (const double value : expected.reshaped()) {
        if (std::isfinite(value))
            largest = std::max(largest, std::abs(value));
    }
    for (Index row = 0; row < expected.rows(); ++row) {
        for (Index column = 0; column < expected.cols(); ++column) {
            const double a = actual(row, column);
            const double b = expected(row, column);
            const bool close = std::isfinite(a) && std::isfinite(b)
                                   ? std::abs(a - b) <= 1e-9 * std::abs(b) + 1e-12 * largest
                                   : same_number(a, b);
            if (!close)
                return "row " + std::to_string(row) + ", column " + std::to_string(column) + ": " +
                       shortest(a) + " in place of " + shortest(b);
        }
    }
    return std::nullopt;
}

} // namespace lab::test
