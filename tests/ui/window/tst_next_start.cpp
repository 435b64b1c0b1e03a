// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a program leaves for its next start: nothing if somebody only looked, the document of last time, and
// preferences, which can be restored.
#include "tests/support/test_program.h"
#include "ui/document/files/last_document.h"

#include "tests/support/document_files.h"
#include "tests/support/lab_window.h"
#include "ui/window/menu/actions.h"
#include "ui/window/strips/last_document_strip.h"

#include <QFile>
#include <QMessageBox>
#include <QSettings>
#include <QSignalSpy>

#include <unistd.h>

using namespace lab;
using namespace lab::test;

namespace {
constexpr qint64 noProcess = 0x7ffffffe; // higher than any number that Linux gives
} // namespace

class TestNextStart : public WindowTest {
    Q_OBJECT

private slots:
    void lookingLeavesNothing();
    void opensTheLast_data();
    void opensTheLast();
    void offersTheLast_data();
    void offersTheLast();
    void leavesARunningOneAlone();
    void isGone();
    void restoresDefaults();

private:
    /// What a program leaves that was closed, or not, with the file in this test's folder or an example.
    void leaveBehind(const QString& example, qint64 process);
    void endings();
    LastDocumentStrip* strip() { return window().findChild<LastDocumentStrip*>(); }
    QString opened() {
        const LabDocument& document = window().document();
        return document.file().isEmpty() ? document.exampleName() : document.file();
    }
};

void TestNextStart::leaveBehind(const QString& example, qint64 process) {
    QSettings().clear();
    if (example.isEmpty()) {
        QVERIFY(!save(window().document(), path("mine.attn")));
        LastDocument().note({path("mine.attn"), {}});
    } else {
        LastDocument().note({{}, example});
    }
    if (process > 0)
        QSettings().setValue("lastDocument/process", process);
    else
        LastDocument().end();
    openWindow({1000, 700});
}

void TestNextStart::lookingLeavesNothing() {
    const QString file = QSettings().fileName();
    QSettings().clear();
    QSettings().sync();
    QFile::remove(file);
    {
        MainWindow window(theme(), Preferences::load());
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        window.controller().goOnFromLastTime();
        QTest::qWait(100);
        window.close();
    }
    QVERIFY(!QFile::exists(file));
    MainWindow window(theme(), Preferences::load());
    window.show();
    window.resize(window.size() - QSize(100, 50));
    window.close();
    QVERIFY(QFile::exists(file));
}

void TestNextStart::endings() {
    QTest::addColumn<QString>("example");
    QTest::newRow("a file") << QString();
    QTest::newRow("an example") << QStringLiteral("two-heads");
    QTest::newRow("a lesson") << QStringLiteral("why-softmax");
}

void TestNextStart::opensTheLast_data() {
    endings();
}

void TestNextStart::opensTheLast() {
    QFETCH(QString, example);
    leaveBehind(example, 0);
    window().controller().goOnFromLastTime();
    QTRY_COMPARE(opened(), example.isEmpty() ? path("mine.attn") : example);
    QVERIFY(!strip());
    QVERIFY(!LastDocument().endedWell()); // until it is closed
    window().close();
    QVERIFY(LastDocument().endedWell());
    QCOMPARE(LastDocument().before().example, example);
}

void TestNextStart::offersTheLast_data() {
    endings();
}

/// Not opened of its own accord: it may be what ended the program.
void TestNextStart::offersTheLast() {
    QFETCH(QString, example);
    leaveBehind(example, noProcess);
    const QString before = opened();
    window().controller().goOnFromLastTime();
    QVERIFY(strip() && strip()->isVisible());
    QTest::qWait(50);
    QCOMPARE(opened(), before);
    QVERIFY(LabWindow::press(LabWindow::button(*strip(), "Open it")));
    QTRY_COMPARE(opened(), example.isEmpty() ? path("mine.attn") : example);
    QVERIFY(!strip()->isVisible());
    // Or not.
    leaveBehind(example, noProcess);
    window().controller().goOnFromLastTime();
    QVERIFY(LabWindow::press(LabWindow::button(*strip(), "Not now")));
    QVERIFY(!strip()->isVisible());
    QCOMPARE(opened(), before);
}

void TestNextStart::leavesARunningOneAlone() {
    leaveBehind("two-heads", ::getppid());
    const QString before = opened();
    window().controller().goOnFromLastTime();
    QTest::qWait(50);
    QVERIFY(!strip());
    QCOMPARE(opened(), before);
    window().close();
    QVERIFY(!LastDocument().endedWell()); // the other one runs
}

/// A file that is gone is told as if it had been chosen; an example that is gone is no loss.
void TestNextStart::isGone() {
    leaveBehind({}, 0);
    QVERIFY(QFile::remove(path("mine.attn")));
    const QString before = opened();
    QSignalSpy failed(&window().controller(), &DocumentController::failed);
    window().controller().goOnFromLastTime();
    QTRY_COMPARE(failed.size(), 1);
    QCOMPARE(opened(), before);
    leaveBehind("no-such-example", 0);
    window().controller().goOnFromLastTime();
    QTest::qWait(50);
    QCOMPARE(opened(), before);
}

void TestNextStart::restoresDefaults() {
    QSettings().clear();
    Preferences changed;
    changed.folder = path({});
    changed.columns.parameters = 333;
    changed.figure.scale = 7;
    changed.presentScreen = "HDMI-1";
    changed.snapshotStrip = changed.stageAbout = true;
    LabWindow& w = openWindow({1500, 900}, 150, changed);
    const Actions& actions = w.actions();
    for (const ActionId each : {ActionId::theme_dark, ActionId::high_contrast, ActionId::reduce_motion,
                                ActionId::parameters, ActionId::open_matrix})
        actions[each].trigger();
    const auto answer = [&](const QString& button) {
        actions[ActionId::restore_defaults].trigger();
        auto* question = w.findChild<QMessageBox*>();
        return question && LabWindow::press(LabWindow::button(*question, button));
    };
    QVERIFY(answer("Cancel"));
    QCOMPARE(theme().scale(), 150);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QVERIFY(answer("Restore defaults"));
    QCOMPARE(theme().scale(), 100);
    QCOMPARE(theme().mode(), ColourMode::system);
    QVERIFY(!theme().chosenContrast() && !theme().motion().chosen());
    QVERIFY(actions[ActionId::parameters].isChecked() && w.parameters().isVisible());
    QVERIFY(actions[ActionId::open_row].isChecked());
    w.close();
    const Preferences now = Preferences::load();
    QVERIFY(now == now.restored());
    QCOMPARE(now.folder, path({})); // is no choice
}

LAB_WINDOW_TEST(TestNextStart)
#include "tst_next_start.moc"
