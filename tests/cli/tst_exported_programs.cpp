// SPDX-License-Identifier: GPL-3.0-or-later
//
// Programs that are exported compute what the program does: they are run by Python, see run_programs.py.
#include "core/io/document_file.h"
#include "core/io/result_json.h"
#include "core/script/script_file.h"
#include "tests/support/golden.h"
#include "tests/support/oracle.h"
#include "tests/support/process.h"
#include "tests/support/python.h"
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"
#include "ui/document/examples.h"

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace lab;
using namespace lab::test;

class TestExportedPrograms : public QObject {
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void agree_data();
    void agree();
    void byJupyter();
    void written_data();
    void written();
    void misuse_data();
    void misuse();
    void badInput_data();
    void badInput();

private:
    QString path(const QString& name) const { return m_folder->filePath(name); }
    /// Writes its result and its programs.
    void write(const Experiment& experiment, const QString& name) const;
    void writeAll(const QString& which) const;
    QString exampleFile(const char* name) const {
        QFile file(path(QString(name) + ".attn"));
        if (file.open(QIODevice::WriteOnly))
            file.write(exampleText(name));
        return file.fileName();
    }
    /// What run_programs.py prints about these; "" and a test failure if it cannot be started.
    QString run(const QStringList& arguments) const;

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestExportedPrograms::write(const Experiment& experiment, const QString& name) const {
    // Not by write_file(), which waits until a disk has them: these are thousands.
    const auto put = [&](const QString& suffix, const std::string& text) {
        QFile file(path(name + suffix));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(QByteArray::fromStdString(text)) >= 0);
    };
    std::string result;
    write_result(experiment, StreamedTrace(experiment), {}, [&](std::string_view piece) {
        result += piece;
        return true;
    });
    put(".json", result);
    for (const auto& [library, suffix] :
         {std::pair(ScriptLibrary::numpy, ".numpy"), std::pair(ScriptLibrary::pytorch, ".pytorch")}) {
        const Result<Script> script = make_script(experiment, library);
        QVERIFY2(script, script ? "" : script.error().message().c_str());
        put(suffix + QString(".py"), script_text(script.value(), ScriptFormat::python));
        put(suffix + QString(".ipynb"), script_text(script.value(), ScriptFormat::notebook));
    }
}

void TestExportedPrograms::writeAll(const QString& which) const {
    if (which == "examples") {
        for (const QString& name : exampleNames())
            write(example(name), name);
        return;
    }
    if (which == "golden") {
        for (const std::string& name : golden_names())
            write(load_golden(name).experiment, QString::fromStdString(name));
        return;
    }
    RandomExperiments random(20261125);
    constexpr int many = 300;
    for (int written = 0; written < many;) {
        const Experiment experiment = random.next();
        // Where a sum meets both infinities, what becomes of it depends on the order of its terms.
        if (!Oracle(experiment).depends_on_order())
            write(experiment, QString("random-%1").arg(++written));
    }
}

QString TestExportedPrograms::run(const QStringList& arguments) const {
    QProcess process;
    process.start(debian_python,
                  QStringList{LAB_SOURCE_DIR "/tests/cli/run_programs.py", m_folder->path()} + arguments);
    constexpr int patience = 800'000;
    if (!process.waitForFinished(patience))
        return process.errorString();
    const QByteArray found = process.readAllStandardOutput(); // Jupyter warns on the other channel
    return QString::fromUtf8(found.isEmpty() ? process.readAllStandardError() : found);
}

void TestExportedPrograms::agree_data() {
    QTest::addColumn<QString>("which");
    QTest::addColumn<QString>("library");
    for (const char* library : {"numpy", "pytorch"}) {
        for (const char* which : {"examples", "golden", "random"})
            QTest::addRow("%s, %s", library, which) << which << library;
    }
}

void TestExportedPrograms::agree() {
    QFETCH(QString, which);
    QFETCH(QString, library);
    if (library == "pytorch" && !with_torch())
        QSKIP("there is no PyTorch; .ci/run --all installs it");
    writeAll(which);
    const qsizetype count = QDir(m_folder->path()).entryList({"*.json"}).size();
    QCOMPARE(run({library}), QString("%1 documents agree\n").arg(count));
}

/// Jupyter takes a second to start, so that it runs a few in the exhaustive tests alone. Python runs all
/// above.
void TestExportedPrograms::byJupyter() {
    if (!is_exhaustive)
        QSKIP("with LAB_EXHAUSTIVE alone");
    for (const char* name : {"sky-is-blue", "two-heads"})
        write(example(name), name);
    for (const char* name : {"everything", "override-hides-a-row", "dropout-override"})
        write(load_golden(name).experiment, name);
    QCOMPARE(run({"numpy", "pytorch", "--nbclient"}), QString("5 documents agree\n"));
}

