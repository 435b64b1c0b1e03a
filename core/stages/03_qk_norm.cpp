// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/03_qk_norm.h"

#include <algorithm>
#include <cmath>

namespace lab {

bool is_normalized(const Experiment& experiment, StageId stage) {
    return experiment.scores.qk_norm && (stage == StageId::queries || stage == StageId::keys);
}

ParameterId gains_of(StageId stage) {
    return stage == StageId::queries ? ParameterId::g_Q : ParameterId::g_K;
}

double norm_divisor(const QkNorm& norm, double sum_of_squares, Index n) {
    if (norm.kind == QkNormKind::rms)
        return std::sqrt(sum_of_squares / static_cast<double>(n) + norm.epsilon);
    return std::max(std::sqrt(sum_of_squares), norm.epsilon); // in this order, NaN stays
}

void normalize(const QkNorm& norm, const MatrixPtr& gains, MatrixRef rows) {
    for (Index i = 0; i < rows.rows(); ++i) {
        auto row = rows.row(i);
        row /= norm_divisor(norm, row.squaredNorm(), rows.cols());
        if (gains)
            row.array() *= gains->row(0).array();
    }
}

} // namespace lab
