// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is said of numbers that somebody has typed for covered cells: one sentence each, without full stops at
// their ends. Wrong is never only “wrong”.
#pragma once

#include "core/analysis/diagnosis/judge_number.h"
#include "core/analysis/diagnosis/naming.h"
#include "core/experiment/said.h"

#include <string>
#include <vector>

namespace lab {

/// Of one number, which is quoted as it was typed.
std::vector<Said> number_words(const Experiment& experiment, const CellRef& cell, const std::string& quoted,
                               const TypedAnswer& typed, const NumberVerdict& verdict, const Naming& naming);

/// What explains wrong numbers for a part of a stage.
std::vector<Said> part_words(const Experiment& experiment, const StageBlock& part, const Diagnosis& diagnosis,
                             const PartVerdict& verdict, const Naming& naming);

} // namespace lab
