// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tips that are moved by the least change: they arrive where they can, nowhere nearer can be reached, and no
// other change that does it is smaller.
#include "core/analysis/geometry/moved_tip.h"
#include "core/edits/cell_overrides.h"
#include "core/edits/sentence.h"
#include "core/engine/affected_cells.h"
#include "core/engine/live_trace.h"
#include "core/experiment/is_same.h"
#include "core/experiment/overrides.h"
#include "core/experiment/parameter.h"
#include "core/experiment/validate.h"
#include "tests/core/geometry/arrows.h"
#include "tests/core/gradients.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/test_program.h"
#include "tests/support/truth.h"

#include <QTest>

#include <cmath>

using namespace lab;
using namespace lab::test;

class TestMovedTip : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void randomMoves();
    void liveTracesFollow();
    void byHand();
    void fixed_data();
    void fixed();
    void waysInOrder();
    void nothingMovesWhereItIs();
    void everyOccurrenceMoves();
    void onlyAsMuchAsNeeded();
    void underTheNorm_data();
    void underTheNorm();
};

namespace {

constexpr std::array tip_stages{StageId::queries, StageId::keys, StageId::values, StageId::head_outputs};

QString words_of(const Said& said) {
    return said.phrase.empty() ? QString() : QString::fromStdString(text_of(said));
}

/// The tip, as the whole computation has it.
RowVector tip_in(const Experiment& e, const Tip& tip) {
    return compute(e).value().stage(tip.stage, tip.head).row(tip.row);
}

/// The numbers that give way.
Matrix numbers_of(const Experiment& e, const MovedTip& moved) {
    for (const ParameterInfo& each : all_parameters()) {
        const bool is_moved = each.field == moved.change.field && each.id != ParameterId::g_Q;
        if (is_moved && parameter(e, each.id)) {
            const Block& at = *moved.change.block;
            return parameter(e, each.id)->block(at.row, at.column, at.rows, at.columns);
        }
    }
    return {};
}

Experiment with_numbers(const Experiment& e, const MovedTip& moved, const Matrix& numbers) {
    for (const ParameterInfo& each : all_parameters()) {
        if (each.field == moved.change.field && parameter(e, each.id))
            return with_cells(e, each.id, moved.change.block->row, moved.change.block->column, numbers);
    }
    return e;
}

/// The largest magnitude.
double largest_of(const RowVector& a, const RowVector& b) {
    return std::max(a.cwiseAbs().maxCoeff(), b.cwiseAbs().maxCoeff());
}

/// A tip that may be anywhere.
struct RandomTip {
    RandomArrows at;
    Tip tip;
    GivesWay way;

    RandomTip(Experiment e, RandomExperiments& random) : at(std::move(e), random) {
        tip.stage = tip_stages[static_cast<std::size_t>(random.between(0, 3))];
        tip.head = at.head;
        const Dimensions d = dimensions(at.e);
        tip.row = random.between(0, length(info(tip.stage).rows, d) - 1);
        const std::vector<GivesWay> ways = ways_to_move(at.e, tip);
        way = ways[static_cast<std::size_t>(random.between(0, static_cast<Index>(ways.size()) - 1))];
    }
    RowVector now() const { return at.trace.stage(tip.stage, tip.head).row(tip.row); }
};

} // namespace

