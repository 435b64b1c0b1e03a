// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a score or a weight of a query for a key means, in a sentence.
#pragma once

#include "core/describe/step.h"
#include "core/experiment/said.h"

namespace lab {

/// Of scores, scaled scores and masked scores: "how well the query of “is” matches the key of “sky”: the
/// second largest of its row". The cell itself is not covered.
Said score_meaning(const StepInputs& from, const CellRef& cell, const Said& query, const Said& key);
/// "“is” gives 34.4 % of its attention to “sky”, the second largest of its row".
Said weight_meaning(const StepInputs& from, const CellRef& cell, const Said& query, const Said& key);
/// The same of what a sink takes of a row: is_sink_share().
Said meaning_of_sink_share(const Experiment& experiment, const CellRef& cell, double share);

} // namespace lab
