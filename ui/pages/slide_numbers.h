// SPDX-License-Identifier: GPL-3.0-or-later
//
// How much smaller than usual numbers on a slide become, so that the whole of a matrix is in sight.
#pragma once

#include <optional>

namespace lab {

/// The least size of numbers while presenting, as a share of their usual size; smaller ones cannot be read.
inline constexpr double leastOnSlide = 0.6;

/// The largest enlargement of numbers that `fits`, from their usual size, 1, down to the least one. What fits
/// also fits if it is smaller. nullopt: not even the least one does.
template<class Fits>
std::optional<double> slideEnlargement(const Fits& fits) {
    constexpr int steps = 8;
    if (!fits(leastOnSlide)) // the usual case of large matrices
        return std::nullopt;
    for (int step = 0; step < steps; ++step) {
        const double enlargement = 1 - (1 - leastOnSlide) * step / steps;
        if (fits(enlargement))
            return enlargement;
    }
    return leastOnSlide;
}

} // namespace lab
