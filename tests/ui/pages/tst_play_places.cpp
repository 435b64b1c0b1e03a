// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where the page Play goes: by clicks on stages, while it plays, and with another document.
#include "core/engine/pipeline.h"
#include "tests/support/golden.h"
#include "tests/support/test_program.h"
#include "tests/ui/pages/play_by_hand.h"

#include "ui/document/fixed_stages.h"
#include "ui/plots/film/film_remark.h"

#include <QElapsedTimer>

using namespace lab;
using namespace lab::test;

class TestPlayPlaces : public PlayTest {
    Q_OBJECT

private slots:
    void trackFollowsTheQuery();
    void stageOfTheQuery();
    void namesOnTheTrack_data();
    void namesOnTheTrack();
    void knobStandsInItsStage_data();
    void knobStandsInItsStage();
    void beginOfAStage_data();
    void beginOfAStage();
    void beginIsKept();
    void goesOnPlaying();
    void beginsAtOnce_data();
    void beginsAtOnce();
    void saysWhatGoesTogether();
    void otherDocument_data();
    void otherDocument();
    void emptiedAndTypedAgain();
    void remarks_data();
    void remarks();

private:
    FilmTrack& track() { return page().controls().track(); }
    const FilmTrack::Tick& tick() { return track().ticks()[track().current()]; }
    /// A step of one query.
    FilmPlace placeOfQuery(StageId stage, TokenIndex query) {
        return film().place_of({{stage, 0, ScenePart::whole}, {query, 1}, {1, 1}});
    }
    SceneButton* buttonOf(StageId stage) {
        for (SceneButton* each : page().strip().buttons()) {
            if (each->scene().stage == stage)
                return each;
        }
        return nullptr;
    }
};

/// By query, the stage that is named is that of the present query.
void TestPlayPlaces::trackFollowsTheQuery() {
    openPlay("journey-trainable");
    player().setOrder(FilmOrder::by_query);
    for (const TokenIndex query : {0, 1, 3, 5}) {
        for (const StageId stage : {StageId::queries, StageId::scores, StageId::weights}) {
            player().goTo(placeOfQuery(stage, query));
            QCOMPARE(tick().place, film().begin({stage, 0, ScenePart::whole}, query));
            QVERIFY(tick().place < player().place() && player().place() < tick().place + 12);
        }
        // The others are named by their words, where they begin.
        for (TokenIndex other = 0; other < 6; ++other) {
            const auto& ticks = track().ticks();
            const auto found = std::ranges::find(ticks,
                                                 QStringList{"Your", "journey", "starts", "with", "one",
                                                             "step"}[static_cast<qsizetype>(other)],
                                                 &FilmTrack::Tick::name);
            QCOMPARE(found == ticks.end(), other == query);
            if (other != query)
                QCOMPARE(found->place, *film().begin_of_query(other));
        }
    }
}

/// A click on a stage stays with the query.
void TestPlayPlaces::stageOfTheQuery() {
    openWindow({1600, 1000});
    openPlay("journey-trainable");
    player().setOrder(FilmOrder::by_query);
    player().goTo(placeOfQuery(StageId::weights, 3));
    for (const StageId stage : {StageId::scores, StageId::head_outputs, StageId::queries, StageId::weights}) {
        QTest::mouseClick(buttonOf(stage), Qt::LeftButton);
        QCOMPARE(scene().content().scene.stage, stage);
        QCOMPARE(player().place(), film().begin({stage, 0, ScenePart::whole}, 3));
        QCOMPARE(film().query_at(player().shownStep()), TokenIndex(3));
        QCOMPARE(tick().place, player().place());
        press(Qt::Key_Right);
        QCOMPARE(scene().content().step->rows, (Rows{3, 1}));
    }
}

void TestPlayPlaces::namesOnTheTrack_data() {
    QTest::addColumn<bool>("byQuery");
    QTest::newRow("by stage") << false;
    QTest::newRow("by query") << true;
}

