// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/random_experiments.h"

#include "core/stages/01_tokens.h"

#include <array>

namespace lab::test {

namespace {
const std::array<std::string, 9> words{"sky", "is", "blue", "the", "Größe", "空", "x1", "\"quoted\"", "🙂"};
}

Index RandomExperiments::between(Index least, Index most) {
    return least + static_cast<Index>(m_engine() % static_cast<std::uint64_t>(most - least + 1));
}

double RandomExperiments::number() {
    return static_cast<double>(m_engine() >> 11) * 0x1p-51 - 2.0;
}

std::string RandomExperiments::sentence(Index least) {
    std::string text;
    for (Index left = between(least, 17); left > 0; --left)
        text += (text.empty() ? "" : " ") + words[static_cast<std::size_t>(between(0, words.size() - 1))];
    return text;
}

MatrixPtr RandomExperiments::matrix(Index rows, Index columns) {
    Matrix matrix(rows, columns);
    for (double& value : matrix.reshaped())
        value = number();
    return share(std::move(matrix));
}

void RandomExperiments::fill_table(Experiment& e) {
    EmbeddingTable table;
    for (const std::string& token : distinct_tokens(e))
        table.set(token, {std::make_shared<const RowVector>(*matrix(1, e.embedding.dimension)), false});
    e.embedding.table = std::make_shared<const EmbeddingTable>(std::move(table));
}

Experiment RandomExperiments::next() {
    constexpr std::array kinds{ProjectionKind::linear, ProjectionKind::identity, ProjectionKind::direct};
    return next(kinds[static_cast<std::size_t>(between(0, 2))]);
}

Experiment RandomExperiments::next(ProjectionKind kind) {
    Experiment e;
    e.title = coin() ? "Random" : "";
    e.description = coin() ? "One line\nand another" : "";
    e.notation = coin() ? Notation::rows : Notation::columns;
    e.sequence = make_sequence(sentence());
    const auto n = static_cast<Index>(e.sequence.tokens.size());
    const Index H = e.heads.count = between(1, 4);
    do
        e.heads.kv_count = between(1, H);
    while (H % e.heads.kv_count != 0);
    Index d_v = between(1, 5);
    const Index d_k = between(1, 5);
    e.embedding.seed = static_cast<std::uint64_t>(between(0, 3));

    Projection& p = e.projection;
    p.kind = kind;
    switch (kind) {
    case ProjectionKind::linear:
        e.embedding.dimension = between(1, 8);
        p.W_Q = matrix(e.embedding.dimension, H * d_k);
        p.W_K = matrix(e.embedding.dimension, e.heads.kv_count * d_k);
        p.W_V = matrix(e.embedding.dimension, e.heads.kv_count * d_v);
        p.b_Q = maybe_matrix(1, p.W_Q->cols());
        p.b_K = maybe_matrix(1, p.W_K->cols());
        p.b_V = maybe_matrix(1, p.W_V->cols());
        break;
    case ProjectionKind::identity:
        e.heads.kv_count = H;
        e.embedding.dimension = H * d_k;
        d_v = d_k;
        break;
    case ProjectionKind::direct:
        e.embedding.dimension = coin() ? between(1, 4) : 0;
        p.Q = matrix(n, H * d_k);
        p.K = matrix(n, e.heads.kv_count * d_k);
        p.V = matrix(n, e.heads.kv_count * d_v);
        break;
    }
    if (e.embedding.dimension > 0)
        fill_table(e);
    p.W_O = maybe_matrix(H * d_v, between(1, 6));
    p.b_O = p.W_O ? maybe_matrix(1, p.W_O->cols()) : nullptr;
    if (coin())
        e.scores.scale = number();
    e.mask.causal = coin();
    return e;
}

} // namespace lab::test
