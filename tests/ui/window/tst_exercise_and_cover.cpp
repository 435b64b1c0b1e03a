// SPDX-License-Identifier: GPL-3.0-or-later
//
// What an exercise says is asked for, and the strip is covered without one, and that nothing moves when they
// say more.
#include "tests/support/test_program.h"
#include "tests/ui/window/exercise_by_hand.h"
#include "ui/document/lesson/asked_step.h"
#include "ui/pages/heads/heads_page.h"
#include "ui/pages/matrix_card.h"
#include "ui/pages/play/film_player.h"
#include "ui/pages/play/play_page.h"
#include "ui/pages/play/scene_view.h"
#include "ui/window/menu/actions.h"
#include "ui/window/page_stack.h"

using namespace lab;
using namespace lab::test;

class TestExerciseAndCover : public ExerciseTest {
    Q_OBJECT

private slots:
    void saysWhich_data();
    void saysWhich();
    void ofTheCursor();
    void ofTheSink();
    void coverUnasked();
    void coveredOnEveryPage_data();
    void coveredOnEveryPage();
    void uncoverSameNumbers();
    void anotherCover();
    void countedFromAsking();
    void steady_data();
    void steady();
    void movesNothing_data();
    void movesNothing();
    void keptByAScene();
    void howPresentOpens();
    void uncoveredRow();
    void undoneAfterwards();
};

void TestExerciseAndCover::saysWhich_data() {
    QTest::addColumn<bool>("columns");
    QTest::addColumn<Block>("block");
    QTest::addColumn<QString>("says");
    QTest::newRow("row") << false << Block{1, 0, 1, 3} << "The row of “is” is covered.";
    QTest::newRow("column") << true << Block{1, 0, 1, 3} << "The column of “is” is covered.";
    QTest::newRow("all") << false << Block{0, 0, 3, 3} << "The whole stage is covered.";
    QTest::newRow("cell") << false << Block{1, 2, 1, 1} << "";
    QTest::newRow("key") << false << Block{0, 1, 3, 1} << "";
}

/// Above the question, which names a cell.
void TestExerciseAndCover::saysWhich() {
    QFETCH(bool, columns);
    QFETCH(Block, block);
    QFETCH(QString, says);
    LabWindow& w = window();
    w.document().openExample("sky-is-blue");
    Experiment e = w.document().experiment();
    e.notation = columns ? Notation::columns : Notation::rows;
    w.document().replace(e, {});
    ask(w.document(), StageId::weights, 0, block);
    const QStringList lines = said().split('\n');
    QVERIFY2(lines.back().contains("which number?"), qPrintable(said()));
    QCOMPARE(lines.size(), says.isEmpty() ? 1 : 2);
    QVERIFY2(says.isEmpty() || lines.front() == says, qPrintable(said()));
}

/// The keyboard goes from a cell to the ⋯ of its card: that cell's row is meant.
void TestExerciseAndCover::ofTheCursor() {
    LabWindow& w = window();
    w.document().openExample("sky-is-blue");
    w.selection().clearInspected();
    StageCard* card = w.board().card(StageId::weights);
    MatrixHeatmap& heatmap = w.heatmap(StageId::weights);
    heatmap.setFocus(Qt::TabFocusReason);
    QTest::keyClick(&heatmap, Qt::Key_Down);
    QTest::keyClick(&heatmap, Qt::Key_Down);
    QCOMPARE(heatmap.cursor().row, Index(2));
    auto* dots = card->findChild<CardHeader*>()->findChild<QToolButton*>();
    dots->setFocus(Qt::TabFocusReason);
    QTest::keyClick(dots, Qt::Key_Space);
    chooseIn(*card, {"This cell", "This row", "The whole stage"}, 1);
    QVERIFY2(said().startsWith("The row of “blue” is covered."), qPrintable(said()));
    QVERIFY(isCovered(2, 0) && isCovered(2, 2) && !isCovered(1, 0));
}

