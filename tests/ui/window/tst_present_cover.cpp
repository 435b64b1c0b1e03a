// SPDX-License-Identifier: GPL-3.0-or-later
//
// Presenting: what is covered, so that a class predicts first.
#include "tests/support/present_test.h"
#include "tests/support/test_program.h"
#include "ui/document/lesson/asked_step.h"
#include "ui/pages/heads/heads_page.h"
#include "ui/pages/matrix_card.h"
#include "ui/pages/play/film_player.h"
#include "ui/pages/play/play_page.h"
#include "ui/pages/play/scene_view.h"
#include "ui/pages/statistics/statistics_page.h"
#include "ui/panels/lesson/lesson_panel.h"
#include "ui/plots/statistics/statistics_plot.h"
#include "ui/window/lesson_guide.h"
#include "ui/window/menu/actions.h"
#include "ui/window/page_stack.h"
#include "ui/window/present/help_line.h"
#include "ui/window/present/slide.h"
#include "ui/window/strips/covered_strip.h"

#include <QScrollBar>

#include <array>

using namespace lab;
using namespace lab::test;

class TestPresentCover : public PresentTest {
    Q_OBJECT

private slots:
    void coverAndReveal();
    void takenBack();
    void coverAll();
    void aloneAndBack();
    void onlyWhatIsShown_data();
    void onlyWhatIsShown();
    void noExerciseMeanwhile();
    void editsAreSeen();
    void otherSizes();
    void countedOnce();
    void headsAreFollowed_data();
    void headsAreFollowed();
    void headsKeepTheirPlace();
    void rangesAreNotTold();
    void theOnlyMatrix();
    void partsOfStatisticsFirst();
    void inspectedBefore();
    void pointedAtBeside_data();
    void pointedAtBeside();
};

void TestPresentCover::coverAndReveal() {
    LabWindow& w = openWindow({1440, 900});
    w.actions()[ActionId::open_cell].trigger();
    present();
    w.press_key(Qt::Key_C);
    QVERIFY(w.document().cover().isEmpty()); // nothing is pointed at
    pointAt(StageId::weights, {1, 1});
    w.press_key(Qt::Key_C);
    const Dimensions d = dimensions(w.document().experiment());
    for (Index i = 0; i < d.n_q * d.n_k; ++i)
        QVERIFY(isCovered(StageId::weights, i / d.n_k, i % d.n_k));
    QVERIFY(!isCovered(StageId::head_outputs, 0, 0));
    w.click(StageId::weights, {1, 1});
    QVERIFY(!isCovered(StageId::weights, 1, 1) && !w.selection().isInspecting());
    w.press_key(Qt::Key_PageDown);
    QVERIFY(!isCovered(StageId::weights, 0, 0) && isCovered(StageId::weights, 0, 1));
    w.press_key(Qt::Key_PageDown);
    QVERIFY(!isCovered(StageId::weights, 0, 1));
    w.press_key(Qt::Key_PageUp);
    QVERIFY(!isCovered(StageId::weights, 0, 0) && isCovered(StageId::weights, 0, 1));
    w.click(StageId::weights, {1, 1}); // open: now it is inspected
    QVERIFY(w.selection().inspected().has_value());
    w.press_key(Qt::Key_Escape);
    QVERIFY(!w.document().isModified());
}

