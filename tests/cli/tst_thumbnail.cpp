// SPDX-License-Identifier: GPL-3.0-or-later
//
// The thumbnail command: it draws the weights, and takes what somebody has sent for what it may be.
#include "core/experiment/experiment.h"
#include "core/io/experiment_json.h"
#include "core/stages/01_tokens.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/process.h"
#include "tests/support/test_program.h"
#include "ui/document/examples.h"
#include "ui/gallery/weights_picture.h"

#include <QDir>
#include <QFile>
#include <QImage>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>

using namespace lab;
using namespace lab::test;

class TestThumbnail : public QObject {
    Q_OBJECT

private slots:
    void init();
    void weights_data();
    void weights();
    void manyTokens();
    void oneQuery();
    void hostile_data();
    void hostile();
    void namesNothingElse();
    void links();
    void enough();
    void timeIsLimited();
    void sizes_data();
    void sizes();

private:
    QString path(const QString& name) const { return m_folder->filePath(name); }
    QString write(const QString& name, const QByteArray& bytes) const;
    /// Draws a file of the folder as out.png.
    Run draw(const QString& name, int side = 256) const {
        return run_program({"thumbnail", path(name), path("out.png"), "--size", QString::number(side)});
    }
    /// Fails the test unless the run refused the file with one line that says so, and left no picture.
    void expectRefused(const Run& run, const QByteArray& says) const;

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestThumbnail::init() {
    make_messages_fatal();
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

QString TestThumbnail::write(const QString& name, const QByteArray& bytes) const {
    QFile file(path(name));
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() ? file.fileName() : QString();
}

void TestThumbnail::expectRefused(const Run& run, const QByteArray& says) const {
    QCOMPARE(run.code, 1);
    QCOMPARE(run.err.count('\n'), 1);
    QVERIFY2(run.err.startsWith("attention-lab: ") && run.err.contains(says), run.err.constData());
    QCOMPARE(run.out, QByteArray());
    QVERIFY(
        QDir(m_folder->path()).entryList({"*.png*"}, QDir::Files | QDir::Hidden | QDir::System).isEmpty());
}

void TestThumbnail::weights_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("side");
    for (const QString name :
         {"sky-is-blue", "word-order", "numeric-decoder", "twelve-heads", "cache-step"}) {
        for (const int side : {16, 64, 256})
            QTest::addRow("%s %d", qPrintable(name), side) << name << side;
    }
}

/// The middle of each cell has the colour of its weight.
void TestThumbnail::weights() {
    QFETCH(QString, name);
    QFETCH(int, side);
    write("a.attn", exampleText(name));
    const Run run = draw("a.attn", side);
    QCOMPARE(run.err, QByteArray());
    QCOMPARE(run.code, 0);
    const QImage picture(path("out.png"));
    QVERIFY(picture.width() <= side && picture.height() <= side);
    QVERIFY(std::max(picture.width(), picture.height()) > side / 2);
    const Experiment experiment = example(name);
    const QRgb hidden = QColor(0xd2, 0xd2, 0xda).rgb();
    const QImage cells = weightCells(experiment, QColor(hidden));
    QVERIFY(cells.width() > 0);
    if (cells.width() > side - 2)
        return; // averaged
    for (int y = 0; y < cells.height(); ++y) {
        for (int x = 0; x < cells.width(); ++x) {
            const QPoint middle((2 * x + 1) * picture.width() / (2 * cells.width()),
                                (2 * y + 1) * picture.height() / (2 * cells.height()));
            QCOMPARE(picture.pixel(middle), cells.pixel(x, y));
        }
    }
}

/// A sentence of more tokens than the picture has pixels.
void TestThumbnail::manyTokens() {
    constexpr int count = 400;
    QByteArray text;
    for (int i = 0; i < count; ++i)
        text += i % 2 == 0 ? "a " : "b ";
    write("long.attn",
          R"({"format": "attention-lab", "version": 1, "sequence": {"tokenizer": "whitespace", "text": ")" +
              text +
              R"("}, "embedding": {"table": {"a": [1, 0], "b": [0, 1]}}, "projection": {"kind": )"
              R"("identity"}, "mask": {"causal": true}})");
    const Run run = draw("long.attn", 128);
    QCOMPARE(run.err, QByteArray());
    const QImage picture(path("out.png"));
    QCOMPARE(picture.size(), QSize(128, 128));
    // Above the diagonal, all is hidden; at the beginning of the first column, all is large.
    QVERIFY(picture.pixelColor(100, 20).lightness() > 180);
    QVERIFY(picture.pixelColor(20, 100).lightness() < 120);
}

