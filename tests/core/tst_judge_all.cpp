// SPDX-License-Identifier: GPL-3.0-or-later
//
// All arrays of somebody's own computation at once: which is the first that is not right, and that later ones
// are right for those before them. The Oracle computes them.
#include "core/analysis/diagnosis/run_words.h"
#include "core/analysis/diagnosis/stages_by_name.h"
#include "tests/support/diagnosed.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/mistaken.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace lab;
using namespace lab::test;

namespace {

/// What somebody's program has computed, by the stages' own names.
std::vector<NamedPrint> all_stages_of(const Experiment& e, const Oracle& oracle) {
    std::vector<NamedPrint> all;
    for (const StageInfo& stage : lab::all_stages()) {
        if (!has_stage(e, stage.id))
            continue;
        std::vector<Matrix> heads;
        for (HeadIndex head = 0; head < (stage.per_head ? e.heads.count : 1); ++head)
            heads.push_back(numbers_of(oracle, stage.id, head));
        all.push_back({std::string(stage.name), stage.per_head ? exactly(heads) : exactly(heads.front())});
    }
    return all;
}

std::string said(const Experiment& e, const JudgedRun& run) {
    std::string all;
    for (const Said& each : run_words(e, run, naming_in_files))
        all += text_of(each) + "\n";
    for (const JudgedArray& each : run.arrays)
        all += text_of(said_of_array(e, each, naming_in_files)) + "\n";
    return all;
}

NamedPrint& array_called(std::vector<NamedPrint>& all, std::string_view name) {
    return *std::ranges::find(all, name, &NamedPrint::name);
}

StageId stage_of(const JudgedArray& array) {
    return array.diagnosis.asked.stage;
}

} // namespace

class TestJudgeAll : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void names_data();
    void names();
    void right();
    void laterOnesAreRightForIt();
    void scoresByAnyName_data();
    void scoresByAnyName();
    void standInsStay();
    void outputsOfAnyName();
    void firstNan();
    void otherParameter();
    void whatNothingFollowsFrom();
    void words();
    void sameMistakeOnce();
};

void TestJudgeAll::names_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("stages");
    const auto row = [](const char* name, const char* stages) { QTest::newRow(name) << name << stages; };
    for (const char* name : {"q", "Q", "query", "queries", "self.q", "my_Q"})
        row(name, "queries ");
    for (const char* name : {"scores", "attn_scores", "Attention Scores", "QKT", "logits"})
        row(name, "scores scaled_scores masked_scores ");
    for (const char* name : {"attn", "attention_weights", "attn-weights", "weights", "A"})
        row(name, "weights ");
    row("context", "head_outputs concat output ");
    row("y", "concat output head_outputs ");
    row("heads_out", "head_outputs ");
    row("attn_output", "concat output head_outputs ");
    row("out", "output ");
    row("inputs", "inputs ");
    for (const char* name : {"", "loss", "W_Q", "q2", "source_inputs", "self", "_"})
        row(name, "");
}

/// Without dropout and without a source there are no dropped weights and no source inputs.
void TestJudgeAll::names() {
    QFETCH(const QString, name);
    QFETCH(const QString, stages);
    std::string found;
    for (const StageId each : stages_called(six_tokens(), name.toStdString()))
        found += std::string(info(each).name) + ' ';
    QCOMPARE(QString::fromStdString(found), stages);
}

void TestJudgeAll::right() {
    RandomExperiments random(31);
    int count = 0;
    for (int i = 0; i < many_experiments / 4; ++i) {
        const Experiment e = random.next();
        const Oracle oracle(e);
        if (depends_on_rounding(e, oracle))
            continue;
        const std::vector<NamedPrint> given = all_stages_of(e, oracle);
        const auto run = judge_all(e, given);
        QVERIFY2(run->is_right() && run->unknown.empty() && run->arrays.size() == given.size(),
                 said(e, *run).c_str());
        QVERIFY(std::ranges::all_of(run->arrays, [](const auto& each) { return each.for_own.empty(); }));
        ++count;
    }
    QVERIFY(count > 3);
}

