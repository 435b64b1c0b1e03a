// SPDX-License-Identifier: GPL-3.0-or-later
//
// Recovery copies that are found and offered: opened, kept or deleted, and which window owns them.
#include "core/io/file.h"
#include "tests/document/recovery_by_hand.h"
#include "tests/support/document_files.h"
#include "tests/support/test_program.h"

#include <QLockFile>
#include <QSignalSpy>

#include <functional>
#include <sys/stat.h>
#include <unistd.h>

using namespace lab;
using namespace lab::test;

namespace {

std::string text_of(const LabDocument& document) {
    return document.experiment().sequence.text;
}

} // namespace

class TestRecoveryOffers : public RecoveryTest {
    Q_OBJECT

private slots:
    void init() { makeFolder(); }
    void cleanup() { m_folder.reset(); }
    void offeredAndOpened();
    void keptForLater();
    void deleted();
    void everyWindowItsOwn();
    void newestFirst();
    void leftoversGo();
    void everyKindOfLock_data();
    void everyKindOfLock();
    void tellsThemApart();
    void strangers_data();
    void strangers();
    void longNote();
    void damaged_data();
    void damaged();
};

void TestRecoveryOffers::offeredAndOpened() {
    const QString original = m_folder->filePath("sky.attn");
    leave_behind(folder(), "the sea", original);
    LabDocument document;
    Recovery recovery(document, nullptr, folder(), quick);
    recovery.findAbandoned();
    QTRY_COMPARE(recovery.offers().size(), 1);
    const Recovery::FilePtr offer = recovery.offers().constFirst();
    QCOMPARE(offer->note().name, QStringLiteral("Sky is blue"));
    QCOMPARE(offer->note().file, original);
    QVERIFY(offer->time().secsTo(QDateTime::currentDateTime()) < 60);

    QVERIFY(recovery.take(offer));
    QVERIFY(!recovery.take(offer));
    document.recover(offer->read().value(), offer->note().file);
    recovery.adopt(offer);
    QCOMPARE(text_of(document), std::string("the sea"));
    QVERIFY(document.isModified());
    QVERIFY(!document.undoStack().canUndo());
    QCOMPARE(document.file(), original);
    QTest::qWait(5 * int(quick.count()));
    QCOMPARE(files(), QStringList{QFileInfo(offer->path()).fileName()}); // still the same copy
    QVERIFY(!save(document, document.file()));
    QVERIFY(!document.isModified());
    QTRY_COMPARE(files().size(), 0);
    LabDocument saved;
    QVERIFY(!open(saved, original));
    QCOMPARE(text_of(saved), std::string("the sea"));
}

void TestRecoveryOffers::keptForLater() {
    leave_behind(folder(), "the sea");
    for (int start = 0; start < 2; ++start) {
        LabDocument document;
        Recovery recovery(document, nullptr, folder(), quick);
        recovery.findAbandoned();
        QTRY_COMPARE(recovery.offers().size(), 1);
        QVERIFY(recovery.take(recovery.offers().constFirst()));
        QVERIFY(recovery.offers().isEmpty());
        QCOMPARE(files().size(), 1);
    }
    QCOMPARE(left().sequence.text, std::string("the sea"));
}

void TestRecoveryOffers::deleted() {
    leave_behind(folder(), "the sea");
    LabDocument document;
    Recovery recovery(document, nullptr, folder(), quick);
    recovery.findAbandoned();
    QTRY_COMPARE(recovery.offers().size(), 1);
    recovery.remove(recovery.offers().constFirst());
    QVERIFY(recovery.offers().isEmpty());
    QTRY_VERIFY(QDir(folder()).isEmpty());
}

/// Windows are not offered copies that belong to another window or are being offered there.
void TestRecoveryOffers::everyWindowItsOwn() {
    LabDocument first, second;
    Recovery of_first(first, nullptr, folder(), quick);
    Recovery of_second(second, nullptr, folder(), quick);
    first.setText("one");
    second.setText("two");
    QTRY_COMPARE(files().size(), 2);
    QVERIFY(RecoveryFile::abandoned(folder()).empty());
    leave_behind(folder(), "three");
    of_first.findAbandoned();
    QTRY_COMPARE(of_first.offers().size(), 1);
    QSignalSpy offers(&of_second, &Recovery::offersChanged);
    of_second.findAbandoned();
    QTest::qWait(100);
    QCOMPARE(offers.size(), 0);
    first.undo();
    QTRY_COMPARE(files().size(), 2); // deletes its own copy, not the offered one
}

void TestRecoveryOffers::newestFirst() {
    for (const char* text : {"one", "two", "three"}) {
        leave_behind(folder(), text);
        QTest::qWait(20);
    }
    std::vector<std::string> found;
    for (const auto& each : RecoveryFile::abandoned(folder()))
        found.push_back(each->read().value().sequence.text);
    QCOMPARE(found, (std::vector<std::string>{"three", "two", "one"}));
}

