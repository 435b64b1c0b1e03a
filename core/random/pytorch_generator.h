// SPDX-License-Identifier: GPL-3.0-or-later
//
// The numbers that a notebook gets after torch.manual_seed(N) from PyTorch on a CPU.
#pragma once

#include "core/types.h"

#include <cstdint>
#include <optional>
#include <random>
#include <span>

namespace lab {

/// PyTorch's generator: MT19937 seeded by the low 32 bits of the seed. Every function fills one tensor, row
/// by row, with float32 values.
class PytorchGenerator {
public:
    /// A negative seed is given as its bit pattern.
    explicit PytorchGenerator(std::uint64_t seed) : m_engine(static_cast<std::uint32_t>(seed)) {}

    /// torch.rand: 24 random bits in [0, 1).
    void uniform(std::span<double> values);

    /// torch.randn, by the method of Box and Muller (1958). Fewer than 16 values are made in pairs; the
    /// second of a pair is kept for the next tensor of fewer than 16. From 16 values on, whole runs of 16 are
    /// transformed, which gives entirely different numbers. Agrees with PyTorch only to 2e-6, because its
    /// own float32 mathematics differs between processors.
    void normal(std::span<double> values);

    /// The weight of torch.nn.Linear(in_features, out): uniform in ±1/√in_features. Requires in_features ≥ 1.
    void linear(std::span<double> values, Index in_features);

private:
    float next_uniform();
    /// 53 random bits in [0, 1).
    double next_fine_uniform();
    float next_normal();

    std::mt19937 m_engine;
    std::optional<double> m_kept;
};

} // namespace lab
