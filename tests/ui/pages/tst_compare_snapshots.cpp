// SPDX-License-Identifier: GPL-3.0-or-later
//
// Snapshots on the Compare page: renamed, deleted and restored, also by keyboard.
#include "tests/support/test_program.h"
#include "tests/ui/pages/compare_by_hand.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/edits/snapshot_edits.h"

#include <QSignalSpy>

using namespace lab;
using namespace lab::test;

class TestCompareSnapshots : public CompareTest {
    Q_OBJECT

private slots:
    void renamed_data();
    void renamed();
    void deletedAndUndone();
    void byKeyboard();
    void goesBack();
};

void TestCompareSnapshots::renamed_data() {
    QTest::addColumn<QString>("typed");
    QTest::addColumn<Qt::Key>("key");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("refused");
    QTest::newRow("Return") << "before" << Qt::Key_Return << "before"
                            << "";
    QTest::newRow("Escape") << "before" << Qt::Key_Escape << "Snapshot 1"
                            << "";
    QTest::newRow("Tab") << "before" << Qt::Key_Tab << "before"
                         << "";
    QTest::newRow("nothing") << "" << Qt::Key_Return << "Snapshot 1"
                             << "A snapshot needs a name";
    QTest::newRow("taken") << "Snapshot 2" << Qt::Key_Return << "Snapshot 1"
                           << "Another snapshot is named “Snapshot 2”";
}

void TestCompareSnapshots::renamed() {
    QFETCH(QString, typed);
    QFETCH(Qt::Key, key);
    QFETCH(QString, name);
    QFETCH(QString, refused);
    LabWindow& w = window();
    takeSnapshot(w.document());
    takeSnapshot(w.document());
    turnTo();
    press("Snapshot 1");
    press("Rename");
    auto* line = qobject_cast<QLineEdit*>(w.focusWidget());
    QVERIFY(line && line->text() == "Snapshot 1");
    line->selectAll();
    typed.isEmpty() ? QTest::keyClick(line, Qt::Key_Delete) : QTest::keyClicks(line, typed);
    QSignalSpy refusals(&page(), &ComparePage::refused);
    QTest::keyClick(line, key);
    QCOMPARE(snapshots(), (QStringList{name, "Snapshot 2"}));
    QCOMPARE(refusals.size(), refused.isEmpty() ? 0 : 1);
    QCOMPARE(line->isVisible(), !refused.isEmpty()); // stays open for another name
    if (!refused.isEmpty())
        QVERIFY(refusals[0][0].toString().startsWith(refused));
    else
        QCOMPARE(titles().first(), name);
    if (name == "before") {
        w.press_key(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(snapshots(), (QStringList{"Snapshot 1", "Snapshot 2"}));
        QCOMPARE(titles().first(), QStringLiteral("Snapshot 1"));
    }
}

void TestCompareSnapshots::deletedAndUndone() {
    LabWindow& w = window();
    takeSnapshot(w.document());
    setCausal(w.document(), true);
    takeSnapshot(w.document());
    turnTo();
    QCOMPARE(titles().first(), QStringLiteral("Snapshot 2")); // newest first
    press("Delete");
    QCOMPARE(snapshots(), QStringList{"Snapshot 1"});
    QCOMPARE(titles().first(), QStringLiteral("Snapshot 1"));
    press("Delete");
    QVERIFY(page().cards().empty());
    QVERIFY(said().contains("Take a snapshot"));
    w.press_key(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(titles().first(), QStringLiteral("Snapshot 1"));
    w.press_key(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(snapshots(), (QStringList{"Snapshot 1", "Snapshot 2"}));
    QCOMPARE(titles().first(), QStringLiteral("Snapshot 2"));
}

void TestCompareSnapshots::byKeyboard() {
    LabWindow& w = window();
    w.press_key(Qt::Key_T, Qt::ControlModifier);
    w.press_key(Qt::Key_T, Qt::ControlModifier);
    turnTo();
    auto* second = LabWindow::button(page(), "Snapshot 2");
    QVERIFY(second);
    second->setFocus();
    w.press_key(Qt::Key_Left);
    QCOMPARE(titles().first(), QStringLiteral("Snapshot 1"));
    w.press_key(Qt::Key_F2);
    QVERIFY(qobject_cast<QLineEdit*>(w.focusWidget()));
    QTest::keyClicks(w.focusWidget(), "first");
    w.press_key(Qt::Key_Return);
    QCOMPARE(snapshots(), (QStringList{"first", "Snapshot 2"}));
    QCOMPARE(static_cast<QAbstractButton*>(w.focusWidget())->text(), QStringLiteral("first"));
    w.press_key(Qt::Key_Delete);
    QCOMPARE(snapshots(), QStringList{"Snapshot 2"});
    // The keyboard cursor is shown on all cards, and Return inspects the cell.
    heatmap(2).setFocus();
    QTest::keyClick(&heatmap(2), Qt::Key_Down);
    QTest::keyClick(&heatmap(2), Qt::Key_Return);
    QVERIFY((heatmap(0).marks().inspected == StoredCell{1, 0}));
    w.press_key(Qt::Key_Escape);
    QVERIFY(!heatmap(0).marks().inspected);
}

void TestCompareSnapshots::goesBack() {
    LabDocument& document = window().document();
    const Experiment before = document.experiment();
    takeSnapshot(document);
    document.setText("quite another sentence");
    turnTo();
    press("Restore");
    QCOMPARE(document.experiment().sequence.text, before.sequence.text);
    QCOMPARE(snapshots(), QStringList{"Snapshot 1"});
    QVERIFY(said().contains("Nothing differs"));
    window().press_key(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(document.experiment().sequence.text, std::string("quite another sentence"));
}

LAB_WINDOW_TEST(TestCompareSnapshots)
#include "tst_compare_snapshots.moc"
