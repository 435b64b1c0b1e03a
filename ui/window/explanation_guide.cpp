// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/explanation_guide.h"

#include "ui/pages/explore/board.h"
#include "ui/pages/links/links_panel.h"
#include "ui/panels/explanation/explanation_panel.h"
#include "ui/panels/parameters/parameters_panel.h"
#include "ui/selection/selection.h"
#include "ui/window/actions.h"
#include "ui/window/window_body.h"

#include <QCursor>
#include <QGuiApplication>
#include <QStyleHints>

namespace lab {

ExplanationGuide::ExplanationGuide(const Parts& parts, QObject* parent) : QObject(parent), m_parts(parts) {
    connect(&m_parts.body, &WindowBody::boardCovered, &m_parts.board, &Board::setCovered);
    connect(&m_parts.body, &WindowBody::boardCovered, &m_parts.links, &LinksPanel::setCovered);
    connect(&m_parts.selection, &Selection::heldChanged, this, &ExplanationGuide::bringUp);
    connect(&m_parts.parameters, &ParametersPanel::numberChosen, &m_parts.panel, &ExplanationPanel::setHand);
    connect(&m_parts.panel, &ExplanationPanel::asked, this, &ExplanationGuide::reveal);
    m_untilUp.setSingleShot(true);
    connect(&m_untilUp, &QTimer::timeout, this, [this] {
        m_parts.body.setExplanationWanted(isWanted());
        if (const auto& held = m_parts.selection.held(); held && !m_parts.body.explanationSheet().isEmpty())
            m_parts.board.reveal(*held);
    });
}

void ExplanationGuide::setExplaining(bool explaining) {
    m_parts.body.setExplaining(explaining);
    bringUp();
}

bool ExplanationGuide::isWanted() const {
    return m_parts.selection.held() || m_parts.selection.heldParameter();
}

/// Nothing is to come between the two clicks of a double-click.
void ExplanationGuide::bringUp() {
    const bool covers = m_parts.body.explanationSheet().contains(QCursor::pos());
    if (!isWanted() || !covers)
        m_parts.body.setExplanationWanted(isWanted());
    if (isWanted())
        m_untilUp.start(QGuiApplication::styleHints()->mouseDoubleClickInterval());
}

void ExplanationGuide::reveal(const Source& source) {
    const auto* cell = std::get_if<CellRef>(&source);
    if (!cell)
        return m_parts.parameters.reveal(std::get<ParameterCell>(source));
    if (cell->stage != StageId::weights) // which are what the links show
        m_parts.actions[ActionId::mode_explore].trigger();
    m_parts.board.reveal(*cell);
}

} // namespace lab
