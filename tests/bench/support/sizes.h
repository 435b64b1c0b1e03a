// SPDX-License-Identifier: GPL-3.0-or-later
//
// The sizes of model.h as Google Benchmark arguments: NAME/N/D/H.
#pragma once

#include "tests/bench/support/model.h"

#include <benchmark/benchmark.h>

#include <initializer_list>

namespace lab::bench {

inline void add_sizes(benchmark::internal::Benchmark* benchmark, std::initializer_list<Size> sizes) {
    for (const Size& size : sizes)
        benchmark->Args({size.tokens, size.d_model, size.heads});
}

inline void every_size(benchmark::internal::Benchmark* benchmark) {
    add_sizes(benchmark, {tiny, small, medium, large});
}

inline Size size_of(const benchmark::State& state) {
    return {state.range(0), state.range(1), state.range(2)};
}

} // namespace lab::bench
