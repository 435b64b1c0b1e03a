// SPDX-License-Identifier: GPL-3.0-or-later
//
// The board with one card alone, or on the whole screen.
#include "ui/document/lab_document.h"
#include "ui/look/theme.h"
#include "ui/pages/explore/board.h"
#include "ui/pages/explore/stage_card.h"
#include "ui/plots/heatmap/matrix_heatmap.h"
#include "ui/plots/shared/stage_texts.h"
#include "ui/selection/selection.h"

#include <QLayout>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>

namespace lab {

void Board::showAlone(StageId id) {
    if (m_alone == id)
        return;
    if (!m_alone)
        m_placeBefore = {horizontalScrollBar()->value(), verticalScrollBar()->value()};
    m_alone = id;
    layOutAnew();
    MatrixHeatmap& heatmap = card(id)->heatmap();
    heatmap.setFocus(Qt::OtherFocusReason);
    const auto& inspected = m_selection.inspected();
    if (inspected && inspected->stage == id && inspected->head == card(id)->head())
        heatmap.setCursorCell({inspected->row, inspected->column}); // of a large matrix, the part around it
    emit aloneChanged();
}

void Board::showAll() {
    if (!m_alone)
        return;
    m_alone.reset();
    layOutAnew();
    horizontalScrollBar()->setValue(m_placeBefore.x());
    verticalScrollBar()->setValue(m_placeBefore.y());
    if (m_presented)
        showSameParts();
    emit aloneChanged();
}

QString Board::subject() const {
    return m_alone ? stageTitle(*m_alone) : QString();
}

std::vector<StageBlock> Board::shownMatrices() const {
    std::vector<StageBlock> shown;
    for (const BoardCard& each : shownCards())
        shown.push_back(wholeMatrix(m_document.experiment(), each.card->stage(), m_selection.head()));
    return shown;
}

std::optional<StageBlock> Board::matrixAt(const QPoint& global) const {
    const QPoint place = m_content->mapFromGlobal(global);
    for (const BoardCard& each : shownCards()) {
        if (each.card->geometry().contains(place))
            return wholeMatrix(m_document.experiment(), each.card->stage(), m_selection.head());
    }
    return std::nullopt;
}

void Board::bringIntoSight(const CellRef& cell) {
    const bool isShown = !info(cell.stage).per_head || cell.head == m_selection.head();
    if (!isShown || (!m_alone && !m_presented))
        return;
    reveal(cell);
    follow(cell);
}

void Board::toggleAlone(StageId id) {
    if (m_alone == id)
        showAll();
    else
        showAlone(id);
}

/// What of large matrices is visible follows the present cell: its row and column, on every card that has
/// them.
void Board::follow(const CellRef& cell) {
    if (!m_presented || m_away)
        return;
    const StageInfo& of = info(cell.stage);
    for (const BoardCard& each : shownCards()) {
        MatrixHeatmap& heatmap = each.card->heatmap();
        const StageInfo& own = info(each.card->stage());
        StoredCell near = heatmap.cursor();
        if (own.rows == of.rows)
            near.row = cell.row;
        if (own.columns == of.columns)
            near.column = cell.column;
        each.card->layout()->activate(); // its matrix may have another size since
        if (!each.card->isThumbnail() && !heatmap.shownPart().isEmpty() && heatmap.content().has(near))
            heatmap.reveal(near);
    }
}

/// Scrolls every matrix back to its first cell: a card that was shown alone may have shown another part of
/// its own.
void Board::showSameParts() {
    for (const BoardCard& each : shownCards()) {
        each.card->layout()->activate();
        if (!each.card->isThumbnail() && each.card->heatmap().content().has({0, 0}))
            each.card->heatmap().reveal({0, 0});
    }
    if (m_selection.inspected())
        follow(*m_selection.inspected());
}

/// The wheel moves a matrix of which only a part is visible, and with it those that have the same rows or
/// columns; elsewhere the page scrolls.
void Board::wheelEvent(QWheelEvent* event) {
    const QPoint place = m_content->mapFrom(this, event->position().toPoint());
    std::vector<BoardCard> parts = shownCards();
    std::erase_if(parts, [](const BoardCard& each) {
        return each.card->isThumbnail() || each.card->heatmap().shownPart().isEmpty();
    });
    const auto pointedAt = std::ranges::find_if(
        parts, [&](const BoardCard& each) { return each.card->geometry().contains(place); });
    if ((!m_presented && !m_alone) || pointedAt == parts.end())
        return PlacedPage::wheelEvent(event);
    const bool turned = pointedAt->card->heatmap().content().transposed;
    QPoint by = event->angleDelta();
    if (event->modifiers() & Qt::ShiftModifier)
        by = by.transposed();
    const StageInfo& of = info(pointedAt->card->stage());
    for (const BoardCard& each : parts) {
        const StageInfo& own = info(each.card->stage());
        const bool along = turned ? own.rows == of.rows : own.columns == of.columns;
        const bool across = turned ? own.columns == of.columns : own.rows == of.rows;
        each.card->heatmap().scroll({along ? by.x() : 0, across ? by.y() : 0});
    }
    event->accept();
}

void Board::setPresented(bool presented) {
    m_explanation = 0;
    for (const StageInfo& stage : all_stages())
        card(stage.id)->setPresented(presented);
    if (std::exchange(m_presented, presented) != presented)
        layOutAnew();
}

bool Board::setExplained(bool explained, int height) {
    m_explanation = explained ? height : 0;
    // When the page has its new height.
    QMetaObject::invokeMethod(this, &Board::showExplained, Qt::QueuedConnection);
    return false;
}

/// After an edit, the board may not have the card any more.
void Board::dropAlone() {
    if (!m_alone)
        return;
    const std::vector<StageId> stages = boardStages(m_document.experiment());
    if (std::ranges::find(stages, *m_alone) == stages.end())
        showAll();
}

void Board::layOutAnew() {
    m_basis = {};
    m_laidOut.clear();
    m_follows = false;
    if (!m_away)
        refresh({});
}

BoardFitter Board::fitter(const std::vector<BoardCard>& shown, QSize room, int header) const {
    using enum BoardFitter::Place;
    return {m_theme, shown, m_controls, room, header, m_alone ? alone : m_presented ? slide : page};
}

/// The position of the arrangement: in the middle while presenting and for a card shown alone.
QPoint Board::shift(const BoardArrangement& arrangement, int header) const {
    if (!m_alone && !m_presented)
        return {0, header};
    const QSize spare = room() - arrangement.size;
    return {std::max(0, spare.width() / 2), header + std::max(0, (spare.height() - header) / 2)};
}

} // namespace lab
