// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/scrubbing.h"

#include "core/number_format.h"

#include <algorithm>
#include <cmath>

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

} // namespace lab
