// SPDX-License-Identifier: GPL-3.0-or-later
//
// A plane of vectors as it is laid out: which part of it is seen, and where names and numbers stand.
#pragma once

#include "ui/plots/geometry/geometry_content.h"

#include <QImage>
#include <QLineF>
#include <QRectF>
#include <QSize>

#include <optional>
#include <vector>

namespace lab {

class Theme;

/// The part of a plane that is seen: both axes have one scale.
struct PlanePart {
    QPointF centre;
    double unit = 1; ///< the length that a pixel stands for
};

/// Behind the query: who wins where, and lines of equal score of one key.
struct PlaneRegions {
    struct Line {
        QLineF line; ///< in pixels, inside of the area
        QString score;
        std::optional<QRectF> place = {}; ///< of the score, if there is room for it
    };
    QImage image;                  ///< of the area; null: none
    std::optional<TokenIndex> key; ///< whose lines they are
    QString note;                  ///< what the colours and the lines are, a sentence; empty without them
    std::vector<Line> lines;
};

struct PlaneScene {
    struct Label {
        std::size_t tip = 0;
        QString text;
        QRectF place;
        bool isNumber = false; ///< at the key's foot; else its name
    };

    PlaneContent content;
    FootNumbers numbers = FootNumbers::none;
    bool hasAxisNames = true;
    bool isSmall = false; ///< without names, numbers and grid
    QSize size;
    QRect area; ///< inside of the axes, in pixels
    PlanePart part;
    double step = 1; ///< of the grid, along both axes
    std::vector<Label> labels;
    PlaneRegions regions; ///< see plane_regions.h

    QPointF pixel(QPointF place) const;
    QPointF place(QPointF pixel) const;
    /// Where the tip is; only for one that is shown.
    QPointF pixelOf(std::size_t tip) const { return pixel(content.tips[tip].at); }
    QPointF origin() const { return pixel({0, 0}); }
    /// The lowest and the highest number of an axis that is seen.
    std::pair<double, double> range(std::size_t axis) const;
    /// The tip whose mark or label is at a point, of several the nearest.
    std::optional<std::size_t> tipAt(QPointF pixel, const Theme& theme) const;
    /// The mark of a tip and its name, if it has one.
    QRectF rectOf(std::size_t tip, const Theme& theme) const;
};

/// The radius of a tip's mark, in pixels.
double markRadius(const PlaneTip& tip, const Theme& theme);
/// A whole number of 1, 2 or 5 times a power of ten, not below `least`, which is above 0.
double roundStep(double least);

/// `part`: what is seen; absent: everything that is drawn, and the origin, which of values may be left out
/// where it is far away.
PlaneScene planeScene(PlaneContent content, FootNumbers numbers, const Theme& theme, QSize size,
                      const std::optional<PlanePart>& part = {});
/// The same for a small picture of it.
PlaneScene smallPlaneScene(PlaneContent content, QSize size);
/// What is seen of a plane, or more, so that nothing of other content in the same plane is out of sight.
PlanePart widenedPart(const PlaneScene& seen, const PlaneContent& content, const Theme& theme);
/// The least size of a plane with its axes.
QSize leastPlaneSize(const Theme& theme);

} // namespace lab
