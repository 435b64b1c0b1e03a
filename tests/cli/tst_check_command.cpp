// SPDX-License-Identifier: GPL-3.0-or-later
//
// Black-box tests of `attention-lab check`: what it says of right and wrong numbers, and its exit codes.
#include "tests/cli/check_folder.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace lab::test;

class TestCheckCommand : public QObject {
    Q_OBJECT

private slots:
    void init();
    void exercises_data();
    void exercises();
    void verdicts_data();
    void verdicts();
    void namedArrays_data();
    void namedArrays();
    void heads_data();
    void heads();
    void json_data();
    void json();
    void unreadable_data();
    void unreadable();

private:
    std::unique_ptr<CheckFolder> m_folder;
};

void TestCheckCommand::init() {
    make_messages_fatal();
    m_folder = std::make_unique<CheckFolder>();
    m_folder->write("empty.attn",
                    R"({"format": "attention-lab", "version": 1, "sequence": {"tokenizer": "whitespace",
        "text": ""}, "projection": {"kind": "direct", "Q": [], "K": [], "V": []}})");
    m_folder->write("right.csv", "1,0\n0,2\n");
}

void TestCheckCommand::exercises_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("says");
    const QString folder = QStringLiteral(LAB_TEST_DATA "/check/");
    QFile list(folder + "exercises.json");
    QVERIFY(list.open(QIODevice::ReadOnly));
    const QJsonArray all = QJsonDocument::fromJson(list.readAll()).array();
    QCOMPARE(all.size(), qsizetype(16));
    for (const QJsonValue each : all) {
        const QString file = each["file"].toString();
        const int head = each["head"].toInt();
        QStringList arguments{LAB_SOURCE_DIR "/resources/examples/" + each["document"].toString() + ".attn",
                              "--stage", each["stage"].toString(), "--data", folder + file};
        if (head > 0) // with --head 0, data of all heads would be that head's alone
            arguments += {"--head", QString::number(head)};
        QTest::newRow(qPrintable(file)) << arguments << each["says"].toString();
    }
}

/// What students hand in (tests/data/check/make.py).
void TestCheckCommand::exercises() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, says);
    const Run run = m_folder->check(arguments);
    QCOMPARE(run.err, QByteArray());
    const QString first = QString::fromUtf8(run.out).section('\n', 0, 0);
    QCOMPARE(first, says);
    QCOMPARE(run.code, says == "right" ? 0 : 1);
}

