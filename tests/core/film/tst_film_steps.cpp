// SPDX-License-Identifier: GPL-3.0-or-later
//
// The places of a film against a walk through it by plain loops, which shares nothing with the film but the
// names.
#include "core/engine/pipeline.h"
#include "tests/core/film/film_cases.h"
#include "tests/support/computed.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/test_program.h"

#include <algorithm>
#include <set>

using namespace lab;
using namespace lab::test;

class TestFilmSteps : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void walked_data() { add_film_cases(); }
    void walked();
    void restricted_data() { add_film_cases(); }
    void restricted();
    void sameCells_data() { add_film_cases(); }
    void sameCells();
    void faults_data();
    void faults();
    void large();
};

namespace {

using S = StageId;

/// Every step in order.
class Walk {
public:
    Walk(const Computed& computed, const FilmSettings& settings)
        : m_computed(computed), m_e(computed.experiment), m_settings(settings) {
        const Index queries = m_computed.trace.stage(S::scores).rows();
        const bool by_query = settings.order == FilmOrder::by_query;
        for (int stage = 0; stage <= int(S::output); ++stage) {
            if (!by_query || !of_query(S(stage)))
                whole(S(stage), heads_of(S(stage)));
        }
        for (Index query = 0; by_query && query < queries; ++query) {
            if (settings.query && settings.query != query)
                continue;
            for (HeadIndex head = 0; head < m_e.heads.count; ++head) {
                for (const S stage : {S::queries, S::scores, S::scaled_scores, S::masked_scores, S::weights,
                                      S::dropped_weights, S::head_outputs})
                    row_of(stage, head, query);
            }
            row_of(S::concat, 0, query);
            row_of(S::output, 0, query);
        }
    }

    const std::vector<FilmStep>& steps() const { return m_steps; }
    static bool of_query(S stage) { return stage == S::queries || stage >= S::scores; }
    HeadIndex heads_of(S stage) const {
        return stage >= S::queries && stage <= S::head_outputs ? m_e.heads.count : 1;
    }
    const Matrix& matrix(const Scene& scene) const { return m_computed.trace.stage(scene.stage, scene.head); }

    std::vector<Scene> parts(S stage, HeadIndex head) const {
        const bool has_inputs = m_e.projection.kind != ProjectionKind::direct;
        if ((stage == S::inputs && !has_inputs) ||
            (stage == S::source_inputs && (!has_inputs || !m_e.source)) ||
            (stage == S::dropped_weights && !m_e.dropout))
            return {};
        const bool turns = m_e.scores.rotary && (stage == S::queries || stage == S::keys) &&
                           m_computed.trace.stage(stage, head).cols() > 1;
        const bool normalizes = normalizes_rows(stage);
        if (!turns && !normalizes)
            return {{stage, head, ScenePart::whole}};
        std::vector<Scene> all{{stage, head, ScenePart::projected}};
        if (normalizes)
            all.push_back({stage, head, ScenePart::normalized});
        if (turns)
            all.push_back({stage, head, ScenePart::rotated});
        return all;
    }

    bool normalizes_rows(S stage) const {
        return m_e.scores.qk_norm && (stage == S::queries || stage == S::keys);
    }

    /// All that there are, filmed or not.
    std::vector<Scene> scenes() const {
        std::vector<Scene> all;
        for (int stage = 0; stage <= int(S::output); ++stage) {
            for (HeadIndex head = 0; head < heads_of(S(stage)); ++head) {
                for (const Scene& scene : parts(S(stage), head))
                    all.push_back(scene);
            }
        }
        return all;
    }

