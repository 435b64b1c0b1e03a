// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/truth.h"

#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace lab::test {

namespace {

using S = StageId;

bool is_token_pair(S stage) {
    return stage >= S::scores && stage <= S::weights;
}

bool rows_are_keys(const Experiment& e, S stage) {
    return e.source && (stage == S::source_inputs || stage == S::keys || stage == S::values);
}

QString title_of(S stage) {
    static const std::map<S, const char*> titles{{S::inputs, "Inputs"},
                                                 {S::source_inputs, "Source inputs"},
                                                 {S::queries, "Queries"},
                                                 {S::keys, "Keys"},
                                                 {S::values, "Values"},
                                                 {S::scores, "Scores"},
                                                 {S::scaled_scores, "Scaled scores"},
                                                 {S::masked_scores, "Masked scores"},
                                                 {S::weights, "Attention weights"},
                                                 {S::head_outputs, "Head output"},
                                                 {S::concat, "Concatenation"},
                                                 {S::output, "Output"}};
    return QString::fromUtf8(titles.at(stage));
}

QString file_name_of(S stage) {
    static const std::map<S, const char*> names{{S::inputs, "inputs"},
                                                {S::source_inputs, "source_inputs"},
                                                {S::queries, "queries"},
                                                {S::keys, "keys"},
                                                {S::values, "values"},
                                                {S::scores, "scores"},
                                                {S::scaled_scores, "scaled_scores"},
                                                {S::masked_scores, "masked_scores"},
                                                {S::weights, "weights"},
                                                {S::head_outputs, "head_outputs"},
                                                {S::concat, "concat"},
                                                {S::output, "output"}};
    return QString::fromUtf8(names.at(stage));
}

bool has_heads(S stage) {
    return stage >= S::queries && stage <= S::head_outputs;
}

/// A number as it is written for people: a minus sign of its own, and ∞.
double read(QString text) {
    text.replace(QChar(0x2212), QLatin1Char('-'));
    if (text == "∞")
        return HUGE_VAL;
    if (text == "-∞")
        return -HUGE_VAL;
    return text == "NaN" ? std::nan("") : text.toDouble();
}

bool agrees(double said, double is, double relative = 1e-5, double absolute = 1e-9) {
    if (std::isnan(said) || std::isnan(is))
        return std::isnan(said) && std::isnan(is);
    if (std::isinf(said) || std::isinf(is))
        return said == is;
    return std::abs(said - is) <= absolute + relative * std::abs(is);
}

QRegularExpressionMatch whole(const QString& pattern, const QString& text) {
    return QRegularExpression(QRegularExpression::anchoredPattern(pattern),
                              QRegularExpression::DotMatchesEverythingOption)
        .match(text);
}

QString escaped(const QString& text) {
    return QRegularExpression::escape(text);
}

const QString number_pattern = QStringLiteral("(−?[0-9.]+(?:e[+−]?[0-9]+)?|−?∞|NaN)");

QString unless(bool is_true, const QString& sentence, const char* why) {
    return is_true ? QString() : QStringLiteral("%1: %2").arg(QString::fromUtf8(why), sentence);
}

} // namespace

int truth_rounds() {
    return qEnvironmentVariableIsSet("LAB_EXHAUSTIVE") ? 4000 : 60;
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
    if (q && some(3)) { // one product a score overflows, so that no order of adding matters
        e.scores.rotary = false;
        e.heads.kv_count = e.heads.kv_count;
        const double sign = random.coin() ? 1 : -1;
        const Index feature = random.between(0, q->cols() / e.heads.count - 1);
        const Index group = random.between(0, e.heads.kv_count - 1);
        const Index head = group * e.heads.count / e.heads.kv_count;
        const Index d_k = q->cols() / e.heads.count;
        q = changed(q, [&](Matrix& m) { m(0, head * d_k + feature) = 1e200; });
        k = changed(k, [&](Matrix& m) { m(0, group * d_k + feature) = sign * 1e200; });
    } else if (q && some(4)) {
        q = changed(q, [](Matrix& m) { m.setZero(); }); // all scores equal
    } else if (some(4)) {
        e.scores.scale = 400; // saturated, and more than e^709
    }
    if (some(3)) {
        e.mask = {};
        e.scores.bias = ScoreBias::none;
    }
    for (int more = 0; more < 2 && some(2); ++more)
        random.add_override(e);
    return e;
}

