// SPDX-License-Identifier: GPL-3.0-or-later
//
// The top bar when it is too narrow for its buttons: the entries folded behind "⋯" do the same as the
// buttons.
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/edits/option_edits.h"
#include "ui/document/edits/snapshot_edits.h"
#include "ui/figures/figure_dialog.h"
#include "ui/pages/links/links_page.h"
#include "ui/window/actions.h"
#include "ui/window/document_controller.h"
#include "ui/window/status_line.h"
#include "ui/window/top_bar.h"

#include <QMenu>
#include <QPushButton>
#include <QToolButton>

using namespace lab;
using namespace lab::test;

class TestTopBar : public WindowTest {
    Q_OBJECT

private slots:
    void everythingIsReachable_data();
    void everythingIsReachable();
    void byKeyboard();
    void entriesDoWhatButtonsDo();
    void pagesInOneMenu();
    void scenesCounted();
    void nothingMoves_data();
    void nothingMoves();

private:
    QToolButton& more() { return *window().findChild<QToolButton*>("moreMenu"); }
    QMenu* openMore();
    QAction* entry(const QString& text);
};

QMenu* TestTopBar::openMore() {
    more().setFocus();
    QTest::keyClick(&more(), Qt::Key_Space);
    return qobject_cast<QMenu*>(QApplication::activePopupWidget());
}

/// The entry with this text behind "⋯", including submenus.
QAction* TestTopBar::entry(const QString& text) {
    QMenu* menu = openMore();
    QList<QAction*> found = menu ? menu->actions() : QList<QAction*>();
    for (qsizetype i = 0; i < found.size(); ++i) {
        if (found[i]->text() == text)
            return found[i];
        if (found[i]->menu())
            found += found[i]->menu()->actions();
    }
    return nullptr;
}

void TestTopBar::everythingIsReachable_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("scale");
    QTest::addColumn<QStringList>("folded");
    QTest::newRow("wide") << QSize(1440, 900) << 100 << QStringList();
    QTest::newRow("narrow") << QSize(480, 360) << 100
                            << QStringList{"Revert", "View", "Snapshot", "Export", "Present · 5 scenes"};
    QTest::newRow("enlarged")
        << QSize(1024, 700) << 300
        << QStringList{"Redo", "Page", "Revert", "View", "Snapshot", "Export", "Present · 5 scenes"};
    QTest::newRow("smallest")
        << QSize(480, 360) << 300
        << QStringList{"Inputs and weights", "Undo", "Redo", "Page", "Revert", "View", "Snapshot", "Export",
                       "Present · 5 scenes"};
}

void TestTopBar::everythingIsReachable() {
    QFETCH(QSize, size);
    QFETCH(int, scale);
    QFETCH(QStringList, folded);
    LabWindow& w = openWindow(size, scale);
    QCOMPARE(more().isVisible(), !folded.isEmpty());
    if (folded.isEmpty())
        return;
    QMenu* menu = openMore();
    QVERIFY(menu);
    QStringList entries;
    for (const QAction* action : menu->actions())
        entries += action->text();
    QVERIFY2(entries == folded, qPrintable(entries.join(", ")));
    menu->close();
    // The buttons reappear when there is room.
    w.resize(1440, 900);
    w.press_key(Qt::Key_0, Qt::ControlModifier);
    QTRY_VERIFY(!more().isVisible());
    QVERIFY(w.findChild<QPushButton*>("exportMenu")->isVisible());
}

void TestTopBar::byKeyboard() {
    LabWindow& w = openWindow({480, 360}, 300);
    w.sentence().line().setFocus();
    for (int i = 0; i < 50 && w.focusWidget() != &more(); ++i)
        w.press_key(Qt::Key_Tab);
    QCOMPARE(w.focusWidget(), &more());
    setCausal(w.document(), true);
    w.press_key(Qt::Key_Space);
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    QVERIFY(menu);
    QTest::keyClick(menu, Qt::Key_Down); // inputs and weights
    QTest::keyClick(menu, Qt::Key_Down); // undo
    QTest::keyClick(menu, Qt::Key_Return);
    QVERIFY(!w.document().experiment().mask.causal);
    QVERIFY(!menu->isVisible());
}

void TestTopBar::entriesDoWhatButtonsDo() {
    LabWindow& w = openWindow({480, 360}, 300);
    setCausal(w.document(), true);
    const auto choose = [&](const QString& text) {
        QAction* action = entry(text);
        if (action)
            action->trigger();
        if (QWidget* menu = QApplication::activePopupWidget())
            menu->close();
        return action != nullptr;
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
    QVERIFY(choose("Links"));
    QVERIFY(w.links().isVisible());
    QVERIFY(choose("Explore"));
    QVERIFY(w.board().isVisible());
    QVERIFY(choose("Dark"));
    QVERIFY(theme().colours().dark);
    QVERIFY(choose("Figure…"));
    QVERIFY(w.findChild<FigureDialog*>());
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
    for (int i = 0; i < 3; ++i)
        QTest::keyClick(menu, Qt::Key_Down);
    QTest::keyClick(menu, Qt::Key_Return);
    QVERIFY(w.links().isVisible());
    QCOMPARE(button.text(), QString("Links"));
    QCOMPARE(button.geometry(), place);
    w.resize(1440, 900);
    QTRY_VERIFY(!button.isVisible());
    QAbstractButton* links = LabWindow::button(w, "Links");
    QVERIFY(links && links->isChecked());
    QVERIFY(w.focusWidget() && w.focusWidget()->isVisible()); // not on the hidden button
}

/// Present says how many scenes there are to walk through, in the bar and behind "⋯".
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
    w.resize(480, 360);
    QTRY_VERIFY(more().isVisible());
    QVERIFY(entry("Present · 5 scenes"));
    QApplication::activePopupWidget()->close();
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
    w.findChild<QAction*>("pageStatistics")->trigger();
    QCoreApplication::processEvents();
    QCOMPARE(places(), before);
}

LAB_WINDOW_TEST(TestTopBar)
#include "tst_top_bar.moc"
