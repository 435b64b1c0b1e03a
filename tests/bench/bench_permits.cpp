// SPDX-License-Identifier: GPL-3.0-or-later
//
// How long it takes to say whether a step of a drag is allowed, in a document with many snapshots. It is
// asked 60 times a second on the window's thread. The counter `make` gives the time that making the edited
// experiment takes, in microseconds.
#include "tests/bench/support/model.h"
#include "tests/bench/support/samples.h"

#include "core/experiment/parameter.h"
#include "core/lesson/permits.h"

#include <benchmark/benchmark.h>

namespace lab::bench {

namespace {

Experiment with_snapshots(Experiment experiment, std::int64_t count) {
    const auto kept = std::make_shared<const Experiment>(experiment);
    for (std::int64_t i = 0; i < count; ++i)
        experiment.snapshots.push_back({"Snapshot " + std::to_string(i + 1), kept, nullptr});
    return experiment;
}

/// One cell of W_Q is dragged, which is allowed, or the last name in `allow` is another one.
void permit(benchmark::State& state, const char* name) {
    const Experiment before = with_snapshots(model(small), state.range(0));
    const std::optional<std::vector<std::string>> allow{{"mask", "overrides", name}};
    const Clock::time_point begin = Clock::now();
    const Experiment after = with_cell(before, ParameterId::W_Q, 63, 63, 0.5);
    state.counters["make"] = 1e3 * milliseconds(Clock::now() - begin);
    const bool is_allowed = name == std::string_view("W_Q");
    for (auto _ : state) {
        if (permits(before, after, allow).has_value() == is_allowed)
            state.SkipWithError("W_Q must be allowed where it is named, and nowhere else");
    }
}

BENCHMARK_CAPTURE(permit, allowed, "W_Q")->Arg(0)->Arg(1000)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(permit, locked, "W_K")->Arg(0)->Arg(1000)->Unit(benchmark::kMicrosecond);

} // namespace

} // namespace lab::bench
