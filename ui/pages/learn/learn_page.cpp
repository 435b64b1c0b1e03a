// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/learn/learn_page.h"

#include "ui/document/edits/wanted_edits.h"
#include "ui/document/lab_document.h"
#include "ui/document/learn/fit_run.h"
#include "ui/keys/key_bindings.h"
#include "ui/look/theme.h"
#include "ui/pages/cover_menu.h"
#include "ui/pages/learn/fit_controls.h"
#include "ui/pages/learn/fit_notes.h"
#include "ui/pages/learn/learn_cards.h"
#include "ui/pages/learn/learn_texts.h"
#include "ui/pages/learn/parameter_pills.h"
#include "ui/pages/learn/reach_finder.h"
#include "ui/pages/learn/wanted_strokes.h"
#include "ui/pages/learn/wanted_tools.h"
#include "ui/pages/matrix_card.h"
#include "ui/pages/page_choices.h"
#include "ui/pages/stale_veil.h"
#include "ui/plots/heatmap/matrix_heatmap.h"
#include "ui/plots/learn/learn_content.h"
#include "ui/plots/learn/loss_curve.h"
#include "ui/plots/shared/setting_texts.h"
#include "ui/selection/selection.h"

#include <QKeyEvent>
#include <QMenu>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lab {

namespace {

constexpr double leastShareOfCards = 0.45, presentedShareOfCards = 0.62; // of the height of the page

} // namespace

LearnPage::LearnPage(LabDocument& document, Selection& selection, PageChoices& choices, const Theme& theme,
                     QWidget* parent)
    : ColumnPage(document, selection, theme, parent), m_fit(choices.fit()),
      m_tools(new WantedTools(document, theme)), m_cards(new LearnCards(selection, theme)),
      m_strokes(new WantedStrokes(document, selection, *m_tools, m_hidden, wantedCard().heatmap(), this)),
      m_curveCard(new CardFrame(theme)), m_curveHeader(new CardHeader(theme)), m_curve(new LossCurve(theme)),
      m_controls(new FitControls(document, m_fit, theme)),
      m_parameters(new ParameterPills(document, m_fit, theme)), m_notes(new FitNotes(theme)),
      m_veil(new StaleVeil(
          document, [this](const QString& reason) { weightsCard().heatmap().setVeil(reason); }, this)),
      m_reach(new ReachFinder(this)) {
    setAccessibleName(tr("Learn"));
    addCurve();
    auto* column = new QVBoxLayout(&body());
    column->addWidget(m_tools);
    column->addWidget(m_cards);
    column->addWidget(m_curveCard, 1);
    connect(m_cards, &LearnCards::menuRequested, this, &LearnPage::showMenu);
    connect(m_strokes, &WantedStrokes::changed, this, &LearnPage::refreshIfVisible);
    connect(m_strokes, &WantedStrokes::refused, this, &Page::refused);
    connect(m_tools, &WantedTools::patternChosen, m_strokes, &WantedStrokes::apply);
    connect(m_tools, &WantedTools::findRequested, this, &LearnPage::find);
    for (ControlRow* each : std::initializer_list<ControlRow*>{m_tools, m_controls, m_parameters})
        connect(each, &ControlRow::refused, this, &Page::refused);
    connect(m_controls, &FitControls::keyboardFreed, this, &LearnPage::takeKeyboard);
    connect(m_curve, &LossCurve::stepWanted, &m_fit, &FitRun::goTo);
    connect(m_curve, &LossCurve::stepped, &m_fit, &FitRun::step);
    connect(&m_fit, &FitRun::changed, this, &LearnPage::refreshIfVisible);
    connect(&document, &LabDocument::coverChanged, this, &LearnPage::refreshIfVisible);
    connect(&document, &LabDocument::playedChanged, this, &LearnPage::refreshIfVisible);
    connect(m_notes, &FitNotes::cureWanted, this, &LearnPage::cure);
    connect(m_reach, &ReachFinder::found, this, &LearnPage::refreshIfVisible);
    restyle();
}

