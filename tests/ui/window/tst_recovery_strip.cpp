// SPDX-License-Identifier: GPL-3.0-or-later
//
// The strip that offers to recover unsaved changes, and its buttons.
#include "core/io/file.h"
#include "tests/support/document_files.h"
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/files/recovery.h"
#include "ui/window/strips/banner.h"
#include "ui/window/strips/recovery_strip.h"

#include <QDir>
#include <QLabel>
#include <QMessageBox>

using namespace lab;
using namespace lab::test;

class TestRecoveryStrip : public WindowTest {
    Q_OBJECT

private slots:
    void nothingToOffer();
    void openedAndSaved();
    void firstAsksForOnesOwn_data();
    void firstAsksForOnesOwn();
    void oneAfterAnother();
    void byKeyboard();
    void damaged();
    void closedWithoutSaving();
    void fits_data();
    void fits();
    void when_data();
    void when();

private:
    QStringList files() const { return QDir(Recovery::standardFolder()).entryList({"*.recovery"}); }
    /// Leaves unsaved changes behind, as a crashed program would.
    void leaveBehind(const QString& text, const QString& file = {});
    /// Opens a new window, as after a restart.
    LabWindow& start(QSize size = {1440, 900}, int scale = 100);
    bool press(const QString& text) { return LabWindow::press(button(text)); }
    QAbstractButton* button(const QString& text) { return LabWindow::button(window().recoveryStrip(), text); }
    QString text() { return window().recoveryStrip().text(); }
};

void TestRecoveryStrip::leaveBehind(const QString& text, const QString& file) {
    LabDocument document;
    document.setText(text);
    const auto made = RecoveryFile::make(Recovery::standardFolder()).value();
    QVERIFY(!made->write({document.displayName(), file, {}, text}, document.experiment()));
    QTest::qWait(20); // so that the timestamps differ
}

LabWindow& TestRecoveryStrip::start(QSize size, int scale) {
    LabWindow& w = openWindow(size, scale);
    w.recovery().findAbandoned();
    (void)QTest::qWaitFor([&] { return w.recoveryStrip().isVisible(); }, 3000);
    return w;
}

void TestRecoveryStrip::nothingToOffer() {
    QVERIFY(Recovery::standardFolder().startsWith(path({}))); // not the user's own data
    LabWindow& w = window();
    w.recovery().findAbandoned();
    QTest::qWait(100);
    QVERIFY(!w.recoveryStrip().isVisible());
}

void TestRecoveryStrip::openedAndSaved() {
    LabDocument original;
    QVERIFY(!save(original, path("sky.attn")));
    leaveBehind("the sea is blue", path("sky.attn"));
    LabWindow& w = start();
    QVERIFY2(text().startsWith("Attention Lab ended while “Sky is blue” had unsaved changes (today "),
             qPrintable(text()));
    QVERIFY(press("Open it"));
    QTRY_COMPARE(w.document().file(), path("sky.attn"));
    QCOMPARE(w.sentence().line().text(), QStringLiteral("the sea is blue"));
    QVERIFY(w.isWindowModified());
    QVERIFY(!w.recoveryStrip().isVisible());
    QCOMPARE(files().size(), 1); // kept until it is saved
    w.press_key(Qt::Key_S, Qt::ControlModifier);
    QTRY_VERIFY(!w.isWindowModified());
    QTRY_COMPARE(files().size(), 0);
    QVERIFY(!open(original, path("sky.attn")));
    QCOMPARE(original.experiment().sequence.text, std::string("the sea is blue"));
}

void TestRecoveryStrip::firstAsksForOnesOwn_data() {
    QTest::addColumn<QMessageBox::StandardButton>("answer");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("cancel") << QMessageBox::Cancel << "mine";
    QTest::newRow("discard") << QMessageBox::Discard << "the sea";
}

void TestRecoveryStrip::firstAsksForOnesOwn() {
    QFETCH(QMessageBox::StandardButton, answer);
    QFETCH(QString, sentence);
    leaveBehind("the sea");
    LabWindow& w = start();
    w.controller().create(); // examples are left without a question
    w.type_sentence("mine");
    QTRY_COMPARE(files().size(), 2);
    QVERIFY(press("Open it"));
    auto* question = w.findChild<QMessageBox*>();
    QVERIFY(question);
    QTest::mouseClick(question->button(answer), Qt::LeftButton);
    QTRY_COMPARE(w.sentence().line().text(), sentence);
    QCOMPARE(w.recoveryStrip().isVisible(), answer == QMessageBox::Cancel); // still offered
    QTRY_COMPARE(files().size(), answer == QMessageBox::Cancel ? 2 : 1);
    QVERIFY(w.isWindowModified());
}

