// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a scene looks like besides its content: at rest, or while a step is shown as motion.
#pragma once

#include "ui/plots/film/scene_geometry.h"

#include <QColor>

#include <optional>
#include <vector>

namespace lab {

/// What the number of a flying cell is. All but `copy` are terms, which no matrix in sight has.
enum class FlyingKind {
    copy,    ///< a number of a matrix, away from its place
    product, ///< of two numbers: written with its sign, as terms of a sum are
    sum,     ///< of the first products: written as the sum so far of a step at rest
};

/// A cell on its way: a number of an operand, a product, or a result.
struct FlyingCell {
    QRectF rect;                  ///< where it is
    std::optional<double> number; ///< none: only its colour flies, or a sign
    FlyingKind kind = FlyingKind::copy;
    QString sign = {}; ///< "×", on a small plate without a colour
    int decimals = 2;
    QColor colour;
    bool isHatched = false; ///< a cell that a mask hides
    double strength = 1;    ///< of the colour
    double opacity = 1;     ///< of all of it
    double lift = 0;        ///< how far above the page: 0 lies on it, 1 has the whole shadow
};

/// The bars of a row of weights, while a step changes them.
struct BandMotion {
    std::vector<SceneBand> before; ///< of the step before
    bool isSameRow = true;         ///< as those of this step
    /// For each band how far its new bars have grown out of those of the band before it; missing: 1.
    std::vector<double> grown = {};
    double named = 1; ///< how far new names have appeared: the share of the time
    double grownAt(std::size_t band) const { return band < grown.size() ? grown[band] : 1; }
};

struct SceneLook {
    double fade = 1;            ///< how far the numbers that the step adds have appeared
    std::vector<QRectF> frames; ///< round the operands of the step and its result
    std::optional<Source> inspected;
    std::optional<SceneGeometry::Hit> cursor;  ///< of the keyboard
    std::optional<double> partialBefore = {};  ///< the sum before the step, which makes room for the new one
    std::vector<FlyingCell> flying = {};       ///< above everything else, the last one on top
    std::optional<BandMotion> bandMotion = {}; ///< none: bars are at rest
};

/// Between two places, at a share of the way.
inline QRectF onTheWay(const QRectF& from, const QRectF& to, double share) {
    const auto mixed = [share](double a, double b) { return a + (b - a) * share; };
    return {mixed(from.x(), to.x()), mixed(from.y(), to.y()), mixed(from.width(), to.width()),
            mixed(from.height(), to.height())};
}

} // namespace lab
