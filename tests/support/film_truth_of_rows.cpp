// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whole rows, rows of weights on their way, and the numbers of captions.
#include "core/experiment/masks.h"
#include "core/experiment/normalizers.h"
#include "core/experiment/phrases.h"
#include "tests/support/film_truth.h"
#include "tests/support/shown_equation.h"
#include "tests/support/truth_patterns.h"

#include <algorithm>
#include <numeric>

namespace lab::test {

namespace {

constexpr std::size_t most = 6; ///< terms of a sum, or equations; of more, these are shown and the last:
constexpr std::size_t first_ones = 4;

template<class T>
std::vector<T> shown_ones(const std::vector<T>& all) {
    if (all.size() <= most)
        return all;
    std::vector<T> some(all.begin(), all.begin() + first_ones);
    some.push_back(all.back());
    return some;
}

bool is_same_number(const QString& said, const FilmEquation::Number& is, int decimals) {
    const double value = number_in(said);
    if (!std::isfinite(value) || !std::isfinite(is.value))
        return (std::isnan(value) && std::isnan(is.value)) || value == is.value;
    if (is.is_exact)
        return std::abs(value - is.value) <= 1e-6 * std::abs(is.value);
    const double rounding = 1e-9 * std::max({1.0, std::abs(is.value), is.magnitude});
    const bool is_large = std::abs(is.value) >= 0.9999e6;
    return std::abs(value - is.value) <=
           0.5 * std::pow(10.0, -decimals) + rounding +
               (is_large ? 0.51 * std::pow(10.0, -std::clamp(decimals, 1, 2)) * std::abs(is.value) : 0);
}

double product_of(const std::vector<FilmEquation::Number>& term, int decimals) {
    double product = 1;
    for (const auto& each : term)
        product *= decimals < 0 ? each.value : number_in(shown_number(each.value, decimals));
    return product;
}

/// Whether a number is so near the border between two that are shown that either is right.
bool is_tie(double value, int decimals, double rounding) {
    const double units = value * std::pow(10.0, decimals);
    const double off = std::abs(units - std::floor(units) - 0.5);
    return off < 1e-6 + rounding * std::pow(10.0, decimals) || std::abs(value) >= 0.99e6;
}

QString equation_fault(const FilmEquation& equation, const QString& text, int decimals) {
    static const QRegularExpression relation(" ([=≈]) ");
    const QStringList sides = text.split(relation);
    if (sides.size() != (equation.result ? 2 : 1))
        return "no equation";
    const ShownExpression left(sides[0]);
    if (!left.fault().isEmpty())
        return left.fault();
    std::vector<FilmEquation::Number> given;
    for (const auto& term : shown_ones(equation.terms))
        given.insert(given.end(), term.begin(), term.end());
    given.insert(given.end(), equation.after.begin(), equation.after.end());
    if (left.numbers().size() != qsizetype(given.size()))
        return QStringLiteral("%1 numbers").arg(left.numbers().size());
    std::vector<double> exact, shown;
    for (std::size_t i = 0; i < given.size(); ++i) {
        const QString& said = left.numbers()[qsizetype(i)];
        if (!is_same_number(said, given[i], decimals))
            return said + " is not " + QString::number(given[i].value, 'g', 12);
        exact.push_back(given[i].value);
        shown.push_back(number_in(said));
    }
    if (!equation.result)
        return {};
    const FilmEquation::Number& result = *equation.result;
    if (!is_same_number(sides[1], result, decimals))
        return sides[1] + " is not " + QString::number(result.value, 'g', 12);
    bool may_differ = false; // how a number that is left out is rounded
    double hidden = 0, hidden_shown = 0, magnitude = std::abs(result.value) + result.magnitude;
    for (std::size_t i = first_ones; equation.terms.size() > most && i + 1 < equation.terms.size(); ++i) {
        hidden += product_of(equation.terms[i], -1);
        hidden_shown += product_of(equation.terms[i], decimals);
        for (const auto& each : equation.terms[i])
            may_differ |= is_tie(each.value, decimals, 1e-12 * each.magnitude);
    }
    for (const auto& term : equation.terms)
        magnitude += std::abs(product_of(term, -1));
    const double is = left.value(exact, hidden);
    if (std::isfinite(is) && std::isfinite(result.value)
            ? std::abs(is - result.value) > 1e-8 * std::max(1.0, magnitude)
            : !agrees(is, result.value))
        return "it gives " + QString::number(is, 'g', 12);
    const double reader = left.value(shown, hidden_shown);
    const bool is_equal = shown_number(reader, decimals) == sides[1];
    if (may_differ || is_tie(reader, decimals, 1e-12 * magnitude))
        return {};
    return (text.contains(" = ")) == is_equal ? QString()
                                              : "the numbers that are shown give " + QString::number(reader);
}

} // namespace

/// What stands there. Where the numbers as they are shown give nothing, equations may be left out.
QString FilmTruth::fault_of_numbers(const FilmStatement& statement, const QString& text, int decimals) const {
    if (!statement.rule.isEmpty() || (statement.equations.empty() && !statement.replaced_by))
        return text == statement.rule ? QString() : "expected " + statement.rule;
    QString equations = text;
    if (statement.replaced_by) {
        const qsizetype arrow = text.lastIndexOf(" → ");
        const QString last = arrow < 0 ? text : text.mid(arrow + 3);
        if (!is_same_number(last, {*statement.replaced_by}, decimals))
            return "another override";
        if (statement.equations.empty() != (arrow < 0))
            return "an arrow";
        equations = arrow < 0 ? QString() : text.left(arrow);
    }
    if (statement.equations.empty())
        return {};
    const std::vector<FilmEquation> expected = shown_ones(statement.equations);
    QStringList parts = split_outside_brackets(equations, ", ");
    if (statement.equations.size() > most) {
        if (parts.value(first_ones) != "…")
            return "nothing is left out";
        parts.removeAt(first_ones);
    }
    if (parts.size() != qsizetype(expected.size()))
        return QStringLiteral("%1 equations").arg(parts.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        if (QString fault = equation_fault(expected[i], parts[qsizetype(i)], decimals); !fault.isEmpty())
            return fault;
    }
    return {};
}

FilmTruth::Row FilmTruth::row(HeadIndex head, Index query) const {
    const Normalization& options = m_experiment.normalization;
    const bool divides = options.kind != NormalizationKind::sum;
    const OracleMatrix& masked = m_oracle.stage(S::masked_scores, head);
    Row row;
    double largest = -HUGE_VAL, threshold = 0;
    bool spoilt = false, has_nan = false;
    for (Index key = 0; key < masked.columns(); ++key) {
        const double score = masked.at(query, key).value;
        const double z = divides ? score / options.temperature : score;
        row.visible.push_back(score != -HUGE_VAL);
        row.reduced.push_back(z);
        has_nan |= std::isnan(score);
        spoilt |= std::isnan(score) || score == HUGE_VAL;
        if (row.visible.back())
            largest = std::max(largest, z);
    }
    const bool any = std::ranges::count(row.visible, true) > 0;
    const bool has_sink = options.sink && (options.kind == NormalizationKind::softmax ||
                                           options.kind == NormalizationKind::softmax_naive);
    if (has_sink) {
        const double score = (*options.sink)(0, options.sink->cols() > 1 ? head : 0);
        row.sink = {score, score / options.temperature, 0};
        largest = std::max(largest, row.sink->reduced);
    }
    if (has_nan)
        largest = std::nan("");
    const bool shifts =
        options.kind == NormalizationKind::softmax || options.kind == NormalizationKind::sparsemax;
    row.shift = shifts && (any || has_sink) ? largest : 0;
    spoilt |= options.kind == NormalizationKind::sparsemax && any && !std::isfinite(largest);
    if (options.kind == NormalizationKind::sparsemax && any && !spoilt) {
        double low = -1, high = 0; // what is left above the threshold adds up to 1
        for (int round = 0; round < 200; ++round) {
            const double middle = (low + high) / 2;
            double sum = 0;
            for (std::size_t key = 0; key < row.reduced.size(); ++key)
                sum += row.visible[key] ? std::max(row.reduced[key] - largest - middle, 0.0) : 0;
            (sum > 1 ? low : high) = middle;
        }
        threshold = low;
    }
    for (std::size_t key = 0; key < row.reduced.size(); ++key) {
        row.parts.push_back(0);
        if (!row.visible[key])
            continue;
        double& reduced = row.reduced[key];
        reduced = reduced - row.shift - threshold; // beside a large score the threshold would be lost
        double& part = row.parts.back();
        if (options.kind == NormalizationKind::sigmoid)
            reduced += options.bias;
        part = options.kind == NormalizationKind::sum         ? reduced
               : options.kind == NormalizationKind::sigmoid   ? 1 / (1 + std::exp(-reduced))
               : options.kind == NormalizationKind::sparsemax ? std::max(reduced, 0.0)
                                                              : std::exp(reduced);
        if (spoilt && options.kind != NormalizationKind::softmax)
            part = std::nan("");
        row.total += part;
    }
    if (row.sink) {
        row.sink->reduced -= row.shift;
        row.sink->part = spoilt && !shifts ? std::nan("") : std::exp(row.sink->reduced);
        row.total += row.sink->part;
    }
    row.shift += threshold;
    return row;
}

/// The sentence about a row that leads to no weights; empty if nothing is wrong with it.
QString FilmTruth::fault_of_row(const FilmStep& step, const Row& row, RowPhase until,
                                const QString& said) const {
    const HeadIndex head = step.scene.head;
    const Index query = step.rows.first;
    const auto keys = Index(row.visible.size());
    if (std::ranges::count(row.visible, true) == 0) {
        Index hidden = 0;
        for (Index key = 0; key < keys; ++key)
            hidden += m_oracle.is_hidden(head, query, key);
        return token(false, query) +
               (sink_of(m_experiment.normalization, head) ? " has only the sink to attend to: "
                                                          : " has nothing to attend to: ") +
               (hidden == keys ? "every key is hidden: all weights are 0"
                               : "every score is −∞, not every key hidden: all weights are 0");
    }
    const Normalization& options = m_experiment.normalization;
    const bool to_parts = until != RowPhase::reduced;
    const bool to_total = until == RowPhase::total || until == RowPhase::none;
    const bool is_sigmoid = options.kind == NormalizationKind::sigmoid;
    bool broken = !is_sigmoid && to_total && (row.total == 0 || !std::isfinite(row.total));
    if (row.sink)
        broken |=
            row.sink->score / options.temperature == HUGE_VAL || (to_parts && !std::isfinite(row.sink->part));
    Index first = -1;
    for (Index key = 0; key < keys; ++key) {
        if (!row.visible[std::size_t(key)])
            continue;
        first = first < 0 ? key : first;
        const double score = m_oracle.at(S::masked_scores, head, query, key).value;
        const double z = options.kind == NormalizationKind::sum ? score : score / options.temperature;
        broken |= is_sigmoid ? std::isnan(row.parts[std::size_t(key)])
                             : !std::isfinite(z) || (to_parts && !std::isfinite(row.parts[std::size_t(key)]));
    }
    if (!broken)
        return {};
    const QString line = m_experiment.notation == Notation::rows ? "row" : "column";
    const QString begin = QStringLiteral("This %1 breaks down: ").arg(line);
    const QString reason =
        said.startsWith(begin) ? said.mid(begin.size()).section("; an override", 0, 0) : said;
    double sum = 0;
    for (Index key = 0; key < keys; ++key)
        sum += m_oracle.at(S::weights, head, query, key).computed;
    const auto sink = m_oracle.share_of_sink(head, query);
    const QString whole_words = reason + QStringLiteral("; the %1 adds up to ").arg(line) +
                                shown_number(sum, 4) +
                                (sink ? "; the sink takes " + shown_number(*sink, 4) : QString());
    const QString fault = m_truth.fault_of_step({S::weights, head, query, first}, false, {}, whole_words);
    return begin + (fault.isEmpty() ? reason : "(" + fault + ")");
}

QString FilmTruth::words_of_phase(const FilmStep& step, const Row& row, const QString& said,
                                  int decimals) const {
    if (QString fault = fault_of_row(step, row, step.phase, said); !fault.isEmpty())
        return fault;
    const Normalization& options = m_experiment.normalization;
    const bool cuts = options.kind == NormalizationKind::sparsemax;
    if (step.phase == RowPhase::parts)
        return cuts ? "What is below 0 becomes 0" : "Raise e to each";
    if (step.phase == RowPhase::total) {
        const bool is_sum = options.kind == NormalizationKind::sum;
        const QString begin = is_sum ? "The scores add up to " : "They add up to ";
        const QString sum = said.mid(begin.size());
        return begin + (is_same_number(sum, {row.total}, decimals) ? sum : "not " + sum);
    }
    const bool divides = options.temperature != 1;
    QString tau = "Divide by τ = " + QString::fromStdString(text_of(say(phrase::just, options.temperature)));
    if (options.kind == NormalizationKind::softmax_naive)
        return tau;
    if (options.kind == NormalizationKind::sigmoid) {
        if (options.bias == 0)
            return tau;
        const QString bias =
            "dd the bias, " + QString::fromStdString(text_of(say(phrase::just, options.bias)));
        return divides ? tau + " and a" + bias : "A" + bias;
    }
    // As it stands there, if it is right: two numbers may be right at the border between them.
    static const QRegularExpression subtracted("(?:largest|threshold)[^,]*, " + number_pattern + ",");
    const QString there = subtracted.match(said).captured(1);
    const QString shift =
        is_same_number(there, {row.shift}, decimals) ? there : shown_number(row.shift, decimals);
    return (divides ? tau + " and subtract the " : QString("Subtract the ")) +
           (cuts ? "threshold, " + shift + ", so that what is left above 0 adds up to 1"
                 : (row.sink  ? "largest of scores and sink, "
                    : divides ? "largest, "
                              : "largest score, ") +
                       shift + ", so that no power overflows");
}

FilmStatement FilmTruth::of_phase(const FilmStep& step, const QString& said, int decimals) const {
    const Row row = this->row(step.scene.head, step.rows.first);
    const Normalization& options = m_experiment.normalization;
    const bool is_sum = options.kind == NormalizationKind::sum;
    const bool divides = !is_sum && options.temperature != 1;
    const bool subtracts =
        options.kind == NormalizationKind::softmax || options.kind == NormalizationKind::sparsemax;
    const bool adds = options.kind == NormalizationKind::sigmoid && options.bias != 0;
    const bool cuts = options.kind == NormalizationKind::sparsemax;
    const auto as_shown = [&](double value) { return number_in(shown_number(value, decimals)); };
    FilmStatement statement{words_of_phase(step, row, said, decimals), {}, {}, {}};
    bool is_usable = true; // the numbers as they are shown give something
    const auto add = [&](FilmEquation equation, double reader) {
        const double result = equation.result->value;
        is_usable &= (std::isfinite(result) && std::isfinite(reader)) ||
                     shown_number(reader, decimals) == shown_number(result, decimals);
        statement.equations.push_back(std::move(equation));
    };
    FilmEquation total{{}, Number{row.total}};
    double total_shown = 0;
    const std::size_t keys = row.visible.size();
    for (std::size_t key = 0; key < keys + (row.sink ? 1 : 0); ++key) {
        const bool is_sink = key == keys;
        if (!is_sink && !row.visible[key])
            continue;
        const Number score = is_sink ? Number{row.sink->score}
                                     : number(S::masked_scores, step.scene.head, step.rows.first, Index(key));
        const double its_reduced = is_sink ? row.sink->reduced : row.reduced[key];
        const double its_part = is_sink ? row.sink->part : row.parts[key];
        const double reduced = as_shown(its_reduced);
        if (step.phase == RowPhase::reduced) {
            std::vector<Number> numbers{score};
            if (divides)
                numbers.push_back(exactly(options.temperature));
            if (subtracts)
                numbers.push_back({row.shift});
            if (adds)
                numbers.push_back(exactly(options.bias));
            add({{numbers}, Number{its_reduced}},
                as_shown(score.value) / (divides ? options.temperature : 1) -
                    (subtracts ? as_shown(row.shift) : 0) + (adds ? options.bias : 0));
        } else if (step.phase == RowPhase::parts) {
            add({{{{its_reduced}}}, Number{its_part}}, !cuts                 ? std::exp(reduced)
                                                       : std::isnan(reduced) ? reduced
                                                                             : std::max(reduced, 0.0));
        } else {
            total.terms.push_back({is_sum ? score : Number{its_part}});
            total_shown += as_shown(total.terms.back().front().value);
        }
    }
    const bool any = std::ranges::count(row.visible, true) > 0;
    if (step.phase == RowPhase::total && any)
        add(total, total_shown);
    if (!is_usable)
        statement.equations.clear();
    return statement;
}

FilmStatement FilmTruth::of_weight(const FilmStep& step, const QString& said, int decimals) const {
    const HeadIndex head = step.scene.head;
    const Index query = step.rows.first, key = step.columns.first;
    const QString names = token(true, key);
    FilmStatement statement;
    if (m_oracle.is_left_out(head, query, key)) {
        statement.words =
            m_oracle.is_hidden(head, query, key)
                ? names + " is hidden from " + token(false, query) + ", so its weight is 0"
                : "The score of " + names + " for " + token(false, query) + " is −∞, so its weight is 0";
        return statement;
    }
    const Row row = this->row(head, query);
    const NormalizationKind kind = m_experiment.normalization.kind;
    const Number part = kind == NormalizationKind::sum ? number(S::masked_scores, head, query, key)
                                                       : Number{row.parts[std::size_t(key)]};
    const Number weight = computed(step);
    const bool cuts = kind == NormalizationKind::sparsemax;
    const QString fault = fault_of_row(step, row, RowPhase::none, said);
    statement.words = fault.isEmpty() ? "How much " + token(false, query) + " looks at " + names : fault;
    const auto as_shown = [&](double value) { return number_in(shown_number(value, decimals)); };
    const double reduced = as_shown(row.reduced[std::size_t(key)]);
    const bool is_sigmoid = kind == NormalizationKind::sigmoid;
    const double reader = is_sigmoid            ? 1 / (1 + std::exp(-reduced))
                          : !cuts               ? as_shown(part.value) / as_shown(row.total)
                          : std::isnan(reduced) ? reduced
                                                : std::max(reduced, 0.0);
    if (!(std::isfinite(reader) && std::isfinite(weight.value)) &&
        shown_number(reader, decimals) != shown_number(weight.value, decimals))
        statement.equations = {{{{weight}}, {}}}; // such as 0 ÷ 0, for numbers that are shown as 0
    else
        statement.equations = {
            is_sigmoid
                ? FilmEquation{{{exactly(1)}, {exactly(1)}, {{-row.reduced[std::size_t(key)]}}}, weight}
            : cuts ? FilmEquation{{{{row.reduced[std::size_t(key)]}}}, weight}
                   : FilmEquation{{{part, {row.total}}}, weight}};
    return statement;
}

FilmStatement FilmTruth::of_rows(const FilmStep& step, const QString& said) const {
    FilmStatement statement;
    if (step.scene.part == ScenePart::normalized && step.rows.count == 1)
        statement = of_row_norm(step);
    statement.words = words_of_rows(step, said);
    statement.rule = rule_of(step);
    return statement;
}

} // namespace lab::test
