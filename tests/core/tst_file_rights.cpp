// SPDX-License-Identifier: GPL-3.0-or-later
//
// Owner, group, permissions, access control list (ACL), attributes and names of a file before and after it is
// written. The superuser also acts as somebody else; what another user cannot do here is skipped.
#include "core/io/file.h"
#include "core/io/unfinished_file.h"
#include "tests/support/acl.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/leftovers.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <functional>
#include <utility>

using namespace lab;
using namespace lab::test;
namespace fs = std::filesystem;

namespace {

// What these do. Only writing in place calls the first two: making room first, and cutting what is left of
// the old file last.
bool is_full = false;
std::function<int()> instead_of_ftruncate;
std::function<void()> before_first_fsync;

} // namespace

extern "C" int fallocate(int file, int mode, off_t offset, off_t size) {
    errno = ENOSPC;
    return is_full ? -1 : static_cast<int>(::syscall(SYS_fallocate, file, mode, offset, size));
}

extern "C" int fsync(int file) {
    if (const auto act = std::exchange(before_first_fsync, nullptr))
        act();
    return static_cast<int>(::syscall(SYS_fsync, file));
}

extern "C" int ftruncate(int file, off_t size) noexcept {
    return instead_of_ftruncate ? instead_of_ftruncate()
                                : static_cast<int>(::syscall(SYS_ftruncate, file, size));
}

namespace {

constexpr uid_t nobody = 65534; // also a group
constexpr uid_t somebody = 4321;

/// Acts as a user that is not the superuser, if the test is run by the superuser.
class AsNobody {
public:
    explicit AsNobody(bool acts = true) : m_acts(acts && ::geteuid() == 0) {
        if (m_acts && (::setegid(nobody) != 0 || ::seteuid(nobody) != 0))
            qFatal("the superuser stays the superuser");
    }
    ~AsNobody() {
        if (m_acts && (::seteuid(0) != 0 || ::setegid(0) != 0))
            qFatal("nobody stays nobody");
    }
    AsNobody(const AsNobody&) = delete;
    AsNobody& operator=(const AsNobody&) = delete;

private:
    bool m_acts;
};

/// All that a test compares.
struct Rights {
    uid_t owner = 0;
    gid_t group = 0;
    mode_t permissions = 0;
    std::optional<std::string> acl;
    std::optional<std::string> attribute; ///< user.origin

    bool operator==(const Rights&) const = default;
    std::string text() const {
        return std::to_string(owner) + ':' + std::to_string(group) + ' ' +
               std::to_string(permissions & 07777) + " ACL " +
               QByteArray::fromStdString(acl.value_or("none")).toHex(' ').toStdString() + ' ' +
               attribute.value_or("none");
    }
};

Rights rights_of(const fs::path& file) {
    struct stat status {};
    if (::stat(file.c_str(), &status) != 0)
        return {};
    return {status.st_uid, status.st_gid, status.st_mode, attribute_of(file, access_acl),
            attribute_of(file, "user.origin")};
}

ino_t inode_of(const fs::path& file) {
    struct stat status {};
    return ::stat(file.c_str(), &status) == 0 ? status.st_ino : 0;
}

using Act = std::function<void(const fs::path&)>;

void change_owner(const fs::path& file, uid_t owner, gid_t group) {
    QCOMPARE(::chown(file.c_str(), owner, group), 0);
}

void change_mode(const fs::path& file, mode_t mode) {
    QCOMPARE(::chmod(file.c_str(), mode), 0);
}

Act mode_is(mode_t mode) {
    return [mode](const fs::path& file) { change_mode(file, mode); };
}

} // namespace

#define COMPARE_RIGHTS(found, wanted)                                                                        \
    QVERIFY2((found) == (wanted), ((found).text() + ", expected " + (wanted).text()).c_str())