    bool is_filmed(const Scene& scene) const {
        const auto& only = m_settings.stages;
        return (only.empty() || std::ranges::count(only, scene.stage) > 0) &&
               (heads_of(scene.stage) == 1 || !m_settings.head || *m_settings.head == scene.head);
    }

private:
    void whole(S stage, HeadIndex heads) {
        for (HeadIndex head = 0; head < heads; ++head) {
            for (const Scene& scene : parts(stage, head)) {
                if (!is_filmed(scene))
                    continue;
                Rows rows{0, matrix(scene).rows()};
                if (m_settings.query && of_query(stage))
                    rows = {*m_settings.query, 1};
                if (m_settings.grain == FilmGrain::stage)
                    m_steps.push_back({scene, rows, {0, matrix(scene).cols()}, 0, RowPhase::none, true});
                else
                    for (Index row = rows.first; row < rows.first + rows.count; ++row)
                        add_row(scene, row);
            }
        }
    }

    void row_of(S stage, HeadIndex head, Index query) {
        for (const Scene& scene : parts(stage, head)) {
            if (is_filmed(scene))
                add_row(scene, query);
        }
    }

    void add_row(const Scene& scene, Index row) {
        const Index columns = matrix(scene).cols();
        if (m_settings.grain == FilmGrain::stage || m_settings.grain == FilmGrain::row) {
            m_steps.push_back({scene, {row, 1}, {0, columns}, 0, RowPhase::none, true});
            return;
        }
        const auto phase = [&](RowPhase each) {
            m_steps.push_back({scene, {row, 1}, {0, columns}, 0, each, false});
        };
        if (scene.part == ScenePart::normalized)
            phase(RowPhase::root);
        if (scene.stage == S::weights) {
            const NormalizationKind kind = m_e.normalization.kind;
            const bool divides = m_e.normalization.temperature != 1;
            const bool adds = m_e.normalization.bias != 0;
            if (kind == NormalizationKind::sigmoid) {
                if (divides || adds)
                    phase(RowPhase::reduced);
            } else if (kind == NormalizationKind::softmax || kind == NormalizationKind::sparsemax ||
                       (kind == NormalizationKind::softmax_naive && divides))
                phase(RowPhase::reduced);
            if (kind != NormalizationKind::sum && kind != NormalizationKind::sigmoid)
                phase(RowPhase::parts);
            if (kind != NormalizationKind::sparsemax && kind != NormalizationKind::sigmoid)
                phase(RowPhase::total);
        }
        for (Index column = 0; column < columns; ++column) {
            const Index terms = m_settings.grain == FilmGrain::term ? terms_at(scene, column) : 1;
            for (Index term = 1; term < terms; ++term)
                m_steps.push_back({scene, {row, 1}, {column, 1}, term, RowPhase::none, false});
            m_steps.push_back({scene, {row, 1}, {column, 1}, terms > 1 ? terms : 0, RowPhase::none, true});
        }
    }

    /// As the explanation has them.
    Index terms_at(const Scene& scene, Index column) {
        const auto key = std::tuple(scene.stage, scene.head, scene.part, column);
        if (const auto found = m_terms.find(key); found != m_terms.end())
            return found->second;
        std::vector<ExplanationStep> steps = m_computed.of({scene.stage, scene.head, 0, column}).steps;
        if (steps.back().kind == ExplanationKind::overridden)
            steps.pop_back();
        const bool turns = m_e.scores.rotary && steps.size() == (normalizes_rows(scene.stage) ? 7 : 3);
        if (scene.part == ScenePart::projected)
            steps.resize(1); // the first of a pair has as many as the second
        if (scene.part == ScenePart::normalized)
            return m_terms[key] = 1;
        Index terms = steps.back().kind == ExplanationKind::sum ? Index(steps.back().terms.size()) : 1;
        if (scene.part == ScenePart::rotated && !turns)
            terms = 1; // without a partner: it stays
        return m_terms[key] = terms;
    }

