// SPDX-License-Identifier: GPL-3.0-or-later
//
// The normalisers, the sink and dropout.
#include "core/experiment/normalizers.h"
#include "tests/support/oracle.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>

namespace lab::test {

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

} // namespace

void Oracle::weights(HeadIndex head) {
    const OracleMatrix& masked = m_stages.at({S::masked_scores, head});
    make(S::weights, head, masked.rows(), masked.columns());
    using Line = OracleMistakes::Line;
    std::map<Index, std::vector<Cell>> lines;
    for (HeadIndex each = 0; each < m_experiment.heads.count; ++each) {
        if (each != head && m_mistakes.line != Line::heads)
            continue;
        for (Index query = 0; query < masked.rows(); ++query) {
            for (Index key = 0; key < masked.columns(); ++key) {
                const Index line = m_mistakes.line == Line::keys      ? query
                                   : m_mistakes.line == Line::queries ? key
                                   : m_mistakes.line == Line::heads   ? query * masked.columns() + key
                                                                      : 0;
                lines[line].push_back({each, query, key});
            }
        }
    }
    for (const auto& [line, cells] : lines)
        normalise(head, cells);
    fill_hidden_rows(head);
    change_weights(head);
    hide_weights(head);
    finish(S::weights, head);
}

/// Rows whose keys are all hidden, where they are not 0; over the heads, in such cells,
/// 0 is divided by 0 unless a large number stands for −∞.
void Oracle::fill_hidden_rows(HeadIndex head) {
    using HiddenRow = OracleMistakes::HiddenRow;
    OracleMatrix& weights = m_stages.at({S::weights, head});
    const auto is_left_out_of_all = [&](Index query, Index key) {
        for (HeadIndex each = 0; each < m_experiment.heads.count; ++each) {
            if (!is_left_out(each, query, key))
                return false;
        }
        return true;
    };
    for (Index query = 0; query < weights.rows(); ++query) {
        Index left_out = 0;
        for (Index key = 0; key < weights.columns(); ++key) {
            left_out += is_left_out(head, query, key) ? 1 : 0;
            if (m_mistakes.line == OracleMistakes::Line::heads && is_left_out_of_all(query, key))
                weights.at(query, key).value = m_mistakes.hidden_row == HiddenRow::equal
                                                   ? 1 / static_cast<double>(m_experiment.heads.count)
                                               : m_mistakes.hidden_row == HiddenRow::zero ? 0
                                                                                          : not_a_number;
        }
        if (m_mistakes.line != OracleMistakes::Line::keys || m_mistakes.hidden_row == HiddenRow::zero ||
            left_out < weights.columns())
            continue;
        for (Index key = 0; key < weights.columns(); ++key)
            weights.at(query, key).value = m_mistakes.hidden_row == HiddenRow::equal
                                               ? 1 / static_cast<double>(weights.columns())
                                               : not_a_number;
    }
}

/// What is done to the weights once they are there: softmax again, its logarithm, dropout.
void Oracle::change_weights(HeadIndex head) {
    using Afterwards = OracleMistakes::Afterwards;
    OracleMatrix& weights = m_stages.at({S::weights, head});
    std::mt19937 generator(static_cast<std::uint32_t>(head + 1));
    std::uniform_real_distribution<double> draw;
    for (Index query = 0; query < weights.rows(); ++query) {
        double sum = 0;
        for (Index key = 0; key < weights.columns(); ++key)
            sum += std::exp(weights.at(query, key).value);
        for (Index key = 0; key < weights.columns(); ++key) {
            double& weight = weights.at(query, key).value;
            if (m_mistakes.afterwards == Afterwards::softmax)
                weight = std::exp(weight) / sum;
            if (m_mistakes.afterwards == Afterwards::logarithm)
                weight = std::log(weight);
            if (m_mistakes.dropout)
                weight *= draw(generator) < *m_mistakes.dropout ? 0 : 1 / (1 - *m_mistakes.dropout);
        }
    }
}

