// SPDX-License-Identifier: GPL-3.0-or-later
//
// Matrices above each other or side by side: what shows more of them.
#include "tests/support/present_test.h"
#include "tests/support/test_program.h"
#include "ui/pages/play/film_player.h"
#include "ui/pages/play/play_page.h"
#include "ui/pages/play/scene_view.h"
#include "ui/window/page_stack.h"

#include <algorithm>

using namespace lab;
using namespace lab::test;

class TestSceneArrangement : public PresentTest {
    Q_OBJECT

private slots:
    void showsMore_data();
    void showsMore();
    void sameRows();
    void keepsTheFormulasOrder();

private:
    PlayPage& play(const Experiment& experiment, QSize size, bool presents) {
        openWindow(presents ? QSize(1440, 900) : size).document().replace(experiment, {});
        theme().setMode(ColourMode::light);
        window().press_key(Qt::Key_2, Qt::ControlModifier);
        if (presents) {
            present();
            setScreen(size);
        }
        QCoreApplication::processEvents();
        return window().pages().get<PlayPage>();
    }
};

void TestSceneArrangement::showsMore_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("count");
    QTest::addColumn<bool>("presents");
    QTest::addColumn<bool>("columns");
    for (const QSize size : {QSize(800, 600), QSize(1024, 768), QSize(1280, 720), QSize(1920, 1080)}) {
        for (const int count : {3, 6, 12, 24}) {
            for (const bool presents : {false, true}) {
                for (const bool columns : {false, true})
                    QTest::addRow("%d words, %d wide, %s%s", count, size.width(),
                                  presents ? "presenting" : "window", columns ? ", columns" : "")
                        << size << count << presents << columns;
            }
        }
    }
}

/// The page has the arrangement with more cells; beside each other, numbers are no smaller, and no matrix
/// leaves the room.
void TestSceneArrangement::showsMore() {
    QFETCH(QSize, size);
    QFETCH(int, count);
    QFETCH(bool, presents);
    QFETCH(bool, columns);
    Experiment experiment = presentedWords(count);
    experiment.notation = columns ? Notation::columns : Notation::rows;
    PlayPage& page = play(experiment, size, presents);
    page.player().setGrain(FilmGrain::cell);
    for (const Scene& scene : page.player().film()->scenes()) {
        page.player().goTo(page.player().film()->begin(scene) + 1);
        const SceneContent& content = page.scene().content();
        const SceneGeometry& shown = page.scene().geometryOfScene();
        if (shown.isTurned()) { // smaller, so that all of them are in sight
            QVERIFY(shown.showsAll(content));
            continue;
        }
        SceneSight sight;
        sight.isFar = presents;
        sight.leastFont = presents ? 1 : SceneSight::usualLeastFont;
        const auto arranged = [&](SceneArrangement arrangement) {
            sight.arrangement = arrangement;
            return SceneGeometry(content, theme(), shown.room(), sight);
        };
        const SceneGeometry aligned = arranged(SceneArrangement::aligned);
        const SceneGeometry beside = arranged(SceneArrangement::beside);
        QVERIFY(aligned.saysNumbers() && shown.saysNumbers() && !aligned.isBeside());
        const char* name = info(scene.stage).name.data();
        QVERIFY2(shown.numberFont().pixelSize() >= aligned.numberFont().pixelSize(), name);
        if (!beside.isBeside()) { // nothing lies above
            QCOMPARE(shown.shownCells(content), aligned.shownCells(content));
            continue;
        }
        const bool fits = std::ranges::all_of(content.panels, [&](const ScenePanel& panel) {
            return shown.room().contains(beside.area(panel));
        });
        const auto barOf = [&](const SceneGeometry& each) { // their width, as far as their numbers need it
            return each.bandRoom() == 0
                       ? 0
                       : std::min<double>(each.bands().width() / double(each.bandRoom()), theme().px(60));
        };
        const bool hasBars = beside.bandRoom() >= aligned.bandRoom() && barOf(beside) >= barOf(aligned);
        const Index most =
            std::max(aligned.shownCells(content), fits && hasBars ? beside.shownCells(content) : 0);
        QVERIFY2(shown.shownCells(content) == most, name);
    }
}

