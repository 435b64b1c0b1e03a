// SPDX-License-Identifier: GPL-3.0-or-later
//
// Kills a program while it edits and saves. The file is the complete old or new version, and at most the last
// seconds of work are lost.
//
// The killed programs are instances of this one. Several run at a time and share the recovery folder, as
// windows do. LAB_KILLS sets their number. Each runs for up to eight seconds.
#include "core/experiment/is_same.h"
#include "core/experiment/parameter.h"
#include "core/io/document_file.h"
#include "core/io/experiment_json.h"
#include "core/io/file.h"
#include "core/io/unfinished_file.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/leftovers.h"
#include "tests/support/test_program.h"
#include "ui/document/files/document_files.h"
#include "ui/document/files/recovery.h"
#include "ui/document/lab_document.h"

#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <sys/resource.h>

#include <cstdio>
#include <set>

using namespace lab;
using namespace lab::test;

namespace {

constexpr int together = 5;
constexpr qint64 patience = 60'000;  // milliseconds
constexpr qint64 may_be_lost = 2000; // milliseconds of work that may be lost

/// Large enough that some processes are killed while writing it.
Experiment document_to_edit() {
    constexpr Index width = 64;
    Experiment e;
    e.title = "to be killed";
    e.embedding.dimension = width;
    e.projection.W_Q = e.projection.W_K = e.projection.W_V = share(Matrix::Constant(width, width, 1.0 / 3));
    return e;
}

/// The document after edit `number`.
Experiment state(int number) {
    return with_cell(document_to_edit(), ParameterId::W_Q, 0, 0, number);
}

int number_of(const Experiment& experiment) {
    return static_cast<int>((*experiment.projection.W_Q)(0, 0));
}

void say(const char* what, int number, qint64 when) {
    std::printf("%s %d %lld\n", what, number, static_cast<long long>(when));
    std::fflush(stdout);
}

/// Edits every 20 ms, logging each edit before and after. If `saves`, also saves after every tenth edit.
/// Never returns.
int edit_until_killed(QCoreApplication& application, const QString& file, const QString& folder, bool saves) {
    LabDocument document;
    document.replace(state(0), file);
    DocumentFiles files(document);
    Recovery recovery(document, nullptr, folder);
    QElapsedTimer clock;
    clock.start();
    int number = 0;
    QTimer timer;
    QObject::connect(&timer, &QTimer::timeout, &application, [&] {
        say("editing", ++number, clock.elapsed());
        document.setValue(ParameterId::W_Q, 0, 0, number);
        say("edited", number, clock.elapsed());
        if (!saves || number % 10 != 0 || files.isSaving())
            return;
        say("saving", number, clock.elapsed());
        files.save(file, [&clock, saved = number](const SaveResult& result) {
            say(result.isDone() ? "saved" : "failed", saved, clock.elapsed());
        });
    });
    timer.start(20);
    return QCoreApplication::exec();
}

/// Edits, waits for the recovery copy, and is then killed for exceeding `bytes` when writing a file: the
/// saved document, or the recovery copy of another edit.
int die_writing(const QString& file, const QString& folder, bool saving, rlim_t bytes) {
    LabDocument document;
    document.replace(state(0), file);
    DocumentFiles files(document);
    Recovery recovery(document, nullptr, folder, std::chrono::milliseconds(20));
    document.setValue(ParameterId::W_Q, 0, 0, 1);
    if (!QTest::qWaitFor([&] { return !QDir(folder).entryList({"*.recovery"}).isEmpty(); }))
        return 1;
    const rlimit none{0, 0};
    const rlimit limit{bytes, bytes};
    ::setrlimit(RLIMIT_CORE, &none);
    ::setrlimit(RLIMIT_FSIZE, &limit); // exceeding it raises SIGXFSZ, which kills the process
    if (saving)
        files.save(file, [](const auto&) {});
    else
        document.setValue(ParameterId::W_Q, 0, 0, 2);
    QTest::qWait(10'000);
    return 1;
}

/// What a program logged before it was killed.
struct Story {
    int last = 0;                              ///< the last edit that was begun
    int certain = 0;                           ///< the last edit at least `may_be_lost` before the end
    std::vector<std::pair<int, qint64>> edits; ///< finished edits with their time in milliseconds
    int saved = 0;                             ///< the last edit that is certainly in the file
    std::set<int> saving;                      ///< edits that may be in the file
    bool failed = false;
};

Story read_story(const QByteArray& output) {
    Story story;
    story.saving.insert(0);
    for (const QByteArray& line : output.left(output.lastIndexOf('\n')).split('\n')) { // complete lines only
        const QList<QByteArray> words = line.split(' ');
        const int number = words.value(1).toInt();
        if (words[0] == "editing")
            story.last = number;
        else if (words[0] == "edited")
            story.edits.emplace_back(number, words.value(2).toLongLong());
        else if (words[0] == "saving")
            story.saving.insert(number);
        else if (words[0] == "saved")
            story.saved = number;
        else
            story.failed = true;
    }
    for (const auto& [number, when] : story.edits) {
        if (when <= story.edits.back().second - may_be_lost)
            story.certain = number;
    }
    return story;
}

/// Milliseconds of work lost if only the edits up to `number` survive.
qint64 lost_after(const Story& story, int number) {
    for (const auto& [each, when] : story.edits) {
        if (each > number)
            return story.edits.back().second - when;
    }
    return 0;
}

} // namespace

class TestCrashRecovery : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void inTheMiddleOfAFile_data();
    void inTheMiddleOfAFile();
    void nothingIsTorn();

private:
    struct Program {
        std::unique_ptr<QProcess> process;
        QString file;
        QByteArray output;
        int lifetime = 0; ///< milliseconds
        bool saves = false;
    };
    Program start(int number, int lifetime);
    void killAll(std::vector<Program>& programs);
    void check(const Program& program);
    void checkFolders() const;

