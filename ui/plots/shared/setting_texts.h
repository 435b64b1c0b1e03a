// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a document sets that no control on a card shows, in words: it stands where it acts.
#pragma once

#include "core/stage.h"
#include "ui/plots/shared/place_texts.h"

#include <QString>
#include <QStringList>

namespace lab {

/// What acts on a stage, each in a few words: "padding of key 3 “.”", "1 cell overridden: …".
QStringList settingTexts(const Experiment& experiment, StageId id, HeadIndex head);

/// "Also: padding of key 3 “.”; custom mask"; empty where there is nothing.
QString activeSettingsText(const QStringList& settings);

/// That the tokens do not follow the sentence, where they are given by hand; empty elsewhere.
QString tokensSetting(const Sequence& sequence);

/// What a document with no queries or no keys is waiting for.
QString emptyStateText(const Experiment& experiment);

/// A cell of a stage of the experiment: see placeText().
QString cellPlace(const Experiment& experiment, const CellRef& cell);

} // namespace lab
