// SPDX-License-Identifier: GPL-3.0-or-later
//
// What steps are made from, and how.
#pragma once

#include "core/engine/stage_rows.h"
#include "core/explain/explanation.h"

namespace lab {

/// The experiment and its computed stages.
struct StepInputs {
    const Experiment& experiment;
    const ReadRows& matrix;
};

/// A step for that cell, with its name but no numbers yet.
ExplanationStep begin_step(const StepInputs& from, const CellRef& cell, ExplanationKind kind,
                           const Phrase<0>& title);
/// Appends a product to the sum.
void add_term(ExplanationStep& step, std::string name, std::vector<Operand> factors);
/// Appends a term that is a single number.
void add_number(ExplanationStep& step, std::string name, Operand number);

} // namespace lab
