// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is said of numbers that were typed for covered cells.
#pragma once

#include "core/lesson/judge_answer.h"

#include <QString>

namespace lab {

/// What is said of one number.
QString answerText(const Judgement& judged);
/// How many of several numbers are right.
QString countAnswer(std::ptrdiff_t right, std::ptrdiff_t wrong);
/// What explains wrong numbers for a part of a stage, as a sentence or two without a full stop at the end.
QString partExplanation(const Experiment& experiment, const StageBlock& part, const Diagnosis& diagnosis,
                        const IsCovered& isCovered);

} // namespace lab
