// SPDX-License-Identifier: GPL-3.0-or-later
//
// The answer to a question in words, for whoever asks to be shown it.
#pragma once

#include "core/analysis/diagnosis/mistaken_trace.h"
#include "core/experiment/experiment.h"
#include "core/lesson/lesson_step.h"

#include <QString>

namespace lab {

/// Of a number or a matrix, that its card shows it now; of a goal, that a way to it was shown. The question
/// must not be faulty.
QString shownAnswer(const Experiment& experiment, const Question& question);

/// What a mistake does to the stage of a question, in words: "The scores are not scaled".
QString mistakeWords(const Experiment& experiment, MistakenTrace& right, const Question& question,
                     MistakeKind kind);

} // namespace lab
