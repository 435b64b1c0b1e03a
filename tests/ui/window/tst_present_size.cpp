// SPDX-License-Identifier: GPL-3.0-or-later
//
// Presenting: how large the numbers are.
#include "tests/support/painted_scene.h"
#include "tests/support/present_test.h"
#include "tests/support/test_program.h"
#include "tests/support/turned_wheel.h"
#include "ui/pages/play/caption_view.h"
#include "ui/pages/play/film_player.h"
#include "ui/pages/play/play_page.h"
#include "ui/pages/play/scene_view.h"
#include "ui/pages/slide_numbers.h"
#include "ui/plots/film/scene_content.h"
#include "ui/plots/shared/board_layout.h"
#include "ui/window/page_stack.h"
#include "ui/window/present/slide.h"

#include <QScrollBar>

#include <algorithm>

using namespace lab;
using namespace lab::test;

class TestPresentSize : public PresentTest {
    Q_OBJECT

private slots:
    void fontHeight_data() { addSizes(); }
    void fontHeight();
    void wholeCells_data() { addSizes(); }
    void wholeCells();
    void explore_data() { addSizes(); }
    void explore();
    void largeNumbers_data();
    void largeNumbers();
    void cardEnlarged_data();
    void cardEnlarged();
    void sameRows();
    void longWords_data();
    void longWords();
    void longWordsInPlay_data() { longWords_data(); }
    void longWordsInPlay();
    void explainedAlone_data();
    void explainedAlone();

private:
    /// Large, or smaller for the sake of the whole.
    bool isReadable(const MatrixHeatmap& heatmap) {
        const QFont& font = heatmap.metrics().numberFont;
        return isLarge(font) || (heatmap.shownPart().isEmpty() && isLeast(font));
    }
    /// Whether it can just be read.
    bool isLeast(const QFont& font) { return 70 * font.pixelSize() >= window().height(); }
    Experiment longTwelve() {
        return with_text(
            presentedWords(12),
            "because understanding attention takes time many students compute every small matrix twice",
            Side::sentence);
    }
};

/// Numbers are at least 1/40 of the height, in Play and on a card alone, or a little smaller where the whole
/// of what is shown is in sight only so. Of up to twelve words on a card, and of eight in Play, all are
/// in sight; of seven and eight, not where two matrices of as many rows stand above each other, nor, on
/// a narrow screen, beside each other; of more, what is not is counted.
void TestPresentSize::fontHeight() {
    QFETCH(QSize, size);
    QFETCH(int, count);
    LabWindow& w = presented(count, size, "pageExplore");
    for (const StageId id : {StageId::queries, StageId::scores, StageId::weights, StageId::head_outputs}) {
        w.board().showAlone(id);
        const MatrixHeatmap& heatmap = w.heatmap(id);
        QVERIFY(!isColourOnly(heatmap.metrics().density));
        QVERIFY2(isReadable(heatmap), info(id).name.data());
        const auto seen = static_cast<Index>(heatmap.shownRows().last - heatmap.shownRows().first + 1);
        if (count <= (isWide(size) ? 12 : 8))
            QVERIFY2(heatmap.shownPart().isEmpty(), qPrintable(heatmap.shownPart()));
        else if (seen < count)
            QVERIFY(heatmap.axisLine().contains(QString::number(count)));
        w.board().showAll();
    }
    w.press_key(Qt::Key_2, Qt::ControlModifier);
    auto& play = w.pages().get<PlayPage>();
    const Film& film = *play.player().film();
    for (const Scene& scene : film.scenes()) {
        play.player().goTo(film.begin(scene) + 1);
        const SceneGeometry& geometry = play.scene().geometryOfScene();
        QVERIFY(geometry.saysNumbers());
        const auto& panels = play.scene().content().panels;
        const bool isWhole = geometry.showsAll(play.scene().content());
        QVERIFY2(isLarge(geometry.numberFont()) || (isWhole && isLeast(geometry.numberFont())),
                 info(scene.stage).name.data());
        const bool isStacked = std::ranges::any_of(panels, [count](const ScenePanel& panel) {
            return panel.slot == SceneSlot::above && panel.mapping().shownRows() >= count;
        });
        for (const ScenePanel& panel : panels) {
            const bool isCut = geometry.rows(panel).isCut() || geometry.columns(panel).isCut();
            QVERIFY2(!isCut || count > (isWide(size) && !isStacked ? 8 : 6), info(scene.stage).name.data());
        }
    }
}

