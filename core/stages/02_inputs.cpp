// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/02_inputs.h"

#include <cmath>

namespace lab {

namespace {

/// `at.row` is a position.
void add_sinusoids(Index d_model, const Block& at, MatrixRef x) {
    for (Index j = 0; j < x.cols(); ++j) {
        const Index column = at.column + j;
        const double wavelength =
            std::pow(10000.0, static_cast<double>(column - column % 2) / static_cast<double>(d_model));
        for (Index i = 0; i < x.rows(); ++i) {
            const double angle = static_cast<double>(at.row + i) / wavelength;
            x(i, j) += column % 2 == 0 ? std::sin(angle) : std::cos(angle);
        }
    }
}

} // namespace

void inputs(const Sequence& sequence, const Matrix* given, const Embedding& embedding, const Block& at,
            MatrixRef x) {
    if (given)
        x = given->block(at.row, at.column, at.rows, at.columns);
    for (Index i = 0; !given && i < at.rows; ++i) {
        const std::string& token = sequence.tokens[static_cast<std::size_t>(at.row + i)];
        x.row(i) = embedding.table->find(token)->values->segment(at.column, at.columns);
    }
    const Block positions{sequence.offset + at.row, at.column, at.rows, at.columns};
    switch (embedding.position.kind) {
    case PositionKind::none:
        break;
    case PositionKind::sinusoidal:
        add_sinusoids(embedding.dimension, positions, x);
        break;
    case PositionKind::learned:
        x += embedding.position.table->block(positions.row, at.column, at.rows, at.columns);
        break;
    }
}

} // namespace lab
