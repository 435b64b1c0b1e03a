// SPDX-License-Identifier: GPL-3.0-or-later
//
// The card of the attention weights with bars: switched on and off, and worked with like cells.
#include "tests/support/test_program.h"
#include "tests/ui/pages/cards_by_hand.h"
#include "ui/document/edits/option_edits.h"
#include "ui/document/edits/override_edits.h"
#include "ui/pages/explore/override_editor.h"
#include "ui/selection/selection.h"

#include <cmath>

using namespace lab;
using namespace lab::test;

class TestBarsOnTheCard : public WindowTest {
    Q_OBJECT

private slots:
    void switched_data();
    void switched();
    void segmentsAreCells_data();
    void segmentsAreCells();
    void labelsNameKeys();
    void nothingMovesWhileDragging();
    void dropoutCrossesOut();

private:
    QAbstractButton& bars() { return *LabWindow::button(*window().board().card(StageId::weights), "Bars"); }
};

void TestBarsOnTheCard::switched_data() {
    QTest::addColumn<QString>("example");
    QTest::addColumn<QSize>("size");
    for (const char* example : {"sky-is-blue", "two-heads-about-it"}) {
        for (const QSize size : {QSize(1024, 700), QSize(1600, 1000)})
            QTest::addRow("%s, %d", example, size.width()) << example << size;
    }
}

/// By mouse or keyboard. No card changes its size or place, nothing is to be undone or saved, and figures
/// stay as they are.
void TestBarsOnTheCard::switched() {
    QFETCH(QString, example);
    QFETCH(QSize, size);
    LabWindow& w = openWindow(size);
    w.document().openExample(example);
    QCoreApplication::processEvents();
    const auto places = [&] {
        QList<QRect> all;
        for (const StageCard* card : w.board().findChildren<StageCard*>())
            all += card->isVisible() ? card->geometry() : QRect();
        return all;
    };
    const QList<QRect> before = places();
    MatrixHeatmap& heatmap = w.heatmap(StageId::weights);
    QVERIFY(!heatmap.showsBars());
    QTest::mouseClick(&bars(), Qt::LeftButton);
    QCoreApplication::processEvents();
    QVERIFY(heatmap.showsBars() && bars().isChecked());
    QVERIFY(!w.heatmap(StageId::scores).showsBars());
    QCOMPARE(places(), before);
    bars().setFocus();
    QTest::keyClick(&bars(), Qt::Key_Space);
    QVERIFY(!heatmap.showsBars());
    QTest::keyClick(&bars(), Qt::Key_Space);
    QVERIFY(heatmap.showsBars());
    QCOMPARE(places(), before);
    QVERIFY(!w.document().isModified());
    QVERIFY(!w.document().undoStack().canUndo());
}

void TestBarsOnTheCard::segmentsAreCells_data() {
    QTest::addColumn<bool>("transposed");
    QTest::newRow("rows") << false;
    QTest::newRow("columns") << true;
}

/// Pointing, inspecting, overriding and the keys work on segments as on cells.
void TestBarsOnTheCard::segmentsAreCells() {
    QFETCH(bool, transposed);
    LabWindow& w = openWindow({1440, 900});
    if (transposed)
        setNotation(w.document(), Notation::columns);
    QTest::mouseClick(&bars(), Qt::LeftButton);
    MatrixHeatmap& heatmap = w.heatmap(StageId::weights);
    const Index tokens = heatmap.content().matrix->rows();
    for (Index query = 0; query < tokens; ++query) {
        for (Index key = 0; key < tokens; ++key) {
            const CellRef cell{StageId::weights, 0, query, key};
            const QPoint middle = heatmap.cellRect({query, key}).center().toPoint();
            QTest::mouseMove(&heatmap, middle);
            QVERIFY(w.selection().hovered() == cell);
            QTest::mouseClick(&heatmap, Qt::LeftButton, {}, middle);
            QVERIFY(w.selection().inspected() == cell);
        }
    }
    heatmap.setFocus();
    QTest::keyClick(&heatmap, transposed ? Qt::Key_Up : Qt::Key_Left);
    QVERIFY(heatmap.cursor() == (StoredCell{tokens - 1, tokens - 2}));
    const QPoint middle = heatmap.cellRect({0, 1}).center().toPoint();
    QTest::mouseDClick(&heatmap, Qt::LeftButton, {}, middle);
    QTest::mouseRelease(&heatmap, Qt::LeftButton, {}, middle);
    QLineEdit* editor = w.board().card(StageId::weights)->overrideEditor().editor();
    QVERIFY(editor);
    editor->selectAll();
    QTest::keyClicks(editor, "-0.5");
    QTest::keyClick(editor, Qt::Key_Return);
    QCOMPARE((*heatmap.content().matrix)(0, 1), -0.5);
    const BarPlaces& places = heatmap.barPlaces();
    QVERIFY(std::abs(places.span.lowest + 0.5) < 1e-12);
    const QRectF segment = heatmap.cellRect({0, 1});
    QVERIFY(std::abs((transposed ? segment.bottom() : segment.right()) - places.at(0)) < 1e-6);
    QCOMPARE(disagreement(w), std::string());
}