const OracleNumber& Truth::number(const OraclePlace& cell) const {
    const auto& [stage, head, row, column] = cell;
    return m_oracle.at(stage, head, row, column);
}

QString Truth::token(bool is_key, Index index) const {
    const std::vector<std::string>& all = is_key ? m_oracle.keys() : m_oracle.queries();
    const std::string& word = all[static_cast<std::size_t>(index)];
    QString text = QString::fromStdString(word);
    if (std::ranges::count(all, word) > 1)
        text += QStringLiteral("(%1)").arg(index + 1);
    return QStringLiteral("“%1”").arg(text);
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
    if (stage == S::masked_scores && !number(from).fixed) {
        QStringList names;
        const auto rules = m_oracle.rules(row, column);
        if (rules[0])
            names += "causal";
        if (rules[1])
            names += QStringLiteral("window %1").arg(*m_experiment.mask.window);
        if (rules[2])
            names += QStringLiteral("padding of key %1").arg(column + 1);
        if (rules[3])
            names += "custom mask";
        const QString last = names.takeLast();
        return names.isEmpty() ? last : names.join(", ") + ", and " + last;
    }
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
    // What is as good as equal may count as either.
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
    if (const auto m = whole("the score of " + q + " for " + k + " is −∞: (.+); so its weight is 0", words);
        m.hasMatch())
        return unless(left_out && !m_oracle.is_hidden(head, row, column) && m.captured(1) == why, words,
                      "no overflow, or begun elsewhere");
    if (const auto m = whole("the weight of " + q + " for " + k + " is (NaN|∞|−∞): (.+)", words);
        m.hasMatch())
        return unless(agrees(read(m.captured(1)), weight) && m.captured(2) == why, words, "another reason");
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
                                     : agrees(read(share.chopped(2)), weight * 100, 0, 0.0501);
        if (!right_share || !m_oracle.is_distribution(head, row))
            return "no such share: " + words;
        if (!m.captured(2).isEmpty() || !m.captured(3).isEmpty())
            return unless(all.size() == 1 && m.captured(2).isEmpty() == (m_oracle.keys().size() > 1), words,
                          "not the only one");
        return m.captured(5) == line() ? rank_fault(m.captured(4), all, weight)
                                       : "rows and columns: " + words;
    }
    if (const auto m =
            whole("the weight of " + q + " for " + k + " is " + number_pattern +
                      "(?:, (the .+) of its (row|column))?; the (row|column) sums to " + number_pattern,
                  words);
        m.hasMatch()) {
        if (m_oracle.is_distribution(head, row) || !agrees(read(m.captured(1)), weight) ||
            !agrees(read(m.captured(5)), m_oracle.sum_of_weights(head, row), 1e-5, 1e-6) ||
            m.captured(4) != line())
            return "another number: " + words;
        return m.captured(2).isEmpty()
                   ? unless(all.size() <= 1 ||
                                std::ranges::count_if(all, [](double w) { return std::isfinite(w); }) == 1,
                            words, "there are others")
                   : rank_fault(m.captured(2), all, weight);
    }
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
    if (const auto m = whole("the score of " + q + " for " + k + " is (NaN|∞|−∞): (.+)", words); m.hasMatch())
        return unless(!hidden && agrees(read(m.captured(1)), score) && m.captured(2) == reason(cell, cell),
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
        {S::head_outputs,
         what + "what the head says for " + whose +
             (shares ? ": the values, averaged by its attention" : ": the values, summed by its weights")},
        {S::concat, what + "what all heads say for " + whose + ", side by side"},
        {S::output, what + "the output for " + whose},
    };
    return unless(words == expected.at(stage), words, "no pattern knows");
}

