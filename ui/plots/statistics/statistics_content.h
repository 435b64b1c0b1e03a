// SPDX-License-Identifier: GPL-3.0-or-later
//
// The content of a head's statistics, computed before drawing.
#pragma once

#include "core/analysis/norm_effect.h"
#include "core/analysis/scaling_study.h"
#include "core/analysis/statistics.h"
#include "ui/plots/heatmap/heatmap_content.h"

#include <memory>
#include <optional>
#include <vector>

namespace lab {

using ScalingStudyPtr = std::shared_ptr<const ScalingStudy>;

/// scaling_study(), which is deterministic, so the last result is cached. May be called on any thread.
ScalingStudyPtr scalingStudyOf(Index n_k);
/// The cached study, or null if it would have to be computed.
ScalingStudyPtr knownScalingStudy(Index n_k);

/// The input of the computation. Its matrices never change, so it can be used on any thread.
struct StatisticsInput {
    struct Part {
        StageId stage;
        MatrixPtr matrix;
        bool operator==(const Part&) const = default;
    };
    Experiment experiment;
    HeadIndex head = 0;
    StageId chosen = StageId::weights;
    std::vector<Part> parts; ///< every stage on the board, in order
    HeatmapContent shown;    ///< the chosen stage, for its labels and colours
};

struct StatisticsNumbers {
    std::vector<MatrixStatistics> stages; ///< one per part
    // Of the chosen stage: the histogram, the sums of rows, the statistics of weights.
    Histogram histogram;
    std::vector<RowSum> sums;
    std::optional<WeightStatistics> weights; ///< only if that is the attention weights
    OwnScaling own;
    /// One per part: the origin of the first cell that is left out but not hidden; empty if there is none.
    QStringList origins;
    std::vector<Index> covered; ///< how many cells, one per part; they count among those left out
    bool hidesKeys = false;     ///< some key is hidden from a query
    // What acts on the scores besides the scale:
    std::optional<NormEffect> norm; ///< of queries and keys
    std::optional<double> softcap;
    bool addsScores = false;
    bool hasSink = false; ///< in the softmax
};

StatisticsNumbers statisticsNumbers(const StatisticsInput& input);

struct StatisticsLine {
    StageId stage;
    QString title;
    MatrixStatistics numbers;
    QString origin;    ///< of cells that are left out but not hidden
    Index covered = 0; ///< of the cells that are left out

    /// The columns of a table of such lines, and what this one says in each.
    static QStringList headings();
    QStringList texts() const;
};

struct StatisticsContent {
    std::vector<StatisticsLine> lines; ///< one per stage; none: nothing to show
    HeatmapContent chosen;             ///< the chosen stage, which the rest describes
    StageId stage = StageId::weights;
    HeadIndex head = 0;
    Index d_k = 1, n_k = 1;
    StatisticsNumbers numbers;
    ScalingStudyPtr study; ///< null while it is being computed

    /// Whether a cell of any stage is covered, so that little can be said about all.
    bool isCovered() const;
    /// Whether rows of the chosen stage are shown as columns.
    bool inColumns() const { return chosen.transposed; }
    /// "row" or "column", as the document shows tokens.
    QString lineWord() const;
    /// Notes needed to read the table, and the rows; one sentence each.
    QStringList tableNotes() const;
    QStringList rowNotes() const;
    /// What the curves show, and how this experiment compares; rich text, one paragraph each.
    QStringList scalingTexts() const;
    /// Everything in words, for screen readers.
    QString describe() const;
};

/// Six decimals, as notebooks print a variance. Smaller numbers have seven digits, so that they do not show
/// as 0. NaN is "–". The document's choice of decimals applies only to matrices.
QString statisticText(double value);
/// "≈ 0" for a number that is 0 up to rounding.
QString statisticText(double value, bool isRounding);

/// The stages on the board with that head. None while one is not computed yet, which is then requested.
/// `complete`: computes them all, however long that takes.
std::optional<StatisticsInput> statisticsInput(StageSource& stages, StageId stage, HeadIndex head,
                                               bool complete);
StatisticsContent statisticsContent(const StatisticsInput& input, StatisticsNumbers numbers);

} // namespace lab
