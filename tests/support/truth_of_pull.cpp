// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why nothing pulls at a number.
#include "tests/support/truth.h"
#include "tests/support/truth_patterns.h"

#include "core/experiment/parameter.h"

#include <algorithm>
#include <cmath>

namespace lab::test {

namespace {

double value_in(const Experiment& e, const OraclePlace& cell) {
    const auto& [stage, head, row, column] = cell;
    const Oracle oracle(e);
    return is_sink_share(e, {stage, head, row, column}) ? *oracle.share_of_sink(head, row)
                                                        : oracle.at(stage, head, row, column).value;
}

constexpr Index most_numbers = 5; // of a parameter, spread over it: each takes two whole computations

/// Whether the cell keeps its number when those of a parameter change, one after another. `practically`: but
/// for what is small beside the step.
bool keeps_number(const Experiment& e, const OraclePlace& cell, ParameterId id, bool practically) {
    constexpr double step = 1e-5;
    const double before = value_in(e, cell);
    const MatrixPtr matrix = parameter(e, id);
    const Index every = std::max<Index>(1, matrix->size() / most_numbers);
    for (Index i = 0; i < matrix->size(); i += every) {
        const Index row = i / matrix->cols(), column = i % matrix->cols();
        const double here = (*matrix)(row, column);
        if (!std::isfinite(here))
            continue;
        const double above = value_in(with_cell(e, id, row, column, here + step), cell);
        const double below = value_in(with_cell(e, id, row, column, here - step), cell);
        // At a kink, one side alone changes it.
        const bool is_one_sided = (above == before) != (below == before);
        const bool is_kept =
            practically ? is_one_sided || !(std::abs(above - below) > 1e-6 * step * (1 + std::abs(before)))
                        : above == before && below == before;
        if (!is_kept)
            return false;
    }
    return true;
}

} // namespace

QString Truth::fault_of_no_pull(const OraclePlace& cell, std::optional<ParameterId> by,
                                const QString& sentence) const {
    const auto& [stage, head, row, column] = cell;
    const auto why = whole("No pull: (.*)", sentence);
    if (!why.hasMatch())
        return "no pattern knows it: " + sentence;
    const QString said = why.captured(1);
    const bool is_sink = is_sink_share(m_experiment, {stage, head, row, column});
    const auto is_weight = [](S each) { return each == S::weights || each == S::dropped_weights; };
    const double value = is_sink ? *m_oracle.share_of_sink(head, row) : number(cell).value;
    if (said == "the number is not finite")
        return unless(!std::isfinite(value), sentence, "it is");
    if (said == "the number is overridden")
        return unless(!is_sink && number(cell).overridden, sentence, "it is not");
    if (said == "the key is hidden from the query")
        return unless((stage == S::masked_scores || is_weight(stage)) && !is_sink &&
                          !m_oracle.rules(row, column).empty() && m_oracle.is_left_out(head, row, column),
                      sentence, "it is not");
    if (said == "the weight is dropped")
        return unless(stage == S::dropped_weights && !m_oracle.is_kept(head, row, column), sentence,
                      "it is kept");
    if (said == "only one key is visible to the query, so that its weight is 1") {
        bool is_only = stage == S::weights && !is_sink && value == 1;
        for (Index key = 0; is_only && key < static_cast<Index>(m_oracle.keys().size()); ++key)
            is_only = m_oracle.is_left_out(head, row, key) == (key != column);
        return unless(is_only, sentence, "another key is visible, or the weight is not 1");
    }
    if (said == "the row is saturated") {
        // An output of one head reads the row of that, a cell of the concatenation that of its head.
        const Index d_v = m_oracle.stage(S::head_outputs, 0).columns();
        const HeadIndex of = stage == S::concat ? column / d_v : stage == S::output ? 0 : head;
        double largest = 0, all = 0;
        const OracleMatrix& masked = m_oracle.stage(S::masked_scores, of);
        Experiment plain = m_experiment;
        std::erase_if(plain.overrides, [&](const Override& each) { return each.stage == S::weights; });
        const Oracle computed(plain);
        for (Index key = 0; key < masked.columns(); ++key) {
            const double weight = computed.at(S::weights, of, row, key).value;
            largest = std::max(largest, weight);
            all += weight;
        }
        const double sink = computed.share_of_sink(of, row).value_or(0);
        largest = std::max(largest, sink);
        return unless(largest == 1 && all + sink - largest < 0x1p-53, sentence, "it is not");
    }
    if (said == "values come after the weights")
        return unless((by == ParameterId::W_V || by == ParameterId::b_V || by == ParameterId::V) &&
                          stage >= S::scores && stage <= S::dropped_weights,
                      sentence, "they do not");
    if (const auto without = whole("the number is computed without (.*)", said); without.hasMatch())
        return unless(by && without.captured(1) == QString::fromUtf8(info(*by).name.data()) &&
                          (is_sink || keeps_number(m_experiment, cell, *by, false)),
                      sentence, "it changes with it");
    if (said == "the derivatives are practically 0")
        return unless(by && keeps_number(m_experiment, cell, *by, true), sentence, "it changes with one");
    if (said == "the derivative with respect to each parameter is 0" ||
        said == "nothing that can be changed here moves the number by more than its rounding") {
        for (const ParameterInfo& each : all_parameters()) {
            if (parameter(m_experiment, each.id) && is_read(m_experiment, each.id) &&
                !keeps_number(m_experiment, cell, each.id, true))
                return sentence + ": it changes with " + QString::fromUtf8(each.name.data());
        }
        return {};
    }
    return "no pattern knows it: " + sentence;
}

QString Truth::fault_of_largest_term(const OraclePlace& cell, const QString& sentence) const {
    const auto& [stage, head, row, column] = cell;
    const auto match =
        whole("the largest term of the score is that of feature ([0-9]+), where query and key have "
              "(the same sign|opposite signs): \\+?(.*)",
              sentence);
    if (!match.hasMatch())
        return "no pattern knows it: " + sentence;
    const Index feature = match.captured(1).toInt() - 1;
    const OracleMatrix& queries = m_oracle.stage(S::queries, head);
    const OracleMatrix& keys = m_oracle.stage(S::keys, head);
    const Index query = row, key = column; // clang 14 lets no lambda capture the others
    const auto term = [&](Index i) { return queries.at(query, i).value * keys.at(key, i).value; };
    for (Index i = 0; i < queries.columns(); ++i) {
        if (i != feature && !(std::abs(term(i)) < std::abs(term(feature))))
            return "another term is as large: " + sentence;
    }
    // Half of the last digit; of a large number, there are two digits and an exponent.
    const QString shown = match.captured(3);
    const bool is_large = shown.contains('e');
    const double half = is_large ? 0 : 0.501 * std::pow(10, -shown.section('.', 1).size());
    const bool is_same = match.captured(2) == "the same sign";
    const bool agree = (queries.at(row, feature).value > 0) == (keys.at(column, feature).value > 0);
    return unless(is_same == agree && agrees(number_in(shown), term(feature), is_large ? 0.06 : 1e-12, half),
                  sentence, "another sign or number");
}

/// A number of the query that is 1 larger makes the score larger by the key's number, and the other way
/// round.
QString Truth::fault_of_score_slopes(const OraclePlace& cell, const QString& sentence) const {
    const auto& [stage, head, row, column] = cell;
    if (sentence !=
        "a score is the sum of query times key, feature by feature: its derivative by a number of "
        "the query is the key’s number of that feature, and by one of the key the query’s")
        return "no pattern knows it: " + sentence;
    if (stage != S::scores)
        return "it is no score: " + sentence;
    const double score = number(cell).value;
    const auto is_slope = [&, head = head, row = row, column = column](S of, Index at, S other, Index beside,
                                                                       Index feature) {
        const double before = m_oracle.stage(of, head).at(at, feature).value;
        const double slope = m_oracle.stage(other, head).at(beside, feature).value;
        Experiment moved = m_experiment;
        moved.overrides.push_back({of, head, at, feature, before + 1, {}});
        const double gain = Oracle(moved).at(S::scores, head, row, column).value - score;
        return !std::isfinite(gain) || !std::isfinite(slope) ||
               std::abs(gain - slope) <= 1e-9 * (1 + std::abs(score) + std::abs(slope) + std::abs(before));
    };
    for (Index feature = 0; feature < m_oracle.stage(S::queries, head).columns(); ++feature) {
        if (!is_slope(S::queries, row, S::keys, column, feature) ||
            !is_slope(S::keys, column, S::queries, row, feature))
            return "another slope: " + sentence;
    }
    return {};
}

} // namespace lab::test
