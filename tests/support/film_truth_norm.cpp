// SPDX-License-Identifier: GPL-3.0-or-later
//
// The norm of queries and keys.
#include "tests/support/film_truth.h"

#include "core/film/film_operands.h"

#include <algorithm>
#include <cmath>

namespace lab::test {

namespace {

/// A setting from 10⁻⁶ on, without an exponent.
QString setting_text(double value) {
    QString text = QString::number(value, 'f', 12);
    while (text.endsWith('0'))
        text.chop(1);
    return text.endsWith('.') ? text.chopped(1) : text;
}

} // namespace

OracleNumber FilmTruth::before_rotation(const FilmStep& step, Index column) const {
    const OracleNumber x = projected(step, column);
    if (!m_experiment.scores.qk_norm || step.scene.stage == S::values ||
        step.scene.part == ScenePart::projected)
        return x;
    const MatrixPtr& gain = gains(step.scene.stage);
    const OracleNorm& norm = m_oracle.norm(step.scene.stage, step.scene.head, step.rows.first);
    double weighed = 0;
    for (Index i = 0; i < m_oracle.stage(step.scene.stage, 0).columns(); ++i) {
        const OracleNumber each = projected(step, i);
        weighed += std::abs(each.value) * std::max(std::abs(each.value), each.magnitude);
    }
    const double by = (gain ? (*gain)(0, column) : 1) / norm.divisor;
    const double relative = norm.squares > 0 ? weighed / norm.squares : 1;
    OracleNumber number;
    number.value = x.value / norm.divisor * (gain ? (*gain)(0, column) : 1);
    number.magnitude =
        (std::max(x.magnitude, std::abs(x.value)) + std::abs(x.value) * relative) * std::abs(by);
    return number;
}

QString FilmTruth::words_of_norm(const FilmStep& step, const QString& whose) const {
    const bool is_one = step.rows.count == 1;
    const bool is_rms = m_experiment.scores.qk_norm->kind == QkNormKind::rms;
    const bool by_epsilon =
        is_one && m_oracle.norm(step.scene.stage, step.scene.head, step.rows.first).by_epsilon;
    return whose + (is_rms       ? " is divided by its root mean square, ε included"
                    : by_epsilon ? " is divided by ε, which is more than its length"
                    : is_one     ? " is divided by its length"
                                 : " is divided by its length, or by ε if that is more");
}

FilmStatement FilmTruth::of_norm(const FilmStep& step) const {
    const Index column = step.columns.first;
    const OracleNumber x = projected(step, column);
    FilmEquation equation;
    equation.terms = {
        {{x.value, x.magnitude},
         {m_oracle.norm(step.scene.stage, step.scene.head, step.rows.first).divisor, x.magnitude}}};
    const MatrixPtr& gain = gains(step.scene.stage);
    if (gain)
        equation.terms[0].push_back({(*gain)(0, column)});
    const OracleNumber result = before_rotation(step, column);
    equation.result = changes_later(step.scene) ? Number{result.value, result.magnitude} : computed(step);
    const QString whose = QStringLiteral("The %1 of %2, feature %3,")
                              .arg(thing(step.scene.stage), row_label(step))
                              .arg(column + 1);
    return {words_of_norm(step, whose) + (gain ? ", and multiplied by the gain" : ""), {equation}, {}, {}};
}

/// How the divisor of a row is computed.
FilmStatement FilmTruth::of_row_norm(const FilmStep& step) const {
    const QkNorm& norm = *m_experiment.scores.qk_norm;
    const OracleNorm& its = m_oracle.norm(step.scene.stage, step.scene.head, step.rows.first);
    if (its.by_epsilon)
        return {};
    FilmEquation equation;
    const Index width = m_oracle.stage(step.scene.stage, 0).columns();
    double magnitude = 0;
    for (Index column = 0; column < width; ++column) {
        const OracleNumber x = projected(step, column);
        equation.terms.push_back({{x.value, x.magnitude}, {x.value, x.magnitude}});
        magnitude += x.magnitude;
    }
    if (norm.kind == QkNormKind::rms)
        equation.after = {exactly(double(width)), exactly(norm.epsilon)};
    equation.result = Number{its.divisor, magnitude};
    return {{}, {equation}, {}, {}};
}

FilmStatement FilmTruth::of_root(const FilmStep& step) const {
    const QkNorm& norm = *m_experiment.scores.qk_norm;
    FilmStatement statement = of_row_norm(step);
    const QString whose = "the " + thing(step.scene.stage) + " of " + row_label(step);
    statement.words = norm.kind == QkNormKind::rms ? "The root mean square of " + whose + ", ε included"
                      : m_oracle.norm(step.scene.stage, step.scene.head, step.rows.first).by_epsilon
                          ? "ε = " + setting_text(norm.epsilon) + " takes the place of the length of " +
                                whose + ", which is less"
                          : "The length of " + whose;
    return statement;
}

} // namespace lab::test
