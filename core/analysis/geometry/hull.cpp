// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/geometry/hull.h"

#include "core/base/number_format.h"
#include "core/experiment/masks.h"
#include "core/experiment/normalizers.h"
#include "core/experiment/overrides.h"
#include "core/experiment/phrases.h"
#include "core/stages/07_normalizers.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

namespace lab {

namespace {

/// These of the points in a box that is at most 1 wide and high; there are some in different places.
Matrix in_unit_box(ConstMatrixRef points, const std::vector<Index>& all) {
    Matrix scaled = points(all, Eigen::all);
    scaled /= scaled.cwiseAbs().maxCoeff();
    scaled.rowwise() -= RowVector(scaled.colwise().minCoeff());
    scaled /= scaled.maxCoeff();
    Matrix placed(points.rows(), 2);
    placed(all, Eigen::all) = scaled;
    return placed;
}

/// Above 0 if c lies on the left of the way from a to b.
double turn(ConstMatrixRef points, Index a, Index b, Index c) {
    const double ab_x = points(b, 0) - points(a, 0), ab_y = points(b, 1) - points(a, 1);
    const double ac_x = points(c, 0) - points(a, 0), ac_y = points(c, 1) - points(a, 1);
    return ab_x * ac_y - ab_y * ac_x;
}

/// The corners from the first to the last of points in order, on the right of the line between them.
void add_chain(ConstMatrixRef points, const std::vector<Index>& order, std::vector<Index>& corners) {
    constexpr double straight = 1e-12; // in a box of 1 × 1
    const std::size_t before = corners.size();
    for (const Index each : order) {
        while (corners.size() >= before + 2 &&
               turn(points, corners[corners.size() - 2], corners.back(), each) <= straight)
            corners.pop_back();
        corners.push_back(each);
    }
    corners.pop_back(); // the other chain begins with it
}

/// What can make weights something else than a distribution.
class WeightsOfRow {
public:
    WeightsOfRow(const Experiment& experiment, const HeadVectors& shown)
        : m_e(experiment), m_shown(shown), m_sum(shown.weights.sum()),
          m_is_below_0((shown.weights.array() < 0).any()), m_is_sum_off(!(std::abs(m_sum - 1) <= 1e-9)) {}

    std::optional<Said> problem() const {
        std::vector<Said> facts;
        if (m_is_below_0)
            facts.push_back(say(phrase::weight_below_0));
        if (m_is_sum_off)
            facts.push_back(brief(m_sum) == brief(1.0) ? say(phrase::weights_sum_to_nearly_1)
                                                       : say(phrase::weights_sum_to, m_sum));
        if (facts.empty())
            return std::nullopt;
        Said fact = list_of(std::move(facts), phrase::last_of_names);
        std::vector<Said> why = reasons();
        return why.empty() ? fact
                           : say(phrase::outside_because, std::move(fact),
                                 list_of(std::move(why), phrase::last_of_names));
    }

private:
    bool has_override(StageId stage) const {
        return std::ranges::any_of(overrides_in_force(m_e, stage, m_shown.head),
                                   [&](const Override* each) { return each->row == m_shown.query; });
    }
    bool every_key_is_hidden() const {
        for (Index key = 0; key < m_shown.masked.cols(); ++key) {
            if (hiding_rules(m_e, m_shown.query, key).empty())
                return false;
        }
        return true;
    }
    std::vector<Said> reasons() const;
    void add_reasons_of_normalizer(std::vector<Said>& all) const;

    const Experiment& m_e;
    const HeadVectors& m_shown;
    double m_sum;
    bool m_is_below_0, m_is_sum_off;
};

void WeightsOfRow::add_reasons_of_normalizer(std::vector<Said>& all) const {
    const Normalizer& kind = normalizer(m_e);
    const WeighedRow row = weigh(m_shown.masked, m_e.normalization, m_shown.head);
    const auto has_sign = [&](double sign) {
        return std::ranges::any_of(
            row.keys, [&](const WeighedScore& each) { return !each.is_hidden && each.part * sign > 0; });
    };
    if (m_is_sum_off && kind.each_alone)
        all.push_back(say(phrase::weights_each_alone));
    if (m_is_sum_off && row.sink && row.sink->part > 0)
        all.push_back(say(phrase::sink_takes_part));
    if (m_is_below_0 && kind.divides_by_sum() && has_sign(1) && has_sign(-1))
        all.push_back(say(phrase::scores_of_both_signs));
    if (m_is_sum_off && kind.divides_by_sum() && !std::isfinite(row.total))
        all.push_back(say(phrase::total_not_finite));
}

std::vector<Said> WeightsOfRow::reasons() const {
    std::vector<Said> all;
    if (!std::ranges::all_of(m_shown.masked, is_hidden))
        add_reasons_of_normalizer(all);
    else if (m_is_sum_off)
        all.push_back(
            say(every_key_is_hidden() ? phrase::every_key_hidden : phrase::every_score_minus_infinity));
    if (has_override(StageId::weights) || (m_e.dropout && has_override(StageId::dropped_weights)))
        all.push_back(say(phrase::weights_overridden));
    if (m_is_sum_off && m_e.dropout && m_e.dropout->rate > 0)
        all.push_back(say(phrase::weights_dropped, 1 - m_e.dropout->rate));
    return all;
}

} // namespace

std::vector<Index> convex_hull(ConstMatrixRef points) {
    std::vector<Index> order(static_cast<std::size_t>(points.rows()));
    std::iota(order.begin(), order.end(), 0);
    std::erase_if(order, [&](Index i) { return !points.row(i).allFinite(); });
    const auto place = [&](Index i) { return std::tuple(points(i, 0), points(i, 1)); };
    std::ranges::stable_sort(order, [&](Index a, Index b) { return place(a) < place(b); });
    const auto is_same = [&](Index a, Index b) { return place(a) == place(b); };
    order.erase(std::unique(order.begin(), order.end(), is_same), order.end());
    if (order.size() < 3)
        return order;
    const Matrix scaled = in_unit_box(points, order);
    std::vector<Index> corners;
    add_chain(scaled, order, corners);
    add_chain(scaled, {order.rbegin(), order.rend()}, corners);
    return corners;
}

std::optional<Said> why_outside_hull(const Experiment& experiment, const HeadVectors& shown) {
    for (const Override* each : overrides_in_force(experiment, StageId::head_outputs, shown.head)) {
        if (each->row == shown.query)
            return say(phrase::outside_overridden);
    }
    if (!shown.weights.allFinite() || !shown.values.allFinite() || !shown.z.allFinite())
        return say(phrase::outside_not_finite);
    return WeightsOfRow(experiment, shown).problem();
}

} // namespace lab
