// SPDX-License-Identifier: GPL-3.0-or-later
//
// What finding weights does to the main window.
#include "ui/document/learn/fit_run.h"
#include "ui/keys/tab_order.h"
#include "ui/pages/learn/learn_page.h"
#include "ui/pages/learn/parameter_pills.h"
#include "ui/pages/page_choices.h"
#include "ui/panels/parameters/parameters_panel.h"
#include "ui/selection/pull_of_fit.h"
#include "ui/selection/pull_of_inspected.h"
#include "ui/window/document_controller.h"
#include "ui/window/figure_export.h"
#include "ui/window/main_window.h"
#include "ui/window/page_stack.h"
#include "ui/window/strips/banner.h"
#include "ui/window/strips/file_strip.h"
#include "ui/window/strips/fit_strip.h"

#include <QVBoxLayout>

namespace lab {

void MainWindow::connectFit(PageChoices& choices) {
    auto* pullOfFit = new PullOfFit(m_document, choices.fit(), this);
    connect(pullOfFit, &PullOfFit::changed, m_pull,
            [this, pullOfFit] { m_pull->setLoss(pullOfFit->shown()); });
    const auto pause = [&choices] { choices.fit().setPlaying(false); };
    connect(m_figureExport, &FigureExport::opening, &choices, pause);
    connect(m_controller, &DocumentController::askingAboutFound, &choices, pause);
    const auto follow = [this, &fit = choices.fit()] {
        showFitStrip();
        foldFixed(fit);
    };
    connect(&choices.fit(), &FitRun::changed, this, follow);
    connect(m_pages, &PageStack::pageChanged, this, follow);
    for (const auto& changes : {&LabDocument::viewChanged, &LabDocument::playedChanged})
        connect(&m_document, changes, this, follow);
    connect(&m_document, &LabDocument::changed, this, follow);
}

/// Folds away the parameters that a fit does not change, from before it begins on, so that none moves then.
void MainWindow::foldFixed(const FitRun& fit) {
    std::optional<std::vector<ParameterId>> trained;
    if (fit.isActive())
        trained = fit.settings().parameters;
    else if (qobject_cast<LearnPage*>(m_pages->currentWidget()))
        trained = fittedParameters(m_document);
    if (trained && trained->empty())
        trained.reset();
    m_parameters->setTrained(trained);
}

/// On other pages than Learn, where the fit waits. Made when it is first shown.
void MainWindow::showFitStrip() {
    const bool isShown = m_document.isFitting() && !qobject_cast<LearnPage*>(m_pages->currentWidget());
    if (isShown && !m_fitStrip) {
        m_fitStrip = new FitStrip(m_document, m_theme);
        auto* column = static_cast<QVBoxLayout*>(centralWidget()->layout());
        column->insertWidget(column->indexOf(m_banner), m_fitStrip);
        tabAfter(*m_fileStrip, *m_fitStrip);
        connect(m_fitStrip, &FitStrip::learnWanted, this, [this] { m_pages->open<LearnPage>(); });
    }
    if (!m_fitStrip || m_fitStrip->isHidden() != isShown)
        return;
    const bool hadFocus = m_fitStrip->isAncestorOf(focusWidget());
    m_fitStrip->setVisible(isShown);
    if (hadFocus) // hiding would give it to any other field
        m_pages->currentWidget()->setFocus(Qt::OtherFocusReason);
}

} // namespace lab
