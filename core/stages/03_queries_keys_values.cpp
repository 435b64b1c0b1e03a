// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/03_queries_keys_values.h"

#include "core/base/product.h"
#include "core/base/slope_product.h"
#include "core/experiment/rotation.h"
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

/// Turns every pair of columns, see Rotation; `first` is the position of the first token.
void rotate(const Rotation& rotation, Index first, const Block& at, MatrixRef matrix) {
    for (Index pair = 0; pair < rotation.pairs(); ++pair) {
        const auto [one, other] = rotation.pair(pair);
        if (one < at.column || other >= at.column + at.columns)
            continue;
        const double frequency = rotation.frequency(pair);
        for (Index i = 0; i < matrix.rows(); ++i) {
            const double angle = static_cast<double>(first + at.row + i) * frequency;
            double& a = matrix(i, one - at.column);
            double& b = matrix(i, other - at.column);
            const double turned = a * std::cos(angle) - b * std::sin(angle);
            b = a * std::sin(angle) + b * std::cos(angle);
            a = turned;
        }
    }
}

/// The opposite turn of every pair, for all rows; `first` is the position of the first token.
void turn_back(const Rotation& rotation, Index first, MatrixRef by) {
    for (Index pair = 0; pair < rotation.pairs(); ++pair) {
        const auto [one, other] = rotation.pair(pair);
        const double frequency = rotation.frequency(pair);
        for (Index i = 0; i < by.rows(); ++i) {
            const double angle = static_cast<double>(first + i) * frequency;
            const double a = by(i, one), b = by(i, other);
            if (a == 0 && b == 0)
                continue;
            by(i, one) = a * std::cos(angle) + b * std::sin(angle);
            by(i, other) = b * std::cos(angle) - a * std::sin(angle);
        }
    }
}

} // namespace

void projected(const Experiment& experiment, ConstMatrixRef x, HeadIndex head, StageId stage, const Block& at,
               MatrixRef result) {
    project(experiment, x, head, operands_of(stage), at, result);
}

void normalize_and_rotate(const Experiment& experiment, StageId stage, const Block& at, MatrixRef result) {
    if (is_normalized(experiment, stage))
        normalize(*experiment.scores.qk_norm, parameter(experiment, gains_of(stage)), result);
    const FirstPositions first = first_positions(experiment);
    rotate(Rotation(experiment), stage == StageId::queries ? first.query : first.key, at, result);
}

void queries(const Experiment& experiment, ConstMatrixRef x, HeadIndex head, const Block& at, MatrixRef q) {
    projected(experiment, x, head, StageId::queries, at, q);
    normalize_and_rotate(experiment, StageId::queries, at, q);
}

void keys(const Experiment& experiment, ConstMatrixRef x, HeadIndex head, const Block& at, MatrixRef k) {
    projected(experiment, x, head, StageId::keys, at, k);
    normalize_and_rotate(experiment, StageId::keys, at, k);
}

void values(const Experiment& experiment, ConstMatrixRef x, HeadIndex head, const Block& at, MatrixRef v) {
    projected(experiment, x, head, StageId::values, at, v);
}

void normalize_and_rotate_backwards(const Experiment& experiment, StageId stage, ConstMatrixRef before,
                                    MatrixRef by, MatrixRef by_gains) {
    const FirstPositions first = first_positions(experiment);
    turn_back(Rotation(experiment), stage == StageId::queries ? first.query : first.key, by);
    if (is_normalized(experiment, stage))
        normalize_backwards(*experiment.scores.qk_norm, parameter(experiment, gains_of(stage)), before, by,
                            by_gains);
}

void projected_backwards(const Experiment& experiment, StageId stage, ConstMatrixRef by, MatrixRef by_x) {
    const Projection& p = experiment.projection;
    if (p.kind == ProjectionKind::identity) {
        by_x += by;
        return;
    }
    Matrix through(by_x.rows(), by_x.cols());
    multiply_slopes_transposed(by, *projection_matrix(p, operands_of(stage).weights), through);
    by_x += through;
}

void projection_weights_backwards(ConstMatrixRef x, ConstMatrixRef by, MatrixRef by_weights) {
    add_transposed_times_slopes(x, by, by_weights);
}

} // namespace lab
