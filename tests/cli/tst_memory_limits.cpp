// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every subcommand under an address space limit, starting from the minimum needed to start. It succeeds, or
// fails with a one-line message. It never dies from a signal and leaves no temporary file.
#include "tests/support/fatal_messages.h"
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>

#include <cmath>
#include <memory>

using namespace lab::test;

namespace {

constexpr double mebibyte = 1024 * 1024;
constexpr double without_limit = 0;

struct LimitedRun {
    bool ended = false; ///< exited normally, not killed by a signal
    int code = -1;
    QByteArray err;

    bool refused() const { return ended && code == 1 && err.count('\n') == 1 && err.endsWith('\n'); }
    bool done() const { return ended && code == 0; }
};

/// Runs the program with this much address space, discarding its standard output.
LimitedRun run_with(double bytes, const QStringList& arguments) {
    QProcess process;
    process.setStandardOutputFile(QProcess::nullDevice());
    process.setChildProcessModifier([bytes] {
        const rlimit limit{static_cast<rlim_t>(bytes), RLIM_INFINITY};
        if (bytes != without_limit)
            setrlimit(RLIMIT_AS, &limit);
        const rlimit no_core{0, 0};
        setrlimit(RLIMIT_CORE, &no_core);
    });
    process.start(QStringLiteral(LAB_PROGRAM), arguments);
    constexpr int patience = 200'000;
    if (!process.waitForFinished(patience)) {
        process.kill();
        process.waitForFinished();
        return {false, -1, "did not end"};
    }
    return {process.exitStatus() == QProcess::NormalExit, process.exitCode(), process.readAllStandardError()};
}

/// The least memory, in bytes, with which the dynamic loader and main() succeed.
double least_to_start() {
    double bytes = 16 * mebibyte;
    const QStringList least{"random",         "--generator", "numpy",   "--seed", "0",
                            "--distribution", "uniform",     "--shape", "1x1"};
    for (LimitedRun run; !run.done() && !run.refused(); run = run_with(bytes, least))
        bytes += 8 * mebibyte;
    return bytes;
}

/// Evenly spaced values from `from` to `to`, both included.
std::vector<double> steps(double from, double to) {
    const int count = is_exhaustive ? 40 : 5;
    std::vector<double> all;
    for (int i = 0; i <= count; ++i)
        all.push_back(from + (to - from) * i / count);
    return all;
}

QByteArray numbers(int count, const char* number) {
    QByteArray all = "[";
    for (int i = 0; i < count; ++i)
        all += (i == 0 ? "" : ", ") + QByteArray(number);
    return all + "]";
}

/// A document of distinct words with two heads and an unknown key.
QByteArray document_of(int tokens, int unknown_numbers) {
    QByteArray text, table;
    for (int i = 0; i < tokens; ++i) {
        const QByteArray word = "w" + QByteArray::number(i);
        text += word + ' ';
        table +=
            (i == 0 ? "\"" : ", \"") + word + "\": [0.25, 1e-3, " + QByteArray::number(i % 7) + ", -0.5]";
    }
    return R"({"format": "attention-lab", "version": 1, "sequence": {"tokenizer": "words", "text": ")" +
           text + R"("}, "embedding": {"table": {)" + table +
           R"(}}, "heads": {"count": 2}, "projection": {"kind": "identity"}, "mask": {"causal": true}, )"
           R"("unknown": )" +
           numbers(unknown_numbers, "0.1") + "}";
}

} // namespace

class TestMemoryLimits : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void init() { make_messages_fatal(); }
    void sweep_data();
    void sweep();
    void refused_data();
    void refused();
    void outputFitsWhereStagesDoNot();

private:
    QString path(const QString& name) const { return m_folder->filePath(name); }
    void write(const QString& name, const QByteArray& bytes) const;
    QStringList names() const { return QDir(m_folder->path()).entryList(QDir::Files | QDir::Hidden); }

    std::unique_ptr<QTemporaryDir> m_folder;
    double m_least = 0;
};

void TestMemoryLimits::write(const QString& name, const QByteArray& bytes) const {
    QFile file(path(name));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
}

void TestMemoryLimits::initTestCase() {
#ifdef LAB_SANITIZES_ADDRESS
    QSKIP("the sanitizer takes more address space than there is");
#endif
    m_folder = std::make_unique<QTemporaryDir>();
    write("small.attn", document_of(40, 10));
    write("middle.attn", document_of(700, 10));
    write("unknown.attn", document_of(3, 1'000'000));
    write("W.csv", document_of(3, 3)); // not a matrix, for the refusals
    m_least = least_to_start();
}

