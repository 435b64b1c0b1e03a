// SPDX-License-Identifier: GPL-3.0-or-later
//
// The normalisers on difficult rows, each with a known result.
#include "core/describe/not_finite.h"
#include "core/engine/pipeline.h"
#include "core/stages/01_tokens.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/random_experiments.h"
#include "tests/support/special_numbers.h"
#include "tests/support/test_program.h"
#include "tests/support/weigh.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace lab;
using namespace lab::test;

namespace {

using Row = std::vector<double>;
using enum NormalizationKind;

constexpr double hidden = -infinity;

Matrix row_of(const Row& values) {
    Matrix row(1, static_cast<Index>(values.size()));
    std::ranges::copy(values, row.data());
    return row;
}

/// By definition, the nearest point of the simplex is max(s − t, 0) with t such that the sum is 1. Finds t by
/// bisection.
Row projected_onto_simplex(const Row& scores) {
    double low = *std::ranges::min_element(scores) - 1;
    double high = *std::ranges::max_element(scores);
    const auto sum_at = [&](double t) {
        double sum = 0;
        for (const double score : scores)
            sum += std::max(score - t, 0.0);
        return sum;
    };
    for (int step = 0; step < 200; ++step) {
        const double middle = (low + high) / 2;
        (sum_at(middle) > 1 ? low : high) = middle;
    }
    Row weights;
    for (const double score : scores)
        weights.push_back(std::max(score - high, 0.0));
    return weights;
}

/// One token and one head. The score is query times key.
Experiment one_token(double query, double key, double value) {
    Experiment e;
    e.sequence = make_sequence("a");
    e.projection.kind = ProjectionKind::direct;
    e.projection.Q = share(Matrix{{query}});
    e.projection.K = share(Matrix{{key}});
    e.projection.V = share(Matrix{{value}});
    return e;
}

} // namespace

class TestWeights : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void rows_data();
    void rows();
    void sinks_data();
    void sinks();
    void noSink();
    void sinkTakesTheRest();
    void sigmoidStaysWithin();
    void lengths_data();
    void lengths();
    void sparsemaxIsTheProjection();
    void oneToken_data();
    void oneToken();
    void firstNotFinite_data();
    void firstNotFinite();
};