class TestFileRights : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void kept_data();
    void kept();
    void privateWhileItIsWritten();
    void newFile_data();
    void newFile();
    void inPlace_data();
    void inPlace();
    void changedMeanwhile_data();
    void changedMeanwhile();
    void deletedMeanwhile();
    void noFileAnyMore();
    void inPlaceFails();
    void inPlaceOnAFullDisk();
    void killedInPlace();
    void copiesAreNotOverwritten();
    void writeProtected_data();
    void writeProtected();
    void streams();
    void deletedOutput();

private:
    fs::path folder() const { return m_folder->path().toStdString(); }
    fs::path file() const { return folder() / "x.attn"; }
    QStringList names() const { return all_names(m_folder->path()); }
    std::string bytes() const { return read_file(file()).value(); }
    /// Everybody may do everything in the folder, and to the file.
    void openToAll() const {
        change_mode(folder(), 0777);
        change_mode(file(), 0666);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestFileRights::init() {
    make_messages_fatal();
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    QVERIFY(!write_file(file(), "old"));
}

void TestFileRights::cleanup() {
    instead_of_ftruncate = {};
    before_first_fsync = {};
    m_folder.reset();
}

void TestFileRights::kept_data() {
    QTest::addColumn<Act>("before");
    QTest::addColumn<bool>("byRoot"); ///< only the superuser can prepare it
    const auto row = [](const char* name, const Act& before, bool byRoot = false) {
        QTest::newRow(name) << before << byRoot;
    };
    row("private", mode_is(0600));
    row("readable by all", mode_is(0644));
    row("writable by the group", mode_is(0620));
    row("executable", mode_is(0755));
    row("set-group-ID", mode_is(02755));
    row("writable by all", mode_is(0666));
    row("an ACL",
        [](const fs::path& file) { QVERIFY(set_acl(file, access_acl, list_with_reader(somebody))); });
    row("an ACL and no ACL of the folder", [](const fs::path& file) {
        change_mode(file, 0640);
        QVERIFY(set_acl(file.parent_path(), default_acl, list_with_reader(somebody)));
    });
    row("an ACL unlike the folder's", [](const fs::path& file) {
        QVERIFY(set_acl(file, access_acl, list_with_reader(somebody)));
        QVERIFY(set_acl(file.parent_path(), default_acl, list_with_reader(nobody)));
    });
    row("an attribute",
        [](const fs::path& file) { QVERIFY(set_attribute(file, "user.origin", "a course")); });
    row("a large attribute",
        [](const fs::path& file) { QVERIFY(set_attribute(file, "user.origin", std::string(3000, 'x'))); });
    row("an empty attribute", [](const fs::path& file) { QVERIFY(set_attribute(file, "user.origin", "")); });
    row(
        "another owner", [](const fs::path& file) { change_owner(file, nobody, nobody); }, true);
    row(
        "another group", [](const fs::path& file) { change_owner(file, 0, somebody); }, true);
    row(
        "another owner, set-user-ID",
        [](const fs::path& file) {
            change_owner(file, nobody, somebody);
            change_mode(file, 04755);
        },
        true);
    row(
        "another owner, an ACL, an attribute",
        [](const fs::path& file) {
            change_owner(file, nobody, somebody);
            QVERIFY(set_acl(file, access_acl, list_with_reader(somebody)));
            QVERIFY(set_attribute(file, "user.origin", "a course"));
        },
        true);
    row(
        "a folder that gives its group",
        [](const fs::path& file) {
            change_owner(file.parent_path(), 0, somebody);
            change_mode(file.parent_path(), 02755);
        },
        true);
}

/// All of it, on a new file that has taken the place of the old one.
void TestFileRights::kept() {
    QFETCH(Act, before);
    QFETCH(bool, byRoot);
    if (byRoot && ::geteuid() != 0)
        QSKIP("needs the superuser");
    if (!has_acls(folder()))
        QSKIP("the temporary folder has no attributes");
    before(file());
    const Rights old = rights_of(file());
    const ino_t inode = inode_of(file());
    WriteReport report;
    QVERIFY(!write_file(file(), "new", IfProtected::refuse, &report));
    COMPARE_RIGHTS(rights_of(file()), old);
    QVERIFY(inode_of(file()) != inode);
    QVERIFY(report.in_place.empty() && !report.is_protected);
    QCOMPARE(bytes(), std::string("new"));
    QCOMPARE(names(), QStringList{"x.attn"});
}

/// Also in a folder that gives rights to others, and if files cannot be written without a name.
void TestFileRights::privateWhileItIsWritten() {
    if (!has_acls(folder()))
        QSKIP("the temporary folder has no attributes");
    QVERIFY(set_acl(folder(), default_acl, list_with_reader(somebody)));
    change_mode(file(), 0600);
    int seen = 0;
    const GiveBytes give = [&](const TakeBytes& take) {
        take("new");
        for (const auto& each : fs::directory_iterator("/proc/self/fd")) {
            std::error_code gone;
            const std::string target = fs::read_symlink(each, gone);
            struct stat status {};
            if (!target.starts_with(folder().string() + '/') || ::stat(each.path().c_str(), &status) != 0 ||
                !S_ISREG(status.st_mode))
                continue;
            ++seen;
            QCOMPARE(status.st_mode & 0077, 0U);
        }
    };
    QVERIFY(!write_file(file(), give));
    QCOMPARE(seen, 1);
    QCOMPARE(fs::status(file()).permissions(), fs::perms(0600));
}

void TestFileRights::newFile_data() {
    QTest::addColumn<Act>("before"); ///< to its folder
    QTest::newRow("plain") << Act([](const fs::path&) {});
    QTest::newRow("a default ACL") << Act(
        [](const fs::path& folder) { QVERIFY(set_acl(folder, default_acl, list_with_reader(somebody))); });
    QTest::newRow("a default ACL that lets others write") << Act([](const fs::path& folder) {
        AccessList all = list_with_reader(somebody);
        for (AclEntry& each : all)
            each.permissions = 7;
        QVERIFY(set_acl(folder, default_acl, all));
    });
    QTest::newRow("a folder that gives its group") << mode_is(02755);
}

/// A new file is like one of any other program.
void TestFileRights::newFile() {
    QFETCH(Act, before);
    if (!has_acls(folder()))
        QSKIP("the temporary folder has no attributes");
    before(folder());
    for (const mode_t mask : {022U, 077U, 002U}) {
        const mode_t usual = ::umask(mask);
        const int other = ::open((folder() / "other").c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
        const auto error = write_file(folder() / "new", "new");
        ::umask(usual);
        ::close(other);
        QVERIFY(other >= 0 && !error);
        COMPARE_RIGHTS(rights_of(folder() / "new"), rights_of(folder() / "other"));
        fs::remove(folder() / "new");
        fs::remove(folder() / "other");
    }
}

void TestFileRights::inPlace_data() {
    QTest::addColumn<Act>("before"); ///< in a folder and to a file that are open to all
    QTest::addColumn<std::string>("why");
    QTest::addColumn<bool>("asOther"); ///< by nobody
    const auto row = [](const char* name, const char* why, bool asOther, const Act& before) {
        QTest::newRow(name) << before << std::string(why) << asOther;
    };
    const auto links = "it has other names (hard links)";
    row("two names", links, false,
        [](const fs::path& file) { fs::create_hard_link(file, file.parent_path() / "other.attn"); });
    row("another owner", "it belongs to another user", true, [](const fs::path&) {});
    row("another owner, in a folder like /tmp", "it belongs to another user", true,
        [](const fs::path& file) { change_mode(file.parent_path(), 01777); });
    row("a group that one is not in", "it belongs to a group that you are not in", true,
        [](const fs::path& file) { change_owner(file, nobody, somebody); });
    row("an attribute that only the superuser sets", "its attribute security.origin cannot be copied", true,
        [](const fs::path& file) {
            change_owner(file, nobody, nobody);
            QVERIFY(set_attribute(file, "security.origin", "a course"));
        });
    row("another owner, an ACL, an attribute, two names", links, true, [](const fs::path& file) {
        QVERIFY(set_acl(file, access_acl, list_with_writer(nobody)));
        QVERIFY(set_attribute(file, "user.origin", "a course"));
        fs::create_hard_link(file, file.parent_path() / "other.attn");
    });
    row("a folder that takes nothing", "its folder takes no new files", true, [](const fs::path& file) {
        change_owner(file, nobody, nobody);
        change_mode(file.parent_path(), 0555);
    });
}

/// It is the same file, and a longer or shorter text leaves nothing of the old one.
void TestFileRights::inPlace() {
    QFETCH(Act, before);
    QFETCH(std::string, why);
    QFETCH(bool, asOther);
    if (asOther && ::geteuid() != 0)
        QSKIP("needs the superuser");
    if (!has_acls(folder()))
        QSKIP("the temporary folder has no attributes");
    openToAll();
    before(file());
    const Rights old = rights_of(file());
    const ino_t inode = inode_of(file());
    const QStringList present = names();
    const std::string large(200'000, 'x');
    for (const std::string& text : {large, std::string("short"), std::string()}) {
        WriteReport report;
        std::optional<Error> error;
        {
            const AsNobody other(asOther);
            error = write_file(file(), text, IfProtected::refuse, &report);
        }
        QVERIFY2(!error, error ? error->message().c_str() : "");
        QCOMPARE(report.in_place, why);
        QCOMPARE(bytes(), text);
        QCOMPARE(inode_of(file()), inode);
        COMPARE_RIGHTS(rights_of(file()), old);
        QCOMPARE(names(), present);
    }
}

void TestFileRights::changedMeanwhile_data() {
    QTest::addColumn<Act>("change");
    QTest::addColumn<bool>("inPlace");
    QTest::addColumn<bool>("late"); ///< after its rights have been read
    const auto row = [](const char* name, bool inPlace, const Act& change) {
        QTest::addRow("%s", name) << change << inPlace << false;
        QTest::addRow("%s, late", name) << change << inPlace << true;
    };
    row("permissions", false, mode_is(0640));
    row("an attribute", false,
        [](const fs::path& file) { QVERIFY(set_attribute(file, "user.origin", "late")); });
    row("another file in its place", false, [](const fs::path& file) {
        const fs::path other = file.parent_path() / "other";
        QVERIFY(!write_file(other, "theirs"));
        change_mode(other, 0400);
        fs::rename(other, file);
    });
    row("another name", true,
        [](const fs::path& file) { fs::create_hard_link(file, file.parent_path() / "other"); });
}

/// What another program does to the file while the new one is written holds.
void TestFileRights::changedMeanwhile() {
    QFETCH(Act, change);
    QFETCH(bool, inPlace);
    QFETCH(bool, late);
    if (!has_acls(folder()))
        QSKIP("the temporary folder has no attributes");
    Rights theirs;
    WriteReport report;
    const auto act = [&] {
        change(file());
        theirs = rights_of(file());
    };
    const GiveBytes give = [&](const TakeBytes& take) {
        take("new");
        if (late)
            before_first_fsync = act;
        else
            act();
    };
    QVERIFY(!write_file(file(), give, IfProtected::refuse, &report));
    QCOMPARE(bytes(), std::string("new"));
    COMPARE_RIGHTS(rights_of(file()), theirs);
    QCOMPARE(!report.in_place.empty(), inPlace);
}

void TestFileRights::deletedMeanwhile() {
    change_mode(file(), 0600);
    const GiveBytes give = [&](const TakeBytes& take) {
        take("new");
        fs::remove(file());
    };
    QVERIFY(!write_file(file(), give));
    QCOMPARE(bytes(), std::string("new"));
    QCOMPARE(fs::status(file()).permissions(), fs::perms(0600)); // nothing says that others may read it
}

/// Nothing but a file is replaced, or written in place.
void TestFileRights::noFileAnyMore() {
    int reader = -1;
    const GiveBytes give = [&](const TakeBytes& take) {
        take("new");
        fs::remove(file());
        QCOMPARE(::mkfifo(file().c_str(), 0600), 0);
        reader = ::open(file().c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    };
    QVERIFY(write_file(file(), give));
    char byte = 0;
    QCOMPARE(::read(reader, &byte, 1), ssize_t(0));
    ::close(reader);
    QVERIFY(fs::is_fifo(file()));
    QCOMPARE(names(), QStringList{"x.attn"});
}

void TestFileRights::inPlaceFails() {
    fs::create_hard_link(file(), folder() / "other");
    instead_of_ftruncate = [] {
        errno = EIO;
        return -1;
    };
    const std::optional<Error> error = write_file(file(), "new");
    instead_of_ftruncate = {};
    QVERIFY(error);
    const fs::path copy = folder() / "x.unsaved.attn";
    QCOMPARE(error->message(), file().string() +
                                   ": is damaged: writing it failed (Input/output error). All of it is in " +
                                   copy.string());
    QCOMPARE(read_file(copy).value(), std::string("new"));
    QCOMPARE(fs::status(copy).permissions(), fs::perms(0600));
    QCOMPARE(names(), (QStringList{"other", "x.attn", "x.unsaved.attn"}));
}

/// Nothing has been touched when the room is missed, so there is no copy either.
void TestFileRights::inPlaceOnAFullDisk() {
    fs::create_hard_link(file(), folder() / "other");
    is_full = true;
    const std::optional<Error> error = write_file(file(), "new");
    is_full = false;
    QVERIFY(error);
    QCOMPARE(error->message(), file().string() + ": cannot be written: No space left on device");
    QCOMPARE(bytes(), std::string("old"));
    QCOMPARE(names(), (QStringList{"other", "x.attn"}));
}

/// The copy is not taken for what a killed program has left behind.
void TestFileRights::killedInPlace() {
    fs::create_hard_link(file(), folder() / "other");
    const pid_t writer = ::fork();
    if (writer == 0) {
        instead_of_ftruncate = [] { return ::kill(::getpid(), SIGKILL); };
        (void)write_file(file(), "new");
        ::_exit(0);
    }
    int status = 0;
    QCOMPARE(::waitpid(writer, &status, 0), writer);
    QVERIFY(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    QCOMPARE(read_file(folder() / "x.unsaved.attn").value(), std::string("new"));
    QVERIFY(!write_file(file(), "newer"));
    QCOMPARE(bytes(), std::string("newer"));
    QCOMPARE(names(), (QStringList{"other", "x.attn", "x.unsaved.attn"}));
}

void TestFileRights::copiesAreNotOverwritten() {
    const fs::path longest = folder() / (std::string(250, 'x') + ".attn");
    for (const fs::path& each : {file(), longest}) {
        QVERIFY(!write_file(each, "old"));
        fs::create_hard_link(each, folder() / "other");
        instead_of_ftruncate = [] {
            errno = EIO;
            return -1;
        };
        std::vector<std::string> messages;
        for (const char* text : {"first", "second"})
            messages.push_back(write_file(each, text)->message());
        instead_of_ftruncate = {};
        const auto copy = [](const std::string& message) {
            return message.substr(message.rfind(" in ") + 4);
        };
        QVERIFY(copy(messages[0]) != copy(messages[1]));
        QCOMPARE(read_file(copy(messages[0])).value(), std::string("first"));
        QCOMPARE(read_file(copy(messages[1])).value(), std::string("second"));
        fs::remove(folder() / "other");
    }
    QCOMPARE(names().size(), 6);
}

void TestFileRights::writeProtected_data() {
    QTest::addColumn<Act>("before");
    QTest::addColumn<bool>("asOther");
    QTest::addColumn<bool>("asked"); ///< whether it can be replaced nevertheless
    const auto row = [](const char* name, bool asOther, bool asked, const Act& before) {
        QTest::newRow(name) << before << asOther << asked;
    };
    row("for everybody", false, true, mode_is(0444));
    row("executable", false, true, mode_is(0555));
    row("one's own", true, true, [](const fs::path& file) {
        change_owner(file, nobody, nobody);
        change_mode(file, 0444);
    });
    row("one's own, which others may write", true, true, [](const fs::path& file) {
        change_owner(file, nobody, nobody);
        change_mode(file, 0466);
    });
    row("another's", true, false, mode_is(0644));
    row("another's, with an ACL", true, false,
        [](const fs::path& file) { QVERIFY(set_acl(file, access_acl, list_with_reader(nobody))); });
    row("one's own, with two names", true, false, [](const fs::path& file) {
        change_owner(file, nobody, nobody);
        change_mode(file, 0444);
        fs::create_hard_link(file, file.parent_path() / "other");
    });
    row("one's own, in a folder for reading", true, false, [](const fs::path& file) {
        change_owner(file, nobody, nobody);
        change_mode(file, 0444);
        change_mode(file.parent_path(), 0555);
    });
}

void TestFileRights::writeProtected() {
    QFETCH(Act, before);
    QFETCH(bool, asOther);
    QFETCH(bool, asked);
    if (asOther && ::geteuid() != 0)
        QSKIP("needs the superuser");
    if (!has_acls(folder()))
        QSKIP("the temporary folder has no attributes");
    openToAll();
    before(file());
    fs::create_symlink("x.attn", folder() / "link"); // links are followed
    const Rights old = rights_of(file());
    const QStringList present = names();
    for (const fs::path& path : {file(), folder() / "link"}) {
        WriteReport report;
        std::optional<Error> error;
        {
            const AsNobody other(asOther);
            QCOMPARE(is_write_protected(path), asked);
            error = write_file(path, "new", IfProtected::refuse, &report);
        }
        QVERIFY(error);
        QCOMPARE(report.is_protected, asked);
        QCOMPARE(error->message(),
                 path.string() + (asked ? ": is write-protected, expected another file, or chmod u+w first"
                                        : ": cannot be written: Permission denied"));
        QCOMPARE(bytes(), std::string("old"));
        COMPARE_RIGHTS(rights_of(file()), old);
        QCOMPARE(names(), present);
    }
    WriteReport report;
    std::optional<Error> error;
    {
        const AsNobody other(asOther);
        error = write_file(file(), "new", IfProtected::replace, &report);
    }
    QCOMPARE(!error, asked);
    QCOMPARE(bytes(), std::string(asked ? "new" : "old"));
    COMPARE_RIGHTS(rights_of(file()), old);
    QCOMPARE(names(), present);
}

void TestFileRights::streams() {
    const int open = ::open(file().c_str(), O_RDONLY | O_CLOEXEC);
    QVERIFY(open >= 0);
    QCOMPARE(::mkfifo((folder() / "pipe").c_str(), 0600), 0);
    fs::create_symlink("x.attn", folder() / "to a file");
    fs::create_symlink("pipe", folder() / "to a pipe");
    fs::create_symlink("/dev/fd/" + std::to_string(open), folder() / "to a descriptor");
    for (const fs::path& each : {file(), folder(), folder() / "none", folder() / "to a file"})
        QVERIFY2(!is_stream(each), each.c_str());
    for (const fs::path& each : {folder() / "pipe", folder() / "to a pipe", folder() / "to a descriptor",
                                 fs::path("/dev/fd/" + std::to_string(open)), fs::path("/dev/null")})
        QVERIFY2(is_stream(each), each.c_str());
    ::close(open);
}

/// As with `-o /dev/stdout` for a program whose output is kept in a file without a name.
void TestFileRights::deletedOutput() {
    const int output = ::open(file().c_str(), O_RDWR | O_TRUNC | O_CLOEXEC);
    fs::remove(file());
    QVERIFY(!write_file("/proc/self/fd/" + std::to_string(output), "new"));
    char found[8] = {};
    const ssize_t size = ::pread(output, found, sizeof found, 0);
    ::close(output);
    QCOMPARE(size, ssize_t(3));
    QCOMPARE(std::string(found, 3), std::string("new"));
    QCOMPARE(names(), QStringList());
}

LAB_APPLESS_TEST(TestFileRights)
#include "tst_file_rights.moc"
