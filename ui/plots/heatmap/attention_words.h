// SPDX-License-Identifier: GPL-3.0-or-later
//
// The attention of the inspected token in words: "“sea” looks most at “dog”, 0.158".
#pragma once

#include "core/base/types.h"

#include <QString>

namespace lab {

struct HeatmapContent;
class Selection;
class StageSource;

/// Up to this many weights of a head are computed only to say what a token looks at. More are said only if a
/// page has had them computed.
inline constexpr Index mostForSentence = Index{256} * 256;

/// Which key the inspected token looks at most, with the weight in the shown head; with selection.looking()
/// or for a key of a second sentence, which query looks at it most. A sink and overridden weights are named,
/// ties say so, and of covered weights nothing is given away. Empty while no token is inspected, or its
/// weights are not known yet.
QString attentionInWords(StageSource& stages, const Selection& selection);

/// A row as stored, in one sentence: of weights whose rows sum to 1 the largest shares, "“it”: cat 62 %,
/// street 20 %, five others below 5 %, two hidden"; of other numbers one after another, as far as the first.
/// Covered ones are not told. Empty if there is no such row.
QString rowInWords(const HeatmapContent& content, Index row);

} // namespace lab
