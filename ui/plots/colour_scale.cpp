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

QColor between(std::span<const QRgb> stops, double fraction) {
    const double position = std::clamp(fraction, 0.0, 1.0) * static_cast<double>(stops.size() - 1);
    const std::size_t low = std::min(static_cast<std::size_t>(position), stops.size() - 2);
    const double weight = position - static_cast<double>(low);
    const auto mix = [&](int (*channel)(QRgb)) {
        return static_cast<int>(
            std::lround((1 - weight) * channel(stops[low]) + weight * channel(stops[low + 1])));
    };
    return {mix(qRed), mix(qGreen), mix(qBlue)};
}

double luminance(const QColor& colour) {
    const auto linear = [](double channel) {
        return channel <= 0.03928 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) +
           0.0722 * linear(colour.blueF());
}

} // namespace

ColourScale ColourScale::of(Kind kind, const Matrix& matrix) {
    if (kind == Kind::sequential)
        return {kind, 1};
    double highest = 0;
    for (Index i = 0; i < matrix.size(); ++i) {
        if (const double value = std::abs(matrix.data()[i]); std::isfinite(value))
            highest = std::max(highest, value);
    }
    // A matrix of zeros is all neutral on any scale.
    return {kind, highest > 0 ? highest : 1};
}

QColor ColourScale::colour(double value) const {
    return colourAt(m_kind == Kind::diverging ? 0.5 + 0.5 * (value / m_highest) : value / m_highest);
}

QColor ColourScale::colourAt(double fraction) const {
    return between(m_kind == Kind::diverging ? std::span(diverging) : std::span(viridis), fraction);
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
