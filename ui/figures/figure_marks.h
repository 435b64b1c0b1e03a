// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which rows, columns and cells a figure frames.
#pragma once

#include "core/base/types.h"
#include "ui/plots/figure.h"
#include "ui/plots/heatmap/heatmap_marks.h"

namespace lab {

/// The marks of one stage.
struct StageMarks {
    StageId stage = StageId::weights;
    std::optional<HeadIndex> head; ///< absent: the marks are in every head, or the stage has no heads
    HeatmapMarkSet marks;
    bool operator==(const StageMarks&) const = default;
};

/// What the window shows as inspected, in every stage.
std::vector<StageMarks> inspectedMarks(const Experiment& experiment, const Selection& selection);

/// A row, a column, or the cell where they meet, in the matrices of a figure. On the board, a row is that of
/// a query and a column that of a key. Fails if the document has no such row or column; the error's place
/// says which.
Result<std::vector<StageMarks>> marksAt(const Experiment& experiment, const Figure& figure,
                                        std::optional<Index> row, std::optional<Index> column);
/// Whether the figure is drawn as matrices, which can be marked.
bool isOfMatrices(const Figure& figure);
/// Whether some of the marks are in the figure.
bool hasMarks(const Figure& figure, const std::vector<StageMarks>& marks);

/// The marks of a stage of that head.
HeatmapMarkSet marksOf(const std::vector<StageMarks>& marks, StageId stage, HeadIndex head);
/// The marks of a matrix that stands for several heads, which are all marked alike. Marks of linked cells are
/// left out.
HeatmapMarkSet marksOfAnyHead(const std::vector<StageMarks>& marks, StageId stage);

} // namespace lab
