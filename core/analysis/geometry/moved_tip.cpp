// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/geometry/moved_tip.h"

#include "core/analysis/geometry/reach.h"
#include "core/analysis/geometry/tip_parameters.h"
#include "core/edits/cell_overrides.h"
#include "core/engine/readable_stages.h"
#include "core/experiment/overrides.h"
#include "core/experiment/parameter.h"
#include "core/experiment/phrases.h"
#include "core/stages/03_qk_norm.h"
#include "core/stages/03_queries_keys_values.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lab {

namespace {

/// Why nothing of that kind is there to give way.
std::optional<Said> why_absent(const Experiment& experiment, const Tip& tip, GivesWay way) {
    const ProjectionKind kind = experiment.projection.kind;
    const bool is_of_inputs = way == GivesWay::word || way == GivesWay::weights;
    if (kind == ProjectionKind::direct && is_of_inputs)
        return say(phrase::fixed_given);
    if (way == GivesWay::word && is_output(tip))
        return say(phrase::fixed_of_several_words);
    if (kind == ProjectionKind::identity && way == GivesWay::weights)
        return say(phrase::fixed_identity);
    if (kind != ProjectionKind::direct && way == GivesWay::given)
        return say(phrase::fixed_computed, std::string(info(parameters_of_tip(tip).given).name));
    return std::nullopt;
}

/// One tip that is to be moved by something that is there.
class TipMove {
public:
    TipMove(const Experiment& experiment, const FindKept& kept, const Tip& tip, GivesWay way)
        : m_e(experiment), m_d(dimensions(experiment)), m_kept(kept), m_stages(experiment, kept), m_tip(tip),
          m_way(way) {
        Matrix room;
        m_stages.prepare(tip.stage, tip.head);
        m_now = m_stages.rows(tip.stage, tip.head, {tip.row, 1}, room).row(0);
        m_free = columns_without_override(tip.stage, tip.head, tip.row, m_now.cols());
        if (way == GivesWay::vector)
            return;
        prepare_stages();
        if (m_way != GivesWay::word)
            m_along = is_output(tip) ? parameter_by_weights() : parameter_by_row();
    }

    std::optional<Said> why_fixed() {
        if (m_way == GivesWay::vector)
            return std::nullopt;
        if (m_free.empty())
            return say(phrase::fixed_overridden);
        prepare_reach();
        if (!is_finite())
            return say(phrase::fixed_not_finite);
        if (m_reach.B.rows() > 0 &&
            !(m_reach.B * m_reach.gains.asDiagonal() * m_reach.R)(Eigen::all, m_free).isZero(0))
            return std::nullopt;
        switch (m_way) {
        case GivesWay::word:
            return say(has_given_inputs(m_e) ? phrase::fixed_by_row : phrase::fixed_by_word);
        case GivesWay::weights:
            return say(m_along.isZero(0) && !is_output(m_tip) ? phrase::fixed_input_0
                                                              : phrase::fixed_by_weights);
        default:
            return say(phrase::fixed_by_given);
        }
    }

    std::variant<MovedTip, Said> moved(const RowVector& wanted) {
        MovedTip result{m_e, change_of_move(m_e, m_tip, m_way), m_now, {}};
        if (wanted == m_now)
            return result;
        if (!wanted.allFinite())
            return say(phrase::fixed_too_large);
        if (m_way == GivesWay::vector) {
            for (Index column = 0; column < wanted.cols(); ++column) {
                if (wanted(column) != m_now(column))
                    result.experiment = with_override(
                        result.experiment, {m_tip.stage, m_tip.head, m_tip.row, column}, wanted(column));
            }
            result.arrived = wanted;
            return result;
        }
        m_reach.wanted = wanted;
        const Reach reach = nearest_reach(m_reach);
        if (!change_parameter(result.experiment, reach.s))
            return say(phrase::fixed_too_large);
        result.arrived = arrived(result.experiment);
        if (!result.arrived.allFinite())
            return say(phrase::fixed_too_large);
        if (!is_there(result.arrived, wanted))
            result.remark = remark(reach.rank);
        return result;
    }

private:
    void prepare_stages();
    void prepare_reach();
    Matrix parameter_by_row();
    Matrix parameter_by_weights();
    Matrix rotation() const;
    bool change_parameter(Experiment& next, const RowVector& s) const;
    RowVector arrived(const Experiment& moved);
    Said remark(Index rank) const;

