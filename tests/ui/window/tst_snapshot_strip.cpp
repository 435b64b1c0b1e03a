// SPDX-License-Identifier: GPL-3.0-or-later
//
// The strip of snapshots: scenes are named, renamed, moved and deleted there, with mouse and keyboard.
#include "core/edits/snapshots.h"
#include "tests/support/document_files.h"
#include "tests/ui/window/scenes_by_hand.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/lesson/asked_step.h"
#include "ui/look/theme.h"
#include "ui/window/menu/actions.h"
#include "ui/window/strips/scene_notes.h"

#include <QFontMetrics>
#include <QScrollArea>
#include <QScrollBar>
#include <QTemporaryDir>

#include <algorithm>

using namespace lab;
using namespace lab::test;

class TestSnapshotStrip : public ScenesTest {
    Q_OBJECT

private slots:
    void named();
    void stripOpensAndCloses();
    void clicked();
    void dragged_data();
    void dragged();
    void dragCancelled();
    void movedByKeys();
    void alongTheStrip();
    void renamed();
    void deleted();
    void menu();
    void notes();
    void notesAreNotLost();
    void manyScroll();
    void allInSight();
    void rememberedStrip();
    void afterPresenting();
};

void TestSnapshotStrip::named() {
    LabWindow& w = plain();
    const auto keepAs = [&](const char* name) {
        QWidget* before = w.focusWidget();
        w.press_key(Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(strip().nameLine().hasFocus());
        QTest::keyClicks(&strip().nameLine(), name);
        QTest::keyClick(&strip().nameLine(), Qt::Key_Return);
        QCOMPARE(w.focusWidget(), before);
    };
    w.click(StageId::scores, {1, 0});
    keepAs("");
    w.press_key(Qt::Key_Escape);
    w.board().showAlone(StageId::weights);
    keepAs("");
    w.board().showAll();
    ask(document(), StageId::weights, 0, {1, 0, 1, 3});
    keepAs("");
    document().uncover();
    w.press_key(Qt::Key_2, Qt::ControlModifier);
    w.press_key(Qt::Key_End);
    keepAs("The end");
    QCOMPARE(names(), (QStringList{"Scores", "Attention weights", "Attention weights (2)", "The end"}));
    QTest::mouseDClick(&pill(0), Qt::LeftButton);
    QVERIFY(strip().nameLine().hasFocus());
    QTest::keyClicks(&strip().nameLine(), "Who fits?");
    QTest::keyClick(&strip().nameLine(), Qt::Key_Return);
    QCOMPARE(names().front(), QString("Who fits?"));
}

void TestSnapshotStrip::stripOpensAndCloses() {
    LabWindow& w = plain();
    w.press_key(Qt::Key_T, Qt::ControlModifier);
    QVERIFY(!w.snapshotStrip());
    w.press_key(Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(strip().isVisible() && pill(0).hasFocus());
    document().undo();
    QVERIFY(!strip().isVisible());
    QVERIFY(w.focusWidget() && !strip().isAncestorOf(w.focusWidget()));
    document().redo();
    QVERIFY(strip().isVisible());
    w.press_key(Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(!strip().isVisible());
    keep();
    QVERIFY(strip().isVisible());
    QCOMPARE(shown(), (QStringList{" Snapshot 1", "1 Explore"}));
    QVERIFY(LabWindow::press(LabWindow::button(strip(), "✕")));
    QVERIFY(!strip().isVisible() && !w.actions()[ActionId::snapshot_strip].isChecked());
    w.press_key(Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(LabWindow::press(LabWindow::button(strip(), "+ Scene")));
    QCOMPARE(shown(), (QStringList{" Snapshot 1", "1 Explore", "2 Explore (2)"}));
    QVERIFY(pill(0).isHollow() && !pill(1).isHollow()); // told apart at a glance
}

void TestSnapshotStrip::clicked() {
    keepThree();
    QVERIFY(pill(2).isChecked() && !pill(0).isChecked());
    QTest::mouseClick(&pill(1), Qt::LeftButton);
    QCOMPARE(page(), QString("pagePlay"));
    QVERIFY(pill(1).isChecked() && !pill(2).isChecked());
    QTest::mouseClick(&pill(1), Qt::LeftButton); // there already
    QVERIFY(pill(1).isChecked());
    // Of a snapshot, only the numbers come back.
    takeSnapshot(document());
    setCausal(document(), true);
    QTest::mouseClick(&pill(3), Qt::LeftButton);
    QVERIFY(!document().experiment().mask.causal && !pill(3).isChecked());
    QCOMPARE(page(), QString("pagePlay"));
    QVERIFY2(said().contains("Back to “Snapshot 1”"), qPrintable(said()));
}

void TestSnapshotStrip::dragged_data() {
    QTest::addColumn<int>("from");
    QTest::addColumn<int>("to");
    QTest::addColumn<QStringList>("order");
    QTest::newRow("to the end") << 0 << 2 << QStringList{"Scene 2", "Scene 3", "Scene 1"};
    QTest::newRow("to the front") << 2 << 0 << QStringList{"Scene 3", "Scene 1", "Scene 2"};
    QTest::newRow("one on") << 0 << 1 << QStringList{"Scene 2", "Scene 1", "Scene 3"};
    QTest::newRow("nowhere") << 1 << 1 << QStringList{"Scene 1", "Scene 2", "Scene 3"};
}

void TestSnapshotStrip::dragged() {
    QFETCH(int, from);
    QFETCH(int, to);
    QFETCH(QStringList, order);
    keepThree();
    const int steps = document().undoStack().count();
    PillButton& dragged = pill(std::size_t(from));
    const PillButton& target = pill(std::size_t(to));
    const QPoint begin = dragged.rect().center();
    const int beside = to > from ? target.width() / 4 : to < from ? -target.width() / 4 : 20;
    const QPoint end = dragged.mapFromGlobal(target.mapToGlobal(target.rect().center() + QPoint(beside, 0)));
    QTest::mousePress(&dragged, Qt::LeftButton, {}, begin);
    QTest::mouseMove(&dragged, begin + (end - begin) / 2);
    QTest::mouseMove(&dragged, end);
    QTest::mouseRelease(&dragged, Qt::LeftButton, {}, end);
    QCOMPARE(names(), order);
    QCOMPARE(document().undoStack().count(), steps + (from == to ? 0 : 1));
    QCOMPARE(page(), QString("pageLinks")); // a drag is not a click
    QVERIFY(document().scene() ==
            document().experiment().snapshots[std::size_t(order.indexOf("Scene 3"))].experiment);
    if (from != to)
        document().undo();
    QCOMPARE(names(), (QStringList{"Scene 1", "Scene 2", "Scene 3"}));
}

void TestSnapshotStrip::dragCancelled() {
    keepThree();
    PillButton& dragged = pill(0);
    dragged.setFocus();
    const QPoint end = dragged.mapFromGlobal(pill(2).mapToGlobal(pill(2).rect().center() + QPoint(9, 0)));
    QTest::mousePress(&dragged, Qt::LeftButton, {}, dragged.rect().center());
    QTest::mouseMove(&dragged, end / 2);
    QTest::mouseMove(&dragged, end);
    QTest::keyClick(&dragged, Qt::Key_Escape);
    QTest::mouseRelease(&dragged, Qt::LeftButton, {}, end);
    QCOMPARE(names(), (QStringList{"Scene 1", "Scene 2", "Scene 3"}));
    QCOMPARE(page(), QString("pageLinks"));
}

void TestSnapshotStrip::movedByKeys() {
    keepThree();
    pill(0).setFocus();
    window().press_key(Qt::Key_Right, Qt::AltModifier);
    QCOMPARE(names(), (QStringList{"Scene 2", "Scene 1", "Scene 3"}));
    QVERIFY(pill(1).hasFocus());
    window().press_key(Qt::Key_Right, Qt::AltModifier);
    window().press_key(Qt::Key_Right, Qt::AltModifier); // is last already
    QCOMPARE(names(), (QStringList{"Scene 2", "Scene 3", "Scene 1"}));
    QVERIFY(pill(2).hasFocus());
    window().press_key(Qt::Key_Left, Qt::AltModifier);
    QCOMPARE(names(), (QStringList{"Scene 2", "Scene 1", "Scene 3"}));
    QCOMPARE(shown(), (QStringList{"1 Scene 2", "2 Scene 1", "3 Scene 3"}));
    QCOMPARE(document().undoStack().undoText(), QString("“Scene 1” moved"));
}

void TestSnapshotStrip::alongTheStrip() {
    keepThree();
    const auto stops = [&] {
        return std::ranges::count_if(strip().pills(), [](const PillButton* each) {
            return (each->focusPolicy() & Qt::TabFocus) == Qt::TabFocus;
        });
    };
    window().press_key(Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
    window().press_key(Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(pill(2).hasFocus());
    QCOMPARE(stops(), 1);
    window().press_key(Qt::Key_Left);
    QVERIFY(pill(1).hasFocus());
    QCOMPARE(page(), QString("pageLinks"));
    window().press_key(Qt::Key_Home);
    QVERIFY(pill(0).hasFocus());
    window().press_key(Qt::Key_Left);
    QVERIFY(pill(0).hasFocus());
    window().press_key(Qt::Key_Return);
    QCOMPARE(page(), QString("pageExplore"));
    QVERIFY(pill(0).hasFocus());
    window().press_key(Qt::Key_End);
    QVERIFY(pill(2).hasFocus());
    QCOMPARE(stops(), 1);
    window().press_key(Qt::Key_Space);
    QCOMPARE(page(), QString("pageLinks"));
}

void TestSnapshotStrip::renamed() {
    keepThree();
    pill(1).setFocus();
    const auto type = [&](const char* name, Qt::Key key) {
        window().press_key(Qt::Key_F2);
        QVERIFY(strip().nameLine().hasFocus());
        QTest::keyClicks(&strip().nameLine(), name);
        QTest::keyClick(&strip().nameLine(), key);
    };
    type("Softmax", Qt::Key_Return);
    QCOMPARE(names(), (QStringList{"Scene 1", "Softmax", "Scene 3"}));
    QVERIFY(pill(1).hasFocus() && pill(1).isVisible() && !strip().nameLine().isVisible());
    type("x", Qt::Key_Escape);
    QCOMPARE(names(), (QStringList{"Scene 1", "Softmax", "Scene 3"}));
    QVERIFY(pill(1).hasFocus());
    type("Scene 3", Qt::Key_Return); // refused: the line stays open
    QVERIFY2(said().contains("Another snapshot is named “Scene 3”; the name is unchanged"),
             qPrintable(said()));
    QVERIFY(strip().nameLine().hasFocus());
    QTest::keyClicks(&strip().nameLine(), "!");
    window().pages().currentWidget()->setFocus(); // leaving it takes the name
    QCOMPARE(names(), (QStringList{"Scene 1", "Scene 3!", "Scene 3"}));
    QCOMPARE(shown(), (QStringList{"1 Scene 1", "2 Scene 3!", "3 Scene 3"}));
    document().undo();
    document().undo();
    QCOMPARE(names(), (QStringList{"Scene 1", "Scene 2", "Scene 3"}));
    // Its snapshot goes while a name is typed.
    pill(0).setFocus();
    window().press_key(Qt::Key_F2);
    removeSnapshot(document(), 0);
    QVERIFY(!strip().nameLine().isVisible() && pill(0).isVisible());
    QCOMPARE(names(), (QStringList{"Scene 2", "Scene 3"}));
}

void TestSnapshotStrip::deleted() {
    keepThree();
    pill(2).setFocus();
    window().press_key(Qt::Key_Delete);
    QCOMPARE(names(), (QStringList{"Scene 1", "Scene 2"}));
    QVERIFY(pill(1).hasFocus());
    pill(0).setFocus();
    window().press_key(Qt::Key_Delete);
    QCOMPARE(names(), QStringList{"Scene 2"});
    QVERIFY(pill(0).hasFocus());
    window().press_key(Qt::Key_Delete);
    QVERIFY(!strip().isVisible());
    for (int i = 0; i < 3; ++i)
        document().undo();
    QCOMPARE(shown(), (QStringList{"1 Scene 1", "2 Scene 2", "3 Scene 3"}));
}

void TestSnapshotStrip::menu() {
    keepThree();
    choose(0, "Go to this scene");
    QCOMPARE(page(), QString("pageExplore"));
    choose(0, "Move to the right");
    QCOMPARE(names(), (QStringList{"Scene 2", "Scene 1", "Scene 3"}));
    choose(1, "Move to the left");
    QCOMPARE(names(), (QStringList{"Scene 1", "Scene 2", "Scene 3"}));
    setCausal(document(), true);
    window().press_key(Qt::Key_6, Qt::ControlModifier);
    choose(0, "Replace with what is shown now");
    QVERIFY(document().experiment().snapshots[0].experiment->mask.causal);
    choose(2, "Go to");
    choose(0, "Go to");
    QCOMPARE(page(), QString("pageStatistics"));
    choose(1, "Keep the numbers only");
    QCOMPARE(shown(), (QStringList{"1 Scene 1", " Scene 2", "2 Scene 3"}));
    choose(1, "Replace with what is shown now, as a scene");
    QCOMPARE(shown(), (QStringList{"1 Scene 1", "2 Scene 2", "3 Scene 3"}));
    choose(1, "Delete");
    QCOMPARE(names(), (QStringList{"Scene 1", "Scene 3"}));
    choose(1, "Rename…");
    QVERIFY(strip().nameLine().hasFocus());
}

void TestSnapshotStrip::manyScroll() {
    plain({1024, 700});
    for (int i = 0; i < 30; ++i)
        takeScene(document(), window().view().now());
    keep();
    QCoreApplication::processEvents();
    const int height = strip().height();
    QVERIFY2(height < 50, qPrintable(QString::number(height)));
    QVERIFY(strip().width() <= window().width());
    const auto isInSight = [&](std::size_t which) {
        const QWidget* area = strip().findChild<QScrollArea*>()->viewport();
        const QPoint at = pill(which).mapTo(area, pill(which).rect().center());
        return area->rect().contains(at);
    };
    window().press_key(Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
    window().press_key(Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(pill(30).hasFocus() && isInSight(30) && !isInSight(0));
    window().press_key(Qt::Key_Home);
    QVERIFY(isInSight(0) && !isInSight(30));
    QScrollBar* bar = strip().findChild<QScrollArea*>()->horizontalScrollBar();
    QVERIFY(LabWindow::press(LabWindow::button(strip(), "›")));
    QVERIFY(bar->value() > 0);
    const int before = bar->value();
    QVERIFY(!LabWindow::button(strip(), "‹")->visibleRegion().isEmpty());
    QVERIFY(LabWindow::press(LabWindow::button(strip(), "‹")));
    QVERIFY(bar->value() < before);
    // No arrows where all have room.
    while (document().experiment().snapshots.size() > 2)
        removeSnapshot(document(), 0);
    QCoreApplication::processEvents();
    QTRY_VERIFY(!LabWindow::button(strip(), "›"));
}

void TestSnapshotStrip::rememberedStrip() {
    Preferences preferences;
    QVERIFY(!preferences.snapshotStrip);
    preferences.snapshotStrip = true;
    preferences.save();
    QVERIFY(Preferences::load().snapshotStrip);
    openWindow({1400, 900}, 100, preferences);
    QVERIFY(strip().isVisible());
    QCOMPARE(strip().pills().size(), std::size_t(5)); // of the first example
}

/// In a window that becomes narrow, arrows stand where there is more, and the scene that is gone to is in
/// sight; where there is room, names are whole.
void TestSnapshotStrip::allInSight() {
    LabWindow& w = openWindow({1700, 900});
    document().openExample("sky-is-blue");
    w.press_key(Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
    QCoreApplication::processEvents();
    QCOMPARE(strip().pills().size(), std::size_t(5));
    const QFontMetrics letters(theme().font(TextRole::small));
    for (const PillButton* each : strip().pills())
        QVERIFY2(each->width() > letters.horizontalAdvance(each->text()) + 20, qPrintable(each->text()));
    const QWidget* area = strip().findChild<QScrollArea*>()->viewport();
    const auto isInSight = [&](std::size_t which) {
        return area->rect().contains(QRect(pill(which).mapTo(area, QPoint()), pill(which).size()));
    };
    const auto arrows = [&] {
        QString shown;
        for (const char* each : {"‹", "›"}) {
            const QAbstractButton* arrow = LabWindow::button(strip(), each);
            if (arrow && arrow->visibleRegion().boundingRect() == arrow->rect() &&
                strip().rect().contains(arrow->geometry()))
                shown += arrow->text();
        }
        return shown;
    };
    QCOMPARE(arrows(), QString());
    const auto resizeTo = [&](QSize size) {
        w.resize(size);
        QCoreApplication::processEvents();
    };
    resizeTo({780, 700});
    QCOMPARE(arrows(), QString("›"));
    for (std::size_t i = 0; i < 5; ++i) {
        next();
        QVERIFY2(isInSight(i), qPrintable(QString::number(i)));
    }
    QCOMPARE(arrows(), QString("‹"));
    resizeTo({1700, 900});
    QCOMPARE(arrows(), QString());
    resizeTo({780, 700}); // the scene stays in sight
    QVERIFY(isInSight(4));
    QCOMPARE(arrows(), QString("‹"));
    QScrollBar* bar = strip().findChild<QScrollArea*>()->horizontalScrollBar();
    bar->setValue(pill(3).x() - 20);
    bar->setValue(bar->value() - area->width() + 40); // a part of the fourth one
    QVERIFY(!isInSight(3));
    QTest::mouseClick(&pill(3), Qt::LeftButton, {}, QPoint(8, pill(3).height() / 2));
    QVERIFY(isInSight(3));
}

/// What the speaker reads is typed where a lesson is made.
void TestSnapshotStrip::notes() {
    keepThree();
    const auto kept = [&] { return QString::fromStdString(notes_of(document().experiment().snapshots[1])); };
    const int steps = document().undoStack().count();
    choose(1, "Notes for the speaker…");
    SceneNotes* notes = strip().notes();
    QVERIFY(notes && notes->isVisible() && notes->hasFocus());
    QTest::keyClicks(notes, "Wait for ideas");
    QTest::keyClick(notes, Qt::Key_Escape);
    QVERIFY(!notes->isVisible() && pill(1).hasFocus());
    QCOMPARE(kept(), QString());
    QCOMPARE(document().undoStack().count(), steps);
    choose(1, "Notes for the speaker…");
    QVERIFY(notes->toPlainText().isEmpty());
    QTest::keyClicks(notes, "Ask:");
    QTest::keyClick(notes, Qt::Key_Return);
    QTest::keyClicks(notes, "who fits?");
    QTest::mouseClick(&pill(0), Qt::LeftButton);
    QVERIFY(!notes->isVisible());
    QCOMPARE(page(), QString("pageExplore"));
    QCOMPARE(kept(), QString("Ask:\nwho fits?"));
    QCOMPARE(document().undoStack().count(), steps + 1);
    choose(1, "Notes for the speaker…");
    QCOMPARE(notes->toPlainText(), QString("Ask:\nwho fits?"));
    QTest::keyClick(notes, Qt::Key_Tab); // unchanged
    QVERIFY(!notes->isVisible());
    QCOMPARE(document().undoStack().count(), steps + 1);
    document().undo();
    QCOMPARE(kept(), QString());
    choose(1, "Notes for the speaker…"); // its scene goes meanwhile
    QTest::keyClicks(notes, "x");
    removeSnapshot(document(), 1);
    QVERIFY(!notes->isVisible());
    QCOMPARE(names(), (QStringList{"Scene 1", "Scene 3"}));
}

/// Saving keeps what is being typed: the notes, and a name.
void TestSnapshotStrip::notesAreNotLost() {
    keepThree();
    const QTemporaryDir folder;
    const QString file = folder.filePath("lesson.attn");
    QVERIFY(!save(document(), file));
    const auto saved = [&] {
        window().press_key(Qt::Key_S, Qt::ControlModifier);
        [&] { QTRY_VERIFY(!document().isModified()); }();
        return load_experiment(file.toStdString()).value().snapshots[0];
    };
    QTest::mouseDClick(&pill(0), Qt::LeftButton);
    QTest::keyClicks(&strip().nameLine(), "First");
    QCOMPARE(saved().name, std::string("First"));
    choose(0, "Notes for the speaker…");
    QTest::keyClicks(strip().notes(), "Begin");
    QCOMPARE(notes_of(saved()), std::string("Begin"));
}

/// Only the scene that is shown looks current: the keyboard comes back to it, and has a ring only for who
/// uses the keyboard.
void TestSnapshotStrip::afterPresenting() {
    keepThree();
    LabWindow& w = window();
    QTest::mouseClick(&pill(0), Qt::LeftButton);
    QVERIFY(pill(0).hasFocus() && !pill(0).hasRing());
    const auto present = [&] {
        w.press_key(Qt::Key_F5, Qt::ShiftModifier);
        w.press_key(Qt::Key_PageDown);
        w.press_key(Qt::Key_F5);
    };
    present();
    QVERIFY(pill(1).isChecked() && pill(1).hasFocus());
    for (const PillButton* each : strip().pills())
        QVERIFY(!each->hasRing() && each->isChecked() == (each == &pill(1)));
    pill(1).clearFocus();
    pill(1).setFocus(Qt::TabFocusReason); // the arrows of one that was clicked are those of the film
    QTest::keyClick(&pill(1), Qt::Key_Right);
    QVERIFY(pill(2).hasFocus() && pill(2).hasRing() && pill(1).isChecked());
    QTest::keyClick(&pill(2), Qt::Key_Left);
    QVERIFY(pill(1).hasRing());
    present();
    QVERIFY(pill(2).isChecked() && pill(2).hasRing());
}

LAB_WINDOW_TEST(TestSnapshotStrip)
#include "tst_snapshot_strip.moc"
