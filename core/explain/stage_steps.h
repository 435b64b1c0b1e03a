// SPDX-License-Identifier: GPL-3.0-or-later
//
// The steps that compute a cell of one stage, from the stages and parameters it reads.
#pragma once

#include "core/engine/stage_rows.h"
#include "core/explain/explain.h"

namespace lab {

/// The experiment and its computed stages.
struct StepInputs {
    const Experiment& experiment;
    const ReadRows& matrix;
};

/// How a cell was computed: see explain().
Explanation explanation_of(const StepInputs& from, const CellRef& cell);

/// Each ends with a step whose result is the value as computed, ignoring overrides.
std::vector<ExplanationStep> input_steps(const StepInputs& from, const CellRef& cell);
std::vector<ExplanationStep> projection_steps(const StepInputs& from, const CellRef& cell);
std::vector<ExplanationStep> score_steps(const StepInputs& from, const CellRef& cell);
std::vector<ExplanationStep> scaling_steps(const StepInputs& from, const CellRef& cell);
std::vector<ExplanationStep> mask_steps(const StepInputs& from, const CellRef& cell);
std::vector<ExplanationStep> weight_steps(const StepInputs& from, const CellRef& cell);
std::vector<ExplanationStep> dropout_steps(const StepInputs& from, const CellRef& cell);
std::vector<ExplanationStep> head_output_steps(const StepInputs& from, const CellRef& cell);
std::vector<ExplanationStep> concat_steps(const StepInputs& from, const CellRef& cell);
std::vector<ExplanationStep> output_steps(const StepInputs& from, const CellRef& cell);
/// Those of the cell's stage.
std::vector<ExplanationStep> own_steps(const StepInputs& from, const CellRef& cell);

/// A step for that cell, with its name but no numbers yet.
ExplanationStep begin_step(const StepInputs& from, const CellRef& cell, ExplanationKind kind,
                           const Phrase<0>& title);
/// Appends a product to the sum.
void add_term(ExplanationStep& step, std::string name, std::vector<Operand> factors);
/// Appends a term that is a single number.
void add_number(ExplanationStep& step, std::string name, Operand number);

} // namespace lab
