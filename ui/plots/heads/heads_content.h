// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is shown of all heads at once: a stage of each head on one scale, in which order, the average or
// maximum over heads, and each head's contribution to the output.
#pragma once

#include "core/analysis/head_patterns.h"
#include "core/analysis/output_shares.h"
#include "ui/plots/heatmap/heatmap_content.h"

#include <memory>
#include <vector>

namespace lab {

/// A per-head stage of every head, as far as it has been computed; the rest is requested. All heads share one
/// scale, so that they can be compared. `marksChanges` as in stageContent().
std::vector<HeatmapContent> headContents(StageSource& stages, StageId id, bool marksChanges);
/// The magnitude at the ends of that scale; none for weights from 0 to 1.
std::optional<double> commonColourLimit(const std::vector<HeatmapContent>& heads);

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

/// A head's contribution to the output, `matrix` (n_q, d_out), on the scale of the output.
HeatmapContent headShareContent(StageSource& stages, HeadIndex head, const MatrixPtr& matrix);
/// "Share of head 2".
QString headShareTitle(HeadIndex head);
/// "Z<sub>2</sub> W<sub>O</sub><sup>(2)</sup>" in the notation of the document, rich text.
QString headShareFormula(const Experiment& experiment, HeadIndex head);

/// The output of every token, split into parts.
struct SharesContent {
    std::shared_ptr<const OutputShares> shares; ///< null: nothing to show
    Labels tokens;
    std::optional<int> decimals; ///< absent: as many as suit each number

    Index tokenCount() const { return shares ? Index(shares->lengths.size()) : 0; }
    /// Heads, then the bias and overrides where there are any.
    Index partCount() const;
    double part(Index token, Index part) const;
    /// The head of a part; none for the bias and overrides.
    std::optional<HeadIndex> headOf(Index part) const;
    bool isBias(Index part) const;
    /// "head 3", "bias", "overridden".
    QString partName(Index part) const;
    QString number(double value) const;
    /// "“while”: 23.3 = head 1 9.66 + head 2 8.51 + …".
    QString describe(Index token) const;
    /// "“while”, head 3: 0.51 of 23.3".
    QString describe(Index token, Index part) const;
};

SharesContent sharesContent(StageSource& stages, std::shared_ptr<const OutputShares> shares);
/// "Z<sub>h</sub> W<sub>O</sub><sup>(h)</sup> along Y, sums to ‖Y‖", rich text.
QString sharesFormula(const Experiment& experiment);

} // namespace lab
