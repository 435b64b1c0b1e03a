// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/explore/board_connectors.h"

#include "core/experiment/stage.h"
#include "ui/look/theme.h"

#include <QPainter>

#include <algorithm>

namespace lab {

namespace {

/// With dropout, heads read the weights after it alone.
bool reads(const std::vector<PlacedCard>& cards, StageId stage, StageId other) {
    const auto read = info(stage).reads;
    const bool isReplaced =
        stage == StageId::head_outputs && other == StageId::weights &&
        std::ranges::find(cards, StageId::dropped_weights, &PlacedCard::stage) != cards.end();
    return !isReplaced && std::ranges::find(read, other) != read.end();
}

/// Whether `above` is in the row just above that of `below`.
bool isNextRow(const std::vector<PlacedCard>& cards, const PlacedCard& above, const PlacedCard& below) {
    return above.card.bottom() < below.card.top() && std::ranges::none_of(cards, [&](const PlacedCard& each) {
               return each.card.top() > above.card.bottom() && each.card.bottom() < below.card.top();
           });
}

bool startsRow(const std::vector<PlacedCard>& cards, const PlacedCard& card) {
    return std::ranges::none_of(cards, [&](const PlacedCard& each) {
        return each.card.top() == card.card.top() && each.card.left() < card.card.left();
    });
}

/// From the bottom of a card through the gap to the operation at the beginning of the next row.
Connector toRow(const PlacedCard& from, const PlacedCard& to, double gap) {
    const double between = to.card.top() - gap / 2;
    const double left = to.operation.left() / 2.0;
    const double arrow = to.operation.bottom() + 1 - gap / 2; // where the operation's own arrow is
    const double x = from.card.center().x();
    return {from.stage,
            to.stage,
            {{{x, from.card.bottom() + 1.0},
              {x, between},
              {left, between},
              {left, arrow},
              {to.operation.left() + 1.0, arrow}}}};
}

/// Into the top of a card: from the top of one in the same row, or from the bottom of one above.
Connector toCard(const PlacedCard& from, const PlacedCard& to, double gap) {
    const double between = to.card.top() - gap / 2;
    const bool isAbove = from.card.bottom() < to.card.top();
    const double start = isAbove ? from.card.bottom() + 1.0 : from.card.top();
    return {from.stage,
            to.stage,
            {{{static_cast<double>(from.card.center().x()), start},
              {static_cast<double>(from.card.center().x()), between},
              {static_cast<double>(to.card.center().x()), between},
              {static_cast<double>(to.card.center().x()), static_cast<double>(to.card.top())}}},
            true};
}

} // namespace

std::vector<Connector> connectors(const std::vector<PlacedCard>& cards, double gap) {
    std::vector<Connector> found;
    for (const PlacedCard& to : cards) {
        if (to.inStrip)
            continue;
        for (const PlacedCard& from : cards) {
            if (!reads(cards, to.stage, from.stage))
                continue;
            const bool sameRow = from.card.top() == to.card.top();
            const bool above = isNextRow(cards, from, to);
            if (!to.operation.isEmpty() && startsRow(cards, to) && above)
                found.push_back(toRow(from, to, gap));
            else if (to.operation.isEmpty() && (sameRow || above))
                found.push_back(toCard(from, to, gap));
        }
    }
    return found;
}

BoardConnectors::BoardConnectors(const Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    lower();
}

void BoardConnectors::setConnectors(const std::vector<Connector>& connectors) {
    m_connectors = connectors;
    update();
}

void BoardConnectors::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_theme.colours().muted, m_theme.px(1.2)));
    const double head = m_theme.px(3);
    for (const Connector& each : m_connectors) {
        painter.drawPolyline(each.line);
        const QPointF end = each.line.back();
        if (each.arrow)
            painter.drawPolyline(QPolygonF{end + QPointF(-head, -head), end, end + QPointF(head, -head)});
    }
}

} // namespace lab
