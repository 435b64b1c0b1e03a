// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/describe/step.h"

#include "core/describe/names.h"

#include <utility>

namespace lab {

Operand StepInputs::operand(const CellRef& cell) const {
    return operand_of(experiment, matrix, cell, first);
}

Operand StepInputs::operand(const ParameterCell& cell) const {
    return operand_of(experiment, cell, first);
}

std::string StepInputs::label(Axis axis, Index index) const {
    return axis_label(experiment, axis, index, first);
}

std::string StepInputs::feature_term(Index feature) const {
    return "d" + std::to_string(first + feature);
}

std::string StepInputs::position_from_0(Index position) const {
    const std::string shown = std::to_string(first + position);
    return first == 0 ? shown : "(" + shown + " − " + std::to_string(first) + ")";
}

ExplanationStep begin_step(const StepInputs& from, const CellRef& cell, ExplanationKind kind,
                           const Phrase<0>& title) {
    ExplanationStep step;
    step.kind = kind;
    step.stage = cell.stage;
    step.column = cell.column;
    step.title = say(title);
    step.symbol = symbol_of(cell.stage);
    step.index = index_of(from.experiment, cell, from.first);
    return step;
}

void add_term(ExplanationStep& step, std::string name, std::vector<Operand> factors, TermKind kind) {
    double product = factors.front().value;
    for (std::size_t i = 1; i < factors.size(); ++i)
        product = factors[i].divides ? product / factors[i].value : product * factors[i].value;
    step.result = step.terms.empty() ? product : step.result + product;
    step.terms.push_back({std::move(name), kind, std::move(factors), product, step.result});
}

void add_number(ExplanationStep& step, std::string name, Operand number, TermKind kind) {
    add_term(step, std::move(name), {std::move(number)}, kind);
}

} // namespace lab
