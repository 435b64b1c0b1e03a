// SPDX-License-Identifier: GPL-3.0-or-later
//
// Edits the overrides of computed cells. Each change is one undo step, or none if nothing changes.
#pragma once

#include "core/experiment/stage.h"

#include <QString>

namespace lab {

class LabDocument;

/// Overrides a cell during a drag; LabDocument::commitPreview() makes it an undo step. `value` is finite or
/// −∞.
void previewOverride(LabDocument& document, const CellRef& cell, double value);
void removeOverride(LabDocument& document, const CellRef& cell);
void removeOverrides(LabDocument& document);

/// A cell's name as shown in the window, 1-based, in the document's notation: "Attention weights[1,2], head
/// 2".
QString cellName(const Experiment& experiment, const CellRef& cell);

/// Parses an override's or an added score's value in C notation; "-inf" and "−∞" are accepted.
std::optional<double> readOverride(const QString& text);

} // namespace lab
