// SPDX-License-Identifier: GPL-3.0-or-later
//
// Comparison with PyTorch's results, and checks of the shipped examples.
#include "core/engine/live_trace.h"
#include "core/engine/pipeline.h"
#include "core/experiment/is_same.h"
#include "core/experiment/parameter.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/golden.h"
#include "tests/support/test_program.h"
#include "ui/document/examples.h"

#include <QDir>
#include <QTest>

#include <utility>

using namespace lab;
using namespace lab::test;

class TestGolden : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void pipeline_data();
    void pipeline();
    void liveTrace_data() { pipeline_data(); }
    void liveTrace();
    void allExamplesAreListed();
    void describedExample_data();
    void describedExample();
    void notebookExample_data();
    void notebookExample();
};

void TestGolden::pipeline_data() {
    QTest::addColumn<std::string>("name");
    for (const std::string& name : golden_names())
        QTest::newRow(name.c_str()) << name;
}

void TestGolden::pipeline() {
    QFETCH(std::string, name);
    const Golden golden = load_golden(name);
    const Result<Trace> trace = compute(golden.experiment);
    QVERIFY2(trace, trace ? "" : trace.error().message().c_str());
    const auto wrong = contradiction(golden.experiment, golden.result, [&](StageId id, HeadIndex head) {
        return trace.value().stage(id, head);
    });
    QVERIFY2(!wrong, wrong.value_or("").c_str());
}

void TestGolden::liveTrace() {
    QFETCH(std::string, name);
    const Golden golden = load_golden(name);
    LiveTrace live;
    live.update(golden.experiment, {});
    const auto wrong = contradiction(golden.experiment, golden.result,
                                     [&](StageId id, HeadIndex head) { return *live.view(id, head).matrix; });
    QVERIFY2(!wrong, wrong.value_or("").c_str());
}

void TestGolden::allExamplesAreListed() {
    const QDir folder(QStringLiteral(LAB_SOURCE_DIR "/resources/examples"));
    QStringList files = folder.entryList(QDir::Files);
    QStringList listed;
    for (const QString& name : exampleNames())
        listed.append(name + QStringLiteral(".attn"));
    files.sort();
    listed.sort();
    QCOMPARE(listed, files);
}

void TestGolden::describedExample_data() {
    QTest::addColumn<QString>("name");
    for (const QString& name : exampleNames())
        QTest::newRow(qPrintable(name)) << name;
}

/// The description has one line on what to look at and one on what to try.
void TestGolden::describedExample() {
    QFETCH(QString, name);
    const Experiment shipped = example(name);
    QVERIFY(!shipped.title.empty());
    const QStringList lines = QString::fromStdString(shipped.description).split('\n');
    QCOMPARE(lines.size(), 2);
    QVERIFY(!lines.contains(QString()));
    QVERIFY(lines[1].startsWith("Try: "));
}

void TestGolden::notebookExample_data() {
    QTest::addColumn<QString>("name");
    for (const QString& name : exampleNames(ExampleGroup::notebooks))
        QTest::newRow(qPrintable(name)) << name;
}

/// The example may differ from PyTorch's input only in texts and notation, and so may its scenes.
void TestGolden::notebookExample() {
    QFETCH(QString, name);
    Experiment shipped = example(name);
    const Experiment golden = load_golden(name.toStdString()).experiment;
    shipped.title = golden.title;
    shipped.description = golden.description;
    shipped.notation = golden.notation;
    for (const Snapshot& each : std::exchange(shipped.snapshots, {})) {
        Experiment scene = *each.experiment;
        scene.title = golden.title;
        scene.description = golden.description;
        scene.notation = golden.notation;
        QVERIFY2(is_same(scene, golden), each.name.c_str());
    }
    const auto differs = difference(shipped, golden);
    QVERIFY2(!differs, differs.value_or("").c_str());
}

LAB_APPLESS_TEST(TestGolden)
#include "tst_golden.moc"
