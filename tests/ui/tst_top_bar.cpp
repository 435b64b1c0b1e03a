// SPDX-License-Identifier: GPL-3.0-or-later
//
// The bar at the top where it is too narrow for its buttons: what folds behind "⋯" does the same from there.
#include "tests/support/lab_window.h"
#include "ui/actions.h"
#include "ui/document/options.h"
#include "ui/panels/picture_dialog.h"
#include "ui/panels/top_bar.h"

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

/// The entry of that text behind "⋯", at any depth.
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
    QTest::newRow("narrow") << QSize(480, 360) << 100 << QStringList{"Reset to opened", "Export"};
    QTest::newRow("enlarged") << QSize(1024, 700) << 300
                              << QStringList{"Redo", "Reset to opened", "View", "Export"};
    QTest::newRow("smallest") << QSize(480, 360) << 300
                              << QStringList{"Inputs and weights", "Undo", "Redo",
                                             "Reset to opened",    "View", "Export"};
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
    QCOMPARE(entries, folded);
    menu->close();
    // Where there is room again, they come back.
    w.resize(1440, 900);
    w.press_key(Qt::Key_0, Qt::ControlModifier);
    QVERIFY(!more().isVisible());
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
    QVERIFY(choose("Reset to opened"));
    QVERIFY(!w.document().experiment().mask.causal);
    QVERIFY(choose("Inputs and weights"));
    QVERIFY(w.parameters().isVisible());
    QVERIFY(choose("Inputs and weights"));
    QVERIFY(!w.parameters().isVisible());
    QVERIFY(choose("Dark"));
    QVERIFY(theme().colours().dark);
    QVERIFY(choose("Save attention weights as picture…"));
    QVERIFY(w.findChild<PictureDialog*>());
}

QTEST_MAIN(TestTopBar)
#include "tst_top_bar.moc"
