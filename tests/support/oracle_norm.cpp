// SPDX-License-Identifier: GPL-3.0-or-later
//
// The norm of queries and keys.
#include "tests/support/oracle.h"

#include <algorithm>
#include <cmath>

namespace lab::test {

OracleNorm Oracle::norm_of(const QkNorm& norm, const std::vector<double>& numbers) {
    OracleNorm its;
    for (const double number : numbers)
        its.squares += number * number;
    const double length = std::sqrt(its.squares);
    its.by_epsilon = norm.kind == QkNormKind::l2 && length < norm.epsilon;
    its.divisor = norm.kind == QkNormKind::rms
                      ? std::sqrt(its.squares / static_cast<double>(numbers.size()) + norm.epsilon)
                  : its.by_epsilon ? norm.epsilon
                                   : length;
    return its;
}

void Oracle::divide(S stage, HeadIndex head, OracleMatrix& matrix) {
    const QkNorm& norm = *m_experiment.scores.qk_norm;
    const MatrixPtr& gains = stage == S::queries ? norm.g_Q : norm.g_K;
    std::vector<OracleNorm>& norms = m_norms[{stage, head}];
    for (Index row = 0; row < matrix.rows(); ++row) {
        std::vector<OracleNumber> before;
        std::vector<double> numbers;
        OracleNumber spoilt; // a number of the row that is not finite spoils all of it
        double weighed = 0;
        for (Index column = 0; column < matrix.columns(); ++column) {
            const OracleNumber& x = matrix.at(row, column);
            before.push_back(x);
            numbers.push_back(x.value);
            inherit(spoilt, x);
            weighed += std::abs(x.value) * std::max(x.magnitude, std::abs(x.value));
        }
        const OracleNorm its = norm_of(norm, numbers);
        norms.push_back(its);
        for (Index column = 0; column < matrix.columns(); ++column) {
            const OracleNumber& x = before[static_cast<std::size_t>(column)];
            const double gain = gains ? (*gains)(0, column) : 1;
            OracleNumber& number = matrix.at(row, column) = spoilt;
            number.value = x.value / its.divisor * gain;
            const double relative = its.squares > 0 ? weighed / its.squares : 1;
            number.magnitude = (std::max(x.magnitude, std::abs(x.value)) + std::abs(x.value) * relative) /
                               its.divisor * std::abs(gain);
        }
    }
}

} // namespace lab::test
