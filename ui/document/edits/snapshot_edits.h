// SPDX-License-Identifier: GPL-3.0-or-later
//
// Edits a document's snapshots and switches to its variants. Each change is one undo step, or none if nothing
// changes.
#pragma once

#include "core/analysis/variants.h"

#include <QString>

namespace lab {

class LabDocument;
struct KeptView;

/// Takes a snapshot of the document and returns its name.
QString takeSnapshot(LabDocument& document);
/// The same, as a scene: with what the window shows. `wanted`: its name, if no other snapshot has it; empty:
/// any name.
QString takeScene(LabDocument& document, const KeptView& scene, const QString& wanted = {});
/// Moves a snapshot to another place in their order.
void moveSnapshot(LabDocument& document, std::size_t which, std::size_t to);
/// Keeps the document as it is now, and what the window shows, in a snapshot, which becomes a scene.
void updateScene(LabDocument& document, std::size_t which, const KeptView& scene);
/// Keeps the document as it is now in every scene; what the window shows stays that of each scene.
void renumberScenes(LabDocument& document);
/// Makes a snapshot of a scene.
void dropView(LabDocument& document, std::size_t which);
/// Renames a snapshot. Returns why it cannot have that name; empty if it can.
QString renameSnapshot(LabDocument& document, std::size_t which, const QString& name);
/// Sets what the speaker reads while a scene is shown. Typing becomes one undo step.
void setNotes(LabDocument& document, std::size_t which, const QString& notes);
void removeSnapshot(LabDocument& document, std::size_t which);
/// Restores a snapshot, of this document or of another one; the snapshots stay.
void goBackTo(LabDocument& document, const Snapshot& kept);

/// Replaces the document with its variant of that name; does nothing if there is none.
void becomeVariant(LabDocument& document, Variation variation, const std::string& name);

} // namespace lab
