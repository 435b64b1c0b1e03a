// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/heads/heads_page.h"

#include "core/experiment/captured_attention.h"
#include "core/experiment/normalizers.h"
#include "ui/document/lab_document.h"
#include "ui/look/theme.h"
#include "ui/pages/cover_menu.h"
#include "ui/pages/heads/head_grid.h"
#include "ui/pages/heads/heads_controls.h"
#include "ui/pages/heads/heads_fitting.h"
#include "ui/pages/heads/shares_card.h"
#include "ui/pages/matrix_warnings.h"
#include "ui/pages/page_choices.h"
#include "ui/pages/stale_veil.h"
#include "ui/plots/heads/share_bars_plot.h"
#include "ui/plots/heatmap/matrix_heatmap.h"
#include "ui/plots/shared/head_colours.h"
#include "ui/plots/shared/stage_texts.h"
#include "ui/selection/selection.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/retire.h"

#include <QLabel>
#include <QMenu>
#include <QVBoxLayout>

namespace lab {

namespace {

constexpr double rim = 12;        // points around the page
constexpr double aroundCell = 40; // points that are in sight around a cell, too
/// How much of the page one matrix below the heads may take.
constexpr double widePart = 0.5, highPart = 0.62;
constexpr double halfPart = 0.48;                         // two of them above each other are on one screen
constexpr double leastPage = 420;                         // points: minimum height to lay the heads out for
constexpr double leastMatrixWidth = 480, leastRoom = 260; // points for one matrix under the heads

/// For a group of several heads.
QString groupCaption(const Experiment& experiment, HeadIndex group) {
    const HeadIndex size = experiment.heads.count / experiment.heads.kv_count;
    return HeadsPage::tr("heads %1–%2 share K and V %3")
        .arg(group * size + 1)
        .arg((group + 1) * size)
        .arg(group + 1);
}

HeatmapContent asStale(HeatmapContent content) {
    content.stale = true;
    return content;
}

} // namespace

HeadsPage::HeadsPage(LabDocument& document, Selection& selection, PageChoices& choices, const Theme& theme,
                     QWidget* parent)
    : ColumnPage(document, selection, theme, parent), m_choices(choices),
      m_controls(new HeadsControls(choices, theme)), m_tooLarge(new QLabel), m_grid(new HeadGrid(theme)),
      m_together(new QWidget), m_flow(new FlowLayout(m_together)), m_over(new MatrixCard(theme, m_together)),
      m_shares(new SharesCard(theme, m_together)), m_share(new MatrixCard(theme, m_together)),
      m_output(new MatrixCard(theme, m_together)) {
    setAccessibleName(tr("Heads"));
    m_tooLarge->setWordWrap(true);
    m_tooLarge->hide();
    auto* column = new QVBoxLayout(&body());
    column->addWidget(m_controls);
    column->addWidget(m_tooLarge);
    column->addWidget(m_grid);
    column->addWidget(m_together);
    column->addStretch();
    m_flow->setTopAligned(true);
    for (QWidget* each : std::initializer_list<QWidget*>{m_over, m_shares, m_share, m_output})
        m_flow->addWidget(each);
    connectHeatmap(*m_over, [this](StoredCell cell) {
        return CellRef{m_choices.heads().stage, m_selection.head(), cell.row, cell.column};
    });
    const auto ofOutput = [](StoredCell cell) { return CellRef{StageId::output, 0, cell.row, cell.column}; };
    connectHeatmap(*m_output, ofOutput);
    connectHeatmap(*m_share, ofOutput);
    connect(m_over, &MatrixCard::menuRequested, this, [this](const QPoint& where) {
        showMenu(OverHeadsFigure{m_choices.heads().stage, m_choices.heads().over}, where);
    });
    connect(m_share, &MatrixCard::menuRequested, this,
            [this](const QPoint& where) { showMenu(HeadShareFigure{m_selection.head()}, where); });
    connect(m_output, &MatrixCard::menuRequested, this, [this](const QPoint& where) {
        showMenu(StageFigure{StageId::output, 0}, where);
    });
    connect(m_shares, &SharesCard::menuRequested, this,
            [this](const QPoint& where) { showMenu(SharesFigure{}, where); });
    connect(&shares(), &ShareBarsPlot::headChosen, &selection, &Selection::setHead);
    connect(&choices, &PageChoices::headsChanged, this, &HeadsPage::refreshIfVisible);
    connect(&m_analysis, &HeadsAnalysis::arrived, this, &HeadsPage::refreshIfVisible);
    connect(&selection, &Selection::inspectedChanged, this, &HeadsPage::updateMarks);
    connect(&selection, &Selection::hoveredChanged, this, &HeadsPage::updateMarks);
    // Arranges again, once everything on the page has taken on the new sizes.
    connect(
        &theme, &Theme::changed, this,
        [this] {
            if (isArranged())
                arrange();
        },
        Qt::QueuedConnection);
    for (MatrixCard* card : {m_share, m_output})
        card->setColourBar(true); // nothing else states their scale
    restyle();
}

ShareBarsPlot& HeadsPage::shares() const {
    return m_shares->plot();
}

std::optional<Figure> HeadsPage::figure() const {
    return HeadsFigure{m_choices.heads().stage, m_order};
}

std::vector<StageBlock> HeadsPage::shownMatrices() const {
    const Experiment& experiment = m_document.experiment();
    std::vector<StageBlock> shown;
    if (is_empty(experiment) || !m_document.keepsEveryHead())
        return shown;
    for (HeadIndex head = 0; head < experiment.heads.count; ++head)
        shown.push_back(wholeMatrix(experiment, m_choices.heads().stage, head));
    if (!is_attention_alone(experiment))
        shown.push_back(wholeMatrix(experiment, StageId::output, 0));
    return shown;
}

std::optional<StageBlock> HeadsPage::matrixAt(const QPoint& global) const {
    const auto isThere = [&](const QWidget* card) {
        return card->isVisible() && card->rect().contains(card->mapFromGlobal(global));
    };
    for (HeadIndex head = 0; head < cardCount(); ++head) {
        if (isThere(&card(head)))
            return wholeMatrix(m_document.experiment(), m_choices.heads().stage, head);
    }
    return isThere(m_output) ? std::optional(wholeMatrix(m_document.experiment(), StageId::output, 0))
                             : std::nullopt;
}

/// Scrolls to a cell. The large matrices of all heads show the same part, so that they can be compared.
void HeadsPage::bringIntoSight(const CellRef& cell) {
    const bool isOutput = cell.stage == StageId::output;
    const bool isOfHead = cell.stage == m_choices.heads().stage && cell.head < cardCount();
    if (!isVisible() || (!isOutput && !isOfHead))
        return;
    widget()->layout()->activate(); // what was computed since may have moved the cards
    const StoredCell place{cell.row, cell.column};
    MatrixCard& shown = isOutput ? *m_output : card(cell.head);
    if (!shown.isVisibleTo(widget()) || !shown.heatmap().content().has(place))
        return;
    for (const MatrixCard* each : isOutput ? std::vector{m_output} : m_cards) {
        if (each->heatmap().content().has(place)) // a head may still be computed
            each->heatmap().reveal(place);
    }
    const int margin = m_theme.px(rim);
    ensureWidgetVisible(&shown, margin, margin);
    const MatrixHeatmap& heatmap = shown.heatmap();
    const QPoint middle = heatmap.mapTo(widget(), heatmap.cellRect(place).center().toPoint());
    ensureVisible(middle.x(), middle.y(), m_theme.px(aroundCell), m_theme.px(aroundCell));
}

void HeadsPage::connectHeatmap(const MatrixCard& card,
                               const std::function<std::optional<CellRef>(StoredCell)>& cellOf) {
    const auto hover = [this, cellOf](std::optional<StoredCell> cell) {
        m_selection.setHovered(cell ? cellOf(*cell) : std::nullopt);
    };
    connect(&card.heatmap(), &MatrixHeatmap::cellHovered, this, hover);
    connect(&card.heatmap(), &MatrixHeatmap::cursorMoved, this, hover);
    connect(&card.heatmap(), &MatrixHeatmap::cellClicked, this, [this, cellOf](StoredCell cell) {
        const auto ref = cellOf(cell);
        if (!ref)
            return;
        m_selection.setHead(info(ref->stage).per_head ? ref->head : m_selection.head());
        m_selection.toggleInspected(*ref);
    });
}

void HeadsPage::addCard() {
    const auto head = static_cast<HeadIndex>(m_cards.size());
    auto* card = new MatrixCard(m_theme, m_grid);
    card->header().setTitle(tr("Head %1").arg(head + 1), QString::number(head + 1));
    connectHeatmap(*card, [this, head](StoredCell cell) {
        return CellRef{m_choices.heads().stage, head, cell.row, cell.column};
    });
    connect(card, &MatrixCard::clicked, this, [this, head] { m_selection.setHead(head); });
    connect(card, &MatrixCard::menuRequested, this, [this, head](const QPoint& where) {
        showMenu(StageFigure{m_choices.heads().stage, head}, where);
    });
    card->show();
    m_cards.push_back(card);
    m_veils.push_back(new StaleVeil(
        m_document, [card](const QString& reason) { card->heatmap().setVeil(reason); }, card));
}

void HeadsPage::showMenu(const Figure& figure, const QPoint& where) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (const auto* stage = std::get_if<StageFigure>(&figure)) {
        const MatrixHeatmap& heatmap =
            (stage->stage == StageId::output ? m_output : m_cards[static_cast<std::size_t>(stage->head)])
                ->heatmap();
        const HeatmapMapping mapping = heatmap.content().mapping();
        const Block whole = wholeMatrix(m_document.experiment(), stage->stage, stage->head).block;
        addCoverActions(*menu, m_document, m_selection,
                        {stage->stage, stage->head, heatmap.cellAt(heatmap.mapFromGlobal(where)),
                         mapping.rows == whole.rows && mapping.columns == whole.columns},
                        [this](const StageBlock& block) { emit coverRequested(block); });
    }
    addFigureActions(*menu, figure);
    menu->addSeparator();
    const Figure all = *this->figure();
    menu->addAction(tr("Save every head as one figure…"), this, [this, all] { emit exportRequested(all); });
    menu->addAction(tr("Copy every head as one picture"), this, [this, all] { emit copyRequested(all); });
    menu->popup(where);
}

