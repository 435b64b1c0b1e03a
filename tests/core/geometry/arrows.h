// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the tests of the geometry have in common: documents whose vectors are given, and random ones.
#pragma once

#include "core/analysis/geometry/head_vectors.h"
#include "core/engine/pipeline.h"
#include "tests/support/random_experiments.h"

#include <string>

namespace lab::test {

inline const FindKept nothing_kept = [](StageId, HeadIndex) -> std::optional<StageRows> {
    return std::nullopt;
};

/// One head whose queries, keys and values are given, of words that all differ.
inline Experiment of_vectors(const Matrix& Q, const Matrix& K, const Matrix& V) {
    Experiment e;
    e.sequence.tokenizer = Tokenizer::manual;
    for (Index i = 0; i < Q.rows(); ++i)
        e.sequence.tokens.push_back("q" + std::to_string(i));
    if (Q.rows() != K.rows()) {
        e.source.emplace().tokenizer = Tokenizer::manual;
        for (Index i = 0; i < K.rows(); ++i)
            e.source->tokens.push_back("k" + std::to_string(i));
    }
    e.projection.kind = ProjectionKind::direct;
    e.projection.Q = share(Q);
    e.projection.K = share(K);
    e.projection.V = share(V);
    return e;
}

/// A query of a head of a random experiment, with all its stages.
struct RandomArrows {
    Experiment e;
    Trace trace;
    HeadIndex head;
    TokenIndex query;

    RandomArrows(Experiment experiment, RandomExperiments& random)
        : e(std::move(experiment)), trace(compute(e).value()), head(random.between(0, e.heads.count - 1)),
          query(random.between(0, dimensions(e).n_q - 1)) {}

    HeadVectors shown() const { return head_vectors(e, trace.kept(), head, query); }
    RowVector row(StageId stage) const { return trace.stage(stage, head).row(query); }
};

inline RowVector random_row(RandomExperiments& random, Index columns) {
    RowVector row(columns);
    for (double& number : row)
        number = random.number();
    return row;
}

/// Bit for bit, a NaN like another.
inline bool is_alike(const Matrix& a, const Matrix& b) {
    return a.rows() == b.rows() && a.cols() == b.cols() &&
           ((a.array() == b.array()) || (a.array().isNaN() && b.array().isNaN())).all();
}

} // namespace lab::test
