// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where a film goes when its grain, its order or the sentence changes, and how it plays.
#include "core/edits/sentence.h"
#include "tests/core/film/film_cases.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/test_program.h"

using namespace lab;
using namespace lab::test;

class TestFilmPlaces : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void grains_data() { add_film_cases(); }
    void grains();
    void orders_data() { add_film_cases(); }
    void orders();
    void changes_data();
    void changes();
    void plays_data() { add_film_cases(); }
    void plays();
    void lasts_data();
    void lasts();
    void finishesTheRow();
    void queriesHaveTheirScenes_data() { add_film_cases(); }
    void queriesHaveTheirScenes();
    void thousandsOfHeads_data();
    void thousandsOfHeads();
};

namespace {

using S = StageId;

/// What is known at a place, of all scenes, in order.
std::vector<Index> known(const Film& film, FilmPlace place, const std::vector<Scene>& scenes) {
    std::vector<Index> all;
    for (const Scene& scene : scenes)
        all.push_back(film.known(place, scene));
    return all;
}

bool is_no_more(const std::vector<Index>& a, const std::vector<Index>& b) {
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i] > b[i])
            return false;
    }
    return true;
}

/// How far apart the places are that are tried: a sample of long films.
FilmPlace stride_of(const Film& film) {
    return is_exhaustive ? 1 : film.size() / 700 + 1;
}

double seconds_of(const Film& film) {
    double seconds = 0;
    FilmPlace place = 0;
    while (const auto beat = film.beat(place)) {
        seconds += beat->seconds;
        place = beat->next;
    }
    return seconds;
}

} // namespace

/// At another grain, the last place that knows no more.
void TestFilmPlaces::grains() {
    QFETCH(Experiment, experiment);
    const std::vector<Scene> scenes = scenes_of(experiment);
    for (const FilmOrder order : film_orders) {
        for (const FilmGrain from : film_grains) {
            for (const FilmGrain to : film_grains) {
                const Film film(experiment, {order, from});
                const Film other(experiment, {order, to});
                FilmPlace last = 0;
                for (FilmPlace place = 1; place <= film.size(); place += stride_of(film)) {
                    const FilmPlace there = other.place_of(film.step(place));
                    QVERIFY(there >= last && there <= other.size());
                    last = there;
                    const std::vector<Index> here = known(film, place, scenes);
                    QVERIFY(is_no_more(known(other, there, scenes), here));
                    if (there < other.size() && other.step(there + 1).adds_cells)
                        QVERIFY(!is_no_more(known(other, there + 1, scenes), here) || to > from);
                    if (to > from) // nothing is lost, and one is back at the same place
                        QVERIFY(known(other, there, scenes) == here &&
                                film.place_of(other.step(there)) == place);
                }
                QCOMPARE(other.place_of(film.step(film.size())), other.size());
            }
        }
    }
}

/// In the other order, the same step.
void TestFilmPlaces::orders() {
    QFETCH(Experiment, experiment);
    for (const FilmOrder order : film_orders) {
        for (const FilmGrain grain : film_grains) {
            const Film film(experiment, {order, grain});
            const Film other(
                experiment,
                {order == FilmOrder::by_stage ? FilmOrder::by_query : FilmOrder::by_stage, grain});
            for (FilmPlace place = 1; place <= film.size(); place += stride_of(film)) {
                const FilmStep step = film.step(place);
                const FilmPlace there = other.place_of(step);
                if (grain != FilmGrain::stage)
                    QVERIFY(other.step(there) == step);
                else if (there > 0 && step.rows.count > 1)
                    QVERIFY(other.step(there).scene == step.scene);
            }
        }
    }
}

void TestFilmPlaces::changes_data() {
    QTest::addColumn<int>("order");
    QTest::addColumn<int>("grain");
    QTest::addColumn<QString>("words"); // the new sentence
    QTest::addColumn<Index>("row");     // a cell of the scores before
    QTest::addColumn<Index>("column");
    QTest::addColumn<Index>("known"); // of the new scores
    const auto row = [](const char* name, FilmGrain grain, const char* words, Index at, Index column,
                        Index is_known, FilmOrder order = FilmOrder::by_stage) {
        QTest::newRow(name) << int(order) << int(grain) << QString(words) << at << column << is_known;
    };
    row("the same", FilmGrain::cell, "sky is blue", 1, 1, 5);
    row("longer", FilmGrain::cell, "sky is blue sky", 1, 1, 6);
    row("shorter, in it", FilmGrain::cell, "sky is", 0, 1, 2);
    row("shorter, a column gone", FilmGrain::cell, "sky is", 0, 2, 2);
    row("shorter, a row gone", FilmGrain::cell, "sky is", 2, 0, 4);
    row("longer, by query", FilmGrain::term, "sky is blue sky", 1, 1, 6, FilmOrder::by_query);
    row("a query gone", FilmGrain::cell, "sky is", 2, 0, 4, FilmOrder::by_query);
}