void HeadsPage::refresh() {
    const Dimensions d = dimensions(m_document.experiment());
    const bool keeps = m_document.keepsEveryHead();
    m_tooLarge->setVisible(!keeps);
    m_grid->setVisible(keeps);
    m_together->setVisible(keeps);
    if (!keeps) {
        emit coloursShown({});
        m_tooLarge->setText(
            d.H == 1
                ? tr("%1 × %2 weights need too much memory here. Shorten the sentence, or view them in "
                     "Explore.")
                      .arg(d.n_q)
                      .arg(d.n_k)
                : tr("%1 heads of %2 × %3 weights need too much memory at once. Shorten the sentence, or "
                     "view one head at a time in Explore.")
                      .arg(d.H)
                      .arg(d.n_q)
                      .arg(d.n_k));
        return;
    }
    HeadsLook look = m_choices.heads();
    if (!has_stage(m_document.experiment(), look.stage)) {
        look.stage = StageId::weights;
        return m_choices.setHeads(look); // which refreshes
    }
    m_controls->offerStagesOf(m_document.experiment());
    refreshHeads();
    refreshTogether();
    refreshOrder();
    arrange();
    updateMarks();
}

void HeadsPage::refreshHeads() {
    const auto count = static_cast<std::size_t>(m_document.experiment().heads.count);
    for (; m_cards.size() > count; m_cards.pop_back(), m_veils.pop_back())
        retire(m_cards.back());
    while (m_cards.size() < count)
        addCard();
    const StageId stage = m_choices.heads().stage;
    std::vector<HeatmapContent> heads = headContents(m_document, stage, m_document.isPreviewing());
    for (std::size_t head = 0; head < count; ++head) {
        MatrixHeatmap& heatmap = m_cards[head]->heatmap();
        m_cards[head]->header().setDot(headFill(static_cast<HeadIndex>(head), m_theme.colours().panel));
        m_veils[head]->setFreshness(heads[head].stale ? Freshness::stale : Freshness::current);
        m_cards[head]->setWarning(
            heads[head].matrix ? matrixWarnings(heads[head], stage).join(QLatin1Char('\n')) : QString());
        if (heads[head].matrix || !heatmap.content().matrix) // otherwise keep the previous matrix
            heatmap.setContent(std::move(heads[head]));
        else
            heatmap.setContent(asStale(heatmap.content()));
    }
    const HeatmapContent& first = m_cards.front()->heatmap().content(); // in the range that is shown
    const QString range = colourRange(m_document.experiment(), first);
    m_controls->setCaption(range.isEmpty() ? QString() : tr("colours: %1").arg(range));
    emit coloursShown(range);
    m_colourLimit = commonColourLimit(first);
}

