// SPDX-License-Identifier: GPL-3.0-or-later
//
// attention-lab reachable: the verdicts as JSON, and the errors.
#include "tests/support/fatal_messages.h"
#include "tests/support/process.h"
#include "tests/support/test_program.h"
#include "ui/document/examples.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lab;
using namespace lab::test;

class TestReachableCommand : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void verdicts_data();
    void verdicts();
    void refusals_data();
    void refusals();

private:
    QString write(const QString& name, const QByteArray& bytes) const {
        QFile file(m_folder.filePath(name));
        if (file.open(QIODevice::WriteOnly))
            file.write(bytes);
        return file.fileName();
    }
    QTemporaryDir m_folder;
};

namespace {

/// Two words with vectors at right angles, one feature a head and two heads.
constexpr const char* two_words = R"({"format": "attention-lab", "version": 1,
    "sequence": {"tokenizer": "whitespace", "text": "a b"}, "heads": {"count": 2},
    "embedding": {"dimension": 3, "table": {"a": [1, 0, 0], "b": [0, 1, 0]}},
    "projection": {"kind": "linear", "W_Q": [[1, 2], [3, 4], [5, 6]], "W_K": [[1, 0], [0.5, 1], [2, 2]],
                   "W_V": [[1, 2], [3, 4], [5, 6]]}})";

} // namespace

void TestReachableCommand::verdicts_data() {
    QTest::addColumn<QString>("document");
    QTest::addColumn<QByteArray>("wanted");
    QTest::addColumn<QByteArray>("expected");
    const QString words = write("words.attn", two_words);
    const QString sky = write("sky.attn", exampleText("sky-is-blue"));
    QTest::newRow("yes") << words << QByteArray("0.5,0.5\n0.1,0.9\n") << QByteArray(R"({
  "reachable": "yes",
  "why": "this needs d_k 1, the head has 1: there are W_Q and W_K that give it",
  "d_k_needed": 1,
  "smallest_error": 0
}
)");
    QTest::newRow("no") << words << QByteArray("0.5,0.5\n0,1\n") << QByteArray(R"({
  "reachable": "no",
  "why": "“b” should have weight 0 for “a”, but softmax never gives exactly 0 to a key that is not hidden: mask it",
  "d_k_needed": null,
  "smallest_error": null
}
)");
    // Three words with two features are not of full rank.
    QTest::newRow("unknown") << sky << QByteArray("0.2,0.3,0.5\n0.6,0.1,0.3\n0.1,0.8,0.1\n")
                             << QByteArray(R"({
  "reachable": "unknown",
  "why": "nothing that is known here decides it: a fit may find it",
  "d_k_needed": null,
  "smallest_error": null
}
)");
}

void TestReachableCommand::verdicts() {
    QFETCH(QString, document);
    QFETCH(QByteArray, wanted);
    const Run run = run_program({"reachable", document, "--target", write("t.csv", wanted)});
    QCOMPARE(run.err, QByteArray());
    QCOMPARE(run.code, 0);
    QTEST(run.out, "expected");
}

void TestReachableCommand::refusals_data() {
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, const QStringList& options, int code, const char* message) {
        QTest::newRow(name) << options << code << QString(message);
    };
    row("no target", {}, 2, "reachable needs --target T");
    row("another format", {"--target", "t.json"}, 2, "\"t.json\" does not end with .npy");
    row("half a head", {"--target", "t.csv", "--head", "0.5"}, 2, "--head \"0.5\" is no whole number from 0");
    row("no such file", {"--target", "FOLDER/none.csv"}, 1, "FOLDER/none.csv: ");
    row("another head", {"--target", "FOLDER/t.csv", "--head", "2"}, 1, "FILE: head 2: not in this document");
    row("another shape", {"--target", "FOLDER/large.csv"}, 1,
        "FOLDER/large.csv: target: 1 × 3, expected 2 × 2, as the weights");
    row("below 0", {"--target", "FOLDER/negative.csv"}, 1,
        "FOLDER/negative.csv: target, cell 0,1: -1, expected a number from 0");
}

void TestReachableCommand::refusals() {
    QFETCH(QStringList, options);
    QFETCH(int, code);
    QFETCH(QString, message);
    const QString file = write("words.attn", two_words);
    write("t.csv", "0.5,0.5\n0.1,0.9\n");
    write("large.csv", "1,2,3\n");
    write("negative.csv", "2,-1\n,\n");
    for (QString& option : options)
        option.replace("FOLDER", m_folder.path());
    const Run run = run_program(QStringList{"reachable", file} + options);
    QCOMPARE(run.code, code);
    QCOMPARE(run.out, QByteArray());
    const QString expected = message.replace("FILE", file).replace("FOLDER", m_folder.path());
    QVERIFY2(QString::fromUtf8(run.err).startsWith("attention-lab: " + expected), run.err.constData());
}

LAB_GUILESS_TEST(TestReachableCommand)
#include "tst_reachable_command.moc"
