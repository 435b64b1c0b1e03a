// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/heads/shares_card.h"

#include "ui/look/theme.h"
#include "ui/plots/heads/share_bars_plot.h"
#include "ui/widgets/card_header.h"

#include <QContextMenuEvent>
#include <QVBoxLayout>

namespace lab {

SharesCard::SharesCard(const Theme& theme, QWidget* parent)
    : CardFrame(theme, parent), m_header(new CardHeader(theme, this)),
      m_plot(new ShareBarsPlot(theme, this)) {
    m_header->setTitle(tr("Share of the output"));
    m_header->setMenuTip(tr("Save or copy the bars as a picture"));
    m_header->setToolTip(tr("How much each head adds to a token’s output (right) or opposes it (left). "
                            "The parts sum to the length of the output. Click a part to show its head"));
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_header);
    column->addWidget(m_plot);
    column->addStretch();
    connect(m_header, &CardHeader::menuRequested, this, &SharesCard::menuRequested);
    connect(&theme, &Theme::changed, this, &SharesCard::restyle);
    restyle();
}

void SharesCard::setContent(SharesContent content, const QString& formula) {
    m_header->setFormula(formula);
    m_plot->setContent(std::move(content));
    measure();
}

void SharesCard::setWidth(int width) {
    m_width = width;
    measure();
}

void SharesCard::measure() {
    const QMargins around = layout()->contentsMargins();
    const int width = std::max(m_width - around.left() - around.right(), m_header->wholeWidth());
    m_plot->setFixedHeight(m_plot->heightForWidth(width));
    setFixedSize(
        QSize(width, m_plot->height() + m_header->height(false) + layout()->spacing()).grownBy(around));
}

void SharesCard::restyle() {
    layout()->setContentsMargins(m_theme.px(10), m_theme.px(6), m_theme.px(6), m_theme.px(6));
    layout()->setSpacing(m_theme.px(4));
    measure();
}

void SharesCard::contextMenuEvent(QContextMenuEvent* event) {
    emit menuRequested(event->globalPos());
}

} // namespace lab