/// Where the mask is applied to the weights instead of the scores.
void Oracle::hide_weights(HeadIndex head) {
    using Hiding = OracleMistakes::Hiding;
    if (m_mistakes.hiding != Hiding::weights && m_mistakes.hiding != Hiding::weights_again)
        return;
    OracleMatrix& weights = m_stages.at({S::weights, head});
    for (Index query = 0; query < weights.rows(); ++query) {
        double sum = 0;
        for (Index key = 0; key < weights.columns(); ++key) {
            if (hides(query, key))
                weights.at(query, key) = OracleNumber();
            sum += weights.at(query, key).value;
        }
        for (Index key = 0; key < weights.columns(); ++key)
            weights.at(query, key).value /= m_mistakes.hiding == Hiding::weights ? 1 : sum;
    }
}

NormalizationKind Oracle::normalizer() const {
    return m_mistakes.no_exponential    ? NormalizationKind::sum
           : m_mistakes.softmax_instead ? NormalizationKind::softmax
                                        : m_experiment.normalization.kind;
}

double Oracle::temperature() const {
    return m_mistakes.no_temperature ? 1 : m_experiment.normalization.temperature;
}

void Oracle::normalise(HeadIndex head, const std::vector<Cell>& cells) {
    OracleMatrix& weights = m_stages.at({S::weights, head});
    const Normalization& options = m_experiment.normalization;
    using Undivided = OracleMistakes::Undivided;
    const NormalizationKind kind = normalizer();
    const bool divides = kind != NormalizationKind::sum;
    const auto score_of = [this](const Cell& cell) -> const OracleNumber& {
        return at(S::masked_scores, cell.head, cell.query, cell.key);
    };
    std::vector<Cell> visible;
    OracleNumber spoilt; // the NaN that results from a NaN or +∞ score
    double largest = -infinity;
    for (const Cell& cell : cells) {
        const OracleNumber& score = score_of(cell);
        if (score.value == -infinity)
            continue;
        visible.push_back(cell);
        if (!score.is_finite()) {
            inherit(spoilt, score);
            spoilt.value = not_a_number;
        }
        largest = std::max(largest, score.value / temperature());
    }
    if (const auto at = sink(head))
        largest = std::max(largest, *at);
    const auto read = [&](const Cell& cell) {
        const double score = score_of(cell).value;
        return divides ? score / temperature() : score;
    };
    double threshold = 0;
    if (kind == NormalizationKind::sparsemax && spoilt.is_finite()) {
        // By bisection: the excesses over the threshold sum to 1.
        double low = -1;
        double high = 0;
        for (int round = 0; round < 200; ++round) {
            threshold = (low + high) / 2;
            double sum = 0;
            for (const Cell& cell : visible)
                sum += std::max(read(cell) - largest - threshold, 0.0);
            (sum > 1 ? low : high) = threshold;
        }
    }
    const auto power = [&](double x) { return m_mistakes.base_two ? std::exp2(x) : std::exp(x); };
    double total = 0;
    const auto part = [&](const Cell& cell) {
        switch (kind) {
        case NormalizationKind::softmax:
            return power(read(cell) - (m_mistakes.undivided == Undivided::plain ? 0 : largest));
        case NormalizationKind::softmax_naive:
            return power(read(cell));
        case NormalizationKind::sum:
            return read(cell);
        case NormalizationKind::sparsemax:
            return std::isinf(largest) ? not_a_number : std::max(read(cell) - largest - threshold, 0.0);
        case NormalizationKind::sigmoid:
            return 1 / (1 + std::exp(-read(cell) - options.bias));
        }
        return 0.0;
    };
    for (const Cell& cell : visible)
        total += part(cell);
    if (const auto at = sink(head))
        total += power(kind == NormalizationKind::softmax ? *at - largest : *at);
    if (kind == NormalizationKind::sigmoid || m_mistakes.undivided != Undivided::no)
        total = 1;
    for (const Cell& cell : visible) {
        if (cell.head != head)
            continue;
        OracleNumber& weight = weights.at(cell.query, cell.key);
        weight = spoilt;
        if (spoilt.is_finite())
            weight.value = part(cell) / total;
    }
}