    const Computed& m_computed;
    const Experiment& m_e;
    FilmSettings m_settings;
    std::vector<FilmStep> m_steps;
    std::map<std::tuple<S, HeadIndex, ScenePart, Index>, Index> m_terms;
};

QString name_of(const FilmStep& step) {
    return QStringLiteral("stage %1 head %2 part %3 rows %4+%5 columns %6+%7 terms %8 phase %9 adds %10")
        .arg(int(step.scene.stage))
        .arg(step.scene.head)
        .arg(int(step.scene.part))
        .arg(step.rows.first)
        .arg(step.rows.count)
        .arg(step.columns.first)
        .arg(step.columns.count)
        .arg(step.terms)
        .arg(int(step.phase))
        .arg(step.adds_cells);
}

QString fault_of(const Film& film, const Walk& walk, FilmPlace place) {
    const FilmStep& expected = walk.steps()[std::size_t(place - 1)];
    const FilmStep step = film.step(place);
    if (step != expected)
        return "is " + name_of(step) + ", not " + name_of(expected);
    const Index columns = walk.matrix(step.scene).cols();
    const Index all = walk.matrix(step.scene).size();
    const auto row_end = (step.rows.first + step.rows.count) * columns;
    const bool is_row = step.columns.count == columns && step.phase == RowPhase::none;
    const bool is_last = step.adds_cells && (film.settings().query || row_end == all) &&
                         (is_row || step.columns.first + 1 == columns) && Walk::of_query(step.scene.stage);
    for (const Scene& scene : walk.scenes()) {
        const Index before = film.known(place - 1, scene);
        const Index after = film.known(place, scene);
        if (scene != step.scene || !step.adds_cells) {
            if (before != after)
                return "another scene changes: " + name_of(step);
            continue;
        }
        const Index row_begin = step.rows.first * columns;
        const Index expected_before = row_begin + (is_row ? 0 : step.columns.first);
        const Index expected_after = is_last ? all : is_row ? row_end : expected_before + 1;
        if (before != expected_before || after != expected_after)
            return QStringLiteral("knows %1, then %2: ").arg(before).arg(after) + name_of(step);
    }
    if (film.place_of(step) != place)
        return QStringLiteral("is found at %1: ").arg(film.place_of(step)) + name_of(step);
    return {};
}

QString fault_of(const Film& film, const Walk& walk) {
    if (film.size() != FilmPlace(walk.steps().size()))
        return QStringLiteral("has %1 steps, not %2").arg(film.size()).arg(walk.steps().size());
    std::vector<Scene> begun;
    for (FilmPlace place = 1; place <= film.size(); ++place) {
        if (const QString fault = fault_of(film, walk, place); !fault.isEmpty())
            return QStringLiteral("step %1 ").arg(place) + fault;
        const Scene scene = film.step(place).scene;
        if (std::ranges::find(begun, scene) == begun.end()) {
            begun.push_back(scene);
            if (film.begin(scene) != place - 1)
                return "a scene begins elsewhere";
        }
    }
    if (begun != film.scenes())
        return "other scenes";
    for (const Scene& scene : walk.scenes()) {
        if (film.known(film.size(), scene) != walk.matrix(scene).size())
            return "not all is known at the end";
        if (!walk.is_filmed(scene) && film.known(0, scene) != walk.matrix(scene).size())
            return "what is left out is not known";
    }
    for (FilmPlace place = film.size() - 1; place >= 1; --place) { // going back is the same
        if (film.step(place) != walk.steps()[std::size_t(place - 1)])
            return "another step on the way back";
    }
    return {};
}

} // namespace

void TestFilmSteps::walked() {
    QFETCH(Experiment, experiment);
    const Computed computed(experiment);
    for (const FilmOrder order : film_orders) {
        for (const FilmGrain grain : film_grains) {
            const FilmSettings settings{order, grain};
            const QString fault = fault_of(Film(experiment, settings), Walk(computed, settings));
            QVERIFY2(
                fault.isEmpty(),
                qPrintable(
                    QStringLiteral("order %1, grain %2: %3").arg(int(order)).arg(int(grain)).arg(fault)));
        }
    }
}

void TestFilmSteps::restricted() {
    QFETCH(Experiment, experiment);
    const Computed computed(experiment);
    RandomExperiments random(23);
    for (int round = 0; round < 12; ++round) {
        const FilmSettings settings = random_settings(experiment, random);
        QVERIFY(!fault_of(settings, experiment));
        const QString fault = ::fault_of(Film(experiment, settings), Walk(computed, settings));
        QVERIFY2(fault.isEmpty(), qPrintable(QStringLiteral("round %1: %2").arg(round).arg(fault)));
    }
}