/// The tip arrives, as the whole pipeline computes it, or is told not to: then none of 200 other changes
/// brings it nearer. Of 200 others that bring it there none is smaller.
void TestMovedTip::randomMoves() {
    RandomExperiments random(541);
    int there = 0, near = 0;
    for (int round = 0; round < 3 * many_experiments; ++round) {
        const RandomTip of(random.next(), random);
        const Truth truth(of.at.e);
        const RowVector now = of.now();
        RowVector wanted = random_row(random, now.cols());
        if (random.coin() && now.allFinite())
            wanted = now + 0.1 * wanted;
        const auto found = moved_tip(of.at.e, of.at.trace.kept(), of.tip, of.way, wanted);
        const auto why = why_fixed(of.at.e, nothing_kept, of.tip, of.way);
        if (const Said* said = std::get_if<Said>(&found)) {
            QVERIFY(why);
            QCOMPARE(words_of(*said), words_of(*why));
            QCOMPARE(truth.fault_of_fixed(of.tip, words_of(*said)), QString());
            continue;
        }
        QVERIFY(!why);
        const MovedTip& moved = std::get<MovedTip>(found);
        QVERIFY(validate(moved.experiment).empty());
        const RowVector is = tip_in(moved.experiment, of.tip);
        const double scale = 1 + largest_of(now.allFinite() ? now : wanted, wanted);
        QVERIFY((is - moved.arrived).cwiseAbs().maxCoeff() <= 1e-9 * scale);
        const double off = (is - wanted).norm();
        if (moved.remark.phrase.empty()) {
            QVERIFY((is - wanted).cwiseAbs().maxCoeff() <= 2e-9 * scale);
            ++there;
        } else {
            QCOMPARE(truth.fault_of_nearest(of.tip, words_of(moved.remark)), QString());
            QVERIFY(off > 1e-10 * (scale - 1));
            QVERIFY(off <= (now - wanted).norm() + 1e-9 * scale);
            ++near;
        }
        if (of.way == GivesWay::vector)
            continue;
        // Of others: how near, and how small.
        const Matrix before = numbers_of(of.at.e, moved), after = numbers_of(moved.experiment, moved);
        const double size = (after - before).norm();
        const bool is_normed = of.at.e.scores.qk_norm && of.tip.stage != StageId::values &&
                               of.tip.stage != StageId::head_outputs;
        // Where the nearest place is only approached, it is not worth a change that is a little larger.
        const bool is_approached = is_normed && !moved.remark.phrase.empty();
        const double slack = is_approached ? 5e-2 : 1e-9;
        for (int other = 0; other < 200 / (is_exhaustive ? 1 : 10); ++other) {
            Matrix change(before.rows(), before.cols());
            for (double& number : change.reshaped())
                number = random.number();
            change *= std::pow(10, random.number());
            const Experiment e = with_numbers(of.at.e, moved, (random.coin() ? before : after) + change);
            const double its = (tip_in(e, of.tip) - wanted).norm();
            QVERIFY(its >= off - slack * scale);
            if (!is_approached && its <= off + 1e-9 * scale)
                QVERIFY((numbers_of(e, moved) - before).norm() >= size * (1 - 1e-6));
        }
    }
    QVERIFY(there > many_experiments / 2);
    QVERIFY(near > 0);
}

/// A live trace that is told of the change has the numbers of the whole computation.
void TestMovedTip::liveTracesFollow() {
    RandomExperiments random(542);
    for (int round = 0; round < many_experiments; ++round) {
        const RandomTip of(random.next(), random);
        const auto found =
            moved_tip(of.at.e, of.at.trace.kept(), of.tip, of.way, random_row(random, of.now().cols()));
        const MovedTip* moved = std::get_if<MovedTip>(&found);
        if (!moved)
            continue;
        QCOMPARE(moved->change, change_of_move(of.at.e, of.tip, of.way));
        LiveTrace live;
        live.update(of.at.e, {});
        for (const bool is_after : {false, true}) {
            if (is_after)
                live.update(moved->experiment, moved->change);
            const Trace trace = compute(is_after ? moved->experiment : of.at.e).value();
            for (const StageInfo& stage : all_stages()) {
                if (!has_stage(of.at.e, stage.id))
                    continue;
                const Matrix& is = *live.view(stage.id, of.tip.head).matrix;
                const Matrix& should = trace.stage(stage.id, of.tip.head);
                for (Index i = 0; i < is.size(); ++i) {
                    const double a = is.data()[i], b = should.data()[i];
                    QVERIFY(a == b || std::isnan(a) == std::isnan(b));
                    QVERIFY(!std::isfinite(a) || std::abs(a - b) <= 1e-6 * (1 + std::abs(b)));
                }
            }
        }
    }
}

