// SPDX-License-Identifier: GPL-3.0-or-later
//
// File names that are not UTF-8 and texts that contain terminal escapes. Standard error contains nothing but
// the program's own lines.
#include "core/io/document_file.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/process.h"
#include "tests/support/sample.h"
#include "tests/support/test_program.h"
#include "ui/document/examples.h"

#include <QFile>
#include <QProcess>
#include <QTest>

#include <cstdlib>
#include <filesystem>
#include <set>

using namespace lab;
using namespace lab::test;

class TestHostileArguments : public QObject {
    Q_OBJECT
private slots:
    void init();
    void cleanup() { std::filesystem::remove_all(m_folder); }
    void names_data();
    void names();
    void windowSaysNo();
    void messages_data();
    void messages();
    void longToken();
    void nothingElseOnStandardError_data();
    void nothingElseOnStandardError();

private:
    /// Runs a shell command in the test folder. $LAB is the program and $N is `name`.
    Run shell(const QString& line, const QByteArray& name = {}) const;
    std::set<std::string> files() const;

    std::string m_folder;
};

void TestHostileArguments::init() {
    make_messages_fatal();
    // QTemporaryDir does not find files whose names are not UTF-8.
    m_folder = (std::filesystem::temp_directory_path() / "hostile-arguments-XXXXXX").string();
    QVERIFY(::mkdtemp(m_folder.data()));
    QVERIFY(!save_experiment(m_folder + "/plain.attn", example("sky-is-blue")));
}