void TestWeights::rows_data() {
    QTest::addColumn<NormalizationKind>("kind");
    QTest::addColumn<double>("temperature");
    QTest::addColumn<Row>("scores");
    QTest::addColumn<Row>("expected");
    const auto row = [](const char* name, NormalizationKind kind, double temperature, const Row& scores,
                        const Row& expected) {
        QTest::newRow(name) << kind << temperature << scores << expected;
    };
    const double e = std::exp(1.0);
    for (const auto& [name, kind] : {std::pair{"softmax", softmax},
                                     {"softmax_naive", softmax_naive},
                                     {"sum", sum},
                                     {"sparsemax", sparsemax}}) {
        const auto each = [&, prefix = std::string(name), k = kind](const char* what, const Row& scores,
                                                                    const Row& expected) {
            row((prefix + ": " + what).c_str(), k, 1, scores, expected);
        };
        each("no keys", {}, {});
        each("all hidden", {hidden, hidden, hidden}, {0, 0, 0});
        each("NaN", {1, nan_value, hidden, 2}, {nan_value, nan_value, 0, nan_value});
        each("infinity", {1, infinity, hidden, 2}, {nan_value, nan_value, 0, nan_value});
        each("one visible", {hidden, 0.5, hidden}, {0, 1, 0});
        each("two equal", {0.5, hidden, 0.5}, {0.5, 0, 0.5});
    }
    row("softmax", softmax, 1, {0, 1}, {1 / (1 + e), e / (1 + e)});
    row("softmax: cold", softmax, 0.5, {0, 0.5}, {1 / (1 + e), e / (1 + e)});
    row("softmax: ±1e300", softmax, 1, {-1e300, 1e300, 1e300}, {0, 0.5, 0.5});
    row("softmax: far below", softmax, 1, {-1000, 0}, {0, 1});
    row("softmax: divided to infinity", softmax, 1e-300, {1, 1e300}, {nan_value, nan_value});
    row("softmax: all divided to −infinity", softmax, 1e-300, {-1e300, hidden}, {nan_value, 0});
    row("naive", softmax_naive, 1, {0, 1}, {1 / (1 + e), e / (1 + e)});
    row("naive: warm", softmax_naive, 2, {0, 2}, {1 / (1 + e), e / (1 + e)});
    row("naive: one overflows", softmax_naive, 1, {0, 710, hidden}, {0, nan_value, 0});
    row("naive: the sum overflows", softmax_naive, 1, {709.7, 709.7}, {0, 0});
    row("naive: just below", softmax_naive, 1, {709, hidden}, {1, 0});
    row("naive: all vanish", softmax_naive, 1, {-800, -900}, {nan_value, nan_value});
    row("naive: the heat helps", softmax_naive, 2, {710, 710}, {0.5, 0.5});
    row("sum", sum, 1, {1, 3}, {0.25, 0.75});
    row("sum: reads no temperature", sum, 7, {1, 3}, {0.25, 0.75});
    row("sum: negative", sum, 1, {-1, -3}, {0.25, 0.75});
    row("sum: of either sign", sum, 1, {-1, 3}, {-0.5, 1.5});
    row("sum: zero", sum, 1, {-1, 1, hidden}, {-infinity, infinity, 0});
    row("sum: zeros", sum, 1, {0, 0}, {nan_value, nan_value});
    row("sum: one zero", sum, 1, {0, 2}, {0, 1});
    row("sum: overflows", sum, 1, {1.5e308, 1.5e308}, {0, 0});
    row("sparsemax: spread", sparsemax, 1, {0, 0.5}, {0.25, 0.75});
    row("sparsemax: far apart", sparsemax, 1, {0, 1}, {0, 1});
    row("sparsemax: warm", sparsemax, 2, {0, 1}, {0.25, 0.75});
    row("sparsemax: some", sparsemax, 1, {1, hidden, 1, 0.5, -3}, {0.5, 0, 0.5, 0, 0});
    row("sparsemax: ±1e300", sparsemax, 1, {-1e300, 1e300, 1e300}, {0, 0.5, 0.5});
    row("sparsemax: ends of the range", sparsemax, 1, {-1.7e308, 1.7e308}, {0, 1});
    row("sparsemax: divided to infinity", sparsemax, 1e-300, {1, 1e300}, {nan_value, nan_value});
    row("sparsemax: some divided to −infinity", sparsemax, 1e-300, {0, -1e300}, {1, 0});
    row("sigmoid", sigmoid, 1, {0, 1, hidden}, {0.5, e / (1 + e), 0});
    row("sigmoid: cold", sigmoid, 0.5, {0, 0.5}, {0.5, e / (1 + e)});
    row("sigmoid: ±1e300", sigmoid, 1, {-1e300, 1e300}, {0, 1});
    row("sigmoid: divided to ±infinity", sigmoid, 1e-300, {-1e300, 1e300}, {0, 1});
    row("sigmoid: all hidden", sigmoid, 1, {hidden, hidden}, {0, 0});
    row("sigmoid: NaN", sigmoid, 1, {1, nan_value, hidden}, {nan_value, nan_value, 0});
    row("sigmoid: infinity", sigmoid, 1, {1, infinity, hidden}, {nan_value, nan_value, 0});
}

void TestWeights::rows() {
    QFETCH(NormalizationKind, kind);
    QFETCH(double, temperature);
    QFETCH(Row, scores);
    QFETCH(Row, expected);
    const Matrix actual = weigh(row_of(scores), {kind, temperature});
    const auto wrong = beyond_tolerance(actual, row_of(expected));
    QVERIFY2(!wrong, wrong.value_or("").c_str());
    for (std::size_t i = 0; i < scores.size(); ++i) {
        if (scores[i] == hidden)
            QVERIFY(actual(Index(i)) == 0 && !std::signbit(actual(Index(i))));
    }
}

