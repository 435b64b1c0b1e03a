// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/02_inputs.h"

#include <cmath>
#include <string_view>
#include <unordered_map>

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

void inputs_backwards(const Sequence& sequence, const std::vector<std::string>* words, ConstMatrixRef by_x,
                      Matrix& by_vectors, Matrix* by_positions) {
    std::unordered_map<std::string_view, Index> row_of;
    for (std::size_t i = 0; words && i < words->size(); ++i)
        row_of.emplace((*words)[i], static_cast<Index>(i));
    for (Index i = 0; i < by_x.rows(); ++i) {
        by_vectors.row(words ? row_of.at(sequence.tokens[static_cast<std::size_t>(i)]) : i) += by_x.row(i);
        if (by_positions)
            by_positions->row(sequence.offset + i) += by_x.row(i);
    }
}

} // namespace lab
