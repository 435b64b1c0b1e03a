// SPDX-License-Identifier: GPL-3.0-or-later
//
// Edits one number and waits until everything visible is up to date: the shown head's stages and 64 rows of
// the output. Creating the edited experiment is included in the time, as it is in the program. The counter
// `make` gives its share in microseconds.
#include "tests/bench/support/samples.h"
#include "tests/bench/support/sizes.h"

#include "core/engine/live_trace.h"
#include "core/engine/pipeline.h"
#include "core/experiment/parameter.h"

#include <algorithm>
#include <array>

namespace lab::bench {

namespace {

constexpr HeadIndex shown_head = 1; // not the first, so its columns have an offset
constexpr Index shown_rows = 64;
constexpr std::array stages_of_head{StageId::queries, StageId::keys,          StageId::values,
                                    StageId::scores,  StageId::scaled_scores, StageId::masked_scores,
                                    StageId::weights, StageId::head_outputs};

struct Edited {
    Experiment experiment;
    Change change;
};

/// The n-th value of a dragged number. Consecutive values differ.
double moving(std::int64_t n) {
    return 0.1 + 0.01 * static_cast<double>(n % 10);
}

void bring_into_sight(LiveTrace& live, Index tokens) {
    for (const StageId stage : stages_of_head)
        live.compute_rows(stage, shown_head, {0, tokens});
    live.compute_rows(StageId::output, 0, {0, std::min(tokens, shown_rows)});
}

/// Compares the results with a full computation, so that the benchmark cannot skip the work.
bool is_up_to_date(const LiveTrace& live, const Experiment& experiment) {
    Trace trace;
    if (compute(experiment, trace))
        return false;
    const Index rows = std::min<Index>(trace.stage(StageId::output).rows(), shown_rows);
    const auto same = [&](StageId id, HeadIndex head, Index count) {
        const MatrixPtr matrix = live.peek(id, head).matrix;
        return matrix && matrix->topRows(count).isApprox(trace.stage(id, head).topRows(count), 1e-12);
    };
    return same(StageId::weights, shown_head, trace.stage(StageId::output).rows()) &&
           same(StageId::head_outputs, shown_head, trace.stage(StageId::output).rows()) &&
           same(StageId::output, 0, rows);
}

template<class Edit>
void run(benchmark::State& state, const Experiment& before, Edit edit) {
    const Index tokens = size_of(state).tokens;
    LiveTrace live;
    live.update(before, {});
    bring_into_sight(live, tokens);
    std::int64_t step = 0;
    Edited now{before, {}};
    Duration making{};
    for (auto _ : state) {
        const Clock::time_point begin = Clock::now();
        now = edit(before, moving(step++));
        making += Clock::now() - begin;
        live.update(now.experiment, now.change);
        bring_into_sight(live, tokens);
        benchmark::ClobberMemory();
    }
    state.counters["make"] =
        benchmark::Counter(1e3 * milliseconds(making), benchmark::Counter::kAvgIterations);
    if (!is_up_to_date(live, now.experiment))
        state.SkipWithError("the stages in sight are not those of the edited experiment");
}

/// Edits one cell of a parameter, within the shown head's columns if the parameter is per head.
void run_parameter(benchmark::State& state, ParameterId id) {
    const Experiment before = model(size_of(state));
    const MatrixPtr matrix = parameter(before, id);
    const Index row = matrix->rows() / 2;
    const Index column = head_columns(matrix->cols(), info(id).split, before.heads, shown_head).first + 2;
    run(state, before, [=](const Experiment& experiment, double value) {
        return Edited{with_cell(experiment, id, row, column, value), {info(id).field, Block{row, column}}};
    });
}

void edit_w_q(benchmark::State& state) {
    run_parameter(state, ParameterId::W_Q);
}

void edit_w_v(benchmark::State& state) {
    run_parameter(state, ParameterId::W_V);
}

void edit_w_o(benchmark::State& state) {
    run_parameter(state, ParameterId::W_O);
}

/// Edits one component of a token's vector.
void edit_x(benchmark::State& state) {
    run_parameter(state, ParameterId::E);
}

/// Hides a key from one of the visible queries, then shows it again.
void edit_mask(benchmark::State& state) {
    const Size size = size_of(state);
    const Index row = std::min(size.tokens, shown_rows) / 2;
    const Index column = size.tokens / 3;
    bool hidden = false;
    run(state, masked_model(size), [=](const Experiment& experiment, double) mutable {
        hidden = !hidden;
        Edited edited{experiment, {Field::mask, Block{row, column}}};
        Matrix mask = *experiment.mask.custom;
        mask(row, column) = hidden ? 0 : 1;
        edited.experiment.mask.custom = share(std::move(mask));
        return edited;
    });
}

void edit_temperature(benchmark::State& state) {
    run(state, model(size_of(state)), [](const Experiment& experiment, double value) {
        Edited edited{experiment, {Field::normalization, {}}};
        edited.experiment.normalization.temperature = 1 + value;
        return edited;
    });
}

#define LAB_EDIT(NAME) BENCHMARK(NAME)->Apply(every_size)->UseRealTime()->Unit(benchmark::kMicrosecond)
LAB_EDIT(edit_w_q);
LAB_EDIT(edit_w_v);
LAB_EDIT(edit_w_o);
LAB_EDIT(edit_x);
LAB_EDIT(edit_mask);
LAB_EDIT(edit_temperature);

} // namespace

} // namespace lab::bench
