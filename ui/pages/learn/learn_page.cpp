// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/learn/learn_page.h"

#include "core/experiment/is_same.h"
#include "core/experiment/masks.h"
#include "ui/document/edits/wanted_edits.h"
#include "ui/document/lab_document.h"
#include "ui/document/learn/fit_run.h"
#include "ui/keys/key_bindings.h"
#include "ui/look/theme.h"
#include "ui/pages/cover_menu.h"
#include "ui/pages/learn/fit_controls.h"
#include "ui/pages/learn/fit_notes.h"
#include "ui/pages/learn/learn_texts.h"
#include "ui/pages/learn/parameter_pills.h"
#include "ui/pages/learn/wanted_painter.h"
#include "ui/pages/learn/wanted_tools.h"
#include "ui/pages/matrix_card.h"
#include "ui/pages/page_choices.h"
#include "ui/pages/stale_veil.h"
#include "ui/plots/heatmap/matrix_heatmap.h"
#include "ui/plots/learn/learn_content.h"
#include "ui/plots/learn/loss_curve.h"
#include "ui/plots/shared/setting_texts.h"
#include "ui/selection/selection.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMenu>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lab {

namespace {

constexpr Index mostAsked = 4096; // weights: reachable() takes longer with the cube of their root
constexpr double cardsApart = 10; // points
constexpr double leastCell = 3;   // pixels of a thumbnail
constexpr double leastShareOfCards = 0.45, presentedShareOfCards = 0.62; // of the height of the page

} // namespace

LearnPage::LearnPage(LabDocument& document, Selection& selection, PageChoices& choices, const Theme& theme,
                     QWidget* parent)
    : ColumnPage(document, selection, theme, parent), m_choices(choices), m_fit(choices.fit()),
      m_tools(new WantedTools(document, theme)), m_row(new QWidget), m_curveCard(new CardFrame(theme)),
      m_curveHeader(new CardHeader(theme)), m_curve(new LossCurve(theme)),
      m_controls(new FitControls(document, m_fit, theme)),
      m_parameters(new ParameterPills(document, m_fit, theme)), m_notes(new FitNotes(theme)),
      m_veil(new StaleVeil(
          document, [this](const QString& reason) { m_cards[1]->heatmap().setVeil(reason); }, this)) {
    setAccessibleName(tr("Learn"));
    addCards();
    addCurve();
    auto* column = new QVBoxLayout(&body());
    column->addWidget(m_tools);
    column->addWidget(m_row);
    column->addWidget(m_curveCard, 1);
    connectPainting();
    connect(m_tools, &WantedTools::patternChosen, this, &LearnPage::applyPattern);
    connect(m_tools, &WantedTools::findRequested, this, &LearnPage::find);
    for (ControlRow* each : std::initializer_list<ControlRow*>{m_tools, m_controls, m_parameters})
        connect(each, &ControlRow::refused, this, &Page::refused);
    connect(m_curve, &LossCurve::stepWanted, &m_fit, &FitRun::goTo);
    connect(m_curve, &LossCurve::stepped, &m_fit, &FitRun::step);
    connect(&m_fit, &FitRun::changed, this, &LearnPage::refreshIfVisible);
    connect(&document, &LabDocument::coverChanged, this, &LearnPage::refreshIfVisible);
    connect(&document, &LabDocument::playedChanged, this, &LearnPage::refreshIfVisible);
    connect(m_notes, &FitNotes::cureWanted, this, &LearnPage::cure);
    connect(&selection, &Selection::inspectedChanged, this, &LearnPage::updateMarks);
    connect(&selection, &Selection::hoveredChanged, this, &LearnPage::updateMarks);
    restyle();
}

void LearnPage::addCards() {
    auto* row = new QHBoxLayout(m_row);
    row->setContentsMargins({});
    for (MatrixCard*& card : m_cards) {
        card = new MatrixCard(m_theme, m_row);
        row->addWidget(card, 0, Qt::AlignTop);
        connect(card, &MatrixCard::menuRequested, this,
                [this, card](const QPoint& where) { showMenu(where, card == m_cards[0]); });
    }
    row->addStretch();
    wantedCard().header().setTitle(tr("Wanted"));
    wantedCard().header().setTitleTip(
        tr("Empty cells: any weights will do. Pale ones share what the painted ones leave of their row"));
    wantedCard().heatmap().setObjectName(QStringLiteral("wanted"));
    weightsCard().header().setTitle(tr("Attention weights"), tr("Weights"));
    differenceCard().header().setTitle(tr("Difference"));
    differenceCard().header().setFormula(tr("<i>now − wanted</i>"));
    weightsCard().setColourBar(true);
    differenceCard().setColourBar(true);
    connectCard(weightsCard());
    connectCard(differenceCard());
}

