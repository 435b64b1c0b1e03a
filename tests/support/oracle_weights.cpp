// SPDX-License-Identifier: GPL-3.0-or-later
//
// The normalisers, the sink and dropout.
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
    for (Index query = 0; query < masked.rows(); ++query)
        normalise(head, query);
    finish(S::weights, head);
}

void Oracle::normalise(HeadIndex head, Index query) {
    const OracleMatrix& masked = m_stages.at({S::masked_scores, head});
    OracleMatrix& weights = m_stages.at({S::weights, head});
    const Normalization& options = m_experiment.normalization;
    const bool divides = options.kind != NormalizationKind::sum;
    std::vector<Index> visible;
    OracleNumber spoilt; // the NaN that results from a NaN or +∞ score
    double largest = -infinity;
    for (Index key = 0; key < masked.columns(); ++key) {
        const OracleNumber& score = masked.at(query, key);
        if (score.value == -infinity)
            continue;
        visible.push_back(key);
        if (!score.is_finite()) {
            inherit(spoilt, score);
            spoilt.value = not_a_number;
        }
        largest = std::max(largest, score.value / options.temperature);
    }
    if (const auto at = sink(head))
        largest = std::max(largest, *at);
    const auto read = [&](Index key) {
        return divides ? masked.at(query, key).value / options.temperature : masked.at(query, key).value;
    };
    double threshold = 0;
    if (options.kind == NormalizationKind::sparsemax && spoilt.is_finite()) {
        // By bisection: the excesses over the threshold sum to 1.
        double low = -1;
        double high = 0;
        for (int round = 0; round < 200; ++round) {
            threshold = (low + high) / 2;
            double sum = 0;
            for (const Index key : visible)
                sum += std::max(read(key) - largest - threshold, 0.0);
            (sum > 1 ? low : high) = threshold;
        }
    }
    double total = 0;
    const auto part = [&](Index key) {
        switch (options.kind) {
        case NormalizationKind::softmax:
            return std::exp(read(key) - largest);
        case NormalizationKind::softmax_naive:
            return std::exp(read(key));
        case NormalizationKind::sum:
            return read(key);
        case NormalizationKind::sparsemax:
            return std::isinf(largest) ? not_a_number : std::max(read(key) - largest - threshold, 0.0);
        case NormalizationKind::sigmoid:
            return 1 / (1 + std::exp(-read(key) - options.bias));
        }
        return 0.0;
    };
    for (const Index key : visible)
        total += part(key);
    if (const auto at = sink(head))
        total += std::exp(options.kind == NormalizationKind::softmax ? *at - largest : *at);
    if (options.kind == NormalizationKind::sigmoid)
        total = 1;
    for (const Index key : visible) {
        OracleNumber& weight = weights.at(query, key);
        weight = spoilt;
        if (spoilt.is_finite())
            weight.value = part(key) / total;
    }
}

std::optional<double> Oracle::sink(HeadIndex head) const {
    const Normalization& options = m_experiment.normalization;
    const bool reads =
        options.kind == NormalizationKind::softmax || options.kind == NormalizationKind::softmax_naive;
    if (!options.sink || !reads)
        return std::nullopt;
    return (*options.sink)(0, options.sink->cols() > 1 ? head : 0) / options.temperature;
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
