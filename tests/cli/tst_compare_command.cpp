// SPDX-License-Identifier: GPL-3.0-or-later
//
// `attention-lab compare A B`: a stage of two documents and the difference, and error messages.
#include "tests/support/fatal_messages.h"
#include "tests/support/process.h"
#include "tests/support/test_program.h"
#include "ui/document/examples.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace lab;
using namespace lab::test;

class TestCompareCommand : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void draws_data();
    void draws();
    void refuses_data();
    void refuses();

private:
    QString path(const QString& name) const { return m_folder.filePath(name); }
    /// "Sky is blue" with another title and number; returns the file.
    QString written(const QString& name, const QString& title, double weight) const {
        QJsonObject document = QJsonDocument::fromJson(exampleText("sky-is-blue")).object();
        document["title"] = title;
        QJsonObject projection = document["projection"].toObject();
        QJsonArray rows = projection["W_Q"].toArray(), first = rows[0].toArray();
        first[0] = weight;
        rows[0] = first;
        projection["W_Q"] = rows;
        document["projection"] = projection;
        QFile file(path(name));
        if (file.open(QIODevice::WriteOnly))
            file.write(QJsonDocument(document).toJson());
        return file.fileName();
    }

    QTemporaryDir m_folder;
};

void TestCompareCommand::draws_data() {
    QTest::addColumn<QStringList>("titles");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QStringList>("texts");
    const auto row = [](const char* name, const QStringList& titles, const QStringList& options,
                        const QStringList& texts) { QTest::newRow(name) << titles << options << texts; };
    row("by their titles", {"Before", "After"}, {},
        {">Before<", ">After<", ">Difference<", ": “Before” and “After”<", "Largest changes: "});
    row("by their files", {"Same", "Same"}, {}, {">a<", ">b<"});
    row("without titles", {"", ""}, {}, {">a<", ">b<"});
    row("another stage", {"Before", "After"}, {"--stage", "queries", "--head", "0"}, {">Before<"});
    row("as a figure of a paper", {"Before", "After"},
        {"--preset", "page", "--palette", "grey", "--title", "Ours"}, {">Ours<"});
}

/// Both have their names, and neither is said to be now.
void TestCompareCommand::draws() {
    QFETCH(QStringList, titles);
    QFETCH(QStringList, options);
    QFETCH(QStringList, texts);
    const QString a = written("a.attn", titles[0], 1), b = written("b.attn", titles[1], -3);
    const auto drawn = [&](const QStringList& out) {
        const Run run = run_program(QStringList{"compare", a, b} + options + out);
        return run.code == 0 && run.err.isEmpty() ? run.out : "failed: " + run.err;
    };
    QCOMPARE(drawn({"-o", path("first.svg")}), QByteArray());
    QFile file(path("first.svg"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray svg = file.readAll();
    for (const QString& text : texts)
        QVERIFY2(svg.contains(text.toUtf8()), qPrintable(text));
    QVERIFY(!svg.contains(">Now<"));
    QCOMPARE(drawn({"-o", "-", "--format", "SVG"}), svg);
}

void TestCompareCommand::refuses_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("message");
    const auto row = [](const char* name, const QStringList& arguments, int code, const char* message) {
        QTest::newRow(name) << arguments << code << QByteArray(message);
    };
    row("one file", {"A", "-o", "OUT.svg"}, 2, "compare takes two files, and -o OUT");
    row("nowhere to", {"A", "B"}, 2, "compare takes two files, and -o OUT");
    row("another format", {"A", "B", "-o", "OUT.gif"}, 2, "does not end with");
    row("no format", {"A", "B", "-o", "-"}, 2, "-o - needs --format: png, svg or pdf");
    row("a format of a file", {"A", "B", "-o", "OUT.svg", "--format", "svg"}, 2, "--format goes with -o -");
    row("an unknown format", {"A", "B", "-o", "-", "--format", "gif"}, 2,
        "--format \"gif\" is none of png, svg, pdf");
    row("an unknown stage", {"A", "B", "-o", "OUT.svg", "--stage", "weight"}, 2,
        "there is no stage \"weight\"");
    row("a head that is not there", {"A", "B", "-o", "OUT.svg", "--head", "2"}, 1,
        "b.attn: head 2: not in this document");
    row("heads", {"A", "B", "-o", "OUT.svg", "--heads", "0"}, 2, "--heads goes with --view heads");
    row("no such file", {"A", "none", "-o", "OUT.svg"}, 1, "none: cannot be read");
    row("no such first file", {"none", "B", "-o", "OUT.svg"}, 1, "none: cannot be read");
    row("a stage that is not computed", {"A", "B", "-o", "OUT.svg", "--stage", "dropped_weights"}, 1,
        "b.attn: a.attn: ");
    row("other words", {"OTHER", "B", "-o", "OUT.svg"}, 1,
        "b.attn: other.attn: No word of “Other” is in the document too");
}

void TestCompareCommand::refuses() {
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    QFETCH(QByteArray, message);
    arguments.replaceInStrings(QRegularExpression("^A$"), written("a.attn", "A", 1));
    arguments.replaceInStrings(QRegularExpression("^B$"), written("b.attn", "B", 2));
    arguments.replaceInStrings("OUT", path("OUT"));
    QFile other(path("other.attn"));
    QVERIFY(other.open(QIODevice::WriteOnly));
    other.write(R"({"format": "attention-lab", "version": 1, "title": "Other",
        "sequence": {"tokenizer": "whitespace", "text": "x"}, "embedding": {"table": {"x": [1]}},
        "projection": {"kind": "identity"}})");
    other.close();
    arguments.replaceInStrings("OTHER", other.fileName());
    const Run run = run_program(QStringList{"compare"} + arguments);
    QCOMPARE(run.code, code);
    QCOMPARE(run.out, QByteArray());
    const QByteArray said = QByteArray(run.err).replace(m_folder.path().toUtf8() + '/', "");
    QVERIFY2(said.contains(message), said.constData());
    QVERIFY(!QFile::exists(path("OUT.svg")));
}

LAB_GUILESS_TEST(TestCompareCommand)
#include "tst_compare_command.moc"
