// SPDX-License-Identifier: GPL-3.0-or-later
//
// Queries, keys and values, and their rotation.
#include "tests/support/oracle.h"

#include <cmath>

namespace lab::test {

std::vector<Oracle::Pair> Oracle::pairs(Index columns) const {
    const Scores& scores = m_experiment.scores;
    std::vector<Pair> all;
    using Rotation = OracleMistakes::Rotation;
    const Rotation rotation = m_mistakes.rotation;
    const bool is_added = rotation == Rotation::neighbours || rotation == Rotation::halves;
    if ((!scores.rotary && !is_added) || rotation == Rotation::none)
        return all;
    const Index width = scores.rotary_dims && !is_added ? *scores.rotary_dims : columns;
    const Index count = width / 2;
    for (Index i = 0; i < count; ++i) {
        const double power = -static_cast<double>(2 * i) / static_cast<double>(width);
        const bool apart =
            is_added ? rotation == Rotation::halves
                     : (scores.rotary_layout == RotaryLayout::half) != (rotation == Rotation::other_layout);
        const bool has_own = !is_added && !m_mistakes.rotary_base && !scores.rotary_frequencies.empty();
        const double base = m_mistakes.rotary_base.value_or(is_added ? 10000 : scores.rotary_base);
        all.push_back(
            {apart ? i : 2 * i, apart ? i + count : 2 * i + 1, 2 * i, width,
             has_own ? scores.rotary_frequencies.at(static_cast<std::size_t>(i)) : std::pow(base, power)});
    }
    return all;
}

std::optional<Oracle::Pair> Oracle::pair_of(Index column, Index columns) const {
    for (const Pair& pair : pairs(columns)) {
        if (pair.has(column))
            return pair;
    }
    return std::nullopt;
}

/// What is computed as if it were of that kind, where the fused weights are read in another order.
Oracle::Column Oracle::column_read(std::size_t kind, Index index, Index width) const {
    const Index heads = m_experiment.heads.count;
    const auto place = static_cast<Index>(kind);
    switch (m_mistakes.fused) {
    case OracleMistakes::Fused::right:
        break;
    case OracleMistakes::Fused::read_by_head: {
        const Index at = (3 * (index / width) + place) * width + index % width;
        return {static_cast<std::size_t>(at / (heads * width)), at % (heads * width)};
    }
    case OracleMistakes::Fused::read_by_kind: {
        const Index at = place * heads * width + index;
        return {static_cast<std::size_t>(at / width % 3), at / (3 * width) * width + at % width};
    }
    }
    return {m_mistakes.projected_by[kind], index};
}

/// A cell of queries, keys or values, of all heads or groups side by side.
OracleNumber Oracle::projected(std::size_t kind, Index row, Index column, Index width) {
    const Projection& p = m_experiment.projection;
    OracleNumber number;
    if (p.kind == ProjectionKind::direct) {
        number.value = (*std::array{p.Q, p.K, p.V}[kind])(row, column);
        return number;
    }
    const OracleMatrix& x = m_stages.at({m_experiment.source && kind > 0 ? S::source_inputs : S::inputs, 0});
    if (p.kind == ProjectionKind::identity) {
        add(number, x.at(row, column), plain(1));
        return number;
    }
    const Column read = column_read(kind, column, width);
    const MatrixPtr& w = *std::array{&p.W_Q, &p.W_K, &p.W_V}[read.kind];
    const bool transposes = m_mistakes.transposed[read.kind] && w->rows() == w->cols();
    for (Index i = 0; i < x.columns(); ++i)
        add(number, x.at(row, i), plain(transposes ? (*w)(read.index, i) : (*w)(i, read.index)));
    const Column biased = m_mistakes.with_biases || m_mistakes.fused != OracleMistakes::Fused::right
                              ? read
                              : Column{m_mistakes.biased_by[kind], column};
    const MatrixPtr& b = *std::array{&p.b_Q, &p.b_K, &p.b_V}[biased.kind];
    if (b && !m_mistakes.no_bias[biased.kind])
        add(number, plain((*b)(0, biased.index)), plain(1));
    return number;
}

void Oracle::projection(S stage, HeadIndex head) {
    const Projection& p = m_experiment.projection;
    const std::size_t kind = stage == S::queries ? 0 : stage == S::keys ? 1 : 2;
    const bool is_query = kind == 0;
    const Index heads = m_experiment.heads.count;
    const Index parts = is_query ? heads : m_experiment.heads.kv_count;
    const Index part = is_query ? head : m_mistakes.tiled ? head % parts : head * parts / heads;
    const auto rows = static_cast<Index>(is_query ? queries().size() : keys().size());
    const MatrixPtr& w = *std::array{&p.W_Q, &p.W_K, &p.W_V}[kind];
    const MatrixPtr& given = *std::array{&p.Q, &p.K, &p.V}[kind];
    const Index width = p.kind == ProjectionKind::linear   ? w->cols() / parts
                        : p.kind == ProjectionKind::direct ? given->cols() / parts
                                                           : m_experiment.embedding.dimension / heads;
    OracleMatrix& result = make(stage, head, rows, width);
    for (Index row = 0; row < rows; ++row) {
        for (Index column = 0; column < width; ++column) {
            // Read as parts × rows × width, without exchanging parts and rows.
            const Index place = (part * rows + row) * width + column;
            result.at(row, column) =
                m_mistakes.split == OracleMistakes::Heads::in_order
                    ? projected(kind, place / (parts * width), place % (parts * width), width)
                : m_mistakes.split == OracleMistakes::Heads::in_turn
                    ? projected(kind, row, column * parts + part, width)
                    : projected(kind, row, part * width + column, width);
        }
    }
    if (stage == S::values && m_mistakes.keys_for_values)
        result = m_stages.at({S::keys, head});
    if (m_experiment.scores.qk_norm && !m_mistakes.no_norm && stage != S::values)
        divide(stage, head, result);
    if (stage != S::values && m_mistakes.rotation != (is_query ? OracleMistakes::Rotation::keys
                                                               : OracleMistakes::Rotation::queries))
        rotate(result, !is_query);
    finish(stage, head);
}

void Oracle::rotate(OracleMatrix& matrix, bool is_key) {
    for (Index row = 0; row < matrix.rows(); ++row) {
        for (const Pair& pair : pairs(matrix.columns())) {
            const double angle = static_cast<double>(position(is_key, row)) * pair.frequency;
            const OracleNumber a = matrix.at(row, pair.first);
            const OracleNumber b = matrix.at(row, pair.second);
            OracleNumber first, second;
            add(first, a, plain(std::cos(angle)));
            add(first, b, plain(-std::sin(angle)));
            add(second, a, plain(std::sin(angle)));
            add(second, b, plain(std::cos(angle)));
            first.magnitude += a.magnitude + b.magnitude;
            second.magnitude += a.magnitude + b.magnitude;
            matrix.at(row, pair.first) = first;
            matrix.at(row, pair.second) = second;
        }
    }
}

} // namespace lab::test