/// A click on a name goes to the beginning of its stage.
void TestPlayPlaces::namesOnTheTrack() {
    QFETCH(bool, byQuery);
    openPlay("journey-trainable");
    player().setOrder(byQuery ? FilmOrder::by_query : FilmOrder::by_stage);
    player().goTo(placeOfQuery(StageId::weights, 2));
    const std::size_t count = track().labels().size();
    QVERIFY(count > 4);
    for (std::size_t i = 0; i < track().labels().size(); ++i) {
        const FilmTrack::Label label = track().labels()[i];
        const FilmTrack::Tick wanted = track().ticks()[label.tick];
        QTest::mouseClick(&track(), Qt::LeftButton, {}, label.area.center().toPoint());
        QCOMPARE(player().place(), wanted.place);
        QCOMPARE(player().isBeforeScene(), wanted.place > 0);
        QCOMPARE(tick().place, wanted.place);
    }
}

void TestPlayPlaces::knobStandsInItsStage_data() {
    QTest::addColumn<int>("grain");
    QTest::addColumn<int>("order");
    for (const int grain : {0, 1, 2, 3}) {
        for (const int order : {0, 1})
            QTest::addRow("grain %d, order %d", grain, order) << grain << order;
    }
}

/// Between the tick of the stage that is shown and the next one, and a click there stays.
void TestPlayPlaces::knobStandsInItsStage() {
    QFETCH(int, grain);
    QFETCH(int, order);
    openPlay("journey-trainable");
    player().setOrder(static_cast<FilmOrder>(order));
    player().setGrain(static_cast<FilmGrain>(grain));
    const FilmPlace size = film().size(), stride = std::max<FilmPlace>(size / 23, 1);
    const auto share = [&](FilmPlace place) {
        return static_cast<double>(place) / static_cast<double>(size);
    };
    const double left = track().xOf(0), width = track().xOf(size) - left;
    for (FilmPlace place = 1; place <= size; place += stride) {
        player().goTo(place);
        const std::size_t own = track().current();
        QCOMPARE(track().ticks()[own].name, [&] {
            for (const SceneButton* each : page().strip().buttons()) {
                if (each->scene() == film().step(place).scene)
                    return each->text();
            }
            return QString();
        }());
        const double x = track().xOf(place);
        QVERIFY(x > left + width * share(track().ticks()[own].place));
        if (own + 1 < track().ticks().size())
            QVERIFY(x < left + width * share(track().ticks()[own + 1].place));
    }
    if (size > 60)
        return; // several steps are a pixel
    for (FilmPlace place = 0; place <= size; ++place) {
        player().goTo(place == 0 ? size : FilmPlace(0));
        QTest::mouseClick(&track(), Qt::LeftButton, {},
                          QPoint(qRound(track().xOf(place)), track().height() - 8));
        QCOMPARE(player().place(), place);
    }
}

void TestPlayPlaces::beginOfAStage_data() {
    knobStandsInItsStage_data();
}

/// A stage in the strip is shown from its beginning: with what was computed before, and nothing of it.
void TestPlayPlaces::beginOfAStage() {
    QFETCH(int, grain);
    QFETCH(int, order);
    openWindow({1600, 1000});
    openPlay("sky-is-blue");
    player().setOrder(static_cast<FilmOrder>(order));
    player().setGrain(static_cast<FilmGrain>(grain));
    for (const StageId stage : {StageId::keys, StageId::scores, StageId::weights, StageId::head_outputs}) {
        QTest::mouseClick(buttonOf(stage), Qt::LeftButton);
        QCOMPARE(scene().content().scene.stage, stage);
        QCOMPARE(result().known, Index(0));
        QVERIFY(!scene().content().step);
        QVERIFY(scene().content().bands.empty());
        QVERIFY(page().captionView().text().startsWith("Next: "));
        QVERIFY(buttonOf(stage)->isCurrent());
        QCOMPARE(buttonOf(stage)->known(), Index(0));
        QCOMPARE(std::get<StageFigure>(*page().figure()).stage, stage);
        const FilmPlace place = player().place();
        press(Qt::Key_Left); // what led here
        QCOMPARE(player().place(), place);
        QVERIFY(scene().content().step == film().step(place));
        QTest::mouseClick(buttonOf(stage), Qt::LeftButton);
        press(Qt::Key_Right);
        QCOMPARE(player().place(), place + 1);
        QVERIFY(scene().content().step == film().step(place + 1));
        QCOMPARE(scene().content().scene.stage, stage);
    }
    QTest::mouseClick(buttonOf(StageId::inputs), Qt::LeftButton);
    QCOMPARE(player().place(), FilmPlace(0));
    QVERIFY(page().captionView().text().startsWith("Nothing is computed yet"));
}

