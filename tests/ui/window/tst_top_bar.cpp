// SPDX-License-Identifier: GPL-3.0-or-later
//
// The top bar, also where it is too narrow for its buttons.
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/edits/option_edits.h"
#include "ui/document/edits/snapshot_edits.h"
#include "ui/pages/heads/heads_page.h"
#include "ui/window/document_controller.h"
#include "ui/window/menu/actions.h"
#include "ui/window/status_line.h"
#include "ui/window/top_bar.h"

#include <QMenu>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>

using namespace lab;
using namespace lab::test;

class TestTopBar : public WindowTest {
    Q_OBJECT

private slots:
    void leavesOut_data();
    void leavesOut();
    void oneAfterTheOther();
    void byKeyboard();
    void pagesInOneMenu();
    void scenesCounted();
    void nothingMoves_data();
    void nothingMoves();

private:
    QStringList shown();
};

/// What the buttons in the bar say, from left to right.
QStringList TestTopBar::shown() {
    QList<QAbstractButton*> buttons;
    for (auto* each : window().findChild<TopBar*>()->findChildren<QAbstractButton*>()) {
        const bool isTab = each->isCheckable() && each->text() != "Explore"; // one stands for all
        if (each->isVisible() && !isTab)
            buttons += each;
    }
    const auto left = [](const QAbstractButton* each) { return each->mapTo(each->window(), QPoint()).x(); };
    std::ranges::sort(buttons, {}, left);
    QStringList texts;
    for (const QAbstractButton* each : buttons)
        texts += each->objectName() == "documentMenu" ? QString("title") : each->text();
    return texts;
}

void TestTopBar::leavesOut_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("scale");
    QTest::addColumn<QStringList>("expected");
    QTest::newRow("wide") << QSize(1440, 900) << 100
                          << QStringList{"Menu",   "title", "Undo",     "Redo",   "Explore",
                                         "Revert", "View",  "Snapshot", "Export", "Present · 5"};
    QTest::newRow("1024") << QSize(1024, 700) << 100
                          << QStringList{"Menu", "title", "Undo", "Redo", "Explore", "Present · 5"};
    QTest::newRow("narrow") << QSize(480, 360) << 100
                            << QStringList{"Menu", "title", "Undo", "Redo", "Explore"};
    QTest::newRow("enlarged") << QSize(1024, 700) << 300 << QStringList{"Menu", "title", "Undo"};
    QTest::newRow("smallest") << QSize(480, 360) << 300 << QStringList{"Menu", "title"};
}

/// The least used first; the menu, which has everything, never.
void TestTopBar::leavesOut() {
    QFETCH(QSize, size);
    QFETCH(int, scale);
    QFETCH(QStringList, expected);
    LabWindow& w = openWindow(size, scale);
    QVERIFY2(shown() == expected, qPrintable(shown().join(", ")));
    // The buttons reappear when there is room.
    w.resize(1440, 900);
    w.press_key(Qt::Key_0, Qt::ControlModifier);
    QTRY_COMPARE(shown().size(), 10);
}

/// As the window becomes narrower.
void TestTopBar::oneAfterTheOther() {
    LabWindow& w = openWindow({1440, 900});
    QStringList left = shown(), out;
    QCOMPARE(left.size(), 10);
    for (int width = w.width(); width >= 480; width -= 10) {
        w.resize(width, 900);
        QCoreApplication::processEvents();
        const QStringList now = shown();
        for (const QString& each : left) {
            if (!now.contains(each))
                out += each;
        }
        left = now;
    }
    QCOMPARE(out, QStringList({"Revert", "Export", "View", "Snapshot", "Present · 5"}));
}

void TestTopBar::byKeyboard() {
    LabWindow& w = openWindow({480, 360}, 300);
    auto& button = *w.findChild<QToolButton*>("menuButton");
    w.sentence().line().setFocus();
    for (int i = 0; i < 50 && w.focusWidget() != &button; ++i)
        w.press_key(Qt::Key_Tab);
    QCOMPARE(w.focusWidget(), &button);
    setCausal(w.document(), true);
    w.press_key(Qt::Key_Space);
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    QVERIFY(menu);
    QTest::keyClick(menu, Qt::Key_Down); // edit
    QTest::keyClick(menu, Qt::Key_Right);
    QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_Return); // undo
    QVERIFY(!w.document().experiment().mask.causal);
    QVERIFY(!menu->isVisible());
}