/// A card alone shows whole rows and columns, those that it names, wherever it has been moved to.
void TestPresentSize::wholeCells() {
    QFETCH(QSize, size);
    QFETCH(int, count);
    LabWindow& w = presented(count, size, "pageExplore");
    w.board().showAlone(StageId::scores);
    MatrixHeatmap& heatmap = w.heatmap(StageId::scores);
    const Index last = count - 1;
    for (const StoredCell cell : {StoredCell{0, 0}, StoredCell{last, last}, StoredCell{last / 2, 0}}) {
        heatmap.setCursorCell(cell);
        const auto [top, bottom] = heatmap.shownRows();
        const auto [left, right] = heatmap.shownColumns();
        const QRectF cells = QRectF(heatmap.axisRect()->rect()).adjusted(-1, -2, 1, 1);
        for (const StoredCell corner : {StoredCell{top, left}, StoredCell{bottom, right}, cell})
            QVERIFY2(cells.contains(heatmap.cellRect(corner)), qPrintable(heatmap.shownPart()));
        QStringList part;
        if (bottom - top < last)
            part += QStringLiteral("rows %1–%2 of %3").arg(top + 1).arg(bottom + 1).arg(count);
        if (right - left < last)
            part += QStringLiteral("columns %1–%2 of %3").arg(left + 1).arg(right + 1).arg(count);
        QCOMPARE(heatmap.shownPart(), part.join(", "));
    }
}

/// All that is not folded has numbers, in sight without scrolling; what is left out of a matrix is counted.
/// Of twelve words nothing is, of six on a narrow screen.
void TestPresentSize::explore() {
    QFETCH(QSize, size);
    QFETCH(int, count);
    LabWindow& w = presented(count, size, "pageExplore");
    int open = 0;
    for (const StageId id : boardStages(w.document().experiment())) {
        const MatrixHeatmap& heatmap = w.heatmap(id);
        if (w.board().card(id)->isThumbnail())
            continue;
        ++open;
        QVERIFY2(!isColourOnly(heatmap.metrics().density), info(id).name.data());
        QVERIFY2(isReadable(heatmap), info(id).name.data());
        QVERIFY2(heatmap.shownPart().isEmpty() || heatmap.axisLine().contains(heatmap.shownPart()),
                 qPrintable(heatmap.axisLine()));
        if (count <= (isWide(size) ? 12 : 6))
            QTRY_VERIFY2(heatmap.shownPart().isEmpty(), qPrintable(heatmap.shownPart()));
    }
    // Where there is no room for both, the weights are shown as a whole, and the output is folded.
    QVERIFY(open >= 2 || (open == 1 && w.heatmap(StageId::weights).shownPart().isEmpty()));
    QCOMPARE(w.board().verticalScrollBar()->maximum(), 0);
    QCOMPARE(w.board().horizontalScrollBar()->maximum(), 0);
}

void TestPresentSize::largeNumbers_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("count");
    for (const QSize size : {QSize(1280, 720), QSize(1920, 1080)}) {
        for (const int count : {3, 6})
            QTest::addRow("%d words, %dx%d", count, size.width(), size.height()) << size << count;
    }
}

/// Where a third decimal would make them smaller, there is none.
void TestPresentSize::largeNumbers() {
    QFETCH(QSize, size);
    QFETCH(int, count);
    LabWindow& w = presented(count, size, "pageExplore");
    for (const StageId id : {StageId::weights, StageId::output}) {
        const HeatmapMetrics& metrics = w.heatmap(id).metrics();
        QCOMPARE(metrics.density, Density::two_decimals);
        QVERIFY2(isLarge(metrics.numberFont), info(id).name.data());
    }
}

