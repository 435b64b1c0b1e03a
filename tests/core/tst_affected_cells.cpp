// SPDX-License-Identifier: GPL-3.0-or-later
//
// The cells that an edit affects: everything that depends on it, but not more than needed.
#include "core/engine/affected_cells.h"

#include "core/engine/pipeline.h"
#include "core/engine/stage_reads.h"
#include "core/engine/stale_cells.h"
#include "core/experiment/parameter.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <map>

using namespace lab;
using namespace lab::test;

namespace {

using enum StageId;
using Counts = std::map<StageId, Index>;

/// The number of affected cells of a stage in one head.
Index touched_cells(const AffectedCells& touched, const Dimensions& d, const StageInfo& stage,
                    HeadIndex head) {
    StaleCells cells(length(stage.rows, d), length(stage.columns, d));
    cells.clear({0, length(stage.rows, d)});
    for (const Block& block : touched.cells(stage.id, head))
        cells.mark(block);
    return cells.count();
}

/// The number of affected cells per stage, summed over heads. Stages without any are left out.
Counts counts(const Experiment& experiment, const Change& change,
              const std::vector<Override>& overrides_before = {}) {
    const Dimensions d = dimensions(experiment);
    const AffectedCells touched(experiment, d, change, overrides_before);
    Counts result;
    for (const StageInfo& stage : all_stages()) {
        for (HeadIndex head = 0; head < (stage.per_head ? d.H : 1); ++head) {
            if (const Index count = touched_cells(touched, d, stage, head); count > 0)
                result[stage.id] += count;
        }
    }
    return result;
}

QByteArray text(const Counts& counts) {
    QByteArray text;
    for (const auto& [stage, count] : counts)
        text += QByteArray(info(stage).name.data()) + ' ' + QByteArray::number(qlonglong(count)) + ' ';
    return text;
}

/// 5 tokens, two of them the same word, d_model 6, 3 heads with d_k = d_v = 2, d_out 4.
Experiment example(ProjectionKind kind = ProjectionKind::linear) {
    const auto random = [](Index rows, Index columns) { return share(Matrix::Random(rows, columns)); };
    Experiment e;
    e.sequence = {Tokenizer::whitespace, "the cat saw the dog", {"the", "cat", "saw", "the", "dog"}};
    e.heads = {3, 3};
    e.projection.kind = kind;
    e.embedding.dimension = 6;
    EmbeddingTable table;
    for (const std::string& token : distinct_tokens(e))
        table.set(token, {std::make_shared<const RowVector>(RowVector::Random(6)), false});
    e.embedding.table = std::make_shared<const EmbeddingTable>(table);
    Projection& p = e.projection;
    if (kind == ProjectionKind::linear) {
        p.W_Q = p.W_K = p.W_V = random(6, 6);
        p.b_Q = p.b_K = p.b_V = random(1, 6);
    } else if (kind == ProjectionKind::direct) {
        p.Q = p.K = p.V = random(5, 6);
    }
    p.W_O = random(6, 4);
    p.b_O = random(1, 4);
    e.normalization.sink = random(1, 3);
    return e;
}

} // namespace

class TestAffectedCells : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void whatDiffersIsTouched();
    void noMoreThanItMust_data();
    void noMoreThanItMust();
    void givenRows();
    void overrides();
    void rotatedPairs_data();
    void rotatedPairs();
    void readAndReading();
    void staleCells();
};

/// A column of W_Q changes the two of its pair. In the half layout, what is between them is computed as well.
void TestAffectedCells::rotatedPairs_data() {
    QTest::addColumn<RotaryLayout>("layout");
    QTest::addColumn<std::optional<Index>>("turning");
    QTest::addColumn<Index>("column");
    QTest::addColumn<Block>("computed");
    const std::optional<Index> all;
    const auto columns = [](Index first, Index count) { return Block{0, first, 5, count}; };
    constexpr auto interleaved = RotaryLayout::interleaved;
    constexpr auto half = RotaryLayout::half;
    QTest::newRow("neighbours") << interleaved << all << Index(3) << columns(2, 2);
    QTest::newRow("half") << half << all << Index(4) << columns(0, 6);
    QTest::newRow("half of some") << half << std::optional<Index>(4) << Index(0) << columns(0, 4);
    QTest::newRow("one that stays") << half << std::optional<Index>(4) << Index(5) << columns(5, 1);
    QTest::newRow("the first that stays") << half << std::optional<Index>(4) << Index(4) << columns(4, 1);
    QTest::newRow("a neighbour that stays")
        << interleaved << std::optional<Index>(2) << Index(2) << columns(2, 1);
}