void LearnPage::connectCard(MatrixCard& card) {
    const auto ref = [this](StoredCell cell) {
        return CellRef{StageId::weights, m_selection.head(), cell.row, cell.column};
    };
    const auto hover = [this, ref](std::optional<StoredCell> cell) {
        m_selection.setHovered(cell ? std::optional(ref(*cell)) : std::nullopt);
    };
    connect(&card.heatmap(), &MatrixHeatmap::cellHovered, this, hover);
    connect(&card.heatmap(), &MatrixHeatmap::cursorMoved, this, hover);
    connect(&card.heatmap(), &MatrixHeatmap::cellClicked, this,
            [this, ref](StoredCell cell) { m_selection.toggleInspected(ref(cell)); });
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

std::vector<WantedCell> LearnPage::painted() const {
    return m_stroke ? m_stroke->wanted : learnView(m_document.experiment()).learn.wanted;
}

// Painting.

void LearnPage::connectPainting() {
    m_painter = new WantedPainter(
        wantedCard().heatmap(), [this] { return beginsPainting(); }, this);
    connect(m_painter, &WantedPainter::begun, this, [this](const Block& cells) {
        const LearnView learn = learnView(m_document.experiment()).learn;
        const WantedPaint brush{m_selection.head(), m_tools->brush(), learn.brush, m_hidden};
        m_stroke = Stroke{learn.wanted, takesAway(learn.wanted, brush, cells), 0, cells};
        paint(cells);
    });
    connect(m_painter, &WantedPainter::extended, this, &LearnPage::paint);
    connect(m_painter, &WantedPainter::finished, this, [this] {
        if (!m_stroke)
            return;
        const Stroke stroke = *std::exchange(m_stroke, std::nullopt);
        setWanted(m_document, stroke.wanted, tr("Wanted weights"));
        if (stroke.hidden > 0)
            emit refused(hiddenText(m_document.experiment(), m_selection.head(), stroke.first));
        refreshIfVisible();
    });
    connect(m_painter, &WantedPainter::cancelled, this, [this] {
        m_stroke.reset();
        refreshIfVisible();
    });
    // Whatever changes the document changes what a stroke began on.
    connect(&m_document, &LabDocument::changed, m_painter, &WantedPainter::cancel);
    connect(&m_selection, &Selection::headChanged, m_painter, &WantedPainter::cancel);
}

bool LearnPage::beginsPainting() {
    if (m_target.size() == 0)
        return false; // other weights are being computed
    return !m_document.refusesToEdit({});
}

void LearnPage::paint(const Block& cells) {
    if (!m_stroke)
        return;
    const double share = learnView(m_document.experiment()).learn.brush;
    const WantedPaint brush{m_selection.head(), m_tools->brush(), share, m_hidden};
    m_stroke->wanted = withPainted(m_stroke->wanted, brush, cells, m_stroke->takesAway);
    const bool isHidden = m_tools->brush() == WantedBrush::cell && cells.rows == 1 && cells.columns == 1 &&
                          is_hidden(m_hidden(cells.row, cells.column));
    if (isHidden && m_stroke->hidden++ == 0)
        m_stroke->first = cells;
    refreshIfVisible();
}

void LearnPage::applyPattern(WantedPattern pattern) {
    if (!beginsPainting())
        return;
    const LearnView learn = learnView(m_document.experiment()).learn;
    const WantedPaint brush{m_selection.head(), WantedBrush::cell, learn.brush, m_hidden};
    setWanted(m_document, withPattern(learn.wanted, m_document.experiment(), brush, pattern),
              patternText(pattern));
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
    const QString why = m_fit.start({m_selection.head(), m_target}, settings, learn.steps);
    if (!why.isEmpty())
        emit refused(why);
}

/// Asks whether what is wanted is in reach, unless that is known or being found.
void LearnPage::askReachable() {
    if (m_fit.isActive())
        return; // of what was there before
    const Experiment& experiment = m_document.experiment();
    if (!problem().isEmpty() || m_target.size() > mostAsked || m_stroke)
        return m_known.reset();
    const auto isSameTarget = [&](const WantedWeights& known) {
        return known.head == m_selection.head() && known.numbers.rows() == m_target.rows() &&
               known.numbers.cols() == m_target.cols() &&
               std::equal(known.numbers.data(), known.numbers.data() + known.numbers.size(), m_target.data(),
                          sameNumber);
    };
    if (m_known && isSameTarget(m_known->wanted) && is_same(m_known->experiment, experiment))
        return;
    m_known = Known{experiment, {m_selection.head(), m_target}, {}};
    m_tasks.start([this, asked = *m_known]() -> TaskThread::Then {
        const Reachability answer = reachable(asked.experiment, asked.wanted);
        return [this, asked, answer] {
            const bool isLast = m_known && m_known->wanted.head == asked.wanted.head && !m_known->answer &&
                                is_same(m_known->experiment, asked.experiment);
            if (isLast) {
                m_known->answer = answer;
                refreshIfVisible();
            }
        };
    });
}

void LearnPage::cure() {
    if (!m_known || !m_known->answer || m_document.refusesToEdit({}))
        return;
    if (const QString problem = applyCure(m_document, *m_known->answer, m_target, m_hidden);
        !problem.isEmpty())
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
        m_target = isFitShown() ? m_fit.wanted().numbers : wantedWeights(painted(), head, m_hidden);
        wantedCard().heatmap().setContent(wantedContent(weights, m_target, painted(), head));
        differenceCard().heatmap().setContent(differenceContent(weights, m_target));
    } else {
        m_target.resize(0, 0);
        m_hidden.resize(0, 0);
    }
    if (weights.matrix)
        weightsCard().heatmap().setContent(std::move(weights));
    wantedCard().header().setFormula(m_target.size() > 0 && hasWanted(m_target) ? tr("<i>painted</i>")
                                                                                : tr("<i>paint here</i>"));
    weightsCard().header().setFormula(isFitShown() ? tr("<i>step %1</i>").arg(m_fit.shownStep()) : QString());
    weightsCard().setChosen(isFitShown());
    askReachable();
    refreshCurve();
    refreshNotes();
    layOut();
    updateMarks();
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
        content.lowestText = lowestText(m_known ? m_known->answer : std::nullopt);
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
    LearnFacts facts{m_document,   m_fit, weightsCard().heatmap().content(),       m_target, m_loss,
                     isFitShown(), why,   m_known ? m_known->answer : std::nullopt};
    m_notes->setNotes(notesOf(facts), cureText(facts));
}

