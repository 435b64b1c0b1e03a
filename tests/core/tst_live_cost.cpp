// SPDX-License-Identifier: GPL-3.0-or-later
//
// The live trace is lazy: it recomputes only what depends on a change, and only when asked.
#include "core/engine/live_trace.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <set>

using namespace lab;
using namespace lab::test;

class TestLiveCost : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void onlyWhatDependsIsComputed_data();
    void onlyWhatDependsIsComputed();
    void nothingIsComputedUnasked();
    void mergedChanges_data();
    void mergedChanges();
};

// Written out by hand, because the table of stages is what is being tested.
void TestLiveCost::onlyWhatDependsIsComputed_data() {
    QTest::addColumn<ProjectionKind>("kind");
    QTest::addColumn<Field>("field");
    QTest::addColumn<std::set<StageId>>("expected");
    using enum StageId;
    const std::set after_values{values, head_outputs, concat, output};
    const std::set after_scores{scores, scaled_scores, masked_scores, weights, head_outputs, concat, output};
    const auto and_before = [](std::set<StageId> stages, std::initializer_list<StageId> more) {
        stages.insert(more);
        return stages;
    };
    const auto after_queries = and_before(after_scores, {queries});
    const auto after_keys = and_before(after_scores, {keys});
    const auto all = and_before(after_scores, {inputs, queries, keys, values});
    constexpr auto linear = ProjectionKind::linear;
    constexpr auto direct = ProjectionKind::direct;
    QTest::newRow("description") << linear << Field::description << std::set<StageId>{};
    QTest::newRow("notation") << linear << Field::notation << std::set<StageId>{};
    QTest::newRow("sequence") << linear << Field::sequence << all;
    QTest::newRow("sequence, direct")
        << direct << Field::sequence << and_before(after_scores, {queries, keys, values});
    QTest::newRow("embedding") << linear << Field::embedding << all;
    QTest::newRow("embedding, direct") << direct << Field::embedding << std::set<StageId>{};
    QTest::newRow("position") << linear << Field::position << all;
    QTest::newRow("position, direct") << direct << Field::position << std::set<StageId>{};
    QTest::newRow("W_Q") << linear << Field::W_Q << after_queries;
    QTest::newRow("W_K") << linear << Field::W_K << after_keys;
    QTest::newRow("W_V") << linear << Field::W_V << after_values;
    QTest::newRow("b_Q") << linear << Field::b_Q << after_queries;
    QTest::newRow("b_K") << linear << Field::b_K << after_keys;
    QTest::newRow("b_V") << linear << Field::b_V << after_values;
    QTest::newRow("W_O") << linear << Field::W_O << std::set{output};
    QTest::newRow("b_O") << linear << Field::b_O << std::set{output};
    QTest::newRow("Q") << direct << Field::Q << after_queries;
    QTest::newRow("K") << direct << Field::K << after_keys;
    QTest::newRow("V") << direct << Field::V << after_values;
    QTest::newRow("scale") << linear << Field::scale
                           << std::set{scaled_scores, masked_scores, weights, head_outputs, concat, output};
    QTest::newRow("rotary") << linear << Field::rotary << and_before(after_scores, {queries, keys});
    QTest::newRow("offset, which nothing reads") << linear << Field::offset << std::set<StageId>{};
    QTest::newRow("normalization") << linear << Field::normalization
                                   << std::set{weights, head_outputs, concat, output};
    QTest::newRow("sink") << linear << Field::sink << std::set{weights, head_outputs, concat, output};
    QTest::newRow("overrides, none of them changed") << linear << Field::overrides << std::set<StageId>{};
    QTest::newRow("mask") << linear << Field::mask
                          << std::set{masked_scores, weights, head_outputs, concat, output};
}

void TestLiveCost::onlyWhatDependsIsComputed() {
    QFETCH(ProjectionKind, kind);
    QFETCH(Field, field);
    QFETCH(std::set<StageId>, expected);
    RandomExperiments random(7);
    for (int round = 0; round < 20; ++round) {
        const Experiment experiment = random.plain(kind);
        LiveTrace live;
        live.update(experiment, {});
        const auto heads = [&](const StageInfo& stage) {
            return stage.per_head ? experiment.heads.count : 1;
        };
        std::vector<StageView> before;
        for (const StageInfo& stage : all_stages()) {
            for (HeadIndex head = 0; head < heads(stage); ++head)
                before.push_back(live.view(stage.id, head));
        }
        live.update(experiment, {field, std::nullopt});
        auto old = before.begin();
        for (const StageInfo& stage : all_stages()) {
            for (HeadIndex head = 0; head < heads(stage); ++head, ++old) {
                const StageView now = live.view(stage.id, head);
                const bool anew = expected.contains(stage.id);
                QVERIFY2(anew ? now.revision > old->revision : now.revision == old->revision,
                         stage.name.data());
                QVERIFY2((now.matrix != old->matrix) == anew, stage.name.data());
                QVERIFY(!now.stale);
            }
        }
    }
}

void TestLiveCost::nothingIsComputedUnasked() {
    RandomExperiments random(8);
    const Experiment experiment = random.plain(ProjectionKind::linear);
    LiveTrace live;
    live.update(experiment, {});
    // Revisions count computed stages: the weights need inputs, Q, K and three kinds of scores.
    QCOMPARE(live.view(StageId::weights, 0).revision, std::uint64_t(7));
    QCOMPARE(live.view(StageId::masked_scores, 0).revision, std::uint64_t(6));
    QCOMPARE(live.view(StageId::values, 0).revision, std::uint64_t(8));
}

void TestLiveCost::mergedChanges_data() {
    QTest::addColumn<Change>("first");
    QTest::addColumn<Change>("second");
    QTest::addColumn<Change>("expected");
    const Change cell{Field::W_Q, Block{1, 2}};
    const Change all{Field::W_Q, std::nullopt};
    QTest::newRow("same") << cell << cell << cell;
    QTest::newRow("apart") << cell << Change{Field::W_Q, Block{3, 0, 1, 2}}
                           << Change{Field::W_Q, Block{1, 0, 3, 3}};
    QTest::newRow("inside") << Change{Field::W_Q, Block{0, 0, 4, 4}} << cell
                            << Change{Field::W_Q, Block{0, 0, 4, 4}};
    QTest::newRow("all") << cell << all << all;
    QTest::newRow("all first") << all << cell << all;
    QTest::newRow("other field") << cell << Change{Field::W_K, Block{1, 2}} << Change{};
}

void TestLiveCost::mergedChanges() {
    QFETCH(Change, first);
    QFETCH(Change, second);
    QFETCH(Change, expected);
    const Change both = merged(first, second);
    QCOMPARE(both.field, expected.field);
    QVERIFY(both.block == expected.block);
}

LAB_APPLESS_TEST(TestLiveCost)
#include "tst_live_cost.moc"
