// SPDX-License-Identifier: GPL-3.0-or-later
//
// The whole computation, every stage kept.
#include "tests/bench/support/engine.h"
#include "tests/bench/support/sizes.h"

namespace lab::bench {

namespace {

void forward(benchmark::State& state) {
    const Experiment experiment = model(size_of(state));
    Trace trace;
    if (!bench::forward(experiment, trace))
        return state.SkipWithError("the model is faulty");
    for (auto _ : state) {
        bench::forward(experiment, trace);
        benchmark::DoNotOptimize(trace.output.data());
        benchmark::ClobberMemory();
    }
}
BENCHMARK(forward)->Apply(every_size)->UseRealTime()->Unit(benchmark::kMicrosecond);

} // namespace

} // namespace lab::bench
