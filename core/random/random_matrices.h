// SPDX-License-Identifier: GPL-3.0-or-later
//
// Matrices of random numbers, drawn one after another as in a notebook that has seeded PyTorch or NumPy.
#pragma once

#include "core/base/types.h"
#include "core/random/generators.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace lab {

enum class Generator { pytorch, numpy };

enum class Distribution {
    uniform, ///< in [0, 1): torch.rand, np.random.rand
    normal,  ///< mean 0, standard deviation 1: torch.randn, np.random.randn
    linear,  ///< the weight of torch.nn.Linear(columns, rows): in ±1/√columns; PyTorch only
};

/// By their names in documents and on the command line.
inline const std::map<std::string, Generator> generators{{"pytorch", Generator::pytorch},
                                                         {"numpy", Generator::numpy}};
inline const std::map<std::string, Distribution> distributions{
    {"uniform", Distribution::uniform}, {"normal", Distribution::normal}, {"linear", Distribution::linear}};

/// Where random numbers come from.
struct RandomSource {
    Generator generator = Generator::pytorch;
    std::uint64_t seed = 0; ///< a negative one as its bit pattern
    Distribution distribution = Distribution::uniform;
};

struct Shape {
    Index rows = 1;
    Index columns = 1;
};

/// The most that may be drawn from one seed: 8 GiB of doubles.
inline constexpr Index most_random_numbers = Index{1} << 30;

/// Parses a seed: for PyTorch any 64-bit whole number, signed or unsigned, of which it uses the low 32 bits;
/// 0 … 2³² − 1 for NumPy. The error's place is "seed".
Result<std::uint64_t> read_seed(std::string_view text, Generator generator);

/// Parses a shape, "3x2": rows, then columns. The error's place is "shape".
Result<Shape> read_shape(std::string_view text);

/// Why these matrices cannot be drawn: a distribution or a seed that the generator does not support, a shape
/// smaller than 1 × 1, or shapes too large in total. nullopt if they can. Allocates no matrices. The error's
/// place is "distribution", "seed" or "shape".
std::optional<Error> refusal(const RandomSource& source, std::span<const Shape> shapes);

/// One seeding and the draws that follow it: the generator's state, including the kept normal value, carries
/// over from matrix to matrix. PyTorch's float32 values are returned as doubles, unchanged.
class RandomMatrices {
public:
    /// The source must have no refusal().
    explicit RandomMatrices(const RandomSource& source);

    /// The next matrix, filled row by row. Its shape must have no refusal().
    Matrix next(Shape shape);
    /// The bias that torch.nn.Linear(in_features, out) draws after its weight: uniform in ±1/√in_features,
    /// (1, out). The distribution must be `linear`.
    Matrix next_linear_bias(Index in_features, Index out);

private:
    Distribution m_distribution;
    std::variant<PytorchGenerator, NumpyGenerator> m_generator;
};

} // namespace lab
