// SPDX-License-Identifier: GPL-3.0-or-later
//
// Calculations with mistakes share what they have in common, and come to the same numbers as each on its own.
#include "core/analysis/diagnosis/mistaken_trace.h"
#include "core/engine/pipeline.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <string>

using namespace lab;
using namespace lab::test;

namespace {

/// To 12 digits of the largest; what is not finite has to be the same.
bool is_as_good_as(const Matrix& numbers, const Matrix& expected) {
    if (numbers.rows() != expected.rows() || numbers.cols() != expected.cols())
        return false;
    double largest = 0;
    for (const double each : expected.reshaped())
        largest = std::isfinite(each) ? std::max(largest, std::abs(each)) : largest;
    for (Index i = 0; i < numbers.size(); ++i) {
        const double a = numbers.data()[i], b = expected.data()[i];
        const bool is_same = a == b || (std::isnan(a) && std::isnan(b));
        if (!is_same && !(std::abs(a - b) <= 1e-12 * largest))
            return false;
    }
    return true;
}

std::string name_of(StageId stage, HeadIndex head) {
    return std::string(info(stage).name) + " of head " + std::to_string(head);
}

/// The first stage and head that differ; nothing if none does.
template<class Expected>
std::string first_difference(MistakenTrace& trace, const Expected& expected) {
    for (const StageInfo& stage : all_stages()) {
        const HeadIndex heads = stage.per_head ? trace.sizes().H : 1;
        for (HeadIndex head = 0; has_stage(trace.experiment(), stage.id) && head < heads; ++head) {
            if (!is_as_good_as(trace.stage(stage.id, head), expected(stage.id, head)))
                return name_of(stage.id, head);
        }
    }
    return {};
}

} // namespace

class TestMistakenTrace : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void theDocumentsOwn();
    void otherInputs();
    void eachAsOnItsOwn();
};

/// Without a mistake, the numbers are those that the window shows.
void TestMistakenTrace::theDocumentsOwn() {
    RandomExperiments random(77);
    for (int i = 0; i < many_experiments / 2; ++i) {
        const Experiment experiment = random.next();
        Trace trace;
        QVERIFY(!compute(experiment, trace));
        MistakenTrace right(experiment);
        const std::string other =
            first_difference(right, [&](StageId stage, HeadIndex head) { return trace.stage(stage, head); });
        QVERIFY2(other.empty(), other.c_str());
    }
}

/// Without positions, the weights are the same and what they are multiplied by is not.
void TestMistakenTrace::otherInputs() {
    RandomExperiments random(79);
    int compared = 0;
    for (int i = 0; i < many_experiments; ++i) {
        Experiment experiment = random.next();
        MistakenTrace right(experiment);
        first_difference(right, [&](StageId stage, HeadIndex head) { return right.stage(stage, head); });
        MistakenTrace wrong(right, {MistakeKind::without_position, {}, 0});
        if (!has_inputs(experiment) || experiment.embedding.position.kind == PositionKind::none)
            continue;
        experiment.embedding.position = {};
        Trace trace;
        QVERIFY(!compute(experiment, trace));
        const std::string other =
            first_difference(wrong, [&](StageId stage, HeadIndex head) { return trace.stage(stage, head); });
        QVERIFY2(other.empty(), other.c_str());
        ++compared;
    }
    QVERIFY(compared > many_experiments / 20);
}

/// What was multiplied for another mistake, or for two, is not taken for this one's.
void TestMistakenTrace::eachAsOnItsOwn() {
    RandomExperiments random(78);
    for (int i = 0; i < many_experiments / 8; ++i) {
        const Experiment experiment = random.next();
        MistakenTrace right(experiment);
        MistakenTrace* before = nullptr;
        Mistake mistake_before;
        for (const Mistake& mistake : possible_mistakes(experiment, {})) {
            if (affected_stages(mistake).none())
                continue;
            MistakenTrace alone(experiment);
            MistakenTrace expected(alone, mistake);
            const auto expected_stage = [&](StageId stage, HeadIndex head) {
                return expected.stage(stage, head);
            };
            MistakenTrace& shared = right.with(mistake);
            const std::string other = first_difference(shared, expected_stage);
            QVERIFY2(other.empty(), (other + " with " + std::string(key_of(mistake.kind))).c_str());
            if (before && !exclude_each_other(mistake_before.kind, mistake.kind)) {
                MistakenTrace first(alone, mistake_before);
                MistakenTrace two(first, expected, mistake), shared_two(*before, shared, mistake);
                const std::string differs = first_difference(
                    shared_two, [&](StageId stage, HeadIndex head) { return two.stage(stage, head); });
                QVERIFY2(differs.empty(), (differs + " with " + std::string(key_of(mistake_before.kind)) +
                                           " and " + std::string(key_of(mistake.kind)))
                                              .c_str());
            }
            before = &shared;
            mistake_before = mistake;
        }
    }
}

LAB_APPLESS_TEST(TestMistakenTrace)
#include "tst_mistaken_trace.moc"