void TestWeights::sinks_data() {
    QTest::addColumn<NormalizationKind>("kind");
    QTest::addColumn<double>("temperature");
    QTest::addColumn<double>("sink");
    QTest::addColumn<Row>("scores");
    QTest::addColumn<Row>("expected");
    QTest::addColumn<double>("share");
    const auto row = [](const char* name, NormalizationKind kind, double temperature, double sink,
                        const Row& scores, const Row& expected, double share) {
        QTest::newRow(name) << kind << temperature << sink << scores << expected << share;
    };
    const double e = std::exp(1.0);
    for (const auto& [name, kind] : {std::pair{"softmax", softmax}, {"softmax_naive", softmax_naive}}) {
        const auto each = [&, prefix = std::string(name), k = kind](const char* what, double temperature,
                                                                    double sink, const Row& scores,
                                                                    const Row& expected, double share) {
            row((prefix + ": " + what).c_str(), k, temperature, sink, scores, expected, share);
        };
        each("as a third key", 1, 0, {0, 0}, {1 / 3.0, 1 / 3.0}, 1 / 3.0);
        each("above", 1, 1, {0, hidden}, {1 / (1 + e), 0}, e / (1 + e));
        each("warm", 2, 2, {0}, {1 / (1 + e)}, e / (1 + e));
        each("all hidden", 1, 3, {hidden, hidden}, {0, 0}, 1);
        each("NaN", 1, 0, {1, nan_value, hidden}, {nan_value, nan_value, 0}, nan_value);
        each("infinity", 1, 0, {1, infinity, hidden}, {nan_value, nan_value, 0}, nan_value);
        each("no keys", 1, 0, {}, {}, 1);
    }
    row("far above", softmax, 1, 800, {0, 1, 2}, {0, 0, 0}, 1);
    row("far above naively", softmax_naive, 1, 800, {0, 1}, {0, 0}, nan_value);
    row("far below", softmax, 1, -1e300, {0, 0}, {0.5, 0.5}, 0);
    row("divided to infinity", softmax, 1e-300, 1e300, {0, 0}, {nan_value, nan_value}, nan_value);
    row("divided to −infinity", softmax, 1e-300, -1e300, {0, 0}, {0.5, 0.5}, 0);
    row("of sparsemax", sparsemax, 1, 5, {0, 0}, {0.5, 0.5}, -1);
    row("of the sum", sum, 1, 5, {1, 3}, {0.25, 0.75}, -1);
    row("of a sigmoid", sigmoid, 1, 5, {0}, {0.5}, -1);
}

/// A share of −1 stands for none.
void TestWeights::sinks() {
    QFETCH(NormalizationKind, kind);
    QFETCH(double, temperature);
    QFETCH(double, sink);
    QFETCH(Row, scores);
    QFETCH(Row, expected);
    QFETCH(double, share);
    const Normalization normalization{kind, temperature, 0, lab::share(Matrix{{sink}})};
    const auto wrong = beyond_tolerance(weigh(row_of(scores), normalization), row_of(expected));
    QVERIFY2(!wrong, wrong.value_or("").c_str());
    const std::vector<double> shares = sink_shares(row_of(scores), normalization, 0);
    QCOMPARE(shares.size(), std::size_t(share == -1 ? 0 : 1));
    if (share != -1)
        QVERIFY(!beyond_tolerance(row_of(shares), row_of({share})));
}

