// SPDX-License-Identifier: GPL-3.0-or-later
//
// Documents whose sizes are chosen, for tests of resizing.
#pragma once

#include "core/edits/vectors.h"
#include "core/edits/shapes.h"

#include <algorithm>
#include <string>

namespace lab::test {

/// This many tokens "a". Each head has queries of `d_k` features and values of 2.
inline Experiment model(ProjectionKind kind, Heads heads, Index d_model, Index d_k, Index tokens = 2) {
    using enum ProjectionKind;
    Experiment e;
    e.sequence.tokenizer = Tokenizer::manual;
    e.sequence.tokens.assign(std::size_t(tokens), "a");
    e.projection.kind = kind;
    e.heads = heads;
    e.embedding.dimension = d_model;
    Projection& p = e.projection;
    if (kind == linear) {
        p.W_Q = share(Matrix::Ones(d_model, heads.count * d_k));
        p.W_K = share(Matrix::Ones(d_model, heads.kv_count * d_k));
        p.W_V = share(Matrix::Ones(d_model, heads.kv_count * 2));
    } else if (kind == direct) {
        p.Q = share(Matrix::Ones(tokens, heads.count * d_k));
        p.K = share(Matrix::Ones(tokens, heads.kv_count * d_k));
        p.V = share(Matrix::Ones(tokens, heads.kv_count * 2));
    }
    complete_vectors(e);
    return e;
}

inline Size size_named(const std::string& name) {
    return std::ranges::find(all_sizes(), name, &SizeInfo::name)->size;
}

} // namespace lab::test
