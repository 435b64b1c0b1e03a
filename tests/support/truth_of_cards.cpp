// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/masks.h"
#include "tests/support/truth.h"
#include "tests/support/truth_patterns.h"

#include <QStringList>

#include <algorithm>
#include <cmath>

namespace lab::test {

QString Truth::fault_of_description(const OraclePlace& cell, const QString& description) const {
    const auto& [stage, head, row, column] = cell;
    const OracleNumber& its = number(cell);
    const QString name = QStringLiteral("(?:.+): ");
    const auto m = whole(name + number_pattern + "(?: \\((.+)\\))?", description);
    if (!m.hasMatch())
        return "no pattern knows: " + description;
    const QString why = m.captured(2);
    const bool rounds = why.startsWith("within rounding, computed as ");
    if (rounds) {
        const double said = number_in(why.mid(29));
        return unless(m.captured(1) == "0" && std::abs(said) <= 1e-12 * std::max(1.0, its.magnitude),
                      description, "no rounding");
    }
    if (!agrees(number_in(m.captured(1)), its.value, 1e-5, 1e-12 * std::max(1.0, its.magnitude)))
        return "another number: " + description;
    const OraclePlace masked{S::masked_scores, head, row, column};
    QString expected;
    const bool is_dropped = stage == S::dropped_weights && !m_oracle.is_kept(head, row, column);
    const bool overridden_and_dropped = is_dropped && m_oracle.at(S::weights, head, row, column).overridden;
    const bool left_out =
        is_token_pair(stage) && stage >= S::masked_scores && m_oracle.is_left_out(head, row, column);
    if (its.overridden)
        expected = "overridden";
    else if (left_out && (stage == S::masked_scores || its.value == 0) && !overridden_and_dropped)
        expected = m_oracle.is_hidden(head, row, column) ? "hidden: " + reason(masked, cell)
                   : stage >= S::weights                 ? "its score is −∞: " + reason(masked, cell)
                                                         : reason(masked, cell);
    else if (is_dropped)
        expected = "dropped";
    else if (!its.is_finite())
        expected = reason(cell, cell);
    if (is_dropped && expected != "dropped" && expected != "overridden")
        expected += "; dropped as well, but it weighs 0 either way";
    // An added −∞ is put there to hide the key, which it does unless the masked score is overridden.
    if (stage == S::scaled_scores && its.value == -HUGE_VAL && expected == "an added −∞" &&
        m_oracle.at(S::masked_scores, head, row, column).value == -HUGE_VAL)
        expected = "hidden: " + expected;
    return unless(why == expected, description, qPrintable("expected " + expected));
}

bool Truth::overflowed(HeadIndex head, Index query, Index key) const {
    return m_oracle.is_left_out(head, query, key) && !m_oracle.is_hidden(head, query, key);
}

Truth::CardFacts Truth::facts_of_card(StageId stage, HeadIndex head) const {
    const OracleMatrix& matrix = m_oracle.stage(stage, head);
    CardFacts facts;
    for (Index row = 0; row < matrix.rows(); ++row) {
        Index hidden = 0, left_out = 0;
        bool overridden = false;
        for (Index column = 0; column < matrix.columns(); ++column) {
            const OraclePlace cell{stage, head, row, column};
            const bool pair = is_token_pair(stage);
            const bool is_hidden = pair && m_oracle.is_hidden(head, row, column);
            hidden += is_hidden;
            left_out += pair && m_oracle.is_left_out(head, row, column);
            overridden = overridden || number(cell).overridden;
            if (!facts.overflow && pair && overflowed(head, row, column))
                facts.overflow = OraclePlace{S::masked_scores, head, row, column};
            if (!facts.not_finite && !number(cell).is_finite() && !(stage == S::masked_scores && is_hidden))
                facts.not_finite = cell;
        }
        facts.hidden_rows += hidden == matrix.columns();
        facts.overflowed_rows += left_out == matrix.columns() && hidden < left_out;
        facts.other_sums +=
            stage == S::weights && overridden && !(std::abs(m_oracle.sum_of_weights(head, row) - 1) <= 1e-9);
    }
    return facts;
}

QString Truth::fault_of_note(StageId stage, HeadIndex head, const QString& note) const {
    const CardFacts facts = facts_of_card(stage, head);
    // For example, "“a”, “b” and 3 more" counts five.
    const auto count_named = [](const QString& names) {
        const auto m = whole("(.+?)(?: and ([0-9]+) more)?", names);
        return Index{m.captured(1).count("“") + m.captured(2).toInt()};
    };
    if (const auto m =
            whole("Every key is hidden from (.+)|Nothing to attend to for (.+): all weights are 0", note);
        m.hasMatch()) {
        if (!m.captured(2).isEmpty() && m_oracle.share_of_sink(head, 0).value_or(0) != 0)
            return "a sink takes it: " + note;
        return unless(facts.hidden_rows == count_named(m.captured(1) + m.captured(2)), note, "other queries");
    }
    if (const auto m = whole("The sink takes everything of (.+), since every key is hidden", note);
        m.hasMatch()) {
        Index rows = 0;
        for (Index row = 0; row < m_oracle.stage(stage, head).rows(); ++row) {
            bool is_hidden = true;
            for (Index key = 0; key < m_oracle.stage(stage, head).columns(); ++key)
                is_hidden = is_hidden && m_oracle.is_hidden(head, row, key) &&
                            m_oracle.at(stage, head, row, key).value == 0;
            rows += is_hidden && m_oracle.share_of_sink(head, row) == 1;
        }
        return unless(stage == S::weights && rows == count_named(m.captured(1)), note, "other queries");
    }
    if (const auto m = whole("All weights of (.+) are 0, since every score is −∞: (.+)", note); m.hasMatch())
        return unless(facts.overflow && facts.overflowed_rows == count_named(m.captured(1)) &&
                          m.captured(2) == reason(*facts.overflow, *facts.overflow),
                      note, "other queries");
    if (const auto m = whole("Weights are 0 where scores are −∞, first at (.+?): (.+)", note); m.hasMatch())
        return unless(facts.overflow && facts.overflowed_rows == 0 &&
                          m.captured(2) == reason(*facts.overflow, *facts.overflow),
                      note, "no overflow");
    if (const auto m = whole("(NaN|∞|−∞) first at (.+?): (.+)", note); m.hasMatch()) {
        if (!facts.not_finite)
            return "everything is finite: " + note;
        const OraclePlace& first = *facts.not_finite;
        const QString why = number(first).overridden ? "overridden" : reason(first, first);
        return unless(agrees(number_in(m.captured(1)), number(first).value) && m.captured(3) == why, note,
                      qPrintable("expected " + why));
    }
    if (const auto m = whole("Overridden: the weights no longer sum to 1, (.+)", note); m.hasMatch())
        return unless(facts.other_sums == count_named(m.captured(1)), note, "other queries");
    return "no pattern knows: " + note;
}

QString Truth::fault_of_result_note(const QString& note) const {
    const auto file_place = [](const OraclePlace& cell) {
        const auto& [stage, head, row, column] = cell;
        return file_name_of(stage) +
               (has_heads(stage) ? QStringLiteral(" of head %1").arg(head) : QString()) +
               QStringLiteral(", row %1, column %2").arg(row).arg(column);
    };
    if (const auto m =
            whole("masked_scores of head ([0-9]+), row ([0-9]+): (.+), so all its weights are 0", note);
        m.hasMatch()) {
        const Index head = m.captured(1).toInt();
        const Index row = m.captured(2).toInt();
        std::optional<OraclePlace> overflow;
        for (Index key = 0; key < m_oracle.stage(S::masked_scores, head).columns(); ++key) {
            if (!m_oracle.is_left_out(head, row, key))
                return "a key is left: " + note;
            if (!overflow && !m_oracle.is_hidden(head, row, key))
                overflow = m_oracle.at(S::masked_scores, head, row, key).overflow;
        }
        const QString expected =
            overflow ? "every score is -inf, by an overflow that began in " + file_place(*overflow)
                     : QString("every key is hidden");
        return unless(m.captured(3) == expected, note, qPrintable("expected " + expected));
    }
    const auto m = whole("first (number that is not finite|overflow): (.+) is (nan|inf|-inf)"
                         "(, from an override|, from the added scores)?",
                         note);
    if (!m.hasMatch())
        return "no pattern knows: " + note;
    const bool any = m.captured(1) != "overflow";
    for (int stage = 0; stage <= int(S::output); ++stage) {
        for (HeadIndex head = 0; head < (has_heads(S(stage)) ? m_experiment.heads.count : 1); ++head) {
            if (!m_oracle.has(S(stage)))
                continue;
            const OracleMatrix& matrix = m_oracle.stage(S(stage), head);
            for (Index row = 0; row < matrix.rows(); ++row) {
                for (Index column = 0; column < matrix.columns(); ++column) {
                    const OraclePlace cell{S(stage), head, row, column};
                    const OracleNumber& its = number(cell);
                    const bool left_out = S(stage) == S::masked_scores && its.value == -HUGE_VAL;
                    if (its.is_finite() || left_out || (!any && its.overflow != cell))
                        continue;
                    const bool typed = its.typed && (!std::isnan(its.value) || !its.overflow);
                    const bool added = typed && std::get<0>(*its.typed) == S::scaled_scores &&
                                       !number(*its.typed).overridden;
                    const QString from = added   ? ", from the added scores"
                                         : typed ? ", from an override"
                                                 : "";
                    return unless(m.captured(2) == file_place(cell) && (!any || m.captured(4) == from), note,
                                  qPrintable("expected " + file_place(cell)));
                }
            }
        }
    }
    return "everything is finite: " + note;
}

} // namespace lab::test
