// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/heads/head_grid.h"

#include "ui/look/theme.h"

#include <QPainter>

#include <algorithm>

namespace lab {

GridPlan gridPlan(int count, QSize card, int groups, int width, const GridRims& rims) {
    GridPlan plan;
    const int rim = groups > 1 ? rims.rim : 0;
    const int caption = groups > 1 ? rims.caption : 0;
    const int size = count / std::max(groups, 1);
    const int fit = std::max(1, (width - 2 * rim + rims.gap) / (card.width() + rims.gap));
    const int rows = std::max(1, (size + fit - 1) / fit);
    const int columns = std::max(1, (size + rows - 1) / rows); // keeps the rows balanced
    const QSize frame(2 * rim + columns * (card.width() + rims.gap) - rims.gap,
                      2 * rim + caption + rows * (card.height() + rims.gap) - rims.gap);
    int x = 0;
    int y = 0;
    int inRow = 0;
    for (int group = 0; group < groups; ++group) {
        if (x > 0 && x + frame.width() > width) {
            x = 0;
            y += frame.height() + rims.gap;
            inRow = 0;
        }
        inRow += columns;
        plan.columns = std::max(plan.columns, inRow);
        plan.frames.emplace_back(QPoint(x, y), frame);
        for (int i = 0; i < size; ++i)
            plan.cards.emplace_back(QPoint(x + rim + (i % columns) * (card.width() + rims.gap),
                                           y + rim + caption + (i / columns) * (card.height() + rims.gap)),
                                    card);
        x += frame.width() + rims.gap;
    }
    plan.height = y + frame.height();
    return plan;
}

HeadGrid::HeadGrid(const Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void HeadGrid::setCards(std::vector<QWidget*> cards, const QStringList& captions) {
    if (cards == m_cards && captions == m_captions)
        return;
    m_cards = std::move(cards);
    m_captions = captions;
    place();
    updateGeometry();
}

void HeadGrid::setCardSize(QSize size) {
    if (std::exchange(m_card, size) == size)
        return;
    place();
    updateGeometry();
}

void HeadGrid::setRoom(int height) {
    if (std::exchange(m_room, height) == height)
        return;
    place();
    updateGeometry();
}

GridRims HeadGrid::rims() const {
    const int caption = QFontMetrics(m_theme.font(TextRole::small)).height();
    return {m_theme.px(10), m_theme.px(8), caption + m_theme.px(4)};
}

GridPlan HeadGrid::plan(QSize card, int width) const {
    const int groups = std::max<int>(1, static_cast<int>(m_captions.size()));
    return gridPlan(static_cast<int>(m_cards.size()), card, groups, width, rims());
}

GridPlan HeadGrid::placed() const {
    GridPlan now = plan(m_card, width());
    if (m_room == 0)
        return now;
    QRect all;
    for (const QRect& frame : now.frames)
        all |= frame;
    const QPoint by(std::max(0, width() - all.width()) / 2, std::max(0, m_room - all.height()) / 2);
    for (std::vector<QRect>* each : {&now.cards, &now.frames}) {
        for (QRect& area : *each)
            area.translate(by);
    }
    return now;
}

int HeadGrid::heightWith(QSize card, int width) const {
    return plan(card, width).height;
}

QSize HeadGrid::minimumSizeHint() const {
    return {m_card.width(), 0};
}

void HeadGrid::place() {
    const GridPlan now = placed();
    for (std::size_t i = 0; i < m_cards.size(); ++i)
        m_cards[i]->setGeometry(now.cards[i]);
    update();
}

void HeadGrid::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    place();
}

void HeadGrid::paintEvent(QPaintEvent* /*event*/) {
    if (m_captions.isEmpty())
        return;
    const GridPlan now = placed();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(m_theme.font(TextRole::small));
    const GridRims around = rims();
    for (qsizetype group = 0; group < m_captions.size(); ++group) {
        const QRectF frame = QRectF(now.frames[static_cast<std::size_t>(group)]).adjusted(1, 1, -1, -1);
        painter.setPen(QPen(m_theme.colours().border, 1));
        painter.setBrush(m_theme.colours().side);
        painter.drawRoundedRect(frame, m_theme.px(12), m_theme.px(12));
        painter.setPen(m_theme.colours().muted);
        painter.drawText(frame.adjusted(around.rim + m_theme.px(2), around.rim / 2.0, -around.rim, 0),
                         Qt::AlignLeft | Qt::AlignTop, m_captions[group]);
    }
}

} // namespace lab
