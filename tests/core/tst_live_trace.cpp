// SPDX-License-Identifier: GPL-3.0-or-later
//
// The live trace agrees with compute() after any edit.
#include "core/edits/masks.h"
#include "core/edits/sentence.h"
#include "core/engine/live_trace.h"
#include "core/engine/pipeline.h"
#include "core/experiment/parameter.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/magnitudes.h"
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"

#include <QTest>

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

/// Replaces one cell of a parameter.
Edit cell_edit(const Experiment& experiment, ParameterId id, RandomExperiments& random) {
    const MatrixPtr matrix = parameter(experiment, id);
    const Index row = random.between(0, matrix->rows() - 1);
    const Index column = random.between(0, matrix->cols() - 1);
    return {with_cell(experiment, id, row, column, random.number()), {info(id).field, Block{row, column}}};
}

/// Replaces a block of cells of a parameter, as pasting does.
Edit block_edit(const Experiment& experiment, ParameterId id, RandomExperiments& random) {
    const MatrixPtr matrix = parameter(experiment, id);
    Edit edit{experiment, {info(id).field, Block{}}};
    Block& block = *edit.change.block;
    block.row = random.between(0, matrix->rows() - 1);
    block.column = random.between(0, matrix->cols() - 1);
    block.rows = random.between(1, matrix->rows() - block.row);
    block.columns = random.between(1, matrix->cols() - block.column);
    for (Index i = 0; i < block.rows; ++i) {
        for (Index j = 0; j < block.columns; ++j)
            edit.experiment =
                with_cell(edit.experiment, id, block.row + i, block.column + j, random.number());
    }
    return edit;
}

/// Flips one cell of the custom mask.
Edit mask_cell_edit(const Experiment& experiment, RandomExperiments& random) {
    Matrix custom = *experiment.mask.custom;
    const Block cell{random.between(0, custom.rows() - 1), random.between(0, custom.cols() - 1)};
    custom(cell.row, cell.column) = 1 - custom(cell.row, cell.column);
    Edit edit{experiment, {Field::mask, cell}};
    edit.experiment.mask.custom = share(std::move(custom));
    return edit;
}

/// Adds, changes or removes an override.
Edit override_edit(const Experiment& experiment, RandomExperiments& random) {
    Edit edit{experiment, {Field::overrides, std::nullopt}};
    std::vector<Override>& overrides = edit.experiment.overrides;
    const Index which = random.between(0, 2);
    if (which == 0 || overrides.empty())
        random.add_override(edit.experiment);
    else if (which == 1)
        overrides.erase(overrides.begin() + random.between(0, Index(overrides.size()) - 1));
    else
        overrides[std::size_t(random.between(0, Index(overrides.size()) - 1))].value = random.number();
    return edit;
}

/// Any edit available to the user that does not change shapes.
Edit random_edit(const Experiment& before, RandomExperiments& random) {
    Edit edit{before, {}};
    const auto change = [&](Field field) { edit.change = {field, std::nullopt}; };
    Experiment& next = edit.experiment;
    switch (random.between(0, 25)) {
    case 0:
        if (before.sequence.tokenizer == Tokenizer::manual)
            break;
        next = with_text(before, random.sentence(0));
        change(Field::sequence);
        return edit;
    case 1:
        next.mask.causal = !before.mask.causal;
        change(Field::mask);
        return edit;
    case 2:
        next.scores.scale = random.coin() ? std::optional(random.number()) : std::nullopt;
        change(Field::scale);
        return edit;
    case 3:
        next.notation = random.coin() ? Notation::rows : Notation::columns;
        change(Field::notation);
        return edit;
    case 4:
        next.title += '!';
        change(Field::description);
        return edit;
    case 5:
        next.mask.window = random.coin() ? std::optional(random.between(1, 5)) : std::nullopt;
        change(Field::mask);
        return edit;
    case 6:
        next.scores.rotary = !before.scores.rotary;
        change(Field::rotary);
        return edit;
    case 7:
        next.scores.bias = random.coin() ? ScoreBias::alibi : ScoreBias::none;
        change(Field::scale);
        return edit;
    case 8:
        next.scores.softcap = random.coin() ? std::optional(double(random.between(1, 9)) / 2) : std::nullopt;
        change(Field::scale);
        return edit;
    case 9: {
        const Dimensions d = dimensions(before);
        next.scores.additive.clear();
        if (random.coin())
            next.scores.additive.assign(random.coin() ? std::size_t(d.H) : 1,
                                        share(Matrix(Matrix::Constant(d.n_q, d.n_k, random.number()))));
        change(Field::additive);
        return edit;
    }
    case 10:
        next.normalization.kind = NormalizationKind(random.between(0, 4));
        next.normalization.temperature = double(random.between(1, 3));
        next.normalization.bias = random.number();
        change(Field::normalization);
        return edit;
    case 11:
    case 12:
    case 13:
        if (is_empty(before))
            break;
        return override_edit(before, random);
    case 14:
        next = with_dropout(before, before.dropout && random.coin()
                                        ? std::nullopt
                                        : std::optional(Dropout{0.5, std::uint64_t(random.between(0, 99))}));
        change(Field::dropout);
        return edit;
    case 15:
        if (!before.dropout)
            break;
        next.dropout->rate = double(random.between(0, 9)) / 10;
        change(Field::dropout);
        return edit;
    case 16:
    case 17:
        if (!before.mask.custom || before.mask.custom->size() == 0)
            break;
        return mask_cell_edit(before, random);
    case 18:
        next = with_position(before, PositionKind(random.between(0, 2))).value();
        change(Field::position);
        return edit;
    case 19:
        next.scores.qk_norm.reset();
        if (random.coin())
            random.add_norm(next);
        change(Field::qk_norm);
        return edit;
    case 20:
        next.scores.rotary_layout = random.coin() ? RotaryLayout::interleaved : RotaryLayout::half;
        change(Field::rotary);
        return edit;
    case 21:
        next = with_offset(before, before.source && random.coin() ? Side::source : Side::sentence,
                           random.between(0, 5))
                   .value();
        change(Field::offset);
        return edit;
    case 22:
        next.normalization.sink =
            random.coin() ? share(Matrix::Constant(1, random.coin() ? 1 : next.heads.count, random.number()))
                          : nullptr;
        change(Field::sink);
        return edit;
    default:
        break;
    }
    const std::vector<ParameterInfo> present = parameters_of(before);
    if (present.empty()) {
        change(Field::description);
        return edit;
    }
    const ParameterId id = present[std::size_t(random.between(0, Index(present.size()) - 1))].id;
    return random.between(0, 3) == 0 ? block_edit(before, id, random) : cell_edit(before, id, random);
}

