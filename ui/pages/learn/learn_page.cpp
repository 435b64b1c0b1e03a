// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/learn/learn_page.h"

#include "ui/document/edits/wanted_edits.h"
#include "ui/document/lab_document.h"
#include "ui/document/learn/fit_run.h"
#include "ui/look/theme.h"
#include "ui/pages/cover_menu.h"
#include "ui/pages/learn/fit_controls.h"
#include "ui/pages/learn/fit_notes.h"
#include "ui/pages/learn/learn_cards.h"
#include "ui/pages/learn/learn_texts.h"
#include "ui/pages/learn/parameter_pills.h"
#include "ui/pages/learn/reach_finder.h"
#include "ui/pages/learn/wanted_legend.h"
#include "ui/pages/learn/wanted_numbers.h"
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

#include <QMenu>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lab {

LearnPage::LearnPage(LabDocument& document, Selection& selection, PageChoices& choices, const Theme& theme,
                     QWidget* parent)
    : ColumnPage(document, selection, theme, parent), m_fit(choices.fit()),
      m_tools(new WantedTools(document, theme)), m_cards(new LearnCards(selection, theme)),
      m_strokes(new WantedStrokes(document, selection, *m_tools, m_hidden, wantedCard().heatmap(), this)),
      m_numbers(new WantedNumbers(document, theme, wantedCard().heatmap(), wantedCard())),
      m_curveCard(new CardFrame(theme)), m_curveHeader(new CardHeader(theme)), m_curve(new LossCurve(theme)),
      m_controls(new FitControls(document, m_fit, theme)),
      m_parameters(new ParameterPills(document, m_fit, theme)), m_notes(new FitNotes(theme)),
      m_veil(new StaleVeil(
          document, [this](const QString& reason) { weightsCard().heatmap().setVeil(reason); }, this)),
      m_reach(new ReachFinder(this)) {
    setAccessibleName(tr("Learn"));
    m_notes->setLines(usualLines);
    addCurve();
    auto* column = new QVBoxLayout(&body());
    column->addWidget(m_tools);
    column->addWidget(m_cards);
    column->addWidget(m_curveCard, 1);
    connect(m_cards, &LearnCards::menuRequested, this, &LearnPage::showMenu);
    connect(m_strokes, &WantedStrokes::changed, this, &LearnPage::refreshIfVisible);
    connect(m_strokes, &WantedStrokes::refused, this, &Page::refused);
    connect(m_numbers, &WantedNumbers::refused, this, &Page::refused);
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
    connect(&theme, &Theme::changed, this, [this] { // last: after every part has its new size
        m_steady.reset();
        layOut();
    });
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
    m_curveHeader->setMinimumWidth(1); // a narrow page cuts the formula, and nothing else
    auto* column = new QVBoxLayout(m_curveCard);
    for (QWidget* each :
         std::initializer_list<QWidget*>{m_curveHeader, m_curve, m_controls, m_parameters, m_notes})
        column->addWidget(each, each == m_curve ? 1 : 0);
}

bool LearnPage::isFitShown() const {
    if (!m_fit.isActive())
        return false;
    const auto* weights = std::get_if<WantedWeights>(&m_fit.target());
    return m_of == WantedStage::weights ? weights && weights->head == m_selection.head() : !weights;
}

StageId LearnPage::stage() const {
    return m_of == WantedStage::output ? StageId::output : StageId::weights;
}

/// The shown one, of a stage that has heads.
HeadIndex LearnPage::head() const {
    return info(stage()).per_head ? m_selection.head() : 0;
}

Target LearnPage::target() const {
    return m_of == WantedStage::output ? Target(WantedOutput{m_target})
                                       : Target(WantedWeights{head(), m_target});
}

// Finding.

QString LearnPage::problem() const {
    if (m_target.size() == 0)
        return tr("The numbers are being computed");
    if (!m_document.cover().isEmpty())
        return tr("Numbers are covered, and a loss would give them away");
    if (m_document.played() && m_document.played()->hasOpenGoal())
        return tr("The lesson asks for this: reach its goal by hand first");
    if (!hasWanted(m_target))
        return m_of == WantedStage::output ? tr("Type first, on the card Wanted, which numbers you want")
               : hasHiddenCell(asked(), m_hidden)
                   ? tr("All that is painted is hidden now: paint other weights, "
                        "or show these keys again")
                   : tr("Paint first, on the card Wanted, which weights you want");
    if (fittedParameters(m_document).empty())
        return tr("Choose at least one parameter that may change");
    const auto wrong = problem_of_target(m_document.experiment(), target());
    return wrong ? QString::fromStdString(wrong->message()) : problemOfLoss();
}

QString LearnPage::problemOfLoss() const {
    return lossProblem(m_document.experiment(), weightsCard().heatmap().content(), m_of, m_wanted, asked());
}

