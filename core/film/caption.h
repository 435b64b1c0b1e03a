// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a step of the film says, in words and numbers. Which cells it computes with is in film_operands.h.
#pragma once

#include "core/describe/explanation.h"
#include "core/film/film.h"

#include <string>

namespace lab {

struct Caption {
    Said words;      ///< "“starts” looks at “Your”"
    Formula numbers; ///< "0.7198 × 0.9697 + 1.3343 × 0.6775 = 1.6020", every operand a hole with its source,
                     ///< if it stands in a matrix; of rows and stages the rule in symbols; an empty row
                     ///< where a step has neither
    /// The same as one line of text, for screen readers and pictures.
    std::string text;
};

/// `matrix` must know the stages that operands() names for the step's cells, and the step's own stage, which
/// holds its final numbers. `decimals` are those with which the numbers are shown: "≈" stands for "=" where
/// the operands as they are shown give another last digit.
Caption caption(const Experiment& experiment, const StageReader& matrix, const FilmStep& step, int decimals);

} // namespace lab
