// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMenu;

namespace lab {

class LabDocument;

/// Adds a menu with the settings of well-known models, each one undo step (core/edits/presets.h). The one
/// that is in use is marked.
void addPresets(QMenu& menu, LabDocument& document);

} // namespace lab
