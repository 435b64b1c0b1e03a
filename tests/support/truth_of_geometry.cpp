// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is said of outputs among the values.
#include "tests/support/truth.h"
#include "tests/support/truth_patterns.h"

#include <algorithm>
#include <cmath>

namespace lab::test {

namespace {

/// The parts of a list: "a, b and c".
QStringList parts_of_list(const QString& list) {
    return list.isEmpty() ? QStringList() : QString(list).replace(" and ", ", ").split(", ");
}

} // namespace

QString Truth::fault_of_outside(HeadIndex head, Index row, const QString& sentence) const {
    const OracleMatrix& z = m_oracle.stage(S::head_outputs, head);
    const OracleMatrix& values = m_oracle.stage(S::values, head);
    const OracleMatrix& weights = m_oracle.stage(m_oracle.weights_in_use(), head);
    if (sentence == "numbers of the output are overridden") {
        bool is_overridden = false;
        for (Index column = 0; column < z.columns(); ++column)
            is_overridden = is_overridden || z.at(row, column).overridden;
        return unless(is_overridden, sentence, "none is");
    }
    if (sentence == "weights, values and output are not all finite numbers") {
        bool is_finite = true;
        for (Index column = 0; column < z.columns(); ++column) {
            is_finite = is_finite && z.at(row, column).is_finite();
            for (Index key = 0; key < values.rows(); ++key)
                is_finite = is_finite && values.at(key, column).is_finite();
        }
        for (Index key = 0; key < values.rows(); ++key)
            is_finite = is_finite && weights.at(row, key).is_finite();
        return unless(!is_finite, sentence, "they are");
    }
    const QString facts = sentence.section(": ", 0, 0);
    for (const QString& fact : parts_of_list(facts)) {
        if (QString fault = fault_of_weights(head, row, fact); !fault.isEmpty())
            return fault;
    }
    for (const QString& reason : parts_of_list(sentence.mid(facts.size() + 2))) {
        if (QString fault = fault_of_other_sum(head, row, reason); !fault.isEmpty())
            return fault;
    }
    return unless(sentence.contains(": "), sentence, "no reason");
}

/// Of what weights are that are no distribution.
QString Truth::fault_of_weights(HeadIndex head, Index row, const QString& fact) const {
    const OracleMatrix& weights = m_oracle.stage(m_oracle.weights_in_use(), head);
    double sum = 0, least = HUGE_VAL;
    for (Index key = 0; key < weights.columns(); ++key) {
        sum += weights.at(row, key).value;
        least = std::min(least, weights.at(row, key).value);
    }
    if (fact == "a weight is below 0")
        return unless(least < 0, fact, "none is");
    if (fact == "the weights do not sum to exactly 1")
        return unless(std::abs(sum - 1) > 0.9e-9 && std::abs(sum - 1) < 1e-6, fact, "another sum");
    if (const auto match = whole("the weights sum to " + number_pattern, fact); match.hasMatch()) {
        const double said = number_in(match.captured(1));
        return unless(said != 1 && agrees(said, sum), fact, "another sum");
    }
    return "no pattern knows it: " + fact;
}

/// Of why they are none.
QString Truth::fault_of_other_sum(HeadIndex head, Index row, const QString& reason) const {
    const Index keys = m_oracle.stage(S::weights, head).columns();
    const auto every = [&](const auto& holds) {
        for (Index key = 0; key < keys; ++key) {
            if (!holds(key))
                return false;
        }
        return true;
    };
    const auto score = [&](Index key) { return m_oracle.at(S::masked_scores, head, row, key).value; };
    const auto is_out = [&](Index key) { return m_oracle.is_left_out(head, row, key); };
    const NormalizationKind kind = m_experiment.normalization.kind;
    if (reason == "every key is hidden")
        return unless(every([&](Index key) { return m_oracle.is_hidden(head, row, key); }), reason,
                      "one is not");
    if (reason == "every masked score is −∞")
        return unless(every(is_out), reason, "one is not");
    if (reason == "weights are overridden") {
        const auto is_computed = [&](S of) {
            return !m_oracle.has(of) ||
                   every([&](Index key) { return !m_oracle.at(of, head, row, key).overridden; });
        };
        return unless(!is_computed(S::weights) || !is_computed(S::dropped_weights), reason, "none is");
    }
    if (reason == "the sink takes part of the attention")
        return unless(m_oracle.share_of_sink(head, row).value_or(0) > 0, reason, "it does not");
    if (reason == "sigmoid computes each weight alone")
        return unless(kind == NormalizationKind::sigmoid && !every(is_out), reason, "it does not");
    if (reason == "scores of both signs are divided by their sum") {
        const bool is_positive = every([&](Index key) { return is_out(key) || score(key) >= 0; });
        const bool is_negative = every([&](Index key) { return is_out(key) || score(key) <= 0; });
        return unless(kind == NormalizationKind::sum && !is_positive && !is_negative, reason,
                      "of one sign, or not divided");
    }
    if (reason == "the sum that they are divided by is not finite") {
        double sum = 0;
        for (Index key = 0; key < keys; ++key)
            sum += is_out(key) ? 0 : kind == NormalizationKind::sum ? score(key) : std::exp(score(key));
        return unless(!std::isfinite(sum), reason, "it is");
    }
    const auto drops = whole("dropout divides the weights that it keeps by " + number_pattern, reason);
    if (drops.hasMatch())
        return unless(m_experiment.dropout && m_experiment.dropout->rate > 0 &&
                          agrees(number_in(drops.captured(1)), 1 - m_experiment.dropout->rate),
                      reason, "it does not");
    return "no pattern knows it: " + reason;
}

QString Truth::fault_of_fixed(const StageRow& tip, const QString& sentence) const {
    const bool is_output = tip.stage == S::head_outputs;
    const OracleMatrix& numbers = m_oracle.stage(tip.stage, tip.head);
    const ProjectionKind kind = m_experiment.projection.kind;
    const S inputs = inputs_of(m_experiment, is_output ? S::values : tip.stage);
    if (sentence == "Q, K and V are given: no word’s vector and no weights are read")
        return unless(kind == ProjectionKind::direct, sentence, "they are not");
    if (sentence == "queries, keys and values are the inputs themselves, without weights")
        return unless(kind == ProjectionKind::identity, sentence, "they are not");
    if (sentence == "an output is made of the vectors of several words")
        return unless(is_output, sentence, "it is no output");
    if (whole("[QKV] is computed, and not given", sentence).hasMatch()) {
        const char* const given = tip.stage == S::queries ? "Q" : tip.stage == S::keys ? "K" : "V";
        return unless(kind != ProjectionKind::direct && sentence.startsWith(given), sentence, "it is");
    }
    bool is_finite = true, is_overridden = true, is_input_0 = true, is_input_overridden = true;
    for (Index column = 0; column < numbers.columns(); ++column) {
        is_finite = is_finite && numbers.at(tip.row, column).is_finite();
        is_overridden = is_overridden && numbers.at(tip.row, column).overridden;
    }
    const Index width = m_oracle.has(inputs) ? m_oracle.stage(inputs, 0).columns() : 0;
    for (Index column = 0; !is_output && column < width; ++column) {
        const OracleNumber& number = m_oracle.at(inputs, 0, tip.row, column);
        is_finite = is_finite && number.is_finite();
        is_input_0 = is_input_0 && number.value == 0;
        is_input_overridden = is_input_overridden && number.overridden;
    }
    if (sentence == "all of its numbers are overridden")
        return unless(is_overridden, sentence, "one is not");
    if (sentence == "its input is 0, so that no change of the weights moves it")
        return unless(!is_output && is_input_0, sentence, "it is not");
    if (sentence == "it is not finite, or is computed from numbers that are not") {
        for (S stage : {S::values, m_oracle.weights_in_use(), inputs}) {
            const bool is_read = is_output && m_oracle.has(stage);
            const HeadIndex head = stage == inputs ? 0 : tip.head;
            for (Index row = 0; is_read && row < m_oracle.stage(stage, head).rows(); ++row) {
                for (Index column = 0; column < m_oracle.stage(stage, head).columns(); ++column)
                    is_finite = is_finite && m_oracle.at(stage, head, row, column).is_finite();
            }
        }
        return unless(!is_finite, sentence, "all are finite");
    }
    static const std::map<QString, std::vector<ParameterId>> by{
        {"no change of the word’s vector moves it", {ParameterId::E}},
        {"no change of the input row moves it", {ParameterId::X, ParameterId::X_source}},
        {"no change of the weights moves it", {ParameterId::W_Q, ParameterId::W_K, ParameterId::W_V}},
        {"no change of the given numbers moves it", {ParameterId::Q, ParameterId::K, ParameterId::V}}};
    const auto ids = by.find(sentence);
    return ids == by.end() ? "no pattern knows it: " + sentence
                           : fault_of_unmoved(tip, ids->second, sentence);
}

/// Whether the row keeps its numbers when all of those of the parameters change, to and fro.
QString Truth::fault_of_unmoved(const StageRow& tip, const std::vector<ParameterId>& ids,
                                const QString& sentence) const {
    const auto belongs = [&](ParameterId id) {
        const bool is_query = tip.stage == S::queries, is_key = tip.stage == S::keys;
        switch (id) {
        case ParameterId::W_Q:
        case ParameterId::Q:
            return is_query;
        case ParameterId::W_K:
        case ParameterId::K:
            return is_key;
        case ParameterId::W_V:
        case ParameterId::V:
            return !is_query && !is_key;
        default:
            return true;
        }
    };
    for (const ParameterId id : ids) {
        const MatrixPtr matrix =
            belongs(id) && is_read(m_experiment, id) ? parameter(m_experiment, id) : nullptr;
        for (Index i = 0; matrix && i < matrix->size(); ++i) {
            const Index row = i / matrix->cols(), column = i % matrix->cols();
            const Oracle moved(with_cell(m_experiment, id, row, column, (*matrix)(row, column) + 1));
            for (Index each = 0; each < m_oracle.stage(tip.stage, tip.head).columns(); ++each) {
                const double is = moved.at(tip.stage, tip.head, tip.row, each).value;
                const double was = m_oracle.at(tip.stage, tip.head, tip.row, each).value;
                if (is != was)
                    return "one moves it: " + sentence;
            }
        }
    }
    return {};
}

QString Truth::fault_of_nearest(const StageRow& tip, const QString& sentence) const {
    const QString begin = "this is the nearest place that it can reach";
    if (!sentence.startsWith(begin))
        return "no pattern knows it: " + sentence;
    const bool is_output = tip.stage == S::head_outputs;
    const S inputs = inputs_of(m_experiment, is_output ? S::values : tip.stage);
    const auto has_override = [&](S stage, HeadIndex head, std::optional<Index> row) {
        return std::ranges::any_of(m_experiment.overrides, [&](const Override& each) {
            return each.stage == stage && each.head == head && (!row || each.row == *row);
        });
    };
    for (const QString& why : parts_of_list(sentence.mid(begin.size() + 2)
                                                .replace("queries and keys", "queries, keys")
                                                .replace("queries, keys are", "both are"))) {
        const auto few =
            whole("the (word’s vector|input row) moves it in ([0-9]+) of ([0-9]+) dimensions", why);
        const bool is_true =
            why == "both are normalised"
                ? m_experiment.scores.qk_norm && (tip.stage == S::queries || tip.stage == S::keys)
            : why == "some of its numbers are overridden"  ? has_override(tip.stage, tip.head, tip.row)
            : why == "numbers of its input are overridden" ? !is_output && has_override(inputs, 0, tip.row)
            : why == "values are overridden"
                ? is_output && has_override(S::values, tip.head, {})
                : few.hasMatch() && few.captured(2).toInt() < few.captured(3).toInt() &&
                      (few.captured(1) == "input row") == has_given_inputs(m_experiment) &&
                      few.captured(3).toInt() == m_oracle.stage(tip.stage, tip.head).columns();
        if (!is_true)
            return "not true, or unknown: " + why;
    }
    return {};
}

} // namespace lab::test