QString LearnPage::notes() const {
    return m_notes->text();
}

void LearnPage::updateMarks() {
    if (!isVisible())
        return;
    const HeatmapMarkSet marks = marksOf(m_selection, StageId::weights, m_selection.head());
    for (const MatrixCard* card : m_cards)
        card->heatmap().setMarks(marks);
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
    m_tools->setVisible(!presented);
    m_parameters->setVisible(!presented);
    layOut();
}

/// The largest numbers with which all three are side by side; colours alone if none are.
CardSize LearnPage::cardSize(QSize room) const {
    const auto fits = [&](const CardSize& size) {
        int width = 2 * m_theme.px(cardsApart), height = 0;
        for (const MatrixCard* card : m_cards) {
            const QSize each = card->sizeFor(size);
            width += each.width();
            height = std::max(height, each.height());
        }
        return width <= room.width() && height <= room.height();
    };
    for (const Density density : allDensities) {
        if (density != Density::digits && fits({density}))
            return largestFitting(density, m_theme, fits);
    }
    const int thumbnail = (room.width() - 2 * m_theme.px(cardsApart)) / 3 - m_theme.px(12);
    const Index columns = weightsCard().heatmap().content().mapping().shownColumns();
    if (thumbnail >= static_cast<int>(leastCell * static_cast<double>(columns)))
        return {Density::small_colour, 1, thumbnail};
    return {Density::small_colour};
}

void LearnPage::layOut() {
    const QMargins around = body().layout()->contentsMargins();
    const int gap = body().layout()->spacing();
    const int width = viewport()->width() - around.left() - around.right();
    const int tools = m_tools->isVisibleTo(&body()) ? m_tools->heightForWidth(width) + gap : 0;
    const int curve = m_curveCard->minimumSizeHint().height();
    const int left =
        viewport()->height() - headerHeight() - around.top() - around.bottom() - tools - gap - curve;
    const double share = m_presented ? presentedShareOfCards : leastShareOfCards; // then the page scrolls
    const int least = static_cast<int>(share * viewport()->height());
    const CardSize size = cardSize({width, std::max(left, least)});
    for (MatrixCard* card : m_cards) {
        card->setCardSize(size);
        const int most = (width - 2 * m_theme.px(cardsApart)) / 3;
        if (card->width() > most && !size.thumbnail) // the matrix then pans inside the card
            card->setFixedWidth(std::max(most, m_theme.px(60)));
    }
}

void LearnPage::restyle() {
    ColumnPage::restyle();
    const int margin = m_theme.px(10);
    body().layout()->setContentsMargins(margin, margin, margin, margin);
    body().layout()->setSpacing(m_theme.px(8));
    m_row->layout()->setSpacing(m_theme.px(cardsApart));
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
