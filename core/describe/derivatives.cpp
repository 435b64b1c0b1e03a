// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/describe/derivatives.h"

#include "core/describe/names.h"
#include "core/experiment/masks.h"
#include "core/experiment/normalizers.h"
#include "core/experiment/rotation.h"
#include "core/stages/03_qk_norm.h"
#include "core/stages/03_queries_keys_values.h"
#include "core/stages/05_scaled_scores.h"
#include "core/stages/07_normalizers.h"
#include "core/stages/08_dropped_weights.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace lab {

namespace {

/// from·right, where a zero in `from` contributes nothing: the cell does not depend on that row of `right`,
/// even if it holds NaN or infinity.
Matrix product(const Matrix& from, const Matrix& right) {
    Matrix result = Matrix::Zero(from.rows(), right.cols());
    for (Index i = 0; i < from.rows(); ++i) {
        for (Index j = 0; j < from.cols(); ++j) {
            if (from(i, j) != 0)
                result.row(i) += from(i, j) * right.row(j);
        }
    }
    return result;
}

/// leftᵀ·from, likewise.
Matrix transposed_product(const Matrix& left, const Matrix& from) {
    Matrix result = Matrix::Zero(left.cols(), from.cols());
    for (Index i = 0; i < from.rows(); ++i) {
        for (Index j = 0; j < from.cols(); ++j) {
            if (from(i, j) != 0)
                result.col(j) += left.row(i).transpose() * from(i, j);
        }
    }
    return result;
}

/// The derivatives of the cell with respect to every stage, propagated back from its own stage to the inputs.
class Backwards {
public:
    Backwards(const Experiment& experiment, const StageReader& matrix, const CellRef& cell)
        : m_experiment(experiment), m_matrix(matrix), m_d(dimensions(experiment)) {
        for (const ParameterInfo& each : all_parameters()) {
            if (const MatrixPtr numbers = parameter(experiment, each.id))
                m_parameters[each.id] = Matrix::Zero(numbers->rows(), numbers->cols());
        }
        if (is_sink_share(experiment, cell))
            m_rest = cell;
        else
            by(cell.stage, cell.head)(cell.row, cell.column) = 1;
    }

    Derivatives run() {
        output();
        if (has(StageId::concat))
            computed(StageId::concat, 0);
        for (HeadIndex head = 0; head < m_d.H; ++head) {
            if (has(StageId::concat))
                by(StageId::head_outputs, head) += by(StageId::concat, 0).middleCols(head * m_d.d_v, m_d.d_v);
            head_output(head);
            dropout(head);
            weights(head);
            scores(head);
            for (const StageId stage : {StageId::queries, StageId::keys, StageId::values})
                projection(stage, head);
        }
        if (has_inputs(m_experiment))
            inputs();
        return std::move(m_parameters);
    }

private:
    /// The derivative of the cell with respect to a stage; zeros at first.
    Matrix& by(StageId stage, HeadIndex head) {
        Matrix& found = m_stages[{stage, head}];
        if (found.size() == 0)
            found = Matrix::Zero(length(info(stage).rows, m_d), length(info(stage).columns, m_d));
        return found;
    }
    /// The same with respect to the values as computed: 0 for overridden cells, which depend on nothing.
    Matrix& computed(StageId stage, HeadIndex head) {
        Matrix& found = by(stage, head);
        for (const Override& each : m_experiment.overrides) {
            if (each.stage == stage && each.head == head)
                found(each.row, each.column) = 0;
        }
        return found;
    }
    bool has(StageId stage) const {
        return std::ranges::any_of(m_stages, [&](const auto& each) { return each.first.first == stage; });
    }

    void output() {
        if (!has(StageId::output))
            return;
        const Matrix& from = computed(StageId::output, 0);
        const MatrixPtr& weights = m_experiment.projection.W_O;
        if (!weights) {
            by(StageId::concat, 0) += from;
            return;
        }
        m_parameters[ParameterId::W_O] = transposed_product(m_matrix(StageId::concat, 0), from);
        if (m_experiment.projection.b_O)
            m_parameters[ParameterId::b_O] = from.colwise().sum();
        by(StageId::concat, 0) += product(from, weights->transpose());
    }

    void head_output(HeadIndex head) {
        const Matrix& from = computed(StageId::head_outputs, head);
        const StageId weights = weights_in_use(m_experiment);
        by(weights, head) += product(from, m_matrix(StageId::values, head).transpose());
        by(StageId::values, head) += transposed_product(m_matrix(weights, head), from);
    }

