// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/reachable.h"

#include "core/describe/names.h"
#include "core/experiment/masks.h"
#include "core/experiment/normalizers.h"
#include "core/experiment/overrides.h"
#include "core/stages/05_scaled_scores.h"
#include "core/stages/06_masked_scores.h"

#include <Eigen/SVD>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

constexpr Phrase<2> never_zero{"{0} should have weight 0 for {1}, but softmax never gives exactly 0 to a key "
                               "that is not hidden: mask it"};
constexpr Phrase<2> equal_queries{"{0} and {1} look alike, so that their weights are in the same ratio among "
                                  "the keys that both see: add positions"};
constexpr Phrase<3> equal_keys{
    "{0} and {1} look alike, so that {2} gives both the same weight: add positions"};
constexpr Phrase<2> too_few_features{"this needs d_k {0}, the head has {1}"};
constexpr Phrase<2> too_few_for_causal{"this needs d_k {0} at least, the head has {1}"};
constexpr Phrase<2> enough_features{
    "this needs d_k {0}, the head has {1}: there are W_Q and W_K that give it"};
constexpr Phrase<0> not_known{"nothing that is known here decides it: a fit may find it"};

/// Two numbers that would be equal but for how they are rounded in a file.
bool is_equal_but_rounding(double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

/// What may come out of one head, looked at with what is wanted.
class ReachableWeights {
public:
    ReachableWeights(const Experiment& experiment, const WantedWeights& target)
        : m_e(experiment), m_d(dimensions(experiment)), m_head(target.head), m_wanted(target.numbers),
          m_numbers(experiment, [](StageId, HeadIndex) -> std::optional<StageRows> { return std::nullopt; }) {
        m_is_softmax = normalizer(experiment).raises_e;
    }

    Reachability verdict() {
        if (auto no = zero_of_softmax())
            return *no;
        if (tells_nothing_apart()) {
            see();
            if (auto no = equal_tokens())
                return *no;
        }
        if (is_plain()) {
            if (auto known = by_rank())
                return *known;
        }
        return {Reachable::unknown, say(not_known)};
    }

private:
    static Reachability no(Said why, Cure cure) { return {Reachable::no, std::move(why), {}, {}, cure}; }
    Said query(Index row) const { return label_in_sentence(m_e, Axis::query_token, row); }
    Said key(Index column) const { return label_in_sentence(m_e, Axis::key_token, column); }
    bool is_given(Index row, Index column) const { return !std::isnan(m_wanted(row, column)); }

    std::optional<Reachability> zero_of_softmax();
    /// Whether equal inputs are equal queries and keys.
    bool tells_nothing_apart() const {
        return has_inputs(m_e) && m_e.embedding.position.kind == PositionKind::none && !m_e.scores.rotary &&
               m_e.scores.bias == ScoreBias::none && m_e.scores.additive.empty() && m_e.overrides.empty() &&
               !m_e.dropout;
    }
    /// Fills m_sees from the mask alone, to which nothing is added.
    void see() {
        const Matrix none = Matrix::Zero(m_d.n_q, m_d.n_k);
        Matrix masked(m_d.n_q, m_d.n_k);
        masked_scores(none, m_e.mask, first_positions(m_e), {0, 0, m_d.n_q, m_d.n_k}, masked);
        m_sees = (masked.array() == 0).cast<double>();
    }
    std::optional<Reachability> equal_tokens();
    bool differ_in_ratio(Index one, Index other) const;
    bool is_plain() const;
    bool has_full_row_rank(StageId inputs);
    Index rank_of(const Matrix& wanted) const;
    static Eigen::VectorXd singular_values(const Matrix& wanted);
    std::optional<Reachability> by_rank();
    std::optional<Reachability> by_rectangles() const;

    const Experiment& m_e;
    Dimensions m_d;
    HeadIndex m_head;
    const Matrix& m_wanted;
    ReadableStages m_numbers;
    bool m_is_softmax = false;
    Matrix m_sees; ///< 1 where a query sees a key
};

std::optional<Reachability> ReachableWeights::zero_of_softmax() {
    if (!m_is_softmax || !((m_wanted.array() == 0).any()))
        return std::nullopt;
    const OverridesByCell overrides(m_e);
    m_numbers.prepare(StageId::masked_scores, m_head);
    Matrix room;
    for (Index row = 0; row < m_d.n_q; ++row) {
        const ConstMatrixRef masked = m_numbers.rows(StageId::masked_scores, m_head, {row, 1}, room);
        for (Index column = 0; column < m_d.n_k; ++column) {
            const bool is_fixed = overrides.find({StageId::weights, m_head, row, column}) != nullptr;
            if (m_wanted(row, column) == 0 && !is_hidden(masked(0, column)) && !is_fixed)
                return no(say(never_zero, query(row), key(column)), Cure::hide_keys);
        }
    }
    return std::nullopt;
}

/// Whether two rows want other ratios among the keys that both see.
bool ReachableWeights::differ_in_ratio(Index one, Index other) const {
    const auto counts = [&](Index k) {
        return m_sees(one, k) * m_sees(other, k) != 0 && is_given(one, k) && is_given(other, k);
    };
    Index most = -1;
    for (Index k = 0; k < m_d.n_k; ++k) {
        if (counts(k) && (most < 0 || m_wanted(one, k) > m_wanted(one, most)))
            most = k;
    }
    for (Index k = 0; most >= 0 && k < m_d.n_k; ++k) {
        if (counts(k) && !is_equal_but_rounding(m_wanted(one, k) * m_wanted(other, most),
                                                m_wanted(one, most) * m_wanted(other, k)))
            return true;
    }
    return false;
}

std::optional<Reachability> ReachableWeights::equal_tokens() {
    const bool needs_same_keys = normalizer(m_e).shift == ScoreShift::threshold;
    const ConstMatrixRef x = m_numbers.whole(StageId::inputs, 0);
    for (Index one = 0; one < x.rows(); ++one) {
        for (Index other = one + 1; other < x.rows(); ++other) {
            if (x.row(one) != x.row(other) || (needs_same_keys && m_sees.row(one) != m_sees.row(other)))
                continue;
            if (differ_in_ratio(one, other))
                return no(say(equal_queries, query(one), query(other)), Cure::add_positions);
        }
    }
    const ConstMatrixRef source = m_numbers.whole(inputs_of(m_e, StageId::keys), 0);
    for (Index one = 0; one < source.rows(); ++one) {
        for (Index other = one + 1; other < source.rows(); ++other) {
            for (Index row = 0; source.row(one) == source.row(other) && row < m_d.n_q; ++row) {
                if (m_sees(row, one) * m_sees(row, other) != 0 && is_given(row, one) &&
                    is_given(row, other) && !is_equal_but_rounding(m_wanted(row, one), m_wanted(row, other)))
                    return no(say(equal_keys, key(one), key(other), query(row)), Cure::add_positions);
            }
        }
    }
    return std::nullopt;
}

/// Whether scaled scores are any matrix of rank d_k if inputs have full row rank, but for a causal mask.
bool ReachableWeights::is_plain() const {
    const Mask& mask = m_e.mask;
    const Projection& p = m_e.projection;
    return p.kind == ProjectionKind::linear && m_d.G == m_d.H && m_is_softmax &&
           !sink_of(m_e.normalization, m_head) && !mask.window && mask.padding.empty() && !mask.custom &&
           !m_e.scores.rotary && !m_e.scores.qk_norm && !m_e.scores.softcap &&
           m_e.scores.bias == ScoreBias::none && m_e.scores.additive.empty() && !p.b_Q && !p.b_K && !p.b_V &&
           !p.b_O && m_e.overrides.empty() && !m_e.dropout && scale_factor(m_e.scores, m_d.d_k) != 0;
}

/// Below this part of the largest, or of 1, a singular value is 0 but for rounding.
constexpr double rounding_of_rank = 1e-10;

bool ReachableWeights::has_full_row_rank(StageId inputs) {
    const Matrix x = m_numbers.whole(inputs, 0);
    if (x.rows() > x.cols() || !x.allFinite())
        return false;
    const Eigen::VectorXd values = Eigen::BDCSVD<Eigen::MatrixXd>(x).singularValues();
    return values(values.size() - 1) > rounding_of_rank * values(0);
}

/// Of ln A, each row without its mean: a number added to a row of scores changes no weight.
Eigen::VectorXd ReachableWeights::singular_values(const Matrix& wanted) {
    Eigen::MatrixXd logs = wanted.array().log().matrix();
    logs.colwise() -= Eigen::VectorXd(logs.rowwise().mean());
    return Eigen::BDCSVD<Eigen::MatrixXd>(logs).singularValues();
}

Index ReachableWeights::rank_of(const Matrix& wanted) const {
    const Eigen::VectorXd values = singular_values(wanted);
    return (values.array() > rounding_of_rank * std::max(1.0, values(0))).count();
}

std::optional<Reachability> ReachableWeights::by_rank() {
    if (!has_full_row_rank(StageId::inputs) || !has_full_row_rank(inputs_of(m_e, StageId::keys)))
        return std::nullopt;
    if (m_e.mask.causal)
        return by_rectangles();
    if (!(m_wanted.array() > 0).all())
        return std::nullopt;
    const Index needed = std::max<Index>(rank_of(m_wanted), 1);
    if (needed <= m_d.d_k)
        return Reachability{Reachable::yes, say(enough_features, needed, m_d.d_k), needed, 0};
    const Eigen::VectorXd values = singular_values(m_wanted);
    return Reachability{Reachable::no, say(too_few_features, needed, m_d.d_k), needed,
                        values.tail(values.size() - m_d.d_k).norm(), Cure::more_features};
}

/// From each row on, the keys that it sees are seen by all later ones.
std::optional<Reachability> ReachableWeights::by_rectangles() const {
    const FirstPositions first = first_positions(m_e);
    Index needed = 0;
    for (Index row = 0; row < m_d.n_q; ++row) {
        const Index keys = std::clamp<Index>(first.query + row - first.key + 1, 0, m_d.n_k);
        const Matrix wanted = m_wanted.block(row, 0, m_d.n_q - row, keys);
        // That numbers are missing or 0 in one rectangle is no reason not to look at the others.
        if (keys > 0 && (wanted.array() > 0).all())
            needed = std::max(needed, rank_of(wanted));
    }
    if (needed <= m_d.d_k)
        return std::nullopt;
    return Reachability{
        Reachable::no, say(too_few_for_causal, needed, m_d.d_k), needed, {}, Cure::more_features};
}

} // namespace

Reachability reachable(const Experiment& experiment, const WantedWeights& target) {
    return ReachableWeights(experiment, target).verdict();
}

} // namespace lab
