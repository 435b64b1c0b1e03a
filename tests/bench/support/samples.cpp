// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/support/samples.h"

#include <algorithm>
#include <cmath>

namespace lab::bench {

double milliseconds(Duration duration) {
    return std::chrono::duration<double, std::milli>(duration).count();
}

double Samples::quantile(double fraction) const {
    std::vector<double> sorted = m_milliseconds;
    std::ranges::sort(sorted);
    const double rank = std::ceil(fraction * static_cast<double>(sorted.size()));
    return sorted[static_cast<std::size_t>(std::max(rank, 1.0)) - 1];
}

void Samples::report(benchmark::State& state) const {
    if (m_milliseconds.empty())
        return;
    state.SetIterationTime(quantile(0.5) / 1e3);
    state.counters["p50"] = quantile(0.5);
    state.counters["p95"] = quantile(0.95);
    state.counters["p99"] = quantile(0.99);
    state.counters["max"] = quantile(1);
    state.counters["samples"] = static_cast<double>(count());
}

} // namespace lab::bench