QString Truth::normaliser_fault(const OraclePlace& cell, const QString& words) const {
    const auto& [stage, head, row, column] = cell;
    const OracleMatrix& weights = m_oracle.stage(S::weights, head);
    const Normalization& options = m_experiment.normalization;
    double sum = 0;
    double bits = 0;
    Index visible = 0, hidden = 0, spoilt = 0, divided = 0;
    double largest = -HUGE_VAL;
    double total = 0;
    const bool divides = options.kind != NormalizationKind::sum;
    QStringList spoilers;
    for (Index key = 0; key < weights.columns(); ++key) {
        const double weight = weights.at(row, key).computed;
        const OracleNumber& score = m_oracle.at(S::masked_scores, head, row, key);
        sum += weight;
        bits -= weight > 0 ? weight * std::log2(weight) : 0;
        hidden += m_oracle.is_hidden(head, row, key);
        if (m_oracle.is_left_out(head, row, key))
            continue;
        ++visible;
        const double z = divides ? score.value / options.temperature : score.value;
        largest = std::max(largest, z);
        total += options.kind == NormalizationKind::softmax_naive ? std::exp(z) : z;
        divided += std::isfinite(score.value) && !std::isfinite(z);
        if (!score.is_finite()) {
            ++spoilt;
            const OraclePlace place{S::masked_scores, head, row, key};
            spoilers += "the score of " + token(true, key) + " is " +
                        (std::isnan(score.value) ? "NaN" : "∞") + ", " + reason(place, place);
        }
    }
    const auto m = whole("(?:(.+); )?the (row|column) adds up to " + number_pattern +
                             "(?:, its entropy is ([0-9.]+) bits of at most ([0-9.]+))?",
                         words);
    if (!m.hasMatch() || m.captured(2) != line())
        return "no pattern knows: " + words;
    if (!agrees(read(m.captured(3)), sum, 1e-2, 5.1e-5))
        return "another sum: " + words;
    if (!m.captured(4).isEmpty() && (!agrees(read(m.captured(4)), bits, 1e-6, 5.1e-4) ||
                                     !agrees(read(m.captured(5)), std::log2(double(visible)), 1e-6, 5.1e-4)))
        return "another entropy: " + words;
    const QString said = m.captured(1);
    const bool own_out = m_oracle.is_left_out(head, row, column);
    const bool own_hidden = m_oracle.is_hidden(head, row, column);
    if (said == "every key is hidden: all weights are 0")
        return unless(hidden == weights.columns(), words, "not every one");
    if (said == "every score is −∞, not every key hidden: all weights are 0")
        return unless(visible == 0 && hidden < weights.columns(), words, "not so");
    if (said == "a hidden key weighs exactly 0")
        return unless(own_hidden, words, "not hidden");
    if (said == "a score of −∞ weighs exactly 0; this one comes of an overflow")
        return unless(own_out && !own_hidden, words, "no overflow");
    if (own_out)
        return "the key is left out: " + words;
    if (said.startsWith("the score of ")) {
        for (const QString& spoiler : spoilers) {
            if (said.startsWith(spoiler) &&
                said.endsWith(": every visible weight of the " + line() + " is NaN")) {
                const QString shift = said.mid(spoiler.size()).section(": every", 0, 0);
                const bool is_softmax = options.kind == NormalizationKind::softmax;
                return unless(
                    shift == (is_softmax ? shift : QString()) &&
                        (shift.isEmpty() || shift == ", m too" || shift == "; m = ∞, and ∞ − m is NaN"),
                    words, "the shift");
            }
        }
        return "no such score: " + words;
    }
    if (const auto t = whole("divided by τ = " + number_pattern +
                                 " a score of the (row|column) is more than a "
                                 "double can hold",
                             said);
        t.hasMatch())
        return unless(divided > 0 && agrees(read(t.captured(1)), options.temperature), words, "it is not");
    if (spoilt > 0 || divided > 0)
        return "a score is not finite: " + words;
    const bool naive = options.kind == NormalizationKind::softmax_naive;
    if (said == "e to every score of the " + line() +
                    " is too small for a double, and 0/0 is NaN: the shift by the maximum avoids it")
        return unless(naive && total == 0, words, "it is not");
    if (said == "e to a score above 709 is more than a double can hold: the shift by the maximum avoids it")
        return unless(naive && largest > 709, words, "there is none");
    if (said == "the sum of the " + line() + " is more than a double can hold: divided by it, all is 0")
        return unless(std::isinf(total), words, "it is not");
    if (said == "the scores add up to 0: divided by it, no weight is finite")
        return unless(options.kind == NormalizationKind::sum && total == 0, words, "they do not");
    if (const auto s =
            whole("z is the (row|column) of masked scores and m = " + number_pattern +
                      " its largest(, divided by τ)?: taken off all of them it changes no weight and "
                      "keeps e from overflowing",
                  said);
        s.hasMatch())
        return unless(options.kind == NormalizationKind::softmax && s.captured(1) == line() &&
                          agrees(read(s.captured(2)), largest) &&
                          s.captured(3).isEmpty() == (options.temperature == 1),
                      words, "another maximum");
    if (const auto s = whole("t = " + number_pattern +
                                 " is the threshold: what is left above it adds up to 1, a "
                                 "score below it weighs 0",
                             said);
        s.hasMatch()) {
        const double z = m_oracle.at(S::masked_scores, head, row, column).value / options.temperature;
        const double weight = weights.at(row, column).computed;
        return unless(options.kind == NormalizationKind::sparsemax &&
                          agrees(std::max(z - read(s.captured(1)), 0.0), weight, 1e-5,
                                 1e-6 * std::max(1.0, std::abs(z))),
                      words, "another threshold");
    }
    return unless(said.isEmpty() && (naive || options.kind == NormalizationKind::sum), words,
                  "no pattern knows");
}