/// A sink far below every score changes nothing.
void TestWeights::noSink() {
    RandomExperiments random(101);
    for (int round = 0; round < many_experiments; ++round) {
        Experiment e = random.next();
        if (e.normalization.kind == softmax_naive)
            e.normalization.kind = softmax;
        e.normalization.sink = nullptr;
        const Trace without = compute(e).value();
        e.normalization.sink = share(Matrix::Constant(1, random.coin() ? 1 : e.heads.count, -1e300));
        const Trace with = compute(e).value();
        for (const StageInfo& stage : all_stages()) {
            for (HeadIndex head = 0; head < (stage.per_head ? e.heads.count : 1); ++head)
                QVERIFY(same_bits(with.stage(stage.id, head), without.stage(stage.id, head)));
        }
    }
}

/// Each head's weights and its own sink's share sum to 1.
void TestWeights::sinkTakesTheRest() {
    RandomExperiments random(102);
    for (int round = 0; round < many_experiments; ++round) {
        Experiment e = random.next();
        e.overrides.clear();
        e.normalization.kind = random.coin() ? softmax : softmax_naive;
        Matrix sink(1, random.coin() ? 1 : e.heads.count);
        for (double& score : sink.reshaped())
            score = 3 * random.number();
        e.normalization.sink = share(sink);
        const Trace trace = compute(e).value();
        for (HeadIndex head = 0; head < e.heads.count; ++head) {
            const Matrix& weights = trace.stage(StageId::weights, head);
            const Matrix& scores = trace.stage(StageId::masked_scores, head);
            const std::vector<double> shares = sink_shares(scores, e.normalization, head);
            QCOMPARE(shares.size(), std::size_t(weights.rows()));
            for (Index row = 0; row < weights.rows(); ++row) {
                const double its = shares[std::size_t(row)];
                QVERIFY(std::abs(weights.row(row).sum() + its - 1) < 1e-12);
                double total = 1; // by definition
                const double own = sink(0, sink.cols() > 1 ? head : 0);
                for (const double score : scores.row(row))
                    total += std::exp((score - own) / e.normalization.temperature);
                QVERIFY(std::abs(its - 1 / total) < 1e-12);
            }
        }
    }
}

void TestWeights::sigmoidStaysWithin() {
    RandomExperiments random(103);
    for (int round = 0; round < many_experiments; ++round) {
        Experiment e = random.next();
        e.overrides.clear();
        e.normalization.kind = sigmoid;
        const Trace trace = compute(e).value();
        e.normalization.bias = -1e300;
        const Trace nothing = compute(e).value();
        for (HeadIndex head = 0; head < e.heads.count; ++head) {
            const auto weights = trace.stage(StageId::weights, head).array();
            QVERIFY((weights >= 0).all() && (weights <= 1).all());
            QVERIFY(nothing.stage(StageId::weights, head).isZero(0));
        }
    }
}

void TestWeights::lengths_data() {
    QTest::addColumn<NormalizationKind>("kind");
    QTest::addColumn<Index>("length");
    // SIMD processes several numbers at a time, so every remainder is tested.
    for (Index length = 1; length <= 17; ++length) {
        for (const NormalizationKind kind : {softmax, softmax_naive, sum, sparsemax})
            QTest::addRow("%d of %d", int(kind), int(length)) << kind << length;
    }
}

void TestWeights::lengths() {
    QFETCH(NormalizationKind, kind);
    QFETCH(Index, length);
    RandomExperiments random(std::uint64_t(length) * 4 + std::uint64_t(kind));
    Row scores;
    for (Index i = 0; i < length; ++i)
        scores.push_back(std::abs(random.number()) + 0.1);
    const Matrix plain = weigh(row_of(scores), {kind, 1});
    QVERIFY(std::abs(plain.sum() - 1) < 1e-14);
    // Neither the position of a score nor hidden neighbours matter.
    for (Index shift = 0; shift < length; ++shift) {
        Row turned = scores;
        std::rotate(turned.begin(), turned.begin() + shift, turned.end());
        turned.insert(turned.begin() + shift, hidden);
        const Matrix other = weigh(row_of(turned), {kind, 1});
        QVERIFY(other(shift) == 0);
        for (Index i = 0; i < length; ++i) {
            const Index at = (i - shift + length) % length;
            QVERIFY(std::abs(other(at < shift ? at : at + 1) - plain(i)) < 1e-14);
        }
    }
}

