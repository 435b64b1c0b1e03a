// SPDX-License-Identifier: GPL-3.0-or-later
//
// A row of weights as the film shows it.
#pragma once

#include "core/describe/stage_description.h"

namespace lab {

/// The normaliser of a row of weights as explain() has it. Its words begin with why the row's weights are not
/// finite, if they are not and a key is visible.
ExplanationStep normalizer_of(const CaptionInputs& of);

/// What is said of the row where there is nothing to compute or the result is no use; nullopt where all goes
/// well until that phase (RowPhase::none: until the weights).
std::optional<Said> fault_of_row(const CaptionInputs& of, const ExplanationStep& normalizer, RowPhase until);

} // namespace lab