/// Where the tabs do not fit, one button names the current one and opens a menu of all.
void TestTopBar::pagesInOneMenu() {
    LabWindow& w = openWindow({480, 360});
    auto& button = *w.findChild<QPushButton*>("pageMenu");
    QVERIFY(button.isVisible());
    QCOMPARE(button.text(), QString("Explore"));
    const QRect place = button.geometry();
    button.setFocus();
    QMenu* menu = button.menu();
    menu->popup(button.mapToGlobal(QPoint(0, button.height()))); // a key press would wait until it closes
    QCOMPARE(menu->actions(), w.actions().pages());
    for (int i = 0; i < 4; ++i)
        QTest::keyClick(menu, Qt::Key_Down);
    QTest::keyClick(menu, Qt::Key_Return);
    QVERIFY(w.headsPage().isVisible());
    QCOMPARE(button.text(), QString("Heads"));
    QCOMPARE(button.geometry(), place);
    w.resize(1440, 900);
    QTRY_VERIFY(!button.isVisible());
    QAbstractButton* heads = LabWindow::button(w, "Heads");
    QVERIFY(heads && heads->isChecked());
    QVERIFY(w.focusWidget() && w.focusWidget()->isVisible()); // not on the hidden button
}

/// Present says how many scenes there are to walk through, in the bar and in the menu.
void TestTopBar::scenesCounted() {
    LabWindow& w = openWindow({1440, 900});
    const auto button = [&](const QString& text) -> QAbstractButton* {
        return LabWindow::button(*w.findChild<TopBar*>(), text);
    };
    QVERIFY(button("Present · 5"));
    QCOMPARE(button("Present · 5")->accessibleName(), QString("Present · 5 scenes"));
    QVERIFY2(button("Present · 5")
                 ->toolTip()
                 .contains("5 scenes on the whole screen, from the first one (F5); PgDown goes on"),
             qPrintable(button("Present · 5")->toolTip()));
    // Once when a document is opened, however it is; not where there is none.
    const auto open = [&](const QString& name) {
        w.controller().openExample(name);
        return w.status().text();
    };
    QVERIFY2(open("journey-trainable").contains("5 scenes: F5 presents the first one, PgDown"),
             qPrintable(w.status().text()));
    QVERIFY2(!open("uniform").contains("scene"), qPrintable(w.status().text()));
    open("sky-is-blue");
    while (w.document().experiment().snapshots.size() > 1)
        removeSnapshot(w.document(), 0);
    QVERIFY(button("Present · 1"));
    removeSnapshot(w.document(), 0);
    QVERIFY(button("Present"));
    QVERIFY(!button("Present")->toolTip().contains("scene"));
    takeSnapshot(w.document()); // no scene
    QVERIFY(button("Present"));
    while (w.document().isModified())
        w.document().undo();
    QCOMPARE(w.actions()[ActionId::present].text(), QString("Present · 5 scenes"));
}

void TestTopBar::nothingMoves_data() {
    QTest::addColumn<QSize>("size");
    QTest::newRow("wide") << QSize(1440, 900);
    QTest::newRow("small") << QSize(1024, 700);
    QTest::newRow("smallest") << QSize(480, 360);
}

/// Whatever the title, the page and what is unsaved: each button stays where it is.
void TestTopBar::nothingMoves() {
    QFETCH(QSize, size);
    LabWindow& w = openWindow(size);
    auto& bar = *w.findChild<TopBar*>();
    const auto places = [&] {
        QList<QRect> all;
        for (const QAbstractButton* each : bar.findChildren<QAbstractButton*>()) {
            if (each->isVisible())
                all += QRect(each->mapTo(&bar, QPoint()), each->size());
        }
        return all;
    };
    const QList<QRect> before = places();
    setCausal(w.document(), true);
    QCoreApplication::processEvents();
    QCOMPARE(places(), before);
    setTitle(w.document(), QString("A title that is far too long for any bar ").repeated(4));
    QCoreApplication::processEvents();
    QCOMPARE(places(), before);
    setTitle(w.document(), "A");
    w.pages().open("pageStatistics");
    QCoreApplication::processEvents();
    QCOMPARE(places(), before);
}

LAB_WINDOW_TEST(TestTopBar)
#include "tst_top_bar.moc"