/// What the sink takes cannot be covered; its row can.
void TestExerciseAndCover::ofTheSink() {
    LabWindow& w = window();
    w.document().openExample("learned-sink");
    w.selection().clearInspected();
    MatrixHeatmap& heatmap = w.heatmap(StageId::weights);
    const Index keys = heatmap.content().matrix->cols();
    heatmap.setFocus(Qt::TabFocusReason);
    heatmap.setCursorCell({1, keys});
    QVERIFY(heatmap.content().isSink(heatmap.cursor()));
    StageCard* card = w.board().card(StageId::weights);
    QContextMenuEvent asks(QContextMenuEvent::Keyboard, {3, 3}, card->mapToGlobal(QPoint(3, 3)));
    QApplication::sendEvent(card, &asks);
    chooseIn(*card, {"A cell", "This row", "The whole stage"}, 1);
    QVERIFY(isCovered(1, 0) && isCovered(1, keys - 1) && !isCovered(0, 0));
}

/// Covered without a question: the strip says so, the keyboard stays where it is, and Escape leaves it so.
void TestExerciseAndCover::coverUnasked() {
    LabWindow& w = window();
    w.document().openExample("sky-is-blue");
    w.selection().clearInspected();
    QCoreApplication::processEvents();
    QWidget* before = w.focusWidget();
    choose(menuOn(w.heatmap(StageId::weights), {2, 0}), {"Cover with “?”", "This row"});
    QVERIFY(isCovered(2, 0) && isCovered(2, 2) && !isCovered(1, 0));
    QVERIFY2(said().startsWith("3 numbers are covered."), qPrintable(said()));
    QVERIFY(strip().isVisible() && !isAsked());
    QCOMPARE(w.focusWidget(), before);
    QVERIFY(!w.selection().asked());
    w.press_key(Qt::Key_Escape);
    QVERIFY(isCovered(2, 0));
    choose(menuOn(w.heatmap(StageId::weights), {0, 1}), {"Cover with “?”", "This cell"});
    QVERIFY2(said().startsWith("4 numbers are covered."), qPrintable(said()));
    choose(menuOn(w.heatmap(StageId::weights), {2, 1}), {"Uncover", "This cell"});
    QVERIFY(!isCovered(2, 1) && isCovered(2, 2));
    press("Ask me");
    QVERIFY(isAsked() && !strip().isVisible() && field().hasFocus() && w.selection().asked());
    QVERIFY2(said().contains("which number?"), qPrintable(said()));
    choose(menuOn(w.heatmap(StageId::weights), {1, 1}), {"Cover with “?”", "The whole stage"});
    QVERIFY2(said().contains("9 numbers are covered."), qPrintable(said()));
    QVERIFY(!isAsked() && panel().isHidden() && !w.selection().asked());
    QVERIFY(w.focusWidget() && !panel().isAncestorOf(w.focusWidget()));
    press("Uncover");
    QVERIFY(!strip().isVisible() && w.document().cover().isEmpty());
    askForRow(1); // asks again
    QVERIFY(field().hasFocus());
    w.press_key(Qt::Key_Escape);
    QVERIFY(!isAsked() && !strip().isVisible());
}

void TestExerciseAndCover::coveredOnEveryPage_data() {
    QTest::addColumn<QString>("page");
    QTest::newRow("explore") << "pageExplore";
    QTest::newRow("play") << "pagePlay";
    QTest::newRow("heads") << "pageHeads";
}

