// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/describe/step_formula.h"

#include "core/describe/stage_description.h"

#include <algorithm>

namespace lab {

using namespace formula;

namespace {

constexpr std::size_t most_terms = 4; ///< in a formula; of more, the middle is left out

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

} // namespace

Formula name_of_operand(const Operand& operand) {
    Formula name = named(operand.symbol, operand.index);
    name.source = operand.source;
    return name;
}

Formula value_of_operand(const Operand& operand) {
    return hole(operand.value, operand.source);
}

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

void add_formulas(const Experiment& experiment, ExplanationStep& step) {
    const auto own = description(step.stage).add_formulas;
    switch (step.kind) {
    case ExplanationKind::sum:
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
    case ExplanationKind::overridden:
        return;
    case ExplanationKind::mask:
    case ExplanationKind::normalizer:
    case ExplanationKind::dropout:
        break;
    }
    if (own)
        own(experiment, step);
    step.rule = row({named(step.symbol, step.index), text(" = "), std::move(step.rule)});
}

} // namespace lab