/// Of the problem, if it is that there is no loss.
std::optional<LossCure> LearnPage::lossCure() const {
    const QString why = m_of == WantedStage::weights && !m_fit.isActive() ? problem() : QString();
    return !why.isEmpty() && m_target.size() > 0 && why == problemOfLoss()
               ? cureOfLoss(m_document, head(), weightsCard().heatmap().content(), m_wanted)
               : std::nullopt;
}

void LearnPage::find() {
    if (m_fit.isActive())
        return;
    if (const QString why = problem(); !why.isEmpty())
        return emit refused(why);
    const LearnView learn = learnView(m_document.experiment()).learn;
    const FitSettings settings{fittedParameters(m_document), learn.optimiser, learn.rate};
    const bool hadKeyboard = m_tools->hasKeyboard(); // which cannot be pressed meanwhile
    const QString why = m_fit.start(target(), settings, learn.steps);
    if (!why.isEmpty())
        return emit refused(why);
    if (hadKeyboard)
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
    if (m_of == WantedStage::output || !problem().isEmpty() || m_strokes->isPainting())
        return m_reach->forget();
    m_reach->ask(m_document.experiment(), {head(), m_target});
}

/// As many more as were asked for.
Index LearnPage::moreSteps() const {
    return std::min(learnView(m_document.experiment()).learn.steps, mostFitSteps - m_fit.mostSteps());
}

void LearnPage::cure() {
    if (m_fit.isActive()) {
        const std::vector<ParameterId> more = toAllowBesides(facts());
        return more.empty() ? m_fit.addSteps(moreSteps()) : beginAgainWith(more);
    }
    if (m_document.refusesToEdit({}))
        return;
    if (const auto ofLoss = lossCure())
        return applyCure(m_document, *ofLoss);
    const std::optional<Reachability> known = m_reach->answer();
    if (!known)
        return;
    if (const QString problem = applyCure(m_document, *known, m_target, m_hidden); !problem.isEmpty())
        emit refused(problem);
}

/// Finds weights from where it began, with these parameters besides.
void LearnPage::beginAgainWith(const std::vector<ParameterId>& more) {
    LearnView learn = learnView(m_document.experiment()).learn;
    learn.parameters = m_fit.settings().parameters;
    learn.parameters->insert(learn.parameters->end(), more.begin(), more.end());
    std::ranges::sort(*learn.parameters);
    m_fit.cancel();
    setLearnChoices(m_document, learn);
    find();
}

// What is shown.

void LearnPage::refresh() {
    const LearnView learn = learnView(m_document.experiment()).learn;
    setStage(learn.of);
    HeatmapContent now = stageContent(m_document, stage(), head(), m_document.isDragging());
    m_veil->setFreshness(now.stale ? Freshness::stale : Freshness::current);
    m_tools->refresh();
    m_controls->refresh();
    m_parameters->refresh();
    m_target.resize(0, 0);
    m_wanted.resize(0, 0);
    m_hidden.resize(0, 0);
    if (now.matrix && !now.stale)
        showWanted(now, learn);
    if (now.matrix)
        weightsCard().heatmap().setContent(std::move(now));
    const bool isOutput = m_of == WantedStage::output;
    const bool has = m_target.size() > 0 && hasWanted(m_target);
    const QString toDo = isOutput ? tr("<i>T</i> type here") : tr("<i>T</i> paint here");
    wantedCard().header().setFormula(!has ? toDo : isOutput ? tr("<i>T</i> typed") : tr("<i>T</i> painted"));
    wantedCard().header().setFormulaRoom(toDo); // so that the card stays as wide
    m_cards->legend().setContent(wantedCard().heatmap().content(), hidesKeys());
    const auto stepText = [&](Index step) {
        return (isOutput ? tr("<i>Y</i> step %1") : tr("<i>A</i> step %1")).arg(step);
    };
    weightsCard().header().setFormula(isFitShown() ? stepText(m_fit.shownStep())
                                      : isOutput   ? tr("<i>Y</i>")
                                                   : tr("<i>A</i>"));
    weightsCard().header().setFormulaRoom(stepText(isFitShown() ? m_fit.mostSteps() : learn.steps));
    weightsCard().setChosen(isFitShown());
    askReachable();
    refreshCurve();
    refreshNotes();
    layOut();
    m_cards->updateMarks();
    emit coloursShown({});
}

void LearnPage::setStage(WantedStage of) {
    if (std::exchange(m_of, of) == of)
        return;
    m_strokes->setOn(of == WantedStage::weights);
    m_numbers->setOn(of == WantedStage::output);
    m_cards->setStage(stage());
}

/// `now`: the numbers of the stage, which are known.
void LearnPage::showWanted(const HeatmapContent& now, const LearnView& learn) {
    if (m_of == WantedStage::output) {
        m_target = isFitShown() ? std::get<WantedOutput>(m_fit.target()).numbers
                                : wantedOutput(learn.output, now.matrix->rows(), now.matrix->cols());
        m_wanted = m_target;
        wantedCard().heatmap().setContent(wantedOutputContent(now, m_target));
    } else {
        m_hidden = hiddenOn(now);
        m_target = isFitShown() ? std::get<WantedWeights>(m_fit.target()).numbers
                                : wantedWeights(m_strokes->painted(), head(), m_hidden);
        m_wanted = sharesOf(m_target);
        wantedCard().heatmap().setContent(wantedContent(now, m_target, m_strokes->painted(), head()));
    }
    differenceCard().heatmap().setContent(differenceContent(now, m_wanted));
}

