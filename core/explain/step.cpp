// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/step.h"

#include "core/explain/names.h"

#include <utility>

namespace lab {

ExplanationStep begin_step(const StepInputs& from, const CellRef& cell, ExplanationKind kind,
                           const Phrase<0>& title) {
    ExplanationStep step;
    step.kind = kind;
    step.stage = cell.stage;
    step.title = say(title);
    step.symbol = symbol_of(cell.stage);
    step.index = index_of(from.experiment, cell);
    return step;
}

void add_term(ExplanationStep& step, std::string name, std::vector<Operand> factors) {
    double product = factors.front().value;
    for (std::size_t i = 1; i < factors.size(); ++i)
        product = factors[i].divides ? product / factors[i].value : product * factors[i].value;
    step.result = step.terms.empty() ? product : step.result + product;
    step.terms.push_back({std::move(name), std::move(factors), product, step.result});
}

void add_number(ExplanationStep& step, std::string name, Operand number) {
    add_term(step, std::move(name), {std::move(number)});
}

} // namespace lab
