// SPDX-License-Identifier: GPL-3.0-or-later
//
// Compares a stage of two documents, and shows how its numbers differ. Also compares a stage across the
// variants of one document.
#pragma once

#include "core/analysis/difference.h"
#include "core/analysis/variants.h"
#include "ui/plots/heatmap/heatmap_content.h"

#include <QStringList>

namespace lab {

/// `before` and `now` share one colour scale. `difference` has its own, symmetric around zero.
struct Compared {
    StageId stage = StageId::weights;
    HeadIndex head = 0;
    QString name;    ///< the name of the state that is compared with
    QString nowName; ///< of the other one; empty: it is said to be now
    HeatmapContent before, now, difference;
    Difference numbers;
    /// False while some of it is still being computed.
    bool isWhole() const { return difference.matrix != nullptr; }

    enum class Part { before, now, difference };
    /// Maps a cell of a part to its cell in `now`, and back. None if the cell has no partner.
    std::optional<StoredCell> toNow(Part part, StoredCell cell) const;
    std::optional<StoredCell> fromNow(Part part, StoredCell cell) const;
};

/// Why the stage cannot be compared, as a message; empty if it can.
QString whyNotCompared(const Experiment& before, const Experiment& now, const QString& name, StageId stage,
                       HeadIndex head);

/// The stage in `before`, which is called `name`, and in `now`, with their difference. It must be comparable.
/// Number style, palettes and notation are those of `now`.
Compared compared(StageSource& before, StageSource& now, const QString& name, StageId stage, HeadIndex head);

/// A change in words: "“blue” → “sky” 0.34 → 0.52", "“blue”, d3: 0.1 → 0.4".
QString changeText(const Compared& compared, const LargeChange& change);
/// Rows and columns without a partner, one sentence per side: "Only in “Snapshot 1”: “the”." Where
/// queries and keys lack different words, one for each: "Only now, among the queries: “sky”."
QStringList unmatchedTexts(const Compared& compared);

/// One matrix of a variant.
struct VariantMatrix {
    std::size_t variant = 0; ///< index into Variants::list
    HeadIndex head = 0;
    QString title; ///< "causal", "2 heads, head 1"
    HeatmapContent content;
};
/// The heads shown for a variant: `head`, or all of them where the number of heads is what varies.
std::vector<HeadIndex> shownHeads(const Variant& variant, Variation variation, StageId stage, HeadIndex head);
/// The matrix of one variant, read from `stages`. Its title is the variant's name; number style and notation
/// are those of `now`.
VariantMatrix variantMatrix(StageSource& stages, StageSource& now, const Variants& variants,
                            Variation variation, std::size_t which, StageId stage, HeadIndex head);
/// Puts signed numbers of all matrices on one scale. Weights keep theirs, 0 to 1.
void shareScale(std::vector<VariantMatrix>& matrices);

/// The window's name for a variation: "Mask".
QString variationTitle(Variation variation);

} // namespace lab
