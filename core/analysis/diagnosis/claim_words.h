// SPDX-License-Identifier: GPL-3.0-or-later
//
// What claim_words() and the other words of a diagnosis share.
#pragma once

#include "core/analysis/diagnosis/diagnosis.h"
#include "core/experiment/said.h"

namespace lab {

/// "scaled scores", "scaled score": what the numbers of a stage are called in a sentence.
Said plural_of(StageId stage);
Said singular_of(StageId stage);

/// Whether nothing but the scaling is missing from the scores that are handed in.
bool is_before_scaling(const Experiment& experiment, const Mistake& mistake, StageId asked);

} // namespace lab