void TestCheckCommand::verdicts_data() {
    QTest::addColumn<QString>("stage");
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QStringList>("more");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const char* stage, const char* file, const char* bytes, int code,
                        const char* says, const QStringList& more = {}) {
        QTest::newRow(name) << stage << file << QByteArray(bytes) << more << code << QString(says);
    };
    row("two decimals at least", "scaled_scores", "m.csv", "0.71,0\n0,1.41\n", 0, "right\n");
    row("whole numbers have two decimals", "scaled_scores", "m.csv", "1,0\n0,3\n", 1,
        "2 of 4 cells agree; the first that does not is row 0 (“a”), column 0 (“a”): it is 1, and should be "
        "0.7071068\n"
        "No mistake that is known here explains these numbers\n");
    row("fewer decimals elsewhere are zeros", "scaled_scores", "m.csv", "0.7071,0\n0,1.414\n", 1,
        "3 of 4 cells agree; the first that does not is row 1 (“b”), column 1 (“b”): it is 1.414, and should "
        "be "
        "1.414214\nNo mistake that is known here explains these numbers\n");
    row("a tolerance", "scaled_scores", "m.csv", "0.7,0\n0,1.4\n", 0, "right\n", {"--tolerance", "0.02"});
    row("a tolerance that is too narrow", "scaled_scores", "m.csv", "0.7,0\n0,1.4\n", 1,
        "2 of 4 cells agree; the first that does not is row 0 (“a”), column 0 (“a”): it is 0.7, and should "
        "be 0.7071068\n"
        "No mistake that is known here explains these numbers\n",
        {"--tolerance", "0.001"});
    row("so rough that chance may agree", "weights", "m.csv", "0.5,0.3\n0.5,0.6\n", 1,
        "3 of 4 cells agree; the first that does not is row 0 (“a”), column 0 (“a”): it is 0.5, and should "
        "be 1\n"
        "Mistakes that are known here would give these numbers, but so few and so rough ones may agree by "
        "chance\n",
        {"--tolerance", "0.4"});
    row("minus infinity", "masked_scores", "m.csv", "0.7071,-inf\n0,1.4142\n", 0, "right\n");
    row("minus infinity in a printed array", "masked_scores", "m.txt",
        "tensor([[0.7071, -inf],\n        [0.0000, 1.4142]])", 0, "right\n");
    row("minus infinity in LaTeX", "masked_scores", "m.txt",
        "\\begin{pmatrix} 0.7071 & -\\infty \\\\ 0 & 1.4142 \\end{pmatrix}", 0, "right\n");
    row("null of JSON", "masked_scores", "m.txt", "[[0.7071, null], [0, 1.4142]]", 0, "right\n");
    row("an export in Markdown", "weights", "m.md",
        "|  |  |\n| ---: | ---: |\n| 1.0000 | 0.0000 |\n| 0.1956 | 0.8044 |\n", 0, "right\n");
    row("an export with tokens as columns", "weights", "m.md",
        "<!-- Attention Lab: each token is a column -->\n\n|  |  |\n| ---: | ---: |\n| 1.0000 | 0.1956 |\n"
        "| 0.0000 | 0.8044 |\n",
        0, "right\n");
    row("an export in LaTeX with tokens as columns", "weights", "m.tex",
        "% Attention Lab: each token is a column\n\\begin{bmatrix}\n1.0000 & 0.1956 \\\\\n0.0000 & "
        "0.8044\n\\end{bmatrix}\n",
        0, "right\n");
    row("LaTeX behind a relation", "weights", "m.tex",
        "\\[ A \\approx \\begin{bmatrix} 1.0000 & 0.0000 \\\\ 0.1956 & 0.8044 \\end{bmatrix} \\]", 0,
        "right\n");
    row("labels", "weights", "m.txt", "        a      b\na  1.0000 0.0000\nb  0.1956 0.8044\n", 0,
        "right\nThe labels of rows and columns in FOLDER/m.txt are left out\n");
    row("bfloat16", "scaled_scores", "m.txt",
        "tensor([[0.7070, 0.0000],\n        [0.0000, 1.4141]], dtype=torch.bfloat16)", 0, "right\n");
    row("float32", "scaled_scores", "m.txt",
        "tensor([[0.7070, 0.0000],\n        [0.0000, 1.4141]], dtype=torch.float32)", 0,
        "right; these are rounded to float16\n");
    row("six significant digits", "scaled_scores", "m.txt",
        "2×2 Matrix{Float64}:\n 0.707107  0.0\n 0.0  1.41421\n", 0, "right\n");
    row("no mask", "masked_scores", "m.csv", "0.7071,0.0000\n0.0000,1.4142\n", 1,
        "These are the scaled scores, not the masked scores\n"
        "Another answer agrees as well. The mask is missing: causal\n"
        "Another answer agrees as well. The mask puts 0 in place of the scores that it hides: put −∞ there\n"
        "Another answer agrees as well. The scores are multiplied by a mask of −1e9 for hidden keys and 1 "
        "for others: "
        "put "
        "−∞ in place of the scores that it hides\n"
        "Another answer agrees as well. The causal mask lets each token see the next one, too: hide all "
        "later keys "
        "(np.triu(…, k=1), not k=2)\n"
        "All 4 numbers fit each of these\n");
    row("a large number in place of minus infinity", "masked_scores", "m.csv", "0.7071,-1e9\n0,1.4142\n", 0,
        "right; large negative numbers stand for −∞\n");
    row("fewer decimals than are shown", "scaled_scores", "m.txt", "[[0.7070000, 0], [0, 1.4140000]]", 0,
        "right; these are right to 3 decimals\n");
    row("not a number", "scores", "m.csv", "1,nan\n0,2\n", 1,
        "3 of 4 cells agree; the first that does not is row 0 (“a”), column 1 (“b”): it is NaN, and should "
        "be 0\n"
        "No mistake that is known here explains these numbers\n");
    row("two mistakes", "weights", "m.csv", "0.7310585786,0\n0.2689414214,1\n", 1,
        "Two mistakes. The scores are not scaled: divide by √d_k = 1.4142. Softmax is taken over the queries "
        "of each key: take it over the keys of each query, row by row\n"
        "All 4 numbers fit these two, and no others that are known here do\n");
    row("another shape", "weights", "m.csv", "1,2,3\n4,5,6\n", 1,
        "These numbers are 2 × 3, but the attention weights are 2 × 2\n"
        "No mistake that is known here explains these numbers\n");
    row("heads that are none", "output", "m.txt", "[[[1.5, 2.5]], [[3.5, 4.5]]]", 1,
        "These numbers are 2 × 1 × 2, but the outputs are 2 × 1\n"
        "No mistake that is known here explains these numbers\n");
    row("transposed by shape", "output", "m.csv", "1.00000,1.80443\n", 1,
        "The matrix is transposed: exchange its rows and columns\n"
        "All 2 numbers fit this, and no other single mistake that is known here does\n");
}

