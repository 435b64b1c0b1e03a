// SPDX-License-Identifier: GPL-3.0-or-later
//
// Documents that somebody has mistyped: `validate`, the warnings of every other command, misspelt
// subcommands, and documents on standard input.
#include "tests/support/fatal_messages.h"
#include "tests/support/process.h"
#include "tests/support/test_program.h"
#include "ui/document/examples.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace lab;
using namespace lab::test;

class TestValidateCommand : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void says_data();
    void says();
    void asJson();
    void everyCommandWarns_data();
    void everyCommandWarns();
    void standardStreams();
    void subcommands_data();
    void subcommands();

private:
    QString write(const QString& name, const QByteArray& bytes) const {
        QFile file(m_folder.filePath(name));
        if (file.open(QIODevice::WriteOnly))
            file.write(bytes);
        return file.fileName();
    }
    /// The first example, with these keys added to it.
    static QByteArray with(const QJsonObject& keys) {
        QJsonObject document = QJsonDocument::fromJson(exampleText("sky-is-blue")).object();
        for (auto key = keys.begin(); key != keys.end(); ++key)
            document[key.key()] = key.value();
        return QJsonDocument(document).toJson();
    }
    static QByteArray misspelt() { return with({{"mask", QJsonObject{{"casual", true}}}, {"course", 5}}); }
    static QByteArray warning(const QString& file) {
        return file.toUtf8() +
               ": mask.casual is no key of a document and was not used; did you mean \"causal\"?\n";
    }

    QTemporaryDir m_folder;
};

void TestValidateCommand::says_data() {
    QTest::addColumn<QByteArray>("document");
    QTest::addColumn<bool>("strict");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("lines"); // after the file's name
    const auto row = [](const char* name, const QByteArray& document, bool strict, int code,
                        const char* lines) {
        QTest::newRow(name) << document << strict << code << QByteArray(lines);
    };
    const char* casual = "mask.casual is no key of a document and was not used; did you mean \"causal\"?";
    row("a right one", exampleText("sky-is-blue"), true, 0, "nothing is wrong");
    row("keys of one's own", with({{"course", 5}, {"x-note", "n"}}), true, 0, "nothing is wrong");
    row("a misspelt key", misspelt(), false, 0, casual);
    row("strictly", misspelt(), true, 1, casual);
    row("no JSON", "{", false, 1, "line 1, column 2: the end of the text, expected a key or }");
    row("two faults", with({{"mask", QJsonObject{{"causal", 1}}}, {"notation", "sideways"}}), false, 1,
        "notation: \"sideways\", expected \"columns\" or \"rows\"\nFILE: mask.causal: 1, expected true or "
        "false");
}

void TestValidateCommand::says() {
    QFETCH(QByteArray, document);
    QFETCH(bool, strict);
    QFETCH(int, code);
    QFETCH(QByteArray, lines);
    const QString file = write("document.attn", document);
    const Run run =
        run_program(QStringList{"validate", file} + (strict ? QStringList("--strict") : QStringList()));
    QCOMPARE(run.err, QByteArray());
    if (QTest::currentDataTag() != QByteArray("no JSON")) // how it is said is the reader's
        QCOMPARE(run.out, QByteArray("FILE: " + lines + '\n').replace("FILE", file.toUtf8()));
    QCOMPARE(run.code, code);
}

void TestValidateCommand::asJson() {
    const QString good = write("good.attn", exampleText("sky-is-blue")), bad = write("bad.attn", misspelt()),
                  missing = m_folder.filePath("missing.attn");
    const Run run = run_program({"validate", good, bad, missing, "--json"});
    QCOMPARE(run.code, 1);
    const QJsonObject report = QJsonDocument::fromJson(run.out).object();
    QCOMPARE(report["format"].toString(), QString("attention-lab-validation"));
    const QJsonArray files = report["files"].toArray();
    QCOMPARE(files.size(), 3);
    QVERIFY(files[0]["faults"].toArray().isEmpty() && files[0]["keys"].toArray().isEmpty());
    QCOMPARE(files[1]["keys"].toArray(),
             (QJsonArray{QJsonObject{{"place", "mask.casual"}, {"likely", "causal"}}}));
    QCOMPARE(files[2]["file"].toString(), missing);
    QCOMPARE(files[2]["faults"].toArray().size(), 1);
}

