// SPDX-License-Identifier: GPL-3.0-or-later
//
// Leftovers of a file whose writer is killed or ended by a signal, on file systems with and without support
// for unnamed files (O_TMPFILE).
#include "core/io/file.h"
#include "core/io/unfinished_file.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/leftovers.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>

using namespace lab;
using namespace lab::test;
using Naming = UnfinishedFile::Naming;

namespace {

void end_by(int signal) {
    remove_unfinished_files();
    std::raise(signal);
}

} // namespace

class TestUnfinishedFile : public QObject {
    Q_OBJECT

private slots:
    void init();
    void writerEnds_data();
    void writerEnds();
    void livingWriterKeepsItsFile();
    void othersStay();
    void killedInTheMiddleOfWriteFile();
    void longestName();

private:
    std::string path(const char* name = ".") const { return m_folder->filePath(name).toStdString(); }
    QStringList names() const { return all_names(m_folder->path()); }
    bool knowsFilesWithoutNames() const { return knows_files_without_names(m_folder->path()); }
    /// Forks a process that has written half of a file and waits.
    pid_t startWriter(Naming naming) const;

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestUnfinishedFile::init() {
    make_messages_fatal();
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

pid_t TestUnfinishedFile::startWriter(Naming naming) const {
    int ready[2];
    if (::pipe2(ready, O_CLOEXEC) != 0)
        return -1;
    const pid_t writer = ::fork();
    if (writer == 0) {
        std::signal(SIGTERM, [](int signal) {
            std::signal(signal, SIG_DFL);
            end_by(signal);
        });
        UnfinishedFile file;
        const bool begun = file.open(path(), naming) && file.write("half of ");
        (void)!::write(ready[1], begun ? "y" : "n", 1);
        for (;;)
            ::pause();
    }
    char answer = 'n';
    (void)!::read(ready[0], &answer, 1);
    ::close(ready[0]);
    ::close(ready[1]);
    return answer == 'y' ? writer : -1;
}

void TestUnfinishedFile::writerEnds_data() {
    QTest::addColumn<bool>("named");
    QTest::addColumn<int>("signal");
    QTest::addColumn<int>("left"); ///< files left until the next write
    QTest::newRow("without a name, ended") << false << SIGTERM << 0;
    QTest::newRow("without a name, killed") << false << SIGKILL << 0;
    QTest::newRow("with a name, ended") << true << SIGTERM << 0;
    QTest::newRow("with a name, killed") << true << SIGKILL << 1;
}

void TestUnfinishedFile::writerEnds() {
    QFETCH(bool, named);
    QFETCH(int, signal);
    QFETCH(int, left);
    if (!named && !knowsFilesWithoutNames())
        left = signal == SIGKILL ? 1 : 0;
    const pid_t writer = startWriter(named ? Naming::always : Naming::only_if_needed);
    QVERIFY(writer > 0);
    ::kill(writer, signal);
    int status = 0;
    QCOMPARE(::waitpid(writer, &status, 0), writer);
    QVERIFY(WIFSIGNALED(status));
    QCOMPARE(WTERMSIG(status), signal);
    QCOMPARE(names().size(), left);
    QVERIFY(!write_file(path("file"), "new"));
    QCOMPARE(names(), QStringList{"file"});
}

void TestUnfinishedFile::livingWriterKeepsItsFile() {
    const pid_t writer = startWriter(Naming::always);
    QVERIFY(writer > 0);
    UnfinishedFile another; // a second writer in this process
    QVERIFY(another.open(path(), Naming::always) && another.write("complete"));
    QVERIFY(!write_file(path("file"), "new"));
    QCOMPARE(names().size(), 3);
    QVERIFY(another.replace("other"));
    QCOMPARE(read_file(path("other")).value(), std::string("complete"));
    ::kill(writer, SIGKILL);
    ::waitpid(writer, nullptr, 0);
    QVERIFY(!write_file(path("file"), "newer"));
    QCOMPARE(names(), (QStringList{"file", "other"}));
}

/// Files with similar names, and the target of a link with such a name, are not deleted.
void TestUnfinishedFile::othersStay() {
    const QStringList others{".attention-lab-0123456789ab.txt", ".attention-lab-backup",
                             ".attention-lab-notes1234567", "file.backup", "file.x1Y2z3"};
    for (const QString& name : others)
        QVERIFY(!write_file(path(qPrintable(name)), "mine"));
    std::filesystem::create_symlink("file.backup", path(".attention-lab-000000000000"));
    QVERIFY(!write_file(path("file"), "new"));
    for (const QString& name : others)
        QCOMPARE(read_file(path(qPrintable(name))).value(), std::string("mine"));
    QCOMPARE(names().size(), others.size() + 2);
}

void TestUnfinishedFile::killedInTheMiddleOfWriteFile() {
    QVERIFY(!write_file(path("file"), "old"));
    const pid_t writer = ::fork();
    if (writer == 0) {
        const rlimit none{0, 0};
        const rlimit little{1000, 1000};
        ::setrlimit(RLIMIT_CORE, &none);
        ::setrlimit(RLIMIT_FSIZE, &little); // exceeding it raises SIGXFSZ, which kills the process
        (void)write_file(path("file"), std::string(5000, 'x'));
        ::_exit(0);
    }
    int status = 0;
    QCOMPARE(::waitpid(writer, &status, 0), writer);
    QVERIFY(WIFSIGNALED(status) && WTERMSIG(status) == SIGXFSZ);
    QCOMPARE(read_file(path("file")).value(), std::string("old"));
    if (!knowsFilesWithoutNames())
        QVERIFY(!write_file(path("file"), "old")); // also deletes leftovers
    QCOMPARE(names(), QStringList{"file"});
}

void TestUnfinishedFile::longestName() {
    const std::string name(255, 'x');
    QVERIFY(!write_file(path(name.c_str()), "new"));
    QCOMPARE(read_file(path(name.c_str())).value(), std::string("new"));
}

LAB_APPLESS_TEST(TestUnfinishedFile)
#include "tst_unfinished_file.moc"
