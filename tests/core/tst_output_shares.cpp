// SPDX-License-Identifier: GPL-3.0-or-later
//
// Each head's contribution to the output. The contributions add up.
#include "core/analysis/output_shares.h"
#include "core/edits/cell_overrides.h"
#include "core/engine/pipeline.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/golden.h"
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace lab;
using namespace lab::test;

namespace {

/// The sum of the magnitudes of all terms of one output cell.
double terms(const Experiment& experiment, const Matrix& concat, const Matrix& output, Index row,
             Index column) {
    const Projection& p = experiment.projection;
    double sum = std::abs(output(row, column));
    if (!p.W_O)
        return sum + std::abs(concat(row, column));
    for (Index k = 0; k < concat.cols(); ++k)
        sum += std::abs(concat(row, k) * (*p.W_O)(k, column));
    return sum + (p.b_O ? std::abs((*p.b_O)(0, column)) : 0);
}

} // namespace

class TestOutputShares : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void addUp_data();
    void addUp();
    void addUpAtRandom();
    void byHand();
    void withoutOutputWeights();
    void zeroHasNoDirection();
    void aFixedOutputIsAPartOfItsOwn();

private:
    void check(const Experiment& experiment, int& compared);
};

/// The parts of every cell sum to the output, and every token's bar to its length, each within 1e-12 of the
/// terms' magnitude. If the output is not finite, neither is the sum.
void TestOutputShares::check(const Experiment& experiment, int& compared) {
    const Result<Trace> computed = compute(experiment);
    QVERIFY2(computed, computed ? "" : computed.error().message().c_str());
    const Trace& trace = computed.value();
    const Matrix& y = trace.stage(StageId::output);
    Matrix sum = overridden_share(experiment, trace.stage(StageId::concat), y);
    for (HeadIndex head = 0; head < experiment.heads.count; ++head)
        sum += head_share(experiment, trace.stage(StageId::concat), head);
    if (const MatrixPtr& b_O = experiment.projection.b_O)
        sum.rowwise() += b_O->row(0);
    const OutputShares shares = output_shares(experiment, trace.stage(StageId::concat), y);
    QCOMPARE(shares.bias.empty(), !experiment.projection.b_O);
    for (Index row = 0; row < y.rows(); ++row) {
        double all = 0;
        for (Index column = 0; column < y.cols(); ++column) {
            const double most = terms(experiment, trace.stage(StageId::concat), y, row, column);
            all += most;
            if (std::isfinite(most))
                QVERIFY(std::abs(sum(row, column) - y(row, column)) <= 1e-12 * most);
            else
                QVERIFY(!std::isfinite(sum(row, column)));
        }
        const auto token = static_cast<std::size_t>(row);
        double length = shares.heads.row(row).sum();
        length += shares.bias.empty() ? 0 : shares.bias[token];
        length += shares.overridden.empty() ? 0 : shares.overridden[token];
        if (!std::isfinite(all))
            continue;
        ++compared;
        QVERIFY(std::abs(shares.lengths[token] - y.row(row).norm()) <= 1e-12 * all);
        QVERIFY(std::abs(length - shares.lengths[token]) <= 1e-12 * all);
    }
}

void TestOutputShares::addUp_data() {
    QTest::addColumn<std::string>("name");
    for (const std::string& name : golden_names())
        QTest::newRow(name.c_str()) << name;
}

void TestOutputShares::addUp() {
    QFETCH(std::string, name);
    int compared = 0;
    check(load_golden(name).experiment, compared);
}

/// With and without W_O and b_O, with grouped keys and values, overrides, and every kind of projection.
void TestOutputShares::addUpAtRandom() {
    RandomExperiments random(9);
    int compared = 0, grouped = 0, biased = 0, overridden = 0;
    for (int i = 0; i < many_experiments; ++i) {
        const Experiment experiment = random.next();
        check(experiment, compared);
        grouped += experiment.heads.kv_count < experiment.heads.count && experiment.projection.W_O;
        biased += bool(experiment.projection.b_O);
        for (const Override& each : experiment.overrides)
            overridden += each.stage == StageId::output;
    }
    QVERIFY(compared > many_experiments);
    QVERIFY(grouped > 0 && biased > 0 && overridden > 0);
}

/// Two heads with one value each, and an output vector of length 5.
void TestOutputShares::byHand() {
    Experiment experiment;
    experiment.heads = {2, 2};
    Matrix W_O(2, 2), b_O(1, 2), concat(1, 2), output(1, 2);
    W_O << 1, 2, //
        0, 1;
    b_O << 1, -1;
    concat << 2, 1;
    output << 3, 4;
    experiment.projection.W_O = share(W_O);
    experiment.projection.b_O = share(b_O);
    QCOMPARE(head_share(experiment, concat, 0), (Matrix(1, 2) << 2, 4).finished());
    QCOMPARE(head_share(experiment, concat, 1), (Matrix(1, 2) << 0, 1).finished());
    const OutputShares shares = output_shares(experiment, concat, output);
    QCOMPARE(shares.lengths, (std::vector<double>{5}));
    QCOMPARE(shares.heads(0, 0), (2 * 3 + 4 * 4) / 5.0);
    QCOMPARE(shares.heads(0, 1), (0 * 3 + 1 * 4) / 5.0);
    QVERIFY(std::abs(shares.bias.at(0) - (1 * 3 - 1 * 4) / 5.0) < 1e-15); // opposes the output, so negative
    QVERIFY(shares.overridden.empty());
}

void TestOutputShares::withoutOutputWeights() {
    Experiment experiment;
    experiment.heads = {2, 2};
    const Matrix concat = (Matrix(1, 4) << 1, 2, 3, 4).finished();
    QCOMPARE(head_share(experiment, concat, 1), (Matrix(1, 4) << 0, 0, 3, 4).finished());
    const OutputShares shares = output_shares(experiment, concat, concat);
    QVERIFY(std::abs(shares.heads(0, 0) - 5 / std::sqrt(30)) < 1e-15);
    QVERIFY(std::abs(shares.heads(0, 1) - 25 / std::sqrt(30)) < 1e-15);
}

void TestOutputShares::zeroHasNoDirection() {
    Experiment experiment;
    experiment.heads = {2, 2};
    const Matrix zero = Matrix::Zero(2, 4);
    const OutputShares shares = output_shares(experiment, zero, zero);
    QCOMPARE(shares.lengths, (std::vector<double>{0, 0}));
    QVERIFY(shares.heads.isZero());
}

void TestOutputShares::aFixedOutputIsAPartOfItsOwn() {
    const Experiment plain = load_golden("two-heads").experiment;
    const Experiment overridden = with_override(plain, {StageId::output, 0, 1, 0}, 7);
    const Trace before = compute(plain).value();
    const Trace after = compute(overridden).value();
    const Matrix added =
        overridden_share(overridden, after.stage(StageId::concat), after.stage(StageId::output));
    QCOMPARE(added(1, 0), 7 - before.stage(StageId::output)(1, 0));
    QCOMPARE((added.array() != 0).count(), Index{1});
    const OutputShares shares =
        output_shares(overridden, after.stage(StageId::concat), after.stage(StageId::output));
    QCOMPARE(shares.overridden[0], 0.0);
    QVERIFY(shares.overridden[1] != 0);
}

LAB_APPLESS_TEST(TestOutputShares)
#include "tst_output_shares.moc"
