// SPDX-License-Identifier: GPL-3.0-or-later
//
// A file that keeps the window waiting: what is said about it after a while, stopping to wait, and closing
// the window meanwhile.
#include "core/io/file.h"
#include "tests/support/document_bytes.h"
#include "tests/support/document_files.h"
#include "tests/support/drops.h"
#include "tests/support/lab_window.h"
#include "tests/support/leftovers.h"
#include "tests/support/stuck_disk.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/files/file_waits.h"
#include "ui/document/files/recovery.h"
#include "ui/window/menu/actions.h"
#include "ui/window/status_line.h"
#include "ui/window/strips/banner.h"
#include "ui/window/strips/wait_strip.h"

#include <QDir>
#include <QFileDialog>
#include <QMessageBox>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <functional>

using namespace lab;
using namespace lab::test;

class TestWaitStrip : public WindowTest {
    Q_OBJECT

private slots:
    void onlyAfterAWhile();
    void stopWaitingForASave();
    void saveThatAnswers();
    void stopWaitingForNumbers();
    void silentPipe_data();
    void silentPipe();
    void pipeThatIsWrittenAfterAll();
    void closeNow();
    void keepWaiting();
    void answeredWhileAsked();

private:
    /// A window that has begun to save a document to a disk that does not answer.
    LabWindow& beginSaving(std::chrono::milliseconds patience = std::chrono::milliseconds(0));
    QString file() const { return path("gone/x.attn"); }
    std::string onDisk() const { return read_file(file().toStdString()).value(); }
    bool stopWaiting() { return LabWindow::press(LabWindow::button(window().waitStrip(), "Stop waiting")); }
    QMessageBox* question() { return window().findChild<QMessageBox*>(); }
    bool answer(const QString& text) {
        return question() && LabWindow::press(LabWindow::button(*question(), text));
    }
    QStringList recoveryCopies() const { return QDir(Recovery::standardFolder()).entryList({"*.recovery"}); }
    QString makePipe() const {
        const QString pipe = path("pipe.attn");
        ::unlink(pipe.toUtf8().constData());
        if (::mkfifo(pipe.toUtf8().constData(), 0600) != 0)
            qWarning("cannot make a pipe");
        return pipe;
    }

    std::unique_ptr<StuckDisk> m_disk;
    std::string m_before; ///< what was in the file
};

LabWindow& TestWaitStrip::beginSaving(std::chrono::milliseconds patience) {
    m_disk.reset();
    LabWindow& w = openWindow({1440, 900});
    (void)QDir().mkpath(path("gone"));
    LabDocument document;
    if (test::save(document, file()))
        qWarning("cannot write");
    m_before = onDisk();
    w.controller().openFile(file());
    if (!QTest::qWaitFor([&] { return w.document().file() == file(); }))
        qWarning("cannot open");
    setCausal(w.document(), true);
    // The recovery copy is on another disk.
    if (!QTest::qWaitFor([&] { return !recoveryCopies().isEmpty(); }))
        qWarning("no recovery copy");
    m_disk = std::make_unique<StuckDisk>(path("gone"));
    w.controller().waits().setPatience(patience);
    w.press_key(Qt::Key_S, Qt::ControlModifier);
    if (!QTest::qWaitFor([&] { return m_disk->waiting() == 1; }))
        qWarning("it does not wait");
    return w;
}

void TestWaitStrip::onlyAfterAWhile() {
    QCOMPARE(FileWaits().patience(), std::chrono::milliseconds(2000));
    LabWindow& w = beginSaving(std::chrono::hours(1));
    QCoreApplication::processEvents();
    QVERIFY(w.controller().waits().isWriting() && !w.waitStrip().isVisible());
    QVERIFY(w.status().text().startsWith("Saving x.attn"));
    w.type_sentence("the sea"); // the window answers meanwhile
    QCOMPARE(w.document().experiment().sequence.text, std::string("the sea"));
    m_disk->answer();
    QTRY_VERIFY(!w.controller().waits().isWriting());
    QVERIFY(!w.waitStrip().isVisible() && w.isWindowModified());
}