/// Updates what is computed from all heads. The previous result stays until there is a newer one.
void HeadsPage::refreshTogether() {
    const Experiment& experiment = m_document.experiment();
    HeadsInput input{experiment, {}, {}, {}, {}, nullptr, nullptr, m_selection.head()};
    bool fresh = true;
    const auto take = [&](StageId stage, HeadIndex head) {
        const StageView view = m_document.view(stage, head);
        fresh = fresh && !view.stale && view.matrix;
        return view.matrix;
    };
    const HeadsLook& look = m_choices.heads();
    for (HeadIndex head = 0; head < experiment.heads.count; ++head) {
        input.masked.push_back(take(StageId::masked_scores, head));
        input.hidden.push_back(hiddenScores(m_document, head, input.masked.back()));
        input.weights.push_back(take(StageId::weights, head));
        input.shown.push_back(take(look.stage, head));
    }
    input.concat = take(StageId::concat, 0);
    input.output = take(StageId::output, 0);
    if (fresh)
        m_analysis.want(input);
    const std::shared_ptr<const HeadsNumbers>& numbers = m_analysis.numbers();
    const Dimensions d = dimensions(experiment);
    const bool fits = numbers && numbers->fits(d) &&
                      numbers->average->rows() == length(info(look.stage).rows, d) &&
                      numbers->average->cols() == length(info(look.stage).columns, d);
    m_together->setVisible(fits);
    if (!fits)
        return;
    for (QWidget* each : std::initializer_list<QWidget*>{m_shares, m_share, m_output})
        each->setVisible(!is_attention_alone(experiment)); // whose values are zeros
    const MatrixPtr& over = look.over == OverHeads::average ? numbers->average : numbers->maximum;
    m_over->header().setTitle(look.over == OverHeads::average ? tr("Average of heads")
                                                              : tr("Maximum of heads"));
    m_over->header().setFormula(overHeadsFormula(look.stage, look.over));
    const bool leavesOut = look.stage == StageId::weights && sink_of(experiment.normalization, 0);
    m_over->header().setNote(leavesOut ? tr("without the sink") : QString(), {},
                             leavesOut ? tr("What the sink takes is left out here: rows need not sum to 1")
                                       : QString());
    m_over->heatmap().setContent(
        overHeadsContent(m_document, look.stage, look.over, over, numbers->hidden, m_colourLimit));
    m_shares->setContent(sharesContent(m_document, numbers->shares), sharesFormula(experiment));
    m_share->header().setTitle(headShareTitle(numbers->head));
    m_share->header().setDot(headFill(numbers->head, m_theme.colours().panel));
    m_share->header().setFormula(headShareFormula(experiment, numbers->head));
    m_share->heatmap().setContent(headShareContent(m_document, numbers->head, numbers->share));
    m_output->header().setTitle(stageTitle(StageId::output));
    m_output->header().setFormula(formulaText(experiment, StageId::output, 0));
    m_output->heatmap().setContent(stageContent(m_document, StageId::output, 0, m_document.isPreviewing()));
}