/// The first stage in which the live trace and the pipeline differ by more than rounding, by name.
std::string disagreement(LiveTrace& live, const Experiment& experiment) {
    const Result<Trace> trace = compute(experiment);
    const Trace terms = trace ? magnitudes(experiment, trace.value()) : Trace();
    for (const StageInfo& stage : all_stages()) {
        for (HeadIndex head = 0; head < heads_of(experiment, stage); ++head) {
            const MatrixPtr matrix = live.view(stage.id, head).matrix;
            const bool expected = trace && has_stage(experiment, stage.id);
            if (expected != (matrix != nullptr))
                return std::string(stage.name) + (expected ? " is missing" : " is there");
            if (!expected)
                continue;
            if (!(live.peek(stage.id, head).summary->finite == summarize(*matrix).finite))
                return std::string(stage.name) + ": a summary of other numbers";
            if (const auto beyond = beyond_rounding(*matrix, trace.value().stage(stage.id, head),
                                                    terms.stage(stage.id, head)))
                return std::string(stage.name) + " of head " + std::to_string(head) + ": " + *beyond;
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
    void anotherDocument();
    void beforeTheFirstDocument();
    void stoppedBeforeItBegan();
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
    for (Index round = 0; round < many_experiments / 10; ++round) {
        Experiment experiment = random.next(kind);
        LiveTrace live = random.coin() ? LiveTrace() : LiveTrace(0); // all heads, or one at a time
        live.update(experiment, {});
        std::vector<std::pair<MatrixPtr, Matrix>> held;
        for (Index step = 0; step < 40; ++step) {
            const Edit edit = random_edit(experiment, random);
            experiment = edit.experiment;
            live.update(experiment, edit.change);
            // Computing only some rows leaves the trace partly computed.
            const auto id = StageId(random.between(0, Index(StageId::output)));
            const HeadIndex head = info(id).per_head ? random.between(0, experiment.heads.count - 1) : 0;
            if (!is_empty(experiment) && has_stage(experiment, id)) {
                Rows rows{random.between(0, live.all_rows(id).count - 1), 0};
                rows.count = random.between(1, live.all_rows(id).count - rows.first);
                live.compute_rows(id, head, rows);
                if (random.coin())
                    held.push_back({live.peek(id, head).matrix, *live.peek(id, head).matrix});
            }
            if (step % viewed_every == 0)
                QCOMPARE(disagreement(live, experiment), std::string());
            // A matrix that a caller holds never changes.
            for (const auto& [matrix, copy] : held)
                QVERIFY(same_bits(*matrix, copy));
            if (held.size() > 5)
                held.clear();
        }
    }
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
    // The first update computes everything, whatever change it is given.
    RandomExperiments random(10);
    const Experiment experiment = random.next();
    live.update(experiment, {Field::mask, std::nullopt});
    QCOMPARE(disagreement(live, experiment), std::string());
}

/// Cells that have not been computed are NaN, not uninitialised memory.
void TestLiveTrace::stoppedBeforeItBegan() {
    RandomExperiments random(11);
    std::stop_source stop;
    stop.request_stop();
    for (int round = 0; round < 20; ++round) {
        const Experiment experiment = random.next();
        LiveTrace live;
        live.update(experiment, {});
        QVERIFY(!live.compute_rows(StageId::output, 0, live.all_rows(StageId::output), stop.get_token()));
        int known = 0;
        for (const StageInfo& stage : all_stages()) {
            const StageView view = live.peek(stage.id, 0);
            if (!view.matrix)
                continue;
            QVERIFY(view.stale);
            QVERIFY(view.matrix->array().isNaN().all());
            ++known;
        }
        QVERIFY(known > 0);
        QCOMPARE(disagreement(live, experiment), std::string()); // computation can resume
    }
}

LAB_APPLESS_TEST(TestLiveTrace)
#include "tst_live_trace.moc"
