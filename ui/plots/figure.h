// SPDX-License-Identifier: GPL-3.0-or-later
//
// What can be drawn as a figure, and the names of figures.
#pragma once

#include "core/analysis/variants.h"
#include "core/experiment/stage.h"
#include "ui/plots/geometry/geometry_content.h"
#include "ui/plots/heads/heads_content.h"
#include "ui/plots/links/links_drawing.h"

#include <QString>

#include <variant>
#include <vector>

namespace lab {

/// One stage, as a matrix.
struct StageFigure {
    StageId stage = StageId::weights;
    /// The head that is shown. It matters even for a stage without heads, which may share its colour range.
    HeadIndex head = 0;
};
/// Tokens joined by ribbons, with the focus.
struct LinksFigure {
    HeadIndex head = 0;
    LinksLook look;
    LinksFocus focus;
    bool isFocusAlone = false; ///< other links are left out
};
/// A stage of every head, on one sheet.
struct HeadsFigure {
    StageId stage = StageId::weights;  ///< a stage that has heads
    std::vector<HeadIndex> order = {}; ///< those on the sheet, in this order; empty: all, by number
};
/// A stage combined over all heads, cell by cell.
struct OverHeadsFigure {
    StageId stage = StageId::weights; ///< a stage that has heads
    OverHeads which = OverHeads::average;
};
/// Each head's contribution to every token's output, as bars.
struct SharesFigure {};
/// One head's contribution to the output, as a matrix.
struct HeadShareFigure {
    HeadIndex head = 0;
};
/// The whole computation.
struct BoardFigure {
    HeadIndex head = 0;
};
/// A stage compared with that of another state, and the difference.
struct CompareFigure {
    StageId stage = StageId::weights;
    HeadIndex head = 0;
    Snapshot against;      ///< without an experiment: nothing to compare with
    std::string name = {}; ///< of the document itself; empty: it is said to be now
};
/// A stage of every variant of the document, side by side.
struct VariantsFigure {
    Variation variation = Variation::mask;
    StageId stage = StageId::weights;
    HeadIndex head = 0;
};
/// Statistics of every stage on the board, and details of one of them.
struct StatisticsFigure {
    StageId stage = StageId::weights;
    HeadIndex head = 0;
};
/// One plane of a query: among the keys, or its output among the values.
struct GeometryFigure {
    PlaneKind kind = PlaneKind::scores;
    HeadIndex head = 0;
    std::optional<TokenIndex> query = {}; ///< absent: the last one
    std::optional<PlaneChoice> axes = {}; ///< absent: see planesOf()
    FootNumbers numbers = FootNumbers::scores;
    bool regions = false; ///< among the keys: who wins where
};
/// The whole document on a page or two: sentence, settings, parameters, every stage with its formula. Or its
/// lesson, on as many pages as it takes.
struct HandoutFigure {
    HeadIndex head = 0;
    std::vector<StageId> leftOut = {}; ///< stages that are not on it
    bool isLesson = false;             ///< the steps, to write on; head and `leftOut` do not matter
    bool hasSolution = false;          ///< of a lesson: answered
};
using Figure =
    std::variant<StageFigure, LinksFigure, HeadsFigure, OverHeadsFigure, SharesFigure, HeadShareFigure,
                 BoardFigure, CompareFigure, VariantsFigure, StatisticsFigure, GeometryFigure, HandoutFigure>;

/// Overload set with one function per kind of figure, for std::visit.
template<class... Each>
struct Cases : Each... {
    using Each::operator()...;
};
template<class... Each>
Cases(Each...) -> Cases<Each...>;

/// Every figure that has a name on the command line: the stages in order, then those that show more than one.
/// Where there is a choice, they show the attention weights and the first head. The comparison has nothing to
/// compare with yet.
std::vector<Figure> allFigures();
/// The same figure for another head. Figures of all heads are unchanged.
Figure ofHead(Figure figure, HeadIndex head);
/// The head that a figure shows; none if it shows every head, or something without heads.
std::optional<HeadIndex> headOf(const Figure& figure);
/// Whether it has pages, and is saved as PDF alone.
inline bool hasPages(const Figure& figure) {
    return std::holds_alternative<HandoutFigure>(figure);
}
/// Whether the document has what the figure shows.
bool hasFigure(const Experiment& experiment, const Figure& figure);

/// A figure's name on the command line, also the default name of its file: "weights", "links".
QString figureName(const Figure& figure);
/// What a lesson is called on paper: "Why softmax", "Why softmax: solution".
QString lessonTitle(const Experiment& document, bool hasSolution);
/// A figure's title in the window: "Attention weights, head 2".
QString figureTitle(const Experiment& experiment, const Figure& figure);

} // namespace lab