    std::unique_ptr<QTemporaryDir> m_folder;
    int m_inTheMiddle = 0; ///< programs killed while saving
    qint64 m_lost = 0;     ///< the most work lost, in milliseconds
};

TestCrashRecovery::Program TestCrashRecovery::start(int number, int lifetime) {
    Program program;
    program.file = m_folder->filePath(QStringLiteral("%1.attn").arg(number));
    program.lifetime = lifetime;
    program.saves = number % 2 == 0;
    program.process = std::make_unique<QProcess>();
    if (save_experiment(program.file.toStdString(), state(0)))
        return program; // noticed because it does not run
    program.process->start(QCoreApplication::applicationFilePath(),
                           {"crash_recovery", "--edit", program.file, m_folder->filePath("recovery"),
                            program.saves ? "saves" : "never"});
    return program;
}

/// Kills each program after its lifetime, or if it saves, at its next save after that.
void TestCrashRecovery::killAll(std::vector<Program>& programs) {
    QElapsedTimer clock;
    clock.start();
    std::size_t dead = 0;
    while (dead < programs.size()) {
        QTest::qWait(1);
        for (Program& each : programs) {
            if (each.process->state() == QProcess::NotRunning)
                continue;
            each.output += each.process->readAllStandardOutput();
            // A busy machine may need longer than that until the program has begun.
            if (clock.elapsed() < each.lifetime ||
                (!each.output.contains("edited") && clock.elapsed() < patience))
                continue;
            const bool saving = each.output.lastIndexOf("saving") > each.output.lastIndexOf("saved");
            if (each.saves && !saving && clock.elapsed() < each.lifetime + 2000)
                continue;
            QTest::qSleep(each.saves ? QRandomGenerator::global()->bounded(12) : 0);
            each.process->kill();
            QVERIFY(each.process->waitForFinished());
            each.output += each.process->readAllStandardOutput();
            ++dead;
            check(each);
        }
    }
}

void TestCrashRecovery::check(const Program& program) {
    QVERIFY2(program.process->exitStatus() == QProcess::CrashExit, program.process->readAllStandardError());
    const Story story = read_story(program.output);
    QVERIFY(!story.failed);
    QVERIFY(story.last > 0);
    m_inTheMiddle += *story.saving.rbegin() > story.saved;

    const Result<Experiment> file = load_experiment(program.file.toStdString());
    QVERIFY2(file, file ? "" : file.error().message().c_str());
    const int filed = number_of(file.value());
    QVERIFY(story.saving.contains(filed) && filed >= story.saved);
    QVERIFY(is_same(file.value(), state(filed)));

    int kept = 0; // the copies of running programs are locked
    for (const auto& each : RecoveryFile::abandoned(m_folder->filePath("recovery"))) {
        if (each->note().file != program.file)
            continue;
        QCOMPARE(kept, 0); // at most one
        const Result<Experiment> read = each->read();
        QVERIFY2(read, read ? "" : read.error().message().c_str());
        kept = number_of(read.value());
        QVERIFY(is_same(read.value(), state(kept)));
        QCOMPARE(each->note().name, QStringLiteral("to be killed"));
    }
    m_lost = std::max(m_lost, lost_after(story, std::max(kept, filed)));
    QVERIFY2(kept <= story.last && std::max(kept, filed) >= story.certain,
             qPrintable(QStringLiteral("file %1, recovery %2, of %3, expected at least %4")
                            .arg(filed)
                            .arg(kept)
                            .arg(story.last)
                            .arg(story.certain)));
}

