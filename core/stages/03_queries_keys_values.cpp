// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/03_queries_keys_values.h"

#include "core/product.h"
#include "core/stages/03_qk_norm.h"

#include <cmath>

namespace lab {

namespace {

/// The parameters for queries, keys or values.
struct Operands {
    ParameterId weights, bias, given;
};

Operands operands_of(StageId stage) {
    switch (stage) {
    case StageId::queries:
        return {ParameterId::W_Q, ParameterId::b_Q, ParameterId::Q};
    case StageId::keys:
        return {ParameterId::W_K, ParameterId::b_K, ParameterId::K};
    default:
        return {ParameterId::W_V, ParameterId::b_V, ParameterId::V};
    }
}

void project(const Experiment& experiment, ConstMatrixRef x, HeadIndex head, const Operands& operands,
             const Block& at, MatrixRef result) {
    const Projection& p = experiment.projection;
    const Split split = info(operands.weights).split;
    const auto own_column = [&](Index width) {
        return head_columns(width, split, experiment.heads, head).first + at.column;
    };
    switch (p.kind) {
    case ProjectionKind::linear: {
        const Matrix& weights = *projection_matrix(p, operands.weights);
        const Index column = own_column(weights.cols());
        multiply(x, weights.middleCols(column, at.columns), result);
        if (const MatrixPtr& bias = projection_matrix(p, operands.bias))
            result.rowwise() += bias->row(0).segment(column, at.columns);
        break;
    }
    case ProjectionKind::identity:
        result = x.middleCols(own_column(x.cols()), at.columns);
        break;
    case ProjectionKind::direct: {
        const Matrix& given = *projection_matrix(p, operands.given);
        result = given.block(at.row, own_column(given.cols()), at.rows, at.columns);
        break;
    }
    }
}

/// Rotary position embedding (Su et al. 2021, section 3.2) with interleaved pairs: in row `pos` the pair (a,
/// b) of columns i and i+1, i even, becomes (a·cos θ − b·sin θ, a·sin θ + b·cos θ) with θ =
/// pos·base^(−i/d_k). An odd last column is unchanged.
void rotate(double base, Index d_k, const Block& at, MatrixRef matrix) {
    for (Index j = 0; j + 1 < matrix.cols(); j += 2) {
        const double frequency =
            std::pow(base, -static_cast<double>(at.column + j) / static_cast<double>(d_k));
        for (Index i = 0; i < matrix.rows(); ++i) {
            const double angle = static_cast<double>(at.row + i) * frequency;
            const double a = matrix(i, j);
            const double b = matrix(i, j + 1);
            matrix(i, j) = a * std::cos(angle) - b * std::sin(angle);
            matrix(i, j + 1) = a * std::sin(angle) + b * std::cos(angle);
        }
    }
}

void project_and_rotate(const Experiment& experiment, ConstMatrixRef x, HeadIndex head, StageId stage,
                        const Block& at, MatrixRef result) {
    projected(experiment, x, head, stage, at, result);
    if (is_normalized(experiment, stage))
        normalize(*experiment.scores.qk_norm, parameter(experiment, gains_of(stage)), result);
    if (experiment.scores.rotary)
        rotate(experiment.scores.rotary_base, dimensions(experiment).d_k, at, result);
}

} // namespace

void projected(const Experiment& experiment, ConstMatrixRef x, HeadIndex head, StageId stage, const Block& at,
               MatrixRef result) {
    project(experiment, x, head, operands_of(stage), at, result);
}

void queries(const Experiment& experiment, ConstMatrixRef x, HeadIndex head, const Block& at, MatrixRef q) {
    project_and_rotate(experiment, x, head, StageId::queries, at, q);
}

void keys(const Experiment& experiment, ConstMatrixRef x, HeadIndex head, const Block& at, MatrixRef k) {
    project_and_rotate(experiment, x, head, StageId::keys, at, k);
}

void values(const Experiment& experiment, ConstMatrixRef x, HeadIndex head, const Block& at, MatrixRef v) {
    projected(experiment, x, head, StageId::values, at, v);
}

} // namespace lab