void TestWeights::sparsemaxIsTheProjection() {
    RandomExperiments random(99);
    for (int round = 0; round < many_experiments; ++round) {
        Row scores;
        for (Index left = random.between(1, 17); left > 0; --left)
            scores.push_back(random.number());
        const Matrix actual = weigh(row_of(scores), {sparsemax, 1});
        QVERIFY((actual - row_of(projected_onto_simplex(scores))).cwiseAbs().maxCoeff() < 1e-12);
    }
}

void TestWeights::oneToken_data() {
    QTest::addColumn<NormalizationKind>("kind");
    QTest::addColumn<double>("query");
    for (const auto& [name, kind] : {std::pair{"softmax", softmax},
                                     {"softmax_naive", softmax_naive},
                                     {"sum", sum},
                                     {"sparsemax", sparsemax}}) {
        for (const double query : {1.0, -1.0, 500.0})
            QTest::addRow("%s of %g", name, query) << kind << query;
    }
}

// With d_model 1, one token and one key, all weight goes to that key.
void TestWeights::oneToken() {
    QFETCH(NormalizationKind, kind);
    QFETCH(double, query);
    Experiment e = one_token(query, 1, 3);
    e.normalization.kind = kind;
    const Trace t = compute(e).value();
    QCOMPARE(t.stage(StageId::weights)(0, 0), 1.0);
    QCOMPARE(t.stage(StageId::output)(0, 0), 3.0);
    QVERIFY(!first_not_finite(t));
    Mask padding, custom;
    padding.padding = {0};
    custom.causal = true;
    custom.window = 1;
    custom.custom = share(Matrix::Zero(1, 1));
    for (const Mask& mask : {padding, custom}) {
        e.mask = mask;
        const Trace none = compute(e).value();
        QCOMPARE(none.stage(StageId::weights)(0, 0), 0.0);
        QCOMPARE(none.stage(StageId::output)(0, 0), 0.0);
        QCOMPARE(notes(e, none).size(), std::size_t(1));
    }
}

void TestWeights::firstNotFinite_data() {
    QTest::addColumn<double>("query");
    QTest::addColumn<double>("value");
    QTest::addColumn<NormalizationKind>("kind");
    QTest::addColumn<std::optional<StageId>>("stage");
    using Stage = std::optional<StageId>;
    QTest::newRow("nowhere") << 1.0 << 1.0 << softmax << Stage();
    QTest::newRow("scores ±1e300") << 1e150 << 1.0 << softmax << Stage();
    QTest::newRow("scores") << 1e200 << 1.0 << softmax << Stage(StageId::scores);
    QTest::newRow("naive softmax") << 30.0 << 1.0 << softmax_naive << Stage(StageId::weights);
    QTest::newRow("sum of zero") << 0.0 << 1.0 << sum << Stage(StageId::weights);
    QTest::newRow("output") << 1.0 << 1.7e308 << softmax << Stage(StageId::output);
}

void TestWeights::firstNotFinite() {
    QFETCH(double, query);
    QFETCH(double, value);
    QFETCH(NormalizationKind, kind);
    QFETCH(std::optional<StageId>, stage);
    Experiment e = one_token(query, query, value);
    e.projection.W_O = share(Matrix{{1, 2}});
    e.normalization.kind = kind;
    const std::optional<CellRef> cell = first_not_finite(compute(e).value());
    QCOMPARE(cell.has_value(), stage.has_value());
    if (cell)
        QVERIFY(*cell == (CellRef{*stage, 0, 0, *stage == StageId::output ? 1 : 0}));
}

LAB_APPLESS_TEST(TestWeights)
#include "tst_weights.moc"
