// SPDX-License-Identifier: GPL-3.0-or-later
//
// The backward pass from a whole computation that is there, beside that computation.
#include "tests/bench/support/sizes.h"

#include "core/engine/backward.h"
#include "core/engine/pipeline.h"

#include <chrono>

namespace lab::bench {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// All parameters at once; `make_target` says of what. The whole computation takes turns with it, and `ratio`
/// says how many times as long the backward pass takes.
template<class MakeTarget>
void backward(benchmark::State& state, const MakeTarget& make_target) {
    const Experiment experiment = model(size_of(state));
    const Target target = make_target(dimensions(experiment));
    Trace trace;
    if (compute(experiment, trace))
        return state.SkipWithError("the model is faulty");
    double forward = 0, back = 0;
    for (auto _ : state) {
        const auto begin = Clock::now();
        compute(experiment, trace);
        forward += seconds_since(begin);
        const auto turn = Clock::now();
        const Result<Gradient> found = gradient(experiment, trace.kept(), target);
        const double taken = seconds_since(turn);
        if (!found)
            return state.SkipWithError("no gradient");
        benchmark::DoNotOptimize(found.value().by.begin()->second.data());
        back += taken;
        state.SetIterationTime(taken);
    }
    state.counters["ratio"] = back / forward;
}

void backward_output(benchmark::State& state) {
    backward(state, [](const Dimensions& d) -> Target { return WantedOutput{Matrix::Zero(d.n_q, d.d_out)}; });
}
BENCHMARK(backward_output)->Apply(every_size)->UseManualTime()->Unit(benchmark::kMicrosecond);

void backward_weights(benchmark::State& state) {
    backward(state, [](const Dimensions& d) -> Target {
        return WantedWeights{0, Matrix::Ones(d.n_q, d.n_k)};
    });
}
BENCHMARK(backward_weights)->Apply(every_size)->UseManualTime()->Unit(benchmark::kMicrosecond);

void backward_cell(benchmark::State& state) {
    backward(state, [](const Dimensions& /*d*/) -> Target { return CellRef{StageId::output, 0, 1, 0}; });
}
BENCHMARK(backward_cell)->Apply(every_size)->UseManualTime()->Unit(benchmark::kMicrosecond);

} // namespace

} // namespace lab::bench