QString Truth::sum_fault(const OraclePlace& cell, const QString& words) const {
    const auto& [stage, head, row, column] = cell;
    const OracleNumber& its = number(cell);
    QStringList parts = words.isEmpty() ? QStringList() : words.split("; ");
    const auto take = [&](const QString& part) { return parts.removeOne(part); };
    if (!its.is_finite() && !its.fixed && !take(reason(cell, cell)))
        return "where it began is not said: " + words;
    if (stage == S::concat &&
        !take(QStringLiteral("from head %1").arg(column / m_oracle.stage(S::head_outputs, 0).columns() + 1)))
        return "which head is not said: " + words;
    if (stage == S::scaled_scores && m_experiment.scores.bias == ScoreBias::alibi &&
        !take("ALiBi: the farther the key, the less it counts"))
        return "ALiBi is not said: " + words;
    if (!parts.isEmpty() && (stage == S::queries || stage == S::keys) && m_experiment.scores.rotary) {
        const double d_k = double(m_oracle.stage(stage, head).columns());
        const auto m =
            whole("θ = ([0-9]+) · " + number_pattern + "\\^\\(−([0-9]+)/([0-9]+)\\) = " + number_pattern,
                  parts.value(0));
        const double angle =
            double(row) * std::pow(m_experiment.scores.rotary_base, -double(column - column % 2) / d_k);
        if (m.hasMatch()) {
            if (m.captured(1).toInt() != row || !agrees(read(m.captured(5)), angle) ||
                parts.value(1) != "positions count from 0")
                return "another angle: " + words;
            parts = parts.mid(2);
        }
    }
    if (const auto m = whole("0 within rounding, computed as " + number_pattern, parts.value(0));
        m.hasMatch()) {
        // It is the program's own rounding: no larger than a few units of what was added, however deep.
        if (std::abs(read(m.captured(1))) > 1e-12 * std::max(1.0, its.magnitude) ||
            std::abs(its.value) > 1e-12 * std::max(1.0, its.magnitude))
            return "no rounding: " + words;
        parts.removeFirst();
    }
    return unless(parts.isEmpty(), words, "no pattern knows");
}

