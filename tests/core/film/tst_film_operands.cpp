// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a step of a film computes with, how it is laid out, and the numbers on the way that no stage keeps.
#include "core/describe/not_finite.h"
#include "core/describe/stage_description.h"
#include "core/engine/pipeline.h"
#include "core/film/caption.h"
#include "core/film/film_operands.h"
#include "tests/core/film/film_cases.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/film_truth.h"
#include "tests/support/test_program.h"

#include <array>
#include <set>

using namespace lab;
using namespace lab::test;

class TestFilmOperands : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void asRead_data() { add_film_cases(); }
    void asRead();
    void together_data() { add_film_cases(); }
    void together();
    void laidOut_data() { add_film_cases(); }
    void laidOut();
    void rotation_data() { add_film_cases(); }
    void rotation();
    void weights_data() { add_film_cases(); }
    void weights();
};

namespace {

using S = StageId;
/// Numbers, each by kind (stage or parameter), id, head, row and column.
using Places = std::set<std::array<Index, 5>>;

/// Each number once: a block that stands there twice is a fault.
bool add(Places& places, const Operands& all) {
    bool is_new = true;
    const auto add_block = [&](Index kind, Index which, Index head, const Block& block) {
        for (Index i = 0; i < block.rows; ++i) {
            for (Index j = 0; j < block.columns; ++j)
                is_new &= places.insert({kind, which, head, block.row + i, block.column + j}).second;
        }
    };
    for (const StageBlock& each : all.stages)
        add_block(0, Index(each.stage), each.head, each.block);
    for (const ParameterBlock& each : all.parameters)
        add_block(1, Index(each.id), 0, each.block);
    return is_new;
}

Places places_of(const Operands& all) {
    Places places;
    add(places, all);
    return places;
}

/// The numbers of a matrix of a layout that belong to these rows and columns of the scene.
Places all_of(const SceneLayout& layout) {
    Operands all;
    const auto take = [&](const SceneMatrix& matrix) {
        if (const auto* stage = std::get_if<StageBlock>(&matrix.block))
            all.stages.push_back(*stage);
        else
            all.parameters.push_back(std::get<ParameterBlock>(matrix.block));
    };
    for (const auto& each : {layout.left, layout.above, layout.added}) {
        if (each)
            take(*each);
    }
    std::ranges::for_each(layout.parts, take);
    return places_of(all);
}

} // namespace

/// A cell's are what its stage reads; of a rotated one, which no stage keeps in between, the pair.
void TestFilmOperands::asRead() {
    QFETCH(Experiment, experiment);
    RandomExperiments random(27);
    const FilmTruth truth(experiment);
    const Film film(experiment, {FilmOrder::by_query, FilmGrain::cell});
    for (FilmPlace place = 1; place <= film.size(); ++place) {
        const FilmStep step = film.step(place);
        const CellRef cell{step.scene.stage, step.scene.head, step.rows.first, step.columns.first};
        if (!step.adds_cells || (!is_exhaustive && random.between(1, film.size()) > 300))
            continue;
        const Operands own = operands_of(experiment, step);
        Places places;
        QVERIFY(add(places, own));
        if (step.scene.part == ScenePart::whole) {
            QVERIFY(places == places_of(read_by(experiment, cell)));
        } else if (step.scene.part == ScenePart::normalized) {
            const Index d_k = dimensions(experiment).d_k;
            const bool is_query = cell.stage == S::queries;
            const QkNorm& norm = *experiment.scores.qk_norm;
            QCOMPARE(own.stages, (std::vector<StageBlock>{{cell.stage, cell.head, {cell.row, 0, 1, d_k}}}));
            std::vector<ParameterBlock> gain;
            if (is_query ? norm.g_Q : norm.g_K)
                gain.push_back({is_query ? ParameterId::g_Q : ParameterId::g_K, {0, cell.column, 1, 1}});
            QCOMPARE(own.parameters, gain);
        } else if (step.scene.part == ScenePart::rotated) {
            const auto pair = truth.oracle().pair_of(cell.column, dimensions(experiment).d_k);
            const auto block = [&](Index column, Index count) {
                return StageBlock{cell.stage, cell.head, {cell.row, column, 1, count}};
            };
            if (!pair)
                QCOMPARE(own.stages, std::vector{block(cell.column, 1)});
            else if (pair->second == pair->first + 1)
                QCOMPARE(own.stages, std::vector{block(pair->first, 2)});
            else
                QCOMPARE(own.stages, (std::vector{block(pair->first, 1), block(pair->second, 1)}));
            QVERIFY(own.parameters.empty());
        } else {
            const Places of_pair = places_of(read_by(experiment, cell));
            QVERIFY(!places.empty() && std::ranges::includes(of_pair, places));
        }
    }
}