/// A picture much wider than high is still a picture.
void TestThumbnail::oneQuery() {
    constexpr int count = 600;
    QByteArray keys = "[0, 0]";
    for (int i = 1; i < count; ++i)
        keys += ", [0, 0]";
    QByteArray tokens = "\"k\"";
    for (int i = 1; i < count; ++i)
        tokens += ", \"k\"";
    write(
        "flat.attn",
        R"({"format": "attention-lab", "version": 1, "sequence": {"tokenizer": "manual", "tokens": ["q"]}, )"
        R"("source": {"tokenizer": "manual", "tokens": [)" +
            tokens + R"(]}, "projection": {"kind": "direct", "Q": [[0, 0]], "K": [)" + keys + R"(], "V": [)" +
            keys + "]}}");
    const Run run = draw("flat.attn", 64);
    QCOMPARE(run.err, QByteArray());
    QCOMPARE(QImage(path("out.png")).size(), QSize(64, 3));
}

void TestThumbnail::hostile_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("says");
    const QByteArray begin = R"({"format": "attention-lab", "version": 1, )";
    QTest::newRow("empty") << QByteArray() << QByteArray("expected JSON");
    QTest::newRow("no JSON") << QByteArray("\x7f"
                                           "ELF\0\1",
                                           6)
                             << QByteArray("expected JSON");
    QTest::newRow("a result") << QByteArray(R"({"format": "attention-lab-result"})") << QByteArray("format");
    QTest::newRow("cut off") << begin << QByteArray("expected JSON");
    QTest::newRow("deep") << begin + "\"sequence\": " + QByteArray(2'000'000, '[')
                          << QByteArray("levels of brackets");
    QTest::newRow("no tokens")
        << begin + R"("sequence": {"tokenizer": "words", "text": ""}, "embedding": {"table": {}, )"
                   R"("dimension": 2}, "projection": {"kind": "identity"}})"
        << QByteArray("token");
    QByteArray many = "a";
    for (int i = 1; i < 10'000; ++i)
        many += " a";
    QTest::newRow("too many cells")
        << begin + R"("sequence": {"tokenizer": "whitespace", "text": ")" + many +
               R"("}, "embedding": {"table": {"a": [1]}}, "projection": {"kind": "identity"}})"
        << QByteArray("memory");
    QByteArray numbers = "[0";
    for (int i = 1; i < 8'000'000; ++i)
        numbers += ",0";
    QTest::newRow("too many numbers") << begin + "\"x\": " + numbers + "]}" << QByteArray("memory");
    QTest::newRow("too long") << begin + "\"x\": \"" + QByteArray(40 << 20, 'x') + "\"}"
                              << QByteArray("bytes");
}

void TestThumbnail::hostile() {
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, says);
#if defined(LAB_SANITIZES_ADDRESS) || defined(LAB_SANITIZES_THREAD)
    if (says == "memory")
        QSKIP("Sanitizers reserve more memory than any limit.");
#endif
    write("a.attn", bytes);
    expectRefused(draw("a.attn"), says);
}

/// What a document may name elsewhere is not read.
void TestThumbnail::namesNothingElse() {
    QFile::remove(path("arrays.npz"));
    QByteArray document = exampleText(QStringLiteral("sky-is-blue"));
    const QByteArray key = "\"W_Q\": ";
    const qsizetype at = document.indexOf(key);
    QVERIFY(at > 0);
    QByteArray with_array = document;
    with_array.insert(at + key.size(), "{\"array\": \"W_Q\"}, \"other\": ");
    write("array.attn", with_array);
    QVERIFY(mkfifo(qPrintable(path("arrays.npz")), 0600) == 0); // would be waited for
    expectRefused(draw("array.attn"), "W_Q");
    QByteArray with_path = document;
    with_path.insert(1, "\"file\": \"/dev/zero\", \"include\": \"arrays.npz\", \"arrays\": \"" +
                            path("arrays.npz").toUtf8() + "\", ");
    write("path.attn", with_path);
    const Run run = draw("path.attn");
    QCOMPARE(run.code, 0);
}

