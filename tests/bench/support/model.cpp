// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/support/model.h"

#include "core/random/generators.h"
#include "core/stages/01_tokens.h"

#include <cmath>

namespace lab::bench {

Matrix random_matrix(Index rows, Index columns, std::uint32_t seed) {
    NumpyGenerator generator(seed);
    const double deviation = 1 / std::sqrt(static_cast<double>(rows));
    return Matrix::NullaryExpr(rows, columns, [&] { return deviation * generator.normal(); });
}

Experiment model(Size size) {
    const Index d = size.d_model;
    Experiment experiment;
    std::string text;
    for (Index i = 0; i < size.tokens; ++i)
        text += (i > 0 ? " t" : "t") + std::to_string(i);
    experiment.sequence = make_sequence(std::move(text));
    experiment.embedding.dimension = d;
    EmbeddingTable table;
    // Features of magnitude 1, as after layer normalisation.
    const Matrix vectors = std::sqrt(static_cast<double>(size.tokens)) * random_matrix(size.tokens, d, 1);
    for (Index i = 0; i < size.tokens; ++i)
        table.set(experiment.sequence.tokens[static_cast<std::size_t>(i)],
                  {std::make_shared<const RowVector>(vectors.row(i)), false});
    experiment.embedding.table = std::make_shared<const EmbeddingTable>(std::move(table));
    experiment.heads = {size.heads, size.heads};
    experiment.projection.W_Q = share(random_matrix(d, d, 2));
    experiment.projection.W_K = share(random_matrix(d, d, 3));
    experiment.projection.W_V = share(random_matrix(d, d, 4));
    experiment.projection.W_O = share(random_matrix(d, d, 5));
    return experiment;
}

Experiment masked_model(Size size) {
    Experiment experiment = model(size);
    experiment.mask.custom = share(Matrix::Ones(size.tokens, size.tokens));
    return experiment;
}

} // namespace lab::bench
