// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/step_formula.h"

#include "core/base/number_format.h"

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

using namespace formula;

constexpr std::size_t most_terms = 4; ///< in a formula; of more, the middle is left out

Formula name_of_operand(const Operand& operand) {
    Formula name = named(operand.symbol, operand.index);
    name.source = operand.source;
    return name;
}

Formula value_of_operand(const Operand& operand) {
    return hole(operand.value, operand.source);
}

/// The parts joined by `between`, the middle left out if there are many.
Formula chained(const std::vector<Formula>& all, const std::string& between) {
    std::vector<Formula> parts;
    const bool long_one = all.size() > most_terms;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (long_one && i >= most_terms - 2 && i + 1 < all.size())
            continue;
        if (!parts.empty())
            parts.push_back(text(between));
        if (long_one && i + 1 == all.size()) {
            parts.push_back(text("…"));
            parts.push_back(text(between));
        }
        parts.push_back(all[i]);
    }
    return row(std::move(parts));
}

/// Factors joined by `between`, over what divides them.
template<class PartOf>
Formula quotient_of(const Term& term, const std::string& between, const PartOf& part_of) {
    Formula all = part_of(term.factors.front());
    for (std::size_t i = 1; i < term.factors.size(); ++i) {
        const Operand& factor = term.factors[i];
        all = factor.divides ? fraction(std::move(all), part_of(factor))
                             : row({std::move(all), text(between), part_of(factor)});
    }
    return all;
}

bool is_quotient(const Term& term) {
    return std::ranges::any_of(term.factors, &Operand::divides);
}

bool is_square(const Term& term) {
    return term.factors.size() == 2 && term.factors[0].symbol == term.factors[1].symbol &&
           term.factors[0].index == term.factors[1].index;
}

/// In a sum of values, the weights are shown as numbers, since they are what matters there.
Formula product_of(const ExplanationStep& step, const Term& term) {
    if (term.factors.size() == 1)
        return name_of_operand(term.factors.front());
    if (is_quotient(term))
        return quotient_of(term, " · ", name_of_operand);
    if (is_square(term))
        return sup(name_of_operand(term.factors.front()), text("2"));
    const bool weighs = step.stage == StageId::head_outputs;
    return row({weighs ? value_of_operand(term.factors[0]) : name_of_operand(term.factors[0]),
                text(weighs ? "·" : " "), name_of_operand(term.factors[1])});
}

Formula product_of_numbers(const Term& term) {
    if (is_quotient(term))
        return quotient_of(term, " · ", value_of_operand);
    std::vector<Formula> numbers;
    for (const Operand& factor : term.factors)
        numbers.push_back(value_of_operand(factor));
    return chained(numbers, " · ");
}

void add_sum(ExplanationStep& step) {
    std::vector<Formula> products;
    std::vector<Formula> numbers;
    for (const Term& term : step.terms) {
        products.push_back(product_of(step, term));
        numbers.push_back(product_of_numbers(term));
    }
    step.rule = chained(products, " + ");
    step.numbers = chained(numbers, " + ");
}

/// The score divided by √d_k, or times the given scale.
Formula scaled_by(const Experiment& experiment, Formula score, bool in_numbers) {
    if (experiment.scores.scale)
        return row({std::move(score), text(" · " + brief(*experiment.scores.scale))});
    Formula d_k = in_numbers ? text(std::to_string(dimensions(experiment).d_k)) : sub(symbol("d"), text("k"));
    return fraction(std::move(score), root(std::move(d_k)));
}

/// c·tanh(x/c).
Formula capped(Formula x, const Formula& c) {
    return row({c, text(" · tanh("), fraction(std::move(x), c), text(")")});
}

void add_scaling(const Experiment& experiment, ExplanationStep& step) {
    if (step.cap) {
        step.rule = capped(symbol("x"), symbol("c"));
        step.numbers = capped(hole(step.cap->x, {}), text(brief(step.cap->c)));
        return;
    }
    const Operand& score = step.terms.front().factors.front();
    if (!score.step) {
        step.rule = scaled_by(experiment, name_of_operand(score), false);
        step.numbers = scaled_by(experiment, value_of_operand(score), true);
        return;
    }
    std::vector<Formula> rule{name_of_operand(score)};
    std::vector<Formula> numbers{value_of_operand(score)};
    for (std::size_t i = 1; i < step.terms.size(); ++i) {
        const std::vector<Operand>& factors = step.terms[i].factors;
        if (factors.size() == 1) { // an added score
            rule.insert(rule.end(), {text(" + "), name_of_operand(factors[0])});
            numbers.insert(numbers.end(), {text(" + "), value_of_operand(factors[0])});
        } else { // ALiBi
            rule.push_back(text(" − slope · |i − j|"));
            numbers.insert(numbers.end(), {text(" − "), hole(-factors[0].value, {}), text(" · "),
                                           hole(factors[1].value, {})});
        }
    }
    step.rule = row(std::move(rule));
    step.numbers = row(std::move(numbers));
}

/// The score z, divided by the temperature if there is one, minus `less`.
Formula reduced(const Experiment& experiment, Formula z, const char* less) {
    if (experiment.normalization.temperature != 1 && experiment.normalization.kind != NormalizationKind::sum)
        z = row({std::move(z), text("/"), symbol("τ")});
    return *less ? row({std::move(z), text(" − "), symbol(less)}) : z;
}

