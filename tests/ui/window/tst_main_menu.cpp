// SPDX-License-Identifier: GPL-3.0-or-later
//
// The menu with everything in it, and the keys that open it.
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/figures/figure_dialog.h"
#include "ui/pages/heads/heads_page.h"
#include "ui/window/menu/actions.h"
#include "ui/window/menu/main_menu.h"
#include "ui/window/present/presentation.h"
#include "ui/window/status_line.h"

#include <QMenu>
#include <QTimer>
#include <QToolButton>
#include <QWheelEvent>

using namespace lab;
using namespace lab::test;

class TestMainMenu : public WindowTest {
    Q_OBJECT

private slots:
    void hasEverything();
    void entriesWork();
    void opens_data();
    void opens();
    void altIsNotAlone_data();
    void altIsNotAlone();
    void altClosesIt();
    void notWhilePresenting();
    void menuOfTheFocus();

private:
    MainMenu& menu() { return *window().findChild<MainMenu*>(); }
    static QList<QAction*> entriesOf(const QMenu& menu);
    void sendAlt(QEvent::Type type) {
        QWidget* focused = window().focusWidget();
        QTest::sendKeyEvent(type == QEvent::KeyPress ? QTest::Press : QTest::Release,
                            focused ? focused : &window(), Qt::Key_Alt, QString(), Qt::NoModifier);
    }
};

/// With those of its submenus.
QList<QAction*> TestMainMenu::entriesOf(const QMenu& menu) {
    QList<QAction*> all;
    for (QAction* each : menu.actions())
        all += each->menu() ? entriesOf(*each->menu()) : QList<QAction*>{each};
    return all;
}

/// Each action and each page once.
void TestMainMenu::hasEverything() {
    LabWindow& w = window();
    const QList<QAction*> all = entriesOf(menu());
    for (int i = 0; i < static_cast<int>(ActionId::count); ++i) {
        QAction& action = w.actions()[static_cast<ActionId>(i)];
        const int times = static_cast<ActionId>(i) == ActionId::menu ? 0 : 1;
        QVERIFY2(all.count(&action) == times, qPrintable(action.text()));
    }
    for (QAction* page : w.actions().pages())
        QVERIFY2(all.count(page) == 1, qPrintable(page->text()));
}

/// What is left out of the bar where it is narrow can be done from here.
void TestMainMenu::entriesWork() {
    LabWindow& w = openWindow({480, 360}, 300);
    setCausal(w.document(), true);
    const auto choose = [&](const QString& text) {
        for (QAction* each : entriesOf(menu())) {
            if (each->text() == text) {
                each->trigger();
                return true;
            }
        }
        return false;
    };
    QVERIFY(choose("Undo: Causal mask"));
    QVERIFY(!w.document().experiment().mask.causal);
    QVERIFY(choose("Redo: Causal mask"));
    QVERIFY(w.document().experiment().mask.causal);
    QVERIFY(choose("Revert"));
    QVERIFY(!w.document().experiment().mask.causal);
    QVERIFY(choose("Inputs and weights"));
    QVERIFY(w.parameters().isVisible());
    QVERIFY(choose("Inputs and weights"));
    QVERIFY(!w.parameters().isVisible());
    QVERIFY(choose("Heads"));
    QVERIFY(w.headsPage().isVisible());
    QVERIFY(choose("Explore"));
    QVERIFY(w.board().isVisible());
    QVERIFY(choose("Dark"));
    QVERIFY(theme().colours().dark);
    QVERIFY(choose("Figure…"));
    QVERIFY(w.findChild<FigureDialog*>());
}

void TestMainMenu::opens_data() {
    QTest::addColumn<QString>("by");
    for (const char* by : {"mouse", "F10", "Alt"})
        QTest::newRow(by) << by;
}

