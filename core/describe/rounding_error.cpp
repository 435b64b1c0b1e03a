// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/describe/rounding_error.h"

#include "core/base/number_format.h"
#include "core/describe/operands.h"
#include "core/describe/stage_description.h"
#include "core/experiment/overrides.h"
#include "core/stages/05_scaled_scores.h"

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

/// The sum of the magnitudes of a step's terms. A factor that is itself 0 within rounding counts with the
/// magnitude of what it was computed from, because what is computed with it is rounding error as well.
double magnitude_of_step(const StepInputs& from, const std::vector<ExplanationStep>& steps,
                         std::size_t index);

double magnitude_of(const StepInputs& from, const std::vector<ExplanationStep>& steps) {
    return magnitude_of_step(from, steps, steps.size() - 1);
}

double magnitude_of(const StepInputs& from, const std::vector<ExplanationStep>& steps, const Operand& factor,
                    double largest) {
    constexpr double suspicious = 1e-9;
    const double own = std::abs(factor.value);
    if (factor.divides)
        return 1 / own;
    if (factor.step)
        return magnitude_of_step(from, steps, *factor.step);
    const auto* cell = factor.source ? std::get_if<CellRef>(&*factor.source) : nullptr;
    if (!cell || own == 0 || own > suspicious * largest || !is_rounding_of(from, *cell))
        return own;
    return magnitude_of(from, description(cell->stage).steps(from, *cell));
}

/// Whether a term is divided by a number that is not much larger than it. That number may then be a rounding
/// error as well, and the quotient says nothing.
bool is_quotient_of_equals(const Term& term) {
    constexpr double much = 1e9;
    const auto divisor = std::ranges::find(term.factors, true, &Operand::divides);
    return divisor != term.factors.end() &&
           !(std::abs(divisor->value) > much * std::abs(term.factors.front().value));
}

double magnitude_of_step(const StepInputs& from, const std::vector<ExplanationStep>& steps,
                         std::size_t index) {
    const ExplanationStep& step = steps[index];
    double largest = 1;
    for (const Term& term : step.terms) {
        for (const Operand& factor : term.factors)
            largest = std::max(largest, std::abs(factor.value));
    }
    double sum = 0;
    for (const Term& term : step.terms) {
        double product = 1;
        for (const Operand& factor : term.factors)
            product *= magnitude_of(from, steps, factor, largest);
        sum += is_quotient_of_equals(term) ? std::abs(term.value) : product;
    }
    // What is capped changes with the steps before it by the cap's slope.
    const double slope = step.cap ? cap_slope(step.cap->x, step.cap->c) : 0;
    for (std::size_t i = 0; slope > 0 && i < index; ++i)
        sum += slope * magnitude_of_step(from, steps, i);
    return sum;
}

} // namespace

bool is_rounding_of(const StepInputs& from, const CellRef& cell) {
    if (holds_weights(cell.stage))
        return false;
    const double value = from.matrix(cell.stage, cell.head)(cell.row, cell.column);
    if (value == 0 || !std::isfinite(value) || override_of(from.experiment, cell))
        return false;
    for (const StageBlock& each : read_by(from.experiment, cell).stages) {
        if (from.matrix(each.stage, each.head).size() == 0)
            return false;
    }
    return is_rounding(value, magnitude_of(from, description(cell.stage).steps(from, cell)));
}

bool is_zero_within_rounding(const Experiment& experiment, const StageReader& matrix, const CellRef& cell) {
    const ReadRows rows = matrix;
    return is_rounding_of({experiment, rows}, cell);
}

} // namespace lab
