// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/05_scaled_scores.h"

#include <cmath>
#include <cstdlib>

namespace lab {

double scale_factor(const Scores& scores, Index d_k) {
    return scores.scale.value_or(1.0 / std::sqrt(static_cast<double>(d_k)));
}

double alibi_slope(HeadIndex head, HeadIndex heads) {
    HeadIndex power = 1;
    while (2 * power <= heads)
        power *= 2;
    const auto slope = [](HeadIndex position, HeadIndex count) {
        return std::exp2(-8.0 * static_cast<double>(position) / static_cast<double>(count));
    };
    return head < power ? slope(head + 1, power) : slope(2 * (head - power) + 1, 2 * power);
}

double capped(double x, double c) {
    return c * std::tanh(x / c);
}

double cap_slope(double x, double c) {
    // Not 1 − tanh², which would lose everything near ±1.
    const double root = 1 / std::cosh(x / c);
    return root * root;
}

const Matrix* added_scores(const Scores& scores, HeadIndex head) {
    if (scores.additive.empty())
        return nullptr;
    return scores.additive[scores.additive.size() == 1 ? 0 : static_cast<std::size_t>(head)].get();
}

void scaled_scores(ConstMatrixRef scores, const Scores& options, Index d_k, HeadIndex head, HeadIndex heads,
                   const FirstPositions& first, const Block& at, MatrixRef scaled) {
    scaled = scores * scale_factor(options, d_k);
    if (options.softcap)
        scaled = scaled.unaryExpr([c = *options.softcap](double x) { return capped(x, c); });
    if (options.bias == ScoreBias::alibi) {
        const double slope = alibi_slope(head, heads);
        const Index query = first.query + at.row, key = first.key + at.column;
        for (Index i = 0; i < scaled.rows(); ++i) {
            for (Index j = 0; j < scaled.cols(); ++j)
                scaled(i, j) -= slope * static_cast<double>(std::abs((query + i) - (key + j)));
        }
    }
    if (const Matrix* added = added_scores(options, head))
        scaled += added->block(at.row, at.column, at.rows, at.columns);
}

void scaled_scores_backwards(ConstMatrixRef scores, const Scores& options, Index d_k, HeadIndex head,
                             const Block& at, MatrixRef by, MatrixRef by_added) {
    if (const Matrix* added = added_scores(options, head)) {
        const auto numbers = added->block(at.row, at.column, at.rows, at.columns);
        by = (numbers.array() == -HUGE_VAL).select(0, by);
        by_added += by;
    }
    const double factor = scale_factor(options, d_k);
    for (Index i = 0; options.softcap && i < by.rows(); ++i) {
        for (Index j = 0; j < by.cols(); ++j) {
            if (by(i, j) != 0)
                by(i, j) *= cap_slope(scores(i, j) * factor, *options.softcap);
        }
    }
    by *= factor;
}

} // namespace lab
