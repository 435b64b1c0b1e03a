// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/shared/colour_scale.h"

#include "core/base/covered.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace lab {

namespace {

constexpr int decades = 3; // of a logarithmic scale

QRgb between(std::span<const QRgb> stops, double fraction) {
    const double position = std::clamp(fraction, 0.0, 1.0) * static_cast<double>(stops.size() - 1);
    const std::size_t low = std::min(static_cast<std::size_t>(position), stops.size() - 2);
    const double weight = position - static_cast<double>(low);
    const auto mix = [weight](int from, int to) { // std::lround would take half of the time
        return static_cast<int>(std::rint((1 - weight) * from + weight * to));
    };
    const QRgb from = stops[low];
    const QRgb to = stops[low + 1];
    return qRgb(mix(qRed(from), qRed(to)), mix(qGreen(from), qGreen(to)), mix(qBlue(from), qBlue(to)));
}

/// Linear light by channel value, precomputed because every number in a cell needs it.
const std::array<double, 256> linear = [] {
    std::array<double, 256> values{};
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double channel = static_cast<double>(i) / 255;
        values[i] = channel <= 0.03928 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
    }
    return values;
}();

double luminance(const QColor& colour) {
    const QRgb rgb = colour.rgb();
    const auto light = [](int channel) { return linear[static_cast<std::size_t>(channel)]; };
    return 0.2126 * light(qRed(rgb)) + 0.7152 * light(qGreen(rgb)) + 0.0722 * light(qBlue(rgb));
}

} // namespace

ColourScale ColourScale::of(Kind kind, const Extremes& finite, const NumberStyle& style) {
    if (kind == Kind::sequential) {
        const double largest =
            style.weightRange == WeightRange::unit ? 1 : style.weightLimit.value_or(finite.highest);
        return {kind, largest > 0 ? largest : 1, style.weights,
                style.weightRange == WeightRange::logarithmic};
    }
    const double colourLimit = style.colourLimit.value_or(finite.magnitude());
    // A matrix of zeros is all neutral on any scale.
    return {kind, colourLimit > 0 ? colourLimit : 1, style.ofSigned};
}

ColourScale::ColourScale(Kind kind, double highest, Palette palette, bool logarithmic)
    : m_kind(kind), m_highest(highest), m_palette(palette), m_stops(stops(palette)),
      m_logarithmic(logarithmic) {}

ColourScale ColourScale::onDark(bool dark) const {
    ColourScale scale = *this;
    scale.m_stops = stops(m_palette, dark);
    return scale;
}

ColourScale ColourScale::upTo(double highest) const {
    ColourScale scale = *this;
    scale.m_highest = highest;
    return scale;
}

std::span<const QRgb> ColourScale::stops(Palette palette, bool onDark) {
    const PaletteInfo& its = info(palette);
    return onDark && !its.stopsOnDark.empty() ? its.stopsOnDark : its.stops;
}

double ColourScale::lowest() const {
    if (m_kind == Kind::diverging)
        return -m_highest;
    return m_logarithmic ? m_highest * std::pow(10.0, -decades) : 0;
}

QRgb ColourScale::rgb(double value) const {
    if (m_logarithmic) // what is not above 0 has the lowest colour
        return between(m_stops, value > 0 ? 1 + std::log10(value / m_highest) / decades : 0);
    const double part = value / m_highest;
    return between(m_stops, m_kind == Kind::diverging ? 0.5 + 0.5 * part : part);
}

QColor ColourScale::colourAt(double fraction) const {
    return QColor::fromRgb(between(m_stops, fraction));
}

QColor notFiniteColour() {
    return {0xff, 0x00, 0xd4};
}

QColor coveredColour() {
    return {0x5f, 0x66, 0x73};
}

QColor offScaleColour(double value) {
    return is_covered(value) ? coveredColour() : notFiniteColour();
}

double contrast(const QColor& a, const QColor& b) {
    const double first = luminance(a) + 0.05;
    const double second = luminance(b) + 0.05;
    return std::max(first, second) / std::min(first, second);
}

QColor textOn(const QColor& background) {
    return contrast(background, Qt::black) >= contrast(background, Qt::white) ? Qt::black : Qt::white;
}

} // namespace lab