namespace {

/// Two words of two features, whose W_Q doubles and whose W_K and W_V are 1.
Experiment two_words() {
    Experiment e;
    e.embedding.dimension = 2;
    EmbeddingTable table;
    table.set("sky", {std::make_shared<const RowVector>(RowVector{{1, 0}}), true});
    table.set("blue", {std::make_shared<const RowVector>(RowVector{{3, 4}}), true});
    e.embedding.table = std::make_shared<const EmbeddingTable>(std::move(table));
    e.sequence.tokenizer = Tokenizer::manual;
    e.sequence.tokens = {"sky", "blue", "sky"};
    e.projection.W_Q = share(Matrix{{2, 0}, {0, 2}});
    e.projection.W_K = share(Matrix{{1, 0}, {0, 1}});
    e.projection.W_V = share(Matrix{{1, 0}, {0, 1}});
    return e;
}

const Tip query_blue{StageId::queries, 0, 1};

MovedTip moved_to(const Experiment& e, const Tip& tip, GivesWay way, const RowVector& wanted) {
    return std::get<MovedTip>(moved_tip(e, nothing_kept, tip, way, wanted));
}

} // namespace

void TestMovedTip::byHand() {
    const Experiment e = two_words();
    const RowVector wanted{{6, 18}}; // from (6, 8)
    const MovedTip word = moved_to(e, query_blue, GivesWay::word, wanted);
    QVERIFY((*word.experiment.embedding.table->find("blue")->values - RowVector{{3, 9}}).norm() < 1e-12);
    QVERIFY(!word.experiment.embedding.table->find("blue")->seeded);
    QVERIFY(word.experiment.embedding.table->find("sky")->seeded);
    QCOMPARE(word.change, (Change{Field::embedding, Block{1, 0, 1, 2}}));

    // ΔW = xᵀδ/|x|², x = (3, 4), δ = (0, 10).
    const MovedTip weights = moved_to(e, query_blue, GivesWay::weights, wanted);
    QVERIFY((*weights.experiment.projection.W_Q - Matrix{{2, 1.2}, {0, 3.6}}).norm() < 1e-12);
    QCOMPARE(weights.change, (Change{Field::W_Q, Block{0, 0, 2, 2}}));

    // Only the cell whose number changes.
    const MovedTip vector = moved_to(e, query_blue, GivesWay::vector, wanted);
    QCOMPARE(vector.experiment.overrides.size(), 1U);
    QCOMPARE(cell_of(vector.experiment.overrides[0]), (CellRef{StageId::queries, 0, 1, 1}));
    QCOMPARE(vector.experiment.overrides[0].value, 18.0);

    // Of z: the weights are 1/2 and 1/2, so that both rows of V move by δ.
    const Experiment direct = of_vectors(Matrix{{0, 0}}, Matrix{{1, 0}, {0, 1}}, Matrix{{1, 2}, {3, 4}});
    const MovedTip given =
        moved_to(direct, {StageId::head_outputs, 0, 0}, GivesWay::given, RowVector{{2, 5}});
    QVERIFY((*given.experiment.projection.V - Matrix{{1, 4}, {3, 6}}).norm() < 1e-12);
    QCOMPARE(given.change, (Change{Field::V, Block{0, 0, 2, 2}}));
}

