// SPDX-License-Identifier: GPL-3.0-or-later
//
// Paints the numbers of a parameter and, beside each, a wedge that says how strongly it pulls: up where more
// of it raises what is looked at, down where less does. Its area is the share of the largest slope of all.
#pragma once

#include "ui/widgets/number_delegate.h"

namespace lab {

class PullDelegate : public NumberDelegate {
    Q_OBJECT
public:
    /// The slope as a share of the largest, with its sign. No value: the cells have no lane for wedges.
    static constexpr int PullRole = Qt::UserRole + 1;

    using NumberDelegate::NumberDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;

    /// What the lane takes of a cell's width.
    static int laneWidth(const Theme& theme);
    /// The wedge of such a share, other than 0, in a lane: three corners, or two ends of a dash.
    static QPolygonF wedge(const QRectF& lane, double share);
};

} // namespace lab
