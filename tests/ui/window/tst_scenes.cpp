// SPDX-License-Identifier: GPL-3.0-or-later
//
// Scenes in the window: kept, gone to by keys, named and said.
#include "core/base/covered.h"
#include "core/io/experiment_json.h"
#include "tests/ui/window/scenes_by_hand.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/examples.h"
#include "ui/document/film_view.h"
#include "ui/document/lesson/asked_step.h"
#include "ui/pages/links/links_page.h"
#include "ui/pages/play/caption_view.h"
#include "ui/pages/play/film_player.h"
#include "ui/pages/play/film_strip.h"
#include "ui/pages/play/play_page.h"
#include "ui/pages/play/scene_button.h"
#include "ui/pages/play/scene_view.h"
#include "ui/panels/lesson/lesson_panel.h"
#include "ui/panels/lesson/question_card.h"
#include "ui/selection/selection.h"
#include "ui/window/lesson_guide.h"
#include "ui/window/menu/actions.h"
#include "ui/window/strips/covered_strip.h"

#include <nlohmann/json.hpp>

#include <algorithm>

using namespace lab;
using namespace lab::test;

class TestScenes : public ScenesTest {
    Q_OBJECT

private slots:
    void keptAndGoneTo();
    void beginOfAStage();
    void whileTyping();
    void covered();
    void opened();
    void exercises();
    void undone();
    void nothingThere();
    void wrongEntries();
    void examples_data();
    void examples();
    void title();
    void cardAlone();
    void editsMeanwhile();
};

void TestScenes::keptAndGoneTo() {
    LabWindow& w = plain();
    document().openExample("two-heads");
    w.press_key(Qt::Key_2, Qt::ControlModifier);
    for (int i = 0; i < 3; ++i)
        w.press_key(Qt::Key_Right);
    const FilmView film = filmView(document().experiment());
    QCOMPARE(film.place, FilmPlace(3));
    w.selection().setHead(1);
    const FilmPlace place = filmView(document().experiment()).place;
    keep();
    QVERIFY2(said().contains("“Inputs” kept"), qPrintable(said()));
    w.pages().open<LinksPage>();
    w.selection().setHead(0);
    w.selection().toggleInspectedToken({2});
    keep();
    w.press_key(Qt::Key_1, Qt::ControlModifier);
    w.click(StageId::weights, {1, 0});
    keep();
    previous();
    QCOMPARE(page(), QString("pageLinks"));
    QVERIFY(w.selection().inspectedToken() == InspectedToken{2} && !w.selection().inspected());
    QVERIFY2(said().contains("Scene 2 of 3: Links"), qPrintable(said()));
    previous();
    QCOMPARE(page(), QString("pagePlay"));
    QCOMPARE(w.selection().head(), HeadIndex(1));
    QCOMPARE(filmView(document().experiment()).place, place);
    QVERIFY(!w.selection().isInspecting());
    next();
    next();
    QCOMPARE(page(), QString("pageExplore"));
    QVERIFY(w.selection().inspected() == (CellRef{StageId::weights, 0, 1, 0}));
    next();
    QVERIFY2(said().contains("This is the last scene"), qPrintable(said()));
    QCOMPARE(page(), QString("pageExplore"));
}

/// A stage that the film has not begun yet is no step of the one before, in a file neither.
void TestScenes::beginOfAStage() {
    LabWindow& w = plain();
    w.press_key(Qt::Key_2, Qt::ControlModifier);
    const auto& play = w.pages().get<PlayPage>();
    const FilmPlayer& player = play.player();
    const auto isAtValues = [&] {
        return page() == QLatin1String("pagePlay") && player.isBeforeScene() &&
               play.scene().content().scene.stage == StageId::values &&
               play.captionView().text().startsWith(QLatin1String("Next: Values")) &&
               w.view().title() == QLatin1String("Values");
    };
    const auto& buttons = play.strip().buttons();
    QTest::mouseClick(
        *std::ranges::find_if(buttons, [](auto* each) { return each->scene().stage == StageId::values; }),
        Qt::LeftButton);
    keep();
    QVERIFY(isAtValues());
    const FilmPlace place = player.place();
    w.press_key(Qt::Key_Left); // the last step of Keys, at the same place
    QCOMPARE(player.place(), place);
    QVERIFY(!isAtValues());
    keep();
    previous();
    QVERIFY(isAtValues());
    next();
    QVERIFY(!player.isBeforeScene());
    QCOMPARE(player.place(), place);
    document().replace(read_experiment(write_experiment(document().experiment())).value(), {});
    w.press_key(Qt::Key_F5);
    QVERIFY(isAtValues());
    w.press_key(Qt::Key_Right);
    QCOMPARE(player.place(), place + 1);
    QVERIFY(!player.isBeforeScene());
    w.press_key(Qt::Key_F5);
}

