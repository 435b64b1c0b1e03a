// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/describe/covered_steps.h"

#include "core/base/covered.h"
#include "core/experiment/overrides.h"
#include "core/experiment/stage.h"

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

void cover(Share& share) {
    share.reduced = share.part = share.weight = covered_number();
}

void cover(ExplanationStep& step) {
    step.words.clear();
    step.result = step.shift = step.total = covered_number();
    for (Term& term : step.terms) {
        term.value = term.sum = covered_number();
        for (Operand& factor : term.factors) {
            if (factor.step)
                factor.value = covered_number();
        }
    }
    if (step.cap) {
        step.cap->x = covered_number();
        step.terms.front().factors.back().value = covered_number(); // tanh(x/c): where c is 1, the result
    }
    std::ranges::for_each(step.shares, [](Share& share) { cover(share); });
    if (step.sink)
        cover(*step.sink);
}

/// The weights of a row as they are shown, whatever its scores say.
void take_weights(const StepInputs& from, const CellRef& cell, ExplanationStep& step) {
    const StageRows weights = from.matrix(StageId::weights, cell.head);
    if (weights.size() == 0)
        return;
    const auto row = weights.row(cell.row);
    if (!row.hasNaN())
        return;
    for (std::size_t i = 0; i < step.shares.size(); ++i) {
        if (is_covered(row(static_cast<Index>(i))))
            cover(step.shares[i]);
    }
}

} // namespace

bool is_row_covered(const StepInputs& from, const CellRef& cell) {
    const auto row = from.matrix(cell.stage, cell.head).row(cell.row);
    return std::any_of(row.begin(), row.end(), is_covered);
}

void cover_steps(const StepInputs& from, const CellRef& cell, std::vector<ExplanationStep>& own) {
    const auto cover_all = [&own] { std::ranges::for_each(own, [](ExplanationStep& step) { cover(step); }); };
    if (is_sink_share(from.experiment, cell)) {
        if (is_row_covered(from, cell)) // what it leaves of 1 may be the one weight that is covered
            cover_all();
        return;
    }
    const double shown = from.matrix(cell.stage, cell.head)(cell.row, cell.column);
    if (is_covered(shown)) {
        cover_all();
        return;
    }
    ExplanationStep& last = own.back();
    if (!last.shares.empty())
        take_weights(from, cell, last);
    if (!is_covered(last.result) || override_of(from.experiment, cell))
        return;
    last.result = shown;
    if (!last.shares.empty())
        last.shares[static_cast<std::size_t>(last.own_share)].weight = shown;
}

} // namespace lab
