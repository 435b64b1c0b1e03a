// SPDX-License-Identifier: GPL-3.0-or-later
//
// Detecting that another program changed a file, even if its size or timestamp is unchanged.
#include "core/io/file.h"
#include "tests/support/document_files.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/test_program.h"
#include "ui/document/files/known_file.h"

#include <QTemporaryDir>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <functional>

using namespace lab;
using namespace lab::test;
namespace fs = std::filesystem;

namespace {

const std::string content = "what the window wrote";
const std::string as_long = "what somebody writes!";

/// Overwrites the file in place and restores its timestamps.
void write_in_place(const fs::path& file, const std::string& what) {
    struct stat before {};
    ::stat(file.c_str(), &before);
    std::ofstream(file, std::ios::binary) << what;
    const timespec times[2] = {before.st_atim, before.st_mtim};
    ::utimensat(AT_FDCWD, file.c_str(), static_cast<const timespec*>(times), 0);
}

using Act = std::function<void(const fs::path&)>;

void add_acts() {
    QTest::addColumn<Act>("act");
    QTest::addColumn<OnDisk>("expected");
    const auto row = [](const char* name, OnDisk expected, Act act) {
        QTest::newRow(name) << std::move(act) << expected;
    };
    const auto write = [](const fs::path& file, const std::string& what) {
        QVERIFY(!write_file(file, what));
    };
    row("nothing", OnDisk::unchanged, [](const fs::path&) {});
    row("other bytes", OnDisk::changed, [=](const fs::path& file) { write(file, "something else"); });
    row("other content, as long", OnDisk::changed, [=](const fs::path& file) { write(file, as_long); });
    row("in place, with its old time", OnDisk::changed,
        [](const fs::path& file) { write_in_place(file, as_long); });
    row("emptied", OnDisk::changed, [](const fs::path& file) { fs::resize_file(file, 0); });
    row("the same content", OnDisk::unchanged, [=](const fs::path& file) { write(file, content); });
    row("another time", OnDisk::unchanged, [](const fs::path& file) {
        fs::last_write_time(file, fs::file_time_type::clock::now() + std::chrono::hours(1));
    });
    row("there and back", OnDisk::unchanged, [=](const fs::path& file) {
        write(file, as_long);
        write(file, content);
    });
    row("deleted", OnDisk::missing, [](const fs::path& file) { fs::remove(file); });
    row("moved", OnDisk::missing, [](const fs::path& file) { fs::rename(file, file.string() + ".old"); });
    const auto link = [](const fs::path& file, const char* target) {
        fs::remove(file);
        fs::create_symlink(target, file);
    };
    row("a link to other content", OnDisk::changed, [=](const fs::path& file) {
        write(file.parent_path() / "theirs", as_long);
        link(file, "theirs");
    });
    row("a link to the same content", OnDisk::unchanged, [=](const fs::path& file) {
        write(file.parent_path() / "theirs", content);
        link(file, "theirs");
    });
    row("a link to nothing", OnDisk::missing, [=](const fs::path& file) { link(file, "nothing"); });
    row("a link to itself", OnDisk::unreadable, [=](const fs::path& file) { link(file, "a.attn"); });
    row("a folder", OnDisk::unreadable, [](const fs::path& file) {
        fs::remove(file);
        fs::create_directory(file);
    });
    row("a pipe that nobody writes to", OnDisk::unreadable, [](const fs::path& file) {
        fs::remove(file);
        ::mkfifo(file.c_str(), 0600);
    });
}

} // namespace

class TestKnownFile : public QObject {
    Q_OBJECT

private slots:
    void init();
    void noticed_data() { add_acts(); }
    void noticed();
    void noticedByTheStamp();
    void deletedAtOnce();
    void ownSavesAreNotTheirs();

private:
    fs::path file() const { return m_folder->filePath("a.attn").toStdString(); }
    QString name() const { return m_folder->filePath("a.attn"); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestKnownFile::init() {
    make_messages_fatal();
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(!write_file(file(), content));
}

void TestKnownFile::noticed() {
    QFETCH(Act, act);
    QFETCH(OnDisk, expected);
    KnownFile known;
    QCOMPARE(known.check(name()), OnDisk::unchanged); // no known content yet
    known.set(name(), content_of(content));
    QCOMPARE(known.check(name()), OnDisk::unchanged);
    act(file());
    for (int times = 0; times < 2; ++times)
        QCOMPARE(known.check(name()), expected);
    QCOMPARE(known.check(m_folder->filePath("another")), OnDisk::unchanged);
}

/// Once the file system's clock has moved past the timestamp, the file is only read if its stamp has changed.
/// Writing in place changes the stamp even if the old time is restored.
void TestKnownFile::noticedByTheStamp() {
    KnownFile known;
    known.set(name(), content_of(content));
    const auto stamp = stamp_of(file());
    QVERIFY(stamp && !is_settled(*stamp));
    QTRY_VERIFY_WITH_TIMEOUT(is_settled(*stamp), 10'000);
    QCOMPARE(known.check(name()), OnDisk::unchanged);
    QCOMPARE(known.check(name()), OnDisk::unchanged);
    write_in_place(file(), as_long);
    QCOMPARE(known.check(name()), OnDisk::changed);
    write_in_place(file(), content);
    QCOMPARE(known.check(name()), OnDisk::unchanged);
}

/// The file may be deleted between reading it and noting what was read.
void TestKnownFile::deletedAtOnce() {
    LabDocument document;
    DocumentFiles files(document);
    document.replace(document.experiment(), name(), content_of(content));
    fs::remove(file());
    files.noteRead();
    std::optional<OnDisk> found;
    files.checkFile([&](OnDisk state) { found = state; });
    QTRY_COMPARE(found, OnDisk::missing);
}

/// Own saves are never reported as changes, however checks and saves interleave.
void TestKnownFile::ownSavesAreNotTheirs() {
    LabDocument document;
    DocumentFiles files(document);
    QVERIFY(!save(document, name()));
    document.replace(document.experiment(), name(), document.fileContent());
    files.noteRead();
    int looks = 0, written = 0;
    for (int i = 1; i <= 30; ++i) {
        document.setValue(ParameterId::W_Q, 0, 0, i);
        files.saveUnlessChanged(name(), [&](const SaveResult& result) { written += result.isDone(); });
        files.checkFile([&](OnDisk found) { looks += found != OnDisk::unchanged; });
        if (i % 3 == 0)
            QTest::qWait(1);
    }
    QTRY_VERIFY_WITH_TIMEOUT(!files.isSaving(), file_patience);
    QCOMPARE(written, 30);
    QCOMPARE(looks, 0);
    QVERIFY(!document.isModified());
}

LAB_GUILESS_TEST(TestKnownFile)
#include "tst_known_file.moc"
