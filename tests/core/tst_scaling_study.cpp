// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why 1/√d_k: statistics of random vectors, compared with closed forms.
#include "core/analysis/scaling_study.h"
#include "core/analysis/statistics.h"
#include "core/engine/pipeline.h"
#include "core/experiment/normalizers.h"
#include "core/stages/05_scaled_scores.h"
#include "tests/support/golden.h"
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <limits>

#include <cmath>

using namespace lab;
using namespace lab::test;

namespace {

std::vector<double> softmax_of(const std::vector<double>& scores) {
    std::vector<double> weights;
    double sum = 0;
    for (const double score : scores)
        sum += weights.emplace_back(std::exp(score));
    for (double& weight : weights)
        weight /= sum;
    return weights;
}

} // namespace

class TestScalingStudy : public QObject {
    Q_OBJECT

private slots:
    void gradientAgainstDifferences();
    void gradientInClosedForm();
    void curves_data();
    void curves();
    void sameEveryTime();
    void notebook();
    void anyExperiment();
    void noDistribution();
};

void TestScalingStudy::gradientAgainstDifferences() {
    RandomExperiments random(4);
    constexpr double step = 1e-5;
    for (int i = 0; i < 200; ++i) {
        std::vector<double> scores(std::size_t(random.between(1, 7)));
        for (double& score : scores)
            score = 2 * random.number();
        double squares = 0;
        for (double& score : scores) {
            const double before = score;
            score = before + step;
            const std::vector<double> above = softmax_of(scores);
            score = before - step;
            const std::vector<double> below = softmax_of(scores);
            score = before;
            for (std::size_t j = 0; j < above.size(); ++j)
                squares += std::pow((above[j] - below[j]) / (2 * step), 2);
        }
        QVERIFY(std::abs(softmax_gradient(softmax_of(scores)) - std::sqrt(squares)) < 1e-8);
    }
}

/// For n uniform weights a the gradient has n entries a(1 − a) and the rest a², which gives √(n − 1)/n.
void TestScalingStudy::gradientInClosedForm() {
    for (const std::size_t n : {1U, 2U, 3U, 10U, 1000U}) {
        const std::vector<double> even(n, 1.0 / double(n));
        QVERIFY(std::abs(softmax_gradient(even) - std::sqrt(double(n) - 1) / double(n)) < 1e-12);
    }
    QCOMPARE(softmax_gradient(std::vector<double>{0, 1, 0}), 0.0);
    // Nearly all weight is on one key, so the small remainder determines the gradient.
    QVERIFY(std::abs(softmax_gradient(std::vector<double>{1 - 1e-9, 1e-9}) / 2e-9 - 1) < 1e-6);
}

void TestScalingStudy::curves_data() {
    QTest::addColumn<int>("keys");
    for (const int keys : {1, 2, 4, 60, 300})
        QTest::addRow("%d keys", keys) << keys;
}

void TestScalingStudy::curves() {
    QFETCH(int, keys);
    const ScalingStudy study = scaling_study(keys);
    QCOMPARE(study.n_k, keys);
    QVERIFY(study.queries >= 100);
    QCOMPARE(study.unscaled.size(), std::size_t(10));
    QCOMPARE(study.scaled.size(), std::size_t(10));
    Index d_k = 1;
    for (std::size_t i = 0; i < study.unscaled.size(); ++i, d_k *= 2) {
        const ScalingPoint& raw = study.unscaled[i];
        const ScalingPoint& scaled = study.scaled[i];
        QCOMPARE(raw.d_k, d_k);
        QCOMPARE(scaled.d_k, d_k);
        // The variance of q·k is d_k. With this many vectors a fifth is more than three standard deviations
        // of the estimate, and the seed is fixed.
        QVERIFY2(std::abs(raw.variance / double(d_k) - 1) < 0.2,
                 qPrintable(QString("%1 at %2").arg(raw.variance).arg(d_k)));
        QVERIFY(std::abs(scaled.variance - raw.variance / double(d_k)) < 1e-12 * raw.variance);
        for (const ScalingPoint& point : {raw, scaled}) {
            QVERIFY(point.entropy >= 0 && point.entropy <= std::log2(keys) + 1e-12);
            QVERIFY(point.gradient >= 0 && point.gradient <= 0.71);
        }
        if (i == 0) {
            QCOMPARE(scaled.entropy, raw.entropy);
            QCOMPARE(scaled.gradient, raw.gradient);
        } else if (keys > 1) {
            QVERIFY(scaled.entropy > raw.entropy);
            QVERIFY(raw.entropy < study.unscaled[i - 1].entropy);
        }
    }
    // With many features the scaled scores are normal with variance 1 for any d_k. The unscaled ones pick a
    // single key.
    if (keys > 1) {
        QVERIFY(study.scaled.back().entropy > 0.75 * std::log2(keys));
        QVERIFY(study.unscaled.back().entropy < 0.1 * std::log2(keys));
        // With many keys the softmax gradient is small in any case.
        QVERIFY(study.unscaled.back().gradient < (keys < 10 ? 0.5 : 1.5) * study.scaled.back().gradient);
    }
}

