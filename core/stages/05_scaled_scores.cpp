// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/05_scaled_scores.h"

#include <cmath>

namespace lab {

double scale_factor(const Scores& scores, Index d_k) {
    return scores.scale.value_or(1.0 / std::sqrt(static_cast<double>(d_k)));
}

Matrix scaled_scores(const Matrix& scores, double factor) {
    return scores * factor;
}

} // namespace lab
