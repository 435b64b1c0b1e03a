// SPDX-License-Identifier: GPL-3.0-or-later
//
// After a drag, colours move to their new range. Nothing moves where motion is reduced.
#include "tests/support/test_program.h"
#include "tests/ui/plots/drag_by_hand.h"
#include "ui/document/edits/snapshot_edits.h"
#include "ui/pages/compare/compare_page.h"
#include "ui/pages/heads/heads_page.h"
#include "ui/pages/matrix_card.h"
#include "ui/pages/page_choices.h"
#include "ui/plots/heads/heads_content.h"
#include "ui/window/menu/actions.h"

#include <algorithm>
#include <cmath>

using namespace lab;
using namespace lab::test;

class TestAfterADrag : public DragTest {
    Q_OBJECT

private slots:
    void rangeMoves_data();
    void rangeMoves();
    void colourBarSaysTheNewRange();
    void tinyCellsMoveToo();
    void onlyAfterADrag();
    void interrupted_data();
    void interrupted();
    void anotherDragBegins();
    void lookChanges_data();
    void lookChanges();
    void windowCloses();
    void reduced_data();
    void reduced();
    void reducedMeanwhile();
    void cancelled();

private:
    MatrixHeatmap& shown(const QString& where);
    void openPage(const QString& where);
    static QRgb colour(const MatrixHeatmap& heatmap, StoredCell cell) {
        return heatmap.scale().rgb((*heatmap.content().matrix)(cell.row, cell.column));
    }
};

MatrixHeatmap& TestAfterADrag::shown(const QString& where) {
    LabWindow& w = window();
    if (where == "Heads")
        return w.headsPage().card(0).heatmap();
    if (where == "Compare" || where == "variants")
        return w.compare().cards()[where == "Compare" ? 1 : 0]->heatmap();
    return queries();
}

void TestAfterADrag::openPage(const QString& where) {
    LabWindow& w = window();
    auto* choices = w.findChild<PageChoices*>();
    if (where == "Heads") {
        HeadsLook look = choices->heads();
        look.stage = StageId::queries;
        choices->setHeads(look);
        w.press_key(Qt::Key_4, Qt::ControlModifier);
    } else if (where != "Explore") {
        takeSnapshot(w.document());
        if (where == "variants")
            choices->comparison().choose({CompareAgainst::Kind::variation, {}, Variation::normalizer});
        choices->comparison().setStage(StageId::queries);
        w.press_key(Qt::Key_5, Qt::ControlModifier);
    }
    QCoreApplication::processEvents();
    QVERIFY(shown(where).isVisible() && shown(where).content().matrix);
}

void TestAfterADrag::rangeMoves_data() {
    QTest::addColumn<QString>("where");
    QTest::addColumn<double>("value");
    for (const char* where : {"Explore", "Heads", "Compare", "variants"}) {
        QTest::addRow("%s, larger", where) << QString(where) << 20.0;
        QTest::addRow("%s, much larger", where) << QString(where) << -4000.0;
        if (where != QLatin1String("Compare")) // there the range contains that of the snapshot
            QTest::addRow("%s, smaller", where) << QString(where) << 0.1;
    }
}