void TestMemoryLimits::sweep_data() {
    QTest::addColumn<QStringList>("arguments");
    const QString out = path("out");
    QTest::newRow("examples") << QStringList{"examples"};
    QTest::newRow("example") << QStringList{"examples", "sky-is-blue", "-o", out};
    QTest::newRow("random") << QStringList{"random",         "--generator", "pytorch", "--seed",   "1",
                                           "--distribution", "normal",      "--shape", "1500x1500"};
    QTest::newRow("compute") << QStringList{"compute", path("middle.attn"), "-o", out};
    QTest::newRow("compute, printed") << QStringList{"compute", path("middle.attn"), "--stage", "weights"};
    QTest::newRow("compute, unknown keys") << QStringList{"compute", path("unknown.attn"), "-o", out};
    QTest::newRow("explain") << QStringList{
        "explain", path("middle.attn"), "--stage", "weights", "--head", "1", "--cell", "600,3"};
    QTest::newRow("set") << QStringList{
        "set", path("unknown.attn"), "--matrix", "mask=" + path("mask.csv"), "-o", out};
    QTest::newRow("numbers as csv") << QStringList{"export", path("middle.attn"), "--data", "weights",
                                                   "-o",     path("out.csv")};
    QTest::newRow("all numbers") << QStringList{"export", path("small.attn"), "--data", "all",
                                                "-o",     path("out.npz")};
    const QString arrays = QStringLiteral(LAB_TEST_DATA "/import/");
    QTest::newRow("import of .npz") << QStringList{"import", arrays + "own-names-compressed.npz", "-o", out};
    QTest::newRow("import of .safetensors")
        << QStringList{"import", arrays + "gpt2.safetensors", "--prefix", "h.3.attn",
                       "--set",  "mask.causal=true",          "-o",       out};
    for (const QString format : {"png", "svg", "pdf"}) {
        QTest::newRow(qPrintable("heads as " + format))
            << QStringList{"export", path("small.attn"), "--view", "heads", "-o", path("out." + format)};
    }
    QTest::newRow("thumbnail") << QStringList{"thumbnail", path("middle.attn"), path("out.png")};
    QTest::newRow("completion") << QStringList{"completion", "bash"};
    QTest::newRow("man-page") << QStringList{"man-page"};
    QTest::newRow("board as png") << QStringList{"export", path("small.attn"), "--view", "board",
                                                 "-o",     path("out.png")};
}

void TestMemoryLimits::sweep() {
    QFETCH(QStringList, arguments);
    write("mask.csv", "1,0,0\n1,1,0\n1,1,1\n");
    const QStringList outputs{"out", "out.png", "out.svg", "out.pdf", "out.csv", "out.npz"};
    for (const QString& out : outputs)
        QFile::remove(path(out));
    const QStringList before = names();
    double enough = m_least;
    while (!run_with(enough, arguments).done()) {
        enough *= 2;
        QVERIFY2(enough < 4096 * mebibyte, run_with(enough, arguments).err.constData());
    }
    for (const double bytes : steps(m_least, enough)) {
        const LimitedRun run = run_with(bytes, arguments);
        const QByteArray what = QByteArray::number(bytes / mebibyte) + " MiB: exit " +
                                QByteArray::number(run.code) + ' ' + run.err;
        QVERIFY2(run.ended, what.constData());
        QVERIFY2(run.done() || run.refused(), what.constData());
        QStringList after = names();
        for (const QString& out : outputs)
            after.removeAll(out);
        QCOMPARE(after, before);
    }
}

void TestMemoryLimits::refused_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("message");
    const QByteArray head = R"({"format": "attention-lab", "version": 1, "sequence": {"tokenizer": )";
    const QByteArray wide = head + R"("whitespace", "text": "a"}, "heads": {"count": 100000},
        "embedding": {"dimension": 1, "table": {}}, "projection": {"kind": "direct", "Q": [)" +
                            numbers(100'000, "1") + R"(], "K": [)" + numbers(100'000, "1") + R"(], "V": [)" +
                            numbers(100'000, "1") + "]}}";
    QTest::newRow("heads") << wide << QStringList{"--view", "heads", "-o", path("heads.png")}
                           << QByteArray("view heads: 100000 matrices on one sheet, expected at most 2048\n");
    QTest::newRow("board") << document_of(900, 1) << QStringList{"--view", "board", "-o", path("board.svg")}
                           << QByteArray(
                                  "view board: 3258000 rectangles, expected at most 1000000 in SVG and "
                                  "PDF; PNG takes more\n");
}

void TestMemoryLimits::refused() {
    QFETCH(QByteArray, text);
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, message);
    write("refused.attn", text);
    const LimitedRun run = run_with(without_limit, QStringList{"export", path("refused.attn")} + arguments);
    QVERIFY(run.refused());
    QCOMPARE(run.err, "attention-lab: " + path("refused.attn").toUtf8() + ": " + message);
}

// Scores to weights of both heads take 549 MiB. Computing the output a few rows at a time needs less than
// half of that.
void TestMemoryLimits::outputFitsWhereStagesDoNot() {
    write("long.attn", document_of(3000, 1));
    const LimitedRun run = run_with(m_least + 256 * mebibyte,
                                    {"compute", path("long.attn"), "--stage", "output", "-o", path("out")});
    QVERIFY2(run.done(), run.err.constData());
    // Exporting needs room for drawing as well.
    const LimitedRun numbers_of_a_stage =
        run_with(m_least + (192 + 256) * mebibyte,
                 {"export", path("long.attn"), "--data", "weights", "-o", path("out.npy")});
    QVERIFY2(numbers_of_a_stage.done(), numbers_of_a_stage.err.constData());
    constexpr qint64 header = 128, cells = 2 * 3000 * 3000;
    QCOMPARE(QFileInfo(path("out.npy")).size(), header + cells * qint64{sizeof(double)});
}

LAB_GUILESS_TEST(TestMemoryLimits)
#include "tst_memory_limits.moc"
