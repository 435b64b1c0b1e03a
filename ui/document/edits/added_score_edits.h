// SPDX-License-Identifier: GPL-3.0-or-later
//
// Edits what is added to the scaled scores, as a whole. Each change is one undo step, or none if nothing
// changes.
#pragma once

#include "core/types.h"

namespace lab {

class LabDocument;

/// Zeros at first.
void setAddedScores(LabDocument& document, bool present);
/// One matrix for each head; or for all heads the one of `head`.
void setAddedScoresPerHead(LabDocument& document, bool perHead, HeadIndex head);
/// See with_t5_buckets().
void fillWithT5Buckets(LabDocument& document);

} // namespace lab