/// Both orders fill the same cells.
void TestFilmSteps::sameCells() {
    QFETCH(Experiment, experiment);
    std::set<std::tuple<S, HeadIndex, ScenePart, Index, Index>> cells[2];
    for (std::size_t i = 0; i < 2; ++i) {
        const Film film(experiment, {film_orders[i], FilmGrain::cell});
        for (FilmPlace place = 1; place <= film.size(); ++place) {
            const FilmStep step = film.step(place);
            const Scene& scene = step.scene;
            if (step.adds_cells)
                QVERIFY(
                    cells[i]
                        .insert({scene.stage, scene.head, scene.part, step.rows.first, step.columns.first})
                        .second);
        }
    }
    QVERIFY(cells[0] == cells[1]);
    const Trace trace = compute(experiment).value();
    Index all = 0;
    for (const Scene& scene : scenes_of(experiment))
        all += trace.stage(scene.stage, scene.head).size();
    QCOMPARE(Index(cells[0].size()), all);
}

void TestFilmSteps::faults_data() {
    QTest::addColumn<Index>("head");
    QTest::addColumn<Index>("query");
    QTest::addColumn<int>("stage");
    QTest::addColumn<QString>("fault"); // empty: none
    const auto row = [](const char* name, Index head, Index query, S stage, const char* fault) {
        QTest::newRow(name) << head << query << int(stage) << QString::fromUtf8(fault);
    };
    row("the last ones", 1, 5, S::weights, "");
    row("a head too many", 2, 0, S::weights, "head: 3, expected 1 to 2");
    row("a head below", -1, 0, S::weights, "head: 0, expected 1 to 2");
    row("a query too many", 0, 6, S::weights, "query: 7, expected 1 to 6");
    row("a stage that is not there", 0, 0, S::source_inputs,
        "stages: source_inputs, expected a stage of this document");
}

void TestFilmSteps::faults() {
    QFETCH(Index, head);
    QFETCH(Index, query);
    QFETCH(int, stage);
    QFETCH(QString, fault);
    const FilmSettings settings{FilmOrder::by_stage, FilmGrain::row, {S(stage)}, head, query};
    const auto found = fault_of(settings, film_example("two-heads"));
    QCOMPARE(found ? QString::fromStdString(found->message()) : QString(), fault);
}

/// The largest films: places need 64 bits. Whoever went there one by one would not be done in a year.
void TestFilmSteps::large() {
    constexpr Index n = 20000, heads = 64, width = 128;
    Experiment e;
    e.sequence = {Tokenizer::manual, "", std::vector<std::string>(n, "a")};
    e.embedding.dimension = width;
    EmbeddingTable table;
    table.set("a", {std::make_shared<const RowVector>(RowVector::Ones(width)), false});
    e.embedding.table = std::make_shared<const EmbeddingTable>(table);
    e.projection.kind = ProjectionKind::identity;
    e.heads = {heads, heads};
    for (const FilmOrder order : film_orders) {
        const Film film(e, {order, FilmGrain::term});
        // Per pair and head: 2 terms of the score, scaled, masked, weight; and n terms for each of 2
        // features.
        const FilmPlace pairs = n * heads * (n * 5 + 3 + 2 * n);
        QCOMPARE(film.size(), n * width + 3 * n * width + pairs + 2 * n * width);
        FilmPlace place = 1;
        for (int i = 0; i < (is_optimised ? 1000 : 100); ++i) {
            place = (place * 7919 + film.size() / 3) % film.size() + 1;
            const FilmStep step = film.step(place);
            QCOMPARE(film.place_of(step), place);
            QVERIFY(film.known(place, step.scene) >= film.known(place - 1, step.scene));
            QVERIFY(film.beat(place - 1)->next >= place);
        }
    }
}

LAB_APPLESS_TEST(TestFilmSteps)
#include "tst_film_steps.moc"
