// SPDX-License-Identifier: GPL-3.0-or-later
//
// The examples of what today's models do: what their descriptions say of the numbers.
#include "core/engine/pipeline.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/test_program.h"
#include "ui/document/examples.h"

#include <QTest>

#include <algorithm>

using namespace lab;
using namespace lab::test;

namespace {

Trace traced(const Experiment& experiment) {
    return compute(experiment).value();
}

Index best_key(const Matrix& weights, Index row) {
    Index key = 0;
    weights.row(row).maxCoeff(&key);
    return key;
}

const Experiment& snapshot(const Experiment& experiment, const std::string& name) {
    return *std::ranges::find(experiment.snapshots, name, &Snapshot::name)->experiment;
}

bool agree(const Matrix& a, const Matrix& b) {
    return (a - b).cwiseAbs().maxCoeff() < 1e-12;
}

} // namespace

class TestModelExamples : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void rotationFindsThePlace();
    void softcapLetsOthersIn();
    void stepIsTheLastRow();
    void sinkTakesWhatFindsNothing();
    void layoutsAgreeAfterPermuting();
    void dropoutOfTheClass();
};

void TestModelExamples::rotationFindsThePlace() {
    Experiment experiment = example("llama-head");
    const Trace trace = traced(experiment);
    for (Index row = 0; row < 6; ++row) {
        QVERIFY(trace.weights[0](row, std::max<Index>(row - 1, 0)) > 0.95);
        if (row > 0)
            QVERIFY(trace.weights[1](row, 1) > 0.98);
    }
    experiment.scores.rotary = false;
    const Trace placeless = traced(experiment);
    for (Index row = 0; row < 6; ++row) {
        for (Index key = 0; key <= row; ++key)
            QVERIFY(std::abs(placeless.weights[0](row, key) - 1.0 / double(row + 1)) < 1e-12);
        if (row > 0)
            QVERIFY(placeless.weights[1](row, 1) > 0.98);
    }
}

void TestModelExamples::softcapLetsOthersIn() {
    Experiment experiment = example("gemma-head");
    const Trace capped = traced(experiment);
    const auto at = [&](const char* token) {
        return Index(std::ranges::find(experiment.sequence.tokens, token) -
                     experiment.sequence.tokens.begin());
    };
    const Index shout = at("shout"), sirens = at("sirens"), wail = at("wail");
    QVERIFY(std::abs(capped.weights[0](sirens, shout) - 0.31) < 0.005);
    QVERIFY(std::abs(capped.weights[0](sirens, sirens) - 0.69) < 0.005);
    QVERIFY(std::abs(capped.weights[0](wail, sirens) - 0.52) < 0.005);
    QVERIFY(capped.scores[0].maxCoeff() > 100); // "in the hundreds"
    experiment.scores.softcap.reset();
    const Trace bare = traced(experiment);
    for (Index row = 0; row < bare.weights[0].rows(); ++row) {
        Index loudest = 0;
        bare.masked_scores[0].row(row).maxCoeff(&loudest);
        QVERIFY(row < 2 || bare.weights[0](row, loudest) > 0.9999);
    }
    QVERIFY((bare.weights[1] - capped.weights[1]).cwiseAbs().maxCoeff() < 2e-4);
}

void TestModelExamples::stepIsTheLastRow() {
    Experiment experiment = example("cache-step");
    const Trace step = traced(experiment);
    const Trace whole = traced(snapshot(experiment, "whole sentence"));
    QCOMPARE(step.weights[0].rows(), Index(1));
    QVERIFY(agree(step.weights[0], whole.weights[0].bottomRows(1)));
    QVERIFY(agree(step.output, whole.output.bottomRows(1)));
    experiment.sequence.offset = 0;
    const Matrix weights = traced(experiment).weights[0];
    QCOMPARE(weights(0, 0), 1.0);
    QVERIFY(weights.rightCols(weights.cols() - 1).isZero(0));
}

void TestModelExamples::sinkTakesWhatFindsNothing() {
    Experiment experiment = example("learned-sink");
    const Trace trace = traced(experiment);
    for (Index row = 0; row < 6; ++row) {
        const bool finds = row == 3 || row == 4; // "was" and "late"
        const double sum = trace.weights[0].row(row).sum();
        QVERIFY2(finds ? sum > 0.9 : sum < 0.1, qPrintable(QString::number(sum)));
    }
    experiment.normalization.sink = share(Matrix::Zero(1, 1));
    const Trace without = traced(experiment);
    for (const Index row : {0, 1, 2, 5}) {
        QVERIFY(without.weights[0](row, 0) > 0.97);
        QVERIFY(without.output(row, 0) > 1.95);
    }
}

void TestModelExamples::layoutsAgreeAfterPermuting() {
    const Experiment experiment = example("rotary-layouts");
    const Matrix here = traced(experiment).weights[0];
    QVERIFY(agree(traced(snapshot(experiment, "half, columns 1 3 2 4")).weights[0], here));
    const Matrix other = traced(snapshot(experiment, "half")).weights[0];
    for (Index row = 0; row < here.rows(); ++row)
        QVERIFY(best_key(other, row) != best_key(here, row));
}

/// "Journey" sees two words; chance takes both.
void TestModelExamples::dropoutOfTheClass() {
    Experiment experiment = example("journey-dropout");
    const Trace trace = traced(experiment);
    QVERIFY(trace.stage(*stage_named("dropped_weights")).row(1).isZero(0));
    QVERIFY(trace.output.row(1).isZero(0));
    experiment.dropout->rate = 0;
    const Trace kept = traced(experiment);
    QCOMPARE(kept.stage(*stage_named("dropped_weights")), kept.weights[0]);
    QCOMPARE(kept.weights[0], trace.weights[0]);
}

LAB_APPLESS_TEST(TestModelExamples)
#include "tst_model_examples.moc"
