// SPDX-License-Identifier: GPL-3.0-or-later
//
// The program under a limit of its stack (`ulimit -s`). It does the same as without one, or says in one line
// that the limit is too small. It never dies from a signal.
#include "tests/support/fatal_messages.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>

using namespace lab::test;

namespace {

constexpr rlim_t kibibyte = 1024;

struct RunOnStack {
    int code = -1; ///< the exit code, or −1 if a signal ended it
    QByteArray out, err;
};

/// Runs the program with a stack of that many bytes, which it may not raise.
RunOnStack run_with(rlim_t bytes, const QStringList& arguments) {
    QProcess process;
    process.setChildProcessModifier([bytes] {
        const rlimit stack{bytes, bytes}, no_core{0, 0};
        setrlimit(RLIMIT_STACK, &stack);
        setrlimit(RLIMIT_CORE, &no_core);
    });
    process.start(QStringLiteral(LAB_PROGRAM), arguments);
    constexpr int patience = 100'000;
    if (!process.waitForFinished(patience)) {
        process.kill();
        process.waitForFinished();
        return {-1, {}, "did not end"};
    }
    const bool ended = process.exitStatus() == QProcess::NormalExit;
    return {ended ? process.exitCode() : -1, process.readAllStandardOutput(), process.readAllStandardError()};
}

} // namespace

class TestStackLimits : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void init() { make_messages_fatal(); }
    void works_data();
    void works();
    void tooSmall_data();
    void tooSmall();

private:
    QString path(const QString& name) const { return m_folder.filePath(name); }

    QTemporaryDir m_folder;
};

void TestStackLimits::initTestCase() {
#ifdef LAB_SANITIZES_ADDRESS
    QSKIP("the sanitizer makes frames many times as large");
#endif
    // As deep as a document may be nested.
    constexpr int levels = 99;
    QFile document(path("deep.attn"));
    QVERIFY(document.open(QIODevice::WriteOnly));
    document.write(R"({"format": "attention-lab", "version": 1,
        "sequence": {"tokenizer": "words", "text": "a b"}, "embedding": {"table": {"a": [1, 2], "b": [2, 3]}},
        "projection": {"kind": "identity"}, "unknown": )" +
                   QByteArray(levels, '[') + QByteArray(levels, ']') + "}");
}

void TestStackLimits::works_data() {
    QTest::addColumn<rlim_t>("bytes");
    QTest::addColumn<QStringList>("arguments");
    const QStringList compute{"compute", path("deep.attn")};
    QTest::newRow("no limit") << RLIM_INFINITY << compute;
    QTest::newRow("1 MiB") << 1024 * kibibyte << compute;
    QTest::newRow("512 KiB") << 512 * kibibyte << compute;
    QTest::newRow("256 KiB") << 256 * kibibyte << compute;
    QTest::newRow("export") << 256 * kibibyte << QStringList{"export", path("deep.attn"), "--view", "handout",
                                                             "-o",     path("out.pdf")};
    QTest::newRow("film")
        << 256 * kibibyte
        << QStringList{"film", path("deep.attn"), "--grain", "term", "--motion", "--from", "9", "--to", "10",
                       "-o",   path("out.gif")};
    QTest::newRow("set") << 256 * kibibyte << QStringList{"set", path("deep.attn"), "--help"};
}

void TestStackLimits::works() {
    QFETCH(rlim_t, bytes);
    QFETCH(QStringList, arguments);
    const RunOnStack run = run_with(bytes, arguments);
    QVERIFY2(run.code == 0 && run.err.isEmpty(), run.err.constData());
}

void TestStackLimits::tooSmall_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::newRow("compute") << QStringList{"compute", path("deep.attn")} << 1;
    QTest::newRow("check") << QStringList{"check", path("deep.attn"), "--stage", "weights", "--data", "w.csv"}
                           << 2;
    QTest::newRow("window") << QStringList{path("deep.attn")} << 1;
}

void TestStackLimits::tooSmall() {
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    const RunOnStack run = run_with(192 * kibibyte, arguments);
    QCOMPARE(run.code, code);
    QCOMPARE(run.out, QByteArray());
    QCOMPARE(run.err,
             QByteArray("attention-lab: stack: limited to 192 kB, expected at least 256; raise the limit "
                        "with \"ulimit -s 8192\" in the shell that starts the program\n"));
}

LAB_GUILESS_TEST(TestStackLimits)
#include "tst_stack_limits.moc"