void TestPresentSize::cardEnlarged_data() {
    addSizes();
}

/// Larger letters enlarge the numbers of a card alone, of which a part is then shown, and never make them
/// smaller.
void TestPresentSize::cardEnlarged() {
    QFETCH(QSize, size);
    QFETCH(int, count);
    LabWindow& w = presented(count, size, "pageExplore");
    w.board().showAlone(StageId::weights);
    w.selection().inspect(CellRef{StageId::weights, 0, count - 1, count - 1});
    const MatrixHeatmap& heatmap = w.heatmap(StageId::weights);
    const auto letters = [&] { return heatmap.metrics().numberFont.pixelSize(); };
    const int usual = letters();
    for (int before = usual, scale = theme().scale();; before = letters(), scale = theme().scale()) {
        w.press_key(Qt::Key_Plus, Qt::ControlModifier);
        QCoreApplication::processEvents();
        if (theme().scale() == scale)
            break;
        QVERIFY2(letters() > before, qPrintable(QString::number(letters())));
        QCOMPARE(heatmap.shownRows().last, count - 1);
        QCOMPARE(heatmap.shownColumns().last, count - 1);
    }
    QVERIFY(letters() >= 1.4 * usual);
    w.press_key(Qt::Key_0, Qt::ControlModifier);
    QCoreApplication::processEvents();
    QCOMPARE(letters(), usual);
}

/// Of large matrices the same rows are shown, wherever the inspected cell takes them.
void TestPresentSize::sameRows() {
    LabWindow& w = openWindow({1440, 900});
    w.document().replace(presentedWords(24), {});
    present();
    setScreen({1280, 720});
    const MatrixHeatmap& weights = w.heatmap(StageId::weights);
    const MatrixHeatmap& output = w.heatmap(StageId::output);
    const auto areSame = [&] {
        return weights.shownRows().first == output.shownRows().first &&
               weights.shownRows().last == output.shownRows().last;
    };
    QTRY_VERIFY(areSame());
    QCOMPARE(weights.shownRows().first, 0);
    QVERIFY(!weights.shownPart().isEmpty());
    QWidget& over = w.heatmap(StageId::weights);
    turn_wheel(over, over.rect().center(), {0, -240});
    QCOMPARE(weights.shownRows().first, 2);
    QVERIFY(areSame());
    w.selection().inspect(CellRef{StageId::weights, 0, 23, 20});
    QCOMPARE(weights.shownRows().last, 23);
    QCOMPARE(output.shownRows().last, 23);
    QVERIFY(weights.shownColumns().last >= 20);
}

void TestPresentSize::longWords_data() {
    QTest::addColumn<QSize>("size");
    for (const QSize size : {QSize(1024, 700), QSize(1600, 1000), QSize(1920, 1080)})
        QTest::addRow("%dx%d", size.width(), size.height()) << size;
}

/// Names of columns that are longer than the numbers are turned rather than cutting columns off.
void TestPresentSize::longWords() {
    QFETCH(QSize, size);
    LabWindow& w = openWindow({1440, 900});
    Experiment e = presentedWords(12);
    e = with_text(
        e, "Yesterday the old professor explained self-attention to twelve very tired students carefully",
        Side::sentence);
    QCOMPARE(e.sequence.tokens.size(), std::size_t{12});
    w.document().replace(e, {});
    present();
    setScreen(size);
    const MatrixHeatmap& weights = w.heatmap(StageId::weights);
    QTRY_VERIFY2(weights.shownPart().isEmpty(), qPrintable(weights.shownPart()));
    QVERIFY(isReadable(weights) && weights.cutLabels().empty());
    w.board().showAlone(StageId::weights);
    QTRY_VERIFY2(weights.shownPart().isEmpty(), qPrintable(weights.shownPart()));
    QVERIFY(isReadable(weights) && weights.cutLabels().empty());
}

