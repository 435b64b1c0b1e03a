// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tips of vectors dragged on the page Geometry, by the mouse and by keys: what gives way, what is said, and
// that nothing is left behind.
#include "core/analysis/geometry/moved_tip.h"
#include "core/edits/cell_overrides.h"
#include "core/engine/pipeline.h"
#include "core/experiment/is_same.h"
#include "core/experiment/parameter.h"
#include "core/experiment/validate.h"
#include "tests/support/golden.h"
#include "tests/support/lab_window.h"
#include "tests/support/lessons.h"
#include "tests/support/test_program.h"
#include "ui/document/lesson/lesson_player.h"
#include "ui/pages/explore/board.h"
#include "ui/pages/geometry/geometry_controls.h"
#include "ui/pages/geometry/geometry_page.h"
#include "ui/pages/geometry/head_planes.h"
#include "ui/pages/page_choices.h"
#include "ui/plots/geometry/plane_plot.h"
#include "ui/widgets/pill_button.h"
#include "ui/window/status_line.h"

#include <QKeyEvent>
#include <QMenu>
#include <QSignalSpy>

#include <cmath>
#include <functional>

using namespace lab;
using namespace lab::test;

Q_DECLARE_METATYPE(lab::PlaneKind)
Q_DECLARE_METATYPE(lab::GivesWay)

using EditOfDragged = std::function<void(Experiment&)>;

class TestTipDrag : public WindowTest {
    Q_OBJECT

private slots:
    void arrives_data();
    void arrives();
    void backAgain();
    void escape();
    void undoneMeanwhile();
    void pageLeft();
    void byKeys();
    void keysTakenBack();
    void whatGivesWay_data();
    void whatGivesWay();
    void everyOccurrence();
    void givenRow();
    void immovable();
    void nearestPlace();
    void lockedByALesson();
    void goalOfALesson();
    void clickedOrDragged();
    void projectionKeepsTheRest();
    void headsBeside();
    void saysWhatChanges();

private:
    GeometryPage& page() { return *window().findChild<GeometryPage*>(); }
    PlanePlot& plot(PlaneKind kind) { return page().plot(kind); }
    LabDocument& document() { return window().document(); }
    const PlaneScene& scene(PlaneKind kind) { return plot(kind).scene(); }
    void open(const Experiment& experiment) {
        LabWindow& w = window();
        w.document().replace(experiment, {});
        w.pages().open<GeometryPage>();
        QTest::qWait(20);
    }
    QPoint pixelOf(PlaneKind kind, std::size_t tip) {
        QCoreApplication::processEvents();
        return scene(kind).pixelOf(tip).toPoint();
    }
    /// Presses a tip and moves it by so many pixels; it stays pressed.
    QPoint pull(PlaneKind kind, std::size_t tip, QPoint by) {
        const QPoint from = pixelOf(kind, tip);
        QTest::mousePress(&plot(kind), Qt::LeftButton, {}, from);
        QTest::mouseMove(&plot(kind), from + by / 2);
        QTest::mouseMove(&plot(kind), from + by);
        return from + by;
    }
    void release(PlaneKind kind, QPoint at) { QTest::mouseRelease(&plot(kind), Qt::LeftButton, {}, at); }
    void choose(const QString& entry) {
        QMenu& menu = *page().controls().way().menu();
        emit menu.aboutToShow();
        for (QAction* action : menu.actions()) {
            if (action->text() == entry)
                return action->trigger();
        }
        QFAIL(qPrintable(entry));
    }
    const Matrix& number(ParameterId id) { return *parameter(document().experiment(), id); }
};

namespace {

constexpr PlaneKind among_keys = PlaneKind::scores, among_values = PlaneKind::output;

/// Whether a tip is at a pixel, to within one.
bool isAt(const PlaneScene& scene, std::size_t tip, QPoint pixel) {
    return QLineF(scene.pixelOf(tip), pixel).length() < 1;
}

/// While Shift stays down.
void pressWithShift(QWidget& widget, Qt::Key key) {
    for (const QEvent::Type type : {QEvent::KeyPress, QEvent::KeyRelease}) {
        QKeyEvent event(type, key, Qt::ShiftModifier);
        QCoreApplication::sendEvent(&widget, &event);
    }
}

} // namespace

