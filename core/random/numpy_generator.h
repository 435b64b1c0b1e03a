// SPDX-License-Identifier: GPL-3.0-or-later
//
// The numbers that a notebook gets after np.random.seed(N).
#pragma once

#include <cstdint>
#include <optional>
#include <random>

namespace lab {

/// NumPy's legacy generator: MT19937 seeded by one 32-bit integer.
class NumpyGenerator {
public:
    explicit NumpyGenerator(std::uint32_t seed) : m_engine(seed) {}

    /// np.random.rand(): 53 random bits in [0, 1).
    double uniform();
    /// np.random.randn(): Marsaglia's polar method, which yields two values and keeps one for the next call.
    double normal();

private:
    std::mt19937 m_engine;
    std::optional<double> m_kept;
};

} // namespace lab
