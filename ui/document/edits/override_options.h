// SPDX-License-Identifier: GPL-3.0-or-later
//
// Computed cells fixed by hand, each change one step to undo, or none where nothing would change.
#pragma once

#include "core/stage.h"

#include <QString>

namespace lab {

class LabDocument;

/// A number, finite or −∞, while the hand has not let go: a step once LabDocument::commitPreview() is called.
void previewOverride(LabDocument& document, const CellRef& cell, double value);
void removeOverride(LabDocument& document, const CellRef& cell);
void removeOverrides(LabDocument& document);

/// A cell's name as the window shows it, counted from 1 in the document's notation: "Attention weights[1,2],
/// head 2".
QString cellName(const Experiment& experiment, const CellRef& cell);

/// Reads a number that a cell can be fixed at, in the C form; "-inf" and "−∞" are one.
std::optional<double> readOverride(const QString& text);

} // namespace lab
