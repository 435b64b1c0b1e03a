// SPDX-License-Identifier: GPL-3.0-or-later
//
// Added scores on the card of the scaled scores: painting them by mouse and keyboard, and how an added −∞
// looks there.
#include "core/experiment/is_same.h"
#include "core/experiment/overrides.h"
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "tests/ui/pages/cards_by_hand.h"
#include "ui/document/edits/added_score_edits.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/edits/override_edits.h"
#include "ui/document/edits/shape_edits.h"
#include "ui/pages/explore/cell_brush.h"
#include "ui/pages/matrix_warnings.h"
#include "ui/plots/shared/colour_scale.h"
#include "ui/selection/selection.h"
#include "ui/widgets/card_note.h"
#include "ui/window/status_line.h"

#include <QImage>

#include <cmath>
#include <limits>

using namespace lab;
using namespace lab::test;

namespace {
constexpr double hiding = -std::numeric_limits<double>::infinity();
} // namespace

class TestAddedPaint : public WindowTest {
    Q_OBJECT

private slots:
    void strokes_data();
    void strokes();
    void rowsAndBlocks();
    void byKeys();
    void escapeTakesBack();
    void value_data();
    void value();
    void ofOneHead();
    void oneBrushAtATime();
    void whatHasNoEffect();
    void hiddenLooksHidden_data();
    void hiddenLooksHidden();
    void overflowLooksLikeOne();

private:
    LabDocument& document() { return window().document(); }
    StageCard& card() { return *window().board().card(StageId::scaled_scores); }
    MatrixHeatmap& scaled() { return window().heatmap(StageId::scaled_scores); }
    QPoint at(Index row, Index column) { return scaled().cellRect({row, column}).center().toPoint(); }
    void take() {
        choose_on(window(), StageId::scaled_scores, "Paint added scores");
        QTRY_VERIFY(window().button(card(), "Paint"));
        QVERIFY(window().button(card(), "Paint")->isChecked());
        QTest::qWait(20); // the card makes room for the controls
    }
    void stroke(const std::vector<QPoint>& points, Qt::KeyboardModifiers modifiers = {}) {
        QTest::mousePress(&scaled(), Qt::LeftButton, modifiers, points.front());
        for (std::size_t i = 1; i < points.size(); ++i) {
            QMouseEvent move(QEvent::MouseMove, points[i], scaled().mapToGlobal(points[i]), Qt::NoButton,
                             Qt::LeftButton, modifiers);
            QApplication::sendEvent(&scaled(), &move);
        }
        QTest::mouseRelease(&scaled(), Qt::LeftButton, modifiers, points.back());
    }
    /// "0 1 0, 0 0 0, …", of a head; empty where nothing is added.
    QString added(std::size_t head = 0) {
        const auto& all = document().experiment().scores.additive;
        QStringList rows;
        for (Index row = 0; head < all.size() && row < all[head]->rows(); ++row) {
            QStringList numbers;
            for (Index column = 0; column < all[head]->cols(); ++column)
                numbers += QString::fromStdString(brief((*all[head])(row, column)));
            rows += numbers.join(' ');
        }
        return rows.join(", ");
    }
    QColor sideOf(StoredCell cell) {
        const QRectF rect = scaled().cellRect(cell);
        return scaled().grab().toImage().pixelColor(QPointF(rect.left() + 3, rect.center().y()).toPoint());
    }
    bool isHatched(StoredCell cell) {
        const QImage image = scaled().grab(scaled().cellRect(cell).toAlignedRect()).toImage();
        int ground = 0;
        for (int x = 0; x < image.width(); ++x)
            ground += image.pixelColor(x, 4) == theme().colours().hidden;
        return ground > 5 && ground < image.width() - 5; // the stripes have smooth edges
    }
};

void TestAddedPaint::strokes_data() {
    QTest::addColumn<QList<QPoint>>("cells"); // x is the key, y the query
    QTest::addColumn<QString>("after");
    QTest::newRow("a click") << QList<QPoint>{{2, 0}} << "0 0 1, 0 0 0, 0 0 0";
    QTest::newRow("over three") << QList<QPoint>{{0, 1}, {1, 1}, {1, 2}} << "0 0 0, 1 1 0, 0 1 0";
    QTest::newRow("leaps are filled") << QList<QPoint>{{0, 0}, {2, 2}} << "1 0 0, 0 1 0, 0 0 1";
}