/// Wherever a matrix of the document stands, its menu covers it and asks for it; parameters have no such
/// menu.
void TestExerciseAndCover::coveredOnEveryPage() {
    QFETCH(QString, page);
    LabWindow& w = window();
    w.document().openExample("two-heads");
    w.selection().clearInspected();
    w.pages().open(page);
    QCoreApplication::processEvents();
    const StoredCell cell{1, 2};
    const auto menu = [&]() -> QMenu* {
        if (page == "pagePlay") {
            auto& play = w.pages().get<PlayPage>();
            const Film& film = *play.player().film();
            for (const Scene& each : film.scenes()) {
                if (each.stage == StageId::weights)
                    play.player().goTo(film.begin(each) + 1);
            }
            QCoreApplication::processEvents();
            SceneView& scene = play.scene();
            const QPoint at =
                scene.geometryOfScene().rect(scene.content().panels.front(), cell).center().toPoint();
            return menuAt(scene, scene, at);
        }
        return page == "pageHeads" ? menuOn(w.headsPage().card(0).heatmap(), cell)
                                   : menuOn(w.heatmap(StageId::weights), cell);
    };
    const auto covers = [&](Index row, Index column) {
        return w.document().cover().covers({StageId::weights, 0, row, column});
    };
    const bool columns = w.document().experiment().notation == Notation::columns;
    const QString row = columns ? "This column" : "This row";
    choose(menu(), {"Cover with “?”", row});
    QVERIFY(covers(1, 0) && covers(1, 2) && !covers(0, 2));
    choose(menu(), {"Cover with “?”", "The whole stage"});
    QVERIFY(covers(0, 2));
    choose(menu(), {"Uncover", "The whole stage"});
    QVERIFY(w.document().cover().isEmpty() && !strip().isVisible());
    choose(menu(), {"Ask me", "This cell"});
    QVERIFY(covers(1, 2) && !covers(1, 0) && field().hasFocus());
}

/// Without a mask, masked scores are the scaled ones: what is covered there can be uncovered here.
void TestExerciseAndCover::uncoverSameNumbers() {
    LabWindow& w = window();
    w.document().openExample("sky-is-blue");
    w.selection().clearInspected();
    w.document().coverCells({StageId::masked_scores, 0, {0, 0, 3, 3}});
    QVERIFY(w.document().cover().covers({StageId::scaled_scores, 0, 1, 1}));
    choose(menuOn(w.heatmap(StageId::scaled_scores), {1, 1}), {"Uncover", "The whole stage"});
    QVERIFY(w.document().cover().isEmpty());
}

/// What is covered instead, as by a scene, is asked from its first cell on and counted anew, also if it is
/// the same; opening cells goes on counting.
void TestExerciseAndCover::anotherCover() {
    LabDocument& document = window().document();
    document.openExample("sky-is-blue");
    const StageBlock row{StageId::weights, 0, {1, 0, 1, 3}};
    ask(document, StageId::weights, 0, {0, 0, 3, 3});
    type(text(number(0, 0), 4));
    QVERIFY2(said().endsWith("8 of 9 left."), qPrintable(said()));
    const auto begins = [&] {
        QCOMPARE(said().section('\n', 0, 0), QString("The row of “is” is covered."));
        QVERIFY2(said().endsWith("3 of 3 left."), qPrintable(said()));
        QCOMPARE(askedStep().current()->column, Index(0));
        QCOMPARE(field().text(), QString());
    };
    document.cover({row});
    begins();
    type(text(number(1, 0) + 0.3, 2));
    QTest::keyClick(&field(), Qt::Key_Tab);
    type_letters(field(), "0.1");
    document.cover({row});
    begins();
    for (Index key = 0; key < 2; ++key)
        type(text(number(1, key), 4));
    QVERIFY2(said().endsWith("1 of 3 left."), qPrintable(said()));
    type(text(number(1, 2), 4));
    QVERIFY2(said().endsWith("3 of 3 answered, 3 at the first try."), qPrintable(said()));
}