void TestScalingStudy::sameEveryTime() {
    const ScalingStudy once = scaling_study(5);
    const ScalingStudy again = scaling_study(5);
    for (std::size_t i = 0; i < once.unscaled.size(); ++i) {
        QCOMPARE(once.unscaled[i].variance, again.unscaled[i].variance);
        QCOMPARE(once.unscaled[i].entropy, again.unscaled[i].entropy);
    }
    QCOMPARE(scaling_study(most_study_keys + 1).n_k, most_study_keys);
}

void TestScalingStudy::notebook() {
    const Experiment experiment = load_golden("numeric-encoder").experiment;
    const Trace trace = compute(experiment).value();
    const OwnScaling own = own_scaling(experiment, 0, trace.stage(StageId::scores),
                                       trace.stage(StageId::scaled_scores), trace.stage(StageId::weights));
    QCOMPARE(own.unscaled.d_k, dimensions(experiment).d_k);
    QVERIFY(std::abs(own.unscaled.variance - 6.837565) < 5e-7);
    QVERIFY(std::abs(own.scaled.variance - 0.854696) < 5e-7);
    QVERIFY(own.scaled.entropy > own.unscaled.entropy);
}

/// "Unscaled" means the same experiment with a scale of 1.
void TestScalingStudy::anyExperiment() {
    RandomExperiments random(12);
    for (int i = 0; i < many_experiments / 4; ++i) {
        Experiment experiment = random.next();
        const Trace trace = compute(experiment).value();
        const HeadIndex head = random.between(0, experiment.heads.count - 1);
        const OwnScaling own =
            own_scaling(experiment, head, trace.stage(StageId::scores, head),
                        trace.stage(StageId::scaled_scores, head), trace.stage(StageId::weights, head));
        QCOMPARE(own.factor, scale_factor(experiment.scores, dimensions(experiment).d_k));
        experiment.scores.scale = 1;
        const Trace without = compute(experiment).value();
        const WeightStatistics weights = weight_statistics(without.stage(StageId::weights, head));
        const bool has_sink = sink_of(experiment.normalization, head).has_value();
        const double nan = std::numeric_limits<double>::quiet_NaN();
        const double expected = has_sink ? nan : weights.mean_entropy;
        QVERIFY(std::isnan(expected) ? std::isnan(own.unscaled.entropy)
                                     : std::abs(own.unscaled.entropy - expected) < 1e-9);
        const double as_it_is =
            has_sink ? nan : weight_statistics(trace.stage(StageId::weights, head)).mean_entropy;
        QVERIFY(std::isnan(as_it_is) ? std::isnan(own.scaled.entropy)
                                     : std::abs(own.scaled.entropy - as_it_is) < 1e-9);
        const NormalizationKind kind = experiment.normalization.kind;
        if (kind == NormalizationKind::sum || kind == NormalizationKind::sparsemax)
            QVERIFY(std::isnan(own.scaled.gradient) && std::isnan(own.unscaled.gradient));
    }
}

void TestScalingStudy::noDistribution() {
    Experiment experiment = load_golden("custom-with-empty-row").experiment;
    Trace trace = compute(experiment).value();
    const auto own = [&] {
        return own_scaling(experiment, 0, trace.stage(StageId::scores), trace.stage(StageId::scaled_scores),
                           trace.stage(StageId::weights));
    };
    // Rows without visible keys do not count. The entropy is that of the other rows.
    QVERIFY(own().scaled.entropy >= 0);
    QCOMPARE(own().scaled.entropy, weight_statistics(trace.stage(StageId::weights)).mean_entropy);
    const Dimensions d = dimensions(experiment);
    experiment.mask.custom = share(Matrix::Zero(d.n_q, d.n_k));
    trace = compute(experiment).value();
    QVERIFY(std::isnan(own().scaled.entropy) && std::isnan(own().unscaled.gradient));
}

LAB_APPLESS_TEST(TestScalingStudy)
#include "tst_scaling_study.moc"
