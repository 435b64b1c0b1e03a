// SPDX-License-Identifier: GPL-3.0-or-later
//
// The benchmarked models: one experiment per size, always with the same numbers.
#pragma once

#include "core/experiment/experiment.h"

namespace lab::bench {

struct Size {
    Index tokens = 0, d_model = 0, heads = 0;
    bool operator==(const Size&) const = default;
};

inline constexpr Size tiny{6, 8, 2};
inline constexpr Size small{64, 64, 4};
inline constexpr Size medium{512, 512, 8};
inline constexpr Size large{1024, 768, 12};

/// Random numbers with variance 1 / `rows` from a fixed seed. Identical on every machine.
Matrix random_matrix(Index rows, Index columns, std::uint32_t seed);

/// Self-attention over `tokens` distinct words: W_Q, W_K, W_V and W_O without biases, d_k = d_v = d_model /
/// H, no mask, softmax.
Experiment model(Size size);

/// The same with a custom mask that hides nothing yet.
Experiment masked_model(Size size);

} // namespace lab::bench
