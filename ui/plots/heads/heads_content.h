// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is shown of all heads at once: a stage of each head on one scale, in which order, and the average or
// maximum over heads.
#pragma once

#include "core/analysis/head_patterns.h"
#include "ui/plots/heatmap/heatmap_content.h"

#include <vector>

namespace lab {

/// A per-head stage of every head, as far as it has been computed; the rest is requested. All heads share one
/// scale, so that they can be compared. `marksChanges` as in stageContent().
std::vector<HeatmapContent> headContents(StageSource& stages, StageId id, bool marksChanges);
/// The magnitude at the ends of that scale, from any of the heads; none for weights from 0 to 1.
std::optional<double> commonColourLimit(const HeatmapContent& head);

/// The range of that scale, in words: "from 0 to 1"; empty while nothing is shown.
QString colourRange(const Experiment& experiment, const HeatmapContent& head);

/// What heads are sorted by.
enum class HeadOrder { number, entropy, from_uniform, to_previous, to_same, to_first };
/// The value of a head that `order` sorts by. For HeadOrder::number, the entropy.
double orderingNumber(const HeadPattern& pattern, HeadOrder order);
/// The heads in that order. Ties are sorted by head number; heads without a value come last.
std::vector<HeadIndex> inOrder(const std::vector<HeadPattern>& patterns, HeadOrder order);

/// How a stage is combined over all heads, cell by cell.
enum class OverHeads { average, maximum };
/// `matrix` is the combined stage. `hidden` is the maximum of the heads' masked scores, so a cell is hidden
/// only if every head hides it. `colourLimit` is that of the heads shown above it.
HeatmapContent overHeadsContent(StageSource& stages, StageId id, OverHeads which, const MatrixPtr& matrix,
                                const MatrixPtr& hidden, std::optional<double> colourLimit = {});
/// "Attention weights, average of heads".
QString overHeadsTitle(StageId id, OverHeads which);
/// "mean of A<sub>h</sub>", rich text.
QString overHeadsFormula(StageId id, OverHeads which);

} // namespace lab