void TestRecoveryStrip::oneAfterAnother() {
    leaveBehind("one");
    leaveBehind("two", "/lectures/week 3/own.attn");
    leaveBehind("three");
    LabWindow& w = start();
    // All have the same name: what they say tells them apart.
    QVERIFY2(text().contains("; “three”)"), qUtf8Printable(text()));
    QVERIFY(text().endsWith("2 more documents follow."));
    QVERIFY(press("Keep for later"));
    QVERIFY2(text().contains("; “two”; own.attn in "), qUtf8Printable(text()));
    QVERIFY(text().endsWith("One more document follows."));
    QVERIFY(press("Delete"));
    QTRY_COMPARE(files().size(), 2);
    QVERIFY2(text().endsWith("; “one”)."), qUtf8Printable(text()));
    QVERIFY(press("Open it"));
    QTRY_COMPARE(w.sentence().line().text(), QStringLiteral("one"));
    QVERIFY(!w.recoveryStrip().isVisible());
    QCOMPARE(files().size(), 2); // this one and "three", which is offered again
    w.recovery().findAbandoned();
    QTRY_VERIFY(w.recoveryStrip().isVisible());
    QCOMPARE(w.recovery().offers().constFirst()->read().value().sequence.text, std::string("three"));
}

void TestRecoveryStrip::byKeyboard() {
    leaveBehind("the sea");
    LabWindow& w = start();
    for (const char* name : {"Open it", "Keep for later", "Delete"})
        QVERIFY(button(name) && button(name)->focusPolicy() & Qt::TabFocus);
    button("Open it")->setFocus();
    QTest::keyClick(button("Open it"), Qt::Key_Space);
    QTRY_COMPARE(w.sentence().line().text(), QStringLiteral("the sea"));
}

void TestRecoveryStrip::damaged() {
    leaveBehind("the sea");
    const QString file = QDir(Recovery::standardFolder()).filePath(files().constFirst());
    const std::string bytes = read_file(file.toStdString()).value();
    QVERIFY(!write_file(file.toStdString(), bytes.substr(0, bytes.size() / 2)));
    LabWindow& w = start();
    QVERIFY(press("Open it"));
    QTRY_VERIFY(w.banner().isVisible());
    QVERIFY2(w.banner().text().contains(file) && w.banner().text().contains("not deleted"),
             qPrintable(w.banner().text()));
    QVERIFY(!w.recoveryStrip().isVisible());
    QVERIFY(!w.isWindowModified());
    QCOMPARE(files().size(), 1);
    w.recovery().findAbandoned(); // as after a restart
    QTRY_VERIFY(w.recoveryStrip().isVisible());
}

void TestRecoveryStrip::closedWithoutSaving() {
    LabWindow& w = window();
    setCausal(w.document(), true);
    QTRY_COMPARE(files().size(), 1);
    w.close();
    QCOMPARE(files().size(), 1); // not answered yet
    QTest::mouseClick(w.findChild<QMessageBox*>()->button(QMessageBox::Discard), Qt::LeftButton);
    QTRY_COMPARE(files().size(), 0);
    QVERIFY(!w.isVisible());
}

void TestRecoveryStrip::fits_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("scale");
    QTest::newRow("wide") << QSize(1440, 900) << 100;
    QTest::newRow("narrow") << QSize(480, 700) << 100;
    QTest::newRow("enlarged") << QSize(1024, 900) << 300;
    QTest::newRow("smallest") << QSize(480, 900) << 300;
}

void TestRecoveryStrip::fits() {
    QFETCH(QSize, size);
    QFETCH(int, scale);
    leaveBehind("the sea");
    LabWindow& w = start(size, scale);
    // Layouts settle a moment later.
    const auto fitting = [&](const char* name) {
        const QRect shown(button(name)->mapTo(&w.recoveryStrip(), QPoint()), button(name)->size());
        return w.recoveryStrip().rect().contains(shown) && shown.width() >= button(name)->sizeHint().width();
    };
    for (const char* name : {"Open it", "Keep for later", "Delete"}) {
        QVERIFY(button(name));
        QTRY_VERIFY2(fitting(name), name);
    }
    QCOMPARE(w.size(), size);
    const auto* label = w.recoveryStrip().findChild<QLabel*>();
    QTRY_VERIFY(label->height() >= label->heightForWidth(label->width()));
    QVERIFY(label->width() >= 100);
}

void TestRecoveryStrip::when_data() {
    QTest::addColumn<QDateTime>("time");
    QTest::addColumn<QString>("text");
    const QDate today(2026, 3, 1);
    QTest::newRow("today") << QDateTime(today, QTime(14, 32)) << "today 14:32";
    QTest::newRow("after midnight") << QDateTime(today, QTime(0, 0)) << "today 00:00";
    QTest::newRow("yesterday") << QDateTime(today.addDays(-1), QTime(23, 59)) << "yesterday 23:59";
    QTest::newRow("last week") << QDateTime(today.addDays(-7), QTime(9, 5)) << "22 Feb 2026, 09:05";
}

void TestRecoveryStrip::when() {
    QFETCH(QDateTime, time);
    QFETCH(QString, text);
    QCOMPARE(whenText(time, QDateTime(QDate(2026, 3, 1), QTime(15, 0))), text);
}

LAB_WINDOW_TEST(TestRecoveryStrip)
#include "tst_recovery_strip.moc"
