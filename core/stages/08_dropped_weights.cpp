// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/08_dropped_weights.h"

#include "core/random/generators.h"

namespace lab {

namespace {

/// Which number of the stream a cell has.
Index place_of(const Dimensions& d, HeadIndex head, Index row, Index column) {
    return (head * d.n_q + row) * d.n_k + column;
}

} // namespace

void dropped_weights(ConstMatrixRef weights, const Dropout& dropout, const Dimensions& d, HeadIndex head,
                     const Block& at, MatrixRef dropped) {
    const double kept = 1 - dropout.rate;
    PytorchGenerator generator = generator_at(dropout.seed, place_of(d, head, at.row, at.column));
    for (Index row = 0; row < at.rows; ++row) {
        for (Index column = 0; column < at.columns; ++column)
            dropped(row, column) = generator.fine_uniform() < kept ? weights(row, column) / kept : 0;
        generator.skip_fine_uniform(d.n_k - at.columns);
    }
}

void dropped_weights_backwards(ConstMatrixRef by, const Dropout& dropout, const Dimensions& d, HeadIndex head,
                               const Block& at, MatrixRef through) {
    dropped_weights(by, dropout, d, head, at, through); // what a kept weight is multiplied by, its slope is
}

DropoutDraw draw_of(const Dropout& dropout, const Dimensions& d, const CellRef& cell) {
    PytorchGenerator generator = generator_at(dropout.seed, place_of(d, cell.head, cell.row, cell.column));
    return {generator.fine_uniform(), 1 - dropout.rate};
}

bool is_dropped(const Experiment& experiment, const CellRef& cell) {
    return cell.stage == StageId::dropped_weights &&
           !draw_of(*experiment.dropout, dimensions(experiment), cell).is_kept();
}

Matrix kept_weights(const Dropout& dropout, const Dimensions& d, HeadIndex head, const Block& at) {
    const Matrix ones = Matrix::Ones(at.rows, at.columns);
    Matrix kept(at.rows, at.columns);
    dropped_weights(ones, dropout, d, head, at, kept);
    return kept.array().sign();
}

} // namespace lab
