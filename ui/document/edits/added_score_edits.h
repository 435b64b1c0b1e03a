// SPDX-License-Identifier: GPL-3.0-or-later
//
// Edits what is added to the scaled scores, as a whole. Each change is one undo step, or none if nothing
// changes.
#pragma once

#include "core/experiment/experiment.h"

#include <QString>

namespace lab {

class LabDocument;

/// Zeros at first.
void setAddedScores(LabDocument& document, bool present);
/// Switches between one matrix of added scores for each head and one for all. `head`: the head whose matrix
/// becomes that of all.
void setAddedScoresPerHead(LabDocument& document, bool perHead, HeadIndex head);
/// See with_t5_buckets().
void fillWithT5Buckets(LabDocument& document);
/// Why no scores can be added, for all heads or for each of them: they would be too large. Empty if they can.
QString addedScoresProblem(const Experiment& experiment, bool perHead);
/// Puts a value into cells of the head's added scores during a drag, or of those that all heads share;
/// LabDocument::commitPreview() makes it an undo step. `from` as for previewVisibility().
void previewAddedScores(LabDocument& document, const Experiment& from, HeadIndex head, const Block& cells,
                        double value);

} // namespace lab
