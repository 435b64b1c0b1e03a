// SPDX-License-Identifier: GPL-3.0-or-later
//
// Multithreading in the core: the results equal those of a single thread.
#include "core/base/parallel.h"
#include "core/engine/live_trace.h"
#include "core/engine/pipeline.h"
#include "core/experiment/parameter.h"
#include "tests/bench/support/model.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <future>
#include <numeric>
#include <stdexcept>
#include <thread>

using namespace lab;
using namespace lab::test;

namespace {

/// Large enough that a stage is computed on all cores.
constexpr bench::Size large{256, 64, 2};

Change change_of(ParameterId id) {
    return {info(id).field, Block{1, 1}};
}

Experiment edited(const Experiment& experiment, int n) {
    return with_cell(experiment, ParameterId::W_Q, 1, 1, 0.1 * n);
}

/// Checks only the output, which depends on all other stages.
bool is_right(LiveTrace& live, const Experiment& experiment) {
    const Result<Trace> expected = compute(experiment);
    return expected &&
           !beyond_tolerance(*live.view(StageId::output).matrix, expected.value().stage(StageId::output));
}

} // namespace

class TestThreads : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void everyIndexOnce();
    void whatOneThrowsComesOut();
    void whatAllThrowAtOnce();
    void oneStageOnAllCores();
    void copiesOfATrace();
    void matricesThatOthersLetGo();
};

void TestThreads::everyIndexOnce() {
    std::vector<Index> seen(10'000);
    on_all_cores(Index(seen.size()), [&](Index i) { seen[std::size_t(i)] += i; });
    std::vector<Index> expected(seen.size());
    std::iota(expected.begin(), expected.end(), 0);
    QCOMPARE(seen, expected);
}

void TestThreads::whatOneThrowsComesOut() {
    for (const Index bad : {0, 1, 99}) {
        QVERIFY_THROWS_EXCEPTION(std::runtime_error, on_all_cores(100, [&](Index i) {
                                     if (i >= bad)
                                         throw std::runtime_error(std::to_string(i));
                                 }));
    }
}

/// All threads wait for each other and throw at once. Only the lock in on_all_cores() synchronises them.
void TestThreads::whatAllThrowAtOnce() {
    const auto threads = std::max<Index>(std::thread::hardware_concurrency(), 1);
    std::atomic<Index> there = 0;
    const auto fail = [&](Index) {
        there.fetch_add(1, std::memory_order_relaxed);
        while (there.load(std::memory_order_relaxed) < threads)
            std::this_thread::yield();
        throw std::runtime_error("all at once");
    };
    QVERIFY_THROWS_EXCEPTION(std::runtime_error, on_all_cores(threads, fail));
}

void TestThreads::oneStageOnAllCores() {
    Experiment experiment = bench::model(large);
    LiveTrace live;
    live.update(experiment, {});
    for (int n = 0; n < 3; ++n) {
        QVERIFY(is_right(live, experiment));
        experiment = edited(experiment, n);
        live.update(experiment, change_of(ParameterId::W_Q));
    }
}

/// Copies share matrices until one of them changes.
void TestThreads::copiesOfATrace() {
    const Experiment experiment = bench::model({64, 32, 2});
    LiveTrace first;
    first.update(experiment, {});
    first.view(StageId::output);
    std::vector<LiveTrace> copies(4, first);
    std::vector<Experiment> experiments;
    for (int n = 0; n < int(copies.size()); ++n)
        experiments.push_back(edited(experiment, n));
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < copies.size(); ++i)
            threads.emplace_back([&copy = copies[i], &mine = experiments[i]] {
                copy.update(mine, change_of(ParameterId::W_Q));
                copy.view(StageId::output);
            });
    }
    QVERIFY(is_right(first, experiment));
    for (std::size_t i = 0; i < copies.size(); ++i)
        QVERIFY(is_right(copies[i], experiments[i]));
}

/// Matrix memory is reused after another thread has read and released its view. Only the reference count
/// synchronises the two.
void TestThreads::matricesThatOthersLetGo() {
    Experiment experiment = bench::model({32, 16, 2});
    LiveTrace live;
    live.update(experiment, {});
    for (int n = 0; n < 50; ++n) {
        MatrixPtr held = live.view(StageId::queries).matrix;
        const std::weak_ptr<const Matrix> watched = held;
        std::promise<double> sum;
        std::future<double> coming = sum.get_future();
        const std::jthread reader([held = std::move(held), &sum]() mutable {
            const double read = held->sum();
            held.reset();
            sum.set_value(read);
        });
        while (watched.use_count() > 1)
            std::this_thread::yield();
        experiment = edited(experiment, n);
        live.update(experiment, change_of(ParameterId::W_Q));
        live.compute_rows(StageId::queries, 0, live.all_rows(StageId::queries));
        QVERIFY(std::isfinite(coming.get()));
    }
    QVERIFY(is_right(live, experiment));
}

LAB_APPLESS_TEST(TestThreads)
#include "tst_threads.moc"