void TestCheckCommand::verdicts() {
    QFETCH(QString, stage);
    QFETCH(QString, file);
    QFETCH(QByteArray, bytes);
    QFETCH(QStringList, more);
    QFETCH(int, code);
    QFETCH(QString, says);
    m_folder->write(file, bytes);
    const Run run =
        m_folder->check(QStringList{"FOLDER/doc.attn", "--stage", stage, "--data", "FOLDER/" + file} + more);
    QCOMPARE(run.err, QByteArray());
    QCOMPARE(QString::fromUtf8(run.out), QString(says).replace("FOLDER", m_folder->path()));
    QCOMPARE(run.code, code);
}

/// What `export` writes of all numbers is right, by name, and under the name of the stage.
void TestCheckCommand::namedArrays_data() {
    QTest::addColumn<QString>("place");
    QTest::addColumn<QString>("stage");
    QTest::addColumn<QString>("problem"); // empty: right
    QTest::newRow("a name") << "all.npz:weights"
                            << "weights"
                            << "";
    QTest::newRow("the name of the stage") << "all.npz"
                                           << "masked_scores"
                                           << "";
    QTest::newRow("another") << "all.npz:values"
                             << "weights"
                             << "";
    QTest::newRow("none of that name") << "all.npz:nothing"
                                       << "weights"
                                       << "no array \"nothing\"";
}

void TestCheckCommand::namedArrays() {
    QFETCH(QString, place);
    QFETCH(QString, stage);
    QFETCH(QString, problem);
    QCOMPARE(
        run_program({"export", m_folder->path("doc.attn"), "--data", "all", "-o", m_folder->path("all.npz")})
            .code,
        0);
    const Run run = m_folder->check({"FOLDER/doc.attn", "--stage", stage, "--data", "FOLDER/" + place});
    QVERIFY2(QString::fromUtf8(run.err).contains(problem), run.err.constData());
    const bool is_other = place.endsWith(":values");
    QCOMPARE(run.code, !problem.isEmpty() ? 2 : is_other ? 1 : 0);
}

