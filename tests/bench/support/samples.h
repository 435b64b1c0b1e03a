// SPDX-License-Identifier: GPL-3.0-or-later
//
// Durations, one by one, for what an average hides.
#pragma once

#include <benchmark/benchmark.h>

#include <chrono>
#include <vector>

namespace lab::bench {

using Clock = std::chrono::steady_clock;
using Duration = Clock::duration;

double milliseconds(Duration duration);

class Samples {
public:
    void add(Duration duration) { m_milliseconds.push_back(milliseconds(duration)); }
    std::size_t count() const { return m_milliseconds.size(); }
    /// The smallest of them that at least `fraction` of them do not exceed.
    double quantile(double fraction) const;

    /// The median as the benchmark's time, which is to be manual and of one iteration; p50, p95, p99 and the
    /// largest as counters, in milliseconds.
    void report(benchmark::State& state) const;

private:
    std::vector<double> m_milliseconds;
};

/// How long to go on: 200 samples, or what 20 seconds give, but never less than 5.
class Patience {
public:
    bool wants_more(std::size_t samples) const {
        return samples < 5 || (samples < 200 && Clock::now() - m_begin < std::chrono::seconds(20));
    }

private:
    Clock::time_point m_begin = Clock::now();
};

} // namespace lab::bench
