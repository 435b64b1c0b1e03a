// SPDX-License-Identifier: GPL-3.0-or-later
//
// Files are written completely or not at all. Tests write only to their own folder, never to a real device,
// which a faulty write_file would replace.
#include "core/io/file.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <future>

using namespace lab;
using namespace lab::test;
namespace fs = std::filesystem;

namespace {

using ReadingElsewhere = std::future<Result<std::string>>;

/// Reads the file on another thread.
ReadingElsewhere read_elsewhere(const fs::path& file, const std::stop_token& stop) {
    return std::async(std::launch::async, [=] { return read_file(file, largest_file, stop); });
}

/// The other end of a pipe, once `reading` has opened it; negative if that has ended.
int writing_end(const fs::path& pipe, const ReadingElsewhere& reading) {
    for (;;) {
        const int end = ::open(pipe.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
        if (end >= 0 || reading.wait_for(std::chrono::milliseconds(1)) == std::future_status::ready)
            return end;
    }
}

/// Whether all that was written to a pipe has been read. False if `reading` has ended before.
bool is_drained(int end, const ReadingElsewhere& reading) {
    for (int waiting = 1; ::ioctl(end, FIONREAD, &waiting) == 0 && waiting > 0;) {
        if (reading.wait_for(std::chrono::milliseconds(1)) == std::future_status::ready)
            return false;
    }
    return true;
}

} // namespace

class TestFile : public QObject {
    Q_OBJECT

private slots:
    void init();
    void contentsComeBack_data();
    void contentsComeBack();
    void newFilePermissions();
    void replacedFileKeepsPermissions();
    void linksAreFollowed_data();
    void linksAreFollowed();
    void chainOfLinksIsFollowed();
    void fifoIsWrittenTo();
    void cannotWrite_data();
    void cannotWrite();
    void folderWithoutPermission();
    void failsHalfWay();
    void cannotRead_data();
    void cannotRead();
    void limit();
    void pipeIsReadToItsEnd();
    void pipeCanBeLeft_data();
    void pipeCanBeLeft();

private:
    fs::path path(const char* name) const { return fs::path(m_folder->path().toStdString()) / name; }
    /// Writes a file and fails the test on errors.
    void write(const fs::path& file, std::string_view bytes) const;
    QStringList names() const;

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestFile::init() {
    make_messages_fatal();
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

void TestFile::write(const fs::path& file, std::string_view bytes) const {
    const std::optional<Error> error = write_file(file, bytes);
    QVERIFY2(!error, error ? error->message().c_str() : "");
}

QStringList TestFile::names() const {
    return QDir(m_folder->path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
}

void TestFile::contentsComeBack_data() {
    QTest::addColumn<std::string>("bytes");
    QTest::newRow("empty") << std::string();
    QTest::newRow("text") << std::string("sky\nis\r\nblue");
    QTest::newRow("every byte") << [] {
        std::string bytes;
        for (int byte = 0; byte < 256; ++byte)
            bytes += static_cast<char>(byte);
        return bytes;
    }();
    QTest::newRow("more than a buffer") << std::string(300'000, 'x');
}

void TestFile::contentsComeBack() {
    QFETCH(std::string, bytes);
    for (const char* before : {"", "old", "a longer one that was there before"}) {
        if (*before)
            write(path("größe"), before);
        write(path("größe"), bytes);
        QCOMPARE(read_file(path("größe")).value(), bytes);
        QCOMPARE(names(), QStringList{QStringLiteral("größe")});
    }
}

void TestFile::newFilePermissions() {
    const mode_t before = ::umask(027);
    write(path("new"), "x");
    QCOMPARE(::umask(before), mode_t(027));
    QCOMPARE(fs::status(path("new")).permissions(), fs::perms(0640));
}

void TestFile::replacedFileKeepsPermissions() {
    for (const unsigned mode : {0600U, 0644U, 0755U}) {
        write(path("file"), "old");
        fs::permissions(path("file"), fs::perms(mode));
        write(path("file"), "new");
        QCOMPARE(fs::status(path("file")).permissions(), fs::perms(mode));
    }
}

void TestFile::linksAreFollowed_data() {
    QTest::addColumn<bool>("exists");
    QTest::addColumn<QString>("target");
    QTest::newRow("to a file") << true << QStringLiteral("folder/file");
    QTest::newRow("to a file yet to be made") << false << QStringLiteral("folder/file");
    QTest::newRow("to a link") << true << QStringLiteral("folder/link");
    QTest::newRow("to a link to a file yet to be made") << false << QStringLiteral("folder/link");
}

void TestFile::linksAreFollowed() {
    QFETCH(bool, exists);
    QFETCH(QString, target);
    fs::create_directory(path("folder"));
    fs::create_symlink("file", path("folder/link"));
    fs::create_symlink(target.toStdString(), path("link"));
    if (exists)
        write(path("folder/file"), "old");
    write(path("link"), "new");
    QVERIFY(fs::is_symlink(path("link")) && fs::is_symlink(path("folder/link")));
    QCOMPARE(read_file(path("folder/file")).value(), std::string("new"));
    QCOMPARE(names(), (QStringList{QStringLiteral("folder"), QStringLiteral("link")}));
}

/// As many as Linux follows: the file at their end is replaced, and none of the links.
void TestFile::chainOfLinksIsFollowed() {
    constexpr int most = 40;
    write(path("0"), "old");
    const auto link = [this](int number) { return path(std::to_string(number).c_str()); };
    for (int i = 1; i <= most; ++i)
        fs::create_symlink(std::to_string(i - 1), link(i));
    write(link(most), "new");
    for (int i = 1; i <= most; ++i)
        QVERIFY2(fs::is_symlink(link(i)), std::to_string(i).c_str());
    QVERIFY(!fs::is_symlink(path("0")));
    QCOMPARE(read_file(path("0")).value(), std::string("new"));
}

void TestFile::fifoIsWrittenTo() {
    QCOMPARE(::mkfifo(path("pipe").c_str(), 0600), 0);
    // Opened at both ends, so that neither open() nor write_file blocks.
    const int pipe = ::open(path("pipe").c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
    write(path("pipe"), "sky");
    std::array<char, 16> received{};
    const ssize_t size = ::read(pipe, received.data(), received.size());
    ::close(pipe);
    QCOMPARE(size, ssize_t(3));
    QCOMPARE(std::string(received.data(), 3), std::string("sky"));
    QVERIFY(fs::is_fifo(path("pipe")));
}

void TestFile::cannotWrite_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("message"); ///< after the file name
    QTest::newRow("a folder") << QStringLiteral("folder")
                              << QStringLiteral("is a folder, expected a file to write");
    QTest::newRow("a socket") << QStringLiteral("socket")
                              << QStringLiteral("is a socket, expected a file to write");
    QTest::newRow("no such folder") << QStringLiteral("none/file")
                                    << QStringLiteral("cannot be written: No such file or directory");
    QTest::newRow("in a file") << QStringLiteral("file/file")
                               << QStringLiteral("cannot be written: Not a directory");
    QTest::newRow("name too long") << QString(300, QLatin1Char('x'))
                                   << QStringLiteral("cannot be written: File name too long");
    QTest::newRow("link to itself") << QStringLiteral("loop")
                                    << QStringLiteral("cannot be written: Too many levels of symbolic links");
}

void TestFile::cannotWrite() {
    QFETCH(QString, name);
    QFETCH(QString, message);
    fs::create_directory(path("folder"));
    fs::create_symlink("loop", path("loop"));
    QCOMPARE(::mknod(path("socket").c_str(), S_IFSOCK | 0600, 0), 0);
    write(path("file"), "old");
    const QStringList before = names();
    const fs::path file = path(name.toUtf8().constData());
    const std::optional<Error> error = write_file(file, "new");
    QVERIFY(error);
    QCOMPARE(error->message(), file.string() + ": " + message.toStdString());
    QCOMPARE(names(), before);
    QCOMPARE(read_file(path("file")).value(), std::string("old"));
}

void TestFile::folderWithoutPermission() {
    constexpr uid_t nobody = 65534;
    const uid_t user = ::geteuid();
    fs::create_directory(path("folder"));
    write(path("folder/file"), "old");
    // The superuser can write anywhere, so act as another user.
    fs::permissions(path(""), fs::perms(0755));
    fs::permissions(path("folder"), fs::perms(0555));
    QVERIFY(user != 0 || ::seteuid(nobody) == 0);
    // A new file: one that is there can be written in place by its owner.
    const std::optional<Error> error = write_file(path("folder/new"), "new");
    QVERIFY(user != 0 || ::seteuid(user) == 0);
    fs::permissions(path("folder"), fs::perms(0700));
    QVERIFY(error);
    QCOMPARE(error->message(), path("folder/new").string() + ": cannot be written: Permission denied");
    QVERIFY(!fs::exists(path("folder/new")));
    QCOMPARE(read_file(path("folder/file")).value(), std::string("old"));
}

// Writing fails after the file has been started, as on a full disk.
void TestFile::failsHalfWay() {
    write(path("file"), "old");
    rlimit before{};
    QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    rlimit little = before;
    little.rlim_cur = 1000;
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &little), 0);
    const std::optional<Error> error = write_file(path("file"), std::string(5000, 'x'));
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &before), 0);
    std::signal(SIGXFSZ, handler);
    QVERIFY(error);
    QCOMPARE(error->message(), path("file").string() + ": cannot be written: File too large");
    QCOMPARE(names(), QStringList{QStringLiteral("file")});
    QCOMPARE(read_file(path("file")).value(), std::string("old"));
}

void TestFile::cannotRead_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("message");
    QTest::newRow("a folder") << QStringLiteral("folder") << QStringLiteral("is a folder, expected a file");
    QTest::newRow("no such file") << QStringLiteral("none")
                                  << QStringLiteral("cannot be read: No such file or directory");
    QTest::newRow("a device that never ends")
        << QStringLiteral("zeros") << QStringLiteral("is a device, expected a file");
    QTest::newRow("a device that is empty")
        << QStringLiteral("null") << QStringLiteral("is a device, expected a file");
    QTest::newRow("a socket") << QStringLiteral("socket") << QStringLiteral("is a socket, expected a file");
    QTest::newRow("link to itself") << QStringLiteral("loop")
                                    << QStringLiteral("cannot be read: Too many levels of symbolic links");
}