void TestThumbnail::links() {
    write("a.attn", exampleText(QStringLiteral("sky-is-blue")));
    QVERIFY(QFile::link(path("a.attn"), path("link.attn")));
    expectRefused(draw("link.attn"), "is a link");
    QVERIFY(QDir().mkdir(path("folder.attn")));
    expectRefused(draw("folder.attn"), "is a folder");
    QVERIFY(mkfifo(qPrintable(path("pipe.attn")), 0600) == 0);
    expectRefused(draw("pipe.attn"), "is a pipe");
    expectRefused(draw("missing.attn"), "cannot be read");
    expectRefused(run_program({"thumbnail", "/dev/zero", path("out.png")}), "is a device");
    expectRefused(
        run_program({"thumbnail", "-", path("out.png")}, {}, exampleText(QStringLiteral("sky-is-blue"))),
        "cannot be read");
    // A picture is not written through one either.
    write("mine.txt", "mine");
    QVERIFY(QFile::link(path("mine.txt"), path("thumb")));
    const Run run = run_program({"thumbnail", path("a.attn"), path("thumb")});
    QCOMPARE(run.code, 1);
    QVERIFY(run.err.contains("is a link"));
    QFile mine(path("mine.txt"));
    QVERIFY(mine.open(QIODevice::ReadOnly));
    QCOMPARE(mine.readAll(), QByteArray("mine"));
}

/// None of the processes that these tests started has taken more than it may.
void TestThumbnail::enough() {
#if defined(LAB_SANITIZES_ADDRESS) || defined(LAB_SANITIZES_THREAD)
    QSKIP("Sanitizers take more.");
#endif
    for (const QString& name : exampleNames() + lessonNames()) {
        write("a.attn", exampleText(name));
        QCOMPARE(draw("a.attn").code, 0);
    }
    rusage used{};
    QVERIFY(getrusage(RUSAGE_CHILDREN, &used) == 0);
    QVERIFY2(used.ru_maxrss <= 256 << 10, qPrintable(QString::number(used.ru_maxrss)));
}

/// The kernel tells the process when its time is over. It is sent the same signal here, since a document that
/// takes so long needs more memory than there is, too.
void TestThumbnail::timeIsLimited() {
    constexpr int letters = 5'000'000; // are read for a while
    write("a.attn",
          R"({"format": "attention-lab", "x": ")" + QByteArray("\\u0061").repeated(letters) + "\"}");
    constexpr int tries = 50;
    for (int i = 0; i < tries; ++i) {
        QProcess process;
        process.start(QStringLiteral(LAB_PROGRAM), {"thumbnail", path("a.attn"), path("out.png")});
        QVERIFY(process.waitForStarted());
        const QString place = QStringLiteral("/proc/%1/").arg(process.processId());
        bool isLimited = false;
        while (!isLimited && process.state() == QProcess::Running && !process.waitForFinished(0)) {
            QFile limits(place + "limits");
            static const QRegularExpression seconds(QStringLiteral("Max cpu time +2 +3 +seconds"));
            isLimited = limits.open(QIODevice::ReadOnly) &&
                        seconds.match(QString::fromLatin1(limits.readAll())).hasMatch();
        }
        if (isLimited)
            ::kill(static_cast<pid_t>(process.processId()), SIGXCPU);
        QVERIFY(process.waitForFinished(-1));
        const QByteArray said = process.readAllStandardError();
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 1);
        QCOMPARE(said.count('\n'), 1);
        QVERIFY(!QFile::exists(path("out.png")));
        if (said == "attention-lab: time: more than 2 s, expected a smaller document\n")
            return;
    }
    QFAIL("The process ended each time before it was noticed.");
}

void TestThumbnail::sizes_data() {
    QTest::addColumn<QString>("size");
    for (const char* size : {"0", "15", "1025", "-1", "9999999999", "x", ""})
        QTest::newRow(size) << size;
}

void TestThumbnail::sizes() {
    QFETCH(QString, size);
    write("a.attn", exampleText(QStringLiteral("sky-is-blue")));
    const Run run = run_program({"thumbnail", path("a.attn"), path("out.png"), "--size", size});
    QCOMPARE(run.code, 2);
    QVERIFY(run.err.contains("is no whole number from 16 to 1024"));
    QVERIFY(!QFile::exists(path("out.png")));
}

LAB_GUILESS_TEST(TestThumbnail)
#include "tst_thumbnail.moc"
