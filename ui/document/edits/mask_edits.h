// SPDX-License-Identifier: GPL-3.0-or-later
//
// Edits which keys are hidden from which queries. Each change is one undo step, or none if nothing changes.
#pragma once

#include "core/experiment/experiment.h"

#include <QString>

namespace lab {

class LabDocument;

/// Removes all rules.
void removeMasks(LabDocument& document);
void setCausal(LabDocument& document, bool causal);
/// Hides a key from every query, or shows it again.
void setPadding(LabDocument& document, TokenIndex key, bool hidden);
/// Removes the custom mask and keeps the other rules.
void removeCustomMask(LabDocument& document);
/// Hides or shows cells of the custom mask during a drag; LabDocument::commitPreview() makes it an undo step.
/// `from` is the experiment to change: the one before the drag, or one previewed since.
void previewVisibility(LabDocument& document, const Experiment& from, const Block& cells, bool visible);

} // namespace lab