MatrixCard& LearnPage::wantedCard() const {
    return m_cards->wanted();
}

MatrixCard& LearnPage::weightsCard() const {
    return m_cards->now();
}

MatrixCard& LearnPage::differenceCard() const {
    return m_cards->difference();
}

void LearnPage::addCurve() {
    m_curveHeader->setTitle(tr("Loss"));
    m_curveHeader->setMenuTip(tr("Save or copy the weights as a picture"));
    connect(m_curveHeader, &CardHeader::menuRequested, this,
            [this](const QPoint& where) { showMenu(where, false); });
    auto* column = new QVBoxLayout(m_curveCard);
    for (QWidget* each :
         std::initializer_list<QWidget*>{m_curveHeader, m_curve, m_controls, m_parameters, m_notes})
        column->addWidget(each, each == m_curve ? 1 : 0);
}

bool LearnPage::isFitShown() const {
    return m_fit.isActive() && m_fit.wanted().head == m_selection.head();
}

// Finding.

QString LearnPage::problem() const {
    if (m_target.size() == 0)
        return tr("The weights are being computed");
    if (!m_document.cover().isEmpty())
        return tr("Numbers are covered, and a loss would give them away");
    if (m_document.played() && m_document.played()->hasOpenGoal())
        return tr("The lesson asks for this: reach its goal by hand first");
    if (!hasWanted(m_target))
        return tr("Paint first, on the left, which weights you want");
    if (fittedParameters(m_document).empty())
        return tr("Choose at least one parameter that may change");
    const auto wrong =
        problem_of_target(m_document.experiment(), WantedWeights{m_selection.head(), m_target});
    return wrong ? QString::fromStdString(wrong->message()) : QString();
}

void LearnPage::find() {
    if (m_fit.isActive())
        return;
    if (const QString why = problem(); !why.isEmpty())
        return emit refused(why);
    const LearnView learn = learnView(m_document.experiment()).learn;
    const FitSettings settings{fittedParameters(m_document), learn.optimiser, learn.rate};
    const bool hadKeyboard = m_tools->hasKeyboard(); // which cannot be pressed meanwhile
    const QString why = m_fit.start({m_selection.head(), m_target}, settings, learn.steps);
    if (!why.isEmpty())
        emit refused(why);
    else if (hadKeyboard)
        m_controls->takeKeyboard();
}

/// Where a fit begins again.
void LearnPage::takeKeyboard() {
    refreshNotes(); // the button can be pressed again
    if (m_tools->canFind())
        m_tools->takeKeyboard();
    else
        wantedCard().heatmap().setFocus(Qt::TabFocusReason);
}

/// Asks whether what is wanted is in reach, of the document as it is apart from a fit.
void LearnPage::askReachable() {
    if (m_fit.isActive())
        return;
    if (!problem().isEmpty() || m_strokes->isPainting())
        return m_reach->forget();
    m_reach->ask(m_document.experiment(), {m_selection.head(), m_target});
}

void LearnPage::cure() {
    const std::optional<Reachability> known = m_reach->answer();
    if (!known || m_document.refusesToEdit({}))
        return;
    if (const QString problem = applyCure(m_document, *known, m_target, m_hidden); !problem.isEmpty())
        emit refused(problem);
}

// What is shown.