/// Locks without a copy and partially written copies are deleted silently.
void TestRecoveryOffers::leftoversGo() {
    QVERIFY(QDir().mkpath(folder()));
    for (const char* name : {"a.lock", "b.lock", "b.recovery.x1Y2z3"}) // of a process that is gone
        QVERIFY(!write_file((folder() + '/' + name).toStdString(), "999999999\nattention-lab\n\n"));
    QVERIFY(RecoveryFile::abandoned(folder()).empty());
    QVERIFY2(QDir(folder()).isEmpty(), qPrintable(QDir(folder()).entryList().join(' ')));
}

/// What matters is whether the lock is held, not what it contains.
void TestRecoveryOffers::everyKindOfLock_data() {
    using Lock = std::function<std::shared_ptr<void>(const QString& lock)>; // held while the result lives
    QTest::addColumn<Lock>("lock");
    QTest::addColumn<bool>("offered");
    const auto text = [](const QByteArray& bytes) {
        return Lock([bytes](const QString& lock) {
            return write_file(lock.toStdString(), bytes.toStdString()) ? std::make_shared<int>() : nullptr;
        });
    };
    const QByteArray rest = "\nattention-lab\n" + QSysInfo::machineHostName().toLocal8Bit() + '\n' +
                            QSysInfo::machineUniqueId() + '\n' + QSysInfo::bootUniqueId() + '\n';
    QTest::newRow("none") << Lock([](const QString&) { return nullptr; }) << true;
    QTest::newRow("empty") << text({}) << true;
    QTest::newRow("garbage") << text(QByteArray("\x7f\0\xff ELF\n\n", 9)) << true;
    QTest::newRow("long garbage") << text(QByteArray(1 << 20, 'x')) << true;
    QTest::newRow("of another host") << text("17\nattention-lab\nelsewhere\n") << true;
    QTest::newRow("of a program that has ended") << text("999999999" + rest) << true;
    const auto running = [&](qint64 process) { // as that program would write it
        const QString program = QFile::symLinkTarget(QStringLiteral("/proc/%1/exe").arg(process));
        return text(QByteArray::number(process) +
                    QByteArray(rest).replace("attention-lab", QFileInfo(program).fileName().toLocal8Bit()));
    };
    QTest::newRow("of another program that runs") << running(::getppid()) << true;
    QTest::newRow("of the first program") << running(1) << true;
    QTest::newRow("of this program, which holds another") << running(::getpid()) << true;
    QTest::newRow("a negative number") << text("-1" + rest) << true;
    QTest::newRow("not to be opened") << Lock([](const QString& lock) {
        (void)write_file(lock.toStdString(), "");
        QFile::setPermissions(lock, {});
        return nullptr;
    }) << true;
    QTest::newRow("a folder") << Lock([](const QString& lock) {
        QDir().mkdir(lock);
        return nullptr;
    }) << true;
    QTest::newRow("a link to nothing") << Lock([](const QString& lock) {
        QFile::link("nothing", lock);
        return nullptr;
    }) << true;
    QTest::newRow("held by a window") << Lock([](const QString& lock) {
        const auto held = std::make_shared<RecoveryLock>(lock);
        return held->take() ? held : nullptr;
    }) << false;
    QTest::newRow("held by a window of an earlier version") << Lock([](const QString& lock) {
        const auto held = std::make_shared<QLockFile>(lock);
        held->setStaleLockTime(0);
        return held->tryLock() ? held : nullptr;
    }) << false;
}

void TestRecoveryOffers::everyKindOfLock() {
    QFETCH(std::function<std::shared_ptr<void>(const QString&)>, lock);
    QFETCH(bool, offered);
    leave_behind(folder(), "the sea");
    const QString data = QDir(folder()).filePath(files().front());
    std::shared_ptr<void> held = lock(QString(data).replace(".recovery", ".lock"));
    {
        const auto found = RecoveryFile::abandoned(folder());
        QCOMPARE(found.size(), std::size_t(offered));
        QVERIFY(!offered || found.front()->read().value().sequence.text == "the sea");
    }
    held.reset(); // its window closes
    QCOMPARE(left().sequence.text, std::string("the sea"));
}

/// The note has the sentence, however long it is.
void TestRecoveryOffers::tellsThemApart() {
    leave_behind(folder(), "the sea");
    QString text;
    for (int i = 0; i < 5000; ++i)
        text += "word ";
    leave_behind(folder(), text);
    const auto found = RecoveryFile::abandoned(folder());
    QCOMPARE(found.size(), std::size_t{2});
    QVERIFY(found.front()->note().sentence.startsWith("word word"));
    QVERIFY(found.front()->note().sentence.size() < 200);
    QCOMPARE(found.back()->note().sentence, QStringLiteral("the sea"));
}