Formula reduced_score(const Experiment& experiment, Formula key, const char* less) {
    return reduced(experiment, sub(symbol("z"), std::move(key)), less);
}

Formula e_to(Formula power) {
    return sup(symbol("e"), std::move(power));
}

Formula sum_over_keys(Formula what) {
    return row({sub(text("Σ"), symbol("j")), text(" "), std::move(what)});
}

Formula part_rule(const Experiment& experiment, Formula key) {
    switch (experiment.normalization.kind) {
    case NormalizationKind::softmax:
        return e_to(reduced_score(experiment, std::move(key), "m"));
    case NormalizationKind::softmax_naive:
        return e_to(reduced_score(experiment, std::move(key), ""));
    case NormalizationKind::sum:
    case NormalizationKind::sparsemax:
    case NormalizationKind::sigmoid:
        break;
    }
    return reduced_score(experiment, std::move(key), "");
}

/// 1 / (1 + e^(−z/τ − b)).
void add_sigmoid(const Experiment& experiment, const Share& own, ExplanationStep& step) {
    std::vector<Formula> power{text(std::string(minus_sign)), reduced_score(experiment, words(own.key), "")};
    if (experiment.normalization.bias != 0)
        power.insert(power.end(), {text(" − "), symbol("b")});
    const auto over_one_and = [](Formula exponent) {
        return fraction(text("1"), row({text("1 + "), e_to(std::move(exponent))}));
    };
    step.rule = over_one_and(row(std::move(power)));
    step.numbers = over_one_and(hole(-own.reduced, {}));
}

void add_normalizer(const Experiment& experiment, ExplanationStep& step) {
    const NormalizationKind kind = experiment.normalization.kind;
    const Share& own = own_share(step);
    if (own.left_out) {
        step.rule = text("0");
        return;
    }
    const Formula key = words(own.key);
    if (kind == NormalizationKind::sparsemax) {
        step.rule = row({text("max("), reduced_score(experiment, key, "t"), text(", 0)")});
        step.numbers = row({text("max("), hole(own.reduced, {}), text(", 0)")});
        return;
    }
    if (step.each_alone)
        return add_sigmoid(experiment, own, step);
    const auto of_sink = [&] {
        const char* less = kind == NormalizationKind::softmax ? "m" : "";
        return e_to(reduced(experiment, name_of_operand(step.sink->score), less));
    };
    Formula sum = sum_over_keys(part_rule(experiment, text("j")));
    if (step.sink)
        sum = row({std::move(sum), text(" + "), of_sink()});
    const bool is_key = step.own_share < std::ssize(step.shares);
    step.rule = fraction(is_key ? part_rule(experiment, key) : of_sink(), std::move(sum));
    const auto power = [&](const Share& share) {
        if (std::isfinite(step.shift))
            return hole(share.reduced, {});
        // Shown explicitly, because subtracting it makes the result NaN.
        return row({hole(share.score.value / experiment.normalization.temperature, share.score.source),
                    text(" − "), hole(step.shift, {})});
    };
    const auto part = [&](const Share& share) {
        return kind == NormalizationKind::sum ? value_of_operand(share.score) : e_to(power(share));
    };
    std::vector<Formula> parts;
    for (const Share& share : step.shares) {
        if (!share.left_out)
            parts.push_back(part(share));
    }
    if (step.sink)
        parts.push_back(part(*step.sink));
    step.numbers = fraction(part(own), chained(parts, " + "));
}

/// A weight divided by 1 − p, or 0.
void add_dropout(const Experiment& experiment, ExplanationStep& step) {
    if (!step.draw->is_kept()) {
        step.rule = text("0");
        return;
    }
    const Operand& weight = step.terms.front().factors.front();
    step.rule = fraction(name_of_operand(weight), row({text("1 − "), symbol("p")}));
    step.numbers = fraction(value_of_operand(weight), text("1 − " + brief(experiment.dropout->rate)));
}

} // namespace

void add_formulas(const Experiment& experiment, ExplanationStep& step) {
    switch (step.kind) {
    case ExplanationKind::sum:
        if (step.stage == StageId::scaled_scores)
            add_scaling(experiment, step);
        else
            add_sum(step);
        break;
    case ExplanationKind::root:
        add_sum(step);
        step.rule = root(std::move(step.rule));
        step.numbers = root(std::move(step.numbers));
        break;
    case ExplanationKind::copy:
        step.rule = name_of_operand(step.terms.front().factors.front());
        step.numbers = value_of_operand(step.terms.front().factors.front());
        break;
    case ExplanationKind::mask:
        step.rule = std::isinf(step.result) && step.result < 0
                        ? text("−∞")
                        : name_of_operand(step.terms.front().factors.front());
        break;
    case ExplanationKind::normalizer:
        add_normalizer(experiment, step);
        break;
    case ExplanationKind::dropout:
        add_dropout(experiment, step);
        break;
    case ExplanationKind::overridden:
        return;
    }
    step.rule = row({named(step.symbol, step.index), text(" = "), std::move(step.rule)});
}

} // namespace lab
