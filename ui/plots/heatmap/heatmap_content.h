// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a heatmap shows, whether on a card, in a figure or to a screen reader.
#pragma once

#include "core/base/summary.h"
#include "core/engine/live_trace.h"
#include "core/experiment/stage.h"
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
    MatrixPtr masked;   ///< −∞ where a cell is hidden, of scaled scores by an added −∞; null: none is
    MatrixPtr kept;     ///< 0 where a weight is dropped; null: none is
    MatrixPtr toBeKept; ///< on the card of weights: 0 where dropout drops one; null: it drops none
    /// Only of wanted weights and differences to them: what each cell is, see Wanted; null: a number.
    MatrixPtr wanted;
    /// In HeatmapContent::wanted: any number will do, so that there is none; a part of what is left in its
    /// row; a number that somebody wants.
    enum Wanted { any_number = 0, the_rest = 1, wanted_number = 2 };
    Mask mask;                     ///< the mask that hides cells, if any are hidden
    FirstPositions firstPositions; ///< of the experiment
    /// The queries from which every key is hidden, if any cells are hidden.
    std::vector<Index> hiddenRows;
    /// Only for masked scores and weights, also after dropout: where −∞ is an overflow.
    struct Overflow {
        StoredCell first;
        QString origin;          ///< "overflow that began in Scores, “sky” → “is”"
        std::vector<Index> rows; ///< queries whose scores are all −∞ although not every key is hidden
    };
    std::optional<Overflow> overflow;
    /// A note on a cell besides its number: "hidden: causal", "overflow that began in Scores, “sky” → “is”";
    /// empty if there is none. `isZero`: the number is 0 up to rounding, and shown as 0.
    struct Remark {
        QString text;
        bool isZero = false;
    };
    std::function<Remark(StoredCell)> remark; ///< null where nothing is known
    std::vector<StoredCell> overridden;       ///< each once, row by row
    /// Only for weights after dropout: the cells whose weight before dropout is overridden, so that a hidden
    /// key may have a weight.
    std::vector<StoredCell> overriddenBefore;
    /// Only for weights: the sink's share for each query, NaN while it is unknown. Empty: no sink takes part.
    std::vector<double> sinkShares;
    /// Only for weights: each computed row sums to 1, if it is finite and the query sees a key.
    bool rowsSumTo1 = false;
    /// Its decimals are those of numbers of this magnitude at least, so that they stay while numbers shrink.
    double leastMagnitude = 0;
    bool stale = false;     ///< the matrix is out of date or not computed yet
    bool isPreview = false; ///< made while a number is dragged
    bool transposed = false;
    ColourScale::Kind kind = ColourScale::Kind::diverging;
    NumberStyle style;
    QString title;               ///< "Attention weights, head 1"
    QString rowAxis, columnAxis; ///< "query", "key", "token", "feature", as stored
    Labels rowLabels, columnLabels;
    /// Room that is left where rows or columns are tokens, as stored, so that nothing moves while a sentence
    /// is shown word by word: as for all of its tokens.
    struct Room {
        Labels tokens;
        Index rows = 0, columns = 0;            ///< as for so many
        bool ofRows = false, ofColumns = false; ///< and for these labels
    };
    std::optional<Room> room;

    HeatmapMapping mapping() const;
    /// Whether the cell is the sink's: the one after those of the keys.
    bool isSink(StoredCell cell) const;
    /// Whether there is such a cell: of the matrix, or of the sink.
    bool has(StoredCell cell) const;
    double numberOf(StoredCell cell) const;
    /// The cell that is shown there, if there is one; the sink's are the last column, or the last row.
    std::optional<StoredCell> at(ShownCell shown) const;
    Index shownColumns() const;
    Index shownRows() const;
    ColourScale scale() const;
    /// The magnitude that decides how many decimals its numbers have: the largest, as far as it is known. Of
    /// weights that sum to 1 it is at least that of equal ones, so that decimals stay while they are opened.
    double magnitude() const;
    /// Whether its colours have a range that can be told. Not so where all of a matrix is covered whose
    /// numbers decide it.
    bool hasRange() const;
    const Labels& shownRowLabels() const { return transposed ? columnLabels : rowLabels; }
    const Labels& shownColumnLabels() const { return transposed ? rowLabels : columnLabels; }
    /// "query ↓  key →", the axes as shown.
    QString axisNames() const;
    bool isHidden(StoredCell cell) const;
    /// What it is in `wanted`; a number without that.
    Wanted wantedOf(StoredCell cell) const;
    /// Whether there is no number, since any will do. Not so where the key is hidden.
    bool isAny(StoredCell cell) const { return wantedOf(cell) == any_number && !isHidden(cell); }
    /// Whether its weight is dropped, and neither overridden nor 0 anyway because its key is hidden.
    bool isDropped(StoredCell cell) const;
    /// Whether dropout, the next stage, drops the weight.
    bool willBeDropped(StoredCell cell) const;
    bool isOverridden(StoredCell cell) const;
    /// Whether `before` is given and has the shape of the matrix.
    bool hasBefore() const;
    bool isChanged(StoredCell cell) const;
    /// Whether both show the same matrix, possibly with other numbers.
    bool isOfSameMatrix(const HeatmapContent& other) const;
    bool hasNumbersOf(const HeatmapContent& other) const;
    /// A cell in words, with seven digits, or with the chosen decimals if those are more: "query “blue”, key
    /// “sky”: 0.3141123", "… : 0 (hidden: causal, and padding of key 2)", "… : 0.5 (overridden)", "… : −∞
    /// (overflow that began here)", "query “blue”: the sink takes 0.1722 (no key, no value)".
    QString describe(StoredCell cell) const;
    /// The same without the number: "query “blue”, key “sky”".
    QString describePlace(StoredCell cell) const;
    /// A part of that: "query “blue”".
    QString describeRow(Index row) const;
    QString describeColumn(Index column) const;
    /// What describeAsShown() says beside the place: "0 (hidden: causal)".
    QString describeNumber(StoredCell cell) const;
    /// The same with the chosen decimals, as shown in the cell.
    QString describeAsShown(StoredCell cell) const;
    /// "query “blue”: the sink takes 0.1722 (no key, no value)".
    QString describeSink(Index query) const;
    /// What the rows or columns of a sink's shares are headed with.
    static QString sinkName();

