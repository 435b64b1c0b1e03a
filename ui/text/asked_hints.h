// SPDX-License-Identifier: GPL-3.0-or-later
//
// Hints on a covered number for a user who does not find it.
#pragma once

#include "core/describe/explanation.h"

#include <QString>

#include <optional>

namespace lab {

/// A number as hints write it.
QString hintNumber(double value);

struct AskedHint {
    std::optional<Formula> formula; ///< to be painted
    QString words;                  ///< besides; may be empty
};

/// How the number is computed, in symbols: one formula for each step of its stage, and what each symbol means
/// that does not stand on a card. `explanation` is the cell's.
AskedHint formulaHint(const Experiment& experiment, const Explanation& explanation);

/// The first term of its last step; of a weight, its numerator.
AskedHint termHint(const Experiment& experiment, const ExplanationStep& step);

} // namespace lab
