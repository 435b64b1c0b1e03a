// SPDX-License-Identifier: GPL-3.0-or-later
//
// Attention that was captured from another program: a document that gives exactly its weights, and may hold
// nothing else.
#pragma once

#include "core/experiment/stage.h"

#include <vector>

namespace lab {

/// Whether a document's added scores are still those of attention that was captured: its `origin` says so
/// until they are edited.
bool gives_captured(const Experiment& experiment);
/// Whether there is nothing but that in it: queries, keys and values are zeros that stand for none.
bool is_attention_alone(const Experiment& experiment);

/// Whether a document has a stage whose numbers say something: of attention alone, only masked scores and
/// weights do.
bool tells(const Experiment& experiment, StageId stage);
/// All such stages, in order.
std::vector<StageId> telling_stages(const Experiment& experiment);

} // namespace lab
