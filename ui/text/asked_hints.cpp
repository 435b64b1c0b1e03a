// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/asked_hints.h"

#include "core/base/covered.h"
#include "core/base/number_format.h"
#include "core/experiment/normalizers.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

class HintText {
    Q_DECLARE_TR_FUNCTIONS(AskedHints)
};

std::string asSubtrahend(double value) {
    return value < 0 ? '(' + written(value) + ')' : written(value);
}

/// A sentence whose last word is a formula: "The first term: %1".
Formula ending(const QString& sentence, std::vector<Formula> with) {
    with.insert(with.begin(), formula::words(QString(sentence).remove(QStringLiteral("%1")).toStdString()));
    return formula::row(std::move(with));
}

bool hasSymbol(const Formula& formula, const char* symbol) {
    return (formula.kind == Formula::Kind::symbol && formula.text == symbol) ||
           std::ranges::any_of(formula.parts, [&](const Formula& part) { return hasSymbol(part, symbol); });
}

/// As part of an upright text.
bool hasText(const Formula& formula, const char* text) {
    return (formula.kind == Formula::Kind::text && formula.text.find(text) != std::string::npos) ||
           std::ranges::any_of(formula.parts, [&](const Formula& part) { return hasText(part, text); });
}

bool isProjection(StageId stage) {
    return stage == StageId::queries || stage == StageId::keys;
}

/// What a normaliser reads.
QStringList meaningsOfScores(const Experiment& experiment, const ExplanationStep& step) {
    const Formula& rule = step.rule;
    const Normalization& normalization = experiment.normalization;
    const bool inColumns = experiment.notation == Notation::columns;
    QStringList all;
    if (hasSymbol(rule, "z"))
        all += inColumns ? HintText::tr("z is the column of masked scores")
                         : HintText::tr("z is the row of masked scores");
    if (hasSymbol(rule, "m")) {
        const QString of = step.sink ? HintText::tr("m is the largest of them and the sink")
                                     : HintText::tr("m is the largest of them");
        all += normalization.temperature == 1 ? of : HintText::tr("%1, divided by τ").arg(of);
    }
    if (hasSymbol(rule, "t"))
        all += HintText::tr("t is the threshold: what is above it adds up to 1");
    if (hasSymbol(rule, "τ"))
        all += HintText::tr("τ = %1 is the temperature").arg(hintNumber(normalization.temperature));
    if (hasSymbol(rule, "b"))
        all += HintText::tr("b = %1 is the bias").arg(hintNumber(normalization.bias));
    if (hasText(rule, "Σ"))
        all += std::ranges::any_of(step.shares, &Share::left_out)
                   ? HintText::tr("Σ_j is the sum over the keys j whose scores are not −∞")
                   : HintText::tr("Σ_j is the sum over all keys j");
    return all;
}

/// What ALiBi takes off.
QStringList meaningsOfDistance(const ExplanationStep& step) {
    for (const Term& term : step.terms) {
        if (term.factors.size() == 2 && !term.factors[0].source && !term.factors[0].step)
            return {HintText::tr("slope = %1 is that of this head").arg(hintNumber(-term.factors[0].value)),
                    HintText::tr("|i − j| = %1 is the distance of query and key")
                        .arg(hintNumber(term.factors[1].value))};
    }
    return {};
}

/// The meanings of those symbols of a step that no card shows.
QStringList meanings(const Experiment& experiment, const ExplanationStep& step) {
    const Formula& rule = step.rule;
    if (step.kind == ExplanationKind::normalizer)
        return meaningsOfScores(experiment, step);
    QStringList all;
    if (isProjection(step.stage) && hasSymbol(rule, "x"))
        all += experiment.notation == Notation::columns
                   ? HintText::tr("x is the column before it is normalised")
                   : HintText::tr("x is the row before it is normalised");
    if (hasText(rule, "ε"))
        all += HintText::tr("ε = %1").arg(hintNumber(experiment.scores.qk_norm->epsilon));
    if (hasSymbol(rule, "d"))
        all += HintText::tr("d_k = %1 is the number of features of a key").arg(dimensions(experiment).d_k);
    if (step.cap)
        all += HintText::tr("c = %1 is the softcap").arg(hintNumber(step.cap->c));
    if (hasText(rule, "slope"))
        all += meaningsOfDistance(step);
    if (hasText(rule, "θ"))
        all += HintText::tr("θ is the angle by which position turns these two features");
    if (step.kind == ExplanationKind::dropout && hasSymbol(rule, "p"))
        all += HintText::tr("p = %1 is the rate of dropout").arg(hintNumber(experiment.dropout->rate));
    return all;
}