void TestAffectedCells::rotatedPairs() {
    QFETCH(RotaryLayout, layout);
    QFETCH(std::optional<Index>, turning);
    QFETCH(Index, column);
    QFETCH(Block, computed);
    Experiment e = example();
    e.heads = {1, 1}; // d_k = 6
    e.scores.rotary = true;
    e.scores.rotary_layout = layout;
    e.scores.rotary_dims = turning;
    const Change change{Field::W_Q, Block{1, column}};
    const Dimensions d = dimensions(e);
    const AffectedCells affected(e, d, change, {});
    const auto found = affected.cells(queries, 0);
    QVERIFY(std::vector(found.begin(), found.end()) == std::vector{computed});
}

// Every number that an edit changes is among the affected cells.
void TestAffectedCells::whatDiffersIsTouched() {
    RandomExperiments random(31);
    for (int round = 0; round < many_experiments; ++round) {
        const Experiment before = random.next();
        std::vector<ParameterInfo> present;
        for (const ParameterInfo& each : all_parameters()) {
            if (const MatrixPtr matrix = parameter(before, each.id); matrix && matrix->size() > 0)
                present.push_back(each);
        }
        const auto& which = present[std::size_t(random.between(0, Index(present.size()) - 1))];
        const MatrixPtr matrix = parameter(before, which.id);
        const Block cell{random.between(0, matrix->rows() - 1), random.between(0, matrix->cols() - 1)};
        Experiment after = with_cell(before, which.id, cell.row, cell.column, random.number());
        if (random.coin())
            random.add_override(after);
        const Dimensions d = dimensions(after);
        const AffectedCells touched(after, d, {which.field, cell}, before.overrides);
        const Trace was = compute(before).value();
        const Trace is = compute(after).value();
        for (const StageInfo& stage : all_stages()) {
            for (HeadIndex head = 0; has_stage(after, stage.id) && head < (stage.per_head ? d.H : 1);
                 ++head) {
                Matrix expected = was.stage(stage.id, head);
                for (const Block& b : touched.cells(stage.id, head))
                    expected.block(b.row, b.column, b.rows, b.columns) =
                        is.stage(stage.id, head).block(b.row, b.column, b.rows, b.columns);
                QVERIFY2(same_bits(expected, is.stage(stage.id, head)), stage.name.data());
            }
        }
    }
}