void TestTipDrag::arrives_data() {
    QTest::addColumn<QString>("example");
    QTest::addColumn<PlaneKind>("plane");
    QTest::addColumn<int>("tip");
    QTest::addColumn<GivesWay>("way");
    for (const char* example : {"sky-is-blue", "two-heads", "journey-trainable", "cross"}) {
        for (const auto& [way, name] :
             {std::pair{GivesWay::word, "word"}, std::pair{GivesWay::weights, "weights"},
              std::pair{GivesWay::vector, "vector"}}) {
            for (const auto& [plane, tip, what] :
                 {std::tuple{among_keys, 0, "query"}, std::tuple{among_keys, 2, "key"},
                  std::tuple{among_values, 1, "value"}, std::tuple{among_values, 0, "output"}}) {
                if (way != GivesWay::word || plane == among_keys || tip != 0)
                    QTest::addRow("%s, %s, %s", example, what, name) << example << plane << tip << way;
            }
        }
    }
}

/// The tip is under the pointer, only what gives way has changed, and one undo step restores every bit.
void TestTipDrag::arrives() {
    QFETCH(const QString, example);
    QFETCH(const PlaneKind, plane);
    QFETCH(const int, tip);
    QFETCH(const GivesWay, way);
    open(load_golden(example.toStdString()).experiment);
    window().findChild<PageChoices*>()->setGivesWay(way);
    const Experiment before = document().experiment();
    const auto which = static_cast<std::size_t>(tip);
    const QPoint to = pull(plane, which, {-24, 16});
    QVERIFY(document().isPreviewing() && plot(plane).isDragging());
    const bool canArrive = scene(plane).content.plane.shows_all;
    QVERIFY2(!canArrive || isAt(scene(plane), which, to), qPrintable(page().notes(plane)));
    release(plane, to);
    QVERIFY(!document().isPreviewing() && !plot(plane).isDragging());
    QVERIFY(!is_same(document().experiment(), before));
    QCOMPARE(document().undoStack().count(), 1);
    const Experiment& now = document().experiment();
    QCOMPARE(now.overrides.empty(), way != GivesWay::vector);
    const auto sameWeights = [&](ParameterId id) {
        return !parameter(before, id) || *parameter(now, id) == *parameter(before, id);
    };
    const bool keepsWeights =
        sameWeights(ParameterId::W_Q) && sameWeights(ParameterId::W_K) && sameWeights(ParameterId::W_V);
    QCOMPARE(keepsWeights, way != GivesWay::weights);
    document().undo();
    QVERIFY(is_same(document().experiment(), before));
    QVERIFY(!document().isModified());
}

/// The way does not matter: back where it was, nothing has changed.
void TestTipDrag::backAgain() {
    open(load_golden("sky-is-blue").experiment);
    const Experiment before = document().experiment();
    const QPoint from = pixelOf(among_keys, 0);
    pull(among_keys, 0, {30, -40});
    QTest::mouseMove(&plot(among_keys), from + QPoint(60, 11));
    QTest::mouseMove(&plot(among_keys), from);
    const double error = (*document().experiment().embedding.table->find("blue")->values -
                          *before.embedding.table->find("blue")->values)
                             .cwiseAbs()
                             .maxCoeff();
    QVERIFY(error < 1e-12);
    QTest::keyClick(&plot(among_keys), Qt::Key_Escape);
    QVERIFY(is_same(document().experiment(), before));
}

void TestTipDrag::escape() {
    open(load_golden("sky-is-blue").experiment);
    const Experiment before = document().experiment();
    const QPoint to = pull(among_keys, 1, {20, 30});
    QVERIFY(document().isPreviewing());
    QTest::keyClick(&plot(among_keys), Qt::Key_Escape);
    QVERIFY(!document().isPreviewing() && !plot(among_keys).isDragging());
    QVERIFY(is_same(document().experiment(), before));
    QTest::mouseMove(&plot(among_keys), to + QPoint(5, 5)); // the button is still down
    release(among_keys, to);
    QVERIFY(is_same(document().experiment(), before));
    QCOMPARE(document().undoStack().count(), 0);
    QVERIFY(!window().selection().isInspecting());
    QCOMPARE(window().pages().page().objectName(), page().objectName());
}

void TestTipDrag::undoneMeanwhile() {
    open(load_golden("sky-is-blue").experiment);
    const Experiment before = document().experiment();
    const QPoint to = pull(among_values, 2, {20, 30});
    document().undo(); // which takes the drag back
    QVERIFY(!plot(among_values).isDragging());
    QVERIFY(is_same(document().experiment(), before));
    QTest::mouseMove(&plot(among_values), to + QPoint(5, 5));
    release(among_values, to);
    QVERIFY(is_same(document().experiment(), before));
}

