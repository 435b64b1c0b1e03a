// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/geometry/geometry_page.h"

#include "ui/document/edits/geometry_edits.h"
#include "ui/document/lab_document.h"
#include "ui/look/theme.h"
#include "ui/pages/empty_state.h"
#include "ui/pages/geometry/geometry_controls.h"
#include "ui/pages/geometry/head_planes.h"
#include "ui/pages/page_choices.h"
#include "ui/pages/stale_veil.h"
#include "ui/plots/geometry/plane_plot.h"
#include "ui/selection/selection.h"
#include "ui/widgets/card_frame.h"
#include "ui/widgets/card_header.h"
#include "ui/widgets/pill_button.h"

#include <QContextMenuEvent>
#include <QLabel>
#include <QMenu>
#include <QVBoxLayout>

#include <algorithm>

namespace lab {

namespace {

constexpr double leastAbreast = 300;         // points: the narrowest plane beside another one
constexpr double leastHeight = 200;          // of a plane
constexpr double leastHeightWithHeads = 560; // of the page, where other heads have a row of small planes
constexpr int linesOfNotes = 2; // have room, so that planes keep their size while another query is shown

/// The query that a cell belongs to.
std::optional<TokenIndex> queryOfCell(const CellRef& cell) {
    return info(cell.stage).rows == Axis::query_token ? std::optional(cell.row) : std::nullopt;
}

/// The key that a cell belongs to.
std::optional<TokenIndex> keyOfCell(const Experiment& experiment, const CellRef& cell) {
    const StageInfo& stage = info(cell.stage);
    if (stage.columns == Axis::key_token)
        return is_sink_share(experiment, cell) ? std::nullopt : std::optional(cell.column);
    return stage.rows == Axis::key_token ? std::optional(cell.row) : std::nullopt;
}

} // namespace

GeometryPage::GeometryPage(LabDocument& document, Selection& selection, PageChoices& choices,
                           const Theme& theme, QWidget* parent)
    : ColumnPage(document, selection, theme, parent), m_choices(choices),
      m_controls(new GeometryControls(document, choices, theme)),
      m_heads(new HeadPlanes(document, selection, theme, &body())),
      m_planes(new QBoxLayout(QBoxLayout::LeftToRight)), m_cards{makeCard(PlaneKind::scores),
                                                                 makeCard(PlaneKind::output)},
      m_veil(new StaleVeil(
          document,
          [this](const QString& reason) {
              for (const Card& card : m_cards)
                  card.plot->setVeil(reason);
          },
          this)),
      m_dragging(new TipDragging(
          document, *m_controls, [this] { return m_shown ? &*m_shown : nullptr; }, this)) {
    setAccessibleName(tr("Geometry"));
    auto* column = new QVBoxLayout(&body());
    column->addWidget(m_controls);
    column->addWidget(m_heads);
    column->addLayout(m_planes, 1);
    for (const Card& card : m_cards) {
        m_planes->addWidget(card.frame, 1);
        connectPlot(*card.plot);
        m_dragging->add(*card.plot);
    }
    connect(m_controls, &GeometryControls::queryChosen, this, [this](TokenIndex query) {
        m_selection.clearInspected(); // which would choose another one
        GeometryView geometry = geometryView(m_document.experiment()).geometry;
        geometry.query = query;
        setGeometryView(m_document, geometry);
        refreshIfVisible();
    });
    connect(m_controls, &GeometryControls::wholeWanted, this, [this] {
        if (m_controls->whole().hasFocus()) // which is hidden then
            plot(PlaneKind::scores).setFocus(Qt::OtherFocusReason);
        for (const Card& card : m_cards)
            card.plot->showWhole();
    });
    connect(&choices, &PageChoices::feetChanged, this, &GeometryPage::refreshIfVisible);
    connect(&choices, &PageChoices::regionsChanged, this, &GeometryPage::refreshIfVisible);
    connect(&choices, &PageChoices::givesWayChanged, m_dragging, &TipDragging::forget);
    connect(m_dragging, &TipDragging::refused, this, &Page::refused);
    connect(m_dragging, &TipDragging::saidChanged, this, &GeometryPage::showNotes);
    connect(m_dragging, &TipDragging::ended, this, &GeometryPage::refreshIfVisible);
    connect(&selection, &Selection::hoveredChanged, this, &GeometryPage::follow);
    connect(&selection, &Selection::hoveredTokenChanged, this, &GeometryPage::follow);
    connect(&selection, &Selection::inspectedChanged, this, [this] {
        keepQuery();
        follow();
    });
    restyle();
}

GeometryPage::Card GeometryPage::makeCard(PlaneKind kind) {
    auto* frame = new CardFrame(m_theme, &body());
    Card card{kind, frame, new CardHeader(m_theme, frame), new PlanePlot(kind, m_theme, frame),
              new QLabel(frame)};
    card.header->setTitle(planeTitle(kind));
    card.header->setMenuTip(tr("Save or copy this plane as a picture"));
    card.header->setFormula(kind == PlaneKind::scores ? tr("<i>q · k</i> = |<i>q</i>| × foot")
                                                      : tr("<i>z</i> = Σ <i>a v</i>"),
                            kind == PlaneKind::scores
                                ? tr("A score is the length of the query times how far along it the foot of "
                                     "the key is")
                                : tr("The output is the sum of the values times their weights: threads are "
                                     "as thick as the weights"));
    card.notes->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    card.notes->setWordWrap(true);
    card.notes->setTextFormat(Qt::PlainText);
    auto* column = new QVBoxLayout(frame);
    column->addWidget(card.header);
    column->addWidget(card.plot, 1);
    column->addWidget(card.notes);
    connect(card.header, &CardHeader::menuRequested, this,
            [this, kind](const QPoint& where) { showMenu(kind, where); });
    return card;
}

void GeometryPage::connectPlot(PlanePlot& plot) {
    connect(&plot, &PlanePlot::tipHovered, this,
            [this, &plot](std::optional<std::size_t> tip) { point(plot, tip); });
    connect(&plot, &PlanePlot::tipClicked, this, [this, &plot](std::size_t tip) { inspect(plot, tip); });
    connect(&plot, &PlanePlot::regionsNoted, this, &GeometryPage::showNotes);
    connect(&plot, &PlanePlot::zoomChanged, this, [this] {
        m_controls->setZoomed(
            std::ranges::any_of(m_cards, [](const Card& card) { return card.plot->isZoomed(); }));
    });
}

/// What a tip is called elsewhere: of a key its score, of a value its weight, of a vector its first number.
CellRef GeometryPage::cellOf(const PlaneTip& tip) const {
    const HeadIndex head = m_shown->head;
    switch (tip.kind) {
    case PlaneTip::Kind::query:
        return {StageId::queries, head, tip.token, 0};
    case PlaneTip::Kind::key:
        return {StageId::scores, head, m_shown->query, tip.token};
    case PlaneTip::Kind::value:
        return {weights_in_use(m_document.experiment()), head, m_shown->query, tip.token};
    case PlaneTip::Kind::output:
        break;
    }
    return {StageId::head_outputs, head, tip.token, 0};
}

void GeometryPage::showNotes() {
    for (const Card& card : m_cards) {
        QStringList lines = card.about;
        if (const QString said = m_dragging->said(card.kind); !said.isEmpty())
            lines.prepend(said);
        if (const QString& note = card.plot->scene().regions.note; !note.isEmpty())
            lines += note;
        card.notes->setText(lines.join(QLatin1Char('\n')));
    }
    // So that both planes have one height beside each other. Before they are laid out, too.
    const int line = QFontMetrics(m_theme.font(TextRole::small)).height();
    const QMargins around = body().layout()->contentsMargins(),
                   within = m_cards[0].frame->layout()->contentsMargins();
    const int wide = (viewport()->width() - around.left() - around.right() - m_planes->spacing()) / 2 -
                     within.left() - within.right();
    const auto heightOf = [&](const QString& text, int width) { // a label's own would be its least height
        return QFontMetrics(m_theme.font(TextRole::small))
            .boundingRect(QRect(0, 0, std::max(width, 1), QWIDGETSIZE_MAX), Qt::TextWordWrap, text)
            .height();
    };
    int high = linesOfNotes * line;
    for (const Card& card : m_cards)
        high = isAbreast() ? std::max(high, heightOf(card.notes->text(), wide)) : high;
    for (const Card& card : m_cards)
        card.notes->setMinimumHeight(high);
}

/// The query and the output are those of a token, whose chip is lit.
void GeometryPage::point(const PlanePlot& plot, std::optional<std::size_t> tip) {
    const PlaneContent& content = plot.scene().content;
    const bool isThere = tip && m_shown && has_cell(m_document.experiment(), cellOf(content.tips[*tip]));
    const bool isOwn = isThere && content.isOwn(*tip);
    m_selection.setHovered(isThere && !isOwn ? std::optional(cellOf(content.tips[*tip])) : std::nullopt);
    m_selection.setHoveredToken(isOwn ? std::optional(InspectedToken{content.query, Side::sentence})
                                      : std::nullopt);
}

void GeometryPage::inspect(const PlanePlot& plot, std::size_t tip) {
    if (!m_shown)
        return;
    const PlaneContent& content = plot.scene().content;
    const CellRef cell = cellOf(content.tips[tip]);
    if (!has_cell(m_document.experiment(), cell))
        return;
    if (content.isOwn(tip))
        m_selection.toggleInspectedToken({content.query, Side::sentence});
    else
        m_selection.toggleInspected(cell);
}

TokenIndex GeometryPage::query() const {
    const Experiment& experiment = m_document.experiment();
    const Index count = dimensions(experiment).n_q;
    const auto ofToken = [](const std::optional<InspectedToken>& token) {
        return token && token->side == Side::sentence ? std::optional(token->token) : std::nullopt;
    };
    const auto ofCell = [](const std::optional<CellRef>& cell) {
        return cell ? queryOfCell(*cell) : std::nullopt;
    };
    std::optional<TokenIndex> found = ofToken(m_selection.hoveredToken());
    if (!found)
        found = ofCell(m_selection.hovered());
    if (!found)
        found = ofToken(m_selection.inspectedToken());
    if (!found)
        found = ofCell(m_selection.inspected());
    if (!found)
        found = geometryView(experiment).geometry.query;
    return std::clamp<TokenIndex>(found.value_or(count - 1), 0, std::max<Index>(count, 1) - 1);
}

/// The inspected query stays when the inspection ends.
void GeometryPage::keepQuery() {
    const Experiment& experiment = m_document.experiment();
    if (!isVisible() || is_empty(experiment) || !m_selection.isInspecting())
        return;
    GeometryView geometry = geometryView(experiment).geometry;
    const TokenIndex shown = query();
    if (geometry.query.value_or(dimensions(experiment).n_q - 1) == shown)
        return;
    geometry.query = shown;
    setGeometryView(m_document, geometry);
}

std::optional<TokenIndex> GeometryPage::litKey() const {
    if (m_document.isDragging())
        return std::nullopt; // all that moves is to be seen
    const Experiment& experiment = m_document.experiment();
    const auto ofCell = [&](const std::optional<CellRef>& cell) {
        return cell ? keyOfCell(experiment, *cell) : std::nullopt;
    };
    const auto ofToken = [&](const std::optional<InspectedToken>& token) {
        return token && token->side == Side::source ? std::optional(token->token) : std::nullopt;
    };
    if (m_selection.hoveredToken())
        return ofToken(m_selection.hoveredToken());
    if (m_selection.hovered())
        return ofCell(m_selection.hovered());
    const auto token = ofToken(m_selection.inspectedToken());
    return token ? token : ofCell(m_selection.inspected());
}

void GeometryPage::follow() {
    if (!isVisible() || is_empty(m_document.experiment()))
        return;
    if (!m_shown || query() != m_shown->query)
        return refresh();
    for (const Card& card : m_cards)
        card.plot->setLit(litKey());
}

void GeometryPage::refresh() {
    const TokenIndex shown = query();
    m_controls->setQuery(shown);
    const auto vectors = shownVectors(m_document, m_selection.head(), shown, false);
    m_veil->setFreshness(vectors ? Freshness::current : Freshness::stale);
    if (!vectors)
        return; // keep showing the previous ones
    const bool staysInPlanes = m_document.isPreviewing() && m_shown && m_shown->query == shown &&
                               m_shown->head == m_selection.head() &&
                               m_shown->planes.scores.features() == vectors->vectors.keys.cols() &&
                               m_shown->planes.output.features() == vectors->vectors.values.cols();
    GeometryPlanes planes =
        staysInPlanes ? m_shown->planes
                      : planesOf(vectors->vectors, geometryView(m_document.experiment()).geometry.axes);
    GeometryContent content = geometryContent(m_document, *vectors, planes, m_choices.regions());
    m_shown = ShownPlanes{m_selection.head(), shown, std::move(planes)};
    for (Card& card : m_cards) {
        PlaneContent& own = card.kind == PlaneKind::scores ? content.scores : content.output;
        card.about = own.notes;
        card.plot->setNumbers(m_choices.feet());
        card.plot->setContent(std::move(own));
        card.plot->setLit(litKey());
    }
    showNotes();
    if (m_presented || isLow())
        m_heads->hide();
    else
        m_heads->showQuery(shown);
}

QString GeometryPage::notes(PlaneKind kind) const {
    return cardOf(kind).notes->text();
}

Figure GeometryPage::figureOf(PlaneKind kind) const {
    return GeometryFigure{kind,
                          m_selection.head(),
                          query(),
                          geometryView(m_document.experiment()).geometry.axes,
                          m_choices.feet(),
                          kind == PlaneKind::scores && m_choices.regions()};
}

std::optional<Figure> GeometryPage::figure() const {
    return figureOf(PlaneKind::scores);
}

void GeometryPage::showMenu(PlaneKind kind, const QPoint& where) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    addFigureActions(*menu, figureOf(kind));
    menu->popup(where);
}

