// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/statistics/statistics_page.h"

#include "ui/document/lab_document.h"
#include "ui/keys/key_bindings.h"
#include "ui/look/theme.h"
#include "ui/pages/page_choices.h"
#include "ui/pages/stale_veil.h"
#include "ui/plots/shared/board_layout.h"
#include "ui/plots/shared/stage_texts.h"
#include "ui/plots/statistics/statistics_plot.h"
#include "ui/selection/selection.h"
#include "ui/widgets/card_frame.h"
#include "ui/widgets/card_header.h"
#include "ui/widgets/menus.h"
#include "ui/widgets/pill_button.h"
#include "ui/widgets/retire.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

namespace lab {

namespace {

constexpr double widestStatistics = 1304; // points: the width that three plots take

constexpr Index soonComputed = 10000; // weights whose statistics take a millisecond

} // namespace

StatisticsPage::StatisticsPage(LabDocument& document, Selection& selection, PageChoices& choices,
                               const Theme& theme, QWidget* parent)
    : ColumnPage(document, selection, theme, parent), m_choices(choices), m_card(new CardFrame(theme)),
      m_cardHeader(new CardHeader(theme, m_card)),
      m_why(new PillButton(theme, PillButton::Kind::plain, tr("Why 1/√d_k"))),
      m_stages(new PillButton(theme, PillButton::Kind::choice, QString())), m_plot(new StatisticsPlot(theme)),
      m_veil(new StaleVeil(
          document, [this](const QString& reason) { m_plot->setVeil(reason); }, this)) {
    setAccessibleName(tr("Statistics"));
    m_why->setSmall();
    m_why->setNeverElided();
    m_why->setToolTip(tr("Go to what would become of the scores and of softmax without the division"));
    m_stages->setSmall();
    m_stages->setNeverElided();
    m_stages->setToolTip(tr("The stage of the histogram and rows; clicking its row selects it too"));
    m_cardHeader->setTitle(tr("Statistics"));
    m_cardHeader->addControl(m_why);
    m_cardHeader->addControl(m_stages);
    m_cardHeader->setMenuTip(tr("Save or copy the statistics as a picture"));
    auto* column = new QVBoxLayout(m_card);
    column->addWidget(m_cardHeader);
    column->addWidget(m_plot, 0, Qt::AlignLeft | Qt::AlignTop);
    auto* page = new QVBoxLayout(&body());
    page->addWidget(m_card, 0, Qt::AlignLeft | Qt::AlignTop);
    m_card->hide(); // until there is something to show
    connect(m_cardHeader, &CardHeader::menuRequested, this, &StatisticsPage::showFigureMenu);
    connect(&document, &LabDocument::coverChanged, this, &StatisticsPage::followCover);
    connect(m_plot, &StatisticsPlot::stageChosen, &choices, &PageChoices::setStatistics);
    connect(m_why, &QAbstractButton::clicked, this, &StatisticsPage::showScaling);
    connect(m_plot, &StatisticsPlot::pagesChanged, this, &StatisticsPage::showPages);
    connect(&choices, &PageChoices::statisticsChanged, this, &StatisticsPage::refreshIfVisible);
    connect(m_plot, &StatisticsPlot::cursorMoved, this, [this](const QRectF& place) {
        const QPoint centre = m_plot->mapTo(widget(), place.center().toPoint());
        ensureVisible(m_plot->mapTo(widget(), QPoint()).x(), centre.y(), 0, m_theme.px(60));
    });
    restyle();
}

std::optional<Figure> StatisticsPage::figure() const {
    return StatisticsFigure{m_choices.statistics(), m_selection.head()};
}

void StatisticsPage::fillStages() {
    const std::vector<StageId> stages = boardStages(m_document.experiment());
    if (std::ranges::find(stages, m_choices.statistics()) == stages.end())
        m_choices.setStatistics(StageId::weights);
    if (stages != m_offered) {
        m_offered = stages;
        retire(m_stages->menu());
        m_stages->setMenu(choiceMenu(
            m_stages, m_offered, [](StageId stage) { return stageTitle(stage); },
            [](StageId) { return QString(); }, [this](StageId stage) { m_choices.setStatistics(stage); }));
    }
    checkChoice(*m_stages->menu(), m_offered, m_choices.statistics());
    m_stages->setText(stageTitle(m_choices.statistics()));
    m_stages->setAccessibleName(tr("Stage: %1").arg(stageTitle(m_choices.statistics())));
}

void StatisticsPage::refresh() {
    fillStages();
    auto input = statisticsInput(m_document, m_choices.statistics(), m_selection.head(), false);
    m_veil->setFreshness(input ? Freshness::current : Freshness::stale);
    if (!input)
        return; // keep showing the previous result
    if (m_working)
        m_again = true;
    else
        workOut(std::move(*input));
}

/// Runs one computation at a time, then skips to the latest input: numbers are dragged faster than large
/// matrices can be summed.
void StatisticsPage::workOut(StatisticsInput wanted) {
    m_working = true;
    const auto cover = m_document.cover().changes();
    m_tasks.start([this, cover, input = std::move(wanted)]() -> std::function<void()> {
        StatisticsNumbers numbers = statisticsNumbers(input);
        return [this, cover, input, numbers = std::move(numbers)] {
            m_working = false;
            if (cover == m_document.cover().changes()) // otherwise it may tell what is covered now
                show(input, numbers);
            if (std::exchange(m_again, false))
                refreshIfVisible();
        };
    });
}

/// What is shown may tell a number that is covered now: it is computed again at once, or hidden until it is.
void StatisticsPage::followCover() {
    if (!m_card->isVisible())
        return m_card->hide();
    const auto input = statisticsInput(m_document, m_choices.statistics(), m_selection.head(), false);
    const Dimensions d = dimensions(m_document.experiment());
    if (input && d.H * d.n_q * d.n_k <= soonComputed)
        show(*input, statisticsNumbers(*input));
    else if (input)
        m_card->hide();
}

void StatisticsPage::show(const StatisticsInput& input, StatisticsNumbers numbers) {
    StatisticsContent content = statisticsContent(input, std::move(numbers));
    const bool studied = content.study != nullptr;
    const Index n_k = content.n_k;
    m_plot->setContent(std::move(content));
    m_card->show();
    fitRoom();
    if (studied && std::exchange(m_wantsScaling, false))
        goToScaling();
    if (!studied)
        study(n_k);
}

void StatisticsPage::showScaling() {
    m_wantsScaling = !m_card->isVisible() || !m_plot->content().study;
    if (!m_wantsScaling)
        goToScaling();
}

void StatisticsPage::goToScaling() {
    m_isAtScaling = true;
    m_plot->turnToScaling();
    body().layout()->activate(); // the card may have just got its height
    widget()->adjustSize();
    const int top = m_plot->mapTo(widget(), QPoint(0, m_plot->drawing().scalingTop())).y();
    verticalScrollBar()->setValue(m_presented ? 0 : top);
}

void StatisticsPage::study(Index n_k) {
    m_tasks.start([this, n_k]() -> std::function<void()> {
        scalingStudyOf(n_k);
        return [this] { refreshIfVisible(); }; // the study is cached now
    });
}

void StatisticsPage::fitRoom() {
    const QMargins page = body().layout()->contentsMargins();
    const QMargins card = m_card->layout()->contentsMargins();
    const int width = viewport()->width() - page.left() - page.right() - card.left() - card.right();
    m_why->setVisible(m_cardHeader->wholeWidth() + m_why->sizeHint().width() + m_stages->sizeHint().width() +
                          m_theme.px(20) <=
                      width);
    m_plot->setRoom(std::clamp(width, m_theme.px(200), m_theme.px(widestStatistics)));
    const int around = headerHeight() + page.top() + page.bottom() + card.top() + card.bottom() +
                       m_cardHeader->sizeHint().height() + m_card->layout()->spacing();
    m_plot->setPageHeight(m_presented ? std::max(viewport()->height() - around, m_theme.px(200)) : 0);
    if (m_presented && m_isAtScaling)
        m_plot->turnToScaling();
}

void StatisticsPage::setPresented(bool presented) {
    if (std::exchange(m_presented, presented) == presented)
        return;
    m_isAtScaling = presented && (m_isAtScaling || m_document.played());
    fitRoom();
}

bool StatisticsPage::turn(int by) {
    m_isAtScaling = false;
    return m_presented && m_card->isVisible() && m_plot->turn(by);
}

/// Says which of the pages is shown, and which keys lead to the others.
void StatisticsPage::showPages() {
    const int count = m_plot->drawing().pages();
    const int shown = m_plot->drawing().page() + 1;
    m_cardHeader->setNote(count == 1 ? QString()
                          : m_document.played()
                              ? tr("part %1 of %2").arg(shown).arg(count)
                              : tr("part %1 of %2: %3, %4")
                                    .arg(shown)
                                    .arg(count)
                                    .arg(keyText(KeyContext::presenting, KeyCommand::next),
                                         keyText(KeyContext::presenting, KeyCommand::previous)));
}

void StatisticsPage::resizeEvent(QResizeEvent* event) {
    ColumnPage::resizeEvent(event);
    fitRoom();
}

void StatisticsPage::restyle() {
    ColumnPage::restyle();
    const int margin = m_theme.px(12);
    body().layout()->setContentsMargins(margin, margin, margin, margin);
    auto* column = static_cast<QVBoxLayout*>(m_card->layout());
    column->setContentsMargins(m_theme.px(12), m_theme.px(8), m_theme.px(8), m_theme.px(12));
    column->setSpacing(m_theme.px(6));
    fitRoom();
}

void StatisticsPage::contextMenuEvent(QContextMenuEvent* event) {
    if (m_card->isVisible() && m_card->rect().contains(m_card->mapFromGlobal(event->globalPos())))
        showFigureMenu(event->globalPos());
}

} // namespace lab