/// Only documents, recovery copies and their locks remain: no partial files. A program killed between the two
/// calls that name a file leaves a complete copy, which the next writer deletes.
void TestCrashRecovery::checkFolders() const {
    const QString recovery = m_folder->filePath("recovery");
    if (!knows_files_without_names(recovery))
        return;
    const auto isUnfinished = [](const QString& name) { return name.startsWith(".attention-lab-"); };
    for (const QString& folder : {m_folder->path(), recovery}) {
        for (const QString& name : all_names(folder)) {
            if (!isUnfinished(name))
                continue;
            const Result<std::string> left = read_file(QDir(folder).filePath(name).toStdString());
            QVERIFY2(left && left.value().ends_with("}\n"), qPrintable(name));
        }
        UnfinishedFile next;
        QVERIFY(next.open(folder.toStdString()));
    }
    for (const QString& name : all_names(m_folder->path()))
        QVERIFY2(name.endsWith(".attn") || name == "recovery", qPrintable(name));
    for (const QString& name : all_names(recovery))
        QVERIFY2(name.endsWith(".recovery") || name.endsWith(".lock"), qPrintable(name));
}

void TestCrashRecovery::inTheMiddleOfAFile_data() {
    QTest::addColumn<bool>("saving");
    QTest::addColumn<qint64>("bytes");
    const auto size = static_cast<qint64>(write_experiment(state(0)).size());
    for (const bool saving : {true, false}) {
        for (const qint64 bytes : {qint64{0}, qint64{1000}, size / 2, size - 1})
            QTest::addRow("%s, byte %lld", saving ? "saving" : "keeping", bytes) << saving << bytes;
    }
}

void TestCrashRecovery::inTheMiddleOfAFile() {
    QFETCH(bool, saving);
    QFETCH(qint64, bytes);
    const QTemporaryDir folder;
    const QString file = folder.filePath("a.attn");
    const QString recovery = folder.filePath("recovery");
    QVERIFY(!save_experiment(file.toStdString(), state(0)));
    QProcess process;
    process.start(
        QCoreApplication::applicationFilePath(),
        {"crash_recovery", "--write", file, recovery, saving ? "save" : "keep", QString::number(bytes)});
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitStatus(), QProcess::CrashExit);
    const Result<Experiment> filed = load_experiment(file.toStdString());
    QVERIFY2(filed, filed ? "" : filed.error().message().c_str());
    QVERIFY(is_same(filed.value(), state(0)));
    {
        const auto kept = RecoveryFile::abandoned(recovery);
        QCOMPARE(kept.size(), std::size_t{1});
        const Result<Experiment> read = kept.front()->read();
        QVERIFY2(read, read ? "" : read.error().message().c_str());
        QVERIFY(is_same(read.value(), state(1)));
    }
    for (const QString& each : {folder.path(), recovery}) { // no partial files remain
        if (knows_files_without_names(each))
            QCOMPARE(all_names(each), each == recovery ? all_names(each).filter(".recovery")
                                                       : (QStringList{"a.attn", "recovery"}));
    }
    QCOMPARE(QDir(recovery).entryList({"*.recovery"}).size(), 1);
}

void TestCrashRecovery::nothingIsTorn() {
    const int kills = std::max(1, qEnvironmentVariableIntValue("LAB_KILLS", nullptr));
    const int wanted = qEnvironmentVariableIsSet("LAB_KILLS") ? kills : together;
    QElapsedTimer clock;
    clock.start();
    for (int done = 0; done < wanted; done += together) {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
        std::vector<Program> programs;
        for (int i = 0; i < std::min(together, wanted - done); ++i) // one long and one short lifetime
            programs.push_back(start(i, i == 1   ? 7500
                                        : i == 3 ? 300
                                                 : QRandomGenerator::global()->bounded(500, 8000)));
        killAll(programs);
        if (QTest::currentTestFailed())
            return;
        checkFolders();
    }
    qInfo("%d programs killed, %d while they saved, at most %.1f s of work lost, in %.1f s", wanted,
          m_inTheMiddle, double(m_lost) / 1000, double(clock.elapsed()) / 1000);
}

/// Runs the program to be killed if the arguments say so, and the tests otherwise.
static int runKilled(int argc, char** argv) {
    QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.value(1) == "--edit")
        return edit_until_killed(application, arguments.value(2), arguments.value(3),
                                 arguments.value(4) == "saves");
    if (arguments.value(1) == "--write")
        return die_writing(arguments.value(2), arguments.value(3), arguments.value(4) == "save",
                           arguments.value(5).toULongLong());
    TestCrashRecovery test;
    return QTest::qExec(&test, argc, argv);
}

LAB_TEST_RUN_BY(TestCrashRecovery, runKilled)
#include "tst_crash_recovery.moc"