void GeometryPage::contextMenuEvent(QContextMenuEvent* event) {
    for (const Card& card : m_cards) {
        if (card.frame->isVisible() &&
            card.frame->rect().contains(card.frame->mapFromGlobal(event->globalPos())))
            return showMenu(card.kind, event->globalPos());
    }
}

std::vector<StageBlock> GeometryPage::shownMatrices() const {
    const Experiment& experiment = m_document.experiment();
    std::vector<StageBlock> shown;
    if (is_empty(experiment))
        return shown;
    for (const StageId stage : {StageId::queries, StageId::keys, StageId::values, StageId::scores,
                                StageId::scaled_scores, weights_in_use(experiment), StageId::head_outputs})
        shown.push_back(wholeMatrix(experiment, stage, m_selection.head()));
    return shown;
}

/// Keys and values are what covers an arrow or a point.
std::optional<StageBlock> GeometryPage::matrixAt(const QPoint& global) const {
    for (const Card& card : m_cards) {
        if (card.frame->isVisible() && card.frame->rect().contains(card.frame->mapFromGlobal(global)))
            return wholeMatrix(m_document.experiment(),
                               card.kind == PlaneKind::scores ? StageId::keys : StageId::values,
                               m_selection.head());
    }
    return std::nullopt;
}

void GeometryPage::setPresented(bool presented) {
    if (std::exchange(m_presented, presented) == presented)
        return;
    restyle();
    refreshIfVisible();
}