void TestValidateCommand::everyCommandWarns_data() {
    QTest::addColumn<QStringList>("arguments");
    const auto row = [](const QStringList& arguments) {
        QTest::newRow(qPrintable(arguments.join(' '))) << arguments;
    };
    row({"compute", "FILE"});
    row({"explain", "FILE", "--stage", "weights", "--cell", "0,0"});
    row({"export", "FILE", "--view", "weights", "-o", "OUT.svg"});
    row({"export", "FILE", "--data", "weights", "-o", "OUT.csv"});
    row({"export", "FILE", "--script", "numpy", "-o", "OUT.py"});
    row({"film", "FILE", "--stage", "weights", "--grain", "stage", "-o", "OUT.pdf"});
    row({"gradient", "FILE", "--of", "weights", "--cell", "0,0"});
    row({"fit", "FILE", "--loss", "weights", "--target", "WANTED.csv", "--steps", "1"});
    row({"reachable", "FILE", "--target", "WANTED.csv"});
    row({"check", "FILE", "--stage", "weights", "--data", "WANTED.csv"});
    row({"set", "FILE", "--matrix", "mask=WANTED.csv", "-o", "OUT.attn"});
}

/// In one line, once.
void TestValidateCommand::everyCommandWarns() {
    QFETCH(QStringList, arguments);
    const QString file = write("misspelt.attn", misspelt());
    write("WANTED.csv", "1,0,0\n0,1,0\n0,0,1\n");
    for (QString& each : arguments) {
        if (each == "FILE")
            each = file;
        each.replace("OUT", m_folder.filePath("out")).replace("WANTED", m_folder.filePath("WANTED"));
    }
    const Run run = run_program(arguments);
    QCOMPARE(run.err.count(warning(file)), 1);
}

void TestValidateCommand::standardStreams() {
    const QByteArray document = exampleText("sky-is-blue");
    const Run direct = run_program({"compute", write("sky.attn", document)});
    const Run piped = run_program({"compute", "-", "-o", "-"}, {}, document);
    QCOMPARE(piped.err, QByteArray());
    QCOMPARE(piped.out, direct.out);
    const Run misspelt_one = run_program({"compute", "-"}, {}, misspelt());
    QCOMPARE(misspelt_one.err, "attention-lab: " + warning("standard input"));
    const Run wrong = run_program({"compute", "-"}, {}, "[]");
    QCOMPARE(wrong.code, 1);
    QCOMPARE(wrong.err,
             QByteArray("attention-lab: standard input: document: an array of 0, expected an object\n"));
    QCOMPARE(run_program({"validate", "-"}, {}, document).out,
             QByteArray("standard input: nothing is wrong\n"));
}

void TestValidateCommand::subcommands_data() {
    QTest::addColumn<QString>("word");
    QTest::addColumn<QByteArray>("hint");
    const auto row = [](const char* word, const char* hint) {
        QTest::newRow(word) << QString(word) << QByteArray(hint);
    };
    row("comptue", "did you mean compute?");
    row("Export", "did you mean export?");
    row("exprot", "did you mean export?");
    row("valid", "did you mean validate?");
    row("draw", "there are compute, export, ");
}

/// Nothing is opened for what is not there.
void TestValidateCommand::subcommands() {
    QFETCH(QString, word);
    QFETCH(QByteArray, hint);
    std::vector<QStringList> calls{{word}};
    if (hint.startsWith("did"))
        calls.push_back({word, "sky.attn", "--stage", "weights"});
    for (const QStringList& arguments : calls) {
        const Run run = run_program(arguments);
        QCOMPARE(run.code, 2);
        QVERIFY2(run.err.startsWith("attention-lab: no subcommand and no file is called \"" + word.toUtf8() +
                                    "\"; " + hint),
                 run.err);
    }
}

LAB_GUILESS_TEST(TestValidateCommand)
#include "tst_validate_command.moc"
