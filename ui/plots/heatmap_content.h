// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a heatmap shows, whatever shows it: a card, a picture file, a screen reader.
#pragma once

#include "core/live_trace.h"
#include "core/stage.h"
#include "ui/plots/colour_scale.h"
#include "ui/plots/heatmap_mapping.h"

#include <QString>
#include <QStringList>

namespace lab {

class LabDocument;

struct HeatmapContent {
    MatrixPtr matrix; ///< null: nothing to show
    MatrixPtr before; ///< cells that differ from it are marked as changed; null: none are
    MatrixPtr masked; ///< −∞ where a cell is hidden; null: none is
    bool transposed = false;
    ColourScale::Kind kind = ColourScale::Kind::diverging;
    QString title;               ///< "Attention weights, head 1"
    QString rowAxis, columnAxis; ///< "query", "key", "token", "feature", as stored
    QStringList rowLabels, columnLabels;

    HeatmapMapping mapping() const;
    const QStringList& shownRowLabels() const { return transposed ? columnLabels : rowLabels; }
    const QStringList& shownColumnLabels() const { return transposed ? rowLabels : columnLabels; }
    /// "query ↓  key →", the axes as shown.
    QString axisNames() const;
    bool isHidden(StoredCell cell) const;
    bool isChanged(StoredCell cell) const;
    /// A cell in words, to seven digits: "query “blue”, key “sky”: 0.3141123", "… : 0 (hidden)".
    QString describe(StoredCell cell) const;
};

/// A stage of the document. `marksChanges`: compare with the state before the number under the hand moved.
HeatmapContent stageContent(LabDocument& document, StageId id, HeadIndex head, bool marksChanges);

/// "d1", "d2", … as the window counts features.
QStringList featureLabels(Index count);

/// A stage's name, with its head where there are several: "Queries, head 2".
QString stageTitle(const Experiment& experiment, StageId id, HeadIndex head);

} // namespace lab