bool GeometryPage::isAbreast() const {
    return m_planes->direction() == QBoxLayout::LeftToRight;
}

void GeometryPage::fitRoom() {
    const bool isAbreast = viewport()->width() >= 2 * m_theme.px(leastAbreast);
    m_planes->setDirection(isAbreast ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    for (const Card& card : m_cards)
        card.plot->setMinimumHeight(m_theme.px(leastHeight));
}

void GeometryPage::resizeEvent(QResizeEvent* event) {
    ColumnPage::resizeEvent(event);
    fitRoom();
    if (std::exchange(m_wasLow, isLow()) != isLow())
        refreshIfVisible();
    else
        showNotes();
}

bool GeometryPage::isLow() const {
    return viewport()->height() < m_theme.px(leastHeightWithHeads);
}

void GeometryPage::restyle() {
    ColumnPage::restyle();
    const int margin = m_theme.px(m_presented ? 6 : 12);
    body().layout()->setContentsMargins(margin, m_theme.px(6), margin, margin);
    body().layout()->setSpacing(m_theme.px(6));
    m_planes->setSpacing(margin);
    for (const Card& card : m_cards) {
        card.frame->layout()->setContentsMargins(m_theme.px(12), m_theme.px(8), m_theme.px(8), m_theme.px(8));
        card.frame->layout()->setSpacing(m_theme.px(4));
        const QFont small = m_theme.font(TextRole::small);
        card.notes->setFont(small);
        card.notes->setPalette(emptyState().palette());
    }
    fitRoom();
    showNotes();
    refreshIfVisible(); // whether the other heads have room
}

} // namespace lab
