// SPDX-License-Identifier: GPL-3.0-or-later
//
// Recovery copies of unsaved changes: when and how often they are written, how long they are kept, and which
// window owns them.
#include "core/io/file.h"
#include "tests/support/document_files.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/edits/options.h"
#include "ui/document/files/recovery.h"

#include <QDir>
#include <QLockFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

#include <functional>

using namespace lab;
using namespace lab::test;
using namespace std::chrono_literals;

namespace {

constexpr auto quick = 20ms; // interval between writes, to keep tests fast

/// Leaves the recovery copy of an edited document, as a crashed program would.
void leave_behind(const QString& folder, const QString& text, const QString& file = {}) {
    const auto count = [&] { return QDir(folder).entryList({"*.recovery"}).size(); };
    const qsizetype before = count();
    LabDocument document;
    Recovery recovery(document, nullptr, folder, quick);
    if (!file.isEmpty())
        document.replace(document.experiment(), file);
    document.setText(text);
    QTRY_COMPARE(count(), before + 1);
}

std::string text_of(const LabDocument& document) {
    return document.experiment().sequence.text;
}

} // namespace

class TestRecovery : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_folder.reset(); }
    void writtenSoon();
    void goesWhenNotNeeded_data();
    void goesWhenNotNeeded();
    void staysWhereStillNeeded();
    void rarelyWhereItTakesLong();
    void holdsTheNewest();
    void offeredAndOpened();
    void keptForLater();
    void deleted();
    void everyWindowItsOwn();
    void newestFirst();
    void leftoversGo();
    void everyKindOfLock_data();
    void everyKindOfLock();
    void remembersTheFile();
    void damaged_data();
    void damaged();
    void cannotBeWritten();