/// Edits, another grain and another order stay at the beginning of the stage.
void TestPlayPlaces::beginIsKept() {
    openWindow({1600, 1000});
    openPlay("journey-trainable");
    QTest::mouseClick(buttonOf(StageId::weights), Qt::LeftButton);
    const auto isThere = [&] {
        return player().isBeforeScene() && scene().content().scene.stage == StageId::weights &&
               player().place() == beginOf(StageId::weights) && result().known == 0;
    };
    QVERIFY(isThere());
    window().document().setValue(ParameterId::W_Q, 0, 0, 2.5);
    QVERIFY(isThere());
    for (const FilmGrain grain : {FilmGrain::stage, FilmGrain::term, FilmGrain::row, FilmGrain::cell}) {
        player().setGrain(grain);
        QVERIFY(isThere());
    }
    player().setOrder(FilmOrder::by_query);
    QVERIFY(isThere());
    window().document().setText("Your journey");
    QVERIFY(isThere());
    window().document().openExample("sky-is-blue");
    QVERIFY(!player().isBeforeScene());
    QCOMPARE(player().place(), FilmPlace(0));
}

/// Another grain or order does not stop the film.
void TestPlayPlaces::goesOnPlaying() {
    openPlay("journey-trainable");
    player().setSpeed(8);
    press(Qt::Key_Space);
    for (int i = 0; i < 3; ++i) {
        press(i == 0 ? Qt::Key_Down : Qt::Key_Up);
        QVERIFY(player().isPlaying());
        const FilmPlace place = player().place();
        QTRY_VERIFY(player().place() > place);
    }
    for (const char* order : {"by query", "by stage"}) {
        QVERIFY(window().press(window().button(page(), order)));
        QVERIFY(player().isPlaying());
        const FilmPlace place = player().place();
        QTRY_VERIFY(player().place() > place);
    }
    press(Qt::Key_Space);
    QVERIFY(!player().isPlaying());
}

void TestPlayPlaces::beginsAtOnce_data() {
    QTest::addColumn<bool>("fromTheEnd");
    QTest::newRow("from the beginning") << false;
    QTest::newRow("from the end") << true;
}

/// Even slowly, the first step follows at once; it is the step that stays on the screen.
void TestPlayPlaces::beginsAtOnce() {
    QFETCH(bool, fromTheEnd);
    openPlay("journey-trainable");
    player().setSpeed(0.25);
    if (fromTheEnd)
        player().goTo(film().size());
    QElapsedTimer time;
    time.start();
    press(Qt::Key_Space);
    QTRY_COMPARE_WITH_TIMEOUT(player().place(), FilmPlace(1), 3000);
    QVERIFY2(time.elapsed() < 2500, qPrintable(QString::number(time.elapsed()))); // 6.4 s are its own
    QTest::qWait(700);
    QCOMPARE(player().place(), FilmPlace(1));
    QVERIFY(player().isPlaying());
    press(Qt::Key_Space);
}

/// What playing does not show step by step is said.
void TestPlayPlaces::saysWhatGoesTogether() {
    openPlay("journey-trainable");
    const auto tip = [&] { return namedButton("Play")->toolTip(); };
    for (const FilmGrain grain : {FilmGrain::cell, FilmGrain::term}) {
        player().setOrder(FilmOrder::by_stage);
        player().setGrain(grain);
        QVERIFY2(tip().contains("others together"), qPrintable(tip()));
        player().setOrder(FilmOrder::by_query);
        QVERIFY2(tip().contains("others by whole rows"), qPrintable(tip()));
    }
    for (const FilmGrain grain : {FilmGrain::row, FilmGrain::stage}) {
        player().setGrain(grain);
        QCOMPARE(tip(), QString("Play (Space)"));
    }
}

void TestPlayPlaces::otherDocument_data() {
    QTest::addColumn<FilmPlace>("before"); // where the film stands; −1: at the end
    QTest::addColumn<FilmPlace>("own");    // of the other document
    QTest::newRow("elsewhere") << FilmPlace(5) << FilmPlace(17);
    QTest::newRow("at the end") << FilmPlace(-1) << FilmPlace(17);
    QTest::newRow("the same number") << FilmPlace(17) << FilmPlace(17);
    QTest::newRow("the same number, at the end") << FilmPlace(-1) << FilmPlace(-1);
    QTest::newRow("at the beginning") << FilmPlace(17) << FilmPlace(0);
}

