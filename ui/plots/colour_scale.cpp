// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/colour_scale.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace lab {

namespace {

constexpr std::array<QRgb, 9> diverging{0xff2166ac, 0xff4393c3, 0xff92c5de, 0xffd1e5f0, 0xfff7f7f7,
                                        0xfffddbc7, 0xfff4a582, 0xffd6604d, 0xffb2182b};
constexpr std::array<QRgb, 9> viridis{0xff440154, 0xff472d7b, 0xff3b528b, 0xff2c728e, 0xff21918c,
                                      0xff28ae80, 0xff5ec962, 0xffaddc30, 0xfffde725};

QRgb between(std::span<const QRgb> stops, double fraction) {
    const double position = std::clamp(fraction, 0.0, 1.0) * static_cast<double>(stops.size() - 1);
    const std::size_t low = std::min(static_cast<std::size_t>(position), stops.size() - 2);
    const double weight = position - static_cast<double>(low);
    const auto mix = [&](int (*channel)(QRgb)) {
        return static_cast<int>(
            std::lround((1 - weight) * channel(stops[low]) + weight * channel(stops[low + 1])));
    };
    return qRgb(mix(qRed), mix(qGreen), mix(qBlue));
}

/// Of light, by the value of a channel: every number in a cell asks for it.
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

ColourScale ColourScale::of(Kind kind, const Extremes& finite) {
    if (kind == Kind::sequential)
        return {kind, 1};
    // A matrix of zeros is all neutral on any scale.
    return {kind, finite.magnitude() > 0 ? finite.magnitude() : 1};
}

QRgb ColourScale::rgb(double value) const {
    return m_kind == Kind::diverging ? between(diverging, 0.5 + 0.5 * (value / m_highest))
                                     : between(viridis, value / m_highest);
}

QColor ColourScale::colourAt(double fraction) const {
    return QColor::fromRgb(
        between(m_kind == Kind::diverging ? std::span(diverging) : std::span(viridis), fraction));
}

QColor notFiniteColour() {
    return {0xff, 0x00, 0xd4};
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