void LearnPage::refresh() {
    const HeadIndex head = m_selection.head();
    HeatmapContent weights = stageContent(m_document, StageId::weights, head, m_document.isDragging());
    m_veil->setFreshness(weights.stale ? Freshness::stale : Freshness::current);
    m_tools->refresh();
    m_controls->refresh();
    m_parameters->refresh();
    const bool isKnown = weights.matrix && !weights.stale;
    if (isKnown) {
        m_hidden = hiddenOn(weights);
        m_target =
            isFitShown() ? m_fit.wanted().numbers : wantedWeights(m_strokes->painted(), head, m_hidden);
        wantedCard().heatmap().setContent(wantedContent(weights, m_target, m_strokes->painted(), head));
        differenceCard().heatmap().setContent(differenceContent(weights, m_target));
    } else {
        m_target.resize(0, 0);
        m_hidden.resize(0, 0);
    }
    if (weights.matrix)
        weightsCard().heatmap().setContent(std::move(weights));
    wantedCard().header().setFormula(m_target.size() > 0 && hasWanted(m_target) ? tr("<i>painted</i>")
                                                                                : tr("<i>paint here</i>"));
    const auto stepText = [](Index step) { return tr("<i>step %1</i>").arg(step); };
    weightsCard().header().setFormula(isFitShown() ? stepText(m_fit.shownStep()) : QString());
    weightsCard().header().setFormulaRoom(isFitShown() ? stepText(m_fit.mostSteps()) : QString());
    weightsCard().setChosen(isFitShown());
    askReachable();
    refreshCurve();
    refreshNotes();
    layOut();
    m_cards->updateMarks();
    emit coloursShown({});
}

void LearnPage::refreshCurve() {
    m_loss.reset();
    LossCurveContent content;
    const bool isCovered = !m_document.cover().isEmpty();
    const bool has = m_target.size() > 0 && hasWanted(m_target) && !isCovered;
    if (isFitShown() && !m_fit.losses().empty()) {
        content.losses = m_fit.losses();
        content.shown = m_fit.shownStep();
        content.most = m_fit.mostSteps();
        content.lowest = lowestLoss(m_document.experiment(), m_selection.head(), m_target);
        content.lowestText = lowestText(m_reach->answer());
        m_loss = m_fit.losses()[static_cast<std::size_t>(m_fit.shownStep())];
    } else if (has && problem().isEmpty()) {
        m_loss = lossOf(m_document.experiment(), {m_selection.head(), m_target},
                        *weightsCard().heatmap().content().matrix);
    }
    content.hint = m_fit.isActive()
                       ? isFitShown() ? tr("Computing the first loss…")
                                      : tr("Weights of head %1 are being found").arg(m_fit.wanted().head + 1)
                       : tr("Find weights draws the loss of each step here");
    m_curve->setContent(content);
    const Index rows = m_target.size() > 0 ? rowsWanted(m_target) : 0;
    m_curveHeader->setFormula(
        rows == 0   ? QString()
        : rows == 1 ? tr("<i>−Σ wanted · ln weight, of the painted row</i>")
                    : tr("<i>mean of −Σ wanted · ln weight, over the %1 painted rows</i>").arg(rows));
    m_curveHeader->setNote(content.losses.empty()     ? QString()
                           : m_curve->isLogarithmic() ? tr("logarithmic axis")
                                                      : tr("linear axis: a loss is not above 0"));
}

void LearnPage::refreshNotes() {
    const QString why = m_fit.isActive() ? QString() : problem();
    m_tools->setProblem(m_fit.isActive() ? tr("Weights are being found") : why);
    LearnFacts facts{
        m_document,       m_fit, weightsCard().heatmap().content(), m_target, m_loss, isFitShown(), why,
        m_reach->answer()};
    m_notes->setNotes(notesOf(facts), cureText(facts));
}

QString LearnPage::notes() const {
    return m_notes->text();
}

void LearnPage::showMenu(const QPoint& where, bool isWanted) {
    const HeadIndex head = m_selection.head();
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (isWanted) {
        QAction* clear = menu->addAction(tr("Want nothing of this head"), this, [this, head] {
            if (m_document.refusesToEdit({}))
                return;
            std::vector<WantedCell> wanted = learnView(m_document.experiment()).learn.wanted;
            std::erase_if(wanted, [head](const WantedCell& each) { return each.head == head; });
            setWanted(m_document, std::move(wanted), tr("Nothing wanted"));
        });
        clear->setEnabled(m_target.size() > 0 && hasWanted(m_target));
    } else {
        const MatrixHeatmap& heatmap = weightsCard().heatmap();
        addCoverActions(
            *menu, m_document, m_selection,
            {StageId::weights, head, heatmap.cellAt(heatmap.mapFromGlobal(where)), m_target.size() > 0},
            [this](const StageBlock& block) { emit coverRequested(block); });
        addFigureActions(*menu, StageFigure{StageId::weights, head});
    }
    menu->popup(where);
}

