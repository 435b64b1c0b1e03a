// SPDX-License-Identifier: GPL-3.0-or-later
//
// Checks that ThreadSanitizer finds our data races although Qt is not instrumented, even with Qt functions at
// the bottom of the stack: in event handlers and on threads of Qt's pool.
//
// This program runs itself to race on purpose. Only built with -fsanitize=thread.
#include "tests/bench/support/model.h"
#include "tests/support/test_program.h"
#include "ui/document/computation.h"
#include "ui/document/task_thread.h"

#include <QCoreApplication>
#include <QProcess>
#include <QTest>
#include <QThreadPool>
#include <QTimer>

#include <atomic>

using namespace lab;

namespace {

// The threads' progress. Relaxed, because any synchronisation would remove the race.
std::atomic<bool> other_wrote = false;
std::atomic<bool> handler_wrote = false;

void write_planted_number(double& planted) {
    planted += 1;
}

/// Writes on another thread, which then waits, so that ending it does not synchronise the writes.
void write_on_the_other(double& planted) {
    write_planted_number(planted);
    other_wrote.store(true, std::memory_order_relaxed);
    while (!handler_wrote.load(std::memory_order_relaxed))
        std::this_thread::yield();
}

/// Writes in an event handler, once the other thread has written.
void write_in_a_handler(double& planted) {
    QTimer timer;
    QObject::connect(&timer, &QTimer::timeout, &timer, [&planted] {
        if (!other_wrote.load(std::memory_order_relaxed))
            return;
        write_planted_number(planted);
        handler_wrote.store(true, std::memory_order_relaxed);
        QCoreApplication::quit();
    });
    timer.start(1);
    QCoreApplication::exec();
}

void race_with_a_worker() {
    double planted = 0;
    TaskThread worker;
    worker.start([&planted]() -> TaskThread::Then {
        write_on_the_other(planted);
        return [] {};
    });
    write_in_a_handler(planted);
}

void race_with_a_thread_of_qts() {
    static double planted = 0; // static, because a capture would be passed through Qt and reported first
    QThreadPool pool;
    pool.start([] { write_on_the_other(planted); });
    write_in_a_handler(planted);
}

/// Writes to a matrix that the worker thread is reading.
void race_with_a_computation() {
    Experiment experiment = bench::model({128, 32, 4});
    const auto mine = std::make_shared<Matrix>(*experiment.projection.W_Q);
    experiment.projection.W_Q = mine;
    Computation computation;
    computation.setFrame(0);
    computation.update(experiment, {});
    computation.view(StageId::output, 0); // starts the computation just before the next event
    QMetaObject::invokeMethod(
        &computation, [&] { write_planted_number((*mine)(0, 0)); }, Qt::QueuedConnection);
    QObject::connect(&computation, &Computation::arrived, &computation, [&] {
        if (!computation.view(StageId::output, 0).stale)
            QCoreApplication::quit();
    });
    QCoreApplication::exec();
}

} // namespace

class TestPlantedRace : public QObject {
    Q_OBJECT

private slots:
    void isFound_data();
    void isFound();
};

void TestPlantedRace::isFound_data() {
    QTest::addColumn<QString>("with");
    for (const char* with : {"worker", "qt", "computation"})
        QTest::newRow(with) << QString(with);
}

void TestPlantedRace::isFound() {
    QFETCH(QString, with);
    QProcess program;
    program.start(QCoreApplication::applicationFilePath(), {"planted_race", "--with", with});
    QVERIFY(program.waitForFinished(120'000));
    const QByteArray report = program.readAllStandardError();
    constexpr int ended_by_the_sanitizer = 66;
    QVERIFY2(program.exitCode() == ended_by_the_sanitizer, report);
    QVERIFY2(report.contains("ThreadSanitizer: data race"), report);
    QVERIFY2(report.contains("write_planted_number"), report);
}

static int runPlantedRace(int argc, char** argv) {
    QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.value(1) == "--with") {
        arguments.value(2) == "worker" ? race_with_a_worker()
        : arguments.value(2) == "qt"   ? race_with_a_thread_of_qts()
                                       : race_with_a_computation();
        return 0;
    }
    TestPlantedRace test;
    return QTest::qExec(&test, argc, argv);
}

LAB_TEST_RUN_BY(TestPlantedRace, runPlantedRace)
#include "tst_planted_race.moc"
