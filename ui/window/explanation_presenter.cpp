// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/explanation_presenter.h"

#include "ui/pages/explore/board.h"
#include "ui/pages/links/links_page.h"
#include "ui/panels/explanation/explanation_panel.h"
#include "ui/panels/parameters/parameters_panel.h"
#include "ui/selection/selection.h"
#include "ui/window/menu/actions.h"
#include "ui/window/page_stack.h"
#include "ui/window/window_layout.h"

#include <QCursor>
#include <QGuiApplication>
#include <QStyleHints>

#include <algorithm>

namespace lab {

ExplanationPresenter::ExplanationPresenter(const Parts& parts, QObject* parent)
    : QObject(parent), m_parts(parts) {
    connect(&m_parts.body, &WindowLayout::pageCovered, &m_parts.pages, &PageStack::setCovered);
    connect(&m_parts.selection, &Selection::inspectedChanged, this, [this] {
        m_speaks = false;
        m_asked = m_asked && !m_parts.selection.inspected() && !m_parts.selection.inspectedParameter();
        bringUp();
    });
    connect(&m_parts.parameters, &ParametersPanel::numberChosen, &m_parts.panel,
            &ExplanationPanel::setProbedParameter);
    connect(&m_parts.panel, &ExplanationPanel::sourceFollowed, this, &ExplanationPresenter::reveal);
    m_showDelay.setSingleShot(true);
    connect(&m_showDelay, &QTimer::timeout, this, [this] {
        m_parts.body.setExplanationWanted(isWanted());
        if (const auto& inspected = m_parts.selection.inspected();
            inspected && !m_parts.body.explanationOverlay().isEmpty())
            m_parts.board.reveal(*inspected);
    });
}

bool ExplanationPresenter::isWanted() const {
    if (!m_speaks && std::ranges::any_of(m_quiet, [](const auto& isQuiet) { return isQuiet(); }))
        return false;
    return m_asked || m_parts.selection.inspected() || m_parts.selection.inspectedParameter();
}

void ExplanationPresenter::setAsked(bool asked) {
    m_asked = asked;
    bringUp();
}

bool ExplanationPresenter::toggleQuiet() {
    const bool was = isWanted();
    m_speaks = !was;
    if (was)
        m_parts.selection.clearInspected();
    setAsked(!was);
    if (was)
        emit rested();
    return !was;
}

void ExplanationPresenter::rest() {
    m_speaks = false;
    setAsked(false);
}

/// Shown with a delay if it would cover the pointer: it must not take the second click of a double-click.
void ExplanationPresenter::bringUp() {
    const bool covers = m_parts.body.explanationOverlay().contains(QCursor::pos());
    if (!isWanted() || !covers)
        m_parts.body.setExplanationWanted(isWanted());
    if (isWanted())
        m_showDelay.start(QGuiApplication::styleHints()->mouseDoubleClickInterval());
}

void ExplanationPresenter::reveal(const Source& source) {
    const auto* cell = std::get_if<CellRef>(&source);
    if (!cell) {
        QAction& parameters = m_parts.actions[ActionId::parameters];
        if (!parameters.isChecked())
            parameters.trigger();
        return m_parts.parameters.reveal(std::get<ParameterCell>(source));
    }
    // Links shows the weights itself.
    if (cell->stage != StageId::weights || !qobject_cast<const LinksPage*>(&m_parts.pages.page()))
        m_parts.pages.open<Board>();
    if (m_parts.board.alone())
        m_parts.board.showAlone(cell->stage);
    m_parts.board.reveal(*cell);
}

} // namespace lab
