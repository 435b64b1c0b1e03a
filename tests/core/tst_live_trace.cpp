// SPDX-License-Identifier: GPL-3.0-or-later
//
// The live trace gives compute()'s answers, and computes no more than it must.
#include "core/live_trace.h"
#include "core/parameter.h"
#include "core/pipeline.h"
#include "core/sentence.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/random_experiments.h"

#include <QTest>

#include <set>

using namespace lab;
using namespace lab::test;

namespace {

struct Edit {
    Experiment experiment;
    Change change;
};

HeadIndex heads_of(const Experiment& experiment, const StageInfo& stage) {
    return stage.per_head ? experiment.heads.count : 1;
}

std::vector<ParameterInfo> parameters_of(const Experiment& experiment) {
    std::vector<ParameterInfo> present;
    for (const ParameterInfo& each : all_parameters()) {
        if (const MatrixPtr matrix = parameter(experiment, each.id); matrix && matrix->size() > 0)
            present.push_back(each);
    }
    return present;
}

/// One cell of a parameter replaced.
Edit cell_edit(const Experiment& experiment, ParameterId id, RandomExperiments& random) {
    const MatrixPtr matrix = parameter(experiment, id);
    const Index row = random.between(0, matrix->rows() - 1);
    const Index column = random.between(0, matrix->cols() - 1);
    return {with_cell(experiment, id, row, column, random.number()), {info(id).field, Block{row, column}}};
}

/// Anything that a person can do to a document without changing shapes.
Edit random_edit(const Experiment& before, RandomExperiments& random) {
    Edit edit{before, {}};
    const auto change = [&](Field field) { edit.change = {field, std::nullopt}; };
    switch (random.between(0, 13)) {
    case 0:
        if (before.sequence.tokenizer == Tokenizer::manual)
            break;
        edit.experiment = with_text(before, random.sentence(0));
        change(Field::sequence);
        return edit;
    case 1:
        edit.experiment.mask.causal = !before.mask.causal;
        change(Field::mask);
        return edit;
    case 2:
        edit.experiment.scores.scale = random.coin() ? std::optional(random.number()) : std::nullopt;
        change(Field::scale);
        return edit;
    case 3:
        edit.experiment.notation = random.coin() ? Notation::rows : Notation::columns;
        change(Field::notation);
        return edit;
    case 4:
        edit.experiment.title += '!';
        change(Field::description);
        return edit;
    case 5:
        edit.experiment.mask.window = random.coin() ? std::optional(random.between(1, 5)) : std::nullopt;
        change(Field::mask);
        return edit;
    case 6:
        edit.experiment.scores.rotary = !before.scores.rotary;
        change(Field::rotary);
        return edit;
    case 7:
        edit.experiment.scores.bias = random.coin() ? ScoreBias::alibi : ScoreBias::none;
        change(Field::scale);
        return edit;
    case 8:
        edit.experiment.normalization = {NormalizationKind(random.between(0, 3)),
                                         double(random.between(1, 3))};
        change(Field::normalization);
        return edit;
    case 9:
        if (!before.overrides.empty())
            edit.experiment.overrides.pop_back();
        change(Field::overrides);
        return edit;
    default:
        break;
    }
    const std::vector<ParameterInfo> present = parameters_of(before);
    if (present.empty()) {
        change(Field::description);
        return edit;
    }
    return cell_edit(before, present[std::size_t(random.between(0, Index(present.size()) - 1))].id, random);
}

/// The first stage in which the live trace and the pipeline disagree, by name.
std::string disagreement(LiveTrace& live, const Experiment& experiment) {
    const Result<Trace> trace = compute(experiment);
    for (const StageInfo& stage : all_stages()) {
        for (HeadIndex head = 0; head < heads_of(experiment, stage); ++head) {
            const MatrixPtr matrix = live.view(stage.id, head).matrix;
            const bool expected = trace && has_stage(experiment, stage.id);
            if (expected != (matrix != nullptr))
                return std::string(stage.name) + (expected ? " is missing" : " is there");
            if (expected && !same_bits(*matrix, trace.value().stage(stage.id, head)))
                return std::string(stage.name);
        }
    }
    return {};
}

} // namespace

class TestLiveTrace : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void editsAgreeWithThePipeline_data();
    void editsAgreeWithThePipeline();
    void onlyWhatDependsIsComputed_data();
    void onlyWhatDependsIsComputed();
    void nothingIsComputedUnasked();
    void anotherDocument();
    void beforeTheFirstDocument();
    void mergedChanges_data();
    void mergedChanges();
};