/// Two heads whose queries are [[1, 0], [0, 1]] and [[2, 0], [0, 2]]: with --head, the matrix of that head
/// alone is compared, wherever all of them are given.
void TestCheckCommand::heads_data() {
    QTest::addColumn<QStringList>("more");
    QTest::addColumn<QByteArray>("numbers");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("says");
    const QByteArray right_and_wrong = "[[[1, 0], [0, 1]], [[7, 0], [0, 7]]]";
    QTest::newRow("all") << QStringList() << right_and_wrong << 1 << "6 of 8 cells agree";
    QTest::newRow("the first") << QStringList{"--head", "0"} << right_and_wrong << 0 << "right";
    QTest::newRow("the second") << QStringList{"--head", "1"} << right_and_wrong << 1 << "2 of 4 cells agree";
    QTest::newRow("the second is right")
        << QStringList{"--head", "1"} << QByteArray("[[[7, 0], [0, 1]], [[2, 0], [0, 2]]]") << 0 << "right";
    QTest::newRow("one matrix") << QStringList{"--head", "1"} << QByteArray("[[2, 0], [0, 2]]") << 0
                                << "right";
    QTest::newRow("other matrices")
        << QStringList{"--head", "1"} << QByteArray("[[[1, 0]], [[2, 0]], [[3, 0]]]") << 2
        << "3 matrices, expected 2, one for each head, of which --head chooses one";
}

void TestCheckCommand::heads() {
    QFETCH(QStringList, more);
    QFETCH(QByteArray, numbers);
    QFETCH(int, code);
    QFETCH(QString, says);
    m_folder->write("heads.attn",
                    R"({"format": "attention-lab", "version": 1, "sequence": {"tokenizer": "whitespace",
        "text": "a b"}, "embedding": {"table": {"a": [1, 0], "b": [0, 1]}}, "heads": {"count": 2},
        "projection": {"kind": "linear", "W_Q": [[1, 0, 2, 0], [0, 1, 0, 2]],
        "W_K": [[1, 0, 1, 0], [0, 1, 0, 1]], "W_V": [[1, 2], [2, 1]], "W_O": [[1, 0], [0, 1]]}})");
    m_folder->write("heads.txt", numbers);
    const Run run = m_folder->check(
        QStringList{"FOLDER/heads.attn", "--stage", "queries", "--data", "FOLDER/heads.txt"} + more);
    QVERIFY2(QString::fromUtf8(run.out + run.err).contains(says), (run.out + run.err).constData());
    QCOMPARE(run.code, code);
}

void TestCheckCommand::json_data() {
    QTest::addColumn<QString>("stage");
    QTest::addColumn<QByteArray>("numbers");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("answer"); // what is not compared is left out
    QTest::newRow("right") << "scaled_scores" << QByteArray("0.7071,0\n0,1.4142\n") << 0
                           << QByteArray(R"({"verdict": "right", "arrangement": [], "mistakes": [],
                                             "said": ["right"], "cells": 4, "right": 4, "first": null})");
    QTest::newRow("arranged") << "masked_scores" << QByteArray("0.7071,-1e9\n0,1.4142\n") << 0
                              << QByteArray(R"({"verdict": "right", "arrangement": ["stand_ins"]})");
    QTest::newRow("mistake") << "masked_scores" << QByteArray("0.7071,0.0000\n0.0000,1.4142\n") << 1
                             << QByteArray(R"({"verdict": "mistake", "cells": 4, "right": 3,
                                               "first": {"head": 0, "row": 0, "column": 1, "given": 0,
                                                         "expected": "-inf"}})");
    QTest::newRow("shape") << "weights" << QByteArray("1,2,3\n4,5,6\n") << 1
                           << QByteArray(R"({"verdict": "shape", "cells": 0, "first": null})");
}

/// One object for programs.
void TestCheckCommand::json() {
    QFETCH(QString, stage);
    QFETCH(QByteArray, numbers);
    QFETCH(int, code);
    QFETCH(QByteArray, answer);
    m_folder->write("m.csv", numbers);
    const Run run =
        m_folder->check({"FOLDER/doc.attn", "--stage", stage, "--data", "FOLDER/m.csv", "--json"});
    QCOMPARE(run.err, QByteArray());
    QCOMPARE(run.code, code);
    const QJsonObject found = QJsonDocument::fromJson(run.out).object();
    const QJsonObject expected = QJsonDocument::fromJson(answer).object();
    QVERIFY(!expected.isEmpty());
    for (auto each = expected.begin(); each != expected.end(); ++each)
        QCOMPARE(found[each.key()], each.value());
}

