// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is shown of all heads at once: a stage of each on one scale, the average or maximum over them, and
// what each brings to the output.
#pragma once

#include "core/analysis/output_shares.h"
#include "ui/plots/heatmap/heatmap_content.h"

#include <memory>
#include <vector>

namespace lab {

/// A stage of every head, which it has one matrix of each for, as far as it has been computed; the rest is
/// asked for. All on one scale: they are there to be compared. `marksChanges` as in stageContent().
std::vector<HeatmapContent> headContents(StageSource& stages, StageId id, bool marksChanges);
/// How far that scale reaches; none for weights from 0 to 1.
std::optional<double> commonReach(const std::vector<HeatmapContent>& heads);

/// What is shown of one stage over all heads, cell by cell.
enum class OverHeads { average, maximum };
/// `matrix` is that, and `hidden` the masked scores' maximum, so that what every head hides is hidden.
/// `reach` is that of the heads that it stands under.
HeatmapContent overHeadsContent(StageSource& stages, StageId id, OverHeads which, const MatrixPtr& matrix,
                                const MatrixPtr& hidden, std::optional<double> reach = {});
/// "Attention weights, average of heads".
QString overHeadsTitle(StageId id, OverHeads which);
/// "mean of A<sub>h</sub>", rich text.
QString overHeadsFormula(StageId id, OverHeads which);

/// What a head brings to the output, `matrix` (n_q, d_out); its scale is the output's.
HeatmapContent headShareContent(StageSource& stages, HeadIndex head, const MatrixPtr& matrix);
/// "Share of head 2".
QString headShareTitle(HeadIndex head);
/// "Z<sub>2</sub> W<sub>O</sub><sup>(2)</sup>" in the notation of the document, rich text.
QString headShareFormula(const Experiment& experiment, HeadIndex head);

/// The output's parts of every token.
struct SharesContent {
    std::shared_ptr<const OutputShares> shares; ///< null: nothing to show
    Labels tokens;
    std::optional<int> decimals; ///< absent: as many as suit them

    Index tokenCount() const { return shares ? Index(shares->lengths.size()) : 0; }
    /// Heads, then bias and what is fixed by hand, as far as there are such.
    Index partCount() const;
    double part(Index token, Index part) const;
    /// The head that a part is of; none for the bias and what is fixed by hand.
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
