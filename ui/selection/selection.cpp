// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/selection/selection.h"

#include <utility>

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

void Selection::setHoveredToken(const std::optional<InspectedToken>& token) {
    if (std::exchange(m_hoveredToken, token) != token)
        emit hoveredTokenChanged();
}

void Selection::setLooking(Looking looking) {
    if (std::exchange(m_looking, looking) != looking)
        emit lookingChanged();
}

void Selection::setKnownWeights(const std::optional<Index>& count) {
    if (std::exchange(m_knownWeights, count) != count)
        emit knownWeightsChanged();
}

void Selection::setInspectedKnown(bool known) {
    if (std::exchange(m_isInspectedKnown, known) != known)
        emit inspectedKnownChanged();
}

void Selection::toggleInspected(const CellRef& cell) {
    const bool same = m_inspected == cell && !m_inspectedParameter;
    m_inspected = same ? std::nullopt : std::optional(cell);
    m_inspectedToken.reset();
    m_inspectedParameter.reset();
    emit inspectedChanged();
    emit cellChosen(cell);
}

void Selection::inspect(const CellRef& cell) {
    if (info(cell.stage).per_head)
        setHead(cell.head);
    if (m_inspected != cell || m_inspectedParameter)
        toggleInspected(cell);
}

void Selection::inspect(const InspectedToken& token) {
    if (m_inspectedToken != token)
        toggleInspectedToken(token);
}

void Selection::inspect(const ParameterCell& cell) {
    if (m_inspectedParameter == cell)
        return;
    m_inspectedParameter = cell;
    m_inspectedToken.reset();
    emit inspectedChanged();
}

void Selection::toggleInspectedToken(const InspectedToken& token) {
    const bool same = m_inspectedToken == token;
    m_inspectedToken = same ? std::nullopt : std::optional(token);
    m_inspected.reset();
    m_inspectedParameter.reset();
    emit inspectedChanged();
}

void Selection::setAsked(const std::optional<CellRef>& cell, bool showsOperands) {
    const bool differs = m_asked != cell || m_showsAskedOperands != showsOperands;
    m_asked = cell;
    m_showsAskedOperands = showsOperands;
    if (differs)
        emit inspectedChanged();
}

void Selection::clearInspected() {
    if (!isInspecting())
        return;
    m_inspected.reset();
    m_inspectedToken.reset();
    m_inspectedParameter.reset();
    emit inspectedChanged();
}

void Selection::fit(const Experiment& experiment) {
    const Dimensions d = dimensions(experiment);
    m_cross = experiment.source.has_value();
    const auto exists = [&](const CellRef& cell) { return has_cell(experiment, cell); };
    const auto stands = [&](const InspectedToken& inspected) {
        return inspected.side == Side::sentence ? inspected.token < d.n_q
                                                : m_cross && inspected.token < d.n_k;
    };
    const auto has = [&](const ParameterCell& cell) {
        const MatrixPtr matrix = parameter(experiment, cell.id);
        return matrix && cell.row < matrix->rows() && cell.column < matrix->cols();
    };
    const bool headGone = m_head >= d.H;
    const bool hoveredGone = m_hovered && !exists(*m_hovered);
    const bool hoveredTokenGone = m_hoveredToken && !stands(*m_hoveredToken);
    const bool inspectedGone = (m_inspected && !exists(*m_inspected)) ||
                               (m_inspectedToken && !stands(*m_inspectedToken)) ||
                               (m_inspectedParameter && !has(*m_inspectedParameter));
    // Update everything before emitting: a slot may read the other values too.
    if (headGone)
        m_head = 0;
    if (hoveredGone)
        m_hovered.reset();
    if (hoveredTokenGone)
        m_hoveredToken.reset();
    if (m_asked && !exists(*m_asked))
        m_asked.reset(); // the code that set it notices that it is gone
    if (inspectedGone)
        clearInspected();
    if (hoveredGone)
        emit hoveredChanged();
    if (hoveredTokenGone)
        emit hoveredTokenChanged();
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
    if (!m_inspectedToken)
        return std::nullopt;
    const Axis own = m_inspectedToken->side == Side::source ? Axis::key_token : Axis::query_token;
    return same_axis(axis, own, m_cross) ? std::optional(m_inspectedToken->token) : std::nullopt;
}

} // namespace lab