void TestMovedTip::fixed_data() {
    QTest::addColumn<Edit>("edit");
    QTest::addColumn<int>("stage");
    QTest::addColumn<int>("way");
    QTest::addColumn<QString>("why");
    const auto row = [](const char* name, const Edit& edit, StageId stage, GivesWay way, const char* why) {
        QTest::newRow(name) << edit << static_cast<int>(stage) << static_cast<int>(way) << why;
    };
    const auto none = [](Experiment&) {};
    const auto direct = [](Experiment& e) {
        e = of_vectors(Matrix{{1, 2}, {3, 4}}, Matrix{{1, 2}, {3, 4}}, Matrix{{1, 2}, {3, 4}});
    };
    const auto identity = [](Experiment& e) {
        e.projection = {};
        e.projection.kind = ProjectionKind::identity;
    };
    const auto zero = [](Experiment& e) { e = with_cells(e, ParameterId::E, 1, 0, Matrix{{0, 0}}); };
    const auto overridden = [](StageId stage, double value) {
        return [=](Experiment& e) {
            for (const Index column : {0, 1})
                e = with_override(e, {stage, 0, 1, column}, value);
        };
    };
    row("a word that can", none, StageId::queries, GivesWay::word, "");
    row("weights that can", none, StageId::head_outputs, GivesWay::weights, "");
    row("given that can", direct, StageId::keys, GivesWay::given, "");
    row("a vector always can", overridden(StageId::queries, -HUGE_VAL), StageId::queries, GivesWay::vector,
        "");
    row("given, by its word", direct, StageId::queries, GivesWay::word,
        "Q, K and V are given: no word’s vector and no weights are read");
    row("given, by weights", direct, StageId::head_outputs, GivesWay::weights,
        "Q, K and V are given: no word’s vector and no weights are read");
    row("without weights", identity, StageId::values, GivesWay::weights,
        "queries, keys and values are the inputs themselves, without weights");
    row("an output without weights", identity, StageId::head_outputs, GivesWay::weights,
        "queries, keys and values are the inputs themselves, without weights");
    row("what is not given", none, StageId::keys, GivesWay::given, "K is computed, and not given");
    row("an output that is not given", none, StageId::head_outputs, GivesWay::given,
        "V is computed, and not given");
    row("an output, by a word", none, StageId::head_outputs, GivesWay::word,
        "an output is made of the vectors of several words");
    row("all overridden", overridden(StageId::queries, 1), StageId::queries, GivesWay::weights,
        "all of its numbers are overridden");
    row(
        "not finite",
        [](Experiment& e) {
            e = with_override(e, {StageId::keys, 0, 1, 0}, -HUGE_VAL);
        },
        StageId::keys, GivesWay::word, "it is not finite, or is computed from numbers that are not");
    row("an input of 0", zero, StageId::queries, GivesWay::weights,
        "its input is 0, so that no change of the weights moves it");
    row("an input of 0, by the word", zero, StageId::queries, GivesWay::word, "");
    row("an overridden input", overridden(StageId::inputs, 1), StageId::queries, GivesWay::word,
        "no change of the word’s vector moves it");
    row(
        "weights of 0", [](Experiment& e) { e.projection.W_K = share(Matrix::Zero(2, 2)); }, StageId::keys,
        GivesWay::word, "no change of the word’s vector moves it");
    row(
        "rows through weights of 0",
        [](Experiment& e) {
            e.projection.W_K = share(Matrix::Zero(2, 2));
            e.embedding.inputs = InputKind::rows;
            e.embedding.X = share(Matrix::Ones(3, 2));
        },
        StageId::keys, GivesWay::word, "no change of the input row moves it");
    row(
        "an output of nothing",
        [](Experiment& e) {
            e.mask.padding = {0, 1, 2};
        },
        StageId::head_outputs, GivesWay::weights, "no change of the weights moves it");
    row(
        "a given output of nothing",
        [&, direct](Experiment& e) {
            direct(e);
            e.mask.padding = {0, 1};
        },
        StageId::head_outputs, GivesWay::given, "no change of the given numbers moves it");
}

void TestMovedTip::fixed() {
    QFETCH(const Edit, edit);
    QFETCH(const int, stage);
    QFETCH(const int, way);
    QFETCH(const QString, why);
    Experiment e = two_words();
    edit(e);
    const Tip tip{static_cast<StageId>(stage), 0, 1};
    const auto is = why_fixed(e, nothing_kept, tip, static_cast<GivesWay>(way));
    QCOMPARE(is ? words_of(*is) : QString(), why);
    const auto found = moved_tip(e, nothing_kept, tip, static_cast<GivesWay>(way), RowVector{{1, 2}});
    QCOMPARE(std::holds_alternative<MovedTip>(found), why.isEmpty());
    if (!why.isEmpty())
        QCOMPARE(Truth(e).fault_of_fixed(tip, why), QString());
}

