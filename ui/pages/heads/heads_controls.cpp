// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/heads/heads_controls.h"

#include "core/base/number_format.h"
#include "core/experiment/captured_attention.h"
#include "ui/look/theme.h"
#include "ui/pages/page_choices.h"
#include "ui/plots/shared/stage_texts.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/menus.h"

#include <QLabel>
#include <QPushButton>

#include <array>
#include <cmath>

namespace lab {

namespace {

constexpr std::array stagesOfHeads{
    StageId::queries,       StageId::keys,          StageId::values,  StageId::scores,
    StageId::scaled_scores, StageId::masked_scores, StageId::weights, StageId::dropped_weights,
    StageId::head_outputs};
constexpr std::array orders{HeadOrder::number,      HeadOrder::entropy, HeadOrder::from_uniform,
                            HeadOrder::to_previous, HeadOrder::to_same, HeadOrder::to_first};
constexpr std::array overs{OverHeads::average, OverHeads::maximum};

QString orderName(HeadOrder order) {
    switch (order) {
    case HeadOrder::number:
        return HeadsControls::tr("by number");
    case HeadOrder::entropy:
        return HeadsControls::tr("sharpest first (entropy)");
    case HeadOrder::from_uniform:
        return HeadsControls::tr("furthest from uniform first");
    case HeadOrder::to_previous:
        return HeadsControls::tr("most to the previous token");
    case HeadOrder::to_same:
        return HeadsControls::tr("most to the same token");
    case HeadOrder::to_first:
        return HeadsControls::tr("most to the first token");
    }
    return {};
}

QString orderHint(HeadOrder order) {
    switch (order) {
    case HeadOrder::number:
        return HeadsControls::tr("As the document has them");
    case HeadOrder::entropy:
        return HeadsControls::tr("Mean entropy of the rows: 0 bits where each query looks at one key alone");
    case HeadOrder::from_uniform:
        return HeadsControls::tr(
            "Half the sum of |weight − even share|, over the keys that a query sees; mean of "
            "the rows");
    case HeadOrder::to_previous:
        return HeadsControls::tr("Mean weight of the key just before the query");
    case HeadOrder::to_same:
        return HeadsControls::tr("Mean weight of the key where the query stands");
    case HeadOrder::to_first:
        return HeadsControls::tr("Mean weight of the first key");
    }
    return {};
}

QString overName(OverHeads over) {
    return over == OverHeads::average ? HeadsControls::tr("average") : HeadsControls::tr("maximum");
}

QString overHint(OverHeads over) {
    return over == OverHeads::average ? HeadsControls::tr("The mean of all heads, cell by cell")
                                      : HeadsControls::tr("The largest of all heads, cell by cell");
}

} // namespace

QString orderingBrief(const HeadPattern& pattern, HeadOrder order) {
    const double number = orderingNumber(pattern, order);
    if (std::isnan(number))
        return QStringLiteral("–");
    const bool isEntropy = order == HeadOrder::number || order == HeadOrder::entropy;
    const QString shown = QString::fromStdString(display(number, 2));
    return isEntropy ? HeadsControls::tr("%1 bits").arg(shown) : shown;
}

QString orderingText(const HeadPattern& pattern, HeadOrder order) {
    const QString number = orderingBrief(pattern, order);
    switch (order) {
    case HeadOrder::number:
    case HeadOrder::entropy:
        return HeadsControls::tr("entropy %1").arg(number);
    case HeadOrder::from_uniform:
        return HeadsControls::tr("from uniform %1").arg(number);
    case HeadOrder::to_previous:
        return HeadsControls::tr("to previous %1").arg(number);
    case HeadOrder::to_same:
        return HeadsControls::tr("to same %1").arg(number);
    case HeadOrder::to_first:
        return HeadsControls::tr("to first %1").arg(number);
    }
    return {};
}

QString orderingProblem(const HeadPattern& pattern, HeadOrder order, bool hasSink) {
    if (!std::isnan(orderingNumber(pattern, order)))
        return {};
    if (order != HeadOrder::number && order != HeadOrder::entropy)
        return HeadsControls::tr("Not defined: no query has such a key, or a weight is not known");
    return hasSink
               ? HeadsControls::tr("No entropy: a sink takes part in the softmax, so that the keys’ weights "
                                   "are no distribution")
               : HeadsControls::tr("No entropy: no row has known weights, 0 or more, that sum to 1");
}

HeadsControls::HeadsControls(PageChoices& choices, const Theme& theme, QWidget* parent)
    : QWidget(parent), m_choices(choices), m_theme(theme), m_flow(new FlowLayout(this)),
      m_stage(new QPushButton(this)), m_order(new QPushButton(this)), m_over(new QPushButton(this)),
      m_caption(new QLabel(this)) {
    m_stage->setObjectName(QStringLiteral("headsStage"));
    m_order->setObjectName(QStringLiteral("headsOrder"));
    m_over->setObjectName(QStringLiteral("headsOver"));
    m_stage->setMenu(choiceMenu(
        m_stage, stagesOfHeads, [](StageId stage) { return stageTitle(stage); },
        [](StageId) { return QString(); },
        [this](StageId stage) {
            HeadsLook look = m_choices.heads();
            look.stage = stage;
            m_choices.setHeads(look);
        }));
    m_order->setMenu(choiceMenu(m_order, orders, orderName, orderHint, [this](HeadOrder order) {
        HeadsLook look = m_choices.heads();
        look.order = order;
        m_choices.setHeads(look);
    }));
    m_over->setMenu(choiceMenu(m_over, overs, overName, overHint, [this](OverHeads over) {
        HeadsLook look = m_choices.heads();
        look.over = over;
        m_choices.setHeads(look);
    }));
    for (QWidget* each : std::initializer_list<QWidget*>{m_stage, m_order, m_over, m_caption})
        m_flow->addWidget(each);
    connect(&choices, &PageChoices::headsChanged, this, &HeadsControls::showLook);
    connect(&theme, &Theme::changed, this, &HeadsControls::restyle);
    showLook();
    restyle();
}

void HeadsControls::offerStagesOf(const Experiment& experiment) {
    for (qsizetype i = 0; const StageId stage : stagesOfHeads)
        m_stage->menu()->actions()[i++]->setVisible(tells(experiment, stage));
}

void HeadsControls::showLook() {
    const HeadsLook& look = m_choices.heads();
    checkChoice(*m_stage->menu(), stagesOfHeads, look.stage);
    checkChoice(*m_order->menu(), orders, look.order);
    checkChoice(*m_over->menu(), overs, look.over);
    m_stage->setText(stageTitle(look.stage));
    m_stage->setToolTip(tr("The stage shown for every head"));
    m_order->setText(tr("Order: %1").arg(orderName(look.order)));
    m_order->setToolTip(orderHint(look.order));
    m_over->setText(tr("Combine: %1").arg(overName(look.over)));
    m_over->setToolTip(overHint(look.over));
    updateGeometry();
}

void HeadsControls::setCaption(const QString& text) {
    if (text == m_caption->text())
        return;
    m_caption->setText(text);
    updateGeometry();
}

void HeadsControls::restyle() {
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, m_theme.colours().muted);
    m_caption->setPalette(quiet);
    m_caption->setFont(m_theme.font(TextRole::small));
    m_caption->setMinimumHeight(m_stage->sizeHint().height());
    m_caption->setAlignment(Qt::AlignVCenter);
    m_flow->setContentsMargins({});
    m_flow->setSpacing(m_theme.px(6));
    updateGeometry();
}

} // namespace lab