QString Truth::fault_of_step(const OraclePlace& cell, bool fixed, const QString& title,
                             const QString& words) const {
    const auto& [stage, head, row, column] = cell;
    if (fixed) {
        const auto m = whole("computed, it would be " + number_pattern, words);
        return unless(m.hasMatch() && number(cell).fixed &&
                          agrees(read(m.captured(1)), number(cell).computed, 1e-5,
                                 1e-12 * std::max(1.0, number(cell).magnitude)),
                      words, "another number");
    }
    if (stage == S::head_outputs)
        if (title != (m_oracle.is_distribution(head, row) ? "Average the values by attention"
                                                          : "Sum the values by their weights"))
            return "another title: " + title;
    if (stage == S::weights)
        return normaliser_fault(cell, words);
    if (stage != S::masked_scores)
        return sum_fault(cell, words);
    const auto rules = m_oracle.rules(row, column);
    if (std::ranges::count(rules, true) > 0) {
        QStringList names;
        const QString causal = rules[0] ? "; a causal mask hides what comes after the query" : "";
        // The reason that the masked score would have without an override.
        const auto m = whole("hidden: (.+?)" + escaped(causal), words);
        const bool named = m.hasMatch() && m.captured(1).contains("causal") == rules[0] &&
                           m.captured(1).contains("window") == rules[1] &&
                           m.captured(1).contains("padding") == rules[2] &&
                           m.captured(1).contains("custom mask") == rules[3];
        return unless(named, words, "other rules");
    }
    const Mask& mask = m_experiment.mask;
    const bool masks = mask.causal || mask.window || !mask.padding.empty() || mask.custom;
    QString expected = masks ? "kept: no rule hides this key" : "kept: there is no mask";
    const OraclePlace scaled{S::scaled_scores, head, row, column};
    const OracleNumber& before = number(scaled);
    if (!before.is_finite())
        expected += (before.value == -HUGE_VAL && before.typed ? "; hidden all the same, by " : "; ") +
                    reason(scaled, scaled);
    return unless(words == expected, words, "no pattern knows");
}

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
        const double said = read(why.mid(29));
        return unless(m.captured(1) == "0" && std::abs(said) <= 1e-12 * std::max(1.0, its.magnitude),
                      description, "no rounding");
    }
    if (!agrees(read(m.captured(1)), its.value, 1e-5, 1e-12 * std::max(1.0, its.magnitude)))
        return "another number: " + description;
    const OraclePlace masked{S::masked_scores, head, row, column};
    QString expected;
    const bool left_out =
        is_token_pair(stage) && stage >= S::masked_scores && m_oracle.is_left_out(head, row, column);
    if (its.fixed)
        expected = "overridden";
    else if (left_out && (stage == S::masked_scores || its.value == 0))
        expected = m_oracle.is_hidden(head, row, column) ? "hidden: " + reason(masked, cell)
                   : stage == S::weights                 ? "its score is −∞: " + reason(masked, cell)
                                                         : reason(masked, cell);
    else if (!its.is_finite())
        expected = reason(cell, cell);
    return unless(why == expected, description, qPrintable("expected " + expected));
}

