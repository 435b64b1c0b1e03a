// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/truth.h"

#include "core/edits/next_word.h"
#include "core/experiment/masks.h"
#include "tests/support/truth_patterns.h"

#include <QStringList>

#include <algorithm>
#include <cmath>

namespace lab::test {

int truth_rounds() {
    return is_exhaustive ? many_experiments / 8 : 12;
}

Experiment telling_experiment(RandomExperiments& random) {
    Experiment e = random.next();
    const auto some = [&](Index one_in) { return random.between(1, one_in) == 1; };
    const auto changed = [](const MatrixPtr& matrix, const auto& change) {
        Matrix copy = *matrix;
        change(copy);
        return share(std::move(copy));
    };
    Projection& p = e.projection;
    MatrixPtr& q = p.kind == ProjectionKind::linear ? p.W_Q : p.Q;
    MatrixPtr& k = p.kind == ProjectionKind::linear ? p.W_K : p.K;
    if (some(2))
        e.scores.qk_norm.reset();
    if (q && some(3)) { // one product per score overflows, so that summation order does not matter
        e.scores.rotary = false;
        const double sign = random.coin() ? 1 : -1;
        const Index feature = random.between(0, q->cols() / e.heads.count - 1);
        const Index group = random.between(0, e.heads.kv_count - 1);
        const Index head = group * e.heads.count / e.heads.kv_count;
        const Index d_k = q->cols() / e.heads.count;
        q = changed(q, [&](Matrix& m) { m(0, head * d_k + feature) = 1e200; });
        k = changed(k, [&](Matrix& m) { m(0, group * d_k + feature) = sign * 1e200; });
    } else if (q && some(4)) {
        q = changed(q, [](Matrix& m) { m.setZero(); }); // all scores are equal
    } else if (some(4)) {
        e.scores.scale = 400; // saturated, and more than e^709
    }
    if (some(3)) {
        e.mask = {};
        e.scores.bias = ScoreBias::none;
    }
    for (int more = 0; more < 2 && some(2); ++more)
        random.add_override(e);
    if (!e.source && some(4) && !cache_problem(e, CacheMove::in))
        e = with_last_word(e);
    return e;
}

const OracleNumber& Truth::number(const OraclePlace& cell) const {
    const auto& [stage, head, row, column] = cell;
    return m_oracle.at(stage, head, row, column);
}

QString Truth::token(bool is_key, Index index) const {
    const std::vector<std::string>& all = is_key ? m_oracle.keys() : m_oracle.queries();
    const std::string& word = all[static_cast<std::size_t>(index)];
    const QString text = QStringLiteral("“%1”").arg(QString::fromStdString(word));
    return std::ranges::count(all, word) > 1
               ? text + QStringLiteral(" (%1)").arg(m_oracle.position(is_key, index) + 1)
               : text;
}

QString Truth::place(const OraclePlace& cell) const {
    const auto& [stage, head, row, column] = cell;
    const QString first = token(rows_are_keys(m_experiment, stage), row);
    return is_token_pair(stage) ? QStringLiteral("%1 → %2").arg(first, token(true, column))
                                : QStringLiteral("%1, feature %2").arg(first).arg(column + 1);
}

QString Truth::line() const {
    return m_experiment.notation == Notation::rows ? QStringLiteral("row") : QStringLiteral("column");
}

QString Truth::reason(const OraclePlace& cell, const OraclePlace& of) const {
    const OracleNumber& its = number(cell);
    const bool rather_typed = its.typed && (!std::isnan(its.value) || !its.overflow);
    const OraclePlace from = rather_typed ? *its.typed : *its.overflow;
    const auto& [stage, head, row, column] = from;
    if (stage == S::masked_scores && !number(from).overridden)
        return QString::fromStdString(m_oracle.rules_text(row, column));
    if (rather_typed && stage == S::scaled_scores && !number(from).overridden)
        return "an added −∞";
    const QString where =
        title_of(stage) +
        (has_heads(stage) && m_experiment.heads.count > 1 ? QStringLiteral(", head %1").arg(head + 1)
                                                          : QString()) +
        ", " + place(from);
    if (rather_typed)
        return "a −∞ override in " + where;
    const QString what = std::isnan(number(from).value) ? "NaN" : "overflow";
    return from == of ? what + " that began here" : what + " that began in " + where;
}

QString Truth::rank_fault(const QString& said, const std::vector<double>& all, double own) const {
    const auto match =
        whole("the (?:(largest|second largest|third largest|smallest)|([0-9]+)(?:st|nd|rd|th) largest)"
              "(?:, equal to ([0-9]+) others?)?",
              said);
    if (!match.hasMatch())
        return "no pattern knows the rank: " + said;
    // Nearly equal values may count as either.
    const double near = 1e-9 * std::max(1.0, std::abs(own)) * 1e-3;
    int surely_larger = 0, maybe_larger = 0, surely_smaller = 0, maybe_equal = -1, finite = 0;
    for (const double each : all) {
        if (!std::isfinite(each))
            continue;
        ++finite;
        surely_larger += each > own + near;
        maybe_larger += each > own - near && each != own;
        surely_smaller += each < own - near;
        maybe_equal += std::abs(each - own) <= near;
    }
    maybe_larger = std::max(maybe_larger, surely_larger);
    const int equal = match.captured(3).isEmpty() ? 0 : match.captured(3).toInt();
    if (equal > maybe_equal)
        return "fewer are equal: " + said;
    const QString word = match.captured(1);
    if (word == "smallest")
        return unless(surely_smaller == 0 && finite > 1, said, "smaller ones are there");
    const int rank = word == "largest"          ? 0
                     : word == "second largest" ? 1
                     : word == "third largest"  ? 2
                                                : match.captured(2).toInt() - 1;
    return unless(rank >= surely_larger && rank <= maybe_larger, said, "another rank");
}

QString Truth::weight_fault(const OraclePlace& cell, const QString& words) const {
    const auto& [stage, head, row, column] = cell;
    const QString q = escaped(token(false, row));
    const QString k = escaped(token(true, column));
    const double weight = number(cell).value;
    const bool left_out = m_oracle.is_left_out(head, row, column) && weight == 0;
    const OraclePlace masked{S::masked_scores, head, row, column};
    const QString why =
        left_out || !std::isfinite(weight) ? reason(left_out ? masked : cell, cell) : QString();
    if (const auto m = whole(k + " is hidden from " + q + ": (.+)", words); m.hasMatch())
        return unless(left_out && m_oracle.is_hidden(head, row, column) && m.captured(1) == why, words,
                      "not hidden, or not by that");
    if (const auto m = whole("the score of " + k + " for " + q + " is −∞: (.+); so its weight is 0", words);
        m.hasMatch())
        return unless(left_out && !m_oracle.is_hidden(head, row, column) && m.captured(1) == why, words,
                      "no overflow, or begun elsewhere");
    if (const auto m = whole("the weight of " + k + " for " + q + " is (NaN|∞|−∞): (.+)", words);
        m.hasMatch())
        return unless(agrees(number_in(m.captured(1)), weight) && m.captured(2) == why, words,
                      "another reason");
    if (left_out || !std::isfinite(weight))
        return "it is left out or not finite: " + words;
    std::vector<double> all;
    for (Index key = 0; key < m_oracle.stage(S::weights, head).columns(); ++key) {
        const double each = m_oracle.at(S::weights, head, row, key).value;
        if (!m_oracle.is_left_out(head, row, key) || each != 0)
            all.push_back(each);
    }
    if (const auto m = whole(q + " gives (.+) of its attention to " + k +
                                 ", (?:(the only key)|(the only visible key)|(.+) of its (row|column))",
                             words);
        m.hasMatch()) {
        const QString share = m.captured(1);
        const bool right_share = share == "less than 0.1 %" ? weight > 0 && weight < 0.00051
                                 : share == "more than 99.9 %"
                                     ? weight < 1 && weight > 0.99949
                                     : agrees(number_in(share.chopped(2)), weight * 100, 0, 0.0501);
        if (!right_share || !m_oracle.is_distribution(head, row))
            return "no such share: " + words;
        if (!m.captured(2).isEmpty() || !m.captured(3).isEmpty())
            return unless(all.size() == 1 && m.captured(2).isEmpty() == (m_oracle.keys().size() > 1), words,
                          "not the only one");
        return m.captured(5) == line() ? rank_fault(m.captured(4), all, weight)
                                       : "rows and columns: " + words;
    }
    if (const auto m = whole("the weight of " + k + " for " + q + " is " + number_pattern +
                                 "(?:, (the .+) of its (row|column))?; the (row|column) sums to " +
                                 number_pattern + "(?:; the sink takes " + number_pattern + ")?",
                             words);
        m.hasMatch()) {
        if (m_oracle.is_distribution(head, row) || !agrees(number_in(m.captured(1)), weight) ||
            !agrees(number_in(m.captured(5)), m_oracle.sum_of_weights(head, row), 1e-5, 1e-6) ||
            m.captured(4) != line())
            return "another number: " + words;
        const auto sink = m_oracle.share_of_sink(head, row);
        if (sink.has_value() == m.captured(6).isEmpty() ||
            (sink && !agrees(number_in(m.captured(6)), *sink, 1e-5, 1e-6)))
            return "another sink: " + words;
        return m.captured(2).isEmpty()
                   ? unless(all.size() <= 1 ||
                                std::ranges::count_if(all, [](double w) { return std::isfinite(w); }) == 1,
                            words, "there are others")
                   : rank_fault(m.captured(2), all, weight);
    }
    return "no pattern knows: " + words;
}

QString Truth::dropped_fault(const OraclePlace& cell, const QString& words) const {
    const auto& [stage, head, row, column] = cell;
    const QString begin =
        "the weight of " + escaped(token(true, column)) + " for " + escaped(token(false, row));
    const bool is_kept = m_oracle.is_kept(head, row, column);
    if (number(cell).overridden)
        return unless(whole(begin + " after dropout", words).hasMatch(), words, "it is overridden");
    if (whole(begin + ", which is dropped", words).hasMatch())
        return unless(!is_kept && number(cell).value == 0, words, "it is kept");
    if (const auto m = whole(begin + ", which is kept and divided by " + number_pattern, words); m.hasMatch())
        return unless(is_kept && agrees(number_in(m.captured(1)), 1 - m_experiment.dropout->rate), words,
                      "it is dropped, or divided by another number");
    return "no pattern knows: " + words;
}

QString Truth::score_fault(const OraclePlace& cell, const QString& words) const {
    const auto& [stage, head, row, column] = cell;
    const QString q = escaped(token(false, row));
    const QString k = escaped(token(true, column));
    const double score = number(cell).value;
    const bool hidden = stage == S::masked_scores && m_oracle.is_hidden(head, row, column);
    if (const auto m = whole(k + " is hidden from " + q + ": (.+)", words); m.hasMatch())
        return unless(hidden && m.captured(1) == reason(cell, cell), words, "not hidden, or not by that");
    if (const auto m = whole("the score of " + k + " for " + q + " is (NaN|∞|−∞): (.+)", words); m.hasMatch())
        return unless(!hidden && agrees(number_in(m.captured(1)), score) &&
                          m.captured(2) == reason(cell, cell),
                      words, "another reason");
    if (hidden || !std::isfinite(score))
        return "it is hidden or not finite: " + words;
    std::vector<double> all;
    for (Index key = 0; key < m_oracle.stage(stage, head).columns(); ++key)
        all.push_back(m_oracle.at(stage, head, row, key).value);
    const auto m = whole("how well the query of " + q + " matches the key of " + k +
                             "(?:: (?:the only finite one of its (row|column)|(.+) of its (row|column)))?",
                         words);
    if (!m.hasMatch())
        return "no pattern knows: " + words;
    const auto finite = std::ranges::count_if(all, [](double each) { return std::isfinite(each); });
    if (m.captured(2).isEmpty())
        return unless(finite == 1 && m.captured(1).isEmpty() == (all.size() == 1), words, "not the only one");
    return m.captured(3) == line() ? rank_fault(m.captured(2), all, score) : "rows and columns: " + words;
}

QString Truth::fault_of_words(const OraclePlace& cell, const QString& words) const {
    const auto& [stage, head, row, column] = cell;
    if (stage == S::weights)
        return weight_fault(cell, words);
    if (stage == S::dropped_weights)
        return dropped_fault(cell, words);
    if (is_token_pair(stage))
        return score_fault(cell, words);
    const QString what = QStringLiteral("feature %1 of ").arg(column + 1);
    const QString whose = token(rows_are_keys(m_experiment, stage), row);
    const bool shares = stage == S::head_outputs && m_oracle.is_distribution(head, row);
    const std::map<S, QString> expected{
        {S::inputs, what + "the vector of " + whose + ", which the heads read"},
        {S::source_inputs, what + "the vector of " + whose + ", which the heads read"},
        {S::queries, what + "the query of " + whose + ": what it looks for"},
        {S::keys, what + "the key of " + whose + ": what it is found by"},
        {S::values, what + "the value of " + whose + ": what it has to say"},
        {S::head_outputs, what + "what the head says for " + whose +
                              (m_experiment.dropout ? ": the values, summed by its weights after dropout"
                               : shares             ? ": the values, averaged by its attention"
                                                    : ": the values, summed by its weights")},
        {S::concat, what + "what all heads say for " + whose + ", side by side"},
        {S::output, what + "the output for " + whose},
    };
    return unless(words == expected.at(stage), words, "no pattern knows");
}

} // namespace lab::test
