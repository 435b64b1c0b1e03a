// SPDX-License-Identifier: GPL-3.0-or-later
//
// Maps numbers to colours, and picks a legible text colour on them.
#pragma once

#include "core/base/summary.h"
#include "ui/plots/shared/number_style.h"

#include <QColor>

#include <cmath>
#include <span>

namespace lab {

/// Diverging for signed numbers: one colour below zero, another above, zero always in the neutral middle,
/// which is light on a light background and dark on a dark one.
/// Sequential for weights, see WeightRange.
class ColourScale {
public:
    enum class Kind { diverging, sequential };

    /// The scale of a matrix with these finite extremes: for signed numbers ±(the largest magnitude), or
    /// `style.colourLimit` if given; for weights what `style.weightRange` says.
    static ColourScale of(Kind kind, const Extremes& finite, const NumberStyle& style = {});
    /// The colours of a palette from lowest to highest, equally spaced.
    static std::span<const QRgb> stops(Palette palette, bool onDark = false);

    /// The same scale for a dark background, or for a light one as of() gives it.
    ColourScale onDark(bool dark) const;
    /// The same scale up to another number.
    ColourScale upTo(double highest) const;

    Kind kind() const { return m_kind; }
    bool isLogarithmic() const { return m_logarithmic; }
    double lowest() const;
    double highest() const { return m_highest; }

    bool isSameAs(const ColourScale& other) const {
        return m_kind == other.m_kind && m_highest == other.m_highest && m_palette == other.m_palette &&
               m_logarithmic == other.m_logarithmic;
    }
    /// Whether a number is finite and lies outside of the range.
    bool isBeyond(double value) const {
        return std::isfinite(value) && (value < lowest() || value > m_highest);
    }
    /// The colour of a number, clamped to the ends of the scale. Not for NaN or infinity.
    QColor colour(double value) const { return QColor::fromRgb(rgb(value)); }
    QRgb rgb(double value) const;
    /// The colour at a fraction of the scale, 0 lowest, 1 highest.
    QColor colourAt(double fraction) const;

private:
    ColourScale(Kind kind, double highest, Palette palette, bool logarithmic = false);

    Kind m_kind;
    double m_highest;
    Palette m_palette;
    std::span<const QRgb> m_stops;
    bool m_logarithmic;
};

/// The colour of NaN and infinity, which no scale contains.
QColor notFiniteColour();
/// The colour of covered numbers, on any background.
QColor coveredColour();
/// The colour of a number that no scale contains: one of these.
QColor offScaleColour(double value);

/// WCAG 2.1's contrast ratio, from 1 to 21.
double contrast(const QColor& a, const QColor& b);
/// Black or white, whichever is easier to read on `background`: 4.5:1 at least.
QColor textOn(const QColor& background);

} // namespace lab