void TestMovedTip::waysInOrder() {
    using Ways = std::vector<GivesWay>;
    Experiment e = two_words();
    QVERIFY((ways_to_move(e, query_blue) == Ways{GivesWay::word, GivesWay::weights, GivesWay::vector}));
    // “sky” stands twice.
    QVERIFY((ways_to_move(e, {StageId::keys, 0, 2}) ==
             Ways{GivesWay::weights, GivesWay::word, GivesWay::vector}));
    QVERIFY((ways_to_move(e, {StageId::head_outputs, 0, 0}) == Ways{GivesWay::weights, GivesWay::vector}));
    e.source = Sequence{Tokenizer::manual, "", {"blue"}};
    QVERIFY((ways_to_move(e, query_blue) == Ways{GivesWay::weights, GivesWay::word, GivesWay::vector}));
    e.source.reset();
    e.embedding.inputs = InputKind::rows;
    e.embedding.X = share(Matrix::Ones(3, 2));
    QVERIFY((ways_to_move(e, {StageId::keys, 0, 2}) ==
             Ways{GivesWay::word, GivesWay::weights, GivesWay::vector}));
    e.projection = {};
    e.projection.kind = ProjectionKind::identity;
    QVERIFY((ways_to_move(e, {StageId::values, 0, 2}) == Ways{GivesWay::word, GivesWay::vector}));
    QVERIFY((ways_to_move(e, {StageId::head_outputs, 0, 2}) == Ways{GivesWay::vector}));
    e = of_vectors(Matrix{{1, 2}}, Matrix{{1, 2}}, Matrix{{1, 2}});
    for (const StageId stage : tip_stages)
        QVERIFY((ways_to_move(e, {stage, 0, 0}) == Ways{GivesWay::given, GivesWay::vector}));
}

/// Back where it was, every bit is.
void TestMovedTip::nothingMovesWhereItIs() {
    RandomExperiments random(543);
    for (int round = 0; round < many_experiments; ++round) {
        const RandomTip of(random.next(), random);
        const auto found = moved_tip(of.at.e, of.at.trace.kept(), of.tip, of.way, of.now());
        if (const MovedTip* moved = std::get_if<MovedTip>(&found)) {
            QVERIFY(is_same(moved->experiment, of.at.e));
            QVERIFY(words_of(moved->remark).isEmpty());
        }
    }
}

void TestMovedTip::everyOccurrenceMoves() {
    const Experiment e = two_words();
    const MovedTip moved = moved_to(e, {StageId::keys, 0, 0}, GivesWay::word, RowVector{{5, -1}});
    const Trace trace = compute(moved.experiment).value();
    for (const Index row : {0, 2}) {
        QVERIFY((trace.stage(StageId::keys).row(row) - RowVector{{5, -1}}).norm() < 1e-12);
        QVERIFY((trace.stage(StageId::queries).row(row) - RowVector{{10, -2}}).norm() < 1e-12);
    }
    QVERIFY(trace.stage(StageId::keys).row(1) == (RowVector{{3, 4}}));
}