/// The same key again takes back what it did: nothing is given away, and nothing that was opened is lost.
void TestPresentCover::takenBack() {
    LabWindow& w = openWindow({1440, 900});
    const HelpLine& help = present().slide()->help();
    pointAt(StageId::weights, {1, 1});
    w.press_key(Qt::Key_C);
    w.click(StageId::weights, {0, 0});
    pointAt(StageId::weights, {2, 2});
    const auto isOpen = [&](Index row, Index column) { return !isCovered(StageId::weights, row, column); };
    for (int i = 0; i < 2; ++i) {
        w.press_key(Qt::Key_C);
        QVERIFY(!isOpen(0, 0) && !isOpen(1, 1));
        w.press_key(Qt::Key_C);
        QVERIFY(isOpen(0, 0) && !isOpen(1, 1));
        w.press_key(Qt::Key_O);
        QVERIFY(isOpen(0, 0) && isOpen(1, 1));
        w.press_key(Qt::Key_O);
        QVERIFY(isOpen(0, 0) && !isOpen(1, 1));
    }
    w.press_key(Qt::Key_O);
    w.press_key(Qt::Key_O, Qt::ShiftModifier);
    QVERIFY2(help.text().contains("Nothing is covered"), qPrintable(help.text()));
    w.press_key(Qt::Key_C);
    w.document().setValue(ParameterId::W_Q, 0, 0, 0.25); // another document: nothing to take back
    w.press_key(Qt::Key_C);
    QVERIFY(!isOpen(0, 0));
    QVERIFY2(help.text().contains("All of it is covered"), qPrintable(help.text()));
}

void TestPresentCover::coverAll() {
    LabWindow& w = openWindow({1440, 900});
    present();
    const std::array all{StageId::queries, StageId::scores, StageId::weights, StageId::output};
    w.press_key(Qt::Key_C, Qt::ShiftModifier);
    for (const StageId id : all)
        QVERIFY2(isCovered(id, 0, 0), info(id).name.data());
    w.click(StageId::weights, {0, 0});
    w.press_key(Qt::Key_O, Qt::ShiftModifier);
    for (const StageId id : all)
        QVERIFY2(!isCovered(id, 0, 0), info(id).name.data());
    w.press_key(Qt::Key_O, Qt::ShiftModifier);
    QVERIFY(isCovered(StageId::scores, 0, 0) && !isCovered(StageId::weights, 0, 0));
    w.press_key(Qt::Key_O, Qt::ShiftModifier);
    w.board().showAlone(StageId::weights);
    w.press_key(Qt::Key_C, Qt::ShiftModifier);
    QVERIFY(isCovered(StageId::weights, 0, 0) && !isCovered(StageId::queries, 0, 0));
}

/// What is covered when a card is shown alone, or while it is, stays so when Escape leads back to all cards.
void TestPresentCover::aloneAndBack() {
    LabWindow& w = openWindow({1440, 900});
    const HelpLine& help = present().slide()->help();
    const std::array all{StageId::queries, StageId::scores, StageId::weights, StageId::output};
    const QString every = "with Shift every matrix";
    const auto back = [&] {
        QVERIFY2(w.board().alone() && !help.text().contains(every), qPrintable(help.text()));
        w.press_key(Qt::Key_Escape);
        QVERIFY(!w.board().alone() && w.presentation().isRunning());
        QVERIFY2(help.text().contains(every), qPrintable(help.text()));
    };
    w.press_key(Qt::Key_C, Qt::ShiftModifier);
    w.board().showAlone(StageId::weights);
    w.click(StageId::weights, {0, 0});
    back();
    QVERIFY(!isCovered(StageId::weights, 0, 0) && isCovered(StageId::weights, 0, 1));
    for (const StageId id : all)
        QVERIFY2(isCovered(id, 1, 1), info(id).name.data());
    w.press_key(Qt::Key_O, Qt::ShiftModifier);
    w.board().showAlone(StageId::scores);
    w.press_key(Qt::Key_C, Qt::ShiftModifier);
    back();
    for (const StageId id : all)
        QCOMPARE(isCovered(id, 1, 1), id == StageId::scores);
}