void TestMainMenu::opens() {
    QFETCH(QString, by);
    LabWindow& w = window();
    w.sentence().line().setFocus();
    if (by == "mouse")
        QTest::mouseClick(w.findChild<QToolButton*>("menuButton"), Qt::LeftButton);
    else if (by == "F10")
        w.press_key(Qt::Key_F10);
    else
        QTest::sendKeyEvent(QTest::Click, &w.sentence().line(), Qt::Key_Alt, QString(), Qt::NoModifier);
    QVERIFY(menu().isVisible());
    QCOMPARE(menu().activeAction(), menu().actions().constFirst()); // the arrows go on from there
    QCOMPARE(QApplication::activePopupWidget(), &menu());           // and nothing is unfolded
    QTest::keyClick(&menu(), Qt::Key_Right);
    auto* part = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    QCOMPARE(part, menu().actions().constFirst()->menu());
    QTest::keyClick(part, Qt::Key_Escape);
    QTest::keyClick(&menu(), Qt::Key_Escape);
    QVERIFY(!menu().isVisible());
    QVERIFY(w.sentence().line().hasFocus());
}

void TestMainMenu::altIsNotAlone_data() {
    QTest::addColumn<QString>("with");
    for (const char* with :
         {"another key", "a shortcut", "the mouse", "the wheel", "another window", "Shift"})
        QTest::newRow(with) << with;
}

void TestMainMenu::altIsNotAlone() {
    QFETCH(QString, with);
    LabWindow& w = window();
    if (with == "Shift")
        QTest::sendKeyEvent(QTest::Press, &w, Qt::Key_Alt, QString(), Qt::ShiftModifier);
    else
        sendAlt(QEvent::KeyPress);
    if (with == "another key") {
        QTest::keyClick(&w, Qt::Key_X, Qt::AltModifier);
    } else if (with == "a shortcut") { // of which the window gets no key press
        QKeyEvent next(QEvent::ShortcutOverride, Qt::Key_PageDown, Qt::AltModifier);
        QApplication::sendEvent(&w, &next);
    } else if (with == "the mouse") {
        QTest::mouseClick(&w.status(), Qt::LeftButton, Qt::AltModifier);
    } else if (with == "the wheel") {
        QWheelEvent turn(QPointF(), QPointF(), {}, {0, 120}, Qt::NoButton, Qt::AltModifier, Qt::NoScrollPhase,
                         false);
        QApplication::sendEvent(&w.board(), &turn);
    } else if (with == "another window") {
        QEvent left(QEvent::WindowDeactivate);
        QApplication::sendEvent(&w, &left);
    }
    sendAlt(QEvent::KeyRelease);
    QVERIFY(!menu().isVisible());
}

void TestMainMenu::altClosesIt() {
    window().press_key(Qt::Key_F10);
    QVERIFY(menu().isVisible());
    QTest::sendKeyEvent(QTest::Click, &menu(), Qt::Key_Alt, QString(), Qt::NoModifier);
    QVERIFY(!menu().isVisible());
}

/// The class would see it, and nothing of the bar is there that it belongs to.
void TestMainMenu::notWhilePresenting() {
    LabWindow& w = window();
    w.press_key(Qt::Key_F5);
    QVERIFY(w.presentation().isRunning());
    w.press_key(Qt::Key_F10);
    sendAlt(QEvent::KeyPress);
    sendAlt(QEvent::KeyRelease);
    QVERIFY(!menu().isVisible());
    w.press_key(Qt::Key_F5);
    w.press_key(Qt::Key_F10);
    QVERIFY(menu().isVisible());
    menu().close();
}

/// Shift F10 opens what a right click opens.
void TestMainMenu::menuOfTheFocus() {
    LabWindow& w = window();
    MatrixHeatmap& weights = w.heatmap(StageId::weights);
    w.board().reveal(StageId::weights);
    weights.setFocus();
    QString shown;
    QTimer::singleShot(0, this, [&] { // a menu that is opened keeps the loop of events
        if (auto* popup = qobject_cast<QMenu*>(QApplication::activePopupWidget())) {
            for (const QAction* each : popup->actions())
                shown += each->text() + '\n';
            popup->close();
        }
    });
    w.press_key(Qt::Key_F10, Qt::ShiftModifier);
    QCoreApplication::processEvents();
    QVERIFY2(shown.contains("Save as figure…"), qPrintable(shown));
}

LAB_WINDOW_TEST(TestMainMenu)
#include "tst_main_menu.moc"
