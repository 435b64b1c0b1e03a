// SPDX-License-Identifier: GPL-3.0-or-later
//
// Recovery copies of unsaved changes: when and how often they are written, and how long they are kept.
#include "core/io/file.h"
#include "tests/document/recovery_by_hand.h"
#include "tests/support/document_files.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/edits/option_edits.h"

#include <QSignalSpy>

#include <functional>

using namespace lab;
using namespace lab::test;
using namespace std::chrono_literals;

class TestRecovery : public RecoveryTest {
    Q_OBJECT

private slots:
    void init() { makeFolder(); }
    void cleanup() { m_folder.reset(); }
    void writtenSoon();
    void goesWhenNotNeeded_data();
    void goesWhenNotNeeded();
    void staysWhereStillNeeded();
    void rarelyWhereItTakesLong();
    void holdsTheNewest();
    void remembersTheFile();
    void cannotBeWritten();
    void keptAtTheEnd();
};

void TestRecovery::writtenSoon() {
    LabDocument document;
    Recovery recovery(document, nullptr, folder());
    setCausal(document, true);
    QVERIFY(files().isEmpty());                          // not written synchronously
    QTRY_COMPARE_WITH_TIMEOUT(files().size(), 1, 60000); // nothing else has to happen first
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

/// The program ends without saving, right after the last edit.
void TestRecovery::keptAtTheEnd() {
    {
        LabDocument document;
        Recovery recovery(document, nullptr, folder(), 1h);
        document.setText("the sea");
        QCOMPARE(files().size(), 0);
        recovery.keep();
    }
    QCOMPARE(left().sequence.text, std::string("the sea"));
}

LAB_GUILESS_TEST(TestRecovery)
#include "tst_recovery.moc"