void TestLiveTrace::editsAgreeWithThePipeline_data() {
    QTest::addColumn<ProjectionKind>("kind");
    QTest::addColumn<Index>("viewed_every");
    for (const Index every : {1, 5}) {
        QTest::addRow("linear, viewed every %d", int(every)) << ProjectionKind::linear << every;
        QTest::addRow("identity, viewed every %d", int(every)) << ProjectionKind::identity << every;
        QTest::addRow("direct, viewed every %d", int(every)) << ProjectionKind::direct << every;
    }
}

void TestLiveTrace::editsAgreeWithThePipeline() {
    QFETCH(ProjectionKind, kind);
    QFETCH(Index, viewed_every);
    RandomExperiments random(std::uint64_t(kind) * 10 + std::uint64_t(viewed_every));
    for (int round = 0; round < 40; ++round) {
        Experiment experiment = random.next(kind);
        LiveTrace live;
        live.update(experiment, {});
        for (Index step = 0; step < 40; ++step) {
            const Edit edit = random_edit(experiment, random);
            experiment = edit.experiment;
            live.update(experiment, edit.change);
            // A view of one stage leaves the trace half computed.
            live.view(StageId(random.between(0, Index(StageId::output))),
                      random.between(0, experiment.heads.count - 1));
            if (step % viewed_every == 0)
                QCOMPARE(disagreement(live, experiment), std::string());
        }
    }
}

// Written out once more, and not read from the table of stages, which is what is tested here.
void TestLiveTrace::onlyWhatDependsIsComputed_data() {
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
    QTest::newRow("normalization") << linear << Field::normalization
                                   << std::set{weights, head_outputs, concat, output};
    QTest::newRow("overrides") << linear << Field::overrides << all;
    QTest::newRow("mask") << linear << Field::mask
                          << std::set{masked_scores, weights, head_outputs, concat, output};
}

void TestLiveTrace::onlyWhatDependsIsComputed() {
    QFETCH(ProjectionKind, kind);
    QFETCH(Field, field);
    QFETCH(std::set<StageId>, expected);
    RandomExperiments random(7);
    for (int round = 0; round < 20; ++round) {
        const Experiment experiment = random.plain(kind);
        LiveTrace live;
        live.update(experiment, {});
        std::vector<StageView> before;
        for (const StageInfo& stage : all_stages()) {
            for (HeadIndex head = 0; head < heads_of(experiment, stage); ++head)
                before.push_back(live.view(stage.id, head));
        }
        live.update(experiment, {field, std::nullopt});
        auto old = before.begin();
        for (const StageInfo& stage : all_stages()) {
            for (HeadIndex head = 0; head < heads_of(experiment, stage); ++head, ++old) {
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

void TestLiveTrace::nothingIsComputedUnasked() {
    RandomExperiments random(8);
    const Experiment experiment = random.plain(ProjectionKind::linear);
    LiveTrace live;
    live.update(experiment, {});
    // Revisions count what has been computed: the weights need inputs, Q, K and three kinds of scores.
    QCOMPARE(live.view(StageId::weights, 0).revision, std::uint64_t(7));
    QCOMPARE(live.view(StageId::masked_scores, 0).revision, std::uint64_t(6));
    QCOMPARE(live.view(StageId::values, 0).revision, std::uint64_t(8));
}

void TestLiveTrace::anotherDocument() {
    RandomExperiments random(9);
    LiveTrace live;
    std::uint64_t revision = 0;
    for (int round = 0; round < 50; ++round) {
        const Experiment experiment = random.next();
        live.update(experiment, {});
        QCOMPARE(disagreement(live, experiment), std::string());
        QVERIFY(live.view(StageId::output).revision > revision);
        revision = live.view(StageId::output).revision;
    }
}

void TestLiveTrace::beforeTheFirstDocument() {
    LiveTrace live;
    QVERIFY(!live.view(StageId::weights, 0).matrix);
    // The first update builds everything, whatever it claims to be about.
    RandomExperiments random(10);
    const Experiment experiment = random.next();
    live.update(experiment, {Field::mask, std::nullopt});
    QCOMPARE(disagreement(live, experiment), std::string());
}

void TestLiveTrace::mergedChanges_data() {
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

void TestLiveTrace::mergedChanges() {
    QFETCH(Change, first);
    QFETCH(Change, second);
    QFETCH(Change, expected);
    const Change both = merged(first, second);
    QCOMPARE(both.field, expected.field);
    QVERIFY(both.block == expected.block);
}

QTEST_APPLESS_MAIN(TestLiveTrace)
#include "tst_live_trace.moc"
