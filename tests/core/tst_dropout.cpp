// SPDX-License-Identifier: GPL-3.0-or-later
//
// Weights after dropout: what is drawn, whoever asks for it and in whatever order.
#include "core/describe/explained_rows.h"
#include "core/edits/masks.h"
#include "core/edits/sentence.h"
#include "core/engine/live_trace.h"
#include "core/engine/pipeline.h"
#include "core/engine/streamed_trace.h"
#include "core/experiment/validate.h"
#include "core/random/generators.h"
#include "core/stages/08_dropped_weights.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/golden.h"
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <random>

using namespace lab;
using namespace lab::test;

class TestDropout : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void rate0ChangesNothing();
    void keptShare_data();
    void keptShare();
    void places();
    void blocksInAnyOrder();
    void seedDecides();
    void droppedNaNIs0();
    void everyTraceAgrees();
    void overrideOfADroppedCell();
    void goesWithItsOverrides();
    void takesMemory();
};

namespace {

constexpr auto dropped = StageId::dropped_weights;

Experiment example(double rate, std::uint64_t seed) {
    Experiment e = load_golden("dropout-heads-output").experiment;
    e.dropout = Dropout{rate, seed};
    return e;
}

Dimensions sizes(Index n_q, Index n_k, HeadIndex heads) {
    Dimensions d;
    d.n_q = n_q;
    d.n_k = n_k;
    d.H = heads;
    return d;
}

/// The random numbers in order, by the generator alone.
std::vector<double> drawn(std::uint64_t seed, Index count) {
    std::mt19937 generator(static_cast<std::uint32_t>(seed));
    std::vector<double> numbers;
    while (static_cast<Index>(numbers.size()) < count) {
        const std::uint64_t high = generator();
        const std::uint64_t low = generator();
        numbers.push_back(std::ldexp(static_cast<double>((high << 32 | low) & ((1ULL << 53) - 1)), -53));
    }
    return numbers;
}

Block all_of(const Dimensions& d) {
    return {0, 0, d.n_q, d.n_k};
}

} // namespace

void TestDropout::rate0ChangesNothing() {
    const Experiment e = example(0, 7);
    const Trace with = compute(e).value();
    const Trace without = compute(with_dropout(e, {})).value();
    for (HeadIndex head = 0; head < with.heads(); ++head)
        QVERIFY(same_bits(with.stage(StageId::dropped_weights, head), without.stage(StageId::weights, head)));
    QVERIFY(same_bits(with.stage(StageId::output), without.stage(StageId::output)));
    QVERIFY(without.stage(StageId::dropped_weights).size() == 0);
}

void TestDropout::keptShare_data() {
    QTest::addColumn<double>("rate");
    for (const double rate : {0.0, 0.1, 0.5, 0.9, 0.999})
        QTest::addRow("%g", rate) << rate;
}

/// Within five standard deviations.
void TestDropout::keptShare() {
    QFETCH(double, rate);
    const Dimensions d = sizes(300, 400, 2);
    const double count = 2.0 * 300 * 400;
    double kept = 0;
    for (const HeadIndex head : {0, 1})
        kept += kept_weights({rate, 11}, d, head, all_of(d)).sum();
    const double deviation = std::sqrt(count * rate * (1 - rate));
    QVERIFY(std::abs(kept - count * (1 - rate)) <= 5 * deviation);
}

