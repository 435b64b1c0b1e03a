// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/magnitudes.h"

#include "core/base/number_format.h"
#include "core/experiment/normalizers.h"
#include "core/experiment/overrides.h"
#include "core/experiment/parameter.h"
#include "core/experiment/rotation.h"
#include "core/stages/03_qk_norm.h"
#include "core/stages/03_queries_keys_values.h"
#include "core/stages/05_scaled_scores.h"
#include "core/stages/08_dropped_weights.h"

#include <cmath>

namespace lab::test {

namespace {

/// The magnitudes of normalised queries or keys, from those of the rows before, whose errors are also those
/// of their length.
Matrix normalized(const Experiment& e, const Matrix& inputs, const Matrix& before, StageId stage,
                  HeadIndex head) {
    const QkNorm& norm = *e.scores.qk_norm;
    const MatrixPtr& gains = stage == StageId::queries ? norm.g_Q : norm.g_K;
    Matrix rows(before.rows(), before.cols());
    lab::projected(e, inputs, head, stage, {0, 0, rows.rows(), rows.cols()}, rows);
    const bool is_sum = e.projection.kind == ProjectionKind::linear;
    const Matrix size = is_sum ? Matrix(before.cwiseMax(rows.cwiseAbs())) : Matrix(rows.cwiseAbs());
    Matrix result = size;
    for (Index i = 0; i < rows.rows(); ++i) {
        const double squares = rows.row(i).squaredNorm();
        const double relative = squares > 0 ? rows.row(i).cwiseAbs().dot(size.row(i)) / squares : 1;
        result.row(i) += rows.row(i).cwiseAbs() * relative;
        result.row(i) /= norm_divisor(norm, squares, rows.cols());
        if (gains)
            result.row(i).array() *= gains->row(0).array().abs();
    }
    return result;
}

/// The magnitudes of one of Q, K and V: |X|·|W| + |b|, or the absolute values if they are given; then of
/// their norm. `inputs` are the numbers whose magnitudes `x` has.
Matrix projected(const Experiment& e, const Matrix& inputs, const Matrix& x, const Matrix& computed,
                 ParameterId weights, ParameterId bias, HeadIndex head) {
    Matrix result = computed.cwiseAbs();
    if (e.projection.kind == ProjectionKind::linear) {
        const Matrix& w = *projection_matrix(e.projection, weights);
        const Columns columns = head_columns(w.cols(), info(weights).split, e.heads, head);
        result = x * w.cwiseAbs().middleCols(columns.first, columns.count);
        if (const MatrixPtr& b = projection_matrix(e.projection, bias))
            result.rowwise() += b->row(0).cwiseAbs().segment(columns.first, columns.count);
    }
    if (e.scores.qk_norm && weights != ParameterId::W_V)
        result = normalized(e, inputs, result, weights == ParameterId::W_Q ? StageId::queries : StageId::keys,
                            head);
    if (weights != ParameterId::W_V) {
        const Rotation rotation(e);
        for (Index i = 0; i < rotation.pairs(); ++i) {
            const auto [first, second] = rotation.pair(i);
            result.col(first) = result.col(second) = (result.col(first) + result.col(second)).eval();
        }
    }
    return result.cwiseMax(computed.cwiseAbs());
}

/// A weight depends on every score of its row. If the scores nearly cancel in a sum, it depends on them
/// strongly.
Matrix weighed(const Experiment& e, const Matrix& masked, const Matrix& weights, const Matrix& scores) {
    Matrix result = weights.cwiseAbs();
    for (Index i = 0; i < weights.rows(); ++i) {
        double largest = 0, sum = 0, magnitude = 0;
        for (Index j = 0; j < weights.cols(); ++j) {
            if (std::isfinite(masked(i, j))) {
                largest = std::max(largest, scores(i, j));
                sum += masked(i, j);
                magnitude += scores(i, j);
            }
        }
        if (sink_of(e.normalization, 0))
            largest = std::max(largest, e.normalization.sink->cwiseAbs().maxCoeff());
        for (Index j = 0; j < weights.cols(); ++j) {
            const double temperature = e.normalization.temperature;
            if (e.normalization.kind == NormalizationKind::sum)
                result(i, j) = (scores(i, j) + result(i, j) * magnitude) / std::abs(sum);
            else if (e.normalization.kind == NormalizationKind::sigmoid)
                result(i, j) *= 1 + 2 * (scores(i, j) / temperature + std::abs(e.normalization.bias));
            else if (e.normalization.kind == NormalizationKind::sparsemax)
                result(i, j) = 1 + 2 * largest / temperature;
            else
                result(i, j) *= 1 + 2 * largest / temperature;
        }
    }
    return result;
}

} // namespace

Trace magnitudes(const Experiment& e, const Trace& t) {
    using enum StageId;
    const Dimensions d = dimensions(e);
    Trace m;
    m.make_room(e);
    const auto set = [&](StageId stage, HeadIndex head, Matrix magnitude) {
        Matrix& result = m.stage(stage, head) = std::move(magnitude);
        override_cells(e.overrides, stage, head, {0, 0, result.rows(), result.cols()}, result);
        result = result.cwiseAbs();
    };
    set(inputs, 0, t.stage(inputs).cwiseAbs());
    set(source_inputs, 0, t.stage(source_inputs).cwiseAbs());
    const Matrix& x = e.source ? m.stage(source_inputs) : m.stage(inputs);
    const Matrix& inputs_of_keys = e.source ? t.stage(source_inputs) : t.stage(inputs);
    for (HeadIndex h = 0; h < d.H; ++h) {
        set(queries, h,
            projected(e, t.stage(inputs), m.stage(inputs), t.stage(queries, h), ParameterId::W_Q,
                      ParameterId::b_Q, h));
        set(keys, h,
            projected(e, inputs_of_keys, x, t.stage(keys, h), ParameterId::W_K, ParameterId::b_K, h));
        set(values, h,
            projected(e, inputs_of_keys, x, t.stage(values, h), ParameterId::W_V, ParameterId::b_V, h));
        set(scores, h, m.stage(queries, h) * m.stage(keys, h).transpose());
        Matrix scaled = m.stage(scores, h) * std::abs(scale_factor(e.scores, d.d_k)) +
                        t.stage(scaled_scores, h).cwiseAbs();
        if (const Matrix* added = added_scores(e.scores, h)) // which a large bias may cancel
            scaled += added->cwiseAbs();
        set(scaled_scores, h, std::move(scaled));
        set(masked_scores, h, m.stage(scaled_scores, h));
        set(weights, h,
            weighed(e, t.stage(masked_scores, h), t.stage(weights, h), m.stage(masked_scores, h)));
        if (e.dropout) {
            const Matrix kept = kept_weights(*e.dropout, d, h, {0, 0, d.n_q, d.n_k});
            set(dropped_weights, h,
                (kept.array() > 0)
                    .select(m.stage(weights, h) / (1 - e.dropout->rate), Matrix::Zero(d.n_q, d.n_k)));
        }
        set(head_outputs, h, m.stage(weights_in_use(e), h) * m.stage(values, h));
        m.stage(concat).middleCols(h * d.d_v, d.d_v) = m.stage(head_outputs, h);
    }
    set(concat, 0, Matrix(m.stage(concat)));
    Matrix y = m.stage(concat);
    if (e.projection.W_O)
        y = m.stage(concat) * e.projection.W_O->cwiseAbs();
    if (e.projection.b_O)
        y.rowwise() += e.projection.b_O->row(0).cwiseAbs();
    set(output, 0, std::move(y));
    return m;
}

std::optional<std::string> beyond_rounding(const Matrix& actual, const Matrix& expected,
                                           const Matrix& magnitudes) {
    if (actual.rows() != expected.rows() || actual.cols() != expected.cols())
        return shape_text(actual.rows(), actual.cols()) + " in place of " +
               shape_text(expected.rows(), expected.cols());
    for (Index row = 0; row < expected.rows(); ++row) {
        for (Index column = 0; column < expected.cols(); ++column) {
            const double a = actual(row, column);
            const double b = expected(row, column);
            const bool same = a == b || (std::isnan(a) && std::isnan(b));
            // A non-finite magnitude gives no bound, so finite numbers are then not compared.
            if (!same && !(std::isfinite(a) && std::isfinite(b) &&
                           !(std::abs(a - b) > 1e-12 * magnitudes(row, column))))
                return "row " + std::to_string(row) + ", column " + std::to_string(column) + ": " +
                       shortest(a) + " in place of " + shortest(b) + ", terms of " +
                       shortest(magnitudes(row, column));
        }
    }
    return std::nullopt;
}

} // namespace lab::test