/// As when a number is let go: what was reached is kept.
void TestTipDrag::pageLeft() {
    open(load_golden("sky-is-blue").experiment);
    pull(among_keys, 0, {20, 30});
    window().pages().open<Board>();
    QVERIFY(!document().isPreviewing());
    QVERIFY(!plot(among_keys).isDragging());
    QCOMPARE(document().undoStack().count(), 1);
}

/// Shift and arrow keys; letting Shift go ends it.
void TestTipDrag::byKeys() {
    open(load_golden("sky-is-blue").experiment);
    const Experiment before = document().experiment();
    PlanePlot& keys = plot(among_keys);
    keys.setFocus(Qt::TabFocusReason);
    window().press_key(Qt::Key_Down);
    QCOMPARE(keys.cursor(), std::optional<std::size_t>(1));
    const QPointF at = scene(among_keys).content.tips[1].at;
    const double step = scene(among_keys).step / 20;
    pressWithShift(keys, Qt::Key_Right);
    pressWithShift(keys, Qt::Key_Right);
    pressWithShift(keys, Qt::Key_Up);
    QCOMPARE(keys.cursor(), std::optional<std::size_t>(1));
    const QPointF wanted = at + QPointF(2 * step, step);
    QVERIFY(QLineF(scene(among_keys).content.tips[1].at, wanted).length() < 1e-9);
    QVERIFY(keys.accessibleDescription().contains(scene(among_keys).content.placeText(1, 0)));
    QVERIFY(document().isPreviewing());
    QTest::keyRelease(&keys, Qt::Key_Shift);
    QVERIFY(!document().isPreviewing());
    QCOMPARE(document().undoStack().count(), 1);
    QCOMPARE(document().undoStack().undoText(), QString("The key of “sky” moved: this word"));
    document().undo();
    QVERIFY(is_same(document().experiment(), before));
}

void TestTipDrag::keysTakenBack() {
    open(load_golden("sky-is-blue").experiment);
    const Experiment before = document().experiment();
    plot(among_values).setFocus(Qt::TabFocusReason);
    window().press_key(Qt::Key_Down);
    pressWithShift(plot(among_values), Qt::Key_Left);
    QVERIFY(document().isPreviewing());
    window().press_key(Qt::Key_Escape);
    QVERIFY(!document().isPreviewing());
    QVERIFY(is_same(document().experiment(), before));
    pressWithShift(plot(among_values), Qt::Key_Left);
    window().press_key(Qt::Key_Down); // without Shift: to the next tip, and the move is kept
    QVERIFY(!document().isPreviewing());
    QCOMPARE(document().undoStack().count(), 1);
}

void TestTipDrag::whatGivesWay_data() {
    QTest::addColumn<EditOfDragged>("edit");
    QTest::addColumn<QStringList>("ways");
    const auto row = [](const char* name, const EditOfDragged& edit, const QStringList& ways) {
        QTest::newRow(name) << edit << ways;
    };
    row("words", [](Experiment&) {}, {"this word", "the weights W_Q", "only this vector"});
    row("repeated",
        [](Experiment& e) {
            e.sequence.tokens = {"blue", "is", "blue"};
        },
        {"the weights W_Q", "this word", "only this vector"});
    row("without weights", [](Experiment& e) { e.projection.kind = ProjectionKind::identity; },
        {"this word", "only this vector"});
}

/// The pill names what suits the tip, the menu what else there is; a choice holds for all tips that have it.
void TestTipDrag::whatGivesWay() {
    QFETCH(const EditOfDragged, edit);
    QFETCH(const QStringList, ways);
    Experiment experiment = load_golden("sky-is-blue").experiment;
    edit(experiment);
    QVERIFY(validate(experiment).empty());
    open(experiment);
    QMenu& menu = *page().controls().way().menu();
    emit menu.aboutToShow();
    QStringList names;
    for (const QAction* action : menu.actions())
        names += action->text();
    QCOMPARE(names, ways);
    QCOMPARE(page().controls().way().text(), "drag: " + ways.first());
    choose(ways.last());
    QCOMPARE(page().controls().way().text(), "drag: " + ways.last());
    QTest::mouseMove(&plot(among_values), pixelOf(among_values, 0));
    QCOMPARE(page().controls().way().text(), "drag: " + ways.last());
}