    bool is_there(const RowVector& is, const RowVector& wanted) const {
        constexpr double rounding = 1e-9;
        const double scale = std::max(wanted.cwiseAbs().maxCoeff(), m_now.cwiseAbs().maxCoeff());
        return (is - wanted).cwiseAbs().maxCoeff() <= rounding * scale;
    }
    bool is_finite() const {
        return m_now.allFinite() && m_reach.u0.allFinite() && m_reach.B.allFinite() && m_along.allFinite();
    }
    std::vector<Index> columns_without_override(StageId stage, HeadIndex head, Index row,
                                                Index columns) const {
        std::vector<Index> free;
        const OverridesByCell overrides(m_e);
        for (Index column = 0; column < columns; ++column) {
            if (!overrides.find({stage, head, row, column}))
                free.push_back(column);
        }
        return free;
    }
    bool is_normed() const { return is_normalized(m_e, m_tip.stage); }

    const Experiment& m_e;
    Dimensions m_d;
    const FindKept& m_kept;
    ReadableStages m_stages;
    Tip m_tip;
    GivesWay m_way;
    RowVector m_now;            ///< (d): the tip
    std::vector<Index> m_free;  ///< its columns that are not overridden
    std::vector<Index> m_input; ///< of a word, the columns of the input that are not overridden
    RowVector m_x;              ///< (d_model): the token's input; empty without inputs or for an output
    /// (rows of the parameter, d): the least change of the parameter that moves column c of the projected row
    /// by 1 is column c, divided by its squared length. A column of 0 cannot be moved.
    Matrix m_along;
    ReachProblem m_reach;
};

void TipMove::prepare_stages() {
    if (!has_inputs(m_e) || is_output(m_tip))
        return;
    const StageId inputs = inputs_of_tip(m_e, m_tip);
    Matrix room;
    m_stages.prepare(inputs, 0);
    m_x = m_stages.rows(inputs, 0, {m_tip.row, 1}, room).row(0);
    m_input = columns_without_override(inputs, 0, m_tip.row, m_d.d_model);
}

Matrix TipMove::parameter_by_row() {
    if (m_way == GivesWay::weights)
        return m_x.transpose().replicate(1, m_now.cols());
    const auto [id, columns] = columns_of_tip(m_e, m_tip, m_way);
    Matrix along = Matrix::Zero(projection_matrix(m_e.projection, id)->rows(), columns.count);
    along.row(m_tip.row).setOnes();
    return along;
}

/// Of an output: column c of z moves with those of the values that are not overridden.
Matrix TipMove::parameter_by_weights() {
    Matrix room;
    const StageId stage = weights_in_use(m_e);
    m_stages.prepare(stage, m_tip.head);
    const RowVector weights = m_stages.rows(stage, m_tip.head, {m_tip.row, 1}, room).row(0);
    Matrix by_key = weights.transpose().replicate(1, m_now.cols());
    for (const Override* each : overrides_in_force(m_e, StageId::values, m_tip.head))
        by_key(each->row, each->column) = 0;
    if (m_way == GivesWay::given)
        return by_key;
    return m_stages.whole(inputs_of_tip(m_e, m_tip), 0).transpose() * by_key;
}

/// What turns a row of the stage, by the engine's function: (d, d).
Matrix TipMove::rotation() const {
    const Index d = m_now.cols();
    Matrix turned = Matrix::Identity(d, d);
    if (m_tip.stage != StageId::queries && m_tip.stage != StageId::keys)
        return turned;
    Experiment plain = m_e;
    plain.scores.qk_norm.reset();
    for (Index row = 0; row < d; ++row)
        normalize_and_rotate(plain, m_tip.stage, {m_tip.row, 0, 1, d}, turned.middleRows(row, 1));
    return turned;
}

void TipMove::prepare_reach() {
    const Index d = m_now.cols();
    m_reach.free = m_free;
    m_reach.R = rotation();
    m_reach.gains = RowVector::Ones(d);
    if (is_normed()) {
        m_reach.norm = m_e.scores.qk_norm;
        if (const MatrixPtr gains = parameter(m_e, gains_of(m_tip.stage)))
            m_reach.gains = gains->row(0);
    }
    if (is_output(m_tip)) {
        m_reach.u0 = m_now;
    } else {
        Matrix row(1, d);
        const Matrix x = m_x;
        projected(m_e, x, m_tip.head, m_tip.stage, {m_tip.row, 0, 1, d}, row);
        m_reach.u0 = row.row(0);
    }
    if (m_way != GivesWay::word) {
        m_reach.B = Matrix::Identity(d, d);
        for (Index column = 0; column < d; ++column)
            m_reach.B(column, column) = m_along.col(column).isZero(0) ? 0 : 1;
        return;
    }
    Matrix all = Matrix::Identity(m_d.d_model, m_d.d_model); // what each number of the input moves
    if (m_e.projection.kind == ProjectionKind::linear) {
        const auto [id, columns] = columns_of_tip(m_e, m_tip, GivesWay::weights);
        all = projection_matrix(m_e.projection, id)->middleCols(columns.first, columns.count);
    } else {
        const Columns columns =
            head_columns(m_d.d_model, info(parameters_of_tip(m_tip).weights).split, m_e.heads, m_tip.head);
        all = Matrix(all.middleCols(columns.first, columns.count));
    }
    m_reach.B = all(m_input, Eigen::all);
}

/// Whether the numbers are still finite.
bool TipMove::change_parameter(Experiment& next, const RowVector& s) const {
    ParameterCell at;
    Matrix numbers;
    if (m_way == GivesWay::word) {
        at = place_of_input(m_e, m_tip);
        numbers = at.id == ParameterId::E
                      ? Matrix(*m_e.embedding.table->find(word_of_tip(m_e, m_tip))->values)
                      : Matrix(parameter(m_e, at.id)->row(at.row));
        for (std::size_t i = 0; i < m_input.size(); ++i)
            numbers(0, m_input[i]) += s(static_cast<Index>(i));
    } else {
        const auto [id, columns] = columns_of_tip(m_e, m_tip, m_way);
        at = {id, 0, columns.first};
        numbers = projection_matrix(m_e.projection, id)->middleCols(columns.first, columns.count);
        for (Index column = 0; column < columns.count; ++column) {
            const double largest = m_along.col(column).cwiseAbs().maxCoeff();
            if (largest == 0 || s(column) == 0)
                continue;
            const Eigen::VectorXd along = m_along.col(column) / largest;
            numbers.col(column) += along * (s(column) / largest / along.squaredNorm());
        }
    }
    if (!numbers.allFinite())
        return false;
    next = with_cells(m_e, at.id, at.row, at.column, numbers);
    return true;
}

/// The tip in the experiment that was made, in which its inputs are other ones if a word gave way, and
/// nothing else that it is computed from.
RowVector TipMove::arrived(const Experiment& moved) {
    const StageId weights_stage = weights_in_use(m_e);
    Matrix row(1, m_now.cols()), values, weights;
    const FindKept found = [&](StageId stage, HeadIndex head) -> std::optional<StageRows> {
        if (stage == StageId::values && values.size() > 0)
            return StageRows(values);
        if (stage == weights_stage && weights.size() > 0)
            return StageRows(weights, m_tip.row);
        return is_output(m_tip) && stage <= StageId::source_inputs ? m_kept(stage, head) : std::nullopt;
    };
    const Evaluator evaluator(moved, m_d, found);
    if (is_output(m_tip)) {
        Matrix room, all(m_d.n_k, m_d.d_v);
        weights = m_stages.rows(weights_stage, m_tip.head, {m_tip.row, 1}, room);
        evaluator.compute(StageId::values, m_tip.head, {0, 0, m_d.n_k, m_d.d_v}, all);
        values = std::move(all);
    }
    evaluator.compute(m_tip.stage, m_tip.head, {m_tip.row, 0, 1, m_now.cols()}, row);
    return row.row(0);
}

Said TipMove::remark(Index rank) const {
    std::vector<Said> why;
    const Index d = m_now.cols();
    if (is_normed())
        why.push_back(say(phrase::since_normalized));
    if (static_cast<Index>(m_free.size()) < d)
        why.push_back(say(phrase::since_overridden));
    if (m_way == GivesWay::word && static_cast<Index>(m_input.size()) < m_d.d_model)
        why.push_back(say(phrase::since_input_overridden));
    if (is_output(m_tip) && !overrides_in_force(m_e, StageId::values, m_tip.head).empty())
        why.push_back(say(phrase::since_values_overridden));
    const Index wanted = is_normed() ? d : static_cast<Index>(m_free.size());
    if (m_way == GivesWay::word && rank < wanted)
        why.push_back(has_given_inputs(m_e) ? say(phrase::since_row_moves_few, rank, d)
                                            : say(phrase::since_word_moves_few, rank, d));
    return why.empty() ? say(phrase::nearest_place)
                       : say(phrase::nearest_place_since, list_of(std::move(why), phrase::last_of_names));
}

} // namespace