/// What was opened before is not asked for.
void TestExerciseAndCover::countedFromAsking() {
    LabDocument& document = window().document();
    document.openExample("sky-is-blue");
    document.coverCells({StageId::weights, 0, {0, 0, 1, 3}});
    QVERIFY2(said().startsWith("3 numbers are covered."), qPrintable(said()));
    document.openCell({StageId::weights, 0, 0, 1});
    QVERIFY2(said().startsWith("2 numbers are covered."), qPrintable(said()));
    press("Ask me");
    QVERIFY2(said().endsWith("2 of 2 left."), qPrintable(said()));
    QTest::keyClick(&window(), Qt::Key_Escape); // as Done
    QVERIFY(document.cover().isEmpty() && !isAsked() && !strip().isVisible());
}

void TestExerciseAndCover::steady_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("scale");
    QTest::newRow("large") << QSize(1600, 1000) << 100;
    QTest::newRow("small") << QSize(1024, 700) << 100;
    QTest::newRow("buttons below the text") << QSize(700, 700) << 100;
    QTest::newRow("large text") << QSize(1024, 700) << 200;
}

/// The page and the panel stay where they are whatever is answered.
void TestExerciseAndCover::steady() {
    QFETCH(QSize, size);
    QFETCH(int, scale);
    LabWindow& w = openWindow(size, scale);
    w.document().openExample("two-heads");
    for (const Index columns : {1, 6}) {
        ask(w.document(), StageId::weights, 0, {0, 0, 1, columns});
        QCoreApplication::processEvents();
        const auto places = [&] {
            return QList<QRect>{QRect(w.board().mapTo(&w, QPoint()), w.board().size()),
                                QRect(QPoint(), w.heatmap(StageId::weights).size()),
                                QRect(panel().mapTo(&w, QPoint()), panel().size())};
        };
        const QList<QRect> before = places();
        for (const QString& answer : {QString("0.1234567"), QString("nonsense"), text(number(0, 0), 4)}) {
            type(answer);
            QCoreApplication::processEvents();
            QVERIFY2(places() == before, qPrintable(said()));
        }
        QVERIFY2(said().startsWith("✓"), qPrintable(said()));
    }
}

void TestExerciseAndCover::movesNothing_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("scale");
    QTest::newRow("large") << QSize(1600, 1000) << 100;
    QTest::newRow("1280 wide") << QSize(1280, 720) << 100;
    QTest::newRow("small") << QSize(1024, 700) << 100;
    QTest::newRow("large text") << QSize(1600, 1000) << 300;
}

/// What is covered is said below the page: every card stays where it is, as large as it is, and what the
/// strip stands on can be scrolled into sight.
void TestExerciseAndCover::movesNothing() {
    QFETCH(QSize, size);
    QFETCH(int, scale);
    LabWindow& w = openWindow(size, scale);
    w.document().openExample("two-heads");
    w.selection().clearInspected();
    QCoreApplication::processEvents();
    const auto places = [&] {
        QCoreApplication::processEvents();
        QList<QRect> all;
        for (const StageInfo& stage : all_stages()) {
            const StageCard* card = w.board().card(stage.id);
            if (card->isVisible())
                all += QRect(card->mapTo(&w, QPoint()), card->size());
        }
        return all;
    };
    const QList<QRect> before = places();
    w.document().coverCells({StageId::weights, 0, {0, 0, 1, 6}});
    QVERIFY(strip().isVisible());
    QCOMPARE(places(), before);
    const int top = strip().mapTo(&w, QPoint()).y();
    QVERIFY(top > w.board().mapTo(&w, QPoint()).y() && top < w.status().mapTo(&w, QPoint()).y());
    QCOMPARE(w.board().viewport()->mapTo(&w, QPoint(0, w.board().viewport()->height())).y(), top);
    QCOMPARE(strip().width(), w.width());
    press("Uncover");
    QVERIFY(!strip().isVisible());
    QCOMPARE(places(), before);
    const auto last = static_cast<Index>(w.heatmap(StageId::weights).content().matrix->rows()) - 1;
    ask(w.document(), StageId::weights, 0, {last, 0, 1, 1}); // scrolls to it
    QCoreApplication::processEvents();
    const MatrixHeatmap& heatmap = w.heatmap(StageId::weights);
    QVERIFY(w.board().card(StageId::weights)->isThumbnail() ||
            heatmap.visibleRegion().contains(heatmap.cellRect({last, 0}).center().toPoint()));
    w.press_key(Qt::Key_Escape);
    w.press_key(Qt::Key_F5); // hides it
    QVERIFY(w.document().cover().isEmpty());
}