/// Shift C covers what a page shows, and nothing else.
void TestPresentCover::onlyWhatIsShown_data() {
    using enum StageId;
    QTest::addColumn<QString>("page");
    QTest::addColumn<QList<int>>("covered"); // stages of the other head
    QTest::addColumn<QList<int>>("open");    // stages of the shown head
    const auto stages = [](std::initializer_list<StageId> all) {
        QList<int> numbers;
        for (const StageId each : all)
            numbers += static_cast<int>(each);
        return numbers;
    };
    QTest::newRow("heads") << "pageHeads" << stages({weights}) << stages({queries, keys, values, scores});
    QTest::newRow("links") << "pageLinks" << QList<int>{} << stages({queries, keys, values, scores, output});
}

void TestPresentCover::onlyWhatIsShown() {
    QFETCH(QString, page);
    QFETCH(QList<int>, covered);
    QFETCH(QList<int>, open);
    LabWindow& w = openWindow({1440, 900});
    w.document().openExample("two-heads");
    w.pages().open(page);
    present();
    w.press_key(Qt::Key_C, Qt::ShiftModifier);
    const Cover& cover = w.document().cover();
    QVERIFY(cover.covers({StageId::weights, 0, 0, 0}));
    for (const int stage : covered)
        QVERIFY(cover.covers({static_cast<StageId>(stage), 1, 0, 0}));
    for (const int stage : open)
        QVERIFY2(!cover.covers({static_cast<StageId>(stage), 0, 0, 0}),
                 info(static_cast<StageId>(stage)).name.data());
}

void TestPresentCover::noExerciseMeanwhile() {
    LabWindow& w = openWindow({1440, 900});
    ask(w.document(), StageId::weights, 0, {0, 0, 1, 1});
    const LessonPanel& panel = *w.lessonGuide().panel();
    QVERIFY(panel.isVisible() && w.selection().asked());
    present();
    QVERIFY(panel.isHidden() && !w.selection().asked());
    QVERIFY(isCovered(StageId::weights, 0, 0));
    w.press_key(Qt::Key_PageDown);
    w.press_key(Qt::Key_PageUp);
    QVERIFY(panel.isHidden() && !w.selection().asked());
    w.press_key(Qt::Key_F5);
    QVERIFY(panel.isVisible() && w.selection().asked());
}

/// What was opened stays open while presenting, whatever is edited, and what is covered stays covered.
void TestPresentCover::editsAreSeen() {
    LabWindow& w = openWindow({1440, 900});
    LabDocument& document = w.document();
    document.replace(presentedWords(6), {});
    present();
    pointAt(StageId::weights, {1, 1});
    w.press_key(Qt::Key_C);
    w.click(StageId::weights, {1, 1});
    const auto check = [&](const char* after) {
        QVERIFY2(!isCovered(StageId::weights, 1, 1) && isCovered(StageId::weights, 0, 0), after);
        QCOMPARE((*w.heatmap(StageId::weights).content().matrix)(1, 1),
                 *document.numberUnder({StageId::weights, 0, 1, 1}));
    };
    document.setValue(ParameterId::W_Q, 0, 0, 0.25);
    check("a number");
    document.undo();
    check("undoing");
    for (const double value : {0.5, 0.75})
        document.preview(ParameterId::W_Q, 0, 0, value);
    check("a drag");
    document.commitPreview();
    document.redo();
    check("all of it");
    w.press_key(Qt::Key_O, Qt::ShiftModifier);
    document.setValue(ParameterId::W_K, 0, 0, 0.25);
    QVERIFY(document.cover().left().empty() && !isCovered(StageId::weights, 0, 0));
    w.press_key(Qt::Key_C);
    w.press_key(Qt::Key_PageDown);
    w.press_key(Qt::Key_F5);
    QVERIFY(!isCovered(StageId::weights, 0, 0)); // as it was presented
    document.setValue(ParameterId::W_Q, 0, 0, 1);
    QVERIFY(isCovered(StageId::weights, 0, 0));
}