/// Frozen to the bit until the release, between the old and the new range after it, and then as if the window
/// had been opened with these numbers.
void TestAfterADrag::rangeMoves() {
    QFETCH(QString, where);
    QFETCH(double, value);
    LabWindow& w = begin();
    openPage(where);
    const auto image = [&](QPoint inCell) { return shown(where).grab().toImage().pixel(inCell); };
    const QPoint first = (shown(where).cellRect({0, 0}).bottomLeft() + QPointF(6, -6)).toPoint();
    const double old = shown(where).scale().highest();
    const QRgb before = colour(shown(where), {0, 0});
    const QRgb seen = image(first);
    for (const double step : {1.0, 3 * value, value}) {
        drag(step);
        QCOMPARE(colour(shown(where), {0, 0}), before);
        QCOMPARE(image(first), seen);
    }
    w.document().commitPreview();
    QCOMPARE(shown(where).scale().highest(), old); // no time has passed
    QCOMPARE(image(first), seen);
    const double last = shown(where).content().scale().highest();
    QVERIFY(last != old);
    double range = old;
    for (int time = 20; time < HeatmapMotion::rangeTime; time += 20) {
        m_clock->pass(20);
        const double now = shown(where).scale().highest();
        QVERIFY(last > old ? now > range && now < last : now < range && now > last);
        range = now;
    }
    m_clock->pass(20);
    QCOMPARE(shown(where).scale().highest(), last);

    LabWindow fresh(theme());
    fresh.document().replace(w.document().experiment(), {});
    if (where == "Explore")
        QCOMPARE(colour(queries(), {0, 0}), colour(fresh.heatmap(StageId::queries), {0, 0}));
    if (where == "Heads")
        QCOMPARE(last, headContents(fresh.document(), StageId::queries, false).front().scale().highest());
    if (where == "variants")
        QCOMPARE(last, fresh.heatmap(StageId::queries).scale().highest());
    m_clock->pass(HeatmapMotion::ghostTime);
    QVERIFY(!m_clock->isRunning());
}

/// The numbers beside the colours are never between two computed ones.
void TestAfterADrag::colourBarSaysTheNewRange() {
    begin();
    drag(20);
    window().document().commitPreview();
    m_clock->pass(60);
    const HeatmapContent& content = queries().content();
    QVERIFY(queries().scale().highest() < content.scale().highest());
    QCOMPARE(content.scale().highest(), content.matrix->cwiseAbs().maxCoeff());
}

/// Cells that are painted as pixels.
void TestAfterADrag::tinyCellsMoveToo() {
    begin();
    queries().setLook(Density::small_colour);
    QCoreApplication::processEvents();
    const auto pixel = [&] {
        return queries().grab().toImage().pixel(queries().cellRect({0, 0}).center().toPoint());
    };
    const QRgb before = pixel();
    drag(20);
    window().document().commitPreview();
    QCOMPARE(pixel(), before);
    m_clock->pass(40);
    const QRgb meanwhile = pixel();
    m_clock->pass(HeatmapMotion::rangeTime);
    QVERIFY(meanwhile != before && meanwhile != pixel());
    QVERIFY(!hasGhosts(queries()));
}

/// A number that is typed changes the range at once, as before.
void TestAfterADrag::onlyAfterADrag() {
    begin();
    drag(2);
    window().document().cancelPreview();
    drag(window().value(ParameterId::W_Q, 0, 1)); // a drag back to where it began
    window().document().commitPreview();
    window().document().setValue(ParameterId::W_Q, 0, 1, 20);
    QCOMPARE(queries().scale().highest(), queries().content().scale().highest());
    QVERIFY(!hasGhosts(queries()));
    QVERIFY(!m_clock->isRunning());
}

void TestAfterADrag::interrupted_data() {
    QTest::addColumn<QString>("by");
    QTest::newRow("undo") << "undo";
    QTest::newRow("edit") << "edit";
    QTest::newRow("another document") << "example";
    QTest::newRow("the same document, opened anew") << "again";
    QTest::newRow("another page") << "page";
}

/// What is shown next has its own colours at once.
void TestAfterADrag::interrupted() {
    QFETCH(QString, by);
    LabWindow& w = begin();
    drag(20);
    w.document().commitPreview();
    m_clock->pass(60);
    QVERIFY(queries().scale().highest() != queries().content().scale().highest());
    QVERIFY(hasGhosts(queries()));
    if (by == "undo")
        w.document().undo();
    else if (by == "edit")
        w.document().setValue(ParameterId::W_Q, 0, 0, 7);
    else if (by == "example")
        w.document().openExample("two-heads");
    else if (by == "again")
        w.document().openExample("sky-is-blue");
    else
        w.press_key(Qt::Key_4, Qt::ControlModifier);
    QCOMPARE(queries().scale().highest(), queries().content().scale().highest());
    QVERIFY(!hasGhosts(queries()));
    m_clock->pass(0);
    QVERIFY(!m_clock->isRunning());
}