/// A scene that keeps the covered numbers needs no other one.
void TestExerciseAndCover::keptByAScene() {
    LabWindow& w = window();
    w.document().openExample("sky-is-blue");
    w.document().coverCells({StageId::weights, 0, {0, 0, 3, 1}});
    QVERIFY2(said().contains("Keep as scene"), qPrintable(said()));
    w.press_key(Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
    w.press_key(Qt::Key_Escape);
    QCOMPARE(said(), QString("3 numbers are covered. Present opens them row by row."));
    w.document().coverCells({StageId::weights, 0, {0, 1, 1, 1}});
    QVERIFY2(said().contains("Keep as scene"), qPrintable(said()));
    w.document().openCell({StageId::weights, 0, 0, 1});
    QVERIFY2(!said().contains("Keep as scene"), qPrintable(said()));
    w.press_key(Qt::Key_Z, Qt::ControlModifier); // the scene is gone
    QVERIFY2(said().contains("Keep as scene"), qPrintable(said()));
}

/// As the menu says what a key opens at a time.
void TestExerciseAndCover::howPresentOpens() {
    LabWindow& w = window();
    w.document().openExample("sky-is-blue");
    w.document().coverCells({StageId::weights, 0, {0, 0, 3, 1}});
    const auto choose = [&](ActionId id, const char* how) {
        w.actions()[id].trigger();
        QVERIFY2(said().endsWith(QStringLiteral(" covered. Present opens them %1.").arg(how)),
                 qPrintable(said()));
    };
    choose(ActionId::open_row, "row by row");
    choose(ActionId::open_cell, "one by one");
    choose(ActionId::open_matrix, "matrix by matrix");
    w.document().openExample("column-vectors-with-biases");
    w.document().coverCells({StageId::weights, 0, {0, 0, 2, 1}});
    choose(ActionId::open_row, "column by column");
    w.document().openCell({StageId::weights, 0, 0, 0});
    QVERIFY2(said().endsWith("Present opens it."), qPrintable(said()));
}

/// The menu opens what it covers.
void TestExerciseAndCover::uncoveredRow() {
    LabWindow& w = window();
    w.document().openExample("sky-is-blue");
    w.document().coverCells({StageId::weights, 0, {0, 0, 3, 3}});
    const Cover& cover = w.document().cover();
    choose(menuOn(w.heatmap(StageId::weights), {1, 2}), {"Uncover", "This row"});
    QCOMPARE(cover.countIn({StageId::weights, 0, {1, 0, 1, 3}}), 0);
    QCOMPARE(cover.countIn({StageId::weights, 0, {0, 0, 3, 3}}), 6);
    choose(menuOn(w.heatmap(StageId::weights), {0, 0}), {"Uncover", "This cell"});
    QCOMPARE(cover.countIn({StageId::weights, 0, {0, 0, 1, 3}}), 2);
}

/// Nothing is said to be covered again that is not.
void TestExerciseAndCover::undoneAfterwards() {
    LabWindow& w = window();
    w.document().openExample("sky-is-blue");
    w.press_key(Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
    w.press_key(Qt::Key_Escape);
    ask(w.document(), StageId::weights, 0, {0, 0, 1, 3});
    press("Show");
    w.document().undo();
    const bool isCovered = w.document().cover().countIn({StageId::weights, 0, {0, 0, 1, 3}}) == 3;
    QVERIFY2(said().contains("covered again") == isCovered, qPrintable(said()));
}

LAB_WINDOW_TEST(TestExerciseAndCover)
#include "tst_exercise_and_cover.moc"