void TestAffectedCells::noMoreThanItMust_data() {
    QTest::addColumn<ProjectionKind>("kind");
    QTest::addColumn<Change>("change");
    QTest::addColumn<Counts>("expected");
    constexpr auto linear = ProjectionKind::linear;
    constexpr auto identity = ProjectionKind::identity;
    constexpr auto direct = ProjectionKind::direct;
    // A change in the queries or keys of one head affects all of that head: four score stages of 25 cells
    // each, its output, a third of the concatenation, and the entire output.
    const auto after_scores = [](StageId first) {
        return Counts{{first, 5},    {scores, 25},       {scaled_scores, 25}, {masked_scores, 25},
                      {weights, 25}, {head_outputs, 10}, {concat, 10},        {output, 20}};
    };
    const Block in_second_head{1, 2};
    QTest::newRow("a cell of W_Q") << linear << Change{Field::W_Q, in_second_head} << after_scores(queries);
    QTest::newRow("a cell of W_K") << linear << Change{Field::W_K, in_second_head} << after_scores(keys);
    QTest::newRow("a cell of b_Q") << linear << Change{Field::b_Q, Block{0, 2}} << after_scores(queries);
    QTest::newRow("a cell of b_K") << linear << Change{Field::b_K, Block{0, 5}} << after_scores(keys);
    // One column of V and of Z. The concatenation is recomputed per head.
    const Counts after_values{{values, 5}, {head_outputs, 5}, {concat, 10}, {output, 20}};
    QTest::newRow("a cell of W_V") << linear << Change{Field::W_V, in_second_head} << after_values;
    QTest::newRow("a cell of b_V") << linear << Change{Field::b_V, Block{0, 3}} << after_values;
    QTest::newRow("a cell of W_O") << linear << Change{Field::W_O, Block{5, 3}} << Counts{{output, 5}};
    QTest::newRow("a cell of b_O") << linear << Change{Field::b_O, Block{0, 3}} << Counts{{output, 5}};
    // A row of scores for the token as a query, a column for it as a key. Every row of weights then changes.
    const auto after_token = [](Index rows) {
        const Index both = 5 * 2 * rows - rows * rows;
        return Counts{{inputs, rows},
                      {queries, 6 * rows},
                      {keys, 6 * rows},
                      {values, 6 * rows},
                      {scores, 3 * both},
                      {scaled_scores, 3 * both},
                      {masked_scores, 3 * both},
                      {weights, 75},
                      {head_outputs, 30},
                      {concat, 30},
                      {output, 20}};
    };
    QTest::newRow("a number of a token") << linear << Change{Field::embedding, Block{1, 4}} << after_token(1);
    QTest::newRow("a number of a position")
        << linear << Change{Field::position, Block{3, 4}} << after_token(1);
    QTest::newRow("positions of which the last stand behind the sentence")
        << linear << Change{Field::position, Block{3, 0, 4, 1}} << after_token(2);
    QTest::newRow("a position behind the sentence")
        << linear << Change{Field::position, Block{5, 0}} << Counts{};
    QTest::newRow("a position, where Q, K and V are given")
        << direct << Change{Field::position, Block{3, 0}} << Counts{};
    QTest::newRow("a given row, where inputs are looked up") << linear << Change{Field::X, {}} << Counts{};
    QTest::newRow("identity: a number of a token, in one head")
        << identity << Change{Field::embedding, Block{1, 4}}
        << Counts{{inputs, 1},        {queries, 1},       {keys, 1},          {values, 1},
                  {scores, 9},        {scaled_scores, 9}, {masked_scores, 9}, {weights, 25},
                  {head_outputs, 10}, {concat, 10},       {output, 20}};
    const auto one_row = [](Counts counts) {
        counts.merge(Counts{{weights, 5}, {head_outputs, 2}, {concat, 2}, {output, 4}});
        return counts;
    };
    QTest::newRow("a given query")
        << direct << Change{Field::Q, Block{3, 2}}
        << one_row({{queries, 1}, {scores, 5}, {scaled_scores, 5}, {masked_scores, 5}});
    QTest::newRow("a given value") << direct << Change{Field::V, Block{3, 2}}
                                   << Counts{{values, 1}, {head_outputs, 5}, {concat, 10}, {output, 20}};
    QTest::newRow("a cell of the mask")
        << linear << Change{Field::mask, Block{2, 1}}
        << Counts{{masked_scores, 3}, {weights, 15}, {head_outputs, 6}, {concat, 6}, {output, 4}};
    QTest::newRow("the temperature") << linear << Change{Field::normalization, {}}
                                     << Counts{{weights, 75}, {head_outputs, 30}, {concat, 30}, {output, 20}};
    QTest::newRow("the sinks") << linear << Change{Field::sink, {}}
                               << Counts{{weights, 75}, {head_outputs, 30}, {concat, 30}, {output, 20}};
    QTest::newRow("the sink of a head")
        << linear << Change{Field::sink, Block{0, 1}}
        << Counts{{weights, 25}, {head_outputs, 10}, {concat, 10}, {output, 20}};
    QTest::newRow("the title") << linear << Change{Field::description, {}} << Counts{};
}

void TestAffectedCells::noMoreThanItMust() {
    QFETCH(ProjectionKind, kind);
    QFETCH(Change, change);
    QFETCH(Counts, expected);
    const Counts actual = counts(example(kind), change);
    QVERIFY2(actual == expected, text(actual));
}

