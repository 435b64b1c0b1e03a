// SPDX-License-Identifier: GPL-3.0-or-later
//
// The snapshots of a document and its variants: each change is one step to undo, or none where nothing would
// change.
#pragma once

#include "core/analysis/variants.h"

#include <QString>

namespace lab {

class LabDocument;

/// Keeps the document as it is now; the name that this state has.
QString takeSnapshot(LabDocument& document);
/// Another name for a snapshot; why it cannot have that, or empty.
QString renameSnapshot(LabDocument& document, std::size_t which, const QString& name);
void removeSnapshot(LabDocument& document, std::size_t which);
/// Makes the document what it was, or what another is; the snapshots stay.
void goBackTo(LabDocument& document, const Snapshot& kept);

/// Makes the document the variant of itself that has this name; nothing where it has none of it.
void becomeVariant(LabDocument& document, Variation variation, const std::string& name);

} // namespace lab