/// After a mistake in the calculation, what comes before it is right, and what comes after it is right for
/// the numbers before it.
void TestJudgeAll::laterOnesAreRightForIt() {
    RandomExperiments random(32);
    int arrays = 0, wrong_later = 0;
    for (int i = 0; i < many_experiments / 4; ++i) {
        const Experiment e = random.next();
        const Oracle right(e);
        const std::vector<Mistake> kinds = possible_mistakes(e, {StageId::output, 0});
        const Mistake mistake =
            kinds[static_cast<std::size_t>(random.between(0, static_cast<Index>(kinds.size()) - 1))];
        if (affected_stages(mistake).none())
            continue;
        const Oracle wrong = mistaken_oracle(e, {mistake});
        if (depends_on_rounding(e, right) || depends_on_rounding(e, wrong))
            continue;
        const auto run = judge_all(e, all_stages_of(e, wrong));
        std::optional<StageId> changed;
        for (const JudgedArray& each : run->arrays) {
            const StageId stage = stage_of(each);
            bool is_as_it_was = true;
            for (HeadIndex head = 0; head < (info(stage).per_head ? e.heads.count : 1); ++head) {
                const Matrix numbers = numbers_of(wrong, stage, head);
                const Matrix expected = numbers_of(right, stage, head);
                is_as_it_was = is_as_it_was && numbers.rows() == expected.rows() &&
                               numbers.cols() == expected.cols() && is_alike(numbers, expected);
            }
            const std::string message = names_of({mistake}) + ": " + said(e, *run);
            if (is_as_it_was)
                QVERIFY2(each.diagnosis.is_right, message.c_str());
            else if (!changed)
                changed = stage;
            // The mistake may be in several stages, and be found again there.
            ++arrays;
            if (changed && stage != *changed && !each.diagnosis.is_right && each.diagnosis.claims.empty())
                ++wrong_later;
        }
    }
    qInfo("%d arrays, of which %d are explained neither by a mistake nor by those before them", arrays,
          wrong_later);
    QVERIFY(arrays > 30);
    QVERIFY(50 * wrong_later <= arrays);
}

void TestJudgeAll::scoresByAnyName_data() {
    QTest::addColumn<int>("given");
    for (const StageId stage : {StageId::scores, StageId::scaled_scores, StageId::masked_scores})
        QTest::newRow(info(stage).name.data()) << static_cast<int>(stage);
}

/// What is called attn_scores is taken for those scores that it is.
void TestJudgeAll::scoresByAnyName() {
    QFETCH(const int, given);
    const Experiment e = six_tokens(true);
    const Oracle oracle(e);
    const auto run =
        judge_all(e, {{"attn_scores", exactly(numbers_of(oracle, static_cast<StageId>(given), 0))}});
    QVERIFY(run->is_right());
    QCOMPARE(static_cast<int>(stage_of(run->arrays.front())), given);
}

/// What is computed from scores with −1e9 is right for these: where they hide all keys, the weights are
/// equal.
void TestJudgeAll::standInsStay() {
    const Experiment e = six_tokens(true);
    const Mistake equal{MistakeKind::diagonal_hidden, {}, 0, double(HiddenRows::equal)};
    std::vector<NamedPrint> given = all_stages_of(e, mistaken_oracle(e, {equal}));
    PrintedArray& masked = array_called(given, "masked_scores").numbers;
    masked.numbers = masked.numbers.array().isFinite().select(masked.numbers, -1e9);
    const auto run = judge_all(e, given);
    QCOMPARE(stage_of(run->arrays[*run->first_wrong]), StageId::masked_scores);
    for (std::size_t i = *run->first_wrong + 1; i < run->arrays.size(); ++i)
        QVERIFY2(run->arrays[i].diagnosis.is_right && !run->arrays[i].for_own.empty(), said(e, *run).c_str());
}

/// The heads side by side are often called y, and so are the outputs.
void TestJudgeAll::outputsOfAnyName() {
    const Experiment e = load_golden("two-heads").experiment;
    const Oracle oracle(mistaken_oracle(e, {{MistakeKind::not_scaled}}));
    for (const StageId stage : {StageId::concat, StageId::output}) {
        std::vector<NamedPrint> given = all_stages_of(e, oracle);
        const auto run = judge_all(
            e, {array_called(given, "weights"), {"y", array_called(given, info(stage).name).numbers}});
        QCOMPARE(stage_of(run->arrays.back()), stage);
        QVERIFY2(run->arrays.back().diagnosis.is_right, said(e, *run).c_str());
    }
}

void TestJudgeAll::firstNan() {
    const Experiment e = six_tokens();
    Oracle oracle(e);
    std::vector<NamedPrint> given = all_stages_of(e, oracle);
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    array_called(given, "scaled_scores").numbers.numbers(2, 4) = nan;
    array_called(given, "masked_scores").numbers.numbers(2, 4) = nan;
    for (const char* name : {"weights", "head_outputs", "output"})
        array_called(given, name).numbers.numbers.row(2).setConstant(nan); // of head 0
    array_called(given, "concat").numbers.numbers.row(2).head(dimensions(e).d_v).setConstant(nan);
    const auto run = judge_all(e, given);
    QCOMPARE(run->nan_cell, (CellRef{StageId::scaled_scores, 0, 2, 4}));
    QCOMPARE(run->first_nan, run->first_wrong);
    QCOMPARE(stage_of(run->arrays[*run->first_wrong]), StageId::scaled_scores);
    // NaN is what has to come of NaN.
    for (std::size_t i = *run->first_wrong + 1; i < run->arrays.size(); ++i)
        QVERIFY2(run->arrays[i].diagnosis.is_right && !run->arrays[i].for_own.empty(), said(e, *run).c_str());
}

