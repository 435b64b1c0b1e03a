// SPDX-License-Identifier: GPL-3.0-or-later
//
// attention-lab gradient: the numbers as JSON and for NumPy, what is wanted from files, and the errors.
#include "core/engine/backward.h"
#include "core/io/array_files.h"
#include "core/io/experiment_json.h"
#include "core/io/gradient_file.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/golden.h"
#include "tests/support/process.h"
#include "tests/support/special_numbers.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lab;
using namespace lab::test;

class TestGradientCommand : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void aCell_data();
    void aCell();
    void wantedFiles_data();
    void wantedFiles();
    void wantedOutput();
    void arrays_data();
    void arrays();
    void refusals_data();
    void refusals();

private:
    QString path(const QString& name) const { return m_folder.filePath(name); }
    QString write(const QString& name, const QByteArray& bytes) const {
        QFile file(path(name));
        if (file.open(QIODevice::WriteOnly))
            file.write(bytes);
        return file.fileName();
    }
    QString document(const QString& name) const {
        return write(name + ".attn", QByteArray::fromStdString(load_golden(name.toStdString()).document));
    }
    QTemporaryDir m_folder;
};

namespace {

Experiment golden_document(const QString& name) {
    return load_golden(name.toStdString()).experiment;
}

QByteArray json_of(const Experiment& e, const Target& target) {
    return QByteArray::fromStdString(gradient_json(e, gradient(e, target).value()));
}

} // namespace

void TestGradientCommand::aCell_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<CellRef>("cell");
    const auto row = [](const char* name, const QStringList& options, const CellRef& cell) {
        QTest::newRow(qPrintable(name + (' ' + options.join(' ')))) << name << options << cell;
    };
    row("sky-is-blue", {"--of", "weights", "--cell", "2,0"}, {StageId::weights, 0, 2, 0});
    row("two-heads", {"--of", "scores", "--cell", "0,2", "--head", "1"}, {StageId::scores, 1, 0, 2});
    row("two-heads", {"--of", "output", "--cell", "0,2", "--head", "1"}, {StageId::output, 0, 0, 2});
    row("sink", {"--of", "weights", "--cell", "0,5"}, {StageId::weights, 0, 0, 5});
}

/// To standard output, and to a file.
void TestGradientCommand::aCell() {
    QFETCH(QString, name);
    QFETCH(QStringList, options);
    QFETCH(CellRef, cell);
    const QByteArray expected = json_of(golden_document(name), cell);
    const QStringList arguments = QStringList{"gradient", document(name)} + options;
    const Run run = run_program(arguments);
    QCOMPARE(run.err, QByteArray());
    QCOMPARE(run.code, 0);
    QCOMPARE(run.out, expected);
    const Run to_file = run_program(arguments + QStringList{"-o", path("cell.JSON")});
    QCOMPARE(to_file.code, 0);
    QCOMPARE(to_file.out, QByteArray());
    QFile file(path("cell.JSON"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), expected);
}

void TestGradientCommand::wantedFiles_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("empty cells") << "t.csv" << QByteArray("0.2,,0.6\n,,\n,1,3\n");
    QTest::newRow("nan") << "t.csv" << QByteArray("0.2,NaN,0.6\nnan,nan,nan\nnan,1,3\n");
    QTest::newRow("an empty corner of labels")
        << "t.csv" << QByteArray(",sky,is,blue\nsky,0.2,,0.6\nis,,,\nblue,,1,3\n");
    QTest::newRow("tabs") << "t.tsv" << QByteArray("0.2\t\t0.6\n\t\t\n\t1\t3\n");
    QTest::newRow("a text") << "t.txt" << QByteArray("[[0.2, nan, 0.6], [nan, nan, nan], [nan, 1, 3]]");
    QTest::newRow("an array in a file") << "t.npz:T" << QByteArray();
}