/// In each scene of the film, all of its matrices are in sight, and their names are whole.
void TestPresentSize::longWordsInPlay() {
    QFETCH(QSize, size);
    LabWindow& w = openWindow({1440, 900});
    w.document().replace(longTwelve(), {});
    w.press_key(Qt::Key_2, Qt::ControlModifier);
    present();
    setScreen(size);
    auto& play = w.pages().get<PlayPage>();
    const auto& tokens = w.document().experiment().sequence.tokens;
    QCOMPARE(tokens.size(), std::size_t{12});
    const Film& film = *play.player().film();
    for (const Scene& scene : film.scenes()) {
        const char* name = info(scene.stage).name.data();
        play.player().goTo(film.begin(scene) + 1);
        const SceneView& view = play.scene();
        const SceneGeometry& geometry = view.geometryOfScene();
        QVERIFY2(geometry.showsAll(view.content()), name);
        for (const ScenePanel& panel : view.content().panels) {
            const HeatmapMapping mapping = panel.mapping();
            const SceneGeometry::Window shown = geometry.window(panel);
            QCOMPARE(shown.rows, mapping.shownRows());
            QCOMPARE(shown.columns, mapping.shownColumns());
            QVERIFY(geometry.room().contains(geometry.area(panel)));
        }
        QVERIFY2(isLeast(geometry.numberFont()), name);
        QVERIFY2(geometry.labelFont().pixelSize() >=
                     static_cast<int>(leastOnSlide * theme().font(TextRole::small).pixelSize()),
                 name);
        PaintedScene painted(view.size());
        QPainter painter(&painted);
        drawScene(painter, view.content(), geometry, theme(), view.look());
        painter.end();
        const auto isPainted = [&](const QString& text) {
            return std::ranges::any_of(painted.texts(),
                                       [&](const PaintedText& each) { return each.text.contains(text); });
        };
        QVERIFY2(std::ranges::none_of(painted.texts(),
                                      [](const PaintedText& each) { return each.text.contains(u'…'); }),
                 name);
        for (const std::string& token : tokens)
            QVERIFY2(isPainted(QString::fromStdString(token)), name);
    }
}

void TestPresentSize::explainedAlone_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("count");
    for (const QSize size : {QSize(1024, 700), QSize(1280, 720), QSize(1600, 1000)}) {
        for (const int count : {6, 8, 12})
            QTest::addRow("%d words, %dx%d", count, size.width(), size.height()) << size << count;
    }
}

/// The line that explains takes room from a card alone, but no row, and no number that can be read.
void TestPresentSize::explainedAlone() {
    QFETCH(QSize, size);
    QFETCH(int, count);
    LabWindow& w = presented(count, size, "pageExplore");
    if (count == 12)
        w.document().replace(longTwelve(), {});
    for (const StageId id : {StageId::queries, StageId::scores, StageId::masked_scores, StageId::weights,
                             StageId::head_outputs}) {
        w.board().showAlone(id);
        const MatrixHeatmap& heatmap = w.heatmap(id);
        const auto isWhole = [&] {
            const QRect card = w.board().card(id)->geometry();
            return heatmap.shownPart().isEmpty() && w.board().verticalScrollBar()->maximum() == 0 &&
                   w.board().viewport()->rect().contains(card);
        };
        QTRY_VERIFY2(isWhole(), info(id).name.data());
        w.press_key(Qt::Key_E);
        QVERIFY(w.presentation().slide()->explanation().isVisible());
        QCoreApplication::processEvents();
        QVERIFY2(isWhole(), info(id).name.data());
        QVERIFY2(isReadable(heatmap), info(id).name.data());
        w.selection().inspect(CellRef{id, 0, count - 1, 1});
        QCoreApplication::processEvents();
        QVERIFY2(isWhole(), info(id).name.data());
        w.selection().clearInspected();
        w.press_key(Qt::Key_E);
        w.board().showAll();
    }
}

LAB_WINDOW_TEST(TestPresentSize)
#include "tst_present_size.moc"
