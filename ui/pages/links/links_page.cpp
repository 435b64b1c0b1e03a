// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/links/links_page.h"

#include "ui/document/edits/token_edits.h"
#include "ui/document/lab_document.h"
#include "ui/look/theme.h"
#include "ui/pages/empty_state.h"
#include "ui/pages/links/links_controls.h"
#include "ui/pages/page_choices.h"
#include "ui/pages/stale_veil.h"
#include "ui/plots/links/links_plot.h"
#include "ui/selection/selection.h"
#include "ui/widgets/card_frame.h"
#include "ui/widgets/card_header.h"

#include <QContextMenuEvent>
#include <QLabel>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

namespace lab {

namespace {

constexpr double leastCard = 480; // points: minimum width, if the page is that wide
constexpr double leastPlot = 220; // points: minimum height of the plot

} // namespace

LinksPage::LinksPage(LabDocument& document, Selection& selection, PageChoices& choices, const Theme& theme,
                     QWidget* parent)
    : PlacedPage(document, selection, theme, parent), m_choices(choices),
      m_card(new CardFrame(theme, widget())), m_cardHeader(new CardHeader(theme, m_card)),
      m_controls(new LinksControls(choices, theme)), m_plot(new LinksPlot(theme, m_card)),
      m_veil(new StaleVeil(
          document, [this](const QString& reason) { m_plot->setVeil(reason); }, this)),
      m_warnings(new QLabel(m_card)), m_remarks(new QLabel(m_card)) {
    setAccessibleName(tr("Links"));
    m_cardHeader->setTitle(tr("Links"));
    m_cardHeader->setMenuTip(tr("Save or copy the links as a picture"));
    auto* column = new QVBoxLayout(m_card);
    column->addWidget(m_cardHeader);
    column->addWidget(m_controls);
    for (QLabel* text : {m_warnings, m_remarks}) { // above the plot: visible even if the tokens are not
        text->setWordWrap(true);
        text->setTextFormat(Qt::PlainText);
        column->addWidget(text);
    }
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
        m_plot->setLook(m_choices.links());
        updateTexts();
    });
    connect(&document, &LabDocument::changed, this, &LinksPage::refresh);
    connect(&document, &LabDocument::computed, this, [this] {
        const LinksContent& shown = m_plot->scene().content;
        const StageView view = m_document.view(StageId::weights, m_selection.head());
        if (view.matrix != shown.weights.matrix || view.stale != shown.weights.stale)
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
    const auto cell = [this](const Link& link) {
        return CellRef{StageId::weights, m_plot->scene().content.head, link.query, link.key};
    };
    connect(m_plot, &LinksPlot::linkHovered, this, [this, cell](const std::optional<Link>& link) {
        m_selection.setHovered(link && isOfTheDocument() ? std::optional(cell(*link)) : std::nullopt);
    });
    connect(m_plot, &LinksPlot::linkClicked, this, [this, cell](const Link& link) {
        if (isOfTheDocument())
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
    if (stage.columns == Axis::key_token)
        focus.key = cell->column;
    // A cell of a query and a key is one link. A cell of one token alone stands for all of its links.
    focus.pair = focus.query && focus.key;
    return focus;
}

std::optional<Figure> LinksPage::figure() const {
    return LinksFigure{m_selection.head(), m_choices.links(), inspected()};
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
        LinksContent content = linksContent(m_document, m_selection.head());
        const MatrixPtr& weights = content.weights.matrix;
        const bool isNew = weights && std::exchange(m_shown, weights) != weights;
        m_veil->setFreshness(!content.weights.stale ? Freshness::current
                             : isNew                ? Freshness::partlyNew
                                                    : Freshness::stale);
        if (content.weights.matrix) // otherwise keep the previous links
            m_plot->setContent(std::move(content));
        m_plot->setInspected(inspected());
    }
    updateTexts();
}

void LinksPage::updateTexts() {
    const Experiment& experiment = m_document.experiment();
    m_cardHeader->setNote(stageTitle(experiment, StageId::weights, m_selection.head()));
    const LinksScene& scene = m_plot->scene();
    const LinksNotes notes = linksNotes(scene.content, scene.reaching, m_choices.links().threshold);
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
    column->setContentsMargins(m_theme.px(12), m_theme.px(8), m_theme.px(8), m_theme.px(10));
    column->setSpacing(m_theme.px(6));
}

void LinksPage::relayout() {
    const bool empty = is_empty(m_document.experiment());
    const int margin = m_theme.px(12);
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
    const int room = viewport()->height() - 2 * margin - around;
    m_plot->setRoom({most - sides, std::max(room, m_theme.px(leastPlot))});
    const int plot = m_plot->sizeHint().width() + sides;
    const int cardWidth = std::max(plot, std::min(most, m_theme.px(leastCard)));
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
