// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is said of numbers that were typed for covered cells.
#pragma once

#include "core/analysis/diagnosis/judge_number.h"

#include <QString>

namespace lab {

/// The verdict on one number, which is quoted as it was typed.
QString numberAnswer(const Experiment& experiment, const CellRef& cell, const QString& quoted,
                     const TypedAnswer& typed, const NumberVerdict& verdict);
/// A text as long as the longest of these answers for a cell. It assumes no number longer than those that the
/// window writes.
QString longNumberAnswer(const Experiment& experiment, const CellRef& cell);
/// How many of several numbers are right.
QString countAnswer(std::ptrdiff_t right, std::ptrdiff_t wrong);
/// What explains wrong numbers for a part of a stage, as a sentence or two without a full stop at the end.
QString partExplanation(const Experiment& experiment, const StageBlock& part, const Diagnosis& diagnosis,
                        const IsCovered& isCovered);

} // namespace lab