void TestScenes::whileTyping() {
    keepThree();
    window().press_key(Qt::Key_1, Qt::ControlModifier);
    QLineEdit& line = window().sentence().line();
    line.setFocus();
    QTest::keyClick(&line, Qt::Key_End);
    QTest::keyClicks(&line, " now");
    QCOMPARE(document().experiment().sequence.text, std::string("sky is blue now"));
    previous();
    QCOMPARE(page(), QString("pagePlay"));
    QVERIFY(line.hasFocus());
    QCOMPARE(line.text(), QString("sky is blue"));
    document().undo();
    QCOMPARE(line.text(), QString("sky is blue now"));
}

void TestScenes::covered() {
    LabWindow& w = plain();
    const auto isCovered = [&](Index row, Index column) {
        return is_covered((*w.heatmap(StageId::weights).content().matrix)(row, column));
    };
    ask(document(), StageId::weights, 0, {1, 0, 1, 3});
    keep();
    document().uncover();
    keep();
    QWidget* focused = w.board().card(StageId::scores);
    w.heatmap(StageId::scores).setFocus();
    focused = w.focusWidget();
    previous();
    QVERIFY(isCovered(1, 0) && isCovered(1, 2) && !isCovered(0, 0));
    QCOMPARE(w.focusWidget(), focused);
    document().openCell({StageId::weights, 0, 1, 0});
    QVERIFY(!isCovered(1, 0));
    next();
    QVERIFY(!isCovered(1, 1) && document().cover().isEmpty());
    previous();
    QVERIFY(isCovered(1, 0) && isCovered(1, 2));
}

