// SPDX-License-Identifier: GPL-3.0-or-later
//
// Drags a number of W_Q in the real window. Measures the time until it is painted and how long the event loop
// is blocked.
#include "tests/bench/support/samples.h"
#include "tests/bench/support/sizes.h"
#include "tests/bench/support/window.h"

#include <QEventLoop>
#include <QTimer>

#include <optional>

namespace lab::bench {

namespace {

using namespace std::chrono_literals;

constexpr QSize own_size{1440, 900};

/// A window in which every card is visible at once. Large matrices never fit, so for them this is the default
/// size. Not larger than needed: in a very large window the board would show numbers and scroll.
std::unique_ptr<ModelWindow> window_with_every_card(const Size& size) {
    auto window = std::make_unique<ModelWindow>(size, own_size);
    if (size.tokens > small.tokens)
        return window;
    for (const QSize pixels : {QSize(2560, 1440), QSize(2560, 2560), QSize(2880, 2880)}) {
        if (window->cards_in_sight() == window->cards())
            break;
        window = std::make_unique<ModelWindow>(size, pixels);
    }
    return window;
}

/// The n-th value of a dragged number.
double moving(std::size_t n) {
    return 0.1 + 0.01 * static_cast<double>(n % 10);
}

void report(benchmark::State& state, const Samples& samples, const ModelWindow& window) {
    samples.report(state);
    state.counters["cards"] = window.cards();
    state.counters["in_sight"] = window.cards_in_sight();
    state.counters["width"] = window.pixels().width();
    state.counters["height"] = window.pixels().height();
}

void run_latency(benchmark::State& state, ModelWindow& window) {
    Samples samples;
    const Patience patience;
    for (auto _ : state) {
        while (patience.wants_more(samples.count())) {
            const Clock::time_point begin = Clock::now();
            window.preview(moving(samples.count()));
            if (!wait_until([&] { return window.is_painted(); }))
                return state.SkipWithError("the edit is never painted");
            samples.add(Clock::now() - begin);
        }
        report(state, samples, window);
    }
}

/// From the edit until the last visible heatmap affected by it has been painted. Up to `small`, every card is
/// visible.
void latency(benchmark::State& state) {
    const Size size = size_of(state);
    const auto window = window_with_every_card(size);
    if (size.tokens <= small.tokens && window->cards_in_sight() < window->cards())
        return state.SkipWithError("not every card is in sight");
    run_latency(state, *window);
}

/// The same in a window of the program's default size.
void latency_window(benchmark::State& state) {
    ModelWindow window(size_of(state), own_size);
    run_latency(state, window);
}

/// The longest time the event loop is blocked per edit, while dragging at 60 edits a second.
void scrub_block(benchmark::State& state) {
    ModelWindow window(size_of(state), own_size);
    Samples samples;
    const Patience patience;
    QEventLoop loop;
    std::optional<Clock::time_point> last_beat;
    Duration longest{};
    QTimer heart, hand;
    heart.setTimerType(Qt::PreciseTimer);
    hand.setTimerType(Qt::PreciseTimer);
    const auto beat = [&] {
        const Clock::time_point now = Clock::now();
        if (last_beat)
            longest = std::max(longest, now - *last_beat);
        last_beat = now;
    };
    std::size_t edits = 0;
    QObject::connect(&heart, &QTimer::timeout, &loop, beat);
    QObject::connect(&hand, &QTimer::timeout, &loop, [&] {
        beat();
        if (edits > 0)
            samples.add(std::exchange(longest, Duration{}));
        if (!patience.wants_more(samples.count()))
            return loop.quit();
        window.preview(moving(edits++));
        beat();
    });
    for (auto _ : state) {
        heart.start(1ms);
        hand.start(16ms);
        loop.exec();
        report(state, samples, window);
    }
}

void own_sizes(benchmark::internal::Benchmark* benchmark) {
    add_sizes(benchmark, {tiny, small}); // for larger models, `latency` already uses this window size
}

#define LAB_SAMPLES(NAME, SIZES)                                                                             \
    BENCHMARK(NAME)->Apply(SIZES)->UseManualTime()->Iterations(1)->Unit(benchmark::kMillisecond)
LAB_SAMPLES(latency, every_size);
LAB_SAMPLES(latency_window, own_sizes);
LAB_SAMPLES(scrub_block, every_size);

} // namespace

} // namespace lab::bench