void TestFilmPlaces::changes() {
    QFETCH(int, order);
    QFETCH(int, grain);
    QFETCH(QString, words);
    QFETCH(Index, row);
    QFETCH(Index, column);
    QFETCH(Index, known);
    const Experiment before = film_example("sky-is-blue");
    Experiment after = before;
    after.sequence.tokens.clear();
    for (const QString& word : words.split(' '))
        after.sequence.tokens.push_back(word.toStdString());
    const FilmStep step{{S::scores, 0, ScenePart::whole}, {row, 1}, {column, 1}};
    QVERIFY(Film(before, {FilmOrder(order), FilmGrain::cell}).place_of(step) > 0);
    const Film film(after, {FilmOrder(order), FilmGrain(grain)});
    const FilmPlace place = film.place_of(step);
    QCOMPARE(film.known(place, step.scene), known);
    QVERIFY(film.step(place).scene == step.scene);
    // A head that is gone leads to the next scene.
    const FilmStep gone{{S::scores, 3, ScenePart::whole}, {row, 1}, {column, 1}};
    const FilmPlace there = film.place_of(gone);
    if (there < film.size())
        QVERIFY(film.step(there + 1).scene.stage ==
                (order == int(FilmOrder::by_stage) ? S::scaled_scores : S::concat));
    // As do stages that are left out.
    const Film some(after, {FilmOrder(order), FilmGrain(grain), {S::weights}});
    QCOMPARE(some.place_of({{S::keys, 0, ScenePart::whole}, {0, 1}, {0, 1}}), FilmPlace(0));
    QCOMPARE(some.begin({S::keys, 0, ScenePart::whole}), FilmPlace(0));
    QCOMPARE(some.begin({S::output, 0, ScenePart::whole}), some.size());
}

/// From anywhere, it goes on to the end, and nothing takes forever.
void TestFilmPlaces::plays() {
    QFETCH(Experiment, experiment);
    std::vector<FilmSettings> all;
    for (const FilmOrder order : film_orders) {
        for (const FilmGrain grain : film_grains)
            all.push_back({order, grain});
    }
    RandomExperiments random(28);
    for (int i = 0; i < 8; ++i)
        all.push_back(random_settings(experiment, random));
    for (const FilmSettings& settings : all) {
        const Film film(experiment, settings);
        QVERIFY(!film.beat(film.size()));
        for (FilmPlace place = 0; place < film.size(); place += stride_of(film)) {
            const auto beat = film.beat(place);
            QVERIFY(beat && beat->next > place && beat->next <= film.size());
            QVERIFY(beat->seconds > 0.01 && beat->seconds < 4);
        }
        const double seconds = seconds_of(film);
        QVERIFY2(seconds < 120, qPrintable(QString::number(seconds)));
    }
}

void TestFilmPlaces::lasts_data() {
    QTest::addColumn<QString>("example");
    QTest::addColumn<Index>("words");
    QTest::addColumn<double>("least"); // seconds
    QTest::addColumn<double>("most");
    QTest::newRow("three words") << "sky-is-blue" << Index(3) << 35.0 << 45.0;
    QTest::newRow("twelve words") << "sky-is-blue" << Index(12) << 35.0 << 120.0;
    QTest::newRow("twelve heads and words") << "twelve-heads" << Index(12) << 50.0 << 120.0;
    QTest::newRow("a thousand words") << "sky-is-blue" << Index(1000) << 35.0 << 120.0;
}

void TestFilmPlaces::lasts() {
    QFETCH(QString, example);
    QFETCH(Index, words);
    QFETCH(double, least);
    QFETCH(double, most);
    Experiment experiment = film_example(example);
    experiment.sequence.tokens.resize(std::size_t(words), experiment.sequence.tokens.front());
    for (const FilmOrder order : film_orders) {
        for (const FilmGrain grain : film_grains) {
            if (grain == FilmGrain::stage && words > 100)
                continue; // has only as many steps as there are stages
            const double seconds = seconds_of(Film(experiment, {order, grain}));
            qInfo("order %d, grain %d: %.1f s", int(order), int(grain), seconds);
            QVERIFY2(seconds >= least && seconds <= most, qPrintable(QString::number(seconds)));
        }
    }
}

