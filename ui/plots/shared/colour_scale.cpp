// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/shared/colour_scale.h"

#include "core/base/covered.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace lab {

namespace {

// After ColorBrewer's RdBu and PuOr.
constexpr std::array<QRgb, 9> blueRed{0xff2166ac, 0xff4393c3, 0xff92c5de, 0xffd1e5f0, 0xfff7f7f7,
                                      0xfffddbc7, 0xfff4a582, 0xffd6604d, 0xffb2182b};
constexpr std::array<QRgb, 9> purpleOrange{0xff542788, 0xff8073ac, 0xffb2abd2, 0xffd8daeb, 0xfff7f7f7,
                                           0xfffee0b6, 0xfffdb863, 0xffe08214, 0xffb35806};
// For a dark background: zero is nearly as dark as a card, and the ends are light.
constexpr std::array<QRgb, 9> blueRedOnDark{0xff8ecbff, 0xff5b9fe0, 0xff3b75b5, 0xff2f4f79, 0xff2a2f3a,
                                            0xff6b3538, 0xffa8443f, 0xffdd6a58, 0xffffa08c};
constexpr std::array<QRgb, 9> purpleOrangeOnDark{0xffc9b3f5, 0xff9c83d6, 0xff7059a8, 0xff483d70, 0xff2a2f3a,
                                                 0xff5f4526, 0xff97651e, 0xffd08a23, 0xffffb850};
constexpr std::array<QRgb, 9> viridis{0xff440154, 0xff472d7b, 0xff3b528b, 0xff2c728e, 0xff21918c,
                                      0xff28ae80, 0xff5ec962, 0xffaddc30, 0xfffde725};

constexpr std::array<QRgb, 10> cividis{0xff00224e, 0xff123570, 0xff3b496c, 0xff575d6d, 0xff707173,
                                       0xff8a8678, 0xffa59c74, 0xffc3b369, 0xffe1cc55, 0xfffee838};
// Neither end is paper white or the background of hidden cells.
constexpr std::array<QRgb, 2> grey{0xffdcdcdc, 0xff141414};

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
    switch (palette) {
    case Palette::viridis:
        return viridis;
    case Palette::cividis:
        return cividis;
    case Palette::grey:
        return grey;
    case Palette::blue_red:
        return onDark ? blueRedOnDark : blueRed;
    case Palette::purple_orange:
        return onDark ? purpleOrangeOnDark : purpleOrange;
    }
    return viridis;
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