std::optional<double> Oracle::sink(HeadIndex head) const {
    const Normalization& options = m_experiment.normalization;
    const bool reads =
        normalizer() == NormalizationKind::softmax || normalizer() == NormalizationKind::softmax_naive;
    if (!options.sink || !reads || m_mistakes.no_sink)
        return std::nullopt;
    return (*options.sink)(0, options.sink->cols() > 1 ? head : 0) / temperature();
}

std::optional<double> Oracle::share_of_sink(HeadIndex head, Index query) const {
    const OracleMatrix& masked = m_stages.at({S::masked_scores, head});
    const auto at = sink(head);
    if (!at)
        return std::nullopt;
    const Normalization& options = m_experiment.normalization;
    double largest = *at;
    for (Index key = 0; key < masked.columns(); ++key) {
        const double score = masked.at(query, key).value;
        if (std::isnan(score) || score == infinity)
            return not_a_number;
        largest = std::max(largest, score / options.temperature);
    }
    const double shift = options.kind == NormalizationKind::softmax ? largest : 0;
    double total = 0;
    for (Index key = 0; key < masked.columns(); ++key) {
        if (masked.at(query, key).value != -infinity)
            total += std::exp(masked.at(query, key).value / options.temperature - shift);
    }
    const double own = std::exp(*at - shift);
    return own / (total + own);
}

bool Oracle::is_distribution(HeadIndex head, Index query) const {
    const OracleMatrix& weights = m_stages.at({S::weights, head});
    for (Index key = 0; key < weights.columns(); ++key) {
        if (!(weights.at(query, key).value >= 0))
            return false;
    }
    return std::abs(sum_of_weights(head, query) - 1) <= 1e-9;
}

double Oracle::sum_of_weights(HeadIndex head, Index query) const {
    const OracleMatrix& weights = m_stages.at({S::weights, head});
    double sum = 0;
    for (Index key = 0; key < weights.columns(); ++key)
        sum += weights.at(query, key).value;
    return sum;
}

/// From PyTorch's generator: two draws a number, of which the first is the high word.
void Oracle::draw() {
    std::mt19937 generator(static_cast<std::uint32_t>(m_experiment.dropout->seed));
    const std::size_t count = std::size_t(m_experiment.heads.count) * queries().size() * keys().size();
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t high = generator();
        const std::uint64_t both = high << 32 | generator();
        m_drawn.push_back(std::ldexp(static_cast<double>(both << 11 >> 11), -53));
    }
}

double Oracle::drawn(HeadIndex head, Index query, Index key) const {
    const auto n_q = static_cast<Index>(queries().size());
    const auto n_k = static_cast<Index>(keys().size());
    return m_drawn[static_cast<std::size_t>(head * n_q * n_k + query * n_k + key)];
}

bool Oracle::is_kept(HeadIndex head, Index query, Index key) const {
    return drawn(head, query, key) < 1 - m_experiment.dropout->rate;
}

void Oracle::drop(HeadIndex head) {
    const OracleMatrix& weights = m_stages.at({S::weights, head});
    OracleMatrix& dropped = make(S::dropped_weights, head, weights.rows(), weights.columns());
    for (Index i = 0; i < dropped.rows(); ++i) {
        for (Index j = 0; j < dropped.columns(); ++j) {
            if (!is_kept(head, i, j))
                continue;
            dropped.at(i, j).value = weights.at(i, j).value / (1 - m_experiment.dropout->rate);
            dropped.at(i, j).magnitude = std::abs(dropped.at(i, j).value);
            inherit(dropped.at(i, j), weights.at(i, j));
        }
    }
    finish(S::dropped_weights, head);
}

} // namespace lab::test
