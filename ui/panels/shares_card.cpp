// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/shares_card.h"

#include "ui/plots/share_bars_plot.h"
#include "ui/theme.h"
#include "ui/widgets/icons.h"

#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

namespace lab {

SharesCard::SharesCard(const Theme& theme, QWidget* parent)
    : QFrame(parent), m_theme(theme), m_title(new QLabel(tr("Share of the output"), this)),
      m_formula(new QLabel(this)), m_menu(new QToolButton(this)), m_plot(new ShareBarsPlot(theme, this)) {
    m_formula->setTextFormat(Qt::RichText);
    m_menu->setAutoRaise(true);
    m_menu->setFocusPolicy(Qt::TabFocus);
    m_menu->setToolTip(tr("Save or copy the bars as a picture"));
    m_menu->setAccessibleName(tr("Menu of the shares"));
    m_title->setToolTip(
        tr("How far each head moves a token along its output: to the right with it, to the left "
           "against it. The parts sum to the length of the output. Click a part to show its head"));
    auto* header = new QHBoxLayout;
    header->addWidget(m_title);
    header->addWidget(m_formula);
    header->addStretch();
    header->addWidget(m_menu);
    auto* column = new QVBoxLayout(this);
    column->addLayout(header);
    column->addWidget(m_plot);
    column->addStretch();
    connect(m_menu, &QToolButton::clicked, this,
            [this] { emit menuRequested(m_menu->mapToGlobal(QPoint(0, m_menu->height()))); });
    connect(&theme, &Theme::changed, this, &SharesCard::restyle);
    restyle();
}

void SharesCard::setContent(SharesContent content, const QString& formula) {
    m_formula->setText(formula);
    m_plot->setContent(std::move(content));
    measure();
}

void SharesCard::setWidth(int width) {
    m_width = width;
    measure();
}

void SharesCard::measure() {
    layout()->activate();
    const int least = layout()->itemAt(0)->layout()->minimumSize().width();
    const QMargins around = layout()->contentsMargins();
    const int width = std::max(m_width - around.left() - around.right(), least);
    m_plot->setFixedHeight(m_plot->heightForWidth(width));
    const int header = layout()->itemAt(0)->layout()->sizeHint().height();
    setFixedSize(QSize(width, m_plot->height() + header + layout()->spacing()).grownBy(around));
}

void SharesCard::restyle() {
    m_title->setFont(m_theme.font(TextRole::strong));
    m_formula->setFont(m_theme.font(TextRole::formula));
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, m_theme.colours().muted);
    m_formula->setPalette(quiet);
    m_menu->setIcon(icon(Sign::more, m_theme.colours().muted, m_theme.px(16), devicePixelRatioF()));
    m_menu->setIconSize({m_theme.px(16), m_theme.px(16)});
    m_menu->setFixedSize(m_theme.px(22), m_theme.px(20));
    layout()->setContentsMargins(m_theme.px(10), m_theme.px(6), m_theme.px(6), m_theme.px(6));
    layout()->setSpacing(m_theme.px(4));
    layout()->itemAt(0)->layout()->setSpacing(m_theme.px(6));
    measure();
}

void SharesCard::paintEvent(QPaintEvent* /*event*/) {
    const Colours& c = m_theme.colours();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(c.border, 1));
    painter.setBrush(c.panel);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), m_theme.px(10), m_theme.px(10));
}

void SharesCard::contextMenuEvent(QContextMenuEvent* event) {
    emit menuRequested(event->globalPos());
}

} // namespace lab