void TestCheckCommand::unreadable_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("problem");
    const QString doc = "FOLDER/doc.attn", data = "FOLDER/right.csv";
    QTest::newRow("no document") << QStringList{"FOLDER/none.attn", "--stage", "scores", "--data", data}
                                 << "none.attn";
    QTest::newRow("no data") << QStringList{doc, "--stage", "scores", "--data", "FOLDER/none.csv"}
                             << "none.csv";
    QTest::newRow("faulty data") << QStringList{doc, "--stage", "scores", "--data", "FOLDER/faulty.csv"}
                                 << "faulty.csv: line 1, column 3: \"x\", expected a number";
    QTest::newRow("no tokens") << QStringList{"FOLDER/empty.attn", "--stage", "scores", "--data", data}
                               << "empty.attn";
    QTest::newRow("a stage that is not there")
        << QStringList{doc, "--stage", "dropped_weights", "--data", data}
        << "stage dropped_weights: not computed for this document";
    QTest::newRow("a head that is not there")
        << QStringList{doc, "--stage", "scores", "--head", "1", "--data", data}
        << "head 1: not in this document, expected 0 to 0";
    QTest::newRow("no such stage") << QStringList{doc, "--stage", "nothing", "--data", data}
                                   << "there is no stage \"nothing\"";
    QTest::newRow("a batch")
        << QStringList{doc, "--stage", "scores", "--data", "FOLDER/batch.txt"}
        << "batch.txt: line 1, column 1: an array of shape (2, 2, 1, 1), expected two dimensions, "
           "or three with a matrix for each head";
    QTest::newRow("another extension")
        << QStringList{doc, "--stage", "scores", "--data", "FOLDER/a.json"} << "does not end with";
    QTest::newRow("no tolerance") << QStringList{doc,  "--stage",     "scores", "--data",
                                                 data, "--tolerance", "-1"}
                                  << "--tolerance \"-1\" is no number from 0";
    QTest::newRow("all and one") << QStringList{doc, "--stage", "scores", "--all", "FOLDER/all.npz"}
                                 << "check needs --stage NAME and --data DATA, or --all DATA alone";
    QTest::newRow("all of one matrix")
        << QStringList{doc, "--all", data} << "does not end with .npz, .safetensors or .txt";
    QTest::newRow("a text without names")
        << QStringList{doc, "--all", "FOLDER/batch.txt"}
        << "batch.txt: no arrays with names, expected two at least, as in Q = [[…]] or scores: tensor([[…]])";
    QTest::newRow("no file of all") << QStringList{doc, "--all", "FOLDER/none.npz"} << "none.npz";
    QTest::newRow("no stages among all")
        << QStringList{doc, "--all", "FOLDER/loss.safetensors"} << "no array that is called as a stage";
    QTest::newRow("nothing to compare")
        << QStringList{doc, "--stage", "scores"} << "check needs --stage NAME and --data DATA";
}

/// 1 says that the numbers are wrong, so this is 2.
void TestCheckCommand::unreadable() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, problem);
    m_folder->write("faulty.csv", "1,x\n0,2\n");
    const QByteArray header = R"({"loss":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})";
    m_folder->write("loss.safetensors", QByteArray(1, static_cast<char>(header.size())) + QByteArray(7, 0) +
                                            header + QByteArray(4, 0));
    m_folder->write("batch.txt", "[[[[1]], [[2]]], [[[3]], [[4]]]]");
    const Run run = m_folder->check(arguments);
    QVERIFY2(QString::fromUtf8(run.err).contains(problem), run.err.constData());
    QCOMPARE(run.out, QByteArray());
    QCOMPARE(run.code, 2);
}

LAB_GUILESS_TEST(TestCheckCommand)
#include "tst_check_command.moc"