/// Also beyond the states that are kept, and back.
void TestDropout::places() {
    constexpr Index count = 200'000;
    constexpr std::uint64_t seed = 0xffff'ffff'0000'0003; // its low 32 bits count
    const std::vector<double> numbers = drawn(3, count);
    for (const Index place : {Index{0}, count - 1, Index{65'535}, Index{65'536}, Index{131'073}, Index{1}})
        QCOMPARE(generator_at(seed, place).fine_uniform(), numbers[static_cast<std::size_t>(place)]);
    // More seeds than are remembered.
    for (std::uint64_t other = 0; other < 20; ++other)
        QCOMPARE(generator_at(other, 70'000).fine_uniform(), drawn(other, 70'001).back());
}

void TestDropout::blocksInAnyOrder() {
    const Dropout dropout{0.3, 19};
    const Dimensions d = sizes(40, 30, 3);
    const std::vector<double> numbers = drawn(dropout.seed, d.H * d.n_q * d.n_k);
    RandomExperiments random(71);
    for (int round = 0; round < 200; ++round) {
        const HeadIndex head = random.between(0, d.H - 1);
        Block at{random.between(0, d.n_q - 1), random.between(0, d.n_k - 1), 1, 1};
        at.rows = random.between(1, d.n_q - at.row);
        at.columns = random.between(1, d.n_k - at.column);
        const Matrix weights = Matrix::Random(at.rows, at.columns);
        Matrix result(at.rows, at.columns);
        lab::dropped_weights(weights, dropout, d, head, at, result);
        for (Index row = 0; row < at.rows; ++row) {
            for (Index column = 0; column < at.columns; ++column) {
                const CellRef cell{dropped, head, at.row + row, at.column + column};
                const double number =
                    numbers[static_cast<std::size_t>((head * d.n_q + cell.row) * d.n_k + cell.column)];
                QCOMPARE(draw_of(dropout, d, cell).number, number);
                QCOMPARE(result(row, column), number < 0.7 ? weights(row, column) / 0.7 : 0.0);
            }
        }
    }
}

void TestDropout::seedDecides() {
    const Dimensions d = sizes(20, 20, 1);
    const auto kept = [&](std::uint64_t seed) { return kept_weights({0.5, seed}, d, 0, all_of(d)); };
    QVERIFY(kept(1) == kept(1));
    QVERIFY(kept(1) != kept(2));
    // A smaller rate drops none that a larger one keeps.
    const Matrix more = kept_weights({0.2, 1}, d, 0, all_of(d));
    QVERIFY((more.array() >= kept(1).array()).all());
}

void TestDropout::droppedNaNIs0() {
    const Dimensions d = sizes(8, 8, 1);
    const Dropout dropout{0.5, 3};
    const Matrix nan = Matrix::Constant(8, 8, std::numeric_limits<double>::quiet_NaN());
    const Matrix kept = kept_weights(dropout, d, 0, all_of(d));
    Matrix result(8, 8);
    lab::dropped_weights(nan, dropout, d, 0, all_of(d), result);
    for (Index i = 0; i < 64; ++i)
        QCOMPARE(std::isnan(result.reshaped()(i)), kept.reshaped()(i) == 1);
    QVERIFY(kept.sum() > 0 && kept.sum() < 64);
}

/// Whole, some rows at a time, what a view asks for, and the rows around a cell.
void TestDropout::everyTraceAgrees() {
    RandomExperiments random(72);
    for (int round = 0; round < 60; ++round) {
        Experiment e = random.next();
        e.dropout = Dropout{static_cast<double>(random.between(0, 9)) / 10,
                            static_cast<std::uint64_t>(random.between(0, 99))};
        const Trace whole = compute(e).value();
        const StreamedTrace streamed(e, 0, 3);
        LiveTrace live(0);
        live.update(e, {});
        for (HeadIndex head = e.heads.count; head-- > 0;) {
            Matrix rows(whole.stage(StageId::dropped_weights).rows(),
                        whole.stage(StageId::dropped_weights).cols());
            Index done = 0;
            streamed.each_row(dropped, head, [&](ConstMatrixRef some) {
                rows.middleRows(done, some.rows()) = some;
                done += some.rows();
                return true;
            });
            const Matrix& expected = whole.stage(dropped, head);
            QCOMPARE(near(rows, expected), std::string());
            const Index row = random.between(0, expected.rows() - 1);
            live.compute_rows(dropped, head, {row, 1});
            QCOMPARE(near(live.peek(dropped, head).matrix->row(row), expected.row(row)), std::string());
            QCOMPARE(near(*live.view(StageId::head_outputs, head).matrix,
                          whole.stage(StageId::head_outputs, head)),
                     std::string());
            const Index column = random.between(0, expected.cols() - 1);
            const double explained = explain(e, {dropped, head, row, column}).value;
            QCOMPARE(near(Matrix::Constant(1, 1, explained), Matrix::Constant(1, 1, expected(row, column))),
                     std::string());
        }
    }
}

void TestDropout::overrideOfADroppedCell() {
    Experiment e = example(0.5, 3);
    const Trace before = compute(e).value();
    Index row = 0, column = 0;
    QVERIFY(before.stage(StageId::dropped_weights, 1).cwiseAbs().minCoeff(&row, &column) == 0);
    e.overrides.push_back({dropped, 1, row, column, 0.25, nullptr});
    QVERIFY(validate(e).empty());
    const Trace after = compute(e).value();
    QCOMPARE(after.stage(StageId::dropped_weights, 1)(row, column), 0.25);
    QVERIFY(same_bits(after.stage(StageId::weights, 1), before.stage(StageId::weights, 1)));
    const RowVector added =
        after.stage(StageId::head_outputs, 1).row(row) - before.stage(StageId::head_outputs, 1).row(row);
    QCOMPARE(near(added, 0.25 * after.stage(StageId::values, 1).row(column)), std::string());
}

void TestDropout::goesWithItsOverrides() {
    const Experiment e = load_golden("dropout-override").experiment;
    QCOMPARE(e.overrides.size(), std::size_t(1));
    QVERIFY(with_dropout(e, {}).overrides.empty());
    QVERIFY(validate(with_dropout(e, {})).empty());
    QCOMPARE(with_dropout(e, Dropout{0.5, 2}).overrides.size(), std::size_t(1));
    Experiment alone = e;
    alone.dropout.reset();
    QCOMPARE(validate(alone).front().place, std::string("overrides[0].stage"));
}

/// A fifth stage of a number for each query and key.
void TestDropout::takesMemory() {
    Experiment e = example(0.5, 3);
    const auto with = [&](double bytes) { return keeps_every_head(dimensions(e), bytes); };
    const double five = 5.0 * sizeof(double) * 5 * 5 * 3;
    QVERIFY(with(five) && !with(five - 1));
    e.dropout.reset();
    QVERIFY(with(five * 4 / 5) && !with(five * 4 / 5 - 1));
}

LAB_APPLESS_TEST(TestDropout)
#include "tst_dropout.moc"
