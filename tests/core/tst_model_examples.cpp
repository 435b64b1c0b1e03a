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
        QVERIFY(trace.stage(StageId::weights)(row, std::max<Index>(row - 1, 0)) > 0.95);
        if (row > 0)
            QVERIFY(trace.stage(StageId::weights, 1)(row, 1) > 0.98);
    }
    experiment.scores.rotary = false;
    const Trace placeless = traced(experiment);
    for (Index row = 0; row < 6; ++row) {
        for (Index key = 0; key <= row; ++key)
            QVERIFY(std::abs(placeless.stage(StageId::weights)(row, key) - 1.0 / double(row + 1)) < 1e-12);
        if (row > 0)
            QVERIFY(placeless.stage(StageId::weights, 1)(row, 1) > 0.98);
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
    QVERIFY(std::abs(capped.stage(StageId::weights)(sirens, shout) - 0.31) < 0.005);
    QVERIFY(std::abs(capped.stage(StageId::weights)(sirens, sirens) - 0.69) < 0.005);
    QVERIFY(std::abs(capped.stage(StageId::weights)(wail, sirens) - 0.52) < 0.005);
    QVERIFY(capped.stage(StageId::scores).maxCoeff() > 100); // "in the hundreds"
    experiment.scores.softcap.reset();
    const Trace bare = traced(experiment);
    for (Index row = 0; row < bare.stage(StageId::weights).rows(); ++row) {
        Index loudest = 0;
        bare.stage(StageId::masked_scores).row(row).maxCoeff(&loudest);
        QVERIFY(row < 2 || bare.stage(StageId::weights)(row, loudest) > 0.9999);
    }
    QVERIFY((bare.stage(StageId::weights, 1) - capped.stage(StageId::weights, 1)).cwiseAbs().maxCoeff() <
            2e-4);
}

void TestModelExamples::stepIsTheLastRow() {
    Experiment experiment = example("cache-step");
    const Trace step = traced(experiment);
    const Trace whole = traced(snapshot(experiment, "whole sentence"));
    QCOMPARE(step.stage(StageId::weights).rows(), Index(1));
    QVERIFY(agree(step.stage(StageId::weights), whole.stage(StageId::weights).bottomRows(1)));
    QVERIFY(agree(step.stage(StageId::output), whole.stage(StageId::output).bottomRows(1)));
    experiment.sequence.offset = 0;
    const Matrix weights = traced(experiment).stage(StageId::weights);
    QCOMPARE(weights(0, 0), 1.0);
    QVERIFY(weights.rightCols(weights.cols() - 1).isZero(0));
}

void TestModelExamples::sinkTakesWhatFindsNothing() {
    Experiment experiment = example("learned-sink");
    const Trace trace = traced(experiment);
    for (Index row = 0; row < 6; ++row) {
        const bool finds = row == 3 || row == 4; // "was" and "late"
        const double sum = trace.stage(StageId::weights).row(row).sum();
        QVERIFY2(finds ? sum > 0.9 : sum < 0.1, qPrintable(QString::number(sum)));
    }
    experiment.normalization.sink = share(Matrix::Zero(1, 1));
    const Trace without = traced(experiment);
    for (const Index row : {0, 1, 2, 5}) {
        QVERIFY(without.stage(StageId::weights)(row, 0) > 0.97);
        QVERIFY(without.stage(StageId::output)(row, 0) > 1.95);
    }
}

void TestModelExamples::layoutsAgreeAfterPermuting() {
    const Experiment experiment = example("rotary-layouts");
    const Matrix here = traced(experiment).stage(StageId::weights);
    QVERIFY(agree(traced(snapshot(experiment, "half, columns 1 3 2 4")).stage(StageId::weights), here));
    const Matrix other = traced(snapshot(experiment, "half")).stage(StageId::weights);
    for (Index row = 0; row < here.rows(); ++row)
        QVERIFY(best_key(other, row) != best_key(here, row));
}

/// "Journey" sees two words; chance takes both.
void TestModelExamples::dropoutOfTheClass() {
    Experiment experiment = example("journey-dropout");
    const Trace trace = traced(experiment);
    QVERIFY(trace.stage(*stage_named("dropped_weights")).row(1).isZero(0));
    QVERIFY(trace.stage(StageId::output).row(1).isZero(0));
    experiment.dropout->rate = 0;
    const Trace kept = traced(experiment);
    QCOMPARE(kept.stage(*stage_named("dropped_weights")), kept.stage(StageId::weights));
    QCOMPARE(kept.stage(StageId::weights), trace.stage(StageId::weights));
}

LAB_APPLESS_TEST(TestModelExamples)
#include "tst_model_examples.moc"