bool LearnPage::hidesKeys() const {
    return (m_hidden.array() == -HUGE_VAL).any();
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
        content.mayBeNegative = mayLossBeNegative(m_document.experiment(), head(), m_of);
        if (m_of == WantedStage::weights)
            content.lowest = lowestLoss(m_document.experiment(), head(), m_wanted);
        if (content.lowest)
            content.lowestText = lowestText(m_reach->answer(), *content.lowest);
        m_loss = m_fit.losses()[static_cast<std::size_t>(m_fit.shownStep())];
    } else if (has && problem().isEmpty()) {
        m_loss = lossOf(m_document.experiment(), target(), *weightsCard().heatmap().content().matrix);
    }
    const auto* elsewhere = std::get_if<WantedWeights>(&m_fit.target());
    content.hint = !m_fit.isActive() ? tr("Find weights draws the loss of each step here")
                   : isFitShown()    ? tr("Computing the first loss…")
                   : elsewhere
                       ? tr("The weights that are being found are those of head %1").arg(elsewhere->head + 1)
                       : tr("The weights that are being found are for the wanted output");
    m_curve->setContent(content);
    m_curveHeader->setFormula(lossText(m_of, m_wanted), lossTip(m_of));
    m_curveHeader->setNote(content.losses.empty()      ? QString()
                           : !m_curve->isLogarithmic() ? tr("linear axis")
                           : m_curve->hasZero()        ? tr("logarithmic axis, 0 at its lower edge")
                                                       : tr("logarithmic axis"));
}

LearnFacts LearnPage::facts() const {
    return {m_document,   m_fit,
            m_of,         weightsCard().heatmap().content(),
            m_wanted,     m_hidden,
            asked(),      m_loss,
            isFitShown(), m_fit.isActive() ? QString() : problem(),
            lossCure(),   m_reach->answer(),
            moreSteps()};
}

void LearnPage::refreshNotes() {
    const LearnFacts now = facts();
    m_tools->setProblem(m_fit.isActive() ? tr("Weights are being found") : now.problem);
    m_notes->setSteady(m_fit.isActive() || m_strokes->isPainting());
    m_notes->setNotes(notesOf(now), cureText(now));
}

/// What was painted of the shown head, or typed.
std::vector<WantedCell> LearnPage::asked() const {
    std::vector<WantedCell> cells =
        m_of == WantedStage::output ? learnView(m_document.experiment()).learn.output : m_strokes->painted();
    std::erase_if(cells, [this](const WantedCell& each) { return each.head != head(); });
    return cells;
}

QString LearnPage::notes() const {
    return m_notes->text();
}

void LearnPage::showMenu(const QPoint& where, bool isWanted) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (isWanted) {
        QAction* clear = menu->addAction(m_of == WantedStage::output ? tr("Want nothing of the output")
                                                                     : tr("Want nothing of this head"),
                                         this, &LearnPage::clearWanted);
        clear->setEnabled(m_target.size() > 0 && hasWanted(m_target));
    } else {
        const MatrixHeatmap& heatmap = weightsCard().heatmap();
        addCoverActions(*menu, m_document, m_selection,
                        {stage(), head(), heatmap.cellAt(heatmap.mapFromGlobal(where)), m_target.size() > 0},
                        [this](const StageBlock& block) { emit coverRequested(block); });
        addFigureActions(*menu, StageFigure{stage(), head()});
    }
    menu->popup(where);
}

void LearnPage::clearWanted() {
    if (m_document.refusesToEdit({}))
        return;
    if (m_of == WantedStage::output)
        return setWantedOutput(m_document, {}, tr("Nothing wanted"));
    std::vector<WantedCell> wanted = learnView(m_document.experiment()).learn.wanted;
    std::erase_if(wanted, [this](const WantedCell& each) { return each.head == head(); });
    setWanted(m_document, std::move(wanted), tr("Nothing wanted"));
}

std::optional<Figure> LearnPage::figure() const {
    return StageFigure{stage(), head()};
}

std::vector<StageBlock> LearnPage::shownMatrices() const {
    if (is_empty(m_document.experiment()))
        return {};
    return {wholeMatrix(m_document.experiment(), stage(), head())};
}

std::optional<StageBlock> LearnPage::matrixAt(const QPoint& global) const {
    const MatrixCard& card = weightsCard();
    if (is_empty(m_document.experiment()) || !card.isVisible() ||
        !card.rect().contains(card.mapFromGlobal(global)))
        return std::nullopt;
    return shownMatrices().front();
}

// Nothing goes on where nobody sees it; what was found stays.
void LearnPage::hideEvent(QHideEvent* event) {
    m_fit.setPlaying(false);
    ColumnPage::hideEvent(event);
}

} // namespace lab