    /// As drawn: 1 / (1 − p) for a weight that was kept, 0 for a dropped one.
    void dropout(HeadIndex head) {
        if (!m_experiment.dropout)
            return;
        const Matrix& from = computed(StageId::dropped_weights, head);
        Matrix through(from.rows(), from.cols());
        dropped_weights(from, *m_experiment.dropout, m_d, head, {0, 0, from.rows(), from.cols()}, through);
        by(StageId::weights, head) += through;
    }

    void weights(HeadIndex head) {
        const Matrix& from = computed(StageId::weights, head);
        const Matrix& scores = m_matrix(StageId::masked_scores, head);
        Matrix& to = by(StageId::masked_scores, head);
        for (Index query = 0; query < from.rows(); ++query) {
            RowVector by_weights = from.row(query);
            if (m_rest && m_rest->head == head && m_rest->row == query)
                by_weights.array() -= 1; // it is 1 minus the weights as computed
            for (Index key = 0; key < by_weights.cols(); ++key) {
                if (is_hidden(scores(query, key)))
                    by_weights(key) = 0; // its weight is 0, whatever the scores are
            }
            if (by_weights.isZero(0))
                continue;
            const ScoreDerivatives by =
                weights_backwards(by_weights, scores.row(query), m_experiment.normalization, head);
            to.row(query) += by.scores;
            if (sink_of(m_experiment.normalization, head))
                m_parameters[ParameterId::sink](0, sink_cell(m_experiment, head).column) += by.sink;
        }
    }

    void scores(HeadIndex head) {
        Matrix masked = computed(StageId::masked_scores, head);
        for (Index query = 0; query < masked.rows(); ++query) {
            for (Index key = 0; key < masked.cols(); ++key) {
                if (masked(query, key) != 0 && !hiding_rules(m_experiment, query, key).empty())
                    masked(query, key) = 0;
            }
        }
        by(StageId::scaled_scores, head) += masked;
        scaling(head);
        const Matrix& from = computed(StageId::scores, head);
        by(StageId::queries, head) += product(from, m_matrix(StageId::keys, head));
        by(StageId::keys, head) += product(from.transpose(), m_matrix(StageId::queries, head));
    }

    void scaling(HeadIndex head) {
        Matrix scaled = computed(StageId::scaled_scores, head);
        const Scores& options = m_experiment.scores;
        if (!options.additive.empty()) {
            Matrix& added = m_parameters[ParameterId::additive];
            const Columns own = head_columns(added.cols(), split_of(m_experiment, ParameterId::additive),
                                             m_experiment.heads, head);
            added.middleCols(own.first, own.count) += scaled;
        }
        const double factor = scale_factor(options, m_d.d_k);
        for (Index i = 0; options.softcap && i < scaled.rows(); ++i) {
            for (Index j = 0; j < scaled.cols(); ++j) {
                if (scaled(i, j) != 0)
                    scaled(i, j) *=
                        cap_slope(m_matrix(StageId::scores, head)(i, j) * factor, *options.softcap);
            }
        }
        by(StageId::scores, head) += scaled * factor;
    }

    /// The derivative of rotating pairs is the opposite rotation.
    void turn_back(Matrix& from, Index first_position) const {
        const Rotation rotation(m_experiment.scores, m_d.d_k);
        for (Index pair = 0; pair < rotation.pairs(); ++pair) {
            const auto [first, second] = rotation.pair(pair);
            for (Index row = 0; row < from.rows(); ++row) {
                const double angle = static_cast<double>(first_position + row) * rotation.frequency(pair);
                const double a = from(row, first);
                const double b = from(row, second);
                from(row, first) = a * std::cos(angle) + b * std::sin(angle);
                from(row, second) = b * std::cos(angle) - a * std::sin(angle);
            }
        }
    }

    /// The rows of queries or keys before their norm.
    Matrix before_norm(StageId stage, HeadIndex head) const {
        static const Matrix none;
        Matrix rows(length(info(stage).rows, m_d), m_d.d_k);
        projected(m_experiment, has_inputs(m_experiment) ? m_matrix(inputs_of(m_experiment, stage), 0) : none,
                  head, stage, {0, 0, rows.rows(), rows.cols()}, rows);
        return rows;
    }