/// It begins with the colours that are shown, and keeps them.
void TestAfterADrag::anotherDragBegins() {
    begin();
    drag(20);
    window().document().commitPreview();
    m_clock->pass(60);
    const QRgb before = colour(queries(), {0, 0});
    const double range = queries().scale().highest();
    QVERIFY(range < queries().content().scale().highest());
    for (const double value : {20.5, 90.0, 0.1}) {
        drag(value);
        QCOMPARE(queries().scale().highest(), range);
        QCOMPARE(colour(queries(), {0, 0}), before);
        QVERIFY(!hasGhosts(queries()));
        m_clock->pass(60);
        QCOMPARE(queries().scale().highest(), range);
    }
    window().document().commitPreview();
    QCOMPARE(queries().scale().highest(), range);
    m_clock->pass(HeatmapMotion::rangeTime);
    QCOMPARE(queries().scale().highest(), queries().content().matrix->cwiseAbs().maxCoeff());
}

void TestAfterADrag::lookChanges_data() {
    QTest::addColumn<QString>("what");
    QTest::newRow("dark") << "dark";
    QTest::newRow("larger") << "larger";
    QTest::newRow("smaller") << "smaller";
}

void TestAfterADrag::lookChanges() {
    QFETCH(QString, what);
    LabWindow& w = begin();
    drag(20);
    w.document().commitPreview();
    m_clock->pass(60);
    const double range = queries().scale().highest();
    if (what == "dark")
        theme().setMode(ColourMode::dark);
    else
        theme().setScale(what == "larger" ? 300 : 80);
    QCOMPARE(queries().scale().highest(), range);
    m_clock->pass(60);
    QVERIFY(queries().scale().highest() > range);
    m_clock->pass(HeatmapMotion::ghostTime);
    QVERIFY(!hasGhosts(queries()));
    LabWindow fresh(theme());
    fresh.document().replace(w.document().experiment(), {});
    QCOMPARE(queries().scale().rgb(0.2), fresh.heatmap(StageId::queries).scale().rgb(0.2));
    QCOMPARE(colour(queries(), {0, 0}), colour(fresh.heatmap(StageId::queries), {0, 0}));
}

void TestAfterADrag::windowCloses() {
    begin();
    drag(20);
    window().document().commitPreview();
    m_clock->pass(60);
    QVERIFY(m_clock->isRunning());
    LabWindow& next = openWindow({800, 600}); // the other one is deleted
    QTest::keyClick(&next, Qt::Key_Shift);
    QVERIFY(!HandClock(next).isRunning());
}

void TestAfterADrag::reduced_data() {
    QTest::addColumn<QString>("where");
    for (const char* where : {"Explore", "Heads", "Compare"})
        QTest::newRow(where) << QString(where);
}

void TestAfterADrag::reduced() {
    QFETCH(QString, where);
    begin();
    theme().motion().choose(true);
    openPage(where);
    const QRgb before = colour(shown(where), {0, 0});
    drag(20);
    QCOMPARE(colour(shown(where), {0, 0}), before);
    window().document().commitPreview();
    QVERIFY(colour(shown(where), {0, 0}) != before);
    QCOMPARE(shown(where).scale().highest(), shown(where).content().scale().highest());
    QVERIFY(!hasGhosts(shown(where)));
    m_clock->pass(0);
    QVERIFY(!m_clock->isRunning());
}

void TestAfterADrag::reducedMeanwhile() {
    begin();
    drag(20);
    window().document().commitPreview();
    m_clock->pass(60);
    window().actions()[ActionId::reduce_motion].trigger();
    QCOMPARE(queries().scale().highest(), queries().content().scale().highest());
    QVERIFY(!hasGhosts(queries()));
    m_clock->pass(0);
    QVERIFY(!m_clock->isRunning());
}

/// Nothing has changed.
void TestAfterADrag::cancelled() {
    begin();
    const double range = queries().scale().highest();
    drag(20);
    window().document().cancelPreview();
    QCOMPARE(queries().scale().highest(), range);
    QVERIFY(!hasGhosts(queries()));
    QVERIFY(!m_clock->isRunning());
}

LAB_WINDOW_TEST(TestAfterADrag)
#include "tst_after_a_drag.moc"
