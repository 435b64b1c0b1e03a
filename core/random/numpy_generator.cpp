// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/random/numpy_generator.h"

#include <cmath>
#include <utility>

namespace lab {

double NumpyGenerator::uniform() {
    const auto high = static_cast<double>(m_engine() >> 5);
    const auto low = static_cast<double>(m_engine() >> 6);
    return (high * 0x1p26 + low) * 0x1p-53;
}

double NumpyGenerator::normal() {
    if (m_kept)
        return *std::exchange(m_kept, std::nullopt);
    double x1 = 0;
    double x2 = 0;
    double r2 = 0;
    do {
        x1 = 2.0 * uniform() - 1.0;
        x2 = 2.0 * uniform() - 1.0;
        r2 = x1 * x1 + x2 * x2;
    } while (r2 >= 1.0 || r2 == 0.0);
    const double factor = std::sqrt(-2.0 * std::log(r2) / r2);
    m_kept = factor * x1;
    return factor * x2;
}

} // namespace lab
