// SPDX-License-Identifier: GPL-3.0-or-later
//
// The numbers that a notebook gets after np.random.seed(N), and after torch.manual_seed(N) from PyTorch on a
// CPU.
#pragma once

#include "core/base/types.h"

#include <cstdint>
#include <optional>
#include <random>
#include <span>

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

    /// The next number in [0, 1) of 53 random bits, such as torch.nn.functional.dropout draws for each number
    /// of a float64 tensor: the low bits of two 32-bit draws, of which the first is the high word.
    double fine_uniform();
    /// As drawing that many numbers.
    void skip_fine_uniform(Index count);

private:
    float next_uniform();
    float next_normal();

    std::mt19937 m_engine;
    std::optional<double> m_kept;
};

/// The generator after torch.manual_seed(seed) and `place` numbers of fine_uniform(). States on the way are
/// kept for the seeds that were used last, one for 2¹⁶ numbers, so that places may be asked for in any order,
/// and from several threads.
PytorchGenerator generator_at(std::uint64_t seed, Index place);

} // namespace lab
