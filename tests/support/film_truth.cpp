// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/film_truth.h"
#include "core/experiment/phrases.h"
#include "core/film/film_operands.h"
#include "tests/support/shown_equation.h"
#include "tests/support/truth_patterns.h"

#include <algorithm>
#include <set>

namespace lab::test {

namespace {

/// The matrices of a projection.
const MatrixPtr& of_stage(S stage, const MatrixPtr& q, const MatrixPtr& k, const MatrixPtr& v) {
    return stage == S::queries ? q : stage == S::keys ? k : v;
}

bool is_cell(const FilmStep& step) {
    return step.rows.count == 1 && step.columns.count == 1 && step.phase == RowPhase::none;
}

} // namespace

QString FilmTruth::token(bool is_key, Index index) const {
    const std::vector<std::string>& all = is_key ? m_oracle.keys() : m_oracle.queries();
    const std::string& word = all[std::size_t(index)];
    const QString text = QStringLiteral("“%1”").arg(QString::fromStdString(word));
    return std::ranges::count(all, word) > 1
               ? text + QStringLiteral(" (%1)").arg(m_oracle.position(is_key, index) + 1)
               : text;
}

QString FilmTruth::row_label(const FilmStep& step) const {
    return token(rows_are_keys(m_experiment, step.scene.stage), step.rows.first);
}

QString FilmTruth::thing(S stage) const {
    return stage == S::queries ? "query" : stage == S::keys ? "key" : "value";
}

QString FilmTruth::rules(Index query, Index key) const {
    return QString::fromStdString(m_oracle.rules_text(query, key));
}

FilmTruth::Number FilmTruth::number(S stage, HeadIndex head, Index row, Index column) const {
    const OracleNumber& its = m_oracle.at(stage, head, row, column);
    return {its.value, its.magnitude};
}

/// What the step's cell is without an override.
FilmTruth::Number FilmTruth::computed(const FilmStep& step) const {
    const OracleNumber& its =
        m_oracle.at(step.scene.stage, step.scene.head, step.rows.first, step.columns.first);
    return {its.computed, its.magnitude};
}

/// Whether another part of the same stage follows.
bool FilmTruth::changes_later(const Scene& scene) const {
    const bool turns = m_experiment.scores.rotary && scene.stage != S::values &&
                       m_oracle.stage(scene.stage, 0).columns() > 1;
    return scene.part == ScenePart::projected || (scene.part == ScenePart::normalized && turns);
}

const MatrixPtr& FilmTruth::gains(S stage) const {
    return stage == S::queries ? m_experiment.scores.qk_norm->g_Q : m_experiment.scores.qk_norm->g_K;
}

OracleNumber FilmTruth::projected(const FilmStep& step, Index column) const {
    const S stage = step.scene.stage;
    const Projection& p = m_experiment.projection;
    const Index heads = m_experiment.heads.count, groups = m_experiment.heads.kv_count;
    const bool is_query = stage == S::queries;
    const Index part = is_query ? step.scene.head : step.scene.head * groups / heads;
    const Index width = m_oracle.stage(stage, step.scene.head).columns();
    const MatrixPtr& given = of_stage(stage, p.Q, p.K, p.V);
    const MatrixPtr& w = of_stage(stage, p.W_Q, p.W_K, p.W_V);
    const MatrixPtr& b = of_stage(stage, p.b_Q, p.b_K, p.b_V);
    const S x = m_experiment.source && !is_query ? S::source_inputs : S::inputs;
    OracleNumber sum;
    if (p.kind == ProjectionKind::direct) {
        sum.value = (*given)(step.rows.first, part * width + column);
    } else if (p.kind == ProjectionKind::identity) {
        sum.value = m_oracle.at(x, 0, step.rows.first, step.scene.head * width + column).value;
    } else {
        for (Index i = 0; i < w->rows(); ++i) {
            const double term = m_oracle.at(x, 0, step.rows.first, i).value * (*w)(i, part * width + column);
            sum.value += term;
            sum.magnitude += std::abs(term);
        }
        if (b)
            sum.value += (*b)(0, part * width + column);
    }
    return sum;
}

FilmStatement FilmTruth::of_projection(const FilmStep& step) const {
    const S stage = step.scene.stage;
    const Index row = step.rows.first, column = step.columns.first, head = step.scene.head;
    const QString name =
        QStringLiteral("The %1 of %2, feature %3").arg(thing(stage), row_label(step)).arg(column + 1);
    const Index width = m_oracle.stage(stage, head).columns();
    const auto before = [&](Index at) {
        const OracleNumber its = before_rotation(step, at);
        return Number{its.value, its.magnitude};
    };
    if (step.scene.part == ScenePart::normalized)
        return of_norm(step);
    if (step.scene.part == ScenePart::rotated) {
        const auto pair = m_oracle.pair_of(column, width);
        if (!pair)
            return {name + ", is not rotated", {{{{before(column)}}, {}}}, {}, {}};
        const double angle = double(m_oracle.position(stage == S::keys, row)) * pair->frequency;
        const Number a = before(pair->first), b = before(pair->second);
        const double cosine = std::cos(angle), sine = std::sin(angle);
        const FilmEquation turn = column == pair->first
                                      ? FilmEquation{{{a, {cosine}}, {b, {-sine}}}, computed(step)}
                                      : FilmEquation{{{a, {sine}}, {b, {cosine}}}, computed(step)};
        return {name + ", is rotated by its position", {turn}, {}, {}};
    }
    const Projection& p = m_experiment.projection;
    if (p.kind != ProjectionKind::linear)
        return {name + (p.kind == ProjectionKind::identity ? ", is taken from its input" : ", is given"),
                {{{{before(column)}}, {}}},
                {},
                {}};
    const bool is_query = stage == S::queries;
    const Index part = is_query ? head : head * m_experiment.heads.kv_count / m_experiment.heads.count;
    const S x = m_experiment.source && !is_query ? S::source_inputs : S::inputs;
    const MatrixPtr& w = of_stage(stage, p.W_Q, p.W_K, p.W_V);
    const MatrixPtr& b = of_stage(stage, p.b_Q, p.b_K, p.b_V);
    FilmEquation equation;
    for (Index i = 0; i < w->rows(); ++i)
        equation.terms.push_back({number(x, 0, row, i), {(*w)(i, part * width + column)}});
    if (b)
        equation.terms.push_back({{(*b)(0, part * width + column)}});
    equation.result = changes_later(step.scene) ? before(column) : computed(step);
    return {name, {equation}, {}, {}};
}

FilmStatement FilmTruth::of_scaling(const FilmStep& step) const {
    const Index row = step.rows.first, column = step.columns.first, head = step.scene.head;
    const Number score = number(S::scores, head, row, column);
    const auto& scale = m_experiment.scores.scale;
    const Index d_k = m_oracle.stage(S::queries, head).columns();
    FilmStatement said;
    said.words = QStringLiteral("The score of %1 for %2 is ").arg(token(true, column), row_label(step)) +
                 (scale ? QStringLiteral("multiplied by %1")
                              .arg(QString::fromStdString(text_of(say(phrase::just, *scale))))
                        : QStringLiteral("divided by √%1").arg(d_k));
    FilmEquation equation{{{score, exactly(scale ? *scale : double(d_k))}}, computed(step)};
    if (const auto& softcap = m_experiment.scores.softcap) {
        said.words += ", capped at " + QString::fromStdString(text_of(say(phrase::just, *softcap)));
        std::vector<Number>& numbers = equation.terms.front();
        numbers.insert(numbers.begin(), exactly(*softcap));
        numbers.push_back(exactly(*softcap));
    }
    if (m_experiment.scores.bias == ScoreBias::alibi) {
        said.words += ", minus the slope times the distance";
        Index power = 1; // as in Press et al.
        while (2 * power <= m_experiment.heads.count)
            power *= 2;
        const double slope = head < power
                                 ? std::exp2(-8.0 * double(head + 1) / double(power))
                                 : std::exp2(-8.0 * double(2 * (head - power) + 1) / double(2 * power));
        equation.terms.push_back({exactly(slope), exactly(double(m_oracle.distance(row, column)))});
    }
    if (const auto added = m_oracle.added(head, row, column)) {
        said.words += ", plus what is added";
        equation.terms.push_back({{*added}});
    }
    said.equations = {equation};
    return said;
}

/// A term of a scaled score: the scaled and capped score, what its distance takes off, what is added.
FilmTruth::Number FilmTruth::of_score(const FilmStep& step, std::size_t term) const {
    const std::vector<Number> numbers = of_scaling(step).equations.front().terms[term];
    if (term > 0)
        return {numbers.size() > 1 ? -numbers[0].value * numbers[1].value : numbers[0].value};
    const Number score = number(S::scores, step.scene.head, step.rows.first, step.columns.first);
    const double factor = m_experiment.scores.scale.value_or(
        1 / std::sqrt(double(m_oracle.stage(S::queries, step.scene.head).columns())));
    const auto& c = m_experiment.scores.softcap;
    const double x = score.value * factor;
    return {c ? *c * std::tanh(x / *c) : x, score.magnitude * std::abs(factor)};
}

FilmStatement FilmTruth::of_mask(const FilmStep& step, const QString& said) const {
    const Index row = step.rows.first, column = step.columns.first, head = step.scene.head;
    const QString query = row_label(step), key = token(true, column);
    const OracleNumber& scaled = m_oracle.at(S::scaled_scores, head, row, column);
    const bool is_replaced = m_oracle.at(S::masked_scores, head, row, column).overridden;
    FilmStatement statement;
    const QString reasons = rules(row, column);
    if (!reasons.isEmpty() || scaled.value == -HUGE_VAL) {
        if (is_replaced)
            statement.equations = {{{{{-HUGE_VAL}}}, {}}};
        statement.words = query + " may not look at " + key + ": " + reasons;
        if (!reasons.isEmpty())
            return statement;
        const QString begin = query + " may look at " + key + ", whose score is −∞: ";
        const QString reason = said.mid(begin.size());
        const bool masks = !m_oracle.rules_set().empty();
        const QString own = reason.section("; an override", 0, 0);
        const QString fault =
            m_truth.fault_of_step({S::masked_scores, head, row, column}, false, {},
                                  (masks ? "not hidden by any rule; " : "not masked; ") + own);
        statement.words = begin + (fault.isEmpty() ? own : fault);
        return statement;
    }
    statement.words = query + " may look at " + key;
    statement.equations = {{{{number(S::scaled_scores, head, row, column)}}, {}}};
    return statement;
}

FilmStatement FilmTruth::of_dropout(const FilmStep& step) const {
    const Index row = step.rows.first, column = step.columns.first, head = step.scene.head;
    const QString whose = "The weight of " + token(true, column) + " for " + row_label(step) + " is ";
    if (!m_oracle.is_kept(head, row, column)) {
        FilmStatement statement;
        statement.words = whose + "dropped" +
                          (weighs_0_anyway(head, row, column) ? "; a hidden key weighs 0 either way" : "");
        if (m_oracle.at(S::dropped_weights, head, row, column).overridden)
            statement.equations = {{{{{0}}}, {}}};
        return statement;
    }
    const double divisor = 1 - m_experiment.dropout->rate;
    return {whose + "kept, and divided by " + QString::fromStdString(text_of(say(phrase::just, divisor))),
            {{{{number(S::weights, head, row, column), exactly(divisor)}}, computed(step)}},
            {},
            {}};
}

FilmStatement FilmTruth::of_input(const FilmStep& step) const {
    const Index row = step.rows.first, column = step.columns.first;
    const bool is_key = step.scene.stage == S::source_inputs;
    const auto& tokens = is_key ? m_oracle.keys() : m_oracle.queries();
    const Index at = m_oracle.position(is_key, row);
    const Embedding& embedding = m_experiment.embedding;
    const bool given = embedding.inputs == InputKind::rows;
    const double word = given ? (*(is_key ? embedding.X_source : embedding.X))(row, column)
                              : (*embedding.table->find(tokens[std::size_t(row)])->values)(column);
    const PositionKind kind = m_experiment.embedding.position.kind;
    const QString place = row_label(step) + QStringLiteral(", feature %1").arg(column + 1);
    if (kind == PositionKind::none)
        return {(given ? "Take the row of " : "Look up ") + place, {{{{{word}}}, {}}}, {}, {}};
    const double width = double(m_experiment.embedding.dimension);
    const double angle = double(at) / std::pow(10000.0, double(column - column % 2) / width);
    const double position = kind == PositionKind::learned
                                ? (*m_experiment.embedding.position.table)(at, column)
                                : (column % 2 == 0 ? std::sin(angle) : std::cos(angle));
    return {"Add the position to " + place, {{{{{word}}, {{position}}}, computed(step)}}, {}, {}};
}

FilmStatement FilmTruth::of_cell(const FilmStep& step, const QString& said, int decimals) const {
    const Index row = step.rows.first, column = step.columns.first, head = step.scene.head;
    const QString label = row_label(step);
    const QString feature = QStringLiteral("feature %1").arg(column + 1);
    FilmEquation sum{{}, computed(step)};
    switch (step.scene.stage) {
    case S::inputs:
    case S::source_inputs:
        return of_input(step);
    case S::queries:
    case S::keys:
    case S::values:
        return of_projection(step);
    case S::scores:
        for (Index i = 0; i < m_oracle.stage(S::queries, head).columns(); ++i)
            sum.terms.push_back({number(S::queries, head, row, i), number(S::keys, head, column, i)});
        return {label + " looks at " + token(true, column), {sum}, {}, {}};
    case S::scaled_scores:
        return of_scaling(step);
    case S::masked_scores:
        return of_mask(step, said);
    case S::weights:
        return of_weight(step, said, decimals);
    case S::dropped_weights:
        return of_dropout(step);
    case S::head_outputs:
        for (Index key = 0; key < Index(m_oracle.keys().size()); ++key)
            sum.terms.push_back(
                {number(m_oracle.weights_in_use(), head, row, key), number(S::values, head, key, column)});
        return {"The values in " + feature +
                    (!m_experiment.dropout && m_oracle.is_distribution(head, row)
                         ? ", averaged by the attention of "
                         : ", summed by the weights of ") +
                    label + (m_experiment.dropout ? " after dropout" : ""),
                {sum},
                {},
                {}};
    case S::concat: {
        const Index width = m_oracle.stage(S::head_outputs, 0).columns();
        return {label + ", " + feature + QStringLiteral(", comes from head %1").arg(column / width + 1),
                {{{{number(S::head_outputs, column / width, row, column % width)}}, {}}},
                {},
                {}};
    }
    case S::output: {
        const MatrixPtr& w = m_experiment.projection.W_O;
        const QString words = "The output for " + label + ", " + feature;
        if (!w)
            return {words + ", is what the heads say", {{{{number(S::concat, 0, row, column)}}, {}}}, {}, {}};
        for (Index i = 0; i < w->rows(); ++i)
            sum.terms.push_back({number(S::concat, 0, row, i), {(*w)(i, column)}});
        if (m_experiment.projection.b_O)
            sum.terms.push_back({{(*m_experiment.projection.b_O)(0, column)}});
        return {words, {sum}, {}, {}};
    }
    }
    return {};
}

FilmStatement FilmTruth::statement(const FilmStep& step, const QString& said, int decimals) const {
    if (step.phase == RowPhase::root)
        return of_root(step);
    if (step.phase != RowPhase::none)
        return of_phase(step, said, decimals);
    std::set<std::pair<Index, Index>> replaced;
    for (const Override& each : m_experiment.overrides) {
        if (each.stage == step.scene.stage && each.head == step.scene.head && each.row >= step.rows.first &&
            each.row < step.rows.first + step.rows.count && each.column >= step.columns.first &&
            each.column < step.columns.first + step.columns.count && !changes_later(step.scene) &&
            step.adds_cells)
            replaced.insert({each.row, each.column});
    }
    if (!is_cell(step)) {
        FilmStatement statement = of_rows(step, said);
        if (replaced.size() == 1)
            statement.words += "; an override replaces one number";
        else if (replaced.size() > 1)
            statement.words += QStringLiteral("; overrides replace %1 numbers").arg(replaced.size());
        return statement;
    }
    FilmStatement statement = of_cell(step, said, decimals);
    if (step.terms > 0) {
        FilmEquation& sum = statement.equations.front();
        statement.words += QStringLiteral(", term %1 of %2").arg(step.terms).arg(sum.terms.size());
        if (!step.adds_cells) { // the sum so far
            sum.terms.resize(std::size_t(step.terms));
            Number so_far;
            for (std::size_t i = 0; i < sum.terms.size(); ++i) {
                const auto& term = sum.terms[i];
                if (step.scene.stage == S::scaled_scores) {
                    const Number part = of_score(step, i);
                    so_far.value += part.value;
                    so_far.magnitude += std::abs(part.value) + part.magnitude;
                    continue;
                }
                const double second = term.size() < 2 ? 1 : term[1].value;
                so_far.value += term[0].value * second;
                so_far.magnitude += std::abs(term[0].value * second) + term[0].magnitude * std::abs(second);
            }
            sum.result = so_far;
        }
    }
    if (!replaced.empty()) {
        statement.words += "; an override replaces it";
        statement.replaced_by =
            m_oracle.at(step.scene.stage, step.scene.head, step.rows.first, step.columns.first).value;
    }
    return statement;
}

QString FilmTruth::fault_of(const FilmStep& step, const Caption& caption, int decimals) const {
    const QString head = has_heads(step.scene.stage) && m_experiment.heads.count > 1
                             ? QStringLiteral("Head %1 · ").arg(step.scene.head + 1)
                             : QString();
    const QString said = QString::fromStdString(text_of(caption.words));
    const QString numbers = QString::fromStdString(plain(caption.numbers, decimals));
    const QString text = QString::fromStdString(caption.text);
    if (text != (numbers.isEmpty() ? said : said + ": " + numbers))
        return "the text is neither words nor numbers: " + text;
    const FilmStatement expected = statement(step, said.mid(head.size()), decimals);
    if (said != head + expected.words)
        return "expected “" + head + expected.words + "” and not: " + text;
    const QString fault = fault_of_numbers(expected, numbers, decimals);
    return fault.isEmpty() ? fault : fault + ": " + text;
}

} // namespace lab::test
