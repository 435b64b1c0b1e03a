// SPDX-License-Identifier: GPL-3.0-or-later
//
// Black-box tests of `attention-lab check --all`: all stages of somebody's own computation at once.
#include "tests/cli/check_folder.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace lab::test;

class TestCheckAllCommand : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void files_data();
    void files();
    void text();
    void severalFiles();
};

void TestCheckAllCommand::files_data() {
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<int>("code");
    QTest::addColumn<QStringList>("says"); // lines
    QTest::addColumn<QByteArray>("json");  // "first" of the same answer
    const auto row = [](const char* name, const char* from, const char* to, const QStringList& says,
                        const char* first) {
        const int code = says.front().startsWith("All") ? 0 : 1;
        QTest::newRow(name) << QByteArray(from) << QByteArray(to) << code << says << QByteArray(first);
    };
    row("right", "", "", {"All 11 arrays are right", "queries: right", "outputs: right"}, "null");
    row("without the mask", R"("causal": true)", R"("causal": false)",
        {"The first array that is not right is masked scores", "scaled scores: right",
         "head outputs: right for your weights"},
        R"("masked_scores")");
    row("another matrix", "[[1, 0], [0, 1]]", "[[1, 0], [0, 3]]",
        {"Each array is right for those before it",
         "W_K is not the document's; the first number that differs is in row 1, column 1: it is 3, and 1 "
         "there",
         "queries: right", "keys: right for your W_K", "scores: right for your keys"},
        "null");
}

/// What `export` writes of another document, as of somebody's own program.
void TestCheckAllCommand::files() {
    const CheckFolder folder;
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QFETCH(int, code);
    QFETCH(QStringList, says);
    QFETCH(QByteArray, json);
    folder.write("other.attn", from.isEmpty() ? QByteArray(causal_document)
                                              : QByteArray(causal_document).replace(from, to));
    QCOMPARE(run_program({"export", folder.path("other.attn"), "--data", "all", "-o", folder.path("all.npz")})
                 .code,
             0);
    const Run run = folder.check({"FOLDER/doc.attn", "--all", "FOLDER/all.npz"});
    QCOMPARE(run.err, QByteArray());
    const QStringList lines = QString::fromUtf8(run.out).split('\n');
    for (const QString& each : says)
        QVERIFY2(lines.contains(each), run.out.constData());
    QCOMPARE(lines.front(), says.front());
    QCOMPARE(run.code, code);
    const Run as_json = folder.check({"FOLDER/doc.attn", "--all", "FOLDER/all.npz", "--json"});
    QCOMPARE(as_json.code, code);
    const QJsonObject answer = QJsonDocument::fromJson(as_json.out).object();
    QCOMPARE(QJsonDocument::fromJson("[" + json + "]").array().first(), answer["first"]);
    QCOMPARE(answer["verdict"].toString(), code == 0 ? "right" : "wrong");
    QCOMPARE(answer["arrays"].toArray().size(),
             qsizetype(lines.size() - answer["said"].toArray().size() - 1));
}

/// What a program has printed, in order, with captions.
void TestCheckAllCommand::text() {
    const CheckFolder folder;
    folder.write("mine.txt",
                 "epoch 1\nQ: [[1.00, 0.00],\n [0.00, 2.00]]\nattn = [[0.73, 0.27], [0.20, 0.80]]\n"
                 "out: [[1.27], [1.80]]\nloss: 0.3\n");
    const Run run = folder.check({"FOLDER/doc.attn", "--all", "FOLDER/mine.txt"});
    QCOMPARE(run.err, QByteArray());
    QCOMPARE(run.code, 1);
    const QStringList lines = QString::fromUtf8(run.out).split('\n');
    QCOMPARE(lines[0], QString("The first array that is not right is attn (attention weights)"));
    QCOMPARE(lines[1], QString("Left out, since no stage is called that: loss"));
    QCOMPARE(lines[2], QString("Q (queries): right"));
    QCOMPARE(lines[4], QString("out (outputs): right for your attn"));
}

/// Files with a matrix each, called as their stages or parameters are, in two ways to name them.
void TestCheckAllCommand::severalFiles() {
    const CheckFolder folder;
    folder.write("Q.txt", "[[1.00, 0.00],\n [0.00, 2.00]]\n");
    folder.write("attn.txt", "73 % 27 %\n20 % 80 %\n");
    folder.write("W_K.txt", "1 0\n0 3\n");
    folder.write("notes.txt", "The mask is causal\n");
    const QStringList said{"The first array that is not right is attn (attention weights)",
                           "Left out, since no stage is called that: notes", "Q (queries): right",
                           "The numbers in attn are percentages and are divided by 100"};
    for (const QStringList& files :
         {QStringList{"--all", "FOLDER/attn.txt", "FOLDER/Q.txt", "FOLDER/notes.txt"},
          QStringList{"--all", "FOLDER/attn.txt", "--all", "FOLDER/Q.txt", "--all", "FOLDER/notes.txt"}}) {
        const Run run = folder.check(QStringList{"FOLDER/doc.attn"} + files);
        QCOMPARE(run.err, QByteArray());
        QCOMPARE(run.code, 1);
        for (const QString& each : said)
            QVERIFY2(QString::fromUtf8(run.out).split('\n').contains(each), run.out.constData());
    }
    const Run parameter = folder.check({"FOLDER/doc.attn", "--all", "FOLDER/W_K.txt"});
    QCOMPARE(parameter.err, QByteArray());
    QCOMPARE(parameter.code, 1);
    QVERIFY2(parameter.out.contains("W_K is not the document's"), parameter.out.constData());
}

LAB_GUILESS_TEST(TestCheckAllCommand)
#include "tst_check_all_command.moc"
