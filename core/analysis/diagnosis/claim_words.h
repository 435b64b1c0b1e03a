// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a mistake makes of a stage, in words.
#pragma once

#include "core/analysis/diagnosis/claim.h"
#include "core/analysis/diagnosis/naming.h"
#include "core/experiment/said.h"

namespace lab {

/// "The scores are not scaled: divide by √d_k = 1.4142"; of two mistakes, one after the other.
Said claim_words(const Experiment& experiment, const Asked& asked, const Claim& claim, const Naming& naming);

/// "scaled scores", "scaled score": what the numbers of a stage are called in a sentence.
Said plural_of(StageId stage);
Said singular_of(StageId stage);

/// Whether nothing but the scaling is missing from the scores that are handed in.
bool is_before_scaling(const Experiment& experiment, const Mistake& mistake, StageId asked);

} // namespace lab