void TestWaitStrip::stopWaitingForASave() {
    LabWindow& w = beginSaving();
    QTRY_VERIFY(w.waitStrip().isVisible());
    QCOMPARE(w.waitStrip().text(),
             QStringLiteral("“x.attn” is still being saved: its disk has not answered yet."));
    const std::string mine = saved_bytes(w.document());
    QVERIFY(stopWaiting());
    QVERIFY(!w.waitStrip().isVisible() && w.isWindowModified());
    QVERIFY2(w.banner().text().startsWith("Whether “x.attn” is saved is not known"),
             qPrintable(w.banner().text()));
    QCOMPARE(onDisk(), m_before);
    w.press_key(Qt::Key_S, Qt::ControlModifier); // a later save must not be replaced by the older one
    auto* dialog = w.findChild<QFileDialog*>();
    QVERIFY(dialog);
    emit dialog->fileSelected(path("y.attn"));
    dialog->close();
    QTRY_COMPARE(w.document().file(), path("y.attn"));
    QVERIFY(!w.isWindowModified() && !w.waitStrip().isVisible());
    m_disk->answer();
    QTRY_COMPARE(w.status().text(),
                 QStringLiteral("The disk has answered: x.attn is saved as it was when you saved it"));
    QCOMPARE(onDisk(), mine);
    QCOMPARE(w.document().file(), path("y.attn"));
}

void TestWaitStrip::saveThatAnswers() {
    LabWindow& w = beginSaving();
    QTRY_VERIFY(w.waitStrip().isVisible());
    m_disk->answer();
    QTRY_VERIFY(!w.waitStrip().isVisible());
    QCOMPARE(w.status().text(), QStringLiteral("Saved x.attn"));
    QVERIFY(!w.isWindowModified() && !w.banner().isVisible());
    QCOMPARE(onDisk(), saved_bytes(w.document()));
}

void TestWaitStrip::stopWaitingForNumbers() {
    LabWindow& w = window();
    QVERIFY(QDir().mkpath(path("gone")));
    m_disk = std::make_unique<StuckDisk>(path("gone"));
    w.controller().waits().setPatience(std::chrono::milliseconds(0));
    w.actions()[ActionId::export_numbers].trigger();
    auto* dialog = w.findChild<QFileDialog*>();
    QVERIFY(dialog);
    emit dialog->fileSelected(path("gone/x.npz"));
    dialog->close();
    QTRY_VERIFY(w.waitStrip().isVisible());
    QVERIFY(stopWaiting());
    QVERIFY(!w.waitStrip().isVisible());
    QCOMPARE(w.banner().text(),
             QStringLiteral("Whether “x.npz” is saved is not known before its disk answers."));
    w.close(); // nothing is waited for any more
    QVERIFY(!w.isVisible());
    m_disk->answer();
    QTRY_VERIFY(!FileTasks::areLeft());
    QCOMPARE(all_names(path("gone")).filter("npz"), QStringList{"x.npz"});
}

void TestWaitStrip::silentPipe_data() {
    using Open = std::function<void(LabWindow & w, const QString& pipe)>;
    QTest::addColumn<Open>("open");
    QTest::newRow("dropped on the window")
        << Open([](LabWindow& w, const QString& pipe) { QVERIFY(drop_file(&w, pipe)); });
    QTest::newRow("dropped on the sentence")
        << Open([](LabWindow& w, const QString& pipe) { QVERIFY(drop_file(&w.sentence().line(), pipe)); });
    QTest::newRow("chosen") << Open([](LabWindow& w, const QString& pipe) {
        w.actions()[ActionId::open].trigger();
        auto* dialog = w.findChild<QFileDialog*>();
        QVERIFY(dialog);
        emit dialog->fileSelected(pipe);
        dialog->close();
    });
    QTest::newRow("an argument") << Open([](LabWindow& w, const QString& pipe) { // as run_window() does
        w.controller().openFile(pipe);
    });
}