/// The terms of a cell have what the cell has, the cells of a row what the row has, the rows what the stage
/// has, which is what the layout shows.
void TestFilmOperands::together() {
    QFETCH(Experiment, experiment);
    for (std::size_t grain = 1; grain < std::size(film_grains); ++grain) {
        const Film fine(experiment, {FilmOrder::by_stage, film_grains[grain]});
        const Film coarse(experiment, {FilmOrder::by_stage, film_grains[grain - 1]});
        if (!is_exhaustive && fine.size() > 3000)
            continue;
        FilmPlace place = 1;
        for (FilmPlace of_coarse = 1; of_coarse <= coarse.size(); ++of_coarse) {
            const FilmStep whole = coarse.step(of_coarse);
            Places places;
            for (; place <= fine.size() && coarse.place_of(fine.step(place)) < of_coarse; ++place)
                add(places, operands_of(experiment, fine.step(place)));
            add(places, operands_of(experiment, fine.step(place++))); // the one that completes it
            const Places of_whole = places_of(operands_of(experiment, whole));
            // Of several tokens the whole table is named, which also has the words of the other sentence.
            const bool is_table = whole.rows.count > 1 && whole.scene.stage <= S::source_inputs;
            QVERIFY(is_table ? std::ranges::includes(of_whole, places) : of_whole == places);
        }
        QCOMPARE(place, fine.size() + 1);
    }
}

void TestFilmOperands::laidOut() {
    QFETCH(Experiment, experiment);
    const Film film(experiment, {FilmOrder::by_stage, FilmGrain::stage});
    for (FilmPlace place = 1; place <= film.size(); ++place) {
        const FilmStep step = film.step(place);
        const SceneLayout layout = layout_of(experiment, step.scene);
        Places shown = all_of(layout);
        const Places used = places_of(operands_of(experiment, step));
        QVERIFY(std::ranges::includes(shown, used));
        // A table of words and of positions may hold more than this sentence needs.
        if (layout.kind != SceneKind::look_up || step.rows.count > 1)
            QVERIFY(shown == used);
        // Columns stand over columns, rows beside rows.
        const auto block = [](const SceneMatrix& matrix) {
            return std::visit([](const auto& each) { return each.block; }, matrix.block);
        };
        if (layout.left)
            QCOMPARE(block(*layout.left).rows, step.rows.count);
        if (layout.above && layout.kind == SceneKind::product) {
            const Block above = block(*layout.above);
            QCOMPARE(layout.above_is_turned ? above.rows : above.columns, step.columns.count);
            QCOMPARE(layout.above_is_turned ? above.columns : above.rows, block(*layout.left).columns);
        }
        if (layout.added && layout.kind != SceneKind::normalize) // a sink stands alone
            QCOMPARE(block(*layout.added).columns, step.columns.count);
    }
}

void TestFilmOperands::rotation() {
    QFETCH(Experiment, experiment);
    const FilmTruth truth(experiment);
    const Trace trace = compute(experiment).value();
    for (const Scene& scene : scenes_of(experiment)) {
        if (scene.part == ScenePart::whole || scene.part == ScenePart::rotated)
            continue;
        const Matrix before = before_rotation(experiment, stages_of(trace), scene);
        QCOMPARE(before.rows(), trace.stage(scene.stage, scene.head).rows());
        QCOMPARE(before.cols(), trace.stage(scene.stage, scene.head).cols());
        for (Index row = 0; row < before.rows(); ++row) {
            for (Index column = 0; column < before.cols(); ++column) {
                const OracleNumber is = truth.before_rotation({scene, {row, 1}, {column, 1}}, column);
                QVERIFY(std::abs(before(row, column) - is.value) <= 1e-12 * std::max(1.0, is.magnitude) ||
                        (std::isnan(before(row, column)) && std::isnan(is.value)) ||
                        before(row, column) == is.value);
            }
        }
    }
}

void TestFilmOperands::weights() {
    QFETCH(Experiment, experiment);
    const FilmTruth truth(experiment);
    if (truth.oracle().depends_on_order())
        return;
    const Trace trace = compute(experiment).value();
    const auto is_near = [](double a, double b) {
        return a == b || (std::isnan(a) && std::isnan(b)) ||
               std::abs(a - b) <= 1e-9 * std::max({1.0, std::abs(a), std::abs(b)});
    };
    for (HeadIndex head = 0; head < experiment.heads.count; ++head) {
        for (Index query = 0; query < dimensions(experiment).n_q; ++query) {
            const NormalizedRow row = normalized_row(experiment, stages_of(trace), head, query);
            const FilmTruth::Row is = truth.row(head, query);
            QCOMPARE(row.reduced.size(), is.reduced.size());
            QVERIFY(is_near(row.shift, is.shift) && is_near(row.total, is.total));
            QCOMPARE(row.sink.has_value(), is.sink.has_value());
            if (is.sink) {
                QCOMPARE(row.sink->score, is.sink->score);
                QVERIFY(is_near(row.sink->reduced, is.sink->reduced) &&
                        is_near(row.sink->part, is.sink->part));
                QVERIFY(is_near(row.sink->share, *truth.oracle().share_of_sink(head, query)));
            }
            for (std::size_t key = 0; key < is.reduced.size(); ++key) {
                const auto& masked = truth.oracle().at(S::masked_scores, head, query, Index(key));
                const auto& weight = truth.oracle().at(S::weights, head, query, Index(key));
                const double rounding = 1e-12 * std::max(1.0, masked.magnitude);
                QVERIFY(is_near(row.reduced[key], is.reduced[key]) ||
                        std::abs(row.reduced[key] - is.reduced[key]) < rounding);
                QVERIFY(is_near(row.parts[key], is.parts[key]));
                QVERIFY(is_near(row.weights[key], weight.computed));
            }
        }
    }
}

LAB_APPLESS_TEST(TestFilmOperands)
#include "tst_film_operands.moc"
