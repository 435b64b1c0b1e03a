// SPDX-License-Identifier: GPL-3.0-or-later
//
// The program as `cmake --install` puts it somewhere: it works wherever its folder is moved, says the same as
// the one that was built, and is found by the Python module beside it.
#include "tests/support/fatal_messages.h"
#include "tests/support/process.h"
#include "tests/support/python.h"
#include "tests/support/test_program.h"
#include "ui/document/examples.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>

using namespace lab;
using namespace lab::test;

class TestInstalled : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void init() { make_messages_fatal(); }
    void cleanupTestCase();
    void saysTheSame_data();
    void saysTheSame();
    void drawsTheSame();
    void isFoundByItsModule();

private:
    /// Runs a program that must find nothing by accident: from another folder, with nothing in PATH.
    Run run(const QString& program, const QStringList& arguments) const;
    void allowWriting(bool allowed) const;

    QTemporaryDir m_folder;
    QString m_installed; ///< the folder with bin and share
    QString m_document;
    QStringList m_programs; ///< the installed program, and a link to it
};

Run TestInstalled::run(const QString& program, const QStringList& arguments) const {
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("PATH", "/nowhere");
    environment.insert("PYTHONDONTWRITEBYTECODE", "1");
    for (const char* place : {"ATTENTION_LAB", "LD_LIBRARY_PATH", "PYTHONPATH"})
        environment.remove(place);
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(m_folder.path());
    process.start(program, arguments);
    constexpr int patience = 60'000;
    if (!process.waitForFinished(patience)) {
        process.kill();
        process.waitForFinished();
        return {-1, {}, process.errorString().toUtf8()};
    }
    const bool whole = process.exitStatus() == QProcess::NormalExit;
    return {whole ? process.exitCode() : -1, process.readAllStandardOutput(), process.readAllStandardError()};
}

/// Makes the installed folder read-only, or writable again so that it can be deleted.
void TestInstalled::allowWriting(bool allowed) const {
    namespace fs = std::filesystem;
    const auto option = allowed ? fs::perm_options::add : fs::perm_options::remove;
    const fs::path root = m_installed.toStdString();
    fs::permissions(root, fs::perms::owner_write, option);
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
        if (!entry.is_symlink())
            fs::permissions(entry.path(), fs::perms::owner_write, option);
    }
}

void TestInstalled::initTestCase() {
    const QString first = m_folder.filePath("first");
    QProcess cmake;
    cmake.start(LAB_CMAKE, {"--install", LAB_BUILD_DIR, "--prefix", first});
    QVERIFY(cmake.waitForFinished(60'000));
    QVERIFY2(cmake.exitCode() == 0, cmake.readAllStandardError().constData());
    QVERIFY(QDir(m_folder.path()).mkpath("Größe und Ähnliches"));
    m_installed = m_folder.filePath("Größe und Ähnliches/Attention Lab");
    QVERIFY(QDir().rename(first, m_installed));
    const QString program = m_installed + "/bin/attention-lab", link = m_folder.filePath("a link");
    QVERIFY(QFile::link(program, link));
    m_programs = {program, link};
    m_document = m_folder.filePath("document.attn");
    QFile file(m_document);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(exampleText("twelve-heads"));
    allowWriting(false);
}

void TestInstalled::cleanupTestCase() {
    if (QDir(m_installed).exists())
        allowWriting(true);
}

void TestInstalled::saysTheSame_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("version") << QStringList{"--version"};
    QTest::newRow("compute") << QStringList{"compute", m_document};
    QTest::newRow("examples") << QStringList{"examples"};
    QTest::newRow("explain") << QStringList{"explain", m_document, "--stage", "weights", "--cell", "1,0"};
}

void TestInstalled::saysTheSame() {
    QFETCH(QStringList, arguments);
    const Run built = run_program(arguments);
    QCOMPARE(built.code, 0);
    for (const QString& program : m_programs) {
        const Run installed = run(program, arguments);
        QCOMPARE(installed.err, QByteArray());
        QVERIFY(installed.out == built.out);
        QCOMPARE(installed.code, 0);
    }
}

void TestInstalled::drawsTheSame() {
    const auto drawn = [&](const Run& run, const QString& path) {
        QFile file(path);
        return run.code == 0 && file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    for (const char* format : {"svg", "png"}) {
        const QString path = m_folder.filePath(QString("figure.") + format);
        const QStringList arguments{"export", m_document, "--view", "weights", "-o", path};
        const QByteArray built = drawn(run_program(arguments), path);
        QVERIFY(!built.isEmpty());
        for (const QString& program : m_programs) {
            QVERIFY(QFile::remove(path));
            QVERIFY2(drawn(run(program, arguments), path) == built, qPrintable(program));
        }
    }
}

void TestInstalled::isFoundByItsModule() {
    const QString python = python_with_numpy();
    QVERIFY2(!python.isEmpty(), "no Python with NumPy; on Debian it is python3-numpy");
    const Run asked = run(
        python, {"-c",
                 "import sys; sys.path.insert(0, sys.argv[1]); import attention_lab as lab; "
                 "print(lab._program(None)); print(lab.compute(sys.argv[2], 'weights')['weights'].shape[0])",
                 m_installed + "/share/attention-lab/python", m_document});
    QCOMPARE(asked.err, QByteArray());
    QCOMPARE(QString::fromUtf8(asked.out), m_programs.first() + "\n12\n");
}

LAB_GUILESS_TEST(TestInstalled)
#include "tst_installed.moc"
