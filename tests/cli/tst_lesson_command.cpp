// SPDX-License-Identifier: GPL-3.0-or-later
//
// attention-lab lesson: what is in a lesson, one of its steps, and the report on answers.
#include "core/io/document_file.h"
#include "core/io/file.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/lessons.h"
#include "tests/support/process.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lab;
using namespace lab::test;

class TestLessonCommand : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void lists();
    void faults();
    void noLesson();
    void computesAStep();
    void writesAStep();
    void report();
    void refusals_data();
    void refusals();
    void hostile();

private:
    /// The lesson with this changed in it.
    QString changed(const std::function<void(LessonJson&)>& change) const {
        LessonJson json = LessonJson::parse(read_file(lesson_path()).value());
        change(json);
        QFile file(m_folder.filePath(QStringLiteral("lesson.attn")));
        if (file.open(QIODevice::WriteOnly))
            file.write(QByteArray::fromStdString(json.dump()));
        return file.fileName();
    }
    QTemporaryDir m_folder;
    const QString m_lesson = QString::fromStdString(lesson_path());
};

void TestLessonCommand::lists() {
    const Run run = run_program({"lesson", m_lesson});
    QCOMPARE(run.err, QByteArray());
    QCOMPARE(run.code, 0);
    QCOMPARE(QString::fromUtf8(run.out), QString("3 steps, by A. Teacher, lesson abcdefghijklmnop\n"
                                                 "1 Compare\n"
                                                 "  1 number: What is the score of “blue” for “sky”?\n"
                                                 "  2 matrix: Compute the attention weights.\n"
                                                 "  3 choice: Why are scores scaled?\n"
                                                 "2 Mask\n"
                                                 "  1 cell: Click the largest weight of any row.\n"
                                                 "  2 cell: Click a hidden score.\n"
                                                 "  3 cell: Click the weight of “sky” for “blue”.\n"
                                                 "  4 goal: Make “blue” attend to “sky” with 0.4 at least.\n"
                                                 "3 A student\n"
                                                 "  1 mistake: What went wrong?\n"
                                                 "  2 text: Explain it in your own words.\n"));
}

/// In the order of the steps, each after the list; the first is named on standard error.
void TestLessonCommand::faults() {
    const QString file = changed([](LessonJson& json) {
        json["snapshots"][2]["lesson"]["ask"][3]["at_least"] = 0.1; // holds already
        json["snapshots"][3]["lesson"]["show"] = {"wits"};
        json["snapshots"][2]["lesson"]["ask"][2]["row"] = 3;
    });
    const Run run = run_program({"lesson", file});
    QCOMPARE(run.code, 1);
    QCOMPARE(QString::fromUtf8(run.err),
             "attention-lab: " + file + ": step 2, question 3: 3 faults in the lesson, expected none\n");
    const QList<QByteArray> lines = run.out.split('\n');
    QVERIFY2(lines.at(13).startsWith("Step 2, question 3: \xE2\x80\x9Crow\xE2\x80\x9D is 3, "),
             run.out.constData());
    QVERIFY(lines.at(14).startsWith("Step 2, question 4: the goal holds already when the step begins"));
    QVERIFY(lines.at(15).startsWith("Step 3: \xE2\x80\x9Cshow\xE2\x80\x9D has the text \"wits\""));
    QCOMPARE(lines.size(), 17);
}

void TestLessonCommand::noLesson() {
    const QString file = changed([](LessonJson& json) { json.erase("snapshots"); });
    for (const QStringList& more :
         {QStringList(), QStringList{"--report"}, QStringList{"--step", "1", "--compute"}}) {
        const Run run = run_program(QStringList{"lesson", file} + more);
        QCOMPARE(run.code, 1);
        QCOMPARE(run.out, QByteArray());
        QCOMPARE(QString::fromUtf8(run.err),
                 "attention-lab: " + file +
                     ": snapshots: no step of a lesson, expected a snapshot with “lesson”\n");
    }
}

/// The same as of its document alone; snapshots that are no steps do not count.
void TestLessonCommand::computesAStep() {
    const QString step = m_folder.filePath("step.attn");
    QCOMPARE(run_program({"lesson", m_lesson, "--step", "2", "-o", step}).code, 0);
    const Run alone = run_program({"compute", step}),
              run = run_program({"lesson", m_lesson, "--step", "2", "--compute"});
    QCOMPARE(run.err, QByteArray());
    QCOMPARE(run.code, 0);
    QVERIFY(alone.code == 0 && run.out == alone.out);
    const LessonJson stages = LessonJson::parse(run.out.toStdString())["stages"];
    QVERIFY(stages["weights"][0][0][0] == 1.0); // the mask of the second step
    const Run one =
        run_program({"lesson", m_lesson, "--step", "1", "--compute", "--stage", "scores", "--stage", "keys"});
    QCOMPARE(LessonJson::parse(one.out.toStdString())["stages"].size(), std::size_t{2});
}

