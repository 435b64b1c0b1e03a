// SPDX-License-Identifier: GPL-3.0-or-later
//
// Individual durations, to report what an average hides.
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
    /// The smallest sample that is at least as large as a `fraction` of all samples.
    double quantile(double fraction) const;

    /// Reports the median as the benchmark's time (manual time, one iteration), and p50, p95, p99 and the
    /// maximum as counters in milliseconds.
    void report(benchmark::State& state) const;

private:
    std::vector<double> m_milliseconds;
};

/// When to stop sampling: after 200 samples or 20 seconds, but not before 5 samples.
class Patience {
public:
    bool wants_more(std::size_t samples) const {
        return samples < 5 || (samples < 200 && Clock::now() - m_begin < std::chrono::seconds(20));
    }

private:
    Clock::time_point m_begin = Clock::now();
};

} // namespace lab::bench
