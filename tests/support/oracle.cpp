// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/oracle.h"

#include <cmath>

namespace lab::test {

namespace {

void keep_first(std::optional<OraclePlace>& first, const std::optional<OraclePlace>& other) {
    if (other && (!first || *other < *first))
        first = other;
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
    }
    for (HeadIndex head = 0; head < experiment.heads.count; ++head) {
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
    round(stage, matrix);
}

void Oracle::round(S stage, OracleMatrix& matrix) const {
    const bool is_projected = stage == S::queries || stage == S::keys || stage == S::values;
    if (m_mistakes.rounded != stage && !(m_mistakes.rounded == S::queries && is_projected))
        return;
    const double unit = std::pow(10.0, m_mistakes.decimals);
    for (Index row = 0; row < matrix.rows(); ++row) {
        for (Index column = 0; column < matrix.columns(); ++column)
            matrix.at(row, column).value = std::nearbyint(matrix.at(row, column).value * unit) / unit;
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

void Oracle::head_output(HeadIndex head) {
    const OracleMatrix& weights = m_stages.at({weights_in_use(), head});
    const OracleMatrix& values = m_stages.at({S::values, head});
    OracleMatrix& z = make(S::head_outputs, head, weights.rows(), values.columns());
    for (Index i = 0; i < z.rows(); ++i) {
        for (Index j = 0; j < z.columns(); ++j) {
            for (Index key = 0; key < weights.columns(); ++key)
                add(z.at(i, j), m_mistakes.transposed_at_values ? weights.at(key, i) : weights.at(i, key),
                    values.at(key, j));
        }
    }
    finish(S::head_outputs, head);
}

void Oracle::output() {
    const Index rows = m_stages.at({S::head_outputs, 0}).rows();
    const Index width = m_stages.at({S::head_outputs, 0}).columns();
    OracleMatrix& concat = make(S::concat, 0, rows, m_experiment.heads.count * width);
    for (Index i = 0; i < rows; ++i) {
        for (Index j = 0; j < concat.columns(); ++j) {
            const Index place = i * concat.columns() + j; // of all heads' outputs one after the other
            const Index heads = m_experiment.heads.count;
            const OracleNumber& from = m_mistakes.merged == OracleMistakes::Heads::in_order
                                           ? m_stages.at({S::head_outputs, place / (rows * width)})
                                                 .at(place / width % rows, place % width)
                                       : m_mistakes.merged == OracleMistakes::Heads::in_turn
                                           ? m_stages.at({S::head_outputs, j % heads}).at(i, j / heads)
                                           : m_stages.at({S::head_outputs, j / width}).at(i, j % width);
            add(concat.at(i, j), from, plain(1));
        }
    }
    finish(S::concat, 0);
    const MatrixPtr& w = m_experiment.projection.W_O;
    const MatrixPtr& b = m_experiment.projection.b_O;
    const OracleMatrix& from = m_stages.at({S::concat, 0});
    const bool is_turned = w && m_mistakes.transposed[3] && w->rows() == w->cols();
    OracleMatrix& y = make(S::output, 0, rows, w ? w->cols() : from.columns());
    for (Index i = 0; i < rows; ++i) {
        for (Index j = 0; j < y.columns(); ++j) {
            if (!w) {
                add(y.at(i, j), from.at(i, j), plain(1));
                continue;
            }
            for (Index k = 0; k < from.columns(); ++k)
                add(y.at(i, j), from.at(i, k), plain(is_turned ? (*w)(j, k) : (*w)(k, j)));
            if (b && !m_mistakes.no_bias[3])
                add(y.at(i, j), plain((*b)(0, j)), plain(1));
        }
    }
    finish(S::output, 0);
}

} // namespace lab::test