void TestExportedPrograms::written_data() {
    QTest::addColumn<QString>("library");
    QTest::addColumn<QString>("file");
    for (const char* library : {"numpy", "pytorch"}) {
        for (const char* file : {"a.py", "a.ipynb", "a.PY"})
            QTest::addRow("%s, %s", library, file) << library << file;
    }
}

void TestExportedPrograms::written() {
    QFETCH(QString, library);
    QFETCH(QString, file);
    const Run run = run_program({"export", exampleFile("two-heads"), "--script", library, "-o", path(file)});
    QCOMPARE(run.err, QByteArray());
    QCOMPARE(run.out, QByteArray());
    QCOMPARE(run.code, 0);
    const auto script =
        make_script(example("two-heads"), library == "numpy" ? ScriptLibrary::numpy : ScriptLibrary::pytorch);
    QFile written(path(file));
    QVERIFY(written.open(QIODevice::ReadOnly));
    const auto format = file.endsWith(".ipynb") ? ScriptFormat::notebook : ScriptFormat::python;
    QCOMPARE(written.readAll(), QByteArray::fromStdString(script_text(script.value(), format)));
}

void TestExportedPrograms::misuse_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, const QStringList& arguments, const QString& message) {
        QTest::newRow(name) << arguments << message;
    };
    row("library", {"--script", "jax", "-o", "a.py"},
        "--script \"jax\" is none of pytorch, numpy, spreadsheet");
    row("no library", {"--script", "", "-o", "a.py"}, "--script \"\" is none of pytorch, numpy, spreadsheet");
    row("no file", {"--script", "numpy"}, "export --script needs -o OUT");
    row("empty file", {"--script", "numpy", "-o", ""}, "export --script needs -o OUT");
    row("suffix", {"--script", "numpy", "-o", "a.txt"}, "\"a.txt\" does not end with .py or .ipynb");
    row("no suffix", {"--script", "numpy", "-o", "py"}, "\"py\" does not end with .py or .ipynb");
    row("head", {"--script", "numpy", "-o", "a.py", "--head", "0"}, "--head does not go with --script");
    row("view", {"--view", "weights", "--script", "numpy", "-o", "a.py"}, "--view does not go with --script");
    row("mark", {"--script", "numpy", "-o", "a.py", "--mark", "0,0"}, "--mark does not go with --script");
}

void TestExportedPrograms::misuse() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, message);
    const Run run = run_program(QStringList{"export", exampleFile("sky-is-blue")} + arguments);
    QCOMPARE(QString::fromUtf8(run.err),
             "attention-lab: " + message + "\nTry 'attention-lab export --help'.\n");
    QCOMPARE(run.out, QByteArray());
    QCOMPARE(run.code, 2);
}

void TestExportedPrograms::badInput_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("out");
    QTest::addColumn<QString>("message");
    QTest::newRow("no document") << "none.attn"
                                 << "a.py"
                                 << "FOLDER/none.attn: cannot be read: No such file or directory";
    QTest::newRow("no tokens") << "empty.attn"
                               << "a.py"
                               << "FOLDER/empty.attn: sequence: no tokens, expected at least one";
    QTest::newRow("too large") << "large.attn"
                               << "a.ipynb"
                               << "FOLDER/large.attn: 160,021 numbers, expected at most 100,000 in a program";
    QTest::newRow("no folder") << "sky-is-blue.attn"
                               << "none/a.py"
                               << "FOLDER/none/a.py: cannot be written: No such file or directory";
}

void TestExportedPrograms::badInput() {
    QFETCH(QString, file);
    QFETCH(QString, out);
    QFETCH(QString, message);
    exampleFile("sky-is-blue");
    Experiment changed = example("sky-is-blue");
    changed.projection.W_O = share(Matrix::Zero(changed.projection.W_V->cols(), 80'000));
    QVERIFY(!save_experiment(path("large.attn").toStdString(), changed));
    changed = example("sky-is-blue");
    changed.sequence = {};
    QVERIFY(!save_experiment(path("empty.attn").toStdString(), changed));
    const Run run = run_program({"export", path(file), "--script", "pytorch", "-o", path(out)});
    QCOMPARE(QString::fromUtf8(run.err),
             "attention-lab: " + message.replace("FOLDER", m_folder->path()) + '\n');
    QCOMPARE(run.code, 1);
    QVERIFY(!QFile::exists(path(out)));
}

LAB_GUILESS_TEST(TestExportedPrograms)
#include "tst_exported_programs.moc"
