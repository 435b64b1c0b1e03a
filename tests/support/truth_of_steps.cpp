// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/truth.h"

#include "core/describe/names.h"
#include "core/experiment/cache_step.h"
#include "core/experiment/masks.h"
#include "core/random/seeded_vector.h"
#include "tests/support/truth_patterns.h"

#include <QStringList>

#include <algorithm>
#include <cmath>

namespace lab::test {

Truth::RowFacts Truth::facts_of(HeadIndex head, Index row) const {
    const OracleMatrix& weights = m_oracle.stage(S::weights, head);
    const Normalization& options = m_experiment.normalization;
    RowFacts facts;
    for (Index key = 0; key < weights.columns(); ++key) {
        const double weight = weights.at(row, key).computed;
        const OracleNumber& score = m_oracle.at(S::masked_scores, head, row, key);
        facts.sum += weight;
        facts.bits -= weight > 0 ? weight * std::log2(weight) : 0;
        facts.hidden += m_oracle.is_hidden(head, row, key);
        if (m_oracle.is_left_out(head, row, key))
            continue;
        ++facts.visible;
        const bool divides = options.kind != NormalizationKind::sum;
        const double z = divides ? score.value / options.temperature : score.value;
        facts.largest = std::max(facts.largest, z);
        facts.total += options.kind == NormalizationKind::softmax_naive ? std::exp(z) : z;
        facts.divided +=
            options.kind != NormalizationKind::sigmoid && std::isfinite(score.value) && !std::isfinite(z);
        if (!score.is_finite()) {
            const OraclePlace place{S::masked_scores, head, row, key};
            facts.spoilers += "the score of " + token(true, key) + " is " +
                              (std::isnan(score.value) ? "NaN" : "∞") + ", " + reason(place, place);
        }
    }
    facts.sink = m_oracle.share_of_sink(head, row);
    if (facts.sink) {
        const Matrix& scores = *options.sink;
        facts.sink_score = scores(0, scores.cols() > 1 ? head : 0) / options.temperature;
        facts.largest = std::max(facts.largest, facts.sink_score);
        if (options.kind == NormalizationKind::softmax_naive)
            facts.total += std::exp(facts.sink_score);
    }
    return facts;
}

QString Truth::normaliser_fault(const OraclePlace& cell, const QString& words) const {
    const auto& [stage, head, row, column] = cell;
    const RowFacts facts = facts_of(head, row);
    const auto m = whole("(?:(.+); )?the (row|column) adds up to " + number_pattern +
                             "(?:, its entropy is ([0-9.]+) bits of at most ([0-9.]+))?"
                             "(?:; the sink takes " +
                             number_pattern + "(: what the " + line() + " leaves of 1)?)?",
                         words);
    if (!m.hasMatch() || m.captured(2) != line())
        return "no pattern knows: " + words;
    const Index keys = m_oracle.stage(S::weights, head).columns();
    const bool is_sink = column == keys;
    if (m.captured(7).isEmpty() == (is_sink && std::isfinite(facts.sink.value_or(0)) &&
                                    std::abs(facts.sum + facts.sink.value_or(0) - 1) < 1e-9))
        return "whose rest: " + words;
    if (!agrees(number_in(m.captured(3)), facts.sum, 1e-2, 5.1e-5))
        return "another sum: " + words;
    if (facts.sink.has_value() == m.captured(6).isEmpty() ||
        (facts.sink && !agrees(number_in(m.captured(6)), *facts.sink, 1e-2, 5.1e-5)))
        return "another sink: " + words;
    const double most = std::log2(double(facts.visible));
    if (!m.captured(4).isEmpty() && (!agrees(number_in(m.captured(4)), facts.bits, 1e-6, 5.1e-4) ||
                                     !agrees(number_in(m.captured(5)), most, 1e-6, 5.1e-4)))
        return "another entropy: " + words;
    const QString said = m.captured(1);
    const bool out = !is_sink && m_oracle.is_left_out(head, row, column);
    const bool hidden = !is_sink && m_oracle.is_hidden(head, row, column);
    if (said == "every key is hidden: all weights are 0")
        return unless(facts.hidden == keys, words, "not every one");
    if (said == "every score is −∞, not every key hidden: all weights are 0")
        return unless(facts.visible == 0 && facts.hidden < keys, words, "not so");
    if (said == "a hidden key weighs exactly 0")
        return unless(hidden, words, "not hidden");
    if (said == "a score of −∞ weighs exactly 0; this one comes from an overflow")
        return unless(out && !hidden, words, "no overflow");
    if (out)
        return "the key is left out: " + words;
    const QString fault = row_fault(facts, said, cell);
    return fault.isEmpty() ? fault : fault + ": " + words;
}

/// Checks the statement about a key that takes part in the normalisation.
QString Truth::row_fault(const RowFacts& facts, const QString& said, const OraclePlace& cell) const {
    const auto& [stage, head, row, column] = cell;
    const Normalization& options = m_experiment.normalization;
    const QString end = ": every visible weight of the " + line() + " is NaN";
    for (const QString& spoiler : facts.spoilers) {
        if (!said.startsWith(spoiler) || !said.endsWith(end))
            continue;
        const QString shift = said.mid(spoiler.size()).chopped(end.size());
        return unless(options.kind == NormalizationKind::softmax
                          ? shift == (facts.spoilers.join(QString()).contains(" is NaN, ")
                                          ? ", m too"
                                          : "; m = ∞, and ∞ − m is NaN")
                          : shift.isEmpty(),
                      said, "the shift");
    }
    const bool naive = options.kind == NormalizationKind::softmax_naive;
    if (const auto t = whole("divided by τ = " + number_pattern +
                                 " a score of the (row|column) is more than a double can hold",
                             said);
        t.hasMatch())
        return unless(facts.divided > 0 && agrees(number_in(t.captured(1)), options.temperature), said,
                      "it is not");
    if (!facts.spoilers.isEmpty() || facts.divided > 0)
        return "a score is not finite";
    if (const auto t =
            whole("divided by τ = " + number_pattern + " the sink is more than a double can hold", said);
        t.hasMatch())
        return unless(facts.sink && facts.sink_score == HUGE_VAL &&
                          agrees(number_in(t.captured(1)), options.temperature),
                      said, "it is not");
    if (const auto s = whole("each weight is computed alone(?:, with the bias b = " + number_pattern +
                                 ")?; the (row|column) need not add up to 1",
                             said);
        s.hasMatch())
        return unless(options.kind == NormalizationKind::sigmoid && s.captured(2) == line() &&
                          s.captured(1).isEmpty() == (options.bias == 0) &&
                          (options.bias == 0 || agrees(number_in(s.captured(1)), options.bias)),
                      said, "another bias");
    if (said == "e to every score of the " + line() +
                    " is too small for a double, and 0/0 is NaN: the shift by the maximum avoids it")
        return unless(naive && facts.total == 0, said, "it is not");
    if (said == "e to a power above 709 is more than a double can hold: the shift by the maximum avoids it")
        return unless(naive && facts.largest > 709, said, "there is none");
    if (said == "the sum of the " + line() + " is more than a double can hold: divided by it, all is 0")
        return unless(std::isinf(facts.total), said, "it is not");
    if (said == "the scores add up to 0: divided by it, no weight is finite")
        return unless(options.kind == NormalizationKind::sum && facts.total == 0, said, "they do not");
    if (const auto s = whole("z is the (row|column) of masked scores and m = " + number_pattern +
                                 " (its largest|the largest of them and the sink)(, divided by τ)?: "
                                 "subtracting m prevents overflow; "
                                 "the weights are unchanged",
                             said);
        s.hasMatch())
        return unless(options.kind == NormalizationKind::softmax && s.captured(1) == line() &&
                          agrees(number_in(s.captured(2)), facts.largest) &&
                          (s.captured(3) == "its largest") == !facts.sink &&
                          s.captured(4).isEmpty() == (options.temperature == 1),
                      said, "another maximum");
    if (const auto s =
            whole("t = " + number_pattern +
                      " is the threshold: what is left above it adds up to 1, a score below it weighs 0",
                  said);
        s.hasMatch()) {
        const double z = m_oracle.at(S::masked_scores, head, row, column).value / options.temperature;
        return unless(options.kind == NormalizationKind::sparsemax &&
                          agrees(std::max(z - number_in(s.captured(1)), 0.0), number(cell).computed, 1e-5,
                                 1e-6 * std::max(1.0, std::abs(z))),
                      said, "another threshold");
    }
    return unless(said.isEmpty() && (naive || options.kind == NormalizationKind::sum), said,
                  "no pattern knows");
}

QString Truth::dropout_fault(const OraclePlace& cell, const QString& words) const {
    const auto& [stage, head, row, column] = cell;
    const OracleNumber& its = number(cell);
    const bool is_spoilt = !its.is_finite() && !its.overridden;
    const auto m = whole("(?:dropped: the number drawn for it, " + number_pattern +
                             ", is not below 1 − p = " + number_pattern + "|kept: the number drawn for it, " +
                             number_pattern + ", is below 1 − p = " + number_pattern +
                             "; what is kept is divided by that)(?:; (.+))?",
                         words);
    if (!m.hasMatch())
        return "no pattern knows: " + words;
    const bool is_kept = m.captured(1).isEmpty();
    const double drawn = number_in(m.captured(is_kept ? 3 : 1));
    const double limit = number_in(m.captured(is_kept ? 4 : 2));
    return unless(is_kept == m_oracle.is_kept(head, row, column) && (drawn < limit) == is_kept &&
                      agrees(drawn, m_oracle.drawn(head, row, column)) &&
                      agrees(limit, 1 - m_experiment.dropout->rate) &&
                      m.captured(5) == (is_spoilt ? reason(cell, cell) : QString()),
                  words, "it was drawn otherwise");
}

QString Truth::fault_of_sink(HeadIndex head, Index row, double share, const QString& words,
                             const QString& step) const {
    const std::optional<double> sink = m_oracle.share_of_sink(head, row);
    if (!sink || !agrees(share, *sink, 1e-9, 1e-12))
        return "another share: " + words;
    const QString query = token(false, row), end = "; no key, no value";
    const QString begin = "the sink takes ", of = " of the attention of " + query + end;
    if (!std::isfinite(share)) {
        if (words != "what the sink takes of the attention of " + query + " is NaN" + end)
            return "no pattern knows: " + words;
    } else if (!words.startsWith(begin) || !words.endsWith(of)) {
        return "no pattern knows: " + words;
    } else {
        const QString part = words.mid(begin.size()).chopped(of.size());
        const bool is_said = part == "less than 0.1 %" ? share > 0 && share < 0.0005
                             : part == "more than 99.9 %"
                                 ? share < 1 && share > 0.9995
                                 : std::abs(number_in(part.chopped(2)) - share * 100) <= 0.0501;
        if (!is_said)
            return "another part: " + words;
    }
    return normaliser_fault({S::weights, head, row, m_oracle.stage(S::weights, head).columns()}, step);
}

bool Truth::is_cache_step() const {
    const auto& source = m_experiment.source;
    const Sequence& query = m_experiment.sequence;
    const Index last = Index(m_oracle.keys().size()) - 1;
    return source && query.tokenizer == Tokenizer::manual && m_oracle.queries().size() == 1 &&
           m_oracle.queries().front() == m_oracle.keys().back() &&
           m_oracle.position(false, 0) == m_oracle.position(true, last);
}

/// Of the last step that makes a scaled score.
QString Truth::title_of_scaling() const {
    const Scores& scores = m_experiment.scores;
    const bool adds = !scores.additive.empty();
    if (scores.bias == ScoreBias::alibi)
        return QString("Subtract the slope times the distance") + (adds ? " and add the added score" : "");
    return adds ? "Add the added score" : scores.softcap ? "Cap the score" : "Scale";
}

QString Truth::fault_of_scaling_step(const OraclePlace& cell, const QString& title,
                                     const QString& words) const {
    if (title == "Scale")
        return unless(words.isEmpty(), words, "scaling says nothing");
    QStringList parts = words.isEmpty() ? QStringList() : words.split("; ");
    const QString fault = title == "Cap the score" ? cap_fault(cell, parts) : "another step: " + title;
    return fault.isEmpty() ? unless(parts.isEmpty(), words, "no pattern knows") : fault;
}

/// Takes what is said of a softcap.
QString Truth::cap_fault(const OraclePlace& cell, QStringList& parts) const {
    const auto& [stage, head, row, column] = cell;
    const std::optional<double>& c = m_experiment.scores.softcap;
    if (stage != S::scaled_scores || !c)
        return {};
    const Index d_k = m_oracle.stage(S::queries, head).columns();
    const double x = m_oracle.at(S::scores, head, row, column).value *
                     m_experiment.scores.scale.value_or(1 / std::sqrt(double(d_k)));
    const QString said = parts.value(0);
    if (!said.startsWith("softcap: "))
        return unless(std::isnan(x), said, "the softcap is not said");
    parts.removeFirst();
    if (const auto m = whole("softcap: c·tanh\\(x/c\\) stays between −" + number_pattern + " and " +
                                 number_pattern + ", however large x is",
                             said);
        m.hasMatch())
        return unless(std::isfinite(x) && m.captured(1) == m.captured(2) &&
                          agrees(number_in(m.captured(1)), *c),
                      said, "another cap");
    const auto m = whole("softcap: tanh\\(x/c\\) of x = (−?∞) is (−?1), which makes it finite", said);
    return unless(m.hasMatch() && number_in(m.captured(1)) == x && (number_in(m.captured(2)) > 0) == (x > 0),
                  said, "x is not infinite");
}

QString Truth::sum_fault(const OraclePlace& cell, const QString& title, const QString& words) const {
    const auto& [stage, head, row, column] = cell;
    const OracleNumber& its = number(cell);
    QStringList parts = words.isEmpty() ? QStringList() : words.split("; ");
    const auto take = [&](const QString& part) { return parts.removeOne(part); };
    if (!its.is_finite() && !its.overridden && !take(reason(cell, cell)))
        return "where it began is not said: " + words;
    if (stage == S::concat &&
        !take(QStringLiteral("from head %1").arg(column / m_oracle.stage(S::head_outputs, 0).columns() + 1)))
        return "which head is not said: " + words;
    if (stage == S::scaled_scores && title != title_of_scaling())
        return "another title: " + title;
    if (title == "Cap the score")
        if (const QString fault = cap_fault(cell, parts); !fault.isEmpty())
            return fault + ": " + words;
    if ((stage == S::keys || stage == S::values) && is_cache_step() &&
        !take(row + 1 == Index(m_oracle.keys().size())
                  ? QString("computed at this step")
                  : "computed at the step of " + token(true, row) + ", and in the key cache since"))
        return "the key cache is not said: " + words;
    if (parts.contains("the key cache keeps it for those to come"))
        if (!is_cache_step() || row + 1 != Index(m_oracle.keys().size()) ||
            !take("the key cache keeps it for those to come"))
            return "it is no step with a key cache: " + words;
    if (stage == S::scaled_scores && m_experiment.scores.bias == ScoreBias::alibi &&
        !take("ALiBi: the farther the key, the less it counts"))
        return "ALiBi is not said: " + words;
    const bool may_turn = (stage == S::queries || stage == S::keys) && m_experiment.scores.rotary;
    const auto pair =
        may_turn ? m_oracle.pair_of(column, m_oracle.stage(stage, head).columns()) : std::nullopt;
    if (may_turn && !pair && !take("this feature is not rotated"))
        return "that it is not rotated is not said: " + words;
    if (!parts.isEmpty() && pair) {
        const QString across =
            QStringLiteral("features %1 and %2 are a pair").arg(pair->first + 1).arg(pair->second + 1);
        const bool is_across = take(across);
        const auto m = whole("θ = \\(([0-9]+) − 1\\) · " + number_pattern +
                                 "\\^\\(−([0-9]+)/([0-9]+)\\) = " + number_pattern,
                             parts.value(0));
        const Index position = m_oracle.position(stage == S::keys, row);
        const auto of_frequency =
            whole("θ = \\(([0-9]+) − 1\\) · " + number_pattern + " = " + number_pattern, parts.value(0));
        if (of_frequency.hasMatch()) {
            if (m_experiment.scores.rotary_frequencies.empty() ||
                of_frequency.captured(1).toInt() != position + 1 ||
                !agrees(number_in(of_frequency.captured(2)), pair->frequency) ||
                !agrees(number_in(of_frequency.captured(3)), double(position) * pair->frequency) ||
                parts.value(1) != QStringLiteral("the token is at position %1").arg(position + 1))
                return "another angle of a frequency: " + words;
            parts = parts.mid(2);
        } else if (m.hasMatch()) {
            if (!m_experiment.scores.rotary_frequencies.empty() || m.captured(1).toInt() != position + 1 ||
                m.captured(3).toInt() != pair->exponent || m.captured(4).toInt() != pair->width ||
                !agrees(number_in(m.captured(2)), m_experiment.scores.rotary_base) ||
                !agrees(number_in(m.captured(5)), double(position) * pair->frequency) ||
                parts.value(1) != QStringLiteral("the token is at position %1").arg(position + 1))
                return "another angle: " + words;
            parts = parts.mid(2);
        }
        if (is_across != (pair->second != pair->first + 1))
            return "which features are a pair: " + words;
    }
    if (const auto m = whole("0 within rounding, computed as " + number_pattern, parts.value(0));
        m.hasMatch()) {
        // Must be genuine rounding: within a few units of the magnitude of its terms.
        if (std::abs(number_in(m.captured(1))) > 1e-12 * std::max(1.0, its.magnitude) ||
            std::abs(its.value) > 1e-12 * std::max(1.0, its.magnitude))
            return "no rounding: " + words;
        parts.removeFirst();
    }
    return unless(parts.isEmpty(), words, "no pattern knows");
}

QString Truth::fault_of_norm_step(const OraclePlace& cell, const QString& title, const QString& words) const {
    const auto& [stage, head, row, column] = cell;
    const QkNorm& norm = *m_experiment.scores.qk_norm;
    const OracleNorm& its = m_oracle.norm(stage, head, row);
    const MatrixPtr& gains = stage == S::queries ? norm.g_Q : norm.g_K;
    const bool is_rms = norm.kind == QkNormKind::rms;
    const QString of_zero = its.divisor == 0 ? "r is 0: nothing divided by it is finite" : "";
    if (title == "Add up the squares of the " + line()) {
        QString expected = QStringLiteral("x holds the %1 numbers of the %2 before it is normalised")
                               .arg(m_oracle.stage(stage, head).columns())
                               .arg(line());
        if (std::isinf(its.squares))
            expected += "; the squares add up to more than a double can hold: divided by their root, every "
                        "finite number of the " +
                        line() + " is 0";
        return unless(words == expected, words, "not the squares");
    }
    if (title == "Take the root mean square of the " + line() + ", with ε")
        return unless(is_rms && words == of_zero, words, "no root mean square");
    if (title == "Take the length of the " + line())
        return unless(!is_rms && !its.by_epsilon && words == of_zero, words, "no length");
    if (title == "Take ε in place of the length") {
        const auto m =
            whole("the length, " + number_pattern + ", is less than ε, which takes its place", words);
        return unless(its.by_epsilon && m.hasMatch() &&
                          agrees(number_in(m.captured(1)), std::sqrt(its.squares)),
                      words, "another length");
    }
    if (title.startsWith("Divide by r"))
        return unless(words.isEmpty() && title.contains("multiply by the gain") == (gains != nullptr), title,
                      "another gain");
    return unless(words.isEmpty() && (title.startsWith("Multiply the token") || title.startsWith("Take the")),
                  title + ", " + words, "no pattern knows");
}

namespace {

/// What a step must say of where the number of a word's vector comes from.
QString origin_of(const Experiment& e, bool of_source, Index row, Index column) {
    const Sequence& sequence = of_source ? *e.source : e.sequence;
    const std::string& word = sequence.tokens[static_cast<std::size_t>(row)];
    const bool given = e.embedding.inputs == InputKind::rows;
    const double value = given ? (of_source ? *e.embedding.X_source : *e.embedding.X)(row, column)
                               : (*e.embedding.table->find(word)->values)(column);
    const QString name = QString::fromStdString(text_of(in_quotes(word)));
    if (value == seeded_token(e.embedding, word)(column))
        return QStringLiteral("drawn at random for %1: a normal number of NumPy’s generator, seeded with the "
                              "document’s seed, %2, and the word")
            .arg(name)
            .arg(e.embedding.seed);
    return given
               ? QString()
               : QStringLiteral("a new word’s vector is drawn at random, from the document’s seed; here that "
                                "of %1 has another number")
                     .arg(name);
}

} // namespace

QString Truth::fault_of_step(const OraclePlace& cell, bool overridden, const QString& title,
                             const QString& words) const {
    const auto& [stage, head, row, column] = cell;
    if (overridden) {
        const auto m = whole("computed value: " + number_pattern, words);
        return unless(m.hasMatch() && number(cell).overridden &&
                          agrees(number_in(m.captured(1)), number(cell).computed, 1e-5,
                                 1e-12 * std::max(1.0, number(cell).magnitude)),
                      words, "another number");
    }
    if (stage == S::head_outputs)
        if (title != (m_experiment.dropout                  ? "Sum the values by their weights after dropout"
                      : m_oracle.is_distribution(head, row) ? "Average the values by attention"
                                                            : "Sum the values by their weights"))
            return "another title: " + title;
    if (stage == S::weights)
        return normaliser_fault(cell, words);
    if (stage == S::dropped_weights)
        return dropout_fault(cell, words);
    if (stage == S::inputs || stage == S::source_inputs) {
        const QString origin = origin_of(m_experiment, stage == S::source_inputs, row, column);
        if (!words.startsWith(origin))
            return "another origin: " + words;
        const QString rest = words.mid(origin.size());
        return sum_fault(cell, title, rest.startsWith("; ") ? rest.mid(2) : rest);
    }
    if (stage != S::masked_scores)
        return sum_fault(cell, title, words);
    const std::vector<std::string> rules = m_oracle.rules(row, column);
    if (!rules.empty()) {
        const bool is_causal = std::ranges::count(rules, "causal") > 0;
        const QString causal = is_causal ? "; a causal mask hides what comes after the query" : "";
        // The reason that applies to the masked score without an override.
        const auto m = whole("hidden: (.+?)" + escaped(causal), words);
        const QString reasons = QString::fromStdString(m_oracle.rules_text(row, column));
        return unless(m.hasMatch() && m.captured(1) == reasons, words, "other rules");
    }
    QString expected = !m_oracle.rules_set().empty() ? "not hidden by any rule" : "not masked";
    const OraclePlace scaled{S::scaled_scores, head, row, column};
    const OracleNumber& before = number(scaled);
    if (!before.is_finite())
        expected += (before.value == -HUGE_VAL && before.typed ? "; hidden all the same, by " : "; ") +
                    reason(scaled, scaled);
    return unless(words == expected, words, "no pattern knows");
}

} // namespace lab::test
