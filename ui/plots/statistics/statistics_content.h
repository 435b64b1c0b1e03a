// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the statistics of a head say, worked out before anything is drawn.
#pragma once

#include "core/analysis/scaling_study.h"
#include "core/analysis/statistics.h"
#include "ui/plots/heatmap/heatmap_content.h"

#include <memory>
#include <optional>
#include <vector>

namespace lab {

using ScalingStudyPtr = std::shared_ptr<const ScalingStudy>;

/// scaling_study(), which is the same every time, so that the last one is kept. May be called on any thread.
ScalingStudyPtr scalingStudyOf(Index n_k);
/// The same where it costs nothing, else null.
ScalingStudyPtr knownScalingStudy(Index n_k);

/// Everything that is worked out, of matrices that are never changed: that can be done on any thread.
struct StatisticsInput {
    struct Part {
        StageId stage;
        MatrixPtr matrix;
        bool operator==(const Part&) const = default;
    };
    Experiment experiment;
    HeadIndex head = 0;
    StageId chosen = StageId::weights;
    std::vector<Part> parts; ///< every stage of the board, in their order
    HeatmapContent shown;    ///< the stage that is chosen, for its words and colours
};

struct StatisticsNumbers {
    std::vector<MatrixStatistics> stages; ///< one a part
    // Of the stage that is chosen.
    Histogram histogram;
    std::vector<RowSum> sums;
    std::optional<WeightStatistics> weights; ///< where these are the attention weights
    OwnScaling own;
    /// One a part: where the first cell that is left out, and not hidden, comes from; empty where there is
    /// none.
    QStringList origins;
    bool hidesKeys = false; ///< a key is hidden from a query
};

StatisticsNumbers statisticsNumbers(const StatisticsInput& input);

struct StatisticsLine {
    StageId stage;
    QString title;
    MatrixStatistics numbers;
    QString origin; ///< of what is left out and not hidden
};

struct StatisticsContent {
    std::vector<StatisticsLine> lines; ///< one a stage; none: nothing to show
    HeatmapContent chosen;             ///< the matrix that the rest is about
    StageId stage = StageId::weights;
    HeadIndex head = 0;
    Index d_k = 1, n_k = 1;
    StatisticsNumbers numbers;
    ScalingStudyPtr study; ///< null while it is being computed

    /// A row of the chosen stage is a column as shown.
    bool inColumns() const { return chosen.transposed; }
    /// "row" or "column", as the document shows tokens.
    QString lineWord() const;
    /// What has to be known to read the table, and the rows; each a sentence.
    QStringList tableNotes() const;
    QStringList rowNotes() const;
    /// What the curves show and where this experiment stands, as rich text, each a paragraph.
    QStringList scalingTexts() const;
    /// All of it in words, for who cannot see it.
    QString describe() const;
};

/// Six decimals, as notebooks print a variance; smaller numbers in seven digits, so that they are not 0; "–"
/// for what there is none of. The decimals that the document chooses are those of its matrices.
QString statisticText(double value);
/// "≈ 0" for what rounding left of 0.
QString statisticText(double value, bool isRounding);

/// The stages of the board with that head, as far as they are computed; nothing while one is not, which is
/// asked for, unless `complete`, however long that takes.
std::optional<StatisticsInput> statisticsInput(StageSource& stages, StageId stage, HeadIndex head,
                                               bool complete);
StatisticsContent statisticsContent(const StatisticsInput& input, StatisticsNumbers numbers);

} // namespace lab