void TestPresentCover::otherSizes() {
    LabWindow& w = openWindow({1440, 900});
    LabDocument& document = w.document();
    document.replace(presentedWords(6), {});
    present();
    const auto covers = [&](Index row, Index column) {
        return document.cover().covers({StageId::weights, 0, row, column});
    };
    pointAt(StageId::weights, {1, 1});
    w.press_key(Qt::Key_C);
    w.click(StageId::weights, {1, 1});
    const QString six = "Your journey starts with one step";
    document.setText(six + " starts");
    QVERIFY(!covers(1, 1) && covers(0, 0) && covers(6, 6) && covers(1, 6));
    document.setText("Your journey");
    QVERIFY(!covers(1, 1) && covers(0, 0));
    document.setText(six);
    QVERIFY(!covers(1, 1) && covers(5, 5));
    document.setText("journey starts with one step"); // other tokens are there now
    QVERIFY(covers(1, 1) && covers(4, 4));
    document.setText(six);
    w.press_key(Qt::Key_O); // a matrix that is open stays open
    document.setText(six + " and");
    QVERIFY(document.cover().left().empty() && !covers(6, 6));
    w.press_key(Qt::Key_C);
    QVERIFY(covers(6, 6) && covers(0, 0));
    document.setText("");
    QVERIFY(document.cover().isEmpty());
}

/// However it came to be covered.
void TestPresentCover::countedOnce() {
    LabWindow& w = openWindow({1440, 900});
    w.document().replace(presentedWords(12), {});
    present();
    w.board().showAlone(StageId::weights);
    w.press_key(Qt::Key_C, Qt::ShiftModifier);
    pointAt(StageId::weights, {1, 1});
    w.press_key(Qt::Key_O);
    w.press_key(Qt::Key_C);
    w.press_key(Qt::Key_Escape);
    w.press_key(Qt::Key_Escape);
    const QString said = w.findChild<CoveredStrip*>()->text();
    QVERIFY2(said.startsWith("144 numbers are covered."), qPrintable(said));
    QVERIFY(!w.selection().asked()); // nobody has asked for an exercise
    const auto count = [&](std::initializer_list<Block> blocks) {
        w.document().uncover();
        Index asked = 0;
        for (const Block& each : blocks)
            w.document().coverCells({StageId::weights, 0, each});
        for (const StageBlock& each : w.document().cover().asked())
            asked += each.block.rows * each.block.columns;
        return asked;
    };
    QCOMPARE(count({{0, 0, 2, 12}, {1, 2, 4, 3}}), Index(24 + 9));
    QCOMPARE(count({{4, 4, 2, 2}, {3, 3, 4, 4}}), Index(16));
    QCOMPARE(count({{4, 4, 2, 2}, {5, 0, 1, 12}, {4, 5, 1, 1}}), Index(14));
    QCOMPARE(count({{4, 4, 2, 2}, {8, 8, 1, 1}}), Index(5));
}

void TestPresentCover::headsAreFollowed_data() {
    QTest::addColumn<int>("words");
    QTest::newRow("heads below the screen") << 6;
    QTest::newRow("a part of the output") << 24;
}

/// On the page Heads, what the clicker opens and covers again is in sight, wherever the page was scrolled to.
void TestPresentCover::headsAreFollowed() {
    QFETCH(int, words);
    LabWindow& w = openWindow({800, 600});
    w.actions()[ActionId::open_cell].trigger();
    Experiment e = presentedWords(words);
    e.heads.count = e.heads.kv_count = 4;
    w.document().replace(e, {});
    w.press_key(Qt::Key_4, Qt::ControlModifier);
    auto& page = w.pages().get<HeadsPage>();
    present();
    QTRY_VERIFY(page.output().isVisible());
    const Index last = words - 1;
    const std::vector<StageBlock> all{{StageId::weights, 3, {last, last - 1, 1, 2}},
                                      {StageId::output, 0, {last, 2, 1, 2}},
                                      {StageId::weights, 0, {0, 0, 1, 2}}};
    for (const StageBlock& each : all) {
        const MatrixHeatmap& heatmap =
            (each.stage == StageId::output ? page.output() : page.card(each.head)).heatmap();
        w.document().cover({each});
        for (const Qt::Key key : {Qt::Key_PageDown, Qt::Key_PageDown, Qt::Key_PageUp}) {
            page.verticalScrollBar()->setValue(
                each.stage == StageId::output ? 0 : page.verticalScrollBar()->maximum());
            w.press_key(key);
            const Index column = each.block.column + (key == Qt::Key_PageUp                 ? 1
                                                      : w.document().cover().left().empty() ? 1
                                                                                            : 0);
            const QPoint place = heatmap.cellRect({each.block.row, column}).center().toPoint();
            QVERIFY2(heatmap.axisRect()->rect().contains(place), info(each.stage).name.data());
            QVERIFY2(heatmap.visibleRegion().contains(place), info(each.stage).name.data());
        }
    }
}