void TestLessonCommand::writesAStep() {
    const QString step = m_folder.filePath("step.attn");
    const Run run = run_program({"lesson", m_lesson, "--step", "3", "-o", step});
    QCOMPARE(run.err, QByteArray());
    QCOMPARE(run.out, QByteArray());
    const Experiment written = load_experiment(step.toStdString()).value();
    QCOMPARE(difference(written, *lesson_document().snapshots[3].experiment).value_or(""), std::string());
}

void TestLessonCommand::report() {
    const QString file = changed([](LessonJson& json) {
        json["progress"] =
            LessonJson::parse(R"({"student": "Ada", "seed": "x", "steps": {"compare": {"answers":
            {"one-score": {"given": ["-0.085"], "right": false}, "why-scale": {"given": [1], "right": true}}}}})");
    });
    const Run run = run_program({"lesson", file, "--report"});
    QCOMPARE(run.code, 0);
    QCOMPARE(QString::fromUtf8(run.err),
             "attention-lab: " + file +
                 ": progress.seed: the text \"x\", expected a whole number of 64 bits; "
                 "ignored\n");
    QVERIFY2(run.out.startsWith(
                 "Student: Ada\n1 Compare\n  1 number: right: [\"-0.085\"]\n  2 matrix: not answered\n"
                 "  3 choice: wrong: [1]\n    That is what softmax does, whatever the scale.\n"),
             run.out.constData());
    const Run json = run_program({"lesson", file, "--report", "--json"});
    const LessonJson steps = LessonJson::parse(json.out.toStdString())["steps"];
    QCOMPARE(steps.size(), std::size_t{3});
    QVERIFY(steps[0]["id"] == "compare" && steps[0]["name"] == "Compare");
    QVERIFY(steps[0]["questions"][0] ==
            LessonJson::parse(R"({"id": "one-score", "kind": "number", "given": ["-0.085"], "right": true,
                                  "shown": false})"));
    QVERIFY(steps[0]["questions"][1]["given"].is_null() && steps[0]["questions"][1]["right"].is_null());
    QVERIFY(steps[0]["questions"][2]["right"] == false);
}

void TestLessonCommand::refusals_data() {
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, const QStringList& options, int code, const char* message) {
        QTest::newRow(name) << options << code << QString::fromUtf8(message);
    };
    row("step 0", {"--step", "0", "--compute"}, 2, "--step \"0\" is no whole number from 1");
    row("a step by name", {"--step", "Mask", "--compute"}, 2, "--step \"Mask\" is no whole number from 1");
    row("step 4", {"--step", "4", "--compute"}, 1, ": step 4: not in this lesson, expected 1 to 3");
    row("a step alone", {"--step", "1"}, 2, "--step needs --compute or -o OUT, one of them");
    row("both", {"--step", "1", "--compute", "-o", "x.attn"}, 2,
        "--step needs --compute or -o OUT, one of them");
    row("no step", {"--compute"}, 2, "--compute and -o need --step N");
    row("no name", {"--step", "1", "-o", ""}, 2, "-o needs the name of a file");
    row("unknown stage", {"--step", "1", "--compute", "--stage", "wits"}, 2, "there is no stage \"wits\"");
    row("stage not computed", {"--step", "1", "--compute", "--stage", "dropped_weights"}, 1,
        ": stage dropped_weights: not computed for this document, expected another stage");
    row("a stage alone", {"--stage", "weights"}, 2, "--stage goes with --compute alone");
    row("json alone", {"--json"}, 2, "--json goes with --report alone");
    row("a report on a step", {"--report", "--step", "1", "--compute"}, 2, "--report goes with --json alone");
    row("two files", {"other.attn"}, 2, "lesson takes one file");
    row("unknown option", {"--steps"}, 2, "Unknown option 'steps'");
}

void TestLessonCommand::refusals() {
    QFETCH(QStringList, options);
    QFETCH(int, code);
    QFETCH(QString, message);
    const Run run = run_program(QStringList{"lesson", m_lesson} + options);
    QCOMPARE(run.code, code);
    QCOMPARE(run.out, QByteArray());
    QVERIFY2(QString::fromUtf8(run.err).contains(message), run.err.constData());
    QCOMPARE(run.err.count('\n'), code == 2 ? 2 : 1);
}

/// Control characters are shown, and long texts shortened.
void TestLessonCommand::hostile() {
    const QString file = changed([](LessonJson& json) {
        json["snapshots"][0]["name"] = "\x1B[31mred\n" + std::string(100'000, 'x');
        json["snapshots"][0]["lesson"]["ask"][0]["text"] = "\x1B[2J" + std::string(10'000, 'y');
        json["snapshots"][2]["lesson"] = LessonJson::array();
        json["lesson"]["author"] = "\u202Eevil";
    });
    const Run run = run_program({"lesson", file});
    QCOMPARE(run.code, 1);
    QVERIFY(!run.out.contains('\x1B') && !run.out.contains("\xE2\x80\xAE") && run.out.size() < 3'000);
    QVERIFY(run.out.contains("Step 2: \xE2\x80\x9Clesson\xE2\x80\x9D is an array of 0; write an object\n"));
}

LAB_GUILESS_TEST(TestLessonCommand)
#include "tst_lesson_command.moc"