/// The labels stand at equal distances, and name keys also where another key's segment is below.
void TestBarsOnTheCard::labelsNameKeys() {
    LabWindow& w = openWindow({1440, 900});
    QTest::mouseClick(&bars(), Qt::LeftButton);
    MatrixHeatmap& heatmap = w.heatmap(StageId::weights);
    for (Index key = 0; key < heatmap.content().matrix->cols(); ++key) {
        const QRectF cell = heatmap.gridRect({0, key});
        const auto named = heatmap.namedAt({cell.center().x(), cell.top() - 6});
        QVERIFY(named && !named->isRow && named->index == key);
        const auto query =
            heatmap.namedAt({cell.left() > 9 ? 3.0 : 1.0, heatmap.gridRect({key, 0}).center().y()});
        QVERIFY(query && query->isRow && query->index == key);
    }
}

/// A weight that grows beyond the room during a drag is cut off until the release.
void TestBarsOnTheCard::nothingMovesWhileDragging() {
    LabWindow& w = openWindow({1440, 900});
    const CellRef cell{StageId::weights, 0, 0, 1};
    previewOverride(w.document(), cell, 0.25);
    w.document().commitPreview();
    QTest::mouseClick(&bars(), Qt::LeftButton);
    MatrixHeatmap& heatmap = w.heatmap(StageId::weights);
    const QRectF other = heatmap.cellRect({2, 1});
    const QRect card = w.board().card(StageId::weights)->geometry();
    for (const double value : {0.5, 3.0, -2.0}) {
        previewOverride(w.document(), cell, value);
        QCOMPARE((*heatmap.content().matrix)(0, 1), value);
        QCOMPARE(heatmap.cellRect({2, 1}), other);
        QCOMPARE(w.board().card(StageId::weights)->geometry(), card);
    }
    w.document().commitPreview();
    QVERIFY(std::abs(heatmap.barPlaces().span.lowest + 2) < 1e-12);
    QVERIFY(heatmap.cellRect({2, 1}).width() < other.width());
    w.document().undo();
    QCOMPARE(heatmap.cellRect({2, 1}), other);
}

/// Segments of weights that dropout drops are crossed out, and the tooltip says so.
void TestBarsOnTheCard::dropoutCrossesOut() {
    LabWindow& w = openWindow({1440, 900});
    QTest::mouseClick(&bars(), Qt::LeftButton);
    MatrixHeatmap& heatmap = w.heatmap(StageId::weights);
    const auto isCrossed = [&](StoredCell cell) {
        const QRect rect = heatmap.cellRect(cell).toAlignedRect().adjusted(2, 2, -2, -3);
        const QImage image = heatmap.grab(rect).toImage();
        // In the corner, where no text is.
        const QColor fill = image.pixelColor(rect.width() / 2, 2);
        for (int y = 0; y < image.height() / 6; ++y) {
            for (int x = 0; x < image.width() / 4; ++x) {
                if (std::abs(image.pixelColor(x, y).lightness() - fill.lightness()) > 40)
                    return true;
            }
        }
        return false;
    };
    const StoredCell cell{1, 1};
    QVERIFY(!isCrossed(cell));
    // The words in the middle give way to the cross, and the colour of the key to a hint of it.
    const auto words = [&] {
        const QRect rect = heatmap.cellRect(cell).toAlignedRect();
        const int height = QFontMetrics(heatmap.metrics().labelFont).height();
        const int width = QFontMetrics(heatmap.metrics().labelFont).horizontalAdvance("is");
        return heatmap.grab(QRect(rect.center() - QPoint(width, height) / 2, QSize(width, height))).toImage();
    };
    const auto fill = [&] {
        const QRect rect = heatmap.cellRect(cell).toAlignedRect();
        return heatmap.grab(rect).toImage().pixelColor(rect.width() / 2, 2);
    };
    const QImage uncrossed = words();
    QCOMPARE(fill(), keyColour(1));
    bool sawKept = false, sawDropped = false;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        setDropout(w.document(), Dropout{0.5, seed});
        const bool isDropped = keptWeights(w.document().experiment(), 0)->coeff(1, 1) == 0;
        QCOMPARE(isCrossed(cell), isDropped);
        QCOMPARE(words() == uncrossed, !isDropped);
        QCOMPARE(fill() == keyColour(1), !isDropped);
        QCOMPARE(heatmap.content().describe(cell).endsWith("(dropout drops it)"), isDropped);
        (isDropped ? sawDropped : sawKept) = true;
    }
    QVERIFY(sawKept && sawDropped);
    setDropout(w.document(), std::nullopt);
    QVERIFY(!isCrossed(cell));
}

LAB_WINDOW_TEST(TestBarsOnTheCard)
#include "tst_bars_on_the_card.moc"
