// SPDX-License-Identifier: GPL-3.0-or-later
//
// The live trace keeps to its budget of bytes, and its numbers are those of compute() all the same.
#include "core/engine/live_trace.h"
#include "core/engine/pipeline.h"
#include "core/experiment/parameter.h"
#include "tests/bench/support/model.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <array>
#include <map>

using namespace lab;
using namespace lab::test;

namespace {

constexpr bench::Size size{40, 24, 12};
constexpr double a_matrix = sizeof(double) * size.tokens * size.tokens;
constexpr std::array pair_stages{StageId::scores, StageId::scaled_scores, StageId::masked_scores,
                                 StageId::weights};
/// As 512 MiB are to 2,000 tokens.
constexpr double as_usual = 16.75 * a_matrix;

/// What a view shows. It holds on to it while newer numbers are computed.
using ShownMatrices = std::map<std::pair<StageId, HeadIndex>, MatrixPtr>;

void show(LiveTrace& live, ShownMatrices& shown, HeadIndex head) {
    for (const StageInfo& stage : all_stages()) {
        if (const MatrixPtr matrix = live.view(stage.id, stage.per_head ? head : 0).matrix)
            shown[{stage.id, 0}] = matrix;
    }
}

} // namespace

class TestLiveMemory : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void staysWithinItsBudget_data();
    void staysWithinItsBudget();
    void whatIsNotViewedIsNotKept();
    void theOldestGoesFirst();
    void whatIsUnseenGoesWithTheNextEdit();
    void theViewedHeadStays();
    void everythingStaysOfShortSentences();
};

void TestLiveMemory::staysWithinItsBudget_data() {
    QTest::addColumn<double>("budget");
    QTest::addRow("as 2,000 tokens and 12 heads") << as_usual;
    QTest::addRow("room for every head, but not for what edits make of them") << 4 * 12.5 * a_matrix;
    QTest::addRow("room for a few more matrices than those in view") << 24.5 * a_matrix;
}

/// Looks at heads, edits numbers of one head or of all, and drags, which holds on to what was before.
void TestLiveMemory::staysWithinItsBudget() {
    QFETCH(double, budget);
    LiveTrace live(budget);
    Experiment experiment = bench::model(size);
    live.update(experiment, {});
    ShownMatrices shown;
    for (int step = 0; step < 40; ++step) {
        const HeadIndex head = step * 5 % size.heads;
        show(live, shown, head);
        const ShownMatrices before = shown;
        for (const ParameterId id : {ParameterId::E, ParameterId::W_Q}) {
            const Block cell{step % 20, step * 7 % 24};
            experiment = with_cell(experiment, id, cell.row, cell.column, 0.1 * step - 1);
            live.update(experiment, {info(id).field, cell});
            show(live, shown, head);
            QVERIFY2(live.bytes_held() <= budget, qPrintable(QString::number(live.bytes_held() / a_matrix)));
        }
        if (step % 8 != 7)
            continue;
        const Trace all = compute(experiment).value();
        for (const auto& [stage, matrix] : shown)
            QCOMPARE(near(*matrix, all.stage(stage.first, info(stage.first).per_head ? head : 0)),
                     std::string());
        for (HeadIndex each = 0; each < size.heads; ++each)
            QCOMPARE(near(*live.view(StageId::weights, each).matrix, all.stage(StageId::weights, each)),
                     std::string());
        QVERIFY(live.bytes_held() <= budget);
    }
}

void TestLiveMemory::whatIsNotViewedIsNotKept() {
    LiveTrace live(as_usual);
    live.update(bench::model(size), {});
    live.view(StageId::output);
    QCOMPARE(live.bytes_held(), 0.0);
    live.view(StageId::weights, 3);
    QCOMPARE(live.bytes_held(), a_matrix);
    // Revisions count computed stages: inputs, Q, K, V and Z of each head, concat, the output, and weights.
    QCOMPARE(live.peek(StageId::weights, 3).revision, std::uint64_t(1 + 4 * size.heads + 2 + 1));
    live.view(StageId::masked_scores, 3);
    QCOMPARE(live.bytes_held(), 2 * a_matrix);
}

void TestLiveMemory::theOldestGoesFirst() {
    LiveTrace live(as_usual); // four times the viewed one, and twelve more
    live.update(bench::model(size), {});
    for (HeadIndex head = 0; head < size.heads; ++head)
        live.view(StageId::weights, head);
    QCOMPARE(live.bytes_held(), 12 * a_matrix);
    live.view(StageId::masked_scores, 11); // leaves room for eight others
    for (HeadIndex head = 0; head < size.heads; ++head)
        QCOMPARE(live.peek(StageId::weights, head).matrix != nullptr, head >= 3);
    live.view(StageId::weights, 3); // looked at again
    live.view(StageId::masked_scores, 0);
    live.view(StageId::scores, 0);
    for (const HeadIndex head : {3, 11})
        QVERIFY(live.peek(StageId::weights, head).matrix);
    QVERIFY(!live.peek(StageId::weights, 4).matrix);
}

/// Otherwise it would be kept up to date.
void TestLiveMemory::whatIsUnseenGoesWithTheNextEdit() {
    LiveTrace live(as_usual);
    live.update(bench::model(size), {});
    for (const StageId stage : pair_stages)
        live.view(stage, 0);
    for (const double expected : {4.0, 1.0}) {
        live.update(bench::model(size), {Field::W_Q, Block{0, 0}});
        live.view(StageId::weights, 0);
        QCOMPARE(live.bytes_held(), expected * a_matrix);
    }
}

/// However small the budget is: otherwise a view would never come to rest.
void TestLiveMemory::theViewedHeadStays() {
    LiveTrace live(0);
    live.update(bench::model(size), {});
    for (const HeadIndex head : {5, 6}) {
        for (const StageId stage : pair_stages)
            live.view(stage, head);
        for (const StageId stage : pair_stages)
            QVERIFY(!live.peek(stage, head).stale);
        QCOMPARE(live.bytes_held(), 4 * a_matrix);
    }
    QVERIFY(!live.peek(StageId::weights, 5).matrix);
}

void TestLiveMemory::everythingStaysOfShortSentences() {
    LiveTrace live;
    live.update(bench::model(size), {});
    for (HeadIndex head = 0; head < size.heads; ++head)
        live.view(StageId::weights, head);
    QCOMPARE(live.bytes_held(), 12 * 4 * a_matrix);
}

LAB_APPLESS_TEST(TestLiveMemory)
#include "tst_live_memory.moc"