Run TestHostileArguments::shell(const QString& line, const QByteArray& name) const {
    QByteArray octal; // decoded by printf %b, because a QString cannot hold arbitrary bytes
    for (const char byte : name)
        octal += "\\0" + QByteArray::number(static_cast<unsigned char>(byte), 8);
    QProcess process;
    process.setWorkingDirectory(QString::fromStdString(m_folder));
    process.start("/bin/sh", {"-c", "LAB=$1; N=$(printf %b \"$2\"); " + line, "sh", LAB_PROGRAM, octal});
    if (!process.waitForFinished(60'000) || process.exitStatus() != QProcess::NormalExit)
        return {-1, {}, process.errorString().toUtf8()};
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

std::set<std::string> TestHostileArguments::files() const {
    std::set<std::string> names;
    for (const auto& each : std::filesystem::directory_iterator(m_folder))
        names.insert(each.path().filename().string());
    return names;
}

void TestHostileArguments::names_data() {
    QTest::addColumn<QByteArray>("name");
    std::size_t number = 0;
    const auto row = [&](const char* what, const QByteArray& name) {
        if (in_sample(number++, 1))
            QTest::newRow(what) << name;
    };
    row("plain", "a name");
    row("UTF-8", "ü東🙂");
    row("Latin-1", "caf\xe9");
    row("every high byte", "\x80\xa0\xc0\xc3\xe2\x82\xf0\xff");
    row("surrogate as UTF-8", "\xed\xb2\xff\xed\xa0\x80");
    row("replacement character", "\xef\xbf\xbd");
    row("byte order mark", "\xef\xbb\xbfx");
    row("control characters", "\x1b[31m\nx");
}

/// Exactly the named files are read and written.
void TestHostileArguments::names() {
    QFETCH(QByteArray, name);
    const std::string stem = name.toStdString();
    const auto done = [&](const QString& line) {
        const Run run = shell(line, name);
        QCOMPARE(run.err, QByteArray());
        QCOMPARE(run.code, 0);
    };
    done("\"$LAB\" examples sky-is-blue -o \"$N.attn\"");
    done("\"$LAB\" compute \"$N.attn\" -o \"$N.json\"");
    done("\"$LAB\" export \"$N.attn\" --view weights -o \"$N.svg\"");
    done("\"$LAB\" explain \"$N.attn\" --stage scores --cell 0,0 > explained");
    done("printf '1 2\\n3 4\\n' > \"$N.txt\" && "
         "\"$LAB\" set \"$N.attn\" --matrix W_Q=\"$N.txt\" -o \"$N.set.attn\"");
    const std::set<std::string> expected{"plain.attn",  stem + ".attn", stem + ".json",    stem + ".svg",
                                         stem + ".txt", "explained",    stem + ".set.attn"};
    QCOMPARE(files(), expected);
    const Run missing = shell("\"$LAB\" compute \"$N.none\"", name);
    QCOMPARE(missing.code, 1);
    QCOMPARE(missing.err.count('\n'), 1);
    QVERIFY(missing.err.contains("No such file"));
}

void TestHostileArguments::windowSaysNo() {
    const Run run = shell("cp plain.attn \"$N\"; QT_QPA_PLATFORM=offscreen \"$LAB\" \"$N\"", "caf\xe9.attn");
    QCOMPARE(run.code, 1);
    QVERIFY2(run.err.contains("/caf\\xE9.attn: a name that is not UTF-8"), run.err);
    QCOMPARE(run.err.count('\n'), 1);
}

void TestHostileArguments::messages_data() {
    QTest::addColumn<QString>("line");
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("beginning");
    const auto file = [](const char* what, const QByteArray& name, const QByteArray& shown) {
        QTest::newRow(what) << "\"$LAB\" compute \"$N\"" << name
                            << "attention-lab: " + shown + ": cannot be read: ";
    };
    file("two lines", "two\nlines", "two\\nlines");
    file("C1", "a\u0085b\u009b31m", "a\\u0085b\\u009B31m");
    file("separators", "a\u2028b\u2029c", "a\\u2028b\\u2029c");
    file("override", "\u202etxt.exe", "\\u202Etxt.exe");
    file("bytes", "\xff\xfe", "\\xFF\\xFE");
    QTest::newRow("stage") << "\"$LAB\" compute plain.attn --stage \"$N\"" << QByteArray("\x1b]0;x\x07\u202e")
                           << QByteArray("attention-lab: there is no stage \"\\x1B]0;x\\x07\\u202E\"; ");
    QTest::newRow("option") << "\"$LAB\" compute \"--$N\"" << QByteArray("\u2028")
                            << QByteArray("attention-lab: Unknown option '\\u2028'.");
    QTest::newRow("long argument")
        << "\"$LAB\" compute plain.attn --stage \"$N$(head -c 100000 /dev/zero | tr '\\0' x)\""
        << QByteArray("y") << QByteArray("attention-lab: there is no stage \"yxxxxx");
}

void TestHostileArguments::messages() {
    QFETCH(QString, line);
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, beginning);
    const Run run = shell(line, name);
    QVERIFY(run.code == 1 || run.code == 2);
    QVERIFY2(run.err.startsWith(beginning), run.err);
    QCOMPARE(run.err.count('\n'), run.code); // one line, plus a hint after a usage error
    QVERIFY(run.err.size() < 1'000);
    for (const QChar each : QString::fromUtf8(run.err))
        QVERIFY2(each == '\n' || each.isPrint(), run.err);
}

/// A token of a million letters is abbreviated to its two ends.
void TestHostileArguments::longToken() {
    const QByteArray token(1'000'000, 'x');
    QFile file(QString::fromStdString(m_folder + "/long.attn"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"format": "attention-lab", "version": 1, "projection": {"kind": "identity"},
        "sequence": {"text": "a", "tokenizer": "whitespace"}, "embedding": {"table": {"a": [1, 2], ")" +
               token + R"(": [1]}}})");
    file.close();
    const Run run = shell("\"$LAB\" compute long.attn");
    QCOMPARE(run.code, 1);
    QVERIFY2(run.err.size() < 2'000, qPrintable(QString::number(run.err.size())));
    QCOMPARE(run.err.count('\n'), 1);
}

void TestHostileArguments::nothingElseOnStandardError_data() {
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<int>("lines");
    const auto row = [](const char* arguments, int lines) { QTest::newRow(arguments) << arguments << lines; };
    row("--version", 0);
    row("-version", 0);
    row("--help", 0);
    row("-h", 0);
    row("plain.attn --help", 0);
    for (const char* command : {"compute --help", "export --help", "film --help", "explain --help",
                                "set --help", "random --help", "examples --help", "examples"})
        row(command, 0);
    row("compute plain.attn", 0);
    row("export plain.attn --view weights -o x.png", 0);
    row("film plain.attn --to 2 -o x.gif", 0);
    row("thumbnail plain.attn x.png", 0);
    row("completion zsh", 0);
    row("man-page", 0);
    row("--nonsense", 2);
    row("plain.attn plain.attn", 2);
}

/// In a session without XDG_RUNTIME_DIR, for which Qt would print a warning and make a temporary folder.
void TestHostileArguments::nothingElseOnStandardError() {
    QFETCH(QString, arguments);
    QFETCH(int, lines);
    const Run run =
        shell("unset XDG_RUNTIME_DIR; TMPDIR=$PWD QT_QPA_PLATFORM=offscreen \"$LAB\" " + arguments);
    QCOMPARE(run.err.count('\n'), lines);
    QCOMPARE(run.code, lines);
    if (lines > 0)
        return;
    // Commands that need no window also work with an unreachable display.
    const Run without =
        shell("unset XDG_RUNTIME_DIR QT_QPA_PLATFORM; TMPDIR=$PWD DISPLAY=:4096 \"$LAB\" " + arguments);
    QCOMPARE(without.err, QByteArray());
    QCOMPARE(without.code, 0);
}

LAB_GUILESS_TEST(TestHostileArguments)
#include "tst_hostile_arguments.moc"