std::optional<Figure> LearnPage::figure() const {
    return StageFigure{StageId::weights, m_selection.head()};
}

std::vector<StageBlock> LearnPage::shownMatrices() const {
    if (is_empty(m_document.experiment()))
        return {};
    return {wholeMatrix(m_document.experiment(), StageId::weights, m_selection.head())};
}

std::optional<StageBlock> LearnPage::matrixAt(const QPoint& global) const {
    const MatrixCard& card = weightsCard();
    if (is_empty(m_document.experiment()) || !card.isVisible() ||
        !card.rect().contains(card.mapFromGlobal(global)))
        return std::nullopt;
    return shownMatrices().front();
}

// Size.

void LearnPage::setPresented(bool presented) {
    if (std::exchange(m_presented, presented) == presented)
        return;
    m_tools->setPresented(presented);
    m_parameters->setVisible(!presented);
    layOut();
}

void LearnPage::layOut() {
    const QMargins around = body().layout()->contentsMargins();
    const int gap = body().layout()->spacing();
    const int width = viewport()->width() - around.left() - around.right();
    m_tools->setVisible(!m_presented || !m_fit.isActive()); // a slide has no room for what cannot be used
    const int tools = m_tools->isVisibleTo(&body()) ? m_tools->heightForWidth(width) + gap : 0;
    const int curve = m_curveCard->minimumSizeHint().height();
    const int left =
        viewport()->height() - headerHeight() - around.top() - around.bottom() - tools - gap - curve;
    const double share = m_presented ? presentedShareOfCards : leastShareOfCards; // then the page scrolls
    const int least = static_cast<int>(share * viewport()->height());
    const Steady now{viewport()->size(), m_theme.px(100), m_presented, m_target.rows(), m_target.cols()};
    // Notes come and go with the steps: the cards stay where they are.
    if (m_fit.isActive() && m_steady == now)
        return m_cards->keepSize(width);
    m_steady = now;
    m_cards->layOut({width, std::max(left, least)});
}

void LearnPage::restyle() {
    ColumnPage::restyle();
    const int margin = m_theme.px(10);
    body().layout()->setContentsMargins(margin, margin, margin, margin);
    body().layout()->setSpacing(m_theme.px(8));
    m_curveCard->layout()->setContentsMargins(m_theme.px(12), m_theme.px(6), m_theme.px(8), m_theme.px(10));
    m_curveCard->layout()->setSpacing(m_theme.px(6));
}

void LearnPage::resizeEvent(QResizeEvent* event) {
    ColumnPage::resizeEvent(event);
    layOut();
}

// Nothing goes on where nobody sees it; what was found stays.
void LearnPage::hideEvent(QHideEvent* event) {
    window()->removeEventFilter(this);
    m_fit.setPlaying(false);
    ColumnPage::hideEvent(event);
}

void LearnPage::showEvent(QShowEvent* event) {
    ColumnPage::showEvent(event);
    window()->installEventFilter(this); // for Escape, wherever the focus is
}

/// Escape that no other widget wants cancels a fit. While presenting it ends that, and the fit waits.
bool LearnPage::eventFilter(QObject* watched, QEvent* event) {
    const bool key = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
    if (!key || !m_fit.isActive() || !isVisible() || m_presented ||
        commandOf(KeyContext::fit, *static_cast<QKeyEvent*>(event)) != KeyCommand::cancel)
        return ColumnPage::eventFilter(watched, event);
    if (event->type() == QEvent::KeyPress)
        m_fit.cancel();
    event->accept();
    return true;
}

} // namespace lab