/// Neither covering weights nor opening some of them, however small, moves anything.
void TestPresentCover::headsKeepTheirPlace() {
    LabWindow& w = openWindow({800, 600});
    w.document().openExample("two-heads");
    w.press_key(Qt::Key_4, Qt::ControlModifier);
    auto& page = w.pages().get<HeadsPage>();
    present();
    setScreen({800, 600});
    QTRY_VERIFY(page.output().isVisible());
    QTest::qWait(200); // the class has been looking at it
    const QRect place = page.card(1).geometry();
    const HeatmapMetrics& metrics = page.card(0).heatmap().metrics();
    const QSizeF cell = metrics.cell;
    w.press_key(Qt::Key_C, Qt::ShiftModifier);
    for (int opened = 0; opened < 4; ++opened) {
        QCoreApplication::processEvents();
        QCOMPARE(page.card(1).geometry(), place);
        QCOMPARE(metrics.cell, cell);
        QCOMPARE(metrics.decimals, 2);
        w.press_key(Qt::Key_PageDown);
    }
    QVERIFY(!w.document().cover().covers({StageId::weights, 0, 0, 3}));
}

/// Of a matrix that is covered as a whole, no colours have a range; of weights it is the same for all.
void TestPresentCover::rangesAreNotTold() {
    LabWindow& w = openWindow({1440, 900});
    present();
    const auto hasRange = [&](StageId id) { return w.heatmap(id).content().hasRange(); };
    QVERIFY(hasRange(StageId::output) && hasRange(StageId::weights));
    w.press_key(Qt::Key_C, Qt::ShiftModifier);
    QVERIFY(!hasRange(StageId::output) && hasRange(StageId::weights));
    const HeatmapContent covered = w.heatmap(StageId::output).content();
    w.document().openCell({StageId::output, 0, 1, 1});
    QVERIFY(hasRange(StageId::output));
    HeatmapContent fixed = covered;
    fixed.style.colourLimit = 2;
    QVERIFY(!covered.hasRange() && fixed.hasRange());
}

/// One click opens a number, whether it had been inspected or not.
void TestPresentCover::inspectedBefore() {
    LabWindow& w = openWindow({1440, 900});
    present();
    w.click(StageId::weights, {1, 1});
    QVERIFY(w.selection().inspected());
    pointAt(StageId::weights, {1, 1});
    w.press_key(Qt::Key_C);
    QVERIFY(isCovered(StageId::weights, 1, 1) && !w.selection().inspected());
    w.click(StageId::weights, {1, 1});
    QVERIFY(!isCovered(StageId::weights, 1, 1));
}

void TestPresentCover::pointedAtBeside_data() {
    QTest::addColumn<bool>("film");
    QTest::newRow("card") << false;
    QTest::newRow("scene") << true;
}

