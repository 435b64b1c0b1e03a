// SPDX-License-Identifier: GPL-3.0-or-later
//
// In each pair of states that a window can be in at once, each key of the window does one thing, without a
// warning (Qt warns about a key of two shortcuts), and Escape leaves one state at a time.
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "ui/window/marks/first_marks.h"
#include "ui/window/menu/actions.h"
#include "ui/window/present/presentation.h"

#include <QAction>
#include <QDialog>

using namespace lab;
using namespace lab::test;

class TestKeysOfStates : public WindowTest {
    Q_OBJECT

private slots:
    void each_data();
    void each();

private:
    static constexpr std::array states{"hints", "alone", "presenting", "exercise", "inspected"};
    LabWindow& open(bool hints);
    bool enter(LabWindow& w, const QString& state);
    static QStringList statesOf(LabWindow& w);
    static void closeDialogs();
};

LabWindow& TestKeysOfStates::open(bool hints) {
    Preferences preferences;
    preferences.marksSeen = !hints;
    return openWindow({1440, 900}, 100, preferences);
}

bool TestKeysOfStates::enter(LabWindow& w, const QString& state) {
    if (state == "hints")
        return QTest::qWaitFor([&] { return w.firstMarks()->isShown(); });
    if (state == "alone")
        w.board().showAlone(StageId::scores);
    else if (state == "presenting")
        w.presentation().begin(Presentation::From::here);
    else if (state == "inspected")
        w.selection().inspect(CellRef{StageId::scores, 0, 0, 0});
    else {
        w.document().coverCells({StageId::scores, 0, {0, 0, 1, 1}});
        w.document().setExercise(true);
    }
    return true;
}

/// Those that it is in, the topmost first.
QStringList TestKeysOfStates::statesOf(LabWindow& w) {
    QStringList all;
    if (w.selection().isInspecting())
        all += "inspected";
    if (w.firstMarks() && w.firstMarks()->isShown())
        all += "hints";
    if (w.board().alone())
        all += "alone";
    if (w.presentation().isRunning())
        all += "presenting";
    if (w.document().cover().isExercise())
        all += "exercise";
    return all;
}

void TestKeysOfStates::closeDialogs() {
    for (QWidget* each : QApplication::topLevelWidgets()) {
        if (auto* dialog = qobject_cast<QDialog*>(each); dialog && dialog->isVisible())
            dialog->reject();
    }
    while (QWidget* popup = QApplication::activePopupWidget())
        popup->close();
}

void TestKeysOfStates::each_data() {
    QTest::addColumn<QString>("first");
    QTest::addColumn<QString>("second");
    for (std::size_t i = 0; i < states.size(); ++i) {
        for (std::size_t k = i + 1; k < states.size(); ++k)
            QTest::addRow("%s, %s", states[i], states[k]) << states[i] << states[k];
    }
}

void TestKeysOfStates::each() {
    QFETCH(QString, first);
    QFETCH(QString, second);
    LabWindow& w = open(first == "hints");
    QVERIFY(enter(w, first));
    QVERIFY(enter(w, second));
    QTest::qWait(1);
    for (int presses = 0; !statesOf(w).isEmpty(); ++presses) {
        QVERIFY(presses < 5);
        QStringList expected = statesOf(w);
        const QString left = expected.takeFirst();
        w.setFocus(); // and not a field, which takes Escape
        w.press_key(Qt::Key_Escape);
        QVERIFY2(!statesOf(w).contains(left), qPrintable(left));
        if (left == "presenting" && first == "hints") // set aside meanwhile
            QTRY_VERIFY(w.firstMarks()->isShown());
        else if (left == "presenting" && first == "alone") // as before presenting
            QVERIFY(statesOf(w) == QStringList("alone"));
        else
            QCOMPARE(statesOf(w), expected);
    }
    QVERIFY(enter(w, second));
    if (first != "hints")
        QVERIFY(enter(w, first));
    QSet<QKeySequence> keys;
    for (const QAction* each : w.QWidget::actions()) {
        for (const QKeySequence& key : each->shortcuts()) {
            QVERIFY2(!keys.contains(key), qPrintable(each->objectName()));
            keys.insert(key);
        }
    }
    keys.remove(QKeySequence(Qt::CTRL | Qt::Key_Q));
    QList<QKeySequence> all = keys.values();
    std::ranges::sort(all);
    for (const QKeySequence& key : all) {
        QWidget* focused = w.focusWidget();
        QTest::keyClick(focused ? focused : &w, Qt::Key(key[0].key()), key[0].keyboardModifiers());
        closeDialogs();
        w.activateWindow();
    }
}

LAB_WINDOW_TEST(TestKeysOfStates)
#include "tst_keys_of_states.moc"