/// Stopped in the middle of a row by hand, that row comes first.
void TestFilmPlaces::finishesTheRow() {
    const Film film(film_example("journey-trainable"), {FilmOrder::by_stage, FilmGrain::cell});
    const FilmPlace scores = film.begin({S::scores, 0, ScenePart::whole});
    const auto slow = film.beat(scores);
    QCOMPARE(slow->next, scores + 1);
    const auto rest = film.beat(scores + 1);
    QCOMPARE(rest->next, scores + 2);
    QCOMPARE(4 * rest->seconds, slow->seconds);
    const FilmPlace end = film.begin({S::scaled_scores, 0, ScenePart::whole});
    QCOMPARE(film.beat(scores + 6)->next, end); // the other rows together
    QCOMPARE(film.beat(scores + 14)->next, scores + 15);
    QCOMPARE(film.beat(scores + 17)->next, scores + 18);
    QCOMPARE(film.beat(scores + 18)->next, end);
    // In terms, every one of the first row, of other rows whole cells.
    const Film terms(film_example("journey-trainable"), {FilmOrder::by_stage, FilmGrain::term});
    const FilmPlace first = terms.begin({S::scores, 0, ScenePart::whole});
    QCOMPARE(terms.beat(first)->next, first + 1);
    for (FilmPlace place = first; place < first + 12; ++place)
        QCOMPARE(terms.beat(place)->next, place + 1);
    QCOMPARE(terms.beat(first + 12 + 5)->next, first + 12 + 6);
    // By query, the second one goes scene by scene.
    const Film queries(film_example("journey-trainable"), {FilmOrder::by_query, FilmGrain::cell});
    const FilmPlace second = queries.place_of({{S::scores, 0, ScenePart::whole}, {1, 1}, {0, 1}}) - 1;
    QCOMPARE(queries.beat(second)->next, second + 6);
    QCOMPARE(queries.beat(second + 2)->next, second + 3);
}

/// Where a query's scene begins, its first step follows.
void TestFilmPlaces::queriesHaveTheirScenes() {
    QFETCH(Experiment, experiment);
    for (const FilmOrder order : film_orders) {
        for (const FilmGrain grain : film_grains) {
            const Film film(experiment, {order, grain});
            QCOMPARE(film.begin_of_query(0).has_value(), order == FilmOrder::by_query);
            for (TokenIndex query = 0; query < film.queries().count; ++query) {
                FilmPlace first = film.size();
                for (const Scene& scene : film.scenes()) {
                    const FilmPlace begin = film.begin(scene, query);
                    const FilmStep step = film.step(begin + 1);
                    QVERIFY(step.scene == scene);
                    if (begin == film.begin(scene, query + 1) && begin == film.begin(scene))
                        continue; // all queries share it, or it is the last one
                    QCOMPARE(step.rows, (Rows{query, 1}));
                    QCOMPARE(film.query_at(begin + 1), query);
                    QVERIFY(film.query_at(begin) == query || begin == film.begin_of_query(query));
                    first = std::min(first, begin);
                }
                if (film.queries().count > 1 && order == FilmOrder::by_query)
                    QCOMPARE(film.begin_of_query(query), std::optional(first));
            }
            for (FilmPlace place = 1; place <= film.size(); place += stride_of(film)) {
                const TokenIndex query = film.query_at(place);
                if (film.begin_of_query(0) && place > *film.begin_of_query(0))
                    QCOMPARE(film.step(place).rows, (Rows{query, 1}));
                else
                    QCOMPARE(query, TokenIndex(0));
            }
        }
    }
    const Film one(experiment,
                   {FilmOrder::by_query, FilmGrain::cell, {}, {}, dimensions(experiment).n_q - 1});
    QCOMPARE(one.query_at(1), dimensions(experiment).n_q - 1);
    QCOMPARE(one.begin(one.scenes().back(), 0),
             one.begin(one.scenes().back(), dimensions(experiment).n_q - 1));
}

/// So many that what looks through all scenes for each of them does not end: 10¹¹ steps.
void TestFilmPlaces::thousandsOfHeads_data() {
    QTest::addColumn<FilmOrder>("order");
    QTest::newRow("by stage") << FilmOrder::by_stage;
    QTest::newRow("by query") << FilmOrder::by_query;
}

void TestFilmPlaces::thousandsOfHeads() {
    QFETCH(FilmOrder, order);
    constexpr HeadIndex heads = 50'000;
    Experiment e;
    e.heads = {heads, heads};
    e.embedding.dimension = heads;
    e.projection.kind = ProjectionKind::identity;
    e = with_text(e, "a b");
    const Film film(e, {order, FilmGrain::row});
    Index first = 0, all = 0;
    for (const Scene& scene : film.scenes()) {
        first += film.known(1, scene);
        all += film.known(film.size(), scene);
    }
    QCOMPARE(first, heads); // a row of the inputs
    QCOMPARE(all, 2 * heads + 2 * heads * (3 + 2 * 4 + 1) + 2 * 2 * heads);
    QVERIFY(seconds_of(film) <= 120);
}

LAB_APPLESS_TEST(TestFilmPlaces)
#include "tst_film_places.moc"
