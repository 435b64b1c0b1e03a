// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/scrubbing.h"

#include "core/base/number_format.h"
#include "ui/look/theme.h"

#include <QApplication>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lab {

double withoutRoundingNoise(double value, double step) {
    return rounded(value, std::max(0, 6 - static_cast<int>(std::floor(std::log10(step)))));
}

double scrubbed(double start, double step, double pixels, Qt::KeyboardModifiers modifiers) {
    if (modifiers & Qt::ShiftModifier)
        step /= 10;
    if (modifiers & Qt::ControlModifier)
        step *= 10;
    return pixels == 0 ? start : withoutRoundingNoise(start + pixels * step, step);
}

double scrubStep(double value, double magnitude) {
    const double fiftieth = std::max({std::abs(value), magnitude, 1e-300}) / 50;
    const double power = std::pow(10.0, std::floor(std::log10(fiftieth)));
    for (const double digit : {5.0, 2.0}) {
        if (digit * power <= fiftieth)
            return digit * power;
    }
    return power;
}

NumberDrag::NumberDrag(double value, double step, double at, const Theme& theme)
    : m_theme(&theme), m_start(value), m_step(step), m_from(at), m_scale(theme.scale()) {}

std::optional<double> NumberDrag::movedTo(double at, double current, Qt::KeyboardModifiers modifiers) {
    if (!m_moving) {
        if (std::abs(at - m_from) < QApplication::startDragDistance() / 2.0)
            return std::nullopt;
        m_moving = true;
        m_from = at;
    }
    if (std::exchange(m_scale, m_theme->scale()) != m_theme->scale()) {
        m_start = current;
        m_from = at;
    }
    const double pixels = std::round((at - m_from) * 100.0 / m_theme->scale());
    const double value = scrubbed(m_start, m_step, pixels, modifiers);
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

} // namespace lab
