// SPDX-License-Identifier: GPL-3.0-or-later
//
// What each head contributes to the output: as a matrix, and as the parts of each token's output.
#pragma once

#include "core/analysis/output_shares.h"
#include "ui/plots/heatmap/heatmap_content.h"

#include <memory>
#include <optional>

namespace lab {

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
