// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/page.h"

#include "ui/document/lab_document.h"
#include "ui/look/theme.h"
#include "ui/pages/empty_state.h"
#include "ui/plots/shared/setting_texts.h"
#include "ui/selection/selection.h"

#include <QMenu>
#include <QScrollBar>

namespace lab {

Page::Page(LabDocument& document, Selection& selection, const Theme& theme, QWidget* parent)
    : QScrollArea(parent), m_document(document), m_selection(selection), m_theme(theme) {
    setFrameShape(QFrame::NoFrame);
    setAutoFillBackground(true);
    auto* content = new QWidget;
    m_empty = new EmptyState(theme, content);
    m_empty->hide();
    connect(m_empty, &EmptyState::exampleChosen, this, &Page::exampleChosen);
    setWidget(content);
}

std::vector<StageBlock> Page::everyMatrix() const {
    const Experiment& experiment = m_document.experiment();
    std::vector<StageBlock> shown;
    for (const StageInfo& stage : all_stages()) {
        if (!is_empty(experiment) && has_stage(experiment, stage.id))
            shown.push_back(wholeMatrix(experiment, stage.id, m_selection.head()));
    }
    return shown;
}

void Page::setCovered(int height) {
    setViewportMargins(0, 0, 0, height);
}

bool Page::updateEmptyState() {
    const Experiment& experiment = m_document.experiment();
    const bool empty = is_empty(experiment);
    if (empty) {
        if (!m_empty->isVisibleTo(widget()))
            verticalScrollBar()->setValue(0); // it begins at the top
        m_empty->setText(emptyStateText(experiment));
        m_empty->setOffersExamples(experiment.sequence.tokens.empty());
    }
    return empty;
}

void Page::restyle() {
    QPalette page = palette();
    page.setColor(QPalette::Window, m_theme.colours().page);
    setPalette(page);
    page.setColor(QPalette::WindowText, m_theme.colours().muted);
    m_empty->setPalette(page);
}

void Page::addFigureActions(QMenu& menu, const Figure& figure) {
    if (const auto* stage = std::get_if<StageFigure>(&figure))
        addCheckAction(menu, stage->stage, stage->head);
    menu.addAction(tr("Save as figure…"), this, [this, figure] { emit exportRequested(figure); });
    menu.addAction(tr("Copy as picture"), this, [this, figure] { emit copyRequested(figure); });
    if (const auto* stage = std::get_if<StageFigure>(&figure))
        menu.addAction(tr("Save numbers…"), this,
                       [this, shown = *stage] { emit numbersRequested(shown.stage, shown.head); });
}

void Page::addCheckAction(QMenu& menu, StageId stage, HeadIndex head) {
    QAction* check = menu.addAction(tr("Check my numbers…"), this,
                                    [this, stage, head] { emit checkRequested(stage, head); });
    check->setEnabled(!m_document.played()); // a lesson asks for numbers itself
}

void Page::showFigureMenu(const QPoint& where) {
    const std::optional<Figure> shown = figure();
    if (!shown)
        return;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    addFigureActions(*menu, *shown);
    menu->popup(where);
}

} // namespace lab
