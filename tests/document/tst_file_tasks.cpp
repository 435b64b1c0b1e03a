// SPDX-License-Identifier: GPL-3.0-or-later
//
// Nobody waits for a task that never ends.
#include "tests/support/fatal_messages.h"
#include "tests/support/test_program.h"
#include "ui/document/files/file_tasks.h"

#include <QCoreApplication>
#include <QSemaphore>
#include <QStringList>
#include <QTest>

using namespace lab;
using namespace lab::test;

namespace {

constexpr std::chrono::minutes longest{1};

/// A task that ends when `gate` has been opened.
FileTasks::Work waits_for(const std::shared_ptr<QSemaphore>& gate, FileTasks::Then then) {
    return [gate, then = std::move(then)](const std::stop_token&) {
        gate->acquire();
        return then;
    };
}

FileTasks::Work does(FileTasks::Then then) {
    return [then = std::move(then)](const std::stop_token&) { return then; };
}

} // namespace

class TestFileTasks : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void oneAfterAnother();
    void leftOnesHoldNothingUp();
    void leftOnesAreAskedToStop();
    void ownerMayGo();
    void finishes();
};

void TestFileTasks::oneAfterAnother() {
    FileTasks tasks;
    QStringList done;
    for (const char* name : {"a", "b", "c"})
        tasks.start(does([&done, name] { done += name; }));
    QTRY_COMPARE(done, (QStringList{"a", "b", "c"}));
    tasks.start(does([&done] { done += "d"; }));
    QTRY_COMPARE(done.size(), 4);
}

void TestFileTasks::leftOnesHoldNothingUp() {
    const auto gate = std::make_shared<QSemaphore>();
    FileTasks tasks;
    QStringList done;
    tasks.start(waits_for(gate, [&done] { done += "stuck"; }));
    tasks.start(does([&done] { done += "waiting"; }));
    tasks.leave();
    tasks.start(does([&done] { done += "later"; }));
    QTRY_COMPARE(done, (QStringList{"waiting", "later"}));
    QVERIFY(FileTasks::areLeft());
    gate->release(); // it answers after all
    QTRY_COMPARE(done.size(), 3);
    QTRY_VERIFY(!FileTasks::areLeft());
}

void TestFileTasks::leftOnesAreAskedToStop() {
    for (const bool byLeaving : {true, false}) {
        const auto stopped = std::make_shared<QSemaphore>();
        auto tasks = std::make_unique<FileTasks>();
        tasks->start([stopped](const std::stop_token& stop) -> FileTasks::Then {
            while (!stop.stop_requested())
                std::this_thread::yield();
            stopped->release();
            return [] {};
        });
        if (byLeaving)
            tasks->leave();
        tasks.reset();
        QVERIFY(stopped->tryAcquire(1, static_cast<int>(std::chrono::milliseconds(longest).count())));
    }
}

/// What a task returns is not called any more, nor is what has not begun.
void TestFileTasks::ownerMayGo() {
    const auto gate = std::make_shared<QSemaphore>();
    const auto used = std::make_shared<int>(0);
    bool called = false;
    {
        FileTasks tasks;
        tasks.start(waits_for(gate, [used, &called] { called = true; }));
        tasks.start([used](const std::stop_token&) -> FileTasks::Then {
            ++*used;
            return [] {};
        });
    }
    gate->release();
    QTRY_COMPARE(used.use_count(), 1L); // the tasks are gone
    QCoreApplication::processEvents();
    QVERIFY(!called);
    QCOMPARE(*used, 0);
}

void TestFileTasks::finishes() {
    const auto gate = std::make_shared<QSemaphore>();
    FileTasks tasks;
    QVERIFY(tasks.finish(longest)); // there are none
    int done = 0;
    for (int i = 0; i < 3; ++i)
        tasks.start([&done](const std::stop_token&) -> FileTasks::Then {
            ++done;
            return [] {};
        });
    QVERIFY(tasks.finish(longest));
    QCOMPARE(done, 3);
    tasks.start(waits_for(gate, [] {}));
    QVERIFY(!tasks.finish(std::chrono::milliseconds(1)));
    tasks.leave();
    QVERIFY(tasks.finish(longest)); // those that were left do not count
    gate->release();
}

LAB_GUILESS_TEST(TestFileTasks)
#include "tst_file_tasks.moc"
