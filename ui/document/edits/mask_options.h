// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which keys are hidden from which queries, each change one step to undo, or none where nothing would change.
#pragma once

#include "core/experiment.h"

#include <QString>

#include <optional>

namespace lab {

class LabDocument;

/// No rule hides anything.
void removeMasks(LabDocument& document);
void setCausal(LabDocument& document, bool causal);
/// w, at least 1; no number: no window.
void setWindow(LabDocument& document, std::optional<Index> window);
/// A key hidden from every query, or not.
void setPadding(LabDocument& document, TokenIndex key, bool hidden);
/// The custom mask goes, the other rules stay.
void removeCustomMask(LabDocument& document);
/// Cells of the custom mask hidden or shown while the hand has not let go: a step once
/// LabDocument::commitPreview() is called. `from` is what they are changed in, the experiment before the hand
/// took the brush or one that was previewed since.
void previewVisibility(LabDocument& document, const Experiment& from, const Block& cells, bool visible);

} // namespace lab
