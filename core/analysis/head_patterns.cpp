// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/head_patterns.h"

#include "core/engine/streamed_trace.h"
#include "core/experiment/masks.h"
#include "core/stages/07_weights.h"

#include <cmath>

namespace lab {

namespace {

/// A mean of the numbers added; NaN if there are none.
class MeanOf {
public:
    void add(double number) {
        m_sum += number;
        ++m_count;
    }
    double mean() const { return m_sum / static_cast<double>(m_count); }

private:
    double m_sum = 0;
    Index m_count = 0;
};

/// ½ Σ |a − u| over all keys, where u is 1/n for the n visible keys and 0 for hidden ones.
double distance_from_uniform(std::span<const double> weights, std::span<const double> masked, Index visible) {
    double sum = 0;
    for (std::size_t key = 0; key < weights.size(); ++key) {
        const double even = is_hidden(masked[key]) ? 0 : 1 / static_cast<double>(visible);
        sum += std::abs(weights[key] - even);
    }
    return sum / 2;
}

} // namespace

HeadPattern head_pattern(const Matrix& weights, const Matrix& masked_scores, Index ahead) {
    MeanOf entropy, from_uniform, previous, same, first;
    const auto keys = static_cast<std::size_t>(weights.cols());
    for (Index query = 0; query < weights.rows(); ++query) {
        const std::span<const double> row(weights.row(query).data(), keys);
        const std::span<const double> masked(masked_scores.row(query).data(), keys);
        const Index visible = weights.cols() - static_cast<Index>(std::ranges::count_if(masked, is_hidden));
        if (visible == 0)
            continue;
        if (const double bits = entropy_bits(row); !std::isnan(bits))
            entropy.add(bits);
        from_uniform.add(distance_from_uniform(row, masked, visible));
        first.add(row[0]);
        const Index here = query + ahead; // the key at the query's position
        if (here >= 0 && here < weights.cols())
            same.add(weights(query, here));
        if (here > 0 && here <= weights.cols())
            previous.add(weights(query, here - 1));
    }
    return {entropy.mean(), from_uniform.mean(), previous.mean(), same.mean(), first.mean()};
}

std::vector<HeadPattern> head_patterns(const StreamedTrace& trace) {
    const Dimensions d = dimensions(trace.experiment());
    const auto whole = [&](StageId stage, HeadIndex head) {
        Matrix matrix(d.n_q, d.n_k);
        StreamedRows(trace, stage).read(head, 0, matrix);
        return matrix;
    };
    const FirstPositions first = first_positions(trace.experiment());
    std::vector<HeadPattern> patterns;
    for (HeadIndex head = 0; head < d.H; ++head)
        patterns.push_back(head_pattern(whole(StageId::weights, head), whole(StageId::masked_scores, head),
                                        first.query - first.key));
    return patterns;
}

Matrix mean_over_heads(std::span<const MatrixPtr> heads) {
    Matrix sum = *heads.front();
    for (const MatrixPtr& head : heads.subspan(1))
        sum += *head;
    return sum / static_cast<double>(heads.size());
}

Matrix maximum_over_heads(std::span<const MatrixPtr> heads) {
    Matrix most = *heads.front();
    for (const MatrixPtr& head : heads.subspan(1))
        most = most.binaryExpr(*head, [](double a, double b) {
            // Propagates NaN, since every comparison with it is false.
            return std::isnan(a) || a > b ? a : b;
        });
    return most;
}

} // namespace lab
