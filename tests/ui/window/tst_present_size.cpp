// SPDX-License-Identifier: GPL-3.0-or-later
//
// Presenting: how large the numbers are.
#include "tests/support/present_test.h"
#include "tests/support/test_program.h"
#include "tests/support/turned_wheel.h"
#include "ui/pages/heads/heads_page.h"
#include "ui/pages/play/film_player.h"
#include "ui/pages/play/play_page.h"
#include "ui/pages/play/scene_view.h"
#include "ui/plots/film/scene_content.h"
#include "ui/plots/shared/board_layout.h"
#include "ui/window/page_stack.h"

#include <QScrollBar>

#include <algorithm>

using namespace lab;
using namespace lab::test;

class TestPresentSize : public PresentTest {
    Q_OBJECT

private slots:
    void fontHeight_data();
    void fontHeight();
    void wholeCells_data() { fontHeight_data(); }
    void wholeCells();
    void explore_data();
    void explore();
    void sameRows();
    void headsInAnotherResolution();
};

void TestPresentSize::fontHeight_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("count");
    for (const QSize size : {QSize(800, 600), QSize(1024, 768), QSize(1280, 720), QSize(1920, 1080)}) {
        for (const int count : {1, 3, 6, 8, 12, 24})
            QTest::addRow("%d words, %dx%d", count, size.width(), size.height()) << size << count;
    }
}

/// Numbers are at least 1/40 of the height, in Play and on a card alone. Of up to eight words, all of them
/// are in sight; of seven and eight, not where two matrices of as many rows stand above each other, nor, on
/// a narrow screen, beside each other; of more, what is not is counted.
void TestPresentSize::fontHeight() {
    QFETCH(QSize, size);
    QFETCH(int, count);
    LabWindow& w = openWindow({1440, 900});
    w.document().replace(presentedWords(count), {});
    present();
    setScreen(size);
    const bool isWide = 9 * size.width() >= 16 * size.height();
    const auto isLarge = [&](const QFont& font) { return 40 * font.pixelSize() >= size.height(); };
    for (const StageId id : {StageId::queries, StageId::scores, StageId::weights, StageId::head_outputs}) {
        w.board().showAlone(id);
        const MatrixHeatmap& heatmap = w.heatmap(id);
        QVERIFY(!isColourOnly(heatmap.metrics().density));
        QVERIFY2(isLarge(heatmap.metrics().numberFont), info(id).name.data());
        const auto seen = static_cast<Index>(heatmap.shownRows().last - heatmap.shownRows().first + 1);
        if (count <= 8)
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
        QVERIFY2(isLarge(geometry.numberFont()), info(scene.stage).name.data());
        const auto& panels = play.scene().content().panels;
        const bool isStacked = std::ranges::any_of(panels, [count](const ScenePanel& panel) {
            return panel.slot == SceneSlot::above && panel.mapping().shownRows() >= count;
        });
        for (const ScenePanel& panel : panels) {
            const bool isCut = geometry.rows(panel).isCut() || geometry.columns(panel).isCut();
            QVERIFY2(!isCut || count > (isWide && !isStacked ? 8 : 6), info(scene.stage).name.data());
        }
    }
}

/// A card alone shows whole rows and columns, those that it names, wherever it has been moved to.
void TestPresentSize::wholeCells() {
    QFETCH(QSize, size);
    QFETCH(int, count);
    LabWindow& w = openWindow({1440, 900});
    w.document().replace(presentedWords(count), {});
    present();
    setScreen(size);
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

void TestPresentSize::explore_data() {
    fontHeight_data();
}

/// All that is not folded has numbers, in sight without scrolling; what is left out of a matrix is counted.
/// Of six words nothing is, but on a narrow screen.
void TestPresentSize::explore() {
    QFETCH(QSize, size);
    QFETCH(int, count);
    LabWindow& w = openWindow({1440, 900});
    w.document().replace(presentedWords(count), {});
    present();
    setScreen(size);
    const bool isWide = 9 * size.width() >= 16 * size.height();
    int open = 0;
    for (const StageId id : boardStages(w.document().experiment())) {
        const MatrixHeatmap& heatmap = w.heatmap(id);
        if (w.board().card(id)->isThumbnail())
            continue;
        ++open;
        QVERIFY2(!isColourOnly(heatmap.metrics().density), info(id).name.data());
        QVERIFY2(40 * heatmap.metrics().numberFont.pixelSize() >= size.height(), info(id).name.data());
        QVERIFY2(heatmap.shownPart().isEmpty() || heatmap.axisLine().contains(heatmap.shownPart()),
                 qPrintable(heatmap.axisLine()));
        if (count <= (isWide ? 6 : 3))
            QTRY_VERIFY2(heatmap.shownPart().isEmpty(), qPrintable(heatmap.shownPart()));
    }
    QVERIFY(open >= 2);
    QCOMPARE(w.board().verticalScrollBar()->maximum(), 0);
    QCOMPARE(w.board().horizontalScrollBar()->maximum(), 0);
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

/// They are as large as if the page had been opened in it.
void TestPresentSize::headsInAnotherResolution() {
    LabWindow& w = openWindow({1440, 900});
    w.document().openExample("two-heads");
    w.press_key(Qt::Key_4, Qt::ControlModifier);
    auto& page = w.pages().get<HeadsPage>();
    present();
    QTRY_VERIFY(page.output().isVisible());
    for (const QSize size : {QSize(800, 600), QSize(1920, 1080), QSize(1280, 800), QSize(800, 600)}) {
        setScreen(size);
        const auto sizes = [&] {
            QCoreApplication::processEvents();
            return QList<QSize>{page.card(0).size(), page.overHeads().size(), page.share().size(),
                                page.output().size()};
        };
        const QList<QSize> before = sizes();
        w.press_key(Qt::Key_1, Qt::ControlModifier);
        w.press_key(Qt::Key_4, Qt::ControlModifier);
        QCOMPARE(before, sizes());
    }
}

LAB_WINDOW_TEST(TestPresentSize)
#include "tst_present_size.moc"