QString Truth::fault_of_note(StageId stage, HeadIndex head, const QString& note) const {
    const OracleMatrix& matrix = m_oracle.stage(stage, head);
    const auto rows_where = [&](const auto& holds) {
        Index count = 0;
        for (Index row = 0; row < matrix.rows(); ++row)
            count += holds(row);
        return count;
    };
    const auto all = [&](Index row, const auto& holds) {
        for (Index column = 0; column < matrix.columns(); ++column) {
            if (!holds(row, column))
                return false;
        }
        return true;
    };
    const auto hidden = [&](Index row) {
        return all(row, [&](Index r, Index c) { return m_oracle.is_hidden(head, r, c); });
    };
    const auto overflowed = [&](Index row) {
        return !hidden(row) && all(row, [&](Index r, Index c) { return m_oracle.is_left_out(head, r, c); });
    };
    /// "“a”, “b” and 3 more" stands for so many.
    const auto count_named = [](const QString& names) {
        const auto m = whole("(.+?)(?: and ([0-9]+) more)?", names);
        return m.captured(1).count("“") + m.captured(2).toInt();
    };
    const auto first_where = [&](const auto& holds) -> std::optional<OraclePlace> {
        for (Index row = 0; row < matrix.rows(); ++row) {
            for (Index column = 0; column < matrix.columns(); ++column) {
                if (holds(row, column))
                    return OraclePlace{stage, head, row, column};
            }
        }
        return std::nullopt;
    };
    if (const auto m =
            whole("Every key is hidden from (.+)|Nothing to attend to for (.+): all weights are 0", note);
        m.hasMatch())
        return unless(rows_where(hidden) == count_named(m.captured(1) + m.captured(2)), note,
                      "other queries");
    const auto overflow = [&](Index row, Index column) {
        return m_oracle.is_left_out(head, row, column) && !m_oracle.is_hidden(head, row, column);
    };
    const auto place_of = [&](const OraclePlace& cell) {
        return std::pair(std::get<2>(cell), std::get<3>(cell));
    };
    const auto origin = [&] {
        const auto [row, column] = place_of(*first_where(overflow));
        const OraclePlace masked{S::masked_scores, head, row, column};
        return reason(masked, masked);
    };
    if (const auto m = whole("All weights of (.+) are 0, since every score is −∞: (.+)", note); m.hasMatch())
        return unless(rows_where(overflowed) == count_named(m.captured(1)) && first_where(overflow) &&
                          m.captured(2) == origin(),
                      note, "other queries");
    if (const auto m = whole("Weights are 0 where scores are −∞, first at (.+?): (.+)", note); m.hasMatch())
        return unless(first_where(overflow) && rows_where(overflowed) == 0 && m.captured(2) == origin(), note,
                      "no overflow");
    if (const auto m = whole("(NaN|∞|−∞) first at (.+?): (.+)", note); m.hasMatch()) {
        const auto first = first_where([&](Index row, Index column) {
            const bool is_hidden = stage == S::masked_scores && m_oracle.is_hidden(head, row, column);
            return !matrix.at(row, column).is_finite() && !is_hidden;
        });
        if (!first)
            return "everything is finite: " + note;
        const QString why = number(*first).fixed ? "overridden" : reason(*first, *first);
        return unless(agrees(read(m.captured(1)), number(*first).value) && m.captured(3) == why, note,
                      qPrintable("expected " + why));
    }
    if (const auto m = whole("Overridden: the weights no longer sum to 1, (.+)", note); m.hasMatch()) {
        Index others = 0;
        for (Index row = 0; row < matrix.rows(); ++row) {
            bool fixed = false;
            for (Index column = 0; column < matrix.columns(); ++column)
                fixed = fixed || matrix.at(row, column).fixed;
            others += fixed && !(std::abs(m_oracle.sum_of_weights(head, row) - 1) <= 1e-9);
        }
        return unless(others == count_named(m.captured(1)), note, "other queries");
    }
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
    const auto m = whole(
        "first (number that is not finite|overflow): (.+) is (nan|inf|-inf)(, from an override)?", note);
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
                    return unless(m.captured(2) == file_place(cell) &&
                                      (!any || m.captured(4).isEmpty() != typed),
                                  note, qPrintable("expected " + file_place(cell)));
                }
            }
        }
    }
    return "everything is finite: " + note;
}

} // namespace lab::test