// A number of X affects one row of the inputs, even if its word occurs twice; the table affects nothing.
void TestAffectedCells::givenRows() {
    Experiment e = example();
    e.embedding.inputs = InputKind::rows;
    e.embedding.X = share(Matrix::Random(5, 6));
    const Counts of_a_row = counts(e, {Field::X, Block{3, 4}});
    QCOMPARE(of_a_row.at(inputs), Index{1});
    QCOMPARE(of_a_row.at(queries), Index{6});
    QCOMPARE(of_a_row.at(scores), Index{27});
    QCOMPARE(counts(e, {Field::X, {}}).at(inputs), Index{30});
    QVERIFY(counts(e, {Field::embedding, Block{0, 4}}).empty());
    QVERIFY(counts(e, {Field::X_source, Block{0, 4}}).empty());
    e.source = e.sequence;
    e.embedding.X_source = e.embedding.X;
    const Counts of_the_source = counts(e, {Field::X_source, Block{3, 4}});
    QVERIFY(!of_the_source.contains(inputs) && !of_the_source.contains(queries));
    QCOMPARE(of_the_source.at(source_inputs), Index{1});
    QCOMPARE(of_the_source.at(scores), Index{15});
}

void TestAffectedCells::overrides() {
    const Change change{Field::overrides, {}};
    const Experiment none = example();
    Experiment one = none;
    one.overrides = {{weights, 1, 2, 3, 0.5, nullptr}};
    const Counts row{{weights, 5}, {head_outputs, 2}, {concat, 2}, {output, 4}};
    QVERIFY(counts(one, change, {}) == row);
    QVERIFY(counts(none, change, one.overrides) == row);
    QVERIFY(counts(one, change, one.overrides).empty());
    // The last override of a cell wins: earlier ones make no difference, reordering them does.
    Experiment two = one;
    two.overrides.insert(two.overrides.begin(), {weights, 1, 2, 3, 0.25, nullptr});
    QVERIFY(counts(two, change, one.overrides).empty());
    std::swap(two.overrides[0], two.overrides[1]);
    QVERIFY(counts(two, change, one.overrides) == row);
}

/// A cell reads another one if, and only if, it is among those that are computed from that.
void TestAffectedCells::readAndReading() {
    RandomExperiments random(30);
    for (int i = 0; i < many_experiments; ++i) {
        const Experiment e = random.next();
        const Dimensions d = dimensions(e);
        const auto any_cell = [&](const StageInfo& stage) {
            return Block{random.between(0, length(stage.rows, d) - 1),
                         random.between(0, length(stage.columns, d) - 1), 1, 1};
        };
        const auto contains = [](const Block& all, const Block& cell) {
            return all.row <= cell.row && cell.row < all.row + all.rows && all.column <= cell.column &&
                   cell.column < all.column + all.columns;
        };
        for (const StageInfo& stage : all_stages()) {
            bool are_opposite = true;
            const auto check = [&](const StageRead& read) {
                const Block own = any_cell(stage), earlier = any_cell(info(read.earlier));
                are_opposite = are_opposite && contains(cells_read(e, d, read, own), earlier) ==
                                                   contains(cells_reading(e, d, read, earlier), own);
            };
            if (has_stage(e, stage.id))
                for_each_read(e, stage.id, stage.per_head ? random.between(0, d.H - 1) : 0, check);
            QVERIFY(are_opposite);
        }
    }
}

void TestAffectedCells::staleCells() {
    StaleCells cells(6, 4);
    QCOMPARE(cells.count(), Index(24));
    QVERIFY(cells.blocks({1, 3}) == std::vector<Block>({{1, 0, 3, 4}}));
    cells.clear({0, 6});
    QCOMPARE(cells.count(), Index(0));
    QVERIFY(cells.blocks({0, 6}).empty());
    cells.mark({2, 1, 2, 1});
    cells.mark({3, 3, 2, 1});
    QVERIFY(cells.blocks({0, 6}) == std::vector<Block>({{2, 1, 1, 1}, {3, 1, 1, 3}, {4, 3, 1, 1}}));
    QCOMPARE(cells.count({3, 1}), Index(3));
    cells.clear({3, 1});
    QVERIFY(cells.blocks({0, 6}) == std::vector<Block>({{2, 1, 1, 1}, {4, 3, 1, 1}}));
}

LAB_APPLESS_TEST(TestAffectedCells)
#include "tst_affected_cells.moc"
