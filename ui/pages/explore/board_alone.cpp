// SPDX-License-Identifier: GPL-3.0-or-later
//
// The board with one card alone, or on the whole screen.
#include "ui/document/lab_document.h"
#include "ui/look/theme.h"
#include "ui/pages/explore/board.h"
#include "ui/pages/explore/stage_card.h"
#include "ui/plots/heatmap/matrix_heatmap.h"
#include "ui/selection/selection.h"

#include <QScrollBar>

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
    emit aloneChanged();
}

QString Board::subject() const {
    return m_alone ? stageTitle(*m_alone) : QString();
}

void Board::toggleAlone(StageId id) {
    if (m_alone == id)
        showAll();
    else
        showAlone(id);
}

void Board::setPresented(bool presented) {
    m_explanation = 0;
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
    return {m_theme, shown, m_controls, room, header, m_alone.has_value()};
}

/// Where the arrangement begins: for a class, and for a card alone, it is in the middle.
QPoint Board::shift(const BoardArrangement& arrangement, int header) const {
    if (!m_alone && !m_presented)
        return {0, header};
    const QSize spare = room() - arrangement.size;
    return {std::max(0, spare.width() / 2), header + std::max(0, (spare.height() - header) / 2)};
}

} // namespace lab
