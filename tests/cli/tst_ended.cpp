// SPDX-License-Identifier: GPL-3.0-or-later
//
// Ends a subcommand with a signal or a resource limit while it writes a file, then checks the contents of the
// folder. LAB_KILLS sets how often each case is tried.
#include "core/io/document_file.h"
#include "core/io/file.h"
#include "core/stages/01_tokens.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/leftovers.h"
#include "tests/support/test_program.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <filesystem>
#include <fstream>

using namespace lab;
using namespace lab::test;

namespace {

/// Large enough that writing it or its result takes a while.
Experiment large_document() {
    constexpr Index width = 256;
    Experiment e;
    std::string text = "word";
    for (int i = 1; i < 300; ++i)
        text += " word";
    e.sequence = make_sequence(text);
    e.embedding.dimension = width;
    EmbeddingTable table;
    table.set("word", {std::make_shared<const RowVector>(RowVector::Constant(width, 0.1))});
    e.embedding.table = std::make_shared<const EmbeddingTable>(table);
    e.projection.W_Q = e.projection.W_K = e.projection.W_V = share(Matrix::Constant(width, width, 1.0 / 3));
    return e;
}

/// Whether the process has a file open in the folder.
bool is_writing(qint64 process, const std::string& folder) {
    namespace fs = std::filesystem;
    std::error_code error;
    for (fs::directory_iterator each("/proc/" + std::to_string(process) + "/fd", error), end;
         !error && each != end; each.increment(error)) {
        std::error_code gone;
        const std::string target = fs::read_symlink(each->path(), gone).string();
        if (target.starts_with(folder + "/"))
            return true;
    }
    return false;
}

/// Whether a line of /proc/…/status, a set of signals, has this one.
bool has_signal(pid_t process, const std::string& line, int signal) {
    std::ifstream status("/proc/" + std::to_string(process) + "/status");
    std::string name;
    std::string value;
    while (status >> name >> value) {
        if (name == line + ":")
            return (std::stoull(value, nullptr, 16) >> (signal - 1) & 1U) != 0;
        std::getline(status, name);
    }
    return false;
}

bool handles(pid_t process, int signal) {
    return has_signal(process, "SigCgt", signal);
}

bool is_pending(pid_t process, int signal) {
    return has_signal(process, "ShdPnd", signal) || has_signal(process, "SigPnd", signal);
}

} // namespace

class TestEnded : public QObject {
    Q_OBJECT

private slots:
    void init();
    void whileWriting_data();
    void whileWriting();
    void ignoredSignal();
    void closedPipeEndsNoWindow_data();
    void closedPipeEndsNoWindow();
    void fileTooLarge_data();
    void fileTooLarge();

private:
    QString path(const QString& name) const { return m_folder->filePath(name); }
    /// Starts writing out.attn and returns once that has begun. False if the process ended before it was
    /// noticed.
    bool startWriting(QProcess& process, const QString& command);
    void listFolder(bool killed);

    std::unique_ptr<QTemporaryDir> m_folder; ///< the output folder
    std::unique_ptr<QTemporaryDir> m_inputs;
    std::string m_before; ///< the initial content of out.attn
};

void TestEnded::init() {
    make_messages_fatal();
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    m_inputs = std::make_unique<QTemporaryDir>();
    QVERIFY(!save_experiment(m_inputs->filePath("large.attn").toStdString(), large_document()));
    std::string zeros = "0";
    for (int i = 1; i < 256; ++i)
        zeros += ",0";
    QVERIFY(!write_file(m_inputs->filePath("b.csv").toStdString(), zeros + '\n'));
    m_before = "what was there";
    QVERIFY(!write_file(path("out.attn").toStdString(), m_before));
}

bool TestEnded::startWriting(QProcess& process, const QString& command) {
    QStringList arguments{command, m_inputs->filePath("large.attn"), "-o", path("out.attn")};
    if (command == "set")
        arguments << "--matrix"
                  << "b_Q=" + m_inputs->filePath("b.csv");
    process.start(QStringLiteral(LAB_PROGRAM), arguments);
    if (!process.waitForStarted())
        return false;
    const std::string folder = std::filesystem::canonical(m_folder->path().toStdString()).string();
    const qint64 id = process.processId();
    for (;;) {
        if (is_writing(id, folder))
            return true;
        if (process.waitForFinished(0) || process.state() == QProcess::NotRunning)
            return false;
    }
}

/// Either the complete old file or the complete new one, and no other files.
void TestEnded::listFolder(bool killed) {
    const auto now = read_file(path("out.attn").toStdString());
    QVERIFY(now);
    QVERIFY(now.value() == m_before || now.value().ends_with("}\n"));
    if (killed && !knows_files_without_names(m_folder->path()))
        QVERIFY(!write_file(path("out.attn").toStdString(), m_before)); // also deletes leftovers
    QCOMPARE(all_names(m_folder->path()), QStringList{"out.attn"});
}