/// What is no regular file is not read, not offered, not written through and not deleted.
void TestRecoveryOffers::strangers_data() {
    using Put = std::function<bool(const std::string& file)>;
    QTest::addColumn<Put>("put");
    QTest::newRow("a pipe") << Put([](const std::string& file) { return ::mkfifo(file.c_str(), 0600) == 0; });
    QTest::newRow("a folder") << Put(
        [](const std::string& file) { return ::mkdir(file.c_str(), 0700) == 0; });
    const auto link = [](const char* to) {
        return Put([to](const std::string& file) { return ::symlink(to, file.c_str()) == 0; });
    };
    QTest::newRow("a link to a document") << link("../document");
    QTest::newRow("a link to a pipe") << link("../pipe");
    QTest::newRow("a link to a device") << link("/dev/zero");
    QTest::newRow("a link to nothing") << link("nothing");
    QTest::newRow("a link to itself") << link("stranger.recovery");
    QTest::newRow("a socket") << Put(
        [](const std::string& file) { return ::mknod(file.c_str(), S_IFSOCK | 0600, 0) == 0; });
}

void TestRecoveryOffers::strangers() {
    QFETCH(std::function<bool(const std::string&)>, put);
    leave_behind(folder(), "the sea");
    const std::string outside = (folder() + "/../").toStdString();
    QVERIFY(!write_file(outside + "document", "{\"name\":\"Mine\",\"file\":\"\"}\nmine"));
    QCOMPARE(::mkfifo((outside + "pipe").c_str(), 0600), 0);
    const QString stranger = folder() + "/stranger.recovery";
    QVERIFY(put(stranger.toStdString()));
    for (const bool locked : {false, true}) { // by the name of its lock, too
        if (locked)
            QVERIFY(!write_file((folder() + "/stranger.lock").toStdString(), ""));
        LabDocument document;
        Recovery recovery(document, nullptr, folder(), quick);
        recovery.findAbandoned();
        QTRY_COMPARE(recovery.offers().size(), 1);
        QCOMPARE(recovery.offers().constFirst()->note().sentence, QStringLiteral("the sea"));
    }
    struct stat status {};
    QCOMPARE(::lstat(stranger.toStdString().c_str(), &status), 0);
    QVERIFY(read_file(outside + "document").value().ends_with("mine"));
}

/// No program of ours writes such a note; its document is offered all the same.
void TestRecoveryOffers::longNote() {
    leave_behind(folder(), "the sea");
    const std::string file = QDir(folder()).filePath(files().constFirst()).toStdString();
    const std::string bytes = read_file(file).value();
    const std::string name(std::size_t{1} << 17, 'n');
    QVERIFY(!write_file(file, "{\"name\":\"" + name + "\",\"file\":\"\"}" + bytes.substr(bytes.find('\n'))));
    const auto found = RecoveryFile::abandoned(folder());
    QCOMPARE(found.size(), std::size_t{1});
    QVERIFY(found.front()->note().name.isEmpty() && found.front()->note().file.isEmpty());
    QCOMPARE(found.front()->read().value().sequence.text, std::string("the sea"));
}

void TestRecoveryOffers::damaged_data() {
    QTest::addColumn<std::string>("bytes");
    QTest::newRow("empty") << std::string();
    QTest::newRow("no document") << std::string("{\"name\":\"Sky\",\"file\":\"\"}\n");
    QTest::newRow("half a document") << std::string("{\"name\":\"Sky\",\"file\":\"\"}\n{\"format\": \"atten");
    QTest::newRow("no first line") << std::string("{\"format\":\"attention-lab\",\"version\":1}");
    QTest::newRow("something else") << std::string("\x7f"
                                                   "ELF\n\n\0\xff",
                                                   9);
}

void TestRecoveryOffers::damaged() {
    QFETCH(std::string, bytes);
    QVERIFY(QDir().mkpath(folder()));
    const QString file = folder() + "/it.recovery";
    QVERIFY(!write_file(file.toStdString(), bytes));
    {
        const auto found = RecoveryFile::abandoned(folder());
        QCOMPARE(found.size(), std::size_t{1}); // offered nevertheless
        const Result<Experiment> read = found.front()->read();
        QVERIFY(!read);
        QVERIFY2(read.error().message().find("it.recovery") != std::string::npos,
                 read.error().message().c_str());
    }
    QCOMPARE(read_file(file.toStdString()).value(), bytes); // and left unchanged
}

LAB_GUILESS_TEST(TestRecoveryOffers)
#include "tst_recovery_offers.moc"