private:
    QString folder() const { return m_folder->filePath("data/recovery"); }
    QStringList files() const { return QDir(folder()).entryList({"*.recovery"}, QDir::Files); }
    /// The content of the only abandoned recovery copy.
    Experiment left() const;

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestRecovery::init() {
    make_messages_fatal();
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

Experiment TestRecovery::left() const {
    const auto found = RecoveryFile::abandoned(folder());
    return found.size() == 1 ? found.front()->read().value() : Experiment{};
}

void TestRecovery::writtenSoon() {
    LabDocument document;
    Recovery recovery(document, nullptr, folder());
    QElapsedTimer since;
    since.start();
    setCausal(document, true);
    QVERIFY(files().isEmpty()); // not written synchronously
    QTRY_COMPARE_WITH_TIMEOUT(files().size(), 1, 3000);
    QVERIFY(since.elapsed() < 3000);
    QVERIFY(!(QFile::permissions(folder()) & (QFile::ReadGroup | QFile::ReadOther)));
}

void TestRecovery::goesWhenNotNeeded_data() {
    using Act = std::function<void(LabDocument&, Recovery&)>;
    QTest::addColumn<Act>("act");
    QTest::newRow("saved") << Act(
        [this](LabDocument& document, Recovery&) { QVERIFY(!save(document, m_folder->filePath("a.attn"))); });
    QTest::newRow("undone") << Act([](LabDocument& document, Recovery&) { document.undo(); });
    QTest::newRow("another opened") << Act(
        [](LabDocument& document, Recovery&) { document.openExample("two-heads"); });
    QTest::newRow("closed") << Act([](LabDocument&, Recovery& recovery) { recovery.discard(); });
}

void TestRecovery::goesWhenNotNeeded() {
    QFETCH(std::function<void(LabDocument&, Recovery&)>, act);
    for (const int wait : {0, 1}) { // before the copy was written, and after
        LabDocument document;
        Recovery recovery(document, nullptr, folder(), quick);
        setCausal(document, true);
        if (wait)
            QTRY_COMPARE(files().size(), 1);
        act(document, recovery);
        QTRY_COMPARE(files().size(), 0);
        QTest::qWait(5 * int(quick.count()));
        QCOMPARE(files().size(), 0); // and is not written again
    }
    QTRY_VERIFY(QDir(folder()).isEmpty()); // the lock is gone, too
}

/// A preview is included in the copy until it is cancelled. A document destroyed without discarding leaves
/// its copy.
void TestRecovery::staysWhereStillNeeded() {
    {
        LabDocument document;
        Recovery recovery(document, nullptr, folder(), quick);
        document.preview(ParameterId::W_Q, 0, 0, 4);
        QTRY_COMPARE(files().size(), 1);
        document.commitPreview();
        for (int i = 0; i < 20; ++i) {
            QTest::qWait(5);
            QCOMPARE(files().size(), 1); // without a gap
        }
        document.preview(ParameterId::W_Q, 0, 0, 5);
        document.cancelPreview();
        document.preview(ParameterId::W_K, 0, 0, 5);
        document.undo(); // cancels the preview
        document.undo();
        QTRY_COMPARE(files().size(), 0);
        document.preview(ParameterId::W_Q, 0, 0, 4);
        QTRY_COMPARE(files().size(), 1);
        document.cancelPreview();
        QTRY_COMPARE(files().size(), 0);
        document.redo();
        QTRY_COMPARE(files().size(), 1);
    }
    QCOMPARE(files().size(), 1);
    QCOMPARE((*parameter(left(), ParameterId::W_Q))(0, 0), 4.0);
}

/// At most a tenth of the time is spent writing.
void TestRecovery::rarelyWhereItTakesLong() {
    LabDocument document;
    Experiment large = document.experiment();
    const auto names = QString(QStringLiteral("a word ")).repeated(200'000);
    large.description = names.toStdString();
    document.replace(large, {});
    Recovery recovery(document, nullptr, folder(), 1ms);
    std::map<QDateTime, int> writes;
    QElapsedTimer since;
    since.start();
    while (since.elapsed() < 1500) {
        document.setValue(ParameterId::W_Q, 0, 0, double(since.nsecsElapsed()));
        if (!files().isEmpty())
            ++writes[QFileInfo(QDir(folder()).filePath(files().front())).lastModified()];
        QTest::qWait(1);
    }
    QElapsedTimer once;
    once.start();
    const auto file = RecoveryFile::make(folder()).value();
    QVERIFY(!file->write({}, large));
    const qint64 took = std::max<qint64>(once.elapsed(), 1);
    // Twice that is tolerated, because other programs may have slowed down measuring `took`.
    QVERIFY2(qint64(writes.size()) <= 2 + 2 * 1500 / (10 * took),
             qPrintable(QString("%1 times, %2 ms each").arg(writes.size()).arg(took)));
}

void TestRecovery::holdsTheNewest() {
    {
        LabDocument document;
        Recovery recovery(document, nullptr, folder(), quick);
        for (int i = 1; i <= 50; ++i) {
            document.setValue(ParameterId::W_Q, 0, 0, i);
            QTest::qWait(3);
        }
        QTest::qWait(500);
    }
    QCOMPARE((*parameter(left(), ParameterId::W_Q))(0, 0), 50.0);
}

void TestRecovery::offeredAndOpened() {
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

void TestRecovery::keptForLater() {
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

void TestRecovery::deleted() {
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
void TestRecovery::everyWindowItsOwn() {
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

void TestRecovery::newestFirst() {
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
void TestRecovery::leftoversGo() {
    QVERIFY(QDir().mkpath(folder()));
    for (const char* name : {"a.lock", "b.lock", "b.recovery.x1Y2z3"}) // of a process that is gone
        QVERIFY(!write_file((folder() + '/' + name).toStdString(), "999999999\nattention-lab\n\n"));
    QVERIFY(RecoveryFile::abandoned(folder()).empty());
    QVERIFY2(QDir(folder()).isEmpty(), qPrintable(QDir(folder()).entryList().join(' ')));
}

/// What matters is whether the lock is held, not what it contains.
void TestRecovery::everyKindOfLock_data() {
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

void TestRecovery::everyKindOfLock() {
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

/// Stores the content that the file had, so that changes between crash and restart are noticed.
void TestRecovery::remembersTheFile() {
    const FileContent content{17, 0xffff'ffff'ffff'fffe};
    {
        LabDocument document;
        Recovery recovery(document, nullptr, folder(), quick);
        document.replace(document.experiment(), m_folder->filePath("a.attn"), content);
        document.setText("the sea");
        QTRY_COMPARE(files().size(), 1);
    }
    const auto found = RecoveryFile::abandoned(folder());
    QCOMPARE(found.size(), std::size_t{1});
    QVERIFY(found.front()->note().content == content);
}

void TestRecovery::damaged_data() {
    QTest::addColumn<std::string>("bytes");
    QTest::newRow("empty") << std::string();
    QTest::newRow("no document") << std::string("{\"name\":\"Sky\",\"file\":\"\"}\n");
    QTest::newRow("half a document") << std::string("{\"name\":\"Sky\",\"file\":\"\"}\n{\"format\": \"atten");
    QTest::newRow("no first line") << std::string("{\"format\":\"attention-lab\",\"version\":1}");
    QTest::newRow("something else") << std::string("\x7f"
                                                   "ELF\n\n\0\xff",
                                                   9);
}

void TestRecovery::damaged() {
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

void TestRecovery::cannotBeWritten() {
    QVERIFY(!write_file(m_folder->filePath("data").toStdString(), "a file where the folder should be"));
    LabDocument document;
    Recovery recovery(document, nullptr, folder(), quick);
    QSignalSpy failed(&recovery, &Recovery::failed);
    setCausal(document, true);
    QTRY_COMPARE(failed.size(), 1);
    const QString message = failed.front().front().toString();
    QVERIFY2(message.contains(folder()) && message.contains("Save the document"), qPrintable(message));
    setCausal(document, false);
    QTest::qWait(5 * int(quick.count()));
    QCOMPARE(failed.size(), 1); // reported once
    document.undo();
    document.undo();
    QVERIFY(QFile::remove(m_folder->filePath("data")));
    document.redo();
    QTRY_COMPARE_WITH_TIMEOUT(files().size(), 1, 15'000); // retried
}

LAB_GUILESS_TEST(TestRecovery)
#include "tst_recovery.moc"
