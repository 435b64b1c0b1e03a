// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/links/links_page.h"

#include "ui/document/edits/token_options.h"
#include "ui/document/lab_document.h"
#include "ui/look/icons.h"
#include "ui/look/theme.h"
#include "ui/pages/links/links_controls.h"
#include "ui/plots/links/links_plot.h"
#include "ui/plots/shared/setting_texts.h"
#include "ui/selection/selection.h"
#include "ui/widgets/card_frame.h"

#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QScrollBar>
#include <QToolButton>

#include <algorithm>

namespace lab {

namespace {

constexpr int untilVeiled = 200;  // milliseconds
constexpr double leastCard = 480; // points of width, where there are as many
constexpr double leastPlot = 220; // points of height that the plot is laid out for

} // namespace

LinksPage::LinksPage(LabDocument& document, Selection& selection, const Theme& theme, QWidget* parent)
    : QScrollArea(parent), m_document(document), m_selection(selection), m_theme(theme),
      m_content(new QWidget), m_empty(new QLabel(m_content)), m_card(new CardFrame(theme, m_content)),
      m_title(new QLabel(tr("Links"), m_card)), m_of(new QLabel(m_card)), m_menu(new QToolButton(m_card)),
      m_controls(new LinksControls(theme)), m_plot(new LinksPlot(theme, m_card)),
      m_warnings(new QLabel(m_card)), m_remarks(new QLabel(m_card)) {
    setFrameShape(QFrame::NoFrame);
    setAutoFillBackground(true);
    setWidget(m_content);
    setAccessibleName(tr("Links"));
    m_empty->setWordWrap(true);
    m_empty->setAlignment(Qt::AlignCenter);
    m_menu->setAutoRaise(true);
    m_menu->setFocusPolicy(Qt::TabFocus);
    m_menu->setAccessibleName(tr("Menu of the links"));
    m_menu->setToolTip(tr("Save or copy the links as a picture"));
    auto* header = new QHBoxLayout;
    header->addWidget(m_title);
    header->addWidget(m_of);
    header->addStretch();
    header->addWidget(m_menu);
    auto* column = new QVBoxLayout(m_card);
    column->addLayout(header);
    column->addWidget(m_controls);
    for (QLabel* text : {m_warnings, m_remarks}) { // in sight also where the tokens are not
        text->setWordWrap(true);
        text->setTextFormat(Qt::PlainText);
        column->addWidget(text);
    }
    column->addWidget(m_plot, 0, Qt::AlignLeft | Qt::AlignTop);
    for (QWidget* each : m_card->findChildren<QWidget*>())
        each->installEventFilter(this);
    connectPlot();
    connect(m_menu, &QToolButton::clicked, this,
            [this] { showMenu(m_menu->mapToGlobal(QPoint(0, m_menu->height()))); });
    connect(m_controls, &LinksControls::refused, this, &LinksPage::refused);
    connect(m_controls, &LinksControls::changed, this, [this] {
        m_plot->setLook(look());
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
    connect(&document, &LabDocument::outOfMemory, this, [this] {
        if (m_document.view(StageId::weights, m_selection.head()).stale)
            m_plot->setVeil(tr("too large for this machine’s memory"));
    });
    connect(&selection, &Selection::headChanged, this, &LinksPage::refresh);
    connect(&selection, &Selection::inspectedChanged, this, [this] { m_plot->setInspected(inspected()); });
    m_untilOutdated.setSingleShot(true);
    connect(&m_untilOutdated, &QTimer::timeout, this, [this] { m_plot->setVeil(tr("being computed …")); });
    connect(&theme, &Theme::changed, this, &LinksPage::restyle);
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
        const QPoint centre = m_plot->mapTo(m_content, place.center().toPoint());
        ensureVisible(centre.x(), centre.y(), static_cast<int>(place.width()) / 2 + m_theme.px(8),
                      m_theme.px(60));
    });
    // Headings stay where they can be seen.
    for (const QScrollBar* bar : {horizontalScrollBar(), verticalScrollBar()})
        connect(bar, &QScrollBar::valueChanged, m_plot, qOverload<>(&QWidget::update));
}

void LinksPage::setCovered(int height) {
    setViewportMargins(0, 0, 0, height);
}

const LinksLook& LinksPage::look() const {
    return m_controls->look();
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
    // A cell where the two meet is one link; what belongs to one token is all of its links.
    focus.pair = focus.query && focus.key;
    return focus;
}

LinksFigure LinksPage::picture() const {
    return {m_selection.head(), look(), inspected()};
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
        return; // nothing is computed for nobody
    const Experiment& experiment = m_document.experiment();
    const bool empty = is_empty(experiment);
    if (empty)
        m_empty->setText(emptyStateText(experiment));
    if (!empty) {
        LinksContent content = linksContent(m_document, m_selection.head());
        showAge(content);
        if (content.weights.matrix) // what was shown stays meanwhile
            m_plot->setContent(std::move(content));
        m_plot->setInspected(inspected());
    }
    updateTexts();
}

/// As on a card of the board: what is older is veiled when nothing newer has come for a while.
void LinksPage::showAge(const LinksContent& content) {
    const bool stale = content.weights.stale;
    const bool newer =
        content.weights.matrix && std::exchange(m_shown, content.weights.matrix) != content.weights.matrix;
    if (!stale || newer)
        m_untilOutdated.stop();
    if (!stale)
        m_plot->setVeil({});
    if (stale && !m_untilOutdated.isActive() && !m_plot->isVeiled())
        m_untilOutdated.start(untilVeiled);
}

void LinksPage::updateTexts() {
    const Experiment& experiment = m_document.experiment();
    m_of->setText(stageTitle(experiment, StageId::weights, m_selection.head()));
    const LinksScene& scene = m_plot->scene();
    const LinksNotes notes = linksNotes(scene.content, scene.reaching, look().threshold);
    m_warnings->setText(notes.warnings.join(QLatin1Char('\n')));
    m_remarks->setText(notes.remarks.join(QStringLiteral("  ·  ")));
    for (QLabel* text : {m_warnings, m_remarks})
        text->setVisible(!text->text().isEmpty());
    relayout();
}

void LinksPage::setHeader(QWidget* header) {
    m_header = header;
    if (header) {
        header->setParent(m_content);
        header->installEventFilter(this);
        header->show();
    }
    relayout();
}

void LinksPage::restyle() {
    const Colours& colours = m_theme.colours();
    QPalette page = palette();
    page.setColor(QPalette::Window, colours.page);
    setPalette(page);
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, colours.muted);
    for (QLabel* text : {m_of, m_remarks, m_empty})
        text->setPalette(quiet);
    QPalette warning = palette();
    warning.setColor(QPalette::WindowText, colours.error);
    m_warnings->setPalette(warning);
    m_title->setFont(m_theme.font(TextRole::strong));
    for (QLabel* text : {m_of, m_warnings, m_remarks})
        text->setFont(m_theme.font(TextRole::small));
    m_menu->setIcon(icon(Sign::more, colours.muted, m_theme.px(16), devicePixelRatioF()));
    m_menu->setIconSize({m_theme.px(16), m_theme.px(16)});
    m_menu->setFixedSize(m_theme.px(22), m_theme.px(20));
    auto* column = static_cast<QVBoxLayout*>(m_card->layout());
    column->setContentsMargins(m_theme.px(12), m_theme.px(8), m_theme.px(8), m_theme.px(10));
    column->setSpacing(m_theme.px(6));
    column->itemAt(0)->layout()->setSpacing(m_theme.px(8));
    relayout();
}

