// SPDX-License-Identifier: GPL-3.0-or-later
//
// Presenting: how large the numbers are.
#include "core/stages/01_tokens.h"
#include "tests/support/present_test.h"
#include "tests/support/test_program.h"
#include "ui/pages/play/film_player.h"
#include "ui/pages/play/play_page.h"
#include "ui/pages/play/scene_view.h"
#include "ui/plots/film/scene_content.h"
#include "ui/plots/shared/board_layout.h"
#include "ui/window/page_stack.h"

#include <QScrollBar>

#include <algorithm>
#include <random>

using namespace lab;
using namespace lab::test;

namespace {

/// Words of four features, with numbers of both signs below 10.
Experiment words(Index count) {
    const QStringList all = QStringLiteral("Your journey starts with one step and ends here today in a "
                                           "quiet place near the long river where old boats rest now so")
                                .split(' ');
    std::mt19937_64 engine(7);
    std::normal_distribution<double> normal;
    const auto drawn = [&](Index rows, Index columns) {
        return share(Matrix(rows, columns).unaryExpr([&](double) { return normal(engine); }));
    };
    Experiment e;
    e.sequence = make_sequence(all.mid(0, static_cast<int>(count)).join(' ').toStdString());
    e.embedding.dimension = 4;
    EmbeddingTable table;
    for (const QString& word : all)
        table.set(word.toStdString(), {std::make_shared<const RowVector>(drawn(1, 4)->row(0)), false});
    e.embedding.table = std::make_shared<const EmbeddingTable>(std::move(table));
    e.projection.kind = ProjectionKind::linear;
    e.projection.W_Q = drawn(4, 4);
    e.projection.W_K = drawn(4, 4);
    e.projection.W_V = drawn(4, 4);
    return e;
}

} // namespace

class TestPresentSize : public PresentTest {
    Q_OBJECT

private slots:
    void fontHeight_data();
    void fontHeight();
    void explore_data();
    void explore();
    void sameRows();
};

void TestPresentSize::fontHeight_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("count");
    for (const QSize size : {QSize(800, 600), QSize(1024, 768), QSize(1280, 720), QSize(1920, 1080)}) {
        for (const int count : {3, 6, 8, 12, 24})
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
    w.document().replace(words(count), {});
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

void TestPresentSize::explore_data() {
    fontHeight_data();
}

/// All that is not folded has numbers, in sight without scrolling; what is left out of a matrix is counted.
/// Of six words nothing is, but on a narrow screen.
void TestPresentSize::explore() {
    QFETCH(QSize, size);
    QFETCH(int, count);
    LabWindow& w = openWindow({1440, 900});
    w.document().replace(words(count), {});
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
    w.document().replace(words(24), {});
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
    w.selection().inspect(CellRef{StageId::weights, 0, 23, 20});
    QCOMPARE(weights.shownRows().last, 23);
    QCOMPARE(output.shownRows().last, 23);
    QVERIFY(weights.shownColumns().last >= 20);
}

LAB_WINDOW_TEST(TestPresentSize)
#include "tst_present_size.moc"