/// A weight matrix of another draw: what is computed with it is right for it.
void TestJudgeAll::otherParameter() {
    const Experiment e = six_tokens();
    const Experiment other = with_cell(e, ParameterId::W_K, 0, 1, 5);
    std::vector<NamedPrint> given = all_stages_of(e, Oracle(other));
    given.insert(given.begin(), {{"W_Q", exactly(*parameter(e, ParameterId::W_Q))},
                                 {"W_K", exactly(*parameter(other, ParameterId::W_K))}});
    const auto run = judge_all(e, given);
    QVERIFY(!run->is_right() && !run->first_wrong);
    QCOMPARE(run->parameters.size(), std::size_t(1));
    QCOMPARE(run->parameters.front().name, std::string("W_K"));
    QCOMPARE(run->parameters.front().first->cell.column, Index(1));
    for (const JudgedArray& each : run->arrays) {
        const bool is_later = stage_of(each) == StageId::keys;
        if (is_later)
            QCOMPARE(each.for_own, std::vector<std::string>{"W_K"});
        QVERIFY2(each.diagnosis.is_right, said(e, *run).c_str());
    }
}

/// Of an array of another shape, or of an average, nothing is computed: the next one is judged as the
/// document's, and not said to be right for it.
void TestJudgeAll::whatNothingFollowsFrom() {
    const Experiment e = six_tokens();
    const Oracle oracle(e);
    std::vector<NamedPrint> given = all_stages_of(e, oracle);
    array_called(given, "queries").numbers = exactly(Matrix(Matrix::Constant(2, 2, 0.5)));
    PrintedArray& weights = array_called(given, "weights").numbers;
    weights = exactly(Matrix((weights.numbers_of(0) + weights.numbers_of(1)) / 2));
    const auto run = judge_all(e, given);
    for (const JudgedArray& each : run->arrays) {
        QVERIFY2(each.diagnosis.is_right == (stage_of(each) != StageId::queries), said(e, *run).c_str());
        QVERIFY(each.for_own.empty());
    }
}

/// Queries, keys and values of inputs without positions have one sentence, and right ones each their own.
void TestJudgeAll::sameMistakeOnce() {
    Experiment e = six_tokens();
    e.embedding.position.kind = PositionKind::sinusoidal;
    const Oracle right(e), wrong(mistaken_oracle(e, {{MistakeKind::without_position, {}, 0}}));
    const auto of = [](const Oracle& oracle, StageId stage) { return exactly(numbers_of(oracle, stage, 0)); };
    const auto lines = [&](const std::vector<NamedPrint>& given) {
        QStringList all;
        for (const Said& each : said_of_arrays(e, *judge_all(e, given), naming_in_files))
            all += QString::fromStdString(text_of(each));
        return all;
    };
    const QStringList same = lines({{"Q", of(wrong, StageId::queries)},
                                    {"keys", of(wrong, StageId::keys)},
                                    {"v", of(wrong, StageId::values)},
                                    {"scores", of(wrong, StageId::scores)}});
    QCOMPARE(same.size(), 2);
    QVERIFY2(same[0].startsWith("Q (queries), keys and v (values): "), qPrintable(same[0]));
    QVERIFY2(same[1].startsWith("scores: right for your Q"), qPrintable(same[1]));
    QCOMPARE(lines({{"Q", of(right, StageId::queries)}, {"K", of(right, StageId::keys)}}),
             QStringList({"Q (queries): right", "K (keys): right"}));
}

void TestJudgeAll::words() {
    const Experiment e = six_tokens();
    const Oracle oracle(mistaken_oracle(e, {{MistakeKind::not_scaled, {}, 0}}));
    const auto of = [&](StageId stage) { return exactly(numbers_of(oracle, stage, 0)); };
    const auto run = judge_all(e, {{"loss", {}},
                                   {"attn", of(StageId::weights)},
                                   {"Q", of(StageId::queries)},
                                   {"scaled_scores", of(StageId::scaled_scores)}});
    const QString all = QString::fromStdString(said(e, *run));
    const QStringList lines = all.split('\n');
    QCOMPARE(lines[0], QString("The first array that is not right is scaled scores"));
    QCOMPARE(lines[1], QString("Left out, since no stage is called that: loss"));
    QCOMPARE(lines[2], QString("Q (queries): right"));
    QVERIFY2(lines[3].startsWith("scaled scores: These are the scores before scaling: divide by"),
             qPrintable(all));
    QCOMPARE(lines[4], QString("attn (attention weights): right for your scaled_scores"));
}

LAB_APPLESS_TEST(TestJudgeAll)
#include "tst_judge_all.moc"
