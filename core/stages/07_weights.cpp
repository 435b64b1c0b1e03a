// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/07_weights.h"

#include "core/stages/06_masked_scores.h"

#include <cmath>

namespace lab {

Matrix softmax(const Matrix& masked_scores) {
    Matrix weights = Matrix::Zero(masked_scores.rows(), masked_scores.cols());
    if (masked_scores.cols() == 0)
        return weights;
    for (Index query = 0; query < masked_scores.rows(); ++query) {
        const double maximum = masked_scores.row(query).maxCoeff<Eigen::PropagateNaN>();
        if (is_hidden(maximum))
            continue;
        double sum = 0;
        for (Index key = 0; key < masked_scores.cols(); ++key) {
            const double score = masked_scores(query, key);
            if (is_hidden(score))
                continue;
            weights(query, key) = std::exp(score - maximum);
            sum += weights(query, key);
        }
        for (Index key = 0; key < masked_scores.cols(); ++key) {
            if (!is_hidden(masked_scores(query, key)))
                weights(query, key) /= sum;
        }
    }
    return weights;
}

} // namespace lab
