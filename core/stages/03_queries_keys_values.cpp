// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/03_queries_keys_values.h"

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

} // namespace

Matrix queries(const Experiment& experiment, const Matrix& x, HeadIndex head) {
    return project(experiment, x, head, {ParameterId::W_Q, ParameterId::b_Q, ParameterId::Q});
}

Matrix keys(const Experiment& experiment, const Matrix& x, HeadIndex head) {
    return project(experiment, x, head, {ParameterId::W_K, ParameterId::b_K, ParameterId::K});
}

Matrix values(const Experiment& experiment, const Matrix& x, HeadIndex head) {
    return project(experiment, x, head, {ParameterId::W_V, ParameterId::b_V, ParameterId::V});
}

} // namespace lab
