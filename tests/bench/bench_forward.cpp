// SPDX-License-Identifier: GPL-3.0-or-later
//
// The full computation with every stage stored.
#include "tests/bench/support/sizes.h"

#include "core/engine/pipeline.h"

namespace lab::bench {

namespace {

void forward(benchmark::State& state) {
    const Experiment experiment = model(size_of(state));
    Trace trace;
    if (compute(experiment, trace))
        return state.SkipWithError("the model is faulty");
    for (auto _ : state) {
        compute(experiment, trace);
        benchmark::DoNotOptimize(trace.stage(StageId::output).data());
        benchmark::ClobberMemory();
    }
}
BENCHMARK(forward)->Apply(every_size)->UseRealTime()->Unit(benchmark::kMicrosecond);

} // namespace

} // namespace lab::bench
