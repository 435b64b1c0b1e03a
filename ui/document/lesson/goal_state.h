// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whether a goal holds by what a document shows, while it is edited.
#pragma once

#include "core/lesson/lesson_step.h"

#include <QString>

#include <optional>

namespace lab {

class LabDocument;

struct GoalState {
    bool holds;
    /// Of a goal that looks as if it held and does not: its number, as a sentence. Empty: it does not look
    /// so, or is covered.
    QString nearMiss;
};

/// nullopt while the numbers are computed, or if the document has no such cell any more.
std::optional<GoalState> goalState(LabDocument& document, const Question& goal);

} // namespace lab