void TestFile::cannotRead() {
    QFETCH(QString, name);
    QFETCH(QString, message);
    fs::create_directory(path("folder"));
    fs::create_symlink("loop", path("loop"));
    fs::create_symlink("/dev/zero", path("zeros"));
    fs::create_symlink("/dev/null", path("null"));
    QCOMPARE(::mknod(path("socket").c_str(), S_IFSOCK | 0600, 0), 0);
    const fs::path file = path(name.toUtf8().constData());
    const Result<std::string> bytes = read_file(file);
    QVERIFY(!bytes);
    QCOMPARE(bytes.error().message(), file.string() + ": " + message.toStdString());
}

void TestFile::limit() {
    write(path("file"), "12345");
    QCOMPARE(read_file(path("file"), 5).value(), std::string("12345"));
    const Result<std::string> bytes = read_file(path("file"), 4);
    QVERIFY(!bytes);
    QCOMPARE(bytes.error().message(), path("file").string() + ": more than 4 bytes, expected a smaller file");
}

/// Whoever reads it waits for the first byte, and between two pieces, until nobody writes any more.
void TestFile::pipeIsReadToItsEnd() {
    QCOMPARE(::mkfifo(path("pipe").c_str(), 0600), 0);
    ReadingElsewhere reading = read_elsewhere(path("pipe"), {});
    const int end = writing_end(path("pipe"), reading);
    QVERIFY(end >= 0);
    const std::string piece(3000, 'x'); // fits into any pipe
    for (int i = 0; i < 100; ++i) {
        QCOMPARE(::write(end, piece.data(), piece.size()), ssize_t(piece.size()));
        QVERIFY(is_drained(end, reading));
    }
    ::close(end);
    QCOMPARE(reading.get().value(), std::string(300'000, 'x'));
}

void TestFile::pipeCanBeLeft_data() {
    QTest::addColumn<QString>("written"); // before reading it is left
    QTest::newRow("nobody writes") << QString();
    QTest::newRow("half of it") << QStringLiteral("half");
}

/// The reader waits for bytes that nobody writes, until it is asked to stop.
void TestFile::pipeCanBeLeft() {
    QFETCH(QString, written);
    QCOMPARE(::mkfifo(path("pipe").c_str(), 0600), 0);
    std::stop_source stop;
    ReadingElsewhere reading = read_elsewhere(path("pipe"), stop.get_token());
    const int end = written.isEmpty() ? -1 : writing_end(path("pipe"), reading);
    if (!written.isEmpty()) {
        QCOMPARE(::write(end, written.toUtf8().constData(), std::size_t(written.size())),
                 ssize_t(written.size()));
        QVERIFY(is_drained(end, reading));
    }
    QVERIFY(reading.wait_for(std::chrono::milliseconds(1)) == std::future_status::timeout);
    stop.request_stop();
    const Result<std::string> read = reading.get();
    if (end >= 0)
        ::close(end);
    QVERIFY(!read);
    QCOMPARE(read.error().message(), path("pipe").string() + ": not read to its end");
}

LAB_APPLESS_TEST(TestFile)
#include "tst_file.moc"