/// Another document shows its own place, and does not play.
void TestPlayPlaces::otherDocument() {
    QFETCH(FilmPlace, before);
    QFETCH(FilmPlace, own);
    openPlay("sky-is-blue");
    player().goTo(before < 0 ? film().size() : before);
    const FilmPlace here = player().place(), there = own < 0 ? here : own;
    LabDocument other;
    other.openExample("journey-trainable");
    FilmView view = filmView(other.experiment());
    view.place = there;
    setFilmView(other, view);
    if (here < film().size())
        player().play();
    window().document().replace(other.experiment(), {});
    QCOMPARE(player().place(), there);
    QVERIFY(there < film().size());
    QVERIFY(!player().isPlaying());
    // Of the same document, the end stays the end.
    player().goTo(film().size());
    window().document().setText("Your journey starts");
    QCOMPARE(player().place(), film().size());
}

/// The stage that was shown before the sentence was deleted, not the end.
void TestPlayPlaces::emptiedAndTypedAgain() {
    openPlay("journey-trainable");
    player().goTo(beginOf(StageId::weights) + 2);
    window().document().setText({});
    for (const char* text : {"i", "i am", "i am here"})
        window().document().setText(text);
    QVERIFY(film().step(player().place()).scene.stage == StageId::weights);
    QVERIFY(player().place() < film().size());
    player().goTo(0); // not the stage of the last time
    window().document().setText({});
    window().document().setText("i am here");
    QCOMPARE(player().place(), FilmPlace(0));
}

void TestPlayPlaces::remarks_data() {
    QTest::addColumn<QString>("document");
    QTest::addColumn<FilmOrder>("order");
    QTest::addColumn<FilmGrain>("grain");
    for (const char* name : {"sky-is-blue", "numeric-decoder", "naive-overflow", "custom-with-empty-row",
                             "overrides", "sum-normalised"}) {
        QTest::addRow("%s, cells", name) << name << FilmOrder::by_stage << FilmGrain::cell;
        QTest::addRow("%s, rows by query", name) << name << FilmOrder::by_query << FilmGrain::row;
    }
}

/// A row of weights is said to add up to 1 at its last cell, if it does; rows that playing passes are said to
/// go the same way.
void TestPlayPlaces::remarks() {
    QFETCH(QString, document);
    QFETCH(FilmOrder, order);
    QFETCH(FilmGrain, grain);
    const Experiment experiment = load_golden(document.toStdString()).experiment;
    FixedStages stages(experiment);
    FilmSettings settings;
    settings.order = order;
    settings.grain = grain;
    const Film film(experiment, settings);
    const Trace trace = compute(experiment).value();
    Index said = 0, expected = 0;
    for (HeadIndex head = 0; head < trace.heads(); ++head) {
        const Matrix& weights = trace.stage(StageId::weights, head);
        for (Index row = 0; row < weights.rows(); ++row)
            expected += std::abs(weights.row(row).sum() - 1) <= 1e-9; // false for NaN
    }
    for (FilmPlace place = 1; place <= film.size(); ++place)
        said += filmRemark(stages, film, place).contains("add up to 1");
    QCOMPARE(said, expected);
    FilmPlace place = 0;
    int jumps = 0;
    while (const auto beat = film.beat(place)) {
        const FilmStep first = film.step(place + 1), last = film.step(beat->next);
        const bool passes = first.scene == last.scene && first.rows.first < last.rows.first;
        QCOMPARE(filmRemark(stages, film, beat->next, place).contains("in the same way"), passes);
        jumps += passes;
        place = beat->next;
    }
    if (grain == FilmGrain::cell && dimensions(experiment).n_q > 1)
        QVERIFY(jumps > 0);
    QVERIFY(filmRemark(stages, film, film.size()).contains("This is the end"));
    settings.stages = {StageId::weights}; // a part has no end of the whole
    const Film part(experiment, settings);
    QVERIFY(!filmRemark(stages, part, part.size()).contains("This is the end"));
}

LAB_WINDOW_TEST(TestPlayPlaces)
#include "tst_play_places.moc"
