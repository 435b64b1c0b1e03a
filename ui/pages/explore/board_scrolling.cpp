// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the board scrolls to, and how far.
#include "core/describe/operands.h"
#include "ui/document/lab_document.h"
#include "ui/look/theme.h"
#include "ui/pages/explore/board.h"
#include "ui/pages/explore/board_connectors.h"
#include "ui/pages/explore/stage_card.h"
#include "ui/plots/heatmap/matrix_heatmap.h"
#include "ui/selection/selection.h"

#include <QScrollBar>

#include <algorithm>
#include <utility>

namespace lab {

void Board::reveal(StageId id) {
    if (card(id)->isThumbnail())
        setUnfolded(id, true);
    const QRect place = card(id)->geometry();
    const bool isWhole = place.height() + 2 * m_theme.px(20) <= viewport()->height();
    const int margin = m_theme.px(isWhole ? 20 : 4);
    for (const QPoint& corner :
         {place.bottomRight(), place.topLeft()}) // of a high one, what is above its end
        ensureVisible(corner.x(), corner.y(), margin, margin);
}

void Board::revealDescription() {
    if (m_description && m_description->isVisibleTo(m_content))
        ensureWidgetVisible(m_description, 0, m_theme.px(boardMargin));
}

void Board::reveal(const CellRef& cell) {
    const StageCard& shown = *card(cell.stage);
    if (!shown.isVisibleTo(m_content))
        return;
    if (shown.isThumbnail())
        setUnfolded(cell.stage, true);
    MatrixHeatmap& heatmap = shown.heatmap();
    if (m_alone && heatmap.content().has({cell.row, cell.column})) // it may show only a part of the matrix
        heatmap.setCursorCell({cell.row, cell.column});
    const QPointF middle = heatmap.cellRect({cell.row, cell.column}).center();
    const QPoint place = heatmap.mapTo(m_content, middle.toPoint());
    ensureVisible(place.x(), place.y(), m_theme.px(60), m_theme.px(40));
}

void Board::keepInSight(const CellRef& cell) {
    const StageCard& shown = *card(cell.stage);
    const bool isOther = info(cell.stage).per_head && cell.head != shown.head();
    if (isOther || !shown.isVisibleTo(m_content) || shown.isThumbnail())
        return;
    const QRect own = shown.heatmap().cellRect({cell.row, cell.column}).toAlignedRect();
    const QRect place = own.translated(shown.heatmap().mapTo(m_content, QPoint()));
    ensureVisible(place.center().x(), place.center().y(), place.width(), place.height());
}

/// Scrolls until the inspected number and all that it is computed from are in sight, as far as they fit.
void Board::showExplained() {
    const auto& cell = m_selection.inspected();
    const Experiment& experiment = m_document.experiment();
    if (m_explanation == 0 || !cell || is_empty(experiment) || !has_stage(experiment, cell->stage))
        return;
    const auto placeOf = [this](const StageBlock& of) {
        const StageCard& shown = *card(of.stage);
        if (!shown.isVisibleTo(m_content) || shown.isThumbnail() || shown.head() != of.head)
            return QRect();
        QRectF place;
        for (const QRectF& each : shown.heatmap().rectsOf(of.block))
            place |= each;
        return place.toAlignedRect().translated(shown.heatmap().mapTo(m_content, QPoint()));
    };
    const QRect own = placeOf({cell->stage, cell->head, {cell->row, cell->column, 1, 1}});
    if (own.isEmpty())
        return;
    QRect all = own;
    for (const StageBlock& each : read_by(experiment, *cell).stages)
        all |= placeOf(each);
    const int margin = m_theme.px(10);
    const QRect& shown = all.height() + 2 * margin <= viewport()->height() ? all : own;
    ensureVisible(own.center().x(), shown.bottom(), m_theme.px(60), margin);
    ensureVisible(own.center().x(), shown.top(), m_theme.px(60), margin);
}

/// Before everything grows or shrinks.
void Board::beginToFollow() {
    m_scale = m_theme.scale();
    if (m_follows)
        return;
    m_home = verticalScrollBar()->value();
    m_follows = showsWeights();
}

/// The weights stay in sight while everything grows. When it shrinks again, the page comes back to where it
/// was.
void Board::followWeights() {
    verticalScrollBar()->setValue(m_home);
    if (!showsWeights())
        ensureWidgetVisible(card(StageId::weights), m_theme.px(20), m_theme.px(20));
}

/// Whether at least half of the weights is in sight, or they fill half of the page.
bool Board::showsWeights() const {
    const StageCard& weights = *card(StageId::weights);
    if (!weights.isVisibleTo(m_content))
        return false;
    const QRect page(-m_content->pos(), viewport()->size());
    return 2 * page.intersected(weights.geometry()).height() >= std::min(weights.height(), page.height());
}

void Board::fitContent() {
    const int cards =
        m_needed.width() - m_theme.px(boardMargin); // need not be visible right of the last card
    m_content->resize(cards > viewport()->width() ? m_needed.width() : viewport()->width(),
                      m_needed.height());
    m_connectors->setGeometry(m_content->rect());
}

/// When the bar appears or goes, the cards stay as they are: see room().
void Board::fitRoom() {
    const std::pair now(room(), window()->size());
    if (std::exchange(m_laidOutIn, now) != now || m_laidOut.empty())
        relayout();
    else
        fitContent();
}

} // namespace lab
