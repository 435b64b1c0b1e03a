// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/selection/selection.h"

namespace lab {

void Selection::setHead(HeadIndex head) {
    if (head == m_head)
        return;
    m_head = head;
    emit headChanged();
}

void Selection::setHovered(const std::optional<CellRef>& cell) {
    if (cell == m_hovered)
        return;
    m_hovered = cell;
    emit hoveredChanged();
}

void Selection::toggleHeld(const CellRef& cell) {
    const bool same = m_held == cell && !m_heldParameter;
    m_held = same ? std::nullopt : std::optional(cell);
    m_heldToken.reset();
    m_heldParameter.reset();
    emit heldChanged();
}

void Selection::hold(const CellRef& cell) {
    if (info(cell.stage).per_head)
        setHead(cell.head);
    if (m_held != cell || m_heldParameter)
        toggleHeld(cell);
}

void Selection::hold(const ParameterCell& cell) {
    if (m_heldParameter == cell)
        return;
    m_heldParameter = cell;
    m_heldToken.reset();
    emit heldChanged();
}

void Selection::toggleHeldToken(const HeldToken& token) {
    const bool same = m_heldToken == token;
    m_heldToken = same ? std::nullopt : std::optional(token);
    m_held.reset();
    m_heldParameter.reset();
    emit heldChanged();
}

void Selection::release() {
    if (!holdsAnything())
        return;
    m_held.reset();
    m_heldToken.reset();
    m_heldParameter.reset();
    emit heldChanged();
}

void Selection::fit(const Experiment& experiment) {
    const Dimensions d = dimensions(experiment);
    m_cross = experiment.source.has_value();
    const auto exists = [&](const CellRef& cell) {
        const StageInfo& stage = info(cell.stage);
        return !is_empty(experiment) && has_stage(experiment, cell.stage) && cell.head < d.H &&
               cell.row < length(stage.rows, d) && cell.column < length(stage.columns, d);
    };
    const auto stands = [&](const HeldToken& held) {
        return held.side == Side::sentence ? held.token < d.n_q : m_cross && held.token < d.n_k;
    };
    const auto has = [&](const ParameterCell& cell) {
        const MatrixPtr matrix = parameter(experiment, cell.id);
        return matrix && cell.row < matrix->rows() && cell.column < matrix->cols();
    };
    const bool headGone = m_head >= d.H;
    const bool hoveredGone = m_hovered && !exists(*m_hovered);
    const bool heldGone = (m_held && !exists(*m_held)) || (m_heldToken && !stands(*m_heldToken)) ||
                          (m_heldParameter && !has(*m_heldParameter));
    // Whoever hears of one of them looks at the others, too: all are right before anything is said.
    if (headGone)
        m_head = 0;
    if (hoveredGone)
        m_hovered.reset();
    if (heldGone)
        release();
    if (hoveredGone)
        emit hoveredChanged();
    if (headGone)
        emit headChanged();
}

void Selection::setLinked(Linked linked) {
    if (linked == m_linked)
        return;
    m_linked = std::move(linked);
    emit linkedChanged();
}

std::optional<Index> Selection::lit(Axis axis) const {
    if (!m_heldToken)
        return std::nullopt;
    const Axis own = m_heldToken->side == Side::source ? Axis::key_token : Axis::query_token;
    return same_axis(axis, own, m_cross) ? std::optional(m_heldToken->token) : std::nullopt;
}

} // namespace lab
