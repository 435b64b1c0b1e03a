// SPDX-License-Identifier: GPL-3.0-or-later
//
// A stage of two documents beside each other, with what has become of its numbers; and of the variants of one
// document.
#pragma once

#include "core/analysis/difference.h"
#include "core/analysis/variants.h"
#include "ui/plots/heatmap/heatmap_content.h"

#include <QStringList>

namespace lab {

/// Three matrices with the same number of decimals: before and now in the same colours, the difference on a
/// scale of its own, which is symmetric around zero.
struct Compared {
    StageId stage = StageId::weights;
    HeadIndex head = 0;
    QString name; ///< what the one that it is compared with is called
    HeatmapContent before, now, difference;
    Difference numbers;
    /// False while some of it is still being computed.
    bool isWhole() const { return difference.matrix != nullptr; }

    enum class Part { before, now, difference };
    /// The cell of `now` that a cell of a part stands for, and the part's cell that one of `now` stands for;
    /// none where it has no partner.
    std::optional<StoredCell> toNow(Part part, StoredCell cell) const;
    std::optional<StoredCell> fromNow(Part part, StoredCell cell) const;
};

/// Why a stage of the two cannot be compared, in words; empty where it can.
QString whyNotCompared(const Experiment& before, const Experiment& now, const QString& name, StageId stage,
                       HeadIndex head);

/// The stage of `now` beside that of `before`, of which `name` is the name; it must be comparable. How
/// numbers look, palettes and the notation are those of `now`.
Compared compared(StageSource& before, StageSource& now, const QString& name, StageId stage, HeadIndex head);

/// A change in words: "“blue” → “sky” 0.34 → 0.52", "“blue”, d3: 0.1 → 0.4".
QString changeText(const Compared& compared, const LargeChange& change);
/// Which rows and columns have no partner, a sentence each side: "Only in “Snapshot 1”: “the”."
QStringList loneTexts(const Compared& compared);

/// One matrix of a variant.
struct VariantMatrix {
    std::size_t variant = 0; ///< its place in the list
    HeadIndex head = 0;
    QString title; ///< "causal", "2 heads, head 1"
    HeatmapContent content;
};
/// The heads of a variant that are shown beside those of the others: the one that is asked for, and every
/// head where their number is what varies.
std::vector<HeadIndex> shownHeads(const Variant& variant, Variation variation, StageId stage, HeadIndex head);
/// The matrix of a variant that `document` is, called and coloured as in `now`.
VariantMatrix variantMatrix(StageSource& stages, StageSource& now, const Variants& variants,
                            Variation variation, std::size_t which, StageId stage, HeadIndex head);
/// Signed numbers of all of them on one scale. Weights stay what they are, from 0 to 1.
void shareScale(std::vector<VariantMatrix>& matrices);

/// "Mask", as the window calls a variation.
QString variationTitle(Variation variation);

} // namespace lab