private:
    bool isZeroIn(const MatrixPtr& draws, StoredCell cell) const;
    QString describe(StoredCell cell, const std::string& number) const;
    QString describeNumber(StoredCell cell, const std::string& number) const;
    std::string chosenNumber(StoredCell cell) const;
};

/// Equality in which NaN equals NaN.
inline bool sameNumber(double a, double b) {
    return a == b || (a != a && b != b);
}

/// A stage while that head is shown. `marksChanges`: compare with the state before the current drag. `first`:
/// the visible rows, which come before the others if possible.
HeatmapContent stageContent(StageSource& stages, StageId id, HeadIndex head, bool marksChanges,
                            std::optional<Rows> first = {});

/// The largest weight, if colours from 0 to 1 make all visible weights look alike and colours up to that one
/// would not.
std::optional<double> betterLimit(const HeatmapContent& content);

/// The style of `content` in the colour range of what is shown now, which is that of `scale`. While a number
/// is dragged, so that a cell whose number does not change keeps its colour.
NumberStyle keptStyle(const HeatmapContent& content, const HeatmapContent& shown, const ColourScale& scale);

/// Which of a head's weights dropout keeps: 1, or 0 if dropped. There must be dropout. The last ones are
/// remembered: while a number is dragged, they stay.
MatrixPtr keptWeights(const Experiment& experiment, HeadIndex head);

/// A head's masked scores, in which −∞ means hidden: see hidden_scores(). Returns `masked` itself if nothing
/// overflowed.
MatrixPtr hiddenScores(StageSource& stages, HeadIndex head, const MatrixPtr& masked);

/// Why a key is hidden from a query: "causal, and padding of key 3". If no rule of the mask hides it, says
/// that its score is −∞.
QString hiddenBy(const Mask& mask, const FirstPositions& first, TokenIndex query, TokenIndex key);

} // namespace lab