    /// Takes the derivatives with respect to normalised rows to those with respect to the rows before, and
    /// adds those of the gains. With y = x/r: dr/dx is x/(n·r) for the root mean square, x/r for the length,
    /// and 0 where ε stands in its place.
    void norm(StageId stage, HeadIndex head, Matrix& from) {
        const QkNorm& norm = *m_experiment.scores.qk_norm;
        const ParameterId id = gains_of(stage);
        const MatrixPtr gains = parameter(m_experiment, id);
        const Matrix rows = before_norm(stage, head);
        for (Index row = 0; row < from.rows(); ++row) {
            if (from.row(row).isZero(0))
                continue;
            const double squares = rows.row(row).squaredNorm();
            const double r = norm_divisor(norm, squares, m_d.d_k);
            const RowVector y = rows.row(row) / r;
            if (gains) {
                m_parameters[id].row(0).array() += from.row(row).array() * y.array();
                from.row(row).array() *= gains->row(0).array();
            }
            const bool is_rms = norm.kind == QkNormKind::rms;
            const double n = is_rms ? static_cast<double>(m_d.d_k) : 1;
            const double common = is_rms || std::sqrt(squares) >= norm.epsilon ? from.row(row).dot(y) / n : 0;
            from.row(row) = (from.row(row) - common * y) / r;
        }
    }

    void projection(StageId stage, HeadIndex head) {
        const ProjectionNames names = projection_of(stage);
        Matrix from = computed(stage, head);
        const FirstPositions positions = first_positions(m_experiment);
        if (stage != StageId::values)
            turn_back(from, stage == StageId::queries ? positions.query : positions.key);
        if (is_normalized(m_experiment, stage))
            norm(stage, head, from);
        const Projection& p = m_experiment.projection;
        const Split split = info(names.weights).split;
        const auto columns = [&](Index width) {
            return head_columns(width, split, m_experiment.heads, head);
        };
        const StageId x = inputs_of(m_experiment, stage);
        switch (p.kind) {
        case ProjectionKind::linear: {
            const Matrix& weights = *projection_matrix(p, names.weights);
            const Columns own = columns(weights.cols());
            m_parameters[names.weights].middleCols(own.first, own.count) +=
                transposed_product(m_matrix(x, 0), from);
            if (projection_matrix(p, names.bias))
                m_parameters[names.bias].middleCols(own.first, own.count) += from.colwise().sum();
            by(x, 0) += product(from, weights.middleCols(own.first, own.count).transpose());
            break;
        }
        case ProjectionKind::identity: {
            const Columns own = columns(m_d.d_model);
            by(x, 0).middleCols(own.first, own.count) += from;
            break;
        }
        case ProjectionKind::direct: {
            Matrix& given = m_parameters[names.given];
            const Columns own = columns(given.cols());
            given.middleCols(own.first, own.count) += from;
            break;
        }
        }
    }

    void inputs() {
        const bool given = has_given_inputs(m_experiment);
        const std::vector<std::string> words =
            given ? std::vector<std::string>() : distinct_tokens(m_experiment);
        const auto add = [&](StageId stage, const Sequence& sequence, ParameterId rows) {
            if (!has(stage))
                return;
            const std::vector<std::string>& tokens = sequence.tokens;
            const Matrix& from = computed(stage, 0);
            Matrix& vectors = m_parameters[given ? rows : ParameterId::E];
            for (std::size_t i = 0; i < tokens.size(); ++i) {
                const auto row = static_cast<Index>(i);
                vectors.row(given ? row : std::ranges::find(words, tokens[i]) - words.begin()) +=
                    from.row(row);
                if (m_experiment.embedding.position.kind == PositionKind::learned)
                    m_parameters[ParameterId::position].row(sequence.offset + row) += from.row(row);
            }
        };
        add(StageId::inputs, m_experiment.sequence, ParameterId::X);
        if (m_experiment.source)
            add(StageId::source_inputs, *m_experiment.source, ParameterId::X_source);
    }

    const Experiment& m_experiment;
    const StageReader& m_matrix;
    Dimensions m_d;
    std::optional<CellRef> m_rest; ///< the cell, if it is what a sink takes
    std::map<std::pair<StageId, HeadIndex>, Matrix> m_stages;
    Derivatives m_parameters;
};

} // namespace

Derivatives derivatives(const Experiment& experiment, const StageReader& matrix, const CellRef& cell) {
    return Backwards(experiment, matrix, cell).run();
}

} // namespace lab
