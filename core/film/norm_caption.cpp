// SPDX-License-Identifier: GPL-3.0-or-later
//
// How the number that a row of queries or keys is divided by is computed.
#include "core/film/caption_parts.h"
#include "core/film/equation.h"

#include <algorithm>

namespace lab {

RowNorm norm_of_row(const CaptionInputs& of) {
    const Scene& scene = of.step.scene;
    const Explanation explanation =
        explain(of.experiment, of.matrix, {scene.stage, scene.head, of.step.rows.first, 0});
    // The divisor r, and before it the sum of the squares.
    const auto divisor = std::ranges::find(explanation.steps, "r", &ExplanationStep::symbol);
    if (divisor->kind == ExplanationKind::copy)
        return {true, formula::row({})};
    const Equation equation(of.decimals);
    std::vector<ShownPart> squares;
    for (const Term& term : (divisor - 1)->terms) {
        const double number = term.factors.front().value;
        squares.push_back(Equation::times(equation.number(number), equation.number(number)));
    }
    ShownPart under = Equation::sum(squares);
    if (of.experiment.scores.qk_norm->kind == QkNormKind::rms) {
        const double d_k = divisor->terms[0].factors[1].value;
        const double epsilon = divisor->terms[1].factors[0].value;
        under =
            Equation::plus(Equation::over(Equation::in_brackets(std::move(under)), Equation::exactly(d_k)),
                           Equation::exactly(epsilon));
    }
    return {false, equation.sum_gives(Equation::root(std::move(under)), divisor->result, std::nullopt)};
}

} // namespace lab
