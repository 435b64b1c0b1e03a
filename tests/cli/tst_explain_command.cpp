// SPDX-License-Identifier: GPL-3.0-or-later
//
// attention-lab explain: how a number is computed, as Markdown, and the errors for cells that do not exist.
#include "core/base/number_format.h"
#include "core/engine/pipeline.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/process.h"
#include "tests/support/sample.h"
#include "tests/support/test_program.h"
#include "ui/document/examples.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lab;
using namespace lab::test;

class TestExplainCommand : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void aWeight();
    void aSink();
    void countsFrom0();
    void everyStageOfEveryExample_data();
    void everyStageOfEveryExample();
    void refusals_data();
    void refusals();

private:
    QString file(const QString& name) const {
        QFile file(m_folder.filePath(name + ".attn"));
        if (file.open(QIODevice::WriteOnly))
            file.write(exampleText(name));
        return file.fileName();
    }
    QTemporaryDir m_folder;
};

void TestExplainCommand::aWeight() {
    const Run run = run_program({"explain", file("sky-is-blue"), "--stage", "weights", "--cell", "2,0"});
    QCOMPARE(run.err, QByteArray());
    QCOMPARE(run.code, 0);
    const QString text = QString::fromUtf8(run.out);
    for (const char* part : {"# Attention weights: “blue” → “sky”",
                             "“blue” gives 31.4 % of its attention to “sky”", "## 1 Compare query and key",
                             "Q\\_blue,1 = ", "## 2 Scale", "## 3 Mask", "## 4 Softmax over the row"})
        QVERIFY2(text.contains(QString::fromUtf8(part)), qPrintable(text));
    const double weight = compute(example("sky-is-blue")).value().stage(StageId::weights)(2, 0);
    QVERIFY(text.contains("Its value is **" + QString::fromStdString(shortest(weight)) + "**."));
}

/// Heads, features and positions, as the arguments.
void TestExplainCommand::countsFrom0() {
    const Run run =
        run_program({"explain", file("two-heads"), "--stage", "queries", "--head", "1", "--cell", "2,0"});
    QCOMPARE(run.code, 0);
    const QByteArray heading = run.out.first(run.out.indexOf('\n'));
    QVERIFY2(heading.startsWith("# Queries, head 1: ") && heading.endsWith(", feature 0"),
             heading.constData());
    QVERIFY2(run.out.contains("| d0 | ") && run.out.contains("W\\_Q\\_4,0 "), run.out.constData());
}

/// What a sink takes is the column after the last key.
void TestExplainCommand::aSink() {
    const Experiment experiment = example("learned-sink");
    const QString keys = QString::number(dimensions(experiment).n_k), document = file("learned-sink");
    const Run run = run_program({"explain", document, "--stage", "weights", "--cell", "0," + keys});
    QCOMPARE(run.err, QByteArray());
    QCOMPARE(run.code, 0);
    const QString text = QString::fromUtf8(run.out);
    QVERIFY2(text.startsWith("# Attention weights") && text.section('\n', 0, 0).endsWith("→ the sink") &&
                 text.contains("no key, no value") && !text.contains("## 2"),
             qPrintable(text));
    const Run outside = run_program({"explain", document, "--stage", "weights", "--cell", "99,0"});
    QVERIFY2(outside.err.contains("columns 0 to " + keys.toUtf8()), outside.err.constData());
}

void TestExplainCommand::everyStageOfEveryExample_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<std::size_t>("number");
    std::size_t number = 0;
    for (const QString& name : exampleNames())
        QTest::newRow(qPrintable(name)) << name << number++;
}

void TestExplainCommand::everyStageOfEveryExample() {
    QFETCH(QString, name);
    QFETCH(std::size_t, number);
    const Experiment experiment = example(name);
    const QString document = file(name);
    for (const StageInfo& stage : all_stages()) {
        if (!in_sample(number++, 4))
            continue;
        const QString id = QString::fromUtf8(stage.name.data(), qsizetype(stage.name.size()));
        const Run run = run_program({"explain", document, "--stage", id, "--cell", "0,0"});
        QCOMPARE(run.code, has_stage(experiment, stage.id) ? 0 : 1);
        QCOMPARE(run.out.startsWith("# "), has_stage(experiment, stage.id));
    }
}

void TestExplainCommand::refusals_data() {
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, const QStringList& options, int code, const char* message) {
        QTest::newRow(name) << options << code << QString(message);
    };
    row("no cell", {"--stage", "weights"}, 2, "explain needs --stage NAME and --cell R,C");
    row("no stage", {"--cell", "0,0"}, 2, "explain needs --stage NAME and --cell R,C");
    row("an unknown stage", {"--stage", "wits", "--cell", "0,0"}, 2, "there is no stage \"wits\"");
    row("no numbers", {"--stage", "weights", "--cell", "a,b"}, 2, "--cell \"a,b\" is no row and column");
    row("one number", {"--stage", "weights", "--cell", "1"}, 2, "--cell \"1\" is no row and column");
    row("three numbers", {"--stage", "weights", "--cell", "1,1,1"}, 2, "is no row and column");
    row("a negative one", {"--stage", "weights", "--cell=-1,0"}, 2, "is no row and column");
    row("half a head", {"--stage", "weights", "--cell", "0,0", "--head", "0.5"}, 2, "no whole number from 0");
    row("outside", {"--stage", "weights", "--cell", "3,0"}, 1,
        "cell 3,0: not in the stage weights, expected rows 0 to 2, columns 0 to 2");
    row("another head", {"--stage", "weights", "--cell", "0,0", "--head", "1"}, 1,
        "head 1: not in this document");
    row("not computed", {"--stage", "source_inputs", "--cell", "0,0"}, 1, "not computed for this document");
}

void TestExplainCommand::refusals() {
    QFETCH(QStringList, options);
    QFETCH(int, code);
    QFETCH(QString, message);
    const Run run = run_program(QStringList{"explain", file("sky-is-blue")} + options);
    QCOMPARE(run.code, code);
    QCOMPARE(run.out, QByteArray());
    QVERIFY2(QString::fromUtf8(run.err).contains(message), run.err.constData());
}

LAB_GUILESS_TEST(TestExplainCommand)
#include "tst_explain_command.moc"
