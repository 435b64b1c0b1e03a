// SPDX-License-Identifier: GPL-3.0-or-later
//
// Edits a document's snapshots and switches to its variants. Each change is one undo step, or none if nothing
// changes.
#pragma once

#include "core/analysis/variants.h"

#include <QString>

namespace lab {

class LabDocument;

/// Takes a snapshot of the document and returns its name.
QString takeSnapshot(LabDocument& document);
/// Renames a snapshot. Returns why it cannot have that name; empty if it can.
QString renameSnapshot(LabDocument& document, std::size_t which, const QString& name);
void removeSnapshot(LabDocument& document, std::size_t which);
/// Restores a snapshot, of this document or of another one; the snapshots stay.
void goBackTo(LabDocument& document, const Snapshot& kept);

/// Replaces the document with its variant of that name; does nothing if there is none.
void becomeVariant(LabDocument& document, Variation variation, const std::string& name);

} // namespace lab
