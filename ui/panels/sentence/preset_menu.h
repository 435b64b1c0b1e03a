// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>

class QMenu;

namespace lab {

class LabDocument;

/// Adds a menu with the settings of well-known models, each one undo step (core/edits/presets.h). The one
/// that is in use is marked. `say` is called with what a choice has left as it was.
void addPresets(QMenu& menu, LabDocument& document, const std::function<void(const QString&)>& say);

} // namespace lab
