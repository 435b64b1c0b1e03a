// SPDX-License-Identifier: GPL-3.0-or-later
//
// The steps that compute a cell of one stage, from the stages and parameters it reads.
#pragma once

#include "core/explain/step.h"

namespace lab {

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

} // namespace lab
