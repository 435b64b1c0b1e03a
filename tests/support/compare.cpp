// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/compare.h"

#include "core/number_format.h"
#include "core/parameter.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

namespace lab::test {

namespace {

using JsonPtr = std::shared_ptr<const nlohmann::ordered_json>;

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
    if (a.sequence.text != b.sequence.text || a.sequence.tokens != b.sequence.tokens)
        return "sequence";
    if (a.embedding.dimension != b.embedding.dimension || a.embedding.seed != b.embedding.seed)
        return "dimension or seed of the embedding";
    if (auto table = table_difference(*a.embedding.table, *b.embedding.table))
        return table;
    if (a.heads.count != b.heads.count || a.heads.kv_count != b.heads.kv_count)
        return "heads";
    if (a.projection.kind != b.projection.kind)
        return "projection.kind";
    for (const ParameterInfo& parameter : all_parameters()) {
        if (parameter.id == ParameterId::E)
            continue;
        const MatrixPtr& matrix = projection_matrix(a.projection, parameter.id);
        const MatrixPtr& other = projection_matrix(b.projection, parameter.id);
        if (matrix && other ? !same_bits(*matrix, *other) : matrix != other)
            return std::string(parameter.name);
    }
    if (a.scores.scale.has_value() != b.scores.scale.has_value() ||
        !same_number(a.scores.scale.value_or(0), b.scores.scale.value_or(0)))
        return "scores.scale";
    if (a.mask.causal != b.mask.causal)
        return "mask.causal";
    if (!same_json(a.origin, b.origin))
        return "origin";
    if (!same_json(a.unknown_keys, b.unknown_keys))
        return "unknown keys";
    return std::nullopt;
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