void TestGradientCommand::wantedFiles() {
    QFETCH(QString, file);
    QFETCH(QByteArray, text);
    const Matrix wanted{{0.2, nan_value, 0.6}, {nan_value, nan_value, nan_value}, {nan_value, 1, 3}};
    if (text.isEmpty()) {
        const NumberArray array{
            {3, 3}, 3, 3, [&](Index first, MatrixRef rows) { rows = wanted.middleRows(first, rows.rows()); }};
        const NpzFile made = NpzFile::make({{"T", [&] { return npy_bytes(array); }}}).value();
        QByteArray bytes;
        made.write([&](std::string_view piece) {
            bytes.append(piece.data(), qsizetype(piece.size()));
            return true;
        });
        write("t.npz", bytes);
    } else {
        write(file, text);
    }
    const QString name = "sky-is-blue";
    const Run run = run_program({"gradient", document(name), "--loss", "weights", "--target", path(file)});
    QCOMPARE(run.err, QByteArray());
    QCOMPARE(run.out, json_of(golden_document(name), WantedWeights{0, wanted}));
    QCOMPARE(run.code, 0);
}

void TestGradientCommand::wantedOutput() {
    const Experiment e = golden_document("two-heads");
    const Dimensions d = dimensions(e);
    Matrix wanted = Matrix::Constant(d.n_q, d.d_out, nan_value);
    wanted(1, 0) = -0.5;
    QByteArray text;
    for (Index row = 0; row < d.n_q; ++row)
        text += (row == 1 ? "-0.5" : "") + QByteArray(int(d.d_out - 1), ',') + "\n";
    const Run run = run_program({"gradient", document("two-heads"), "--loss", "output", "--target",
                                 write("y.csv", text), "-o", path("y.json")});
    QCOMPARE(run.err, QByteArray());
    QFile file(path("y.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), json_of(e, WantedOutput{wanted}));
}

void TestGradientCommand::arrays_data() {
    QTest::addColumn<QString>("name");
    for (const char* name : {"sky-is-blue", "additive-heads-cross", "sink", "sink-far-above", "everything",
                             "learned-position-repeat", "direct-two-heads-source"})
        QTest::newRow(name) << name;
}

/// In an .npz file, each in the shape that NumPy's users have.
void TestGradientCommand::arrays() {
    QFETCH(QString, name);
    const Experiment e = golden_document(name);
    const Run run = run_program(
        {"gradient", document(name), "--of", "output", "--cell", "1,0", "-o", path("gradient.npz")});
    QCOMPARE(run.err, QByteArray());
    QCOMPARE(run.code, 0);
    const Gradient expected = gradient(e, CellRef{StageId::output, 0, 1, 0}).value();
    const NamedArraysPtr arrays = open_npz(path("gradient.npz").toStdString()).value();
    const auto find = [&](const std::string& array) { return arrays->find(array); };
    QVERIFY(find("value") && find("value")->shape.empty());
    QCOMPARE(arrays->read(*find("value")).value()(0, 0), expected.value);
    std::size_t count = 1;
    for (const auto& [id, numbers] : expected.by) {
        const ArrayInfo* array = find(id == ParameterId::position ? "P" : std::string(info(id).name));
        QVERIFY2(array, info(id).name.data());
        ++count;
        const bool has_heads = id == ParameterId::additive && e.scores.additive.size() > 1;
        const bool is_row = is_one_row(id) || (id == ParameterId::sink && numbers.cols() > 1);
        QCOMPARE(array->shape.size(), has_heads ? 3U : is_row ? 1U : id == ParameterId::sink ? 0U : 2U);
        const PrintedArray read = arrays->read_printed(*array).value();
        for (Index head = 0; head < read.matrices(); ++head)
            QVERIFY2(
                same_bits(read.numbers_of(head), numbers.middleCols(head * read.columns(), read.columns())),
                info(id).name.data());
        QCOMPARE(read.matrices() * read.columns(), numbers.cols());
    }
    if (const ArrayInfo* tokens = find("E_tokens")) {
        QCOMPARE(arrays->read_texts(*tokens).value(), distinct_tokens(e));
        ++count;
    }
    QCOMPARE(bool(find("E_tokens")), expected.by.contains(ParameterId::E));
    QCOMPARE(arrays->arrays().size(), count);
}

void TestGradientCommand::refusals_data() {
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, const QStringList& options, int code, const char* message) {
        QTest::newRow(name) << options << code << QString(message);
    };
    const char* const needs = "gradient needs --of STAGE and --cell R,C, or --loss NAME and --target T";
    row("nothing", {}, 2, needs);
    row("no cell", {"--of", "weights"}, 2, needs);
    row("no stage", {"--cell", "0,0"}, 2, needs);
    row("no target", {"--loss", "weights"}, 2, needs);
    row("no loss", {"--target", "t.csv"}, 2, needs);
    row("both", {"--of", "weights", "--cell", "0,0", "--loss", "weights", "--target", "t.csv"}, 2, needs);
    row("an unknown stage", {"--of", "wits", "--cell", "0,0"}, 2, "there is no stage \"wits\"; there are");
    row("an unknown loss", {"--loss", "wits", "--target", "t.csv"}, 2,
        "there is no loss \"wits\"; there are weights, output");
    row("no cell either", {"--of", "weights", "--cell", "a,b"}, 2, "--cell \"a,b\" is no row and column");
    row("half a head", {"--of", "weights", "--cell", "0,0", "--head", "0.5"}, 2,
        "--head \"0.5\" is no whole number from 0");
    row("half a head of a loss", {"--loss", "weights", "--target", "t.csv", "--head", "0.5"}, 2,
        "--head \"0.5\" is no whole number from 0");
    row("an unknown format", {"--of", "weights", "--cell", "0,0", "-o", "g.csv"}, 2,
        "\"g.csv\" does not end with .json or .npz");
    row("no name", {"--of", "weights", "--cell", "0,0", "-o", ""}, 2, "\"\" does not end with .json or .npz");
    row("a target of another format", {"--loss", "weights", "--target", "t.json"}, 2,
        "\"t.json\" does not end with .npy");
    row("which array", {"--loss", "weights", "--target", "t.npz"}, 2,
        "\"t.npz\" has arrays with names: which one, as in t.npz:NAME");
    row("outside", {"--of", "weights", "--cell", "3,0"}, 1,
        "FILE: cell 3,0: not in the stage weights, expected rows 0 to 2, columns 0 to 2");
    row("another head", {"--of", "weights", "--cell", "0,0", "--head", "1"}, 1,
        "FILE: head 1: not in this document");
    row("another head of a loss", {"--loss", "weights", "--target", "FOLDER/small.csv", "--head", "1"}, 1,
        "FILE: head 1: not in this document");
    row("not computed", {"--of", "source_inputs", "--cell", "0,0"}, 1,
        "FILE: stage source_inputs: not computed for this document");
    row("no such file", {"--loss", "weights", "--target", "FOLDER/none.csv"}, 1, "FOLDER/none.csv: ");
    row("another shape", {"--loss", "weights", "--target", "FOLDER/small.csv"}, 1,
        "FOLDER/small.csv: target: 2 × 2, expected 3 × 3, as the weights");
    row("no numbers", {"--loss", "weights", "--target", "FOLDER/words.csv"}, 1, "FOLDER/words.csv: ");
    row("any numbers", {"--loss", "weights", "--target", "FOLDER/any.csv"}, 1,
        "FOLDER/any.csv: target: no number, expected at least one cell that is wanted");
    row("a negative weight", {"--loss", "weights", "--target", "FOLDER/negative.csv"}, 1,
        "FOLDER/negative.csv: target, cell 0,1: -1, expected a number from 0");
}

void TestGradientCommand::refusals() {
    QFETCH(QStringList, options);
    QFETCH(int, code);
    QFETCH(QString, message);
    write("small.csv", "1,2\n3,4\n");
    write("words.csv", "1,two\n3,4\n");
    write("any.csv", ",,\n,,\n,,\n");
    write("negative.csv", "2,-1,2\n,,\n,,\n");
    const QString file = document("sky-is-blue");
    for (QString& option : options)
        option.replace("FOLDER", m_folder.path());
    const Run run = run_program(QStringList{"gradient", file} + options);
    QCOMPARE(run.code, code);
    QCOMPARE(run.out, QByteArray());
    const QString expected = message.replace("FILE", file).replace("FOLDER", m_folder.path());
    QVERIFY2(QString::fromUtf8(run.err).startsWith("attention-lab: " + expected), run.err.constData());
}

LAB_GUILESS_TEST(TestGradientCommand)
#include "tst_gradient_command.moc"