/// Keeping a scene covers nothing again, and the scene covers what was covered then.
void TestScenes::opened() {
    LabWindow& w = plain();
    document().coverCells({StageId::weights, 0, {1, 0, 1, 3}});
    document().openCell({StageId::weights, 0, 1, 1});
    const auto asBefore = [&] {
        const auto isCovered = [&](Index column) {
            return document().cover().covers({StageId::weights, 0, 1, column});
        };
        return isCovered(0) && !isCovered(1) && isCovered(2);
    };
    keep();
    QVERIFY(asBefore());
    w.press_key(Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(asBefore());
    keep();
    document().uncover();
    keep();
    previous();
    QVERIFY(asBefore());
}

/// A scene asks for what it covers only in an exercise that is on.
void TestScenes::exercises() {
    LabWindow& w = plain();
    document().openExample("two-heads"); // has no scenes
    w.selection().clearInspected();
    document().coverCells({StageId::weights, 0, {1, 0, 1, 3}});
    keep();
    document().cover({{StageId::head_outputs, 0, {0, 0, 1, 2}}});
    keep();
    document().uncover();
    keep();
    const auto says = [&](const QString& what) {
        const bool asks = what.contains("left");
        const auto& strip = *w.findChild<CoveredStrip*>();
        const LessonPanel* panel = w.lessonGuide().panel();
        const bool isAsked = panel && panel->isVisible() && panel->cards().front()->field()->isVisible();
        const QString said = isAsked ? panel->cards().front()->todo() : strip.text();
        QVERIFY2(said.contains(what), qPrintable(said));
        QVERIFY(isAsked == asks && strip.isVisible() != asks && w.selection().asked().has_value() == asks);
    };
    previous();
    says("2 numbers are covered.");
    w.press_key(Qt::Key_Escape);
    says("2 numbers are covered.");
    ask(document(), StageId::scores, 0, {0, 0, 2, 2});
    says("4 of 4 left");
    previous();
    says("3 of 3 left");
    next();
    says("2 of 2 left");
    next(); // which covers nothing: the exercise ends
    QVERIFY(!w.findChild<CoveredStrip*>()->isVisible() && w.lessonGuide().panel()->isHidden());
    previous();
    says("2 numbers are covered.");
}

void TestScenes::undone() {
    LabWindow& w = plain();
    keep();
    setCausal(document(), true);
    w.press_key(Qt::Key_2, Qt::ControlModifier);
    keep();
    w.pages().open<LinksPage>();
    previous();
    QCOMPARE(page(), QString("pageExplore"));
    QVERIFY(!document().experiment().mask.causal);
    w.press_key(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(page(), QString("pageLinks"));
    QVERIFY(document().experiment().mask.causal);
    QVERIFY(w.view().scenes().current() == std::optional<std::size_t>(1));
}

void TestScenes::nothingThere() {
    plain();
    next();
    QVERIFY2(said().contains("There is no scene yet"), qPrintable(said()));
    previous();
    QVERIFY2(said().contains("There is no scene yet"), qPrintable(said()));
    window().press_key(Qt::Key_T, Qt::ControlModifier); // no scene
    next();
    QVERIFY2(said().contains("There is no scene yet"), qPrintable(said()));
}

void TestScenes::wrongEntries() {
    plain();
    Experiment e = document().experiment();
    Experiment state = e;
    state.view = std::make_shared<const nlohmann::ordered_json>(nlohmann::ordered_json::parse(
        R"({"page":"slides","head":7,"covered":[{"stage":"weights","row":0,"column":0}],"later":1})"));
    e.snapshots.push_back({"odd", std::make_shared<const Experiment>(state), nullptr});
    document().replace(e, {});
    next();
    QCOMPARE(page(), QString("pageExplore"));
    QVERIFY(document().cover().covers({StageId::weights, 0, 0, 0}));
    QVERIFY2(said().contains("Scene 1 of 1: odd · ") &&
                 said().contains("could not be shown, because it is not there: the head, the page"),
             qPrintable(said()));
    QCOMPARE(document().experiment().snapshots[0].experiment->view->at("later"), 1);
}

void TestScenes::examples_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QList<FilmStep>>("steps");
    QTest::addColumn<Index>("row");
    const auto cell = [](StageId stage, Index row, Index column) {
        return FilmStep{{stage}, {row, 1}, {column, 1}};
    };
    const auto all = [](StageId stage, Index row, Index rows, Index columns) {
        return FilmStep{{stage}, {row, rows}, {0, columns}};
    };
    QTest::newRow("sky") << "sky-is-blue"
                         << QList<FilmStep>{cell(StageId::queries, 0, 0), cell(StageId::keys, 0, 0),
                                            cell(StageId::scores, 2, 0), all(StageId::weights, 2, 1, 3),
                                            cell(StageId::head_outputs, 2, 0)}
                         << Index(2);
    QTest::newRow("journey") << "journey-trainable"
                             << QList<FilmStep>{cell(StageId::queries, 1, 0), all(StageId::keys, 0, 6, 2),
                                                cell(StageId::scores, 1, 0), all(StageId::weights, 1, 1, 6),
                                                all(StageId::head_outputs, 1, 1, 2)}
                             << Index(1);
}

void TestScenes::examples() {
    QFETCH(QString, name);
    QFETCH(QList<FilmStep>, steps);
    QFETCH(Index, row);
    LabWindow& w = openWindow({1400, 900});
    document().openExample(name);
    QCOMPARE(w.view().scenes().indices().size(), std::size_t(5));
    for (int i = 1; i <= 5; ++i) {
        next();
        QVERIFY2(said().contains(QStringLiteral("Scene %1 of 5").arg(i)), qPrintable(said()));
        QVERIFY2(!said().contains("could not be shown"), qPrintable(said()));
        QCOMPARE(document().cover().covers({StageId::weights, 0, row, 0}), i == 4);
        QCOMPARE(page(), QString("pagePlay"));
        const FilmPlayer& player = w.pages().get<PlayPage>().player();
        QVERIFY2(player.film()->step(player.place()) == steps[i - 1], qPrintable(said()));
        QCOMPARE(w.view().title(), w.view().scenes().name(static_cast<std::size_t>(i - 1)));
    }
    // Its numbers are not those of the third scene: what lies between is said.
    const Index dk = dimensions(document().experiment()).d_k;
    QVERIFY2(w.view().scenes().name(3).contains(QStringLiteral("scores ÷ √%1").arg(dk)),
             qPrintable(w.view().scenes().name(3)));
    QVERIFY(!document().isModified() && !document().undoStack().canUndo());
}

void TestScenes::title() {
    LabWindow& w = openWindow({1400, 900});
    document().openExample("sky-is-blue");
    const auto title = [&] { return w.view().title(); };
    QCOMPARE(title(), QString());
    next();
    const QString first = w.view().scenes().name(0);
    QCOMPARE(title(), first);
    FilmPlayer& player = w.pages().get<PlayPage>().player();
    player.step(1); // another query
    QCOMPARE(title(), first);
    player.step(10); // keys
    QCOMPARE(title(), QString());
    player.step(-10);
    QCOMPARE(title(), first);
    w.press_key(Qt::Key_1, Qt::ControlModifier);
    QCOMPARE(title(), QString());
    w.press_key(Qt::Key_2, Qt::ControlModifier);
    QCOMPARE(title(), first);
    QVERIFY(renameSnapshot(document(), 0, "Questions").isEmpty());
    QCOMPARE(title(), QString("Questions"));
    removeSnapshot(document(), 0);
    QCOMPARE(title(), QString());
    document().undo();
    QCOMPARE(title(), QString("Questions"));
}

void TestScenes::cardAlone() {
    LabWindow& w = plain();
    w.board().showAlone(StageId::scores);
    keep();
    const auto isShown = [&] { return w.view().title() == "Scores"; };
    QVERIFY(isShown());
    w.board().showAll();
    QVERIFY(!isShown());
    keep();
    previous();
    QVERIFY(w.board().alone() == StageId::scores && isShown());
    next();
    QVERIFY(!w.board().alone());
}

void TestScenes::editsMeanwhile() {
    LabWindow& w = plain();
    w.click(StageId::scores, {2, 0});
    keep();
    w.press_key(Qt::Key_Escape);
    keep();
    const QString undo = "Undo brings them back";
    QVERIFY(renameSnapshot(document(), 1, "Who fits?").isEmpty());
    previous();
    QVERIFY2(!said().contains(undo), qPrintable(said()));
    document().setText("sky is");
    next();
    QCOMPARE(said(), QString("Scene 2 of 2: Who fits? · Shown without your edits; Undo brings them back"));
    QCOMPARE(document().experiment().sequence.text, std::string("sky is blue"));
    previous();
    QVERIFY2(!said().contains(undo), qPrintable(said()));
    document().undo();
    QCOMPARE(document().experiment().sequence.text, std::string("sky is"));
    QVERIFY2(!said().contains(undo), qPrintable(said()));
    choose(0, "Take the numbers of now into every scene");
    for (const Snapshot& each : document().experiment().snapshots)
        QCOMPARE(each.experiment->sequence.text, std::string("sky is"));
    QVERIFY(w.view().scenes().current() == std::optional<std::size_t>(0));
    next();
    QVERIFY2(said().endsWith(": Who fits?"), qPrintable(said()));
    previous();
    QVERIFY2(said().endsWith("it is not there: what is inspected"), qPrintable(said()));
    document().undo();
    for (const Snapshot& each : document().experiment().snapshots)
        QCOMPARE(each.experiment->sequence.text, std::string("sky is blue"));
}

LAB_WINDOW_TEST(TestScenes)
#include "tst_scenes.moc"
