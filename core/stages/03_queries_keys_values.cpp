// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/03_queries_keys_values.h"

#include <cmath>

namespace lab {

namespace {

/// The names that one of the three goes by.
struct Operands {
    ParameterId weights, bias, given;
};

Matrix columns_of(const Matrix& matrix, Split split, const Heads& heads, HeadIndex head) {
    const Columns columns = head_columns(matrix.cols(), split, heads, head);
    return matrix.middleCols(columns.first, columns.count);
}

Matrix project(const Experiment& experiment, const Matrix& x, HeadIndex head, const Operands& operands) {
    const Projection& p = experiment.projection;
    const Split split = info(operands.weights).split;
    switch (p.kind) {
    case ProjectionKind::linear:
        break;
    case ProjectionKind::identity:
        return columns_of(x, split, experiment.heads, head);
    case ProjectionKind::direct:
        return columns_of(*projection_matrix(p, operands.given), split, experiment.heads, head);
    }
    const Matrix& weights = *projection_matrix(p, operands.weights);
    const Columns columns = head_columns(weights.cols(), split, experiment.heads, head);
    Matrix result = x * weights.middleCols(columns.first, columns.count);
    if (const MatrixPtr& bias = projection_matrix(p, operands.bias))
        result.rowwise() += bias->row(0).segment(columns.first, columns.count);
    return result;
}

Matrix placed(Matrix projected, const Scores& scores) {
    return scores.rotary ? rotated(std::move(projected), scores.rotary_base) : projected;
}

} // namespace

Matrix rotated(Matrix matrix, double base) {
    const auto d_k = static_cast<double>(matrix.cols());
    for (Index i = 0; i + 1 < matrix.cols(); i += 2) {
        const double frequency = std::pow(base, -static_cast<double>(i) / d_k);
        for (Index position = 0; position < matrix.rows(); ++position) {
            const double angle = static_cast<double>(position) * frequency;
            const double a = matrix(position, i);
            const double b = matrix(position, i + 1);
            matrix(position, i) = a * std::cos(angle) - b * std::sin(angle);
            matrix(position, i + 1) = a * std::sin(angle) + b * std::cos(angle);
        }
    }
    return matrix;
}

Matrix queries(const Experiment& experiment, const Matrix& x, HeadIndex head) {
    return placed(project(experiment, x, head, {ParameterId::W_Q, ParameterId::b_Q, ParameterId::Q}),
                  experiment.scores);
}

Matrix keys(const Experiment& experiment, const Matrix& x, HeadIndex head) {
    return placed(project(experiment, x, head, {ParameterId::W_K, ParameterId::b_K, ParameterId::K}),
                  experiment.scores);
}

Matrix values(const Experiment& experiment, const Matrix& x, HeadIndex head) {
    return project(experiment, x, head, {ParameterId::W_V, ParameterId::b_V, ParameterId::V});
}

} // namespace lab