void TestAddedPaint::strokes() {
    QFETCH(QList<QPoint>, cells);
    QFETCH(QString, after);
    LabWindow& w = window();
    const Experiment before = document().experiment();
    QVERIFY(!w.button(card(), "Paint"));
    take();
    const QRect place = scaled().geometry();
    std::vector<QPoint> points;
    for (const QPoint& cell : cells)
        points.push_back(at(cell.y(), cell.x()));
    stroke(points);
    QCOMPARE(added(), after);
    QCOMPARE(disagreement(w), std::string());
    QCOMPARE(scaled().geometry(), place); // painting moves nothing
    QCOMPARE(document().undoStack().undoText(), QStringLiteral("Paint: added scores 1"));
    stroke(points); // takes away again
    QCOMPARE(added(), QStringLiteral("0 0 0, 0 0 0, 0 0 0"));
    QCOMPARE(document().undoStack().index(), 2);
    document().undo();
    document().undo();
    QVERIFY(is_same(document().experiment(), before));
}

void TestAddedPaint::rowsAndBlocks() {
    window();
    take();
    const QPoint name(scaled().axisRect()->rect().left() - 10, at(1, 0).y());
    stroke({name});
    QCOMPARE(added(), QStringLiteral("0 0 0, 1 1 1, 0 0 0"));
    stroke({at(0, 1), at(2, 2)}, Qt::ShiftModifier);
    QCOMPARE(added(), QStringLiteral("0 1 1, 1 1 1, 0 1 1"));
    QCOMPARE(document().undoStack().index(), 2);
}

void TestAddedPaint::byKeys() {
    LabWindow& w = window();
    take();
    QCOMPARE(w.focusWidget(), &scaled());
    w.press_key(Qt::Key_Right);
    w.press_key(Qt::Key_Space);
    QCOMPARE(added(), QStringLiteral("0 1 0, 0 0 0, 0 0 0"));
    QVERIFY(!w.selection().inspected());
    w.press_key(Qt::Key_Escape);
    QVERIFY(!w.button(card(), "Paint")->isChecked());
    w.click(StageId::scaled_scores, {0, 1});
    QVERIFY(w.selection().inspected());
}

void TestAddedPaint::escapeTakesBack() {
    window();
    take();
    const Experiment before = document().experiment();
    QTest::mousePress(&scaled(), Qt::LeftButton, {}, at(0, 1));
    QCOMPARE(added(), QStringLiteral("0 1 0, 0 0 0, 0 0 0"));
    QTest::keyClick(&scaled(), Qt::Key_Escape);
    QTest::mouseRelease(&scaled(), Qt::LeftButton, {}, at(0, 1));
    QVERIFY(is_same(document().experiment(), before));
    QCOMPARE(document().undoStack().count(), 0);
}

void TestAddedPaint::value_data() {
    QTest::addColumn<QString>("typed");
    QTest::addColumn<double>("value");
    QTest::newRow("a number") << "-2.5" << -2.5;
    QTest::newRow("-inf") << "-inf" << hiding;
    QTest::newRow("by the pill") << "" << hiding;
    QTest::newRow("refused") << "inf" << 1.0;
}

void TestAddedPaint::value() {
    QFETCH(QString, typed);
    QFETCH(double, value);
    LabWindow& w = window();
    take();
    if (typed.isEmpty())
        press(w, StageId::scaled_scores, QStringLiteral("−∞"));
    else
        enter(w, "The added score that is painted", typed);
    QCOMPARE(w.button(card(), QStringLiteral("−∞"))->isChecked(), std::isinf(value));
    stroke({at(1, 2)});
    QCOMPARE(w.value(ParameterId::additive, 1, 2), value);
    QCOMPARE(disagreement(w), std::string());
    if (!std::isinf(value))
        return;
    QCOMPARE(document().undoStack().undoText(), QStringLiteral("Paint: added scores −∞"));
    press(w, StageId::scaled_scores, QStringLiteral("−∞"));
    QCOMPARE(field(w, "The added score that is painted")->text(), QStringLiteral("1"));
}

