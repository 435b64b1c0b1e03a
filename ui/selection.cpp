// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/selection.h"

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
    const bool same = m_held == cell;
    m_held = same ? std::nullopt : std::optional(cell);
    m_heldToken.reset();
    emit heldChanged();
}

void Selection::hold(const CellRef& cell) {
    if (info(cell.stage).per_head)
        setHead(cell.head);
    if (m_held != cell)
        toggleHeld(cell);
}

void Selection::toggleHeldToken(const HeldToken& token) {
    const bool same = m_heldToken == token;
    m_heldToken = same ? std::nullopt : std::optional(token);
    m_held.reset();
    emit heldChanged();
}

void Selection::release() {
    if (!holdsAnything())
        return;
    m_held.reset();
    m_heldToken.reset();
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
    if (m_head >= d.H)
        setHead(0);
    if (m_hovered && !exists(*m_hovered))
        setHovered(std::nullopt);
    const auto stands = [&](const HeldToken& held) {
        return held.side == Side::sentence ? held.token < d.n_q : m_cross && held.token < d.n_k;
    };
    if ((m_held && !exists(*m_held)) || (m_heldToken && !stands(*m_heldToken)))
        release();
}

std::optional<Index> Selection::lit(Axis axis, Axis other) const {
    if (m_heldToken) {
        const Axis own = m_heldToken->side == Side::source ? Axis::key_token : Axis::query_token;
        return same_axis(axis, own, m_cross) ? std::optional(m_heldToken->token) : std::nullopt;
    }
    if (!m_held)
        return std::nullopt;
    const StageInfo& stage = info(m_held->stage);
    if (axis == stage.rows)
        return m_held->row;
    if (axis == stage.columns)
        return m_held->column;
    if (is_token_axis(other))
        return std::nullopt;
    if (same_axis(axis, stage.rows, m_cross))
        return m_held->row;
    if (same_axis(axis, stage.columns, m_cross))
        return m_held->column;
    return std::nullopt;
}

} // namespace lab
