// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/links/links_page.h"

#include "core/base/number_format.h"
#include "ui/document/edits/token_edits.h"
#include "ui/document/lab_document.h"
#include "ui/look/theme.h"
#include "ui/pages/empty_state.h"
#include "ui/pages/links/links_controls.h"
#include "ui/pages/page_choices.h"
#include "ui/pages/stale_veil.h"
#include "ui/plots/links/links_plot.h"
#include "ui/plots/shared/stage_texts.h"
#include "ui/selection/selection.h"
#include "ui/widgets/card_frame.h"
#include "ui/widgets/card_header.h"
#include "ui/widgets/pill_button.h"

#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

namespace lab {

namespace {

constexpr double leastPlot = 220; // points: minimum height of the plot

} // namespace

LinksPage::LinksPage(LabDocument& document, Selection& selection, PageChoices& choices, const Theme& theme,
                     QWidget* parent)
    : PlacedPage(document, selection, theme, parent), m_choices(choices),
      m_card(new CardFrame(theme, widget())), m_cardHeader(new CardHeader(theme, m_card)),
      m_controls(new LinksControls(choices, theme)), m_plot(new LinksPlot(theme, m_card)),
      m_veil(new StaleVeil(
          document, [this](const QString& reason) { m_plot->setVeil(reason); }, this)),
      m_warnings(new QLabel(m_card)), m_remarks(new QLabel(m_card)),
      m_weaker(new PillButton(theme, PillButton::Kind::plain, {}, m_card)), m_weakerRow(new QHBoxLayout) {
    setAccessibleName(tr("Links"));
    m_cardHeader->setTitle(tr("Links"));
    m_cardHeader->setMenuTip(tr("Save or copy the links as a picture"));
    auto* column = new QVBoxLayout(m_card);
    column->addWidget(m_cardHeader);
    column->addWidget(m_controls);
    m_weaker->setSmall();
    m_weaker->setWrapping();
    QSizePolicy policy = m_weaker->sizePolicy();
    policy.setRetainSizeWhenHidden(true); // the plot keeps its place while the threshold is dragged
    m_weaker->setSizePolicy(policy);
    for (QLabel* text : {m_warnings, m_remarks}) {
        text->setWordWrap(true);
        text->setTextFormat(Qt::PlainText);
    }
    column->addWidget(m_warnings); // above the plot: visible even if the tokens are not
    m_weakerRow->addWidget(m_weaker);
    m_weakerRow->addStretch(1);
    column->addLayout(m_weakerRow);
    column->addWidget(m_remarks);
    column->addWidget(m_plot, 0, Qt::AlignLeft | Qt::AlignTop);
    for (QWidget* each : m_card->findChildren<QWidget*>()) {
        if (each != m_plot) // it may be large and scrolls to its tokens, see connectPlot()
            followFocusOf(each);
    }
    connectPlot();
    connect(m_cardHeader, &CardHeader::menuRequested, this, &LinksPage::showFigureMenu);
    connect(m_controls, &LinksControls::refused, this, &LinksPage::refused);
    m_plot->setLook(choices.links());
    connect(&choices, &PageChoices::linksChanged, this, [this] {
        const bool otherHeads = m_plot->scene().look.everyHead != m_choices.links().everyHead;
        m_plot->setLook(m_choices.links());
        otherHeads ? refresh() : updateTexts();
    });
    connect(&document, &LabDocument::changed, this, &LinksPage::refresh);
    connect(m_weaker, &QAbstractButton::clicked, this, [this] {
        LinksLook look = m_choices.links();
        look.showsWeaker = !look.showsWeaker;
        m_choices.setLinks(look);
    });
    connect(&document, &LabDocument::computed, this, [this] {
        if (!isUpToDate())
            refresh();
    });
    connect(&document, &LabDocument::previewEnded, this, &LinksPage::refresh);
    connect(&document, &LabDocument::viewChanged, this, &LinksPage::refresh);
    connect(&selection, &Selection::headChanged, this, &LinksPage::refresh);
    connect(&selection, &Selection::inspectedChanged, this, [this] { m_plot->setInspected(inspected()); });
    connect(&theme, &Theme::changed, this, [this] {
        restyle();
        relayout();
    });
    restyle();
}

void LinksPage::connectPlot() {
    const auto cell = [](const Link& link) {
        return CellRef{StageId::weights, link.head, link.query, link.key};
    };
    connect(m_plot, &LinksPlot::linkHovered, this, [this, cell](const std::optional<Link>& link) {
        m_selection.setHovered(link && isOfTheDocument() ? std::optional(cell(*link)) : std::nullopt);
    });
    connect(m_plot, &LinksPlot::linkClicked, this, [this, cell](const Link& link) {
        if (!isOfTheDocument())
            return;
        m_selection.setHead(link.head);
        m_selection.toggleInspected(cell(link));
    });
    connect(m_plot, &LinksPlot::tokenClicked, this, [this](LinkToken token) {
        if (!isOfTheDocument())
            return;
        const Side side = token.side == LinkSide::query ? Side::sentence : keySide(m_document.experiment());
        m_selection.toggleInspectedToken({token.index, side});
    });
    connect(m_plot, &LinksPlot::cursorMoved, this, [this](const QRectF& place) {
        const QPoint centre = m_plot->mapTo(widget(), place.center().toPoint());
        ensureVisible(centre.x(), centre.y(), static_cast<int>(place.width()) / 2 + m_theme.px(8),
                      m_theme.px(60));
    });
    // The headings stay visible, so scrolling repaints the plot.
    for (const QScrollBar* bar : {horizontalScrollBar(), verticalScrollBar()})
        connect(bar, &QScrollBar::valueChanged, m_plot, qOverload<>(&QWidget::update));
}

LinksFocus LinksPage::inspected() const {
    const auto& cell = m_selection.inspected();
    if (!cell)
        return {m_selection.lit(Axis::query_token), m_selection.lit(Axis::key_token), false};
    const StageInfo& stage = info(cell->stage);
    LinksFocus focus;
    (stage.rows == Axis::key_token ? focus.key : focus.query) = cell->row;
    if (stage.columns == Axis::key_token && !is_sink_share(m_document.experiment(), *cell))
        focus.key = cell->column;
    // A cell of a query and a key is one link. A cell of one token alone stands for all of its links.
    focus.pair = focus.query && focus.key;
    if (stage.per_head)
        focus.head = cell->head;
    return focus;
}

std::vector<StageBlock> LinksPage::shownMatrices() const {
    const Experiment& experiment = m_document.experiment();
    std::vector<StageBlock> shown;
    const HeadIndex count = is_empty(experiment) ? 0 : experiment.heads.count;
    for (HeadIndex head = 0; head < count; ++head) {
        if (m_choices.links().everyHead || head == m_selection.head())
            shown.push_back(wholeMatrix(experiment, StageId::weights, head));
    }
    return shown;
}

/// The title and the menu give way, and there is one row of controls.
void LinksPage::setPresented(bool presented) {
    if (std::exchange(m_presented, presented) == presented)
        return;
    m_cardHeader->setVisible(!presented);
    if (presented)
        m_controls->layout()->addWidget(m_weaker);
    else
        m_weakerRow->insertWidget(0, m_weaker);
    m_weaker->setWrapping(!presented);
    m_plot->setForClass(presented);
    restyle();
    relayout();
}

/// Scrolls by what can be seen at once, minus the headings and one word that may be cut.
bool LinksPage::turn(int by) {
    const LinksGeometry& geometry = m_plot->scene().geometry;
    const bool columns = geometry.layout() == LinksLayout::columns;
    QScrollBar* bar = columns ? verticalScrollBar() : horizontalScrollBar();
    if (!m_presented || !m_card->isVisible() || m_plot->isWhole())
        return false;
    const QSizeF word = geometry.label({LinkSide::query, 0}).size();
    const double seen =
        columns ? viewport()->height() - geometry.heading(LinkSide::query).height() - word.height()
                : viewport()->width() - word.width();
    const int before = bar->value();
    bar->setValue(before + by * std::max(1, static_cast<int>(seen)));
    return bar->value() != before;
}

std::optional<Figure> LinksPage::figure() const {
    return LinksFigure{m_selection.head(), m_choices.links(), inspected()};
}

/// Whether the newest weights are shown.
bool LinksPage::isUpToDate() const {
    const LinksContent& shown = m_plot->scene().content;
    const bool every = m_choices.links().everyHead && m_document.keepsEveryHead();
    if (every && static_cast<HeadIndex>(shown.drawn.size()) != m_document.experiment().heads.count)
        return false;
    const auto isNewest = [this](HeadIndex head, const HeatmapContent& weights) {
        const StageView view = m_document.view(StageId::weights, head);
        return view.matrix == weights.matrix && view.stale == weights.stale;
    };
    return isNewest(m_selection.head(), shown.weights) &&
           std::ranges::all_of(shown.drawn,
                               [&](const LinksHead& each) { return isNewest(each.head, each.weights); });
}

/// False while the weights of other tokens are still shown.
bool LinksPage::isOfTheDocument() const {
    const Experiment& experiment = m_document.experiment();
    if (is_empty(experiment))
        return false;
    const Dimensions d = dimensions(experiment);
    const LinksContent& content = m_plot->scene().content;
    return content.count(LinkSide::query) == d.n_q && content.count(LinkSide::key) == d.n_k &&
           content.head < d.H;
}

void LinksPage::refresh() {
    if (!isVisible())
        return; // skip refresh while hidden
    if (!updateEmptyState()) {
        LinksContent content = linksContent(m_document, m_selection.head(), m_choices.links().everyHead);
        const MatrixPtr& weights = content.weights.matrix;
        const bool isNew = weights && std::exchange(m_shown, weights) != weights;
        m_veil->setFreshness(!content.stale ? Freshness::current
                             : isNew        ? Freshness::partlyNew
                                            : Freshness::stale);
        if (content.weights.matrix) // otherwise keep the previous links
            m_plot->setContent(std::move(content));
        m_plot->setInspected(inspected());
    }
    updateTexts();
}

void LinksPage::updateTexts() {
    const Experiment& experiment = m_document.experiment();
    const LinksScene& scene = m_plot->scene();
    const bool every = scene.content.isOfEveryHead();
    m_cardHeader->setNote(every ? scene.content.weights.title
                                : stageTitle(experiment, StageId::weights, m_selection.head()));
    m_controls->setDocument(scene.content.count(LinkSide::key), experiment.heads.count);
    LinksNotes notes = linksNotes(scene.content, scene.counts);
    if (m_choices.links().everyHead && experiment.heads.count > 1 && !is_empty(experiment) &&
        !m_document.keepsEveryHead())
        notes.warnings += tr("All heads at once need too much memory here: only the shown head is drawn");
    const QString weaker = weakerActionText(scene.counts);
    m_weaker->setText(weaker);
    m_weaker->setVisible(!weaker.isEmpty());
    m_weaker->setToolTip(tr("Links with a weight below %1 in magnitude")
                             .arg(QString::fromStdString(brief(scene.counts.threshold))));
    m_warnings->setText(notes.warnings.join(QLatin1Char('\n')));
    m_remarks->setText(notes.remarks.join(QStringLiteral("  ·  ")));
    for (QLabel* text : {m_warnings, m_remarks})
        text->setVisible(!text->text().isEmpty());
    relayout();
}

void LinksPage::restyle() {
    PlacedPage::restyle();
    m_remarks->setPalette(emptyState().palette());
    QPalette warning = palette();
    warning.setColor(QPalette::WindowText, m_theme.colours().error);
    m_warnings->setPalette(warning);
    for (QLabel* text : {m_warnings, m_remarks})
        text->setFont(m_theme.font(TextRole::small));
    auto* column = static_cast<QVBoxLayout*>(m_card->layout());
    column->setContentsMargins(m_theme.px(12), m_theme.px(m_presented ? 3 : 8), m_theme.px(8),
                               m_theme.px(m_presented ? 4 : 10));
    column->setSpacing(m_theme.px(m_presented ? 3 : 6));
}

void LinksPage::relayout() {
    const bool empty = is_empty(m_document.experiment());
    const int margin = m_theme.px(m_presented ? 6 : 12);
    const int width = viewport()->width();
    const int header = placeHeader(width);
    emptyState().setVisible(empty);
    m_card->setVisible(!empty);
    if (empty) {
        widget()->resize(width, header + placeEmptyState(header, viewport()->size()));
        return;
    }
    QLayout* column = m_card->layout();
    const QMargins margins = column->contentsMargins();
    const int sides = margins.left() + margins.right();
    const int most = std::max(width - 2 * margin, m_theme.px(200));
    const auto heightAt = [&](int cardWidth) {
        column->invalidate();
        return column->hasHeightForWidth() ? column->totalHeightForWidth(cardWidth)
                                           : column->totalSizeHint().height();
    };
    const int around = heightAt(most) - m_plot->sizeHint().height();
    const int room = viewport()->height() - header - 2 * margin - around;
    m_plot->setRoom({most - sides, std::max(room, m_theme.px(leastPlot))});
    const int cardWidth = std::max(m_plot->sizeHint().width() + sides, most);
    const int height = heightAt(cardWidth);
    m_card->setGeometry(margin, header + margin, cardWidth, height);
    column->activate(); // token positions are needed at once
    widget()->resize(std::max(width, cardWidth + 2 * margin), header + height + 2 * margin);
}

void LinksPage::showEvent(QShowEvent* event) {
    PlacedPage::showEvent(event);
    refresh();
}

void LinksPage::contextMenuEvent(QContextMenuEvent* event) {
    if (m_card->isVisible() && m_card->rect().contains(m_card->mapFromGlobal(event->globalPos())))
        showFigureMenu(event->globalPos());
}

} // namespace lab