/// What is out of reach or overridden is said.
void TestMovedTip::onlyAsMuchAsNeeded() {
    Experiment e = two_words();
    e.projection.W_Q = share(Matrix{{1, 1}, {0, 0}});
    // Queries of (a, a) alone: the nearest to (5, 1) is (3, 3).
    const MovedTip rank = moved_to(e, query_blue, GivesWay::word, RowVector{{5, 2}});
    QVERIFY((rank.arrived - RowVector{{3.5, 3.5}}).norm() < 1e-12);
    QVERIFY((*rank.experiment.embedding.table->find("blue")->values - RowVector{{3.5, 4}}).norm() < 1e-12);
    QCOMPARE(words_of(rank.remark), "this is the nearest place that it can reach: the word’s vector moves it "
                                    "in 1 of 2 dimensions");
    e = with_override(two_words(), {StageId::queries, 0, 1, 0}, 7);
    const MovedTip typed = moved_to(e, query_blue, GivesWay::word, RowVector{{5, 2}});
    QVERIFY((typed.arrived - RowVector{{7, 2}}).norm() < 1e-12);
    QVERIFY((*typed.experiment.embedding.table->find("blue")->values - RowVector{{3, 1}}).norm() < 1e-12);
    QCOMPARE(words_of(typed.remark),
             "this is the nearest place that it can reach: some of its numbers are overridden");
    e = with_override(two_words(), {StageId::inputs, 0, 1, 0}, 2);
    const MovedTip input = moved_to(e, query_blue, GivesWay::word, RowVector{{5, 2}});
    QVERIFY((input.arrived - RowVector{{4, 2}}).norm() < 1e-12);
    QCOMPARE(words_of(input.remark), "this is the nearest place that it can reach: numbers of its input are "
                                     "overridden and the word’s vector moves it in 1 of 2 dimensions");
}

void TestMovedTip::underTheNorm_data() {
    QTest::addColumn<QkNorm>("norm");
    QTest::addColumn<RowVector>("wanted");
    QTest::addColumn<RowVector>("arrived");
    QTest::addColumn<RowVector>("blue"); // empty: any
    const auto row = [](const char* name, const QkNorm& norm, const RowVector& wanted,
                        const RowVector& arrived,
                        const RowVector& blue) { QTest::newRow(name) << norm << wanted << arrived << blue; };
    const double root = std::sqrt(2);
    const RowVector any;
    // “blue” is (3, 4), and its query (6, 8) before the norm.
    row("rms, outside", {QkNormKind::rms, 0}, RowVector{{0, 9}}, RowVector{{0, root}}, RowVector{{0, 4}});
    row("rms, inside", {QkNormKind::rms, 0}, RowVector{{0.1, 0}}, RowVector{{root, 0}}, RowVector{{3, 0}});
    row("l2", {QkNormKind::l2, 0}, RowVector{{-0.8, 0.6}}, RowVector{{-0.8, 0.6}}, any);
    // On the other side, where the nearest row is 0, one of a tenth of the length.
    row("l2, behind", {QkNormKind::l2, 0}, RowVector{{-3, -4}}, RowVector{{-0.6, -0.8}},
        RowVector{{-0.3, -0.4}});
    row("l2, by epsilon", {QkNormKind::l2, 2}, RowVector{{0.3, 0}}, RowVector{{0.3, 0}}, RowVector{{0.3, 0}});
    row("l2, beyond epsilon", {QkNormKind::l2, 2}, RowVector{{7, 0}}, RowVector{{1, 0}}, RowVector{{3, 0}});
    row("rms, with epsilon", {QkNormKind::rms, 4}, RowVector{{1, 0}}, RowVector{{1, 0}},
        RowVector{{std::sqrt(2), 0}});
    row("with gains", {QkNormKind::rms, 0, share(Matrix{{2, 1}})}, RowVector{{9, 0}},
        RowVector{{2 * root, 0}}, RowVector{{3, 0}});
}

void TestMovedTip::underTheNorm() {
    QFETCH(const QkNorm, norm);
    QFETCH(const RowVector, wanted);
    QFETCH(const RowVector, arrived);
    QFETCH(const RowVector, blue);
    Experiment e = two_words();
    e.scores.qk_norm = norm;
    const MovedTip moved = moved_to(e, query_blue, GivesWay::word, wanted);
    QVERIFY((moved.arrived - arrived).norm() < 1e-9);
    const RowVector& is = *moved.experiment.embedding.table->find("blue")->values;
    QVERIFY(blue.size() == 0 || (is - blue).norm() < 1e-9);
    QCOMPARE(words_of(moved.remark),
             (arrived - wanted).norm() < 1e-9
                 ? QString()
                 : "this is the nearest place that it can reach: queries and keys are normalised");
}

LAB_GUILESS_TEST(TestMovedTip)
#include "tst_moved_tip.moc"
