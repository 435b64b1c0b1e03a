// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/parameters/pull_delegate.h"

#include "ui/look/theme.h"
#include "ui/selection/shown_pull.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lab {

int PullDelegate::laneWidth(const Theme& theme) {
    return theme.px(13);
}

QPolygonF PullDelegate::wedge(const QRectF& lane, double share) {
    constexpr double dash = 0.4; // of the lane's width
    const QPointF middle = lane.center();
    if (std::abs(share) < leastWedge)
        return QPolygonF(
            {middle - QPointF(dash * lane.width() / 2, 0), middle + QPointF(dash * lane.width() / 2, 0)});
    const double side = std::min(lane.width() - 2, lane.height() - 4);
    const double half = std::sqrt(std::abs(share)) * side / 2; // so that the area is the share
    const double tip = share > 0 ? -half : half;
    return QPolygonF({middle + QPointF(0, tip), middle + QPointF(half, -tip), middle + QPointF(-half, -tip)});
}

void PullDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const {
    const QVariant share = index.data(PullRole);
    if (!share.isValid())
        return NumberDelegate::paint(painter, option, index);
    QStyleOptionViewItem number = option;
    const int width = laneWidth(theme());
    number.rect.setWidth(std::max(1, option.rect.width() - width));
    NumberDelegate::paint(painter, number, index);
    const QRectF lane =
        QRectF(option.rect.right() + 1 - width, option.rect.top(), width, option.rect.height())
            .adjusted(0, 1, -1, -1);
    const Colours& colours = theme().colours();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->fillRect(lane, colours.control);
    const double pull = share.toDouble();
    if (pull != 0) {
        const QPolygonF shape = wedge(lane, pull);
        painter->setPen(shape.size() == 2 ? QPen(colours.accent, theme().px(1)) : QPen(Qt::NoPen));
        painter->setBrush(colours.accent);
        shape.size() == 2 ? painter->drawPolyline(shape) : painter->drawPolygon(shape);
    }
    painter->restore();
}

} // namespace lab