std::vector<GivesWay> ways_to_move(const Experiment& experiment, const Tip& tip) {
    std::vector<GivesWay> ways;
    for (const GivesWay way : {GivesWay::word, GivesWay::weights, GivesWay::given, GivesWay::vector}) {
        if (!why_absent(experiment, tip, way))
            ways.push_back(way);
    }
    const bool has_both = ways.size() > 2; // word, weights and vector
    if (has_both && !has_given_inputs(experiment) && is_repeated(experiment, word_of_tip(experiment, tip)))
        std::swap(ways[0], ways[1]);
    return ways;
}

std::optional<Said> why_fixed(const Experiment& experiment, const FindKept& kept, const Tip& tip,
                              GivesWay way) {
    if (std::optional<Said> absent = why_absent(experiment, tip, way))
        return absent;
    return TipMove(experiment, kept, tip, way).why_fixed();
}

Change change_of_move(const Experiment& experiment, const Tip& tip, GivesWay way) {
    const Dimensions d = dimensions(experiment);
    if (way == GivesWay::vector)
        return {Field::overrides, Block{tip.row, 0, 1, length(info(tip.stage).columns, d)}};
    if (way == GivesWay::word) {
        const ParameterCell place = place_of_input(experiment, tip);
        return {info(place.id).field, Block{place.row, 0, 1, d.d_model}};
    }
    const auto [id, columns] = columns_of_tip(experiment, tip, way);
    if (way == GivesWay::given && !is_output(tip))
        return {info(id).field, Block{tip.row, columns.first, 1, columns.count}};
    const Index rows = projection_matrix(experiment.projection, id)->rows();
    return {info(id).field, Block{0, columns.first, rows, columns.count}};
}

std::variant<MovedTip, Said> moved_tip(const Experiment& experiment, const FindKept& kept, const Tip& tip,
                                       GivesWay way, const RowVector& wanted) {
    if (std::optional<Said> absent = why_absent(experiment, tip, way))
        return *std::move(absent);
    TipMove move(experiment, kept, tip, way);
    if (std::optional<Said> fixed = move.why_fixed())
        return *std::move(fixed);
    return move.moved(wanted);
}

} // namespace lab
