// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/diagnosis/mistaken_trace.h"

#include <optional>

namespace lab {

struct MistakenStage {
    Mistake mistake;
    Matrix numbers;
};

/// What a mistake makes of a stage and head, by the first value of it that makes a difference: what is shown
/// as a student's. `right`: of an experiment that is valid and has tokens. nullopt: the mistake is not
/// possible there, changes nothing in that stage, or changes nothing but the order of heads.
std::optional<MistakenStage> mistaken_stage(MistakenTrace& right, const Asked& asked, MistakeKind mistake);

/// Whether two matrices of a stage differ by more than rounding.
bool are_other_numbers(const Matrix& made, const Matrix& right);

} // namespace lab
