// SPDX-License-Identifier: GPL-3.0-or-later
//
// Describes settings that no control on a card shows. The text appears where they take effect.
#pragma once

#include "core/experiment/stage.h"
#include "ui/plots/shared/cell_names.h"

#include <QString>
#include <QStringList>

namespace lab {

/// The settings that affect a stage, a few words each: "padding of key 3 “.”", "1 cell overridden: …".
QStringList settingTexts(const Experiment& experiment, StageId id, HeadIndex head);

/// The options in use that act in a stage and that its matrix does not show, a word or two each, the rarest
/// first: "softcap 50", "rotary".
QStringList optionsInUse(const Experiment& experiment, StageId id);

/// "Also: padding of key 3 “.”; custom mask"; empty if there are none.
QString activeSettingsText(const QStringList& settings);

/// Says that manual tokens do not follow the sentence; empty for other tokenizers.
QString tokensSetting(const Sequence& sequence);

/// Tells what a document without queries or keys still needs.
QString emptyStateText(const Experiment& experiment);

/// A cell of a stage in words: see cell_names.h.
QString cellPlace(const Experiment& experiment, const CellRef& cell);

} // namespace lab