void LinksPage::relayout() {
    const bool empty = is_empty(m_document.experiment());
    const int margin = m_theme.px(12);
    const int width = viewport()->width();
    const int header = m_header ? m_header->heightForWidth(width) : 0;
    if (m_header)
        m_header->setGeometry(0, 0, width, header);
    m_empty->setVisible(empty);
    m_card->setVisible(!empty);
    if (empty) {
        const int text = m_empty->heightForWidth(width - 2 * margin) + 2 * margin;
        const int height = std::max(text, viewport()->height() - header);
        m_empty->setGeometry(margin, header, width - 2 * margin, height);
        m_content->resize(width, header + height);
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
    column->activate(); // where a token is has to be known at once
    m_content->resize(std::max(width, cardWidth + 2 * margin), header + height + 2 * margin);
}

void LinksPage::resizeEvent(QResizeEvent* event) {
    QScrollArea::resizeEvent(event);
    relayout();
}

void LinksPage::showEvent(QShowEvent* event) {
    QScrollArea::showEvent(event);
    refresh();
}

void LinksPage::showMenu(const QPoint& where) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Save as figure…"), this, [this] { emit exportRequested(picture()); });
    menu->addAction(tr("Copy as picture"), this, [this] { emit copyRequested(picture()); });
    menu->popup(where);
}

void LinksPage::contextMenuEvent(QContextMenuEvent* event) {
    if (m_card->isVisible() && m_card->rect().contains(m_card->mapFromGlobal(event->globalPos())))
        showMenu(event->globalPos());
}

bool LinksPage::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_header && event->type() == QEvent::LayoutRequest)
        relayout();
    // What the keyboard reaches must be in sight; the plot, which may be large, sees to its tokens itself.
    // What is clicked is in sight, and must not move under the pointer.
    else if (event->type() == QEvent::FocusIn && watched != m_plot &&
             static_cast<QFocusEvent*>(event)->reason() != Qt::MouseFocusReason)
        ensureWidgetVisible(static_cast<QWidget*>(watched), m_theme.px(20), m_theme.px(40));
    return QScrollArea::eventFilter(watched, event);
}

} // namespace lab