/// A word moves wherever it stands, with its key and its value.
void TestTipDrag::everyOccurrence() {
    Experiment experiment = load_golden("sky-is-blue").experiment;
    experiment.sequence.tokens = {"blue", "is", "blue"};
    open(experiment);
    window().findChild<PageChoices*>()->setGivesWay(GivesWay::word);
    const PlaneContent keys = scene(among_keys).content, values = scene(among_values).content;
    const QPoint to = pull(among_keys, 1, {15, 25});
    const PlaneContent& now = scene(among_keys).content;
    QCOMPARE(now.tips[1].at, now.tips[3].at);
    QVERIFY(now.tips[1].at != keys.tips[1].at && now.tips[0].at != keys.tips[0].at);
    QCOMPARE(now.tips[2].at, keys.tips[2].at);
    QVERIFY(scene(among_values).content.tips[1].at != values.tips[1].at);
    release(among_keys, to);
}

void TestTipDrag::givenRow() {
    Experiment experiment = load_golden("sky-is-blue").experiment;
    const Trace trace = compute(experiment).value();
    experiment.projection.kind = ProjectionKind::direct;
    experiment.projection.Q = share(Matrix(trace.stage(StageId::queries, 0)));
    experiment.projection.K = share(Matrix(trace.stage(StageId::keys, 0)));
    experiment.projection.V = share(Matrix(trace.stage(StageId::values, 0)));
    experiment.projection.W_Q = experiment.projection.W_K = experiment.projection.W_V = nullptr;
    QVERIFY(validate(experiment).empty());
    open(experiment);
    QCOMPARE(page().controls().way().text(), QString("drag: row of Q"));
    const Matrix before = number(ParameterId::K);
    const QPoint to = pull(among_keys, 2, {-20, -12});
    QVERIFY(isAt(scene(among_keys), 2, to));
    release(among_keys, to);
    const Matrix moved = number(ParameterId::K) - before;
    QVERIFY(moved.row(0).isZero(0) && !moved.row(1).isZero(0) && moved.row(2).isZero(0));
}

/// What cannot move says why, and nothing happens.
void TestTipDrag::immovable() {
    Experiment experiment = load_golden("sky-is-blue").experiment;
    experiment = with_cells(experiment, ParameterId::W_K, 0, 0, Matrix::Zero(2, 2));
    open(experiment);
    const QPoint at = pixelOf(among_keys, 1);
    pull(among_keys, 1, {20, 20});
    QVERIFY(!document().isPreviewing() && !plot(among_keys).isDragging());
    QVERIFY2(page().notes(among_keys).contains("can’t be moved: no change of the word’s vector moves it."),
             qPrintable(page().notes(among_keys)));
    release(among_keys, at);
    QVERIFY(!document().isModified());
    QVERIFY(!window().selection().isInspecting());
}

/// Normalised keys stay on a circle: the tip goes to the nearest place, and that is said.
void TestTipDrag::nearestPlace() {
    Experiment experiment = load_golden("sky-is-blue").experiment;
    experiment.scores.qk_norm = QkNorm{QkNormKind::l2, 0};
    QVERIFY(validate(experiment).empty());
    open(experiment);
    const QPoint to = pull(among_keys, 1, {50, 50});
    QVERIFY(document().isPreviewing());
    const QPointF at = scene(among_keys).content.tips[1].at;
    QVERIFY(std::abs(std::hypot(at.x(), at.y()) - 1) < 1e-9);
    QVERIFY2(page().notes(among_keys).startsWith("This is the nearest place that it can reach"),
             qPrintable(page().notes(among_keys)));
    release(among_keys, to);
    QVERIFY(!page().notes(among_keys).startsWith("This is"));
    QCOMPARE(document().undoStack().count(), 1);
}

/// The same gate as for every other edit.
void TestTipDrag::lockedByALesson() {
    LabWindow& w = window();
    w.document().replace(
        with_steps({{{"id", "first"}, {"text", "Look."}, {"allow", {"W_Q"}}}}, {{"id", "abcdefghijklmnop"}}),
        {});
    w.lesson().startAgain();
    w.pages().open<GeometryPage>();
    QTest::qWait(20);
    const Experiment before = document().experiment();
    QSignalSpy locked(&document(), &LabDocument::locked);
    release(among_keys, pull(among_keys, 1, {30, -20}));
    QVERIFY(is_same(document().experiment(), before) && !document().isPreviewing());
    QVERIFY(locked.count() > 0);
    w.findChild<PageChoices*>()->setGivesWay(GivesWay::weights);
    release(among_keys, pull(among_keys, 0, {30, -20}));
    QVERIFY(!is_same(document().experiment(), before));
}

