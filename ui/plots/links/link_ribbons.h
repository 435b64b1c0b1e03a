// SPDX-License-Identifier: GPL-3.0-or-later
//
// One link as a band from the bar of its query to that of its key.
#pragma once

#include "ui/plots/links/links_geometry.h"

#include <QColor>

class QPainter;

namespace lab {

/// Equally wide along the bars at every point, and at right angles to them at both ends.
struct LinkRibbon {
    Link link;
    QPointF from, to; ///< where it begins on the bars
    double width = 0; ///< along the bars; 0 for NaN and infinity
    QColor colour;    ///< the head's colour, fainter for weak links
    /// Dashed below 0; NaN and infinity are a dotted line.
    Qt::PenStyle style = Qt::SolidLine;
    /// The middle of the ribbon at a fraction of the way across, from the query.
    QPointF middle(double fraction, LinksLayout layout) const;
    /// The distance of a point between the bars from the ribbon, along the bars; 0 on the ribbon. `bend`:
    /// bendAt() of the point.
    double distance(QPointF point, double bend, LinksLayout layout) const;
};

/// A colour as it looks on a background.
QColor blendedOn(const QColor& background, const QColor& colour, double opacity);

/// How far ribbons have come along the bars, from 0 to 1, at a fraction of the way across.
double bendAt(double fraction);
/// The fraction of the way across the span.
double fractionAt(QPointF point, const QRectF& span, LinksLayout layout);

/// Lengths in pixels. `least`: the width of the thinnest ribbon; `dot`: that of dotted lines; `dash`: the
/// length of a dash; `lead`: the length of the first dash where the ribbon is wide enough for a number on it.
struct RibbonForm {
    double least = 1, dot = 2, dash = 10, lead = 56;
};

/// `opacity`: a factor. What is too thin to be seen is drawn wider.
void paintRibbon(QPainter& painter, const LinkRibbon& ribbon, LinksLayout layout, const RibbonForm& form,
                 double opacity);
/// Draws the ribbon's outline, dashed: it marks the keyboard cursor.
void outlineRibbon(QPainter& painter, const LinkRibbon& ribbon, LinksLayout layout, const RibbonForm& form);

} // namespace lab
