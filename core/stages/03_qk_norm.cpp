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

void normalize_backwards(const QkNorm& norm, const MatrixPtr& gains, ConstMatrixRef rows, MatrixRef by,
                         MatrixRef by_gains) {
    const bool is_rms = norm.kind == QkNormKind::rms;
    const double n = is_rms ? static_cast<double>(rows.cols()) : 1;
    for (Index i = 0; i < by.rows(); ++i) {
        auto row = by.row(i);
        if (row.isZero(0))
            continue;
        const double squares = rows.row(i).squaredNorm();
        const double r = norm_divisor(norm, squares, rows.cols());
        const RowVector y = rows.row(i) / r;
        if (gains) {
            by_gains.row(0).array() += row.array() * y.array();
            row.array() *= gains->row(0).array();
        }
        const bool r_changes = is_rms || std::sqrt(squares) >= norm.epsilon;
        const double common = r_changes ? row.dot(y) / n : 0;
        row = (row - common * y) / r;
    }
}

} // namespace lab
