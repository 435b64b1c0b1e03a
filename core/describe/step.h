// SPDX-License-Identifier: GPL-3.0-or-later
//
// What steps are made from, and how.
#pragma once

#include "core/describe/explanation.h"
#include "core/engine/stage_rows.h"

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
void add_term(ExplanationStep& step, std::string name, std::vector<Operand> factors,
              TermKind kind = TermKind::plain);
/// Appends a term that is a single number.
void add_number(ExplanationStep& step, std::string name, Operand number, TermKind kind = TermKind::plain);
/// The label of a feature's product: "d1".
std::string feature_term(Index feature);

} // namespace lab