/// The order is kept during a preview, so that no card moves while a number is dragged.
void HeadsPage::refreshOrder() {
    const Experiment& experiment = m_document.experiment();
    const std::shared_ptr<const HeadsNumbers>& numbers = m_analysis.numbers();
    const bool known = numbers && numbers->patterns.size() == m_cards.size();
    const HeadOrder order = m_choices.heads().order;
    // When ordered by number, only the weights show a value.
    const bool told = known && (order != HeadOrder::number || m_choices.heads().stage == StageId::weights);
    for (std::size_t head = 0; head < m_cards.size(); ++head) {
        CardHeader& header = m_cards[head]->header();
        if (!told) {
            header.setNote({});
            continue;
        }
        const HeadPattern& pattern = numbers->patterns[head];
        const bool hasSink = sink_of(experiment.normalization, static_cast<HeadIndex>(head)).has_value();
        header.setNote(orderingText(pattern, order), orderingBrief(pattern, order),
                       orderingProblem(pattern, order, hasSink));
    }
    if (m_document.isPreviewing() && m_order.size() == m_cards.size())
        return;
    m_order = inOrder(known ? numbers->patterns : std::vector<HeadPattern>(m_cards.size()),
                      known ? order : HeadOrder::number);
    std::vector<QWidget*> cards;
    for (const HeadIndex head : m_order)
        cards.push_back(m_cards[static_cast<std::size_t>(head)]);
    QStringList captions;
    const HeadIndex groups = experiment.heads.kv_count;
    for (HeadIndex group = 0; order == HeadOrder::number && groups < experiment.heads.count && group < groups;
         ++group)
        captions += groupCaption(experiment, group);
    m_grid->setCards(std::move(cards), captions);
}

