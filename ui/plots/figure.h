// SPDX-License-Identifier: GPL-3.0-or-later
//
// What can be drawn as a figure, and what it is called.
#pragma once

#include "core/analysis/variants.h"
#include "core/stage.h"
#include "ui/plots/heads/heads_content.h"
#include "ui/plots/links/links_drawing.h"

#include <QString>

#include <variant>
#include <vector>

namespace lab {

/// A stage; tokens joined by lines, with what is picked out; a stage of every head on one sheet; the whole
/// computation.
struct StageFigure {
    StageId stage = StageId::weights;
    /// The head that is shown; a stage that has no heads may still share its range of colours.
    HeadIndex head = 0;
};
struct LinksFigure {
    HeadIndex head = 0;
    LinksLook look;
    LinksFocus focus;
};
struct HeadsFigure {
    StageId stage = StageId::weights;  ///< which has heads
    std::vector<HeadIndex> order = {}; ///< as they stand on the sheet; empty: by their number
};
/// A stage over all heads, cell by cell; what each head brings to every token's output, as bars; what one
/// brings, as a matrix.
struct OverHeadsFigure {
    StageId stage = StageId::weights; ///< which has heads
    OverHeads which = OverHeads::average;
};
struct SharesFigure {};
struct HeadShareFigure {
    HeadIndex head = 0;
};
struct BoardFigure {
    HeadIndex head = 0;
};
/// A stage beside that of something else, with the difference.
struct CompareFigure {
    StageId stage = StageId::weights;
    HeadIndex head = 0;
    Snapshot against; ///< without an experiment: nothing to compare with
};
/// A stage of every variant of the document, side by side.
struct VariantsFigure {
    Variation variation = Variation::mask;
    StageId stage = StageId::weights;
    HeadIndex head = 0;
};
/// Of every stage, and in particular of one of the board.
struct StatisticsFigure {
    StageId stage = StageId::weights;
    HeadIndex head = 0;
};
using Figure = std::variant<StageFigure, LinksFigure, HeadsFigure, OverHeadsFigure, SharesFigure,
                            HeadShareFigure, BoardFigure, CompareFigure, VariantsFigure, StatisticsFigure>;

/// A function for each kind of figure, for std::visit.
template<class... Each>
struct Cases : Each... {
    using Each::operator()...;
};
template<class... Each>
Cases(Each...) -> Cases<Each...>;

/// Every view that has a name on the command line, of the attention weights and the first head where there is
/// a choice: the stages in their order, then what shows more than one. The comparison is with nothing yet.
std::vector<Figure> allFigures();
/// The same view of another head; what shows every head stays as it is.
Figure ofHead(Figure figure, HeadIndex head);
/// The head that a view is of; none where it shows every head, or what has none.
std::optional<HeadIndex> headOf(const Figure& figure);
/// Whether the document has what is drawn there.
bool hasFigure(const Experiment& experiment, const Figure& figure);

/// What the command line calls a figure, and a file of it by default: "weights", "links".
QString figureName(const Figure& figure);
/// What the window calls it: "Attention weights, head 2".
QString figureTitle(const Experiment& experiment, const Figure& figure);

} // namespace lab
