// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/mistaken_stage.h"

#include "core/analysis/agreement.h"

#include <algorithm>

namespace lab {

namespace {

constexpr double least_difference = 1e-9; // of the largest number

} // namespace

bool are_other_numbers(const Matrix& made, const Matrix& right) {
    const Tolerance tolerance{least_difference * largest_magnitude(right)};
    const GivenMatrix given{made, Matrix::Zero(made.rows(), made.cols())};
    return !agrees(given, right, tolerance, largest_magnitude(right));
}

std::optional<MistakenStage> mistaken_stage(MistakenTrace& right, const Asked& asked, MistakeKind mistake) {
    const Matrix own = right.stage(asked.stage, asked.head);
    for (const Mistake& each : possible_mistakes(right.experiment(), asked)) {
        if (each.kind != mistake || (each.kind == MistakeKind::other_head && !info(asked.stage).per_head))
            continue;
        Recipe recipe;
        recipe.experiment = right.experiment();
        recipe.asked = asked;
        make(each, recipe);
        if (recipe.has_any_head_order)
            continue;
        const bool is_in_calculation = affected_stages(each).any();
        Matrix made = is_in_calculation
                          ? MistakenTrace(right, each).stage(recipe.asked.stage, recipe.asked.head)
                          : right.stage(recipe.asked.stage, recipe.asked.head);
        if (recipe.is_transposed)
            made.transposeInPlace();
        if (recipe.is_negated)
            made = -made;
        if (are_other_numbers(made, own))
            return MistakenStage{each, std::move(made)};
    }
    return std::nullopt;
}

} // namespace lab