/// Marks the same cell in every head, and the row of its token in stages whose rows are those tokens.
void HeadsPage::updateMarks() {
    if (!isVisible() || is_empty(m_document.experiment()))
        return;
    const StageId stage = m_choices.heads().stage;
    const auto& inspected = m_selection.inspected();
    const auto& hovered = m_selection.hovered();
    const auto marksOf = [&](StageId id) {
        const StageInfo& own = info(id);
        HeatmapMarkSet marks;
        marks.row = m_selection.lit(own.rows);
        marks.column = m_selection.lit(own.columns);
        if (inspected && inspected->stage == id)
            marks.inspected = StoredCell{inspected->row, inspected->column};
        else if (inspected && info(inspected->stage).rows == own.rows && is_token_axis(own.rows))
            marks.row = inspected->row;
        if (hovered && hovered->stage == id)
            marks.operands = {{hovered->row, hovered->column, 1, 1}};
        else if (hovered && info(hovered->stage).rows == own.rows && is_token_axis(own.rows))
            marks.row = hovered->row;
        return marks;
    };
    const HeatmapMarkSet marks = marksOf(stage);
    for (std::size_t head = 0; head < m_cards.size(); ++head) {
        m_cards[head]->heatmap().setMarks(marks);
        m_cards[head]->setChosen(m_selection.head() == static_cast<HeadIndex>(head));
    }
    m_over->heatmap().setMarks(marks);
    const HeatmapMarkSet ofOutput = marksOf(StageId::output);
    for (const MatrixCard* card : {m_share, m_output})
        card->heatmap().setMarks(ofOutput);
    shares().setLit(ofOutput.inspected ? std::optional(ofOutput.inspected->row) : ofOutput.row);
}

void HeadsPage::setPresented(bool presented) {
    if (std::exchange(m_presented, presented) != presented && !m_cards.empty())
        refreshIfVisible();
}

bool HeadsPage::isArranged() const {
    return isVisible() && !is_empty(m_document.experiment()) && !m_cards.empty();
}

void HeadsPage::arrange() {
    const int margin = m_theme.px(rim);
    const int width = viewport()->width() - 2 * margin;
    const int controls = m_controls->heightForWidth(width) + margin;
    // A page that is lower than this scrolls.
    const int least = m_presented ? 1 : m_theme.px(leastPage);
    const int height = std::max(viewport()->height() - controls - margin, least);
    const HeadCardSize size =
        (m_presented ? sizePresented : sizeInWindow)(m_cards, *m_grid, {width, height}, m_theme);
    for (MatrixCard* each : m_cards) {
        each->setCardSize(size.matrix);
        each->setFixedSize(size.card);
    }
    m_grid->setCardSize(size.card);
    m_grid->setRoom(m_presented ? height : 0); // what is below it begins on the next screen
    const int wide =
        std::max(static_cast<int>(widePart * width), std::min(width, m_theme.px(leastMatrixWidth)));
    const QSize room(wide, std::max(static_cast<int>(highPart * height), m_theme.px(leastRoom)));
    const QSize half(wide, static_cast<int>(halfPart * height));
    for (MatrixCard* each : {m_over, m_share, m_output}) {
        const auto fits = [&](QSize in) { return fitCard(*each, in, m_presented, m_theme); };
        if (!m_presented || (!fits(half) && !fits(room)))
            fits(m_presented ? QSize(width, height) : room);
    }
    m_shares->setWidth(std::min(width, m_theme.px(widestShares)));
}

void HeadsPage::restyle() {
    ColumnPage::restyle();
    const int margin = m_theme.px(rim);
    auto* column = static_cast<QVBoxLayout*>(body().layout());
    column->setContentsMargins(margin, m_theme.px(8), margin, margin);
    column->setSpacing(m_theme.px(10));
    m_flow->setContentsMargins({});
    m_flow->setSpacing(m_theme.px(10));
}

void HeadsPage::hideEvent(QHideEvent* event) {
    ColumnPage::hideEvent(event);
    if (!event->spontaneous())
        emit coloursShown({});
}

void HeadsPage::resizeEvent(QResizeEvent* event) {
    ColumnPage::resizeEvent(event);
    if (isArranged())
        arrange();
}

} // namespace lab