/// Watched while the tip moves.
void TestTipDrag::goalOfALesson() {
    LabWindow& w = window();
    const LessonJson goal{{"id", "a"},          {"kind", "goal"}, {"text", "Further to the right."},
                          {"stage", "queries"}, {"row", 2},       {"column", 0},
                          {"at_least", 0.3}};
    Experiment lesson = with_steps(
        {{{"id", "first"}, {"text", "Look."}, {"ask", LessonJson::array({goal})}, {"allow", {"W_Q"}}}},
        {{"id", "abcdefghijklmnop"}});
    w.document().replace(lesson, {});
    w.lesson().startAgain();
    w.pages().open<GeometryPage>();
    w.findChild<PageChoices*>()->setGivesWay(GivesWay::weights);
    w.selection().setHoveredToken(InspectedToken{2, Side::sentence});
    QTest::qWait(20);
    QVERIFY(scene(among_keys).content.own().at.x() < 0.3 && !w.lesson().isDone(0));
    const double right = (0.4 - scene(among_keys).content.own().at.x()) / scene(among_keys).part.unit;
    pull(among_keys, 0, {qRound(right), 0});
    QVERIFY(document().isPreviewing());
    QTRY_VERIFY(w.lesson().isDone(0));
    QTest::keyClick(&plot(among_keys), Qt::Key_Escape);
}

/// A press that hardly moves is a click.
void TestTipDrag::clickedOrDragged() {
    open(load_golden("sky-is-blue").experiment);
    const QPoint at = pixelOf(among_keys, 1);
    QTest::mousePress(&plot(among_keys), Qt::LeftButton, {}, at);
    QTest::mouseMove(&plot(among_keys), at + QPoint(1, 1));
    release(among_keys, at + QPoint(1, 1));
    QVERIFY(window().selection().isInspecting());
    QVERIFY(!document().isModified());
    window().selection().clearInspected();
    release(among_keys, pull(among_keys, 1, {30, 30}));
    QVERIFY(!window().selection().isInspecting());
    QVERIFY(document().isModified());
}

/// What a vector has outside of the plane it keeps.
void TestTipDrag::projectionKeepsTheRest() {
    open(load_golden("journey-without-weights").experiment);
    window().findChild<PageChoices*>()->setGivesWay(GivesWay::vector);
    QVERIFY(!scene(among_keys).content.plane.shows_all);
    const Plane plane = scene(among_keys).content.plane;
    const HeadIndex head = window().selection().head();
    const RowVector before = document().completeView(StageId::keys, head).matrix->row(0);
    const QPoint to = pull(among_keys, 1, {25, 25});
    QVERIFY(isAt(scene(among_keys), 1, to));
    const RowVector moved = document().completeView(StageId::keys, head).matrix->row(0) - before;
    QVERIFY(!moved.isZero(1e-9));
    RowVector outside = moved;
    for (const PlaneAxis& axis : plane.axes)
        outside -= axis.direction * moved.dot(axis.direction);
    QVERIFY(outside.isZero(1e-9));
    release(among_keys, to);
}

/// A small plane for each head, which move too; a click shows that head.
void TestTipDrag::headsBeside() {
    open(load_golden("two-heads").experiment);
    const HeadPlanes& heads = page().heads();
    QVERIFY(heads.isVisible());
    const QList<QAbstractButton*> both = heads.findChildren<QAbstractButton*>();
    QCOMPARE(both.size(), 2);
    QVERIFY(both[0]->isChecked() && !both[1]->isChecked());
    const QImage before = both[1]->grab().toImage();
    window().findChild<PageChoices*>()->setGivesWay(GivesWay::word);
    release(among_keys, pull(among_keys, 0, {30, 30}));
    QVERIFY(both[1]->grab().toImage() != before);
    QTest::mouseClick(both[1], Qt::LeftButton);
    QCOMPARE(window().selection().head(), 1);
    QVERIFY(both[1]->isChecked());
    open(load_golden("sky-is-blue").experiment);
    QVERIFY(!heads.isVisible());
}

/// In the row of the query that is shown, though another row may change more.
void TestTipDrag::saysWhatChanges() {
    open(load_golden("sky-is-blue").experiment);
    QTest::mouseMove(&plot(among_keys), pixelOf(among_keys, 0)); // as a hand does before it presses
    const QPoint to = pull(among_keys, 0, {80, 120});
    const QString said = window().status().text();
    QVERIFY2(said.contains("largest change: “blue” → “"), qPrintable(said));
    release(among_keys, to);
}

LAB_WINDOW_TEST(TestTipDrag)
#include "tst_tip_drag.moc"