/// Of twelve words, a screen of 1280 by 720 shows all, in the table of embeddings as in the inputs, and all
/// keys: the same ones of weights and values.
void TestSceneArrangement::sameRows() {
    for (const bool presents : {false, true}) {
        PlayPage& page = play(presentedWords(12), {1280, 720}, presents);
        page.player().setGrain(FilmGrain::cell);
        for (const StageId stage : {StageId::inputs, StageId::head_outputs}) {
            page.player().goTo(page.player().film()->begin({stage, 0, ScenePart::whole}) + 1);
            const SceneGeometry& geometry = page.scene().geometryOfScene();
            QVERIFY2(geometry.isBeside(), info(stage).name.data());
            std::vector<Index> keys;
            for (const ScenePanel& panel : page.scene().content().panels) {
                const bool areKeys = stage == StageId::head_outputs && panel.slot != SceneSlot::result;
                const SceneGeometry::Window window = geometry.window(panel);
                if (!areKeys || panel.slot == SceneSlot::left)
                    QCOMPARE(window.rows, Index{12});
                if (areKeys)
                    keys.push_back(panel.slot == SceneSlot::left ? window.columns : window.rows);
            }
            if (!keys.empty())
                QVERIFY(keys.size() == 2 && keys[0] == keys[1] && keys[0] == 12);
        }
        PlayPage& more = play(presentedWords(24), {1280, 720}, presents);
        for (const Index token : {Index{0}, Index{11}, Index{23}}) {
            more.player().goTo(more.player().film()->place_of(
                {{StageId::inputs, 0, ScenePart::whole}, {token, 1}, {0, 1}, 0, RowPhase::none, true}));
            const SceneContent& content = more.scene().content();
            const SceneGeometry& geometry = more.scene().geometryOfScene();
            const SceneGeometry::Window tokens = geometry.window(content.panels.front());
            QVERIFY(geometry.isBeside() && geometry.isCut(content.panels.front()) != geometry.isTurned());
            for (const ScenePanel& panel : content.panels) {
                QCOMPARE(geometry.window(panel).y, tokens.y);
                QCOMPARE(geometry.window(panel).rows, tokens.rows);
            }
            QVERIFY(tokens.y <= token && token < tokens.y + tokens.rows);
        }
    }
}

/// Side by side, the operands come in the order of the formula, and the result last.
void TestSceneArrangement::keepsTheFormulasOrder() {
    for (const bool columns : {false, true}) {
        Experiment experiment = presentedWords(12);
        experiment.notation = columns ? Notation::columns : Notation::rows;
        PlayPage& page = play(experiment, {1280, 720}, false);
        for (const Scene& scene : page.player().film()->scenes()) {
            page.player().goTo(page.player().film()->begin(scene) + 1);
            const SceneContent& content = page.scene().content();
            const SceneGeometry geometry(content, theme(), page.scene().geometryOfScene().room(),
                                         {.arrangement = SceneArrangement::beside});
            const auto at = [&](SceneSlot slot) {
                const auto panel = std::ranges::find(content.panels, slot, &ScenePanel::slot);
                return panel == content.panels.end() ? QRectF() : geometry.area(*panel);
            };
            const QRectF result = at(SceneSlot::result);
            QRectF one = at(SceneSlot::left), other = at(SceneSlot::above);
            if (columns)
                std::swap(one, other);
            for (const QRectF& operand : {one, other}) {
                if (operand.isEmpty() || !geometry.isBeside())
                    continue;
                QVERIFY2(operand.right() < result.left(), info(scene.stage).name.data());
                QCOMPARE(operand.top(), result.top());
            }
            QVERIFY(one.isEmpty() || other.isEmpty() || !geometry.isBeside() || one.right() < other.left());
        }
    }
}

LAB_WINDOW_TEST(TestSceneArrangement)
#include "tst_scene_arrangement.moc"