/// "0.5 × 0.25", and its result unless that is the answer.
Formula firstTerm(const ExplanationStep& step) {
    const Term& term = step.terms.front();
    std::vector<Formula> parts{formula::text(written(term.factors.front().value))};
    double product = term.factors.front().value;
    for (std::size_t i = 1; i < term.factors.size(); ++i) {
        const Operand& factor = term.factors[i];
        parts.push_back(formula::text((factor.divides ? " ÷ " : " × ") + written(factor.value)));
        product = factor.divides ? product / factor.value : product * factor.value;
    }
    const bool isPart = step.terms.size() > 1 && term.factors.size() > 1;
    if (!isPart)
        return ending(HintText::tr("It begins with %1"), std::move(parts));
    parts.push_back(formula::text(" = " + written(product)));
    return ending(HintText::tr("The first term: %1"), std::move(parts));
}

/// What its own key contributes to the row.
AskedHint ownPart(const ExplanationStep& step, const Normalization& normalization) {
    const Share& own = own_share(step);
    const QString key = QString::fromStdString(own.key);
    if (own.left_out)
        return {{}, HintText::tr("The score of “%1” is −∞, so that it weighs nothing").arg(key)};
    if (normalizer(normalization.kind).shift != ScoreShift::largest || normalization.temperature != 1 ||
        step.sink)
        return {{}, HintText::tr("The score of “%1” is %2").arg(key, hintNumber(own.score.value))};
    double largest = -HUGE_VAL;
    for (const Share& share : step.shares) {
        if (!share.left_out)
            largest =
                is_covered(share.score.value) ? share.score.value : std::max(largest, share.score.value);
    }
    const std::string exponent = written(own.score.value) + " − " + asSubtrahend(largest);
    return {ending(HintText::tr("The numerator, that of “%2”: %1").arg(QStringLiteral("%1"), key),
                   {formula::sup(formula::symbol("e"), formula::text(exponent)),
                    formula::text(" = " + written(std::exp(own.score.value - largest)))}),
            {}};
}

} // namespace

QString hintNumber(double value) {
    return QString::fromStdString(written(value));
}

AskedHint formulaHint(const Experiment& experiment, const Explanation& explanation) {
    const StageId stage = explanation.cell.stage;
    std::vector<Formula> rules;
    QStringList where;
    for (const ExplanationStep& step : explanation.steps) {
        // The row before it is normalised is a formula for each feature: words are shorter.
        if (step.stage != stage || (step.symbol == "x" && isProjection(stage)))
            continue;
        if (!rules.empty())
            rules.push_back(formula::text("; "));
        rules.push_back(step.rule);
        for (const QString& each : meanings(experiment, step)) {
            if (!where.contains(each))
                where += each;
        }
    }
    return {formula::row(std::move(rules)),
            where.isEmpty() ? QString() : HintText::tr("where %1").arg(where.join(QStringLiteral(", ")))};
}

AskedHint termHint(const Experiment& experiment, const ExplanationStep& step) {
    switch (step.kind) {
    case ExplanationKind::normalizer:
        return ownPart(step, experiment.normalization);
    case ExplanationKind::mask:
        return {{}, HintText::tr("A key that is hidden from the query has −∞, any other its scaled score")};
    case ExplanationKind::dropout:
        return {{},
                HintText::tr("A weight that is kept is divided by %1, a dropped one becomes 0")
                    .arg(hintNumber(1 - experiment.dropout->rate))};
    case ExplanationKind::copy:
        return {{}, HintText::tr("It is a copy of that number")};
    case ExplanationKind::sum:
    case ExplanationKind::root:
    case ExplanationKind::overridden:
        break;
    }
    return {firstTerm(step), {}};
}

} // namespace lab
