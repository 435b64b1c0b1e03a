// SPDX-License-Identifier: GPL-3.0-or-later
//
// Programs that are exported compute what the program does: they are run by Python, see run_programs.py.
#include "core/io/document_file.h"
#include "core/io/result_json.h"
#include "core/script/script_file.h"
#include "tests/support/golden.h"
#include "tests/support/oracle.h"
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

private:
    QString path(const QString& name) const { return m_folder->filePath(name); }
    /// Writes its result and its programs.
    void write(const Experiment& experiment, const QString& name) const;
    void writeAll(const QString& which) const;
    /// What run_programs.py prints about these; "" and a test failure if it cannot be started.
    QString run(const QStringList& arguments) const;

    std::unique_ptr<QTemporaryDir> m_folder;
};

namespace {

/// Debian's own, which has the packages of app/packages.sh.
const QString python = QStringLiteral("/usr/bin/python3");

bool has_torch() {
    static const bool is_there = QProcess::execute(python, {"-c", "import torch"}) == 0;
    return is_there || is_exhaustive;
}

} // namespace

void TestExportedPrograms::write(const Experiment& experiment, const QString& name) const {
    const StreamedTrace trace(experiment);
    const auto error = write_file(path(name + ".json").toStdString(),
                                  [&](const TakeBytes& take) { write_result(experiment, trace, {}, take); });
    QVERIFY(!error);
    for (const auto& [library, suffix] :
         {std::pair(ScriptLibrary::numpy, ".numpy"), std::pair(ScriptLibrary::pytorch, ".pytorch")}) {
        const Result<Script> script = make_script(experiment, library);
        QVERIFY2(script, script ? "" : script.error().message().c_str());
        for (const auto& [format, end] :
             {std::pair(ScriptFormat::python, ".py"), std::pair(ScriptFormat::notebook, ".ipynb")}) {
            const std::string file = path(name + suffix + end).toStdString();
            QVERIFY(!write_file(file, script_text(script.value(), format)));
        }
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
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(python,
                  QStringList{LAB_SOURCE_DIR "/tests/cli/run_programs.py", m_folder->path()} + arguments);
    constexpr int patience = 800'000;
    if (!process.waitForFinished(patience))
        return process.errorString();
    return QString::fromUtf8(process.readAll());
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
    if (library == "pytorch" && !has_torch())
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

LAB_GUILESS_TEST(TestExportedPrograms)
#include "tst_exported_programs.moc"
