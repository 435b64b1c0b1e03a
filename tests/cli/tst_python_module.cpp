// SPDX-License-Identifier: GPL-3.0-or-later
//
// The Python module, tested by Python itself: a row here is a class of python_module.py.
#include "tests/support/fatal_messages.h"
#include "tests/support/python.h"
#include "tests/support/sample.h"
#include "tests/support/test_program.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace lab::test;

namespace {

const QString tests = QStringLiteral(LAB_SOURCE_DIR "/tests/cli/python_module.py");

} // namespace

class TestPythonModule : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void init() { make_messages_fatal(); }
    void everyClass_data();
    void everyClass();

private:
    QString m_python;
};

void TestPythonModule::initTestCase() {
    m_python = python_with_numpy();
    QVERIFY2(!m_python.isEmpty(), "no Python with NumPy; on Debian it is python3-numpy");
}

void TestPythonModule::everyClass_data() {
    QTest::addColumn<QString>("name");
    QProcess process;
    process.start(m_python, {tests, QStringLiteral("--list")});
    QVERIFY(process.waitForFinished());
    const QString names = QString::fromUtf8(process.readAllStandardOutput());
    QVERIFY2(!names.isEmpty(), process.readAllStandardError().constData());
    for (const QString& name : names.split(QLatin1Char('\n'), Qt::SkipEmptyParts))
        QTest::newRow(qPrintable(name)) << name;
}

void TestPythonModule::everyClass() {
    QFETCH(QString, name);
    QProcess process;
    const QTemporaryDir folder; // a document whose window is open stays: somebody may have saved into it
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("TMPDIR"), folder.path());
    environment.insert(QStringLiteral("ATTENTION_LAB"), QStringLiteral(LAB_PROGRAM));
    process.setProcessEnvironment(environment);
    process.start(m_python, {tests, name});
    constexpr int patience = 280'000; // of the five minutes that QtTest grants a function
    if (!process.waitForFinished(patience)) {
        process.kill();
        process.waitForFinished();
    }
    const QByteArray said = process.readAllStandardOutput() + process.readAllStandardError();
    QVERIFY2(process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0, said.constData());
    QVERIFY2(said.contains("\nRan ") && !said.contains("\nRan 0 tests"), said.constData());
    if (said.contains("skipped=")) {
        QVERIFY2(!is_exhaustive, said.constData());
        QSKIP("PyTorch or IPython is not installed");
    }
}

LAB_GUILESS_TEST(TestPythonModule)
#include "tst_python_module.moc"
