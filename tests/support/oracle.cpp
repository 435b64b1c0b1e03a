// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/oracle.h"

#include <cmath>

namespace lab::test {

namespace {

void keep_first(std::optional<OraclePlace>& first, const std::optional<OraclePlace>& other) {
    if (other && (!first || *other < *first))
        first = other;
}

Index width_of(const MatrixPtr& matrix, Index parts) {
    return matrix->cols() / parts;
}

} // namespace

bool OracleNumber::is_finite() const {
    return std::isfinite(value);
}

Oracle::Oracle(const Experiment& experiment, const OracleMistakes& mistakes)
    : m_experiment(experiment), m_mistakes(mistakes) {
    if (experiment.projection.kind != ProjectionKind::direct) {
        inputs(S::inputs, false);
        if (experiment.source)
            inputs(S::source_inputs, true);
    }
    if (experiment.dropout)
        draw();
    for (HeadIndex head = 0; head < experiment.heads.count; ++head) {
        for (const S stage : {S::queries, S::keys, S::values})
            projection(stage, head);
        scores(head);
        mask(head);
        weights(head);
        if (experiment.dropout)
            drop(head);
        head_output(head);
    }
    output();
}

OracleNumber Oracle::plain(double value) {
    OracleNumber number;
    number.value = value;
    return number;
}

const std::vector<std::string>& Oracle::keys() const {
    return m_experiment.source ? m_experiment.source->tokens : m_experiment.sequence.tokens;
}

Index Oracle::position(bool is_key, Index index) const {
    const bool is_source = is_key && m_experiment.source;
    return index + (is_source ? m_experiment.source->offset : m_experiment.sequence.offset);
}

Index Oracle::distance(Index query, Index key) const {
    const Index from = position(false, query), to = position(true, key);
    return from > to ? from - to : to - from;
}

std::vector<Oracle::Pair> Oracle::pairs(Index columns) const {
    const Scores& scores = m_experiment.scores;
    std::vector<Pair> all;
    if (!scores.rotary || m_mistakes.no_rotation)
        return all;
    const Index width = scores.rotary_dims ? *scores.rotary_dims : columns;
    const Index count = width / 2;
    for (Index i = 0; i < count; ++i) {
        const double power = -static_cast<double>(2 * i) / static_cast<double>(width);
        const bool apart = scores.rotary_layout == RotaryLayout::half;
        all.push_back({apart ? i : 2 * i, apart ? i + count : 2 * i + 1, 2 * i, width,
                       std::pow(scores.rotary_base, power)});
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

OracleMatrix& Oracle::make(S stage, HeadIndex head, Index rows, Index columns) {
    return m_stages[{stage, head}] = OracleMatrix(rows, columns);
}

void Oracle::inherit(OracleNumber& to, const OracleNumber& from) {
    if (from.is_finite())
        return;
    keep_first(to.overflow, from.overflow);
    keep_first(to.typed, from.typed);
}

void Oracle::add(OracleNumber& sum, const OracleNumber& a, const OracleNumber& b) {
    const double term = a.value * b.value;
    const bool overflows = std::isinf(term) && a.is_finite() && b.is_finite();
    m_depends_on_order |= std::isinf(sum.value) && std::isinf(term) && sum.value != term &&
                          (overflows || sum.has_overflowed_term);
    sum.has_overflowed_term |= overflows;
    sum.value += term;
    sum.magnitude += std::abs(term);
    inherit(sum, a);
    inherit(sum, b);
}

void Oracle::finish(S stage, HeadIndex head) {
    OracleMatrix& matrix = m_stages.at({stage, head});
    for (Index row = 0; row < matrix.rows(); ++row) {
        for (Index column = 0; column < matrix.columns(); ++column) {
            OracleNumber& number = matrix.at(row, column);
            number.computed = number.value;
            if (number.is_finite()) {
                number.overflow.reset();
                number.typed.reset();
            } else if (!number.overflow && !number.typed) {
                number.overflow = OraclePlace{stage, head, row, column};
            }
        }
    }
    for (const Override& each : m_experiment.overrides) {
        if (each.stage != stage || each.head != head)
            continue;
        OracleNumber own = plain(each.value);
        own.overridden = true;
        own.computed = matrix.at(each.row, each.column).computed;
        if (std::isinf(each.value))
            own.typed = OraclePlace{stage, head, each.row, each.column};
        matrix.at(each.row, each.column) = own;
    }
}

void Oracle::inputs(S stage, bool is_key) {
    const std::vector<std::string>& tokens = is_key ? keys() : queries();
    const Embedding& embedding = m_experiment.embedding;
    const Index width = embedding.dimension;
    OracleMatrix& x = make(stage, 0, static_cast<Index>(tokens.size()), width);
    for (Index row = 0; row < x.rows(); ++row) {
        RowVector vector;
        if (embedding.inputs == InputKind::rows)
            vector = (stage == S::inputs ? embedding.X : embedding.X_source)->row(row);
        for (const EmbeddingTable::Entry& entry : embedding.table->entries()) {
            if (embedding.inputs == InputKind::tokens && entry.token == tokens[static_cast<std::size_t>(row)])
                vector = *entry.vector.values;
        }
        for (Index column = 0; column < width; ++column) {
            double position = 0;
            const double power = static_cast<double>(column - column % 2) / static_cast<double>(width);
            const double angle = static_cast<double>(this->position(is_key, row)) / std::pow(10000.0, power);
            if (embedding.position.kind == PositionKind::sinusoidal)
                position = column % 2 == 0 ? std::sin(angle) : std::cos(angle);
            if (embedding.position.kind == PositionKind::learned)
                position = (*embedding.position.table)(this->position(is_key, row), column);
            if (m_mistakes.no_position)
                position = 0;
            OracleNumber& number = x.at(row, column);
            number.value = vector(column) + position;
            number.magnitude = std::abs(vector(column)) + std::abs(position);
        }
    }
    finish(stage, 0);
}

void Oracle::projection(S stage, HeadIndex head) {
    const Projection& p = m_experiment.projection;
    const bool is_query = stage == S::queries;
    const MatrixPtr& w = stage == S::values                         ? p.W_V
                         : is_query != m_mistakes.exchanged_weights ? p.W_Q
                                                                    : p.W_K;
    const MatrixPtr& b = is_query ? p.b_Q : stage == S::keys ? p.b_K : p.b_V;
    const MatrixPtr& given = is_query ? p.Q : stage == S::keys ? p.K : p.V;
    const Index heads = m_experiment.heads.count;
    const Index groups = m_experiment.heads.kv_count;
    const Index part = is_query ? head : head * groups / heads;
    const Index parts = is_query ? heads : groups;
    const S source = m_experiment.source && !is_query ? S::source_inputs : S::inputs;
    const auto rows = static_cast<Index>(is_query ? queries().size() : keys().size());
    const Index width = p.kind == ProjectionKind::linear   ? width_of(w, parts)
                        : p.kind == ProjectionKind::direct ? width_of(given, parts)
                                                           : m_experiment.embedding.dimension / heads;
    OracleMatrix& result = make(stage, head, rows, width);
    const bool transposes = m_mistakes.transposed_weights && w && w->rows() == w->cols();
    for (Index row = 0; row < rows; ++row) {
        for (Index column = 0; column < width; ++column) {
            OracleNumber& number = result.at(row, column);
            const Index own = part * width + column;
            if (p.kind == ProjectionKind::direct) {
                number.value = (*given)(row, own);
                continue;
            }
            const OracleMatrix& x = m_stages.at({source, 0});
            if (p.kind == ProjectionKind::identity) {
                add(number, x.at(row, head * width + column), plain(1));
                continue;
            }
            for (Index i = 0; i < x.columns(); ++i)
                add(number, x.at(row, i), plain(transposes ? (*w)(own, i) : (*w)(i, own)));
            if (b && !m_mistakes.no_bias)
                add(number, plain((*b)(0, own)), plain(1));
        }
    }
    if (stage == S::values && m_mistakes.keys_for_values)
        result = m_stages.at({S::keys, head});
    if (m_experiment.scores.qk_norm && stage != S::values)
        divide(stage, head, result);
    if (stage != S::values)
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

void Oracle::head_output(HeadIndex head) {
    const OracleMatrix& weights = m_stages.at({weights_in_use(), head});
    const OracleMatrix& values = m_stages.at({S::values, head});
    OracleMatrix& z = make(S::head_outputs, head, weights.rows(), values.columns());
    for (Index i = 0; i < z.rows(); ++i) {
        for (Index j = 0; j < z.columns(); ++j) {
            for (Index key = 0; key < weights.columns(); ++key)
                add(z.at(i, j), weights.at(i, key), values.at(key, j));
        }
    }
    finish(S::head_outputs, head);
}

void Oracle::output() {
    const Index rows = m_stages.at({S::head_outputs, 0}).rows();
    const Index width = m_stages.at({S::head_outputs, 0}).columns();
    OracleMatrix& concat = make(S::concat, 0, rows, m_experiment.heads.count * width);
    for (Index i = 0; i < rows; ++i) {
        for (Index j = 0; j < concat.columns(); ++j)
            add(concat.at(i, j), m_stages.at({S::head_outputs, j / width}).at(i, j % width), plain(1));
    }
    finish(S::concat, 0);
    const MatrixPtr& w = m_experiment.projection.W_O;
    const MatrixPtr& b = m_experiment.projection.b_O;
    const OracleMatrix& from = m_stages.at({S::concat, 0});
    OracleMatrix& y = make(S::output, 0, rows, w ? w->cols() : from.columns());
    for (Index i = 0; i < rows; ++i) {
        for (Index j = 0; j < y.columns(); ++j) {
            if (!w) {
                add(y.at(i, j), from.at(i, j), plain(1));
                continue;
            }
            for (Index k = 0; k < from.columns(); ++k)
                add(y.at(i, j), from.at(i, k), plain((*w)(k, j)));
            if (b && !m_mistakes.no_bias && !m_mistakes.no_output_bias)
                add(y.at(i, j), plain((*b)(0, j)), plain(1));
        }
    }
    finish(S::output, 0);
}

} // namespace lab::test
