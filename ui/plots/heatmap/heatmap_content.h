// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a heatmap shows, whatever shows it: a card, a picture file, a screen reader.
#pragma once

#include "core/live_trace.h"
#include "core/stage.h"
#include "core/summary.h"
#include "ui/plots/heatmap/heatmap_mapping.h"
#include "ui/plots/shared/colour_scale.h"
#include "ui/plots/shared/labels.h"

#include <QString>

#include <functional>
#include <optional>

namespace lab {

class StageSource;

struct HeatmapContent {
    MatrixPtr matrix;   ///< null: nothing to show
    SummaryPtr summary; ///< of the matrix
    MatrixPtr before;   ///< cells that differ from it are marked as changed; null: none are
    MatrixPtr masked;   ///< −∞ where a cell is hidden; null: none is
    Mask mask;          ///< by which it is hidden, where there are hidden cells
    /// The queries that every key is hidden from, where there are hidden cells.
    std::vector<Index> hiddenRows;
    /// Of masked scores and weights: where −∞ is an overflow.
    struct Overflow {
        StoredCell first;
        QString origin;          ///< "overflow that began in Scores, “sky” → “is”"
        std::vector<Index> rows; ///< the queries whose every score is −∞, not every key being hidden
    };
    std::optional<Overflow> overflow;
    /// What is to be said of a cell besides its number: "hidden: causal", "overflow that began in Scores,
    /// “sky” → “is”"; empty where that is nothing. `isZero`: the number is what rounding left of 0, and shown
    /// as that.
    struct Remark {
        QString text;
        bool isZero = false;
    };
    std::function<Remark(StoredCell)> remark; ///< null where nothing is known
    std::vector<StoredCell> overridden;       ///< each once, row by row
    bool stale = false;                       ///< the matrix is an older answer, or not there yet
    bool transposed = false;
    ColourScale::Kind kind = ColourScale::Kind::diverging;
    NumberStyle look;
    QString title;               ///< "Attention weights, head 1"
    QString rowAxis, columnAxis; ///< "query", "key", "token", "feature", as stored
    Labels rowLabels, columnLabels;

    HeatmapMapping mapping() const;
    ColourScale scale() const;
    const Labels& shownRowLabels() const { return transposed ? columnLabels : rowLabels; }
    const Labels& shownColumnLabels() const { return transposed ? rowLabels : columnLabels; }
    /// "query ↓  key →", the axes as shown.
    QString axisNames() const;
    bool isHidden(StoredCell cell) const;
    bool isOverridden(StoredCell cell) const;
    /// Whether there is something to compare with.
    bool hasBefore() const;
    bool isChanged(StoredCell cell) const;
    /// A cell in words, to seven digits, or to more where more decimals are chosen: "query “blue”, key “sky”:
    /// 0.3141123", "… : 0 (hidden: causal, and padding of key 2)", "… : 0.5 (overridden)", "… : −∞ (overflow
    /// that began here)".
    QString describe(StoredCell cell) const;
    /// The same to the decimals that are chosen, as the cell says it.
    QString describeAsShown(StoredCell cell) const;

private:
    QString describe(StoredCell cell, const std::string& number) const;
    std::string chosenNumber(StoredCell cell) const;
};

/// The same number, a NaN being the same as another.
inline bool sameNumber(double a, double b) {
    return a == b || (a != a && b != b);
}

/// A stage of the document while that head is shown. `marksChanges`: compare with the state before the number
/// under the hand moved. `first`: the rows that are in sight, where they can be had before the others.
HeatmapContent stageContent(StageSource& stages, StageId id, HeadIndex head, bool marksChanges,
                            std::optional<Rows> first = {});

/// The masked scores of a head in which −∞ means hidden: see hidden_scores(). `masked` where nothing
/// overflowed.
MatrixPtr hiddenScores(StageSource& stages, HeadIndex head, const MatrixPtr& masked);

/// Why a key is hidden from a query, in words: "causal, and padding of key 3"; that its score is −∞ where no
/// rule says so.
QString hiddenBy(const Mask& mask, TokenIndex query, TokenIndex key);

/// A stage's name: "Queries".
QString stageTitle(StageId id);
/// The same with its head where there are several: "Queries, head 2".
QString stageTitle(const Experiment& experiment, StageId id, HeadIndex head);

} // namespace lab
