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

void scaled_scores(ConstMatrixRef scores, const Scores& options, Index d_k, HeadIndex head, HeadIndex heads,
                   const FirstPositions& first, const Block& at, MatrixRef scaled) {
    scaled = scores * scale_factor(options, d_k);
    if (options.bias == ScoreBias::none)
        return;
    const double slope = alibi_slope(head, heads);
    const Index query = first.query + at.row, key = first.key + at.column;
    for (Index i = 0; i < scaled.rows(); ++i) {
        for (Index j = 0; j < scaled.cols(); ++j)
            scaled(i, j) -= slope * static_cast<double>(std::abs((query + i) - (key + j)));
    }
}

} // namespace lab