void TestEnded::whileWriting_data() {
    QTest::addColumn<QString>("command");
    QTest::addColumn<int>("signal");
    const auto row = [](const char* command, const char* name, int signal) {
        QTest::addRow("%s, %s", command, name) << command << signal;
    };
    for (const char* command : {"compute", "set"}) {
        row(command, "TERM", SIGTERM);
        row(command, "INT", SIGINT);
        row(command, "HUP", SIGHUP);
        row(command, "KILL", SIGKILL);
    }
}

void TestEnded::whileWriting() {
    QFETCH(QString, command);
    QFETCH(int, signal);
    const int wanted = std::max(2, qEnvironmentVariableIntValue("LAB_KILLS", nullptr) / 8);
    int ended = 0;
    for (int tries = 0; ended < wanted && tries < 10 * wanted; ++tries) {
        QProcess process;
        if (!startWriting(process, command)) {
            process.waitForFinished();
            continue;
        }
        ::kill(static_cast<pid_t>(process.processId()), signal);
        QVERIFY(process.waitForFinished());
        listFolder(signal == SIGKILL);
        if (QTest::currentTestFailed())
            return;
        if (process.exitStatus() == QProcess::CrashExit) { // otherwise it had already finished
            QCOMPARE(process.exitCode(), signal);
            ++ended;
        }
    }
    QCOMPARE(ended, wanted);
}

/// SIGHUP is ignored, as under nohup.
void TestEnded::ignoredSignal() {
    QProcess process;
    process.setChildProcessModifier([] { std::signal(SIGHUP, SIG_IGN); });
    (void)startWriting(process, "compute");
    ::kill(static_cast<pid_t>(process.processId()), SIGHUP);
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 0);
    QVERIFY(read_file(path("out.attn").toStdString()).value() != m_before);
    listFolder(false);
}

void TestEnded::closedPipeEndsNoWindow_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("without a file") << QStringList();
    QTest::newRow("a pipe that nobody writes to") << QStringList{"pipe.attn"};
}

/// SIGPIPE comes when a window writes to a program that has ended, such as the one that holds the clipboard.
/// The window goes on, and is ended like any other.
void TestEnded::closedPipeEndsNoWindow() {
    QFETCH(QStringList, arguments);
    QCOMPARE(::mkfifo((m_inputs->path() + "/pipe.attn").toUtf8().constData(), 0600), 0);
    QTemporaryDir home;
    QProcess process;
    process.setWorkingDirectory(m_inputs->path());
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("QT_QPA_PLATFORM", "offscreen");
    for (const char* name : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
        environment.insert(name, home.path());
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral(LAB_PROGRAM), arguments);
    QVERIFY(process.waitForStarted());
    const auto id = static_cast<pid_t>(process.processId());
    QVERIFY(QTest::qWaitFor([&] { return handles(id, SIGPIPE); }, 30'000));
    QCOMPARE(::kill(id, SIGPIPE), 0);
    // It has been delivered when it is no longer pending.
    QVERIFY(QTest::qWaitFor([&] { return !is_pending(id, SIGPIPE); }, 30'000));
    QVERIFY(!process.waitForFinished(0));
    QCOMPARE(::kill(id, SIGTERM), 0);
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitStatus(), QProcess::CrashExit);
    QCOMPARE(process.exitCode(), SIGTERM); // and not SIGPIPE
}

void TestEnded::fileTooLarge_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("message");
    const QString named = "attention-lab: FOLDER/out.attn: cannot be written: File too large\n";
    QTest::newRow("compute") << QStringList{"compute", "INPUTS/large.attn", "-o", "FOLDER/out.attn"} << named;
    QTest::newRow("example") << QStringList{"examples", "twelve-heads", "-o", "FOLDER/out.attn"} << named;
    QTest::newRow("to standard output")
        << QStringList{"compute", "INPUTS/large.attn"}
        << "attention-lab: standard output: cannot be written: File too large\n";
}

void TestEnded::fileTooLarge() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, message);
    arguments.replaceInStrings("FOLDER", m_folder->path());
    arguments.replaceInStrings("INPUTS", m_inputs->path());
    message.replace("FOLDER", m_folder->path());
    QTemporaryDir elsewhere;
    QProcess process;
    process.setStandardOutputFile(elsewhere.filePath("output"));
    process.setChildProcessModifier([] {
        const rlimit little{1000, 1000};
        ::setrlimit(RLIMIT_FSIZE, &little);
    });
    process.start(QStringLiteral(LAB_PROGRAM), arguments);
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 1);
    QCOMPARE(QString::fromUtf8(process.readAllStandardError()), message);
    QCOMPARE(read_file(path("out.attn").toStdString()).value(), m_before);
    listFolder(false);
}

LAB_GUILESS_TEST(TestEnded)
#include "tst_ended.moc"