/// Nobody writes to it. The window answers, and the document that is open can be kept.
void TestWaitStrip::silentPipe() {
    QFETCH(std::function<void(LabWindow&, const QString&)>, open);
    const QString pipe = makePipe();
    LabWindow& w = window();
    const std::string before = saved_bytes(w.document());
    w.controller().waits().setPatience(std::chrono::milliseconds(0));
    open(w, pipe);
    QTRY_VERIFY(w.waitStrip().isVisible());
    QCOMPARE(w.waitStrip().text(),
             QStringLiteral("Still waiting for “pipe.attn”: nothing has come from it yet."));
    w.type_sentence("the sea");
    QCOMPARE(w.document().experiment().sequence.text, std::string("the sea"));
    w.document().undo();
    QVERIFY(stopWaiting());
    QVERIFY(!w.waitStrip().isVisible() && !w.banner().isVisible());
    QCOMPARE(w.status().text(), QStringLiteral("pipe.attn was not opened"));
    QTRY_VERIFY(!FileTasks::areLeft()); // the thread has been told
    QCOMPARE(saved_bytes(w.document()), before);
    QVERIFY(w.document().file().isEmpty() && !w.isWindowModified());
    w.close();
    QVERIFY(!w.isVisible());
}

/// Later than the window has patience for.
void TestWaitStrip::pipeThatIsWrittenAfterAll() {
    const QString pipe = makePipe();
    LabDocument document;
    document.setText("the sea");
    LabWindow& w = window();
    w.controller().waits().setPatience(std::chrono::milliseconds(0));
    w.controller().openFile(pipe);
    QTRY_VERIFY(w.waitStrip().isVisible());
    const std::string bytes = saved_bytes(document);
    const int end = ::open(pipe.toUtf8().constData(), O_WRONLY | O_CLOEXEC); // which the reader has open
    const bool written = ::write(end, bytes.data(), bytes.size()) == ssize_t(bytes.size());
    ::close(end);
    QVERIFY(written);
    QTRY_COMPARE(w.sentence().line().text(), QStringLiteral("the sea"));
    QVERIFY(!w.waitStrip().isVisible() && !w.isWindowModified());
    QVERIFY(w.document().file().isEmpty()); // a pipe is no file to save to
}

/// The changes stay in a recovery copy.
void TestWaitStrip::closeNow() {
    LabWindow& w = beginSaving();
    const std::string mine = saved_bytes(w.document());
    w.close();
    QVERIFY(w.isVisible());
    QTRY_VERIFY(question());
    QCOMPARE(question()->text(),
             QStringLiteral("“x.attn” is still being saved: its disk has not answered yet."));
    QVERIFY(answer("Close now"));
    QTRY_VERIFY(!w.isVisible());
    QCOMPARE(onDisk(), m_before);
    QCOMPARE(recoveryCopies().size(), 1);
    QVERIFY(FileTasks::areLeft());
    openWindow({900, 600}); // the end of the other one does not wait either
    QVERIFY(FileTasks::areLeft());
    m_disk->answer();
    QTRY_VERIFY(!FileTasks::areLeft());
    QCOMPARE(onDisk(), mine);
}

void TestWaitStrip::keepWaiting() {
    LabWindow& w = beginSaving();
    QTRY_VERIFY(w.waitStrip().isVisible());
    w.close();
    QTRY_VERIFY(question());
    QVERIFY(answer("Keep waiting"));
    QTRY_VERIFY(!question());
    QVERIFY(w.isVisible() && w.waitStrip().isVisible());
    m_disk->answer();
    QTRY_VERIFY(!w.isWindowModified());
    QVERIFY(w.isVisible());
    w.close();
    QVERIFY(!w.isVisible());
    QTRY_VERIFY(recoveryCopies().isEmpty());
}

/// The disk answers before the user does: the window closes.
void TestWaitStrip::answeredWhileAsked() {
    LabWindow& w = beginSaving();
    w.close();
    QTRY_VERIFY(question());
    m_disk->answer();
    QTRY_VERIFY(!w.isVisible());
    QVERIFY(onDisk() != m_before);
    QTRY_VERIFY(recoveryCopies().isEmpty());
}

LAB_WINDOW_TEST(TestWaitStrip)
#include "tst_wait_strip.moc"
