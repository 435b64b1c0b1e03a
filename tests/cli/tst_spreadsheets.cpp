// SPDX-License-Identifier: GPL-3.0-or-later
//
// Spreadsheets compute what the program does, also after numbers in them were changed: they are computed
// again by Python and by LibreOffice, see recalculate.py. And `export --script spreadsheet`.
#include "core/experiment/parameter.h"
#include "core/io/document_file.h"
#include "core/spreadsheet/spreadsheet.h"
#include "tests/support/golden.h"
#include "tests/support/process.h"
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"
#include "ui/document/examples.h"
#include "ui/plots/shared/spreadsheet_look.h"

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

#include <cmath>

using namespace lab;
using namespace lab::test;

class TestSpreadsheets : public QObject {
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void recomputed_data();
    void recomputed();
    void written_data();
    void written();
    void misuse_data();
    void misuse();
    void badInput();

private:
    QString path(const QString& name) const { return m_folder->filePath(name); }
    void put(const QString& name, const std::string& bytes) const;
    /// Writes the spreadsheet of `original`, and the numbers that make it one of `changed`, with all results.
    void write(const Experiment& original, const Experiment& changed, const QString& name) const;
    /// As it is, and with a number of every parameter changed if formulas follow that everywhere.
    void writeBoth(const Experiment& experiment, const QString& name) const;
    void writeAll(const QString& which) const;
    QString exampleFile(const QString& name) const {
        put(name + ".attn", exampleText(name).toStdString());
        return path(name + ".attn");
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

namespace {

using SheetJson = nlohmann::ordered_json;

/// The experiment with the last number of each parameter changed.
Experiment with_every_parameter_changed(Experiment experiment) {
    for (const ParameterInfo& each : all_parameters()) {
        const MatrixPtr matrix = is_read(experiment, each.id) ? parameter(experiment, each.id) : nullptr;
        if (!matrix || (each.id == ParameterId::additive && !matrix->allFinite()))
            continue;
        const Index row = matrix->rows() - 1, column = matrix->cols() - 1;
        experiment = with_cell(experiment, each.id, row, column, (*matrix)(row, column) * 1.5 + 0.25);
    }
    return experiment;
}

template<class Call>
void for_each_cell(const Workbook& workbook, const Call& call) {
    for (const Sheet& sheet : workbook.sheets) {
        for (const SheetBlock& block : sheet.blocks) {
            for (Index row = 0; row < block.rows(); ++row) {
                for (Index column = 0; column < block.columns(); ++column)
                    call(sheet.name + "!" + place_name(place_of(block, row, column)),
                         block.cell(row, column));
            }
        }
    }
}

bool follows_everything(const Workbook& workbook) {
    bool follows = true;
    for_each_cell(workbook, [&](const std::string&, const SheetCell& cell) {
        follows &= cell.mark != SheetMark::fixed;
    });
    return follows;
}

} // namespace

/// Not by write_file(), which waits until a disk has it.
void TestSpreadsheets::put(const QString& name, const std::string& bytes) const {
    QFile file(path(name));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(QByteArray::fromStdString(bytes)) >= 0);
}

void TestSpreadsheets::write(const Experiment& original, const Experiment& changed,
                             const QString& name) const {
    const Result<std::string> bytes = spreadsheet_file(original, spreadsheetLook(original));
    QVERIFY2(bytes, bytes ? "" : bytes.error().message().c_str());
    put(name + ".xlsx", bytes.value());
    SheetJson write = SheetJson::object(), expect = SheetJson::object();
    for_each_cell(make_workbook(changed).value(), [&](const std::string& place, const SheetCell& cell) {
        const bool is_number = std::isfinite(cell.value);
        if (is_number && cell.mark == SheetMark::editable)
            write[place] = cell.value;
        expect[place] = is_number ? SheetJson(cell.value) : SheetJson(not_finite_text(cell.value));
    });
    SheetJson both;
    both["write"] = write;
    both["expect"] = expect;
    put(name + ".json", both.dump());
}

void TestSpreadsheets::writeBoth(const Experiment& experiment, const QString& name) const {
    write(experiment, experiment, name);
    const Experiment changed = with_every_parameter_changed(experiment);
    // What is too large after the change would be numbers in a new spreadsheet.
    if (follows_everything(make_workbook(experiment).value()) &&
        follows_everything(make_workbook(changed).value()))
        write(experiment, changed, name + "-changed");
}

void TestSpreadsheets::writeAll(const QString& which) const {
    if (which == "examples") {
        const QStringList few{"sky-is-blue", "two-heads", "gemma-head", "learned-sink",
                              "column-vectors-with-biases"};
        for (const QString& name : is_exhaustive ? exampleNames() : few)
            writeBoth(example(name), name);
    } else if (which == "golden") {
        for (const std::string& name : golden_names())
            writeBoth(load_golden(name).experiment, QString::fromStdString(name));
    } else {
        RandomExperiments random(20261130);
        const int many = is_exhaustive ? 100 : 6;
        for (int i = 0; i < many; ++i)
            writeBoth(random.next(), QString("random-%1").arg(i));
    }
}

void TestSpreadsheets::recomputed_data() {
    QTest::addColumn<QString>("which");
    QTest::addColumn<QString>("program");
    for (const char* program : {"python", "libreoffice"}) {
        for (const char* which : {"examples", "golden", "random"})
            QTest::addRow("%s, %s", program, which) << which << program;
    }
}

void TestSpreadsheets::recomputed() {
    QFETCH(QString, which);
    QFETCH(QString, program);
    if (program == "libreoffice" && !is_exhaustive)
        QSKIP("with LAB_EXHAUSTIVE alone; .ci/run --all installs LibreOffice");
    if (which == "golden" && !is_exhaustive)
        QSKIP("with LAB_EXHAUSTIVE alone");
    writeAll(which);
    const auto count = QDir(m_folder->path()).entryList({"*.json"}).size();
    QProcess process;
    process.start("/usr/bin/python3",
                  {LAB_SOURCE_DIR "/tests/cli/recalculate.py", m_folder->path(), program});
    constexpr int patience = 1'800'000;
    QVERIFY2(process.waitForFinished(patience), qPrintable(process.errorString()));
    const QString said = QString::fromUtf8(process.readAllStandardOutput() + process.readAllStandardError());
    QVERIFY2(said.startsWith(QString("%1 spreadsheets agree, ").arg(count)), qPrintable(said.left(2000)));
}

void TestSpreadsheets::written_data() {
    QTest::addColumn<QString>("file");
    for (const char* file : {"a.xlsx", "a.XLSX", "-"})
        QTest::addRow("%s", file) << file;
}

void TestSpreadsheets::written() {
    QFETCH(QString, file);
    const bool isStream = file == "-";
    const Run run = run_program(
        {"export", exampleFile("two-heads"), "--script", "spreadsheet", "-o", isStream ? file : path(file)});
    QCOMPARE(run.err, QByteArray());
    QCOMPARE(run.code, 0);
    const Experiment experiment = example("two-heads");
    const auto expected =
        QByteArray::fromStdString(spreadsheet_file(experiment, spreadsheetLook(experiment)).value());
    QFile written(path(file));
    if (!isStream)
        QVERIFY(written.open(QIODevice::ReadOnly));
    QVERIFY((isStream ? run.out : written.readAll()) == expected);
    if (!isStream)
        QCOMPARE(run.out, QByteArray());
}

void TestSpreadsheets::misuse_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("message");
    QTest::newRow("suffix") << QStringList{"-o", "a.py"} << R"("a.py" does not end with .xlsx)";
    QTest::newRow("no file") << QStringList{} << "export --script needs -o OUT";
    QTest::newRow("head") << QStringList{"-o", "a.xlsx", "--head", "0"} << "--head does not go with --script";
}

void TestSpreadsheets::misuse() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, message);
    const Run run =
        run_program(QStringList{"export", exampleFile("sky-is-blue"), "--script", "spreadsheet"} + arguments);
    QCOMPARE(QString::fromUtf8(run.err),
             "attention-lab: " + message + "\nTry 'attention-lab export --help'.\n");
    QCOMPARE(run.code, 2);
}

void TestSpreadsheets::badInput() {
    Experiment large = example("sky-is-blue");
    large.projection.W_O = share(Matrix::Zero(large.projection.W_V->cols(), 600'000));
    QVERIFY(!save_experiment(path("large.attn").toStdString(), large));
    const Run run =
        run_program({"export", path("large.attn"), "--script", "spreadsheet", "-o", path("a.xlsx")});
    QCOMPARE(QString::fromUtf8(run.err),
             "attention-lab: " + path("large.attn") +
                 ": 3,000,090 numbers, expected at most 1,000,000 in a spreadsheet\n");
    QCOMPARE(run.code, 1);
    QVERIFY(!QFile::exists(path("a.xlsx")));
}

LAB_GUILESS_TEST(TestSpreadsheets)
#include "tst_spreadsheets.moc"