/// Between two numbers, and on a label.
void TestPresentCover::pointedAtBeside() {
    QFETCH(bool, film);
    LabWindow& w = openWindow({1440, 900});
    w.document().replace(presentedWords(6), {});
    if (film)
        w.press_key(Qt::Key_2, Qt::ControlModifier);
    present();
    setScreen({780, 720}); // the pointer stays on the screen of the tests
    QWidget* widget = &w.heatmap(StageId::weights);
    QRectF first = w.heatmap(StageId::weights).cellRect({2, 0});
    QRectF second = w.heatmap(StageId::weights).cellRect({2, 1});
    if (film) {
        PlayPage& page = w.pages().get<PlayPage>();
        page.player().goTo(page.player().film()->begin({StageId::weights, 0, ScenePart::whole}) + 3);
        QCoreApplication::processEvents();
        SceneView& scene = page.scene();
        const ScenePanel& panel = scene.content().panels.front();
        QVERIFY(panel.stage() && panel.stage()->stage == StageId::weights);
        widget = &scene;
        first = scene.geometryOfScene().rect(panel, StoredCell{2, 0});
        second = scene.geometryOfScene().rect(panel, StoredCell{2, 1});
    }
    const QPointF gap((first.right() + second.left()) / 2, first.center().y());
    for (const QPointF& place : {gap, QPointF(first.left() - 8, first.center().y())}) {
        QTest::mouseMove(widget, place.toPoint());
        w.selection().setHovered({});
        w.press_key(Qt::Key_C);
        QVERIFY(w.document().cover().covers({StageId::weights, 0, 0, 0}));
        w.press_key(Qt::Key_O);
        QVERIFY(w.document().cover().left().empty());
    }
    QTest::mouseMove(&w, {1, 1});
    w.selection().setHovered({});
    w.press_key(Qt::Key_C);
    const QString said = w.presentation().slide()->help().text();
    QVERIFY2(said.startsWith("Point at a matrix"), qPrintable(said));
}

/// A card alone needs no pointing at.
void TestPresentCover::theOnlyMatrix() {
    LabWindow& w = openWindow({1440, 900});
    present();
    w.board().showAlone(StageId::weights);
    w.selection().setHovered(std::nullopt);
    QCursor::setPos(w.mapToGlobal(QPoint(1, 1)));
    w.press_key(Qt::Key_C);
    QVERIFY(isCovered(StageId::weights, 0, 0) && isCovered(StageId::weights, 1, 1));
    w.press_key(Qt::Key_O);
    QVERIFY(w.document().cover().isEmpty() || !isCovered(StageId::weights, 0, 0));
}

/// It shows no cells that would be opened.
void TestPresentCover::partsOfStatisticsFirst() {
    LabWindow& w = openWindow({1440, 900});
    w.actions()[ActionId::open_cell].trigger();
    w.document().replace(presentedWords(12), {});
    present();
    setScreen({1280, 720});
    w.document().coverCells({StageId::weights, 0, {0, 0, 1, 3}});
    w.press_key(Qt::Key_6, Qt::ControlModifier);
    const StatisticsDrawing& drawing = w.pages().get<StatisticsPage>().plot().drawing();
    QTRY_VERIFY(drawing.content().study);
    QTRY_VERIFY(drawing.pages() > 1);
    const auto left = [&] {
        int count = 0;
        for (Index column = 0; column < 3; ++column)
            count += w.document().cover().covers({StageId::weights, 0, 0, column}) ? 1 : 0;
        return count;
    };
    for (int page = 1; page < drawing.pages(); ++page) {
        w.press_key(Qt::Key_PageDown);
        QCOMPARE(drawing.page(), page);
        QCOMPARE(left(), 3);
    }
    w.press_key(Qt::Key_PageDown);
    QCOMPARE(left(), 2);
    w.press_key(Qt::Key_PageUp);
    QCOMPARE(left(), 2);
    QCOMPARE(drawing.page(), drawing.pages() - 2);
}

LAB_WINDOW_TEST(TestPresentCover)
#include "tst_present_cover.moc"
