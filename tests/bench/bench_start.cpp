// SPDX-License-Identifier: GPL-3.0-or-later
//
// Time from starting the process until its first window has been painted and is idle, beside that of a bare
// window, in turn. Runs the unmodified program. A Qt plugin (first_paint.cpp) reports the end time.
#include "tests/bench/support/samples.h"

#include <QByteArray>
#include <QProcess>
#include <QTemporaryDir>

namespace lab::bench {

namespace {

constexpr int runs = 20;

/// The start-up time, or nothing if the program did not report it.
std::optional<Duration> start_once(const QString& program) {
    const QTemporaryDir nobody; // an empty profile: no preferences
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
    environment.insert(QStringLiteral("QT_PLUGIN_PATH"), QStringLiteral(LAB_BENCH_PLUGINS));
    environment.insert(QStringLiteral("QT_QPA_GENERIC_PLUGINS"), QStringLiteral("lab_first_paint"));
    for (const char* folder : {"XDG_CONFIG_HOME", "XDG_RUNTIME_DIR"})
        environment.insert(QLatin1String(folder), nobody.path());
    QProcess process;
    process.setProcessEnvironment(environment);
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    const Clock::time_point begin = Clock::now();
    process.start(program, QStringList());
    if (!process.waitForFinished(60'000)) {
        process.kill();
        process.waitForFinished();
        return std::nullopt;
    }
    bool said = false;
    const qint64 end = process.readAllStandardOutput().trimmed().toLongLong(&said);
    if (!said)
        return std::nullopt;
    // Both clocks count from system boot.
    return std::chrono::nanoseconds(end) - begin.time_since_epoch();
}

void start(benchmark::State& state) {
    // The environment can name another one: an installed program, say.
    const QString program = qEnvironmentVariable("LAB_PROGRAM", QStringLiteral(LAB_PROGRAM)),
                  bare = QStringLiteral(LAB_BARE_WINDOW);
    if (!start_once(program) || !start_once(bare)) // also warms the file cache
        return state.SkipWithError("a program does not say when its window is painted");
    Samples samples, of_bare;
    for (auto _ : state) {
        for (int i = 0; i < runs; ++i) {
            const auto took = start_once(program), bare_took = start_once(bare);
            if (!took || !bare_took)
                continue;
            samples.add(*took);
            of_bare.add(*bare_took);
        }
        if (samples.count() == 0)
            return state.SkipWithError("the program does not say when its window is painted");
        samples.report(state);
        state.counters["bare"] = of_bare.quantile(0.5);
        state.counters["ratio"] = samples.quantile(0.5) / of_bare.quantile(0.5);
    }
}
BENCHMARK(start)->UseManualTime()->Iterations(1)->Unit(benchmark::kMillisecond);

} // namespace

} // namespace lab::bench
