// SPDX-License-Identifier: GPL-3.0-or-later
//
// How long it takes until it is said of numbers that no mistake explains them: every mistake is tried. 64
// tokens, d_model 768, 12 heads, with biases and a causal mask, as in GPT-2.
#include "tests/bench/support/model.h"

#include "core/analysis/diagnosis/diagnosis.h"
#include "core/analysis/diagnosis/judge.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>

namespace lab::bench {

namespace {

constexpr Size judged_size{64, 768, 12};

Experiment judged_model() {
    Experiment experiment = model(judged_size);
    const Index d = judged_size.d_model;
    Projection& p = experiment.projection;
    std::uint32_t seed = 6;
    for (MatrixPtr* bias : {&p.b_Q, &p.b_K, &p.b_V, &p.b_O})
        *bias = share(random_matrix(1, d, seed++));
    experiment.mask.causal = true;
    return experiment;
}

/// Random numbers with six decimals in the shape of a stage, of one head or of so many.
PrintedArray random_numbers(const Experiment& experiment, StageId stage, Index heads) {
    const Dimensions d = dimensions(experiment);
    const Index rows = length(info(stage).rows, d) * std::max<Index>(heads, 1);
    PrintedArray array;
    constexpr double unit = 1e-6;
    array.numbers = (random_matrix(rows, length(info(stage).columns, d), 11) / unit).array().rint() * unit;
    array.last_digit = Matrix::Constant(array.numbers.rows(), array.numbers.cols(), unit);
    array.heads = heads;
    return array;
}

void judge_random(benchmark::State& state, StageId stage, Index heads) {
    const Experiment experiment = judged_model();
    const PrintedArray given = random_numbers(experiment, stage, heads);
    for (auto _ : state) {
        const auto diagnosis = judge(experiment, {stage, 0}, given);
        if (!diagnosis || diagnosis->is_right || !diagnosis->claims.empty())
            return state.SkipWithError("random numbers were explained");
    }
}

void identify_random(benchmark::State& state, StageId stage) {
    const Experiment experiment = judged_model();
    const PrintedArray given = random_numbers(experiment, stage, 0);
    for (auto _ : state) {
        const auto found = what_is_this(experiment, given);
        if (!found || !found->as.empty())
            return state.SkipWithError("random numbers were recognised");
    }
}

BENCHMARK_CAPTURE(judge_random, weights, StageId::weights, 0)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(judge_random, weights_of_all_heads, StageId::weights, judged_size.heads)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(judge_random, head_outputs, StageId::head_outputs, 0)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(judge_random, head_outputs_of_all_heads, StageId::head_outputs, judged_size.heads)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(judge_random, concat, StageId::concat, 0)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(judge_random, output, StageId::output, 0)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(identify_random, weights, StageId::weights)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(identify_random, output, StageId::output)->UseRealTime()->Unit(benchmark::kMillisecond);

} // namespace

} // namespace lab::bench