void TestAddedPaint::ofOneHead() {
    LabWindow& w = window();
    setSize(document(), Size::heads, 2);
    setAddedScores(document(), true);
    setAddedScoresPerHead(document(), true, 0);
    w.selection().setHead(1);
    take();
    stroke({at(0, 0)});
    QCOMPARE(added(0), QStringLiteral("0 0 0, 0 0 0, 0 0 0"));
    QCOMPARE(added(1), QStringLiteral("1 0 0, 0 0 0, 0 0 0"));
    QCOMPARE(disagreement(w), std::string());
}

void TestAddedPaint::oneBrushAtATime() {
    LabWindow& w = window();
    StageCard& masked = *w.board().card(StageId::masked_scores);
    take();
    w.press(w.button(masked, "Paint"));
    QVERIFY(w.button(masked, "Paint")->isChecked());
    stroke({at(0, 1)}); // the card is inspected again
    QVERIFY(added().isEmpty() && w.selection().inspected());
    take();
    QVERIFY(!w.button(masked, "Paint")->isChecked());
}

void TestAddedPaint::whatHasNoEffect() {
    LabWindow& w = window();
    setCausal(document(), true);
    take();
    stroke({at(0, 1)});
    QVERIFY2(w.status().text().contains("The mask hides “sky” → “is”, whatever is added to it: causal"),
             qPrintable(w.status().text()));
    QCOMPARE(added(), QStringLiteral("0 1 0, 0 0 0, 0 0 0"));
    previewOverride(document(), {StageId::scaled_scores, 0, 1, 0}, 3);
    document().commitPreview();
    stroke({at(1, 0)});
    QVERIFY2(w.status().text().contains("“is” → “sky” is overridden"), qPrintable(w.status().text()));
}

void TestAddedPaint::hiddenLooksHidden_data() {
    QTest::addColumn<std::optional<StageId>>("overridden");
    QTest::newRow("as it is") << std::optional<StageId>();
    QTest::newRow("overridden") << std::optional(StageId::scaled_scores);
    QTest::newRow("the masked score is overridden") << std::optional(StageId::masked_scores);
}

/// What the document hides on purpose is no fault: it is hatched, and the tooltip says why.
void TestAddedPaint::hiddenLooksHidden() {
    QFETCH(std::optional<StageId>, overridden);
    setAddedScores(document(), true);
    document().setValue(ParameterId::additive, 0, 1, hiding);
    const HeatmapContent& content = scaled().content();
    if (overridden) {
        previewOverride(document(), {*overridden, 0, 0, 1}, 3);
        document().commitPreview();
        QVERIFY(!content.isHidden({0, 1}));
        QVERIFY2(!content.describe({0, 1}).contains("hidden"), qPrintable(content.describe({0, 1})));
        return;
    }
    QVERIFY(content.isHidden({0, 1}) && !content.isHidden({0, 0}));
    QVERIFY2(content.describe({0, 1}).endsWith("−∞ (hidden: an added −∞)"),
             qPrintable(content.describe({0, 1})));
    QVERIFY(isHatched({0, 1}) && !isHatched({0, 0}));
    QCOMPARE(matrixWarnings(content, StageId::scaled_scores), QStringList());
    document().undo();
    QVERIFY(!scaled().content().isHidden({0, 1}));
}

/// A real overflow keeps its colour and its warning, also beside an added −∞.
void TestAddedPaint::overflowLooksLikeOne() {
    LabWindow& w = window();
    setAddedScores(document(), true);
    document().setValue(ParameterId::additive, 0, 1, hiding);
    previewOverride(document(), {StageId::scores, 0, 2, 0}, hiding);
    document().commitPreview();
    const HeatmapContent& content = scaled().content();
    QVERIFY(content.isHidden({0, 1}) && !content.isHidden({2, 0}));
    QCOMPARE(sideOf({2, 0}), notFiniteColour());
    const QStringList warnings = matrixWarnings(content, StageId::scaled_scores);
    QVERIFY2(warnings.join('|').contains("−∞ first at “blue” → “sky”"), qPrintable(warnings.join('|')));
    const auto* note = w.board().card(StageId::scaled_scores)->findChild<CardNote*>();
    QVERIFY(note->toolTip().contains(warnings.front())); // whole, however short the card
}

LAB_WINDOW_TEST(TestAddedPaint)
#include "tst_added_paint.moc"
