// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is said of numbers typed for covered cells: one, or a whole row, column or stage. No covered number is
// told.
#include "core/analysis/diagnosis/judge_number.h"
#include "core/analysis/diagnosis/verdict_words.h"
#include "core/base/number_format.h"
#include "core/io/experiment_json.h"
#include "tests/support/diagnosed.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>

using namespace lab;
using namespace lab::test;

namespace {

using S = StageId;

bool none_covered(const CellRef& /*cell*/) {
    return false;
}

Matrix stage_with(const Experiment& e, S stage, HeadIndex head, std::optional<MistakeKind> kind = {}) {
    MistakenTrace right(e);
    if (!kind)
        return right.stage(stage, head);
    return MistakenTrace(right, {*kind, {}, 0}).stage(stage, head);
}

/// All cells of a block.
std::vector<CellRef> cells_of(S stage, HeadIndex head, const Block& block) {
    std::vector<CellRef> cells;
    for (Index row = 0; row < block.rows; ++row) {
        for (Index column = 0; column < block.columns; ++column)
            cells.push_back({stage, head, block.row + row, block.column + column});
    }
    return cells;
}

} // namespace

Q_DECLARE_METATYPE(NumberVerdict::Kind)
Q_DECLARE_METATYPE(PartVerdict::Kind)

class TestJudgeNumber : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void number_data();
    void number();
    void wholeNumber();
    void restOfRow();
    void usual_data();
    void usual();
    void acrossTheDiagonal_data();
    void acrossTheDiagonal();
    void part_data();
    void part();
    void wholePart_data();
    void wholePart();
    void nothingSlow();
};

void TestJudgeNumber::number_data() {
    using K = NumberVerdict::Kind;
    QTest::addColumn<double>("typed");
    QTest::addColumn<int>("decimals");
    QTest::addColumn<int>("shown");
    QTest::addColumn<bool>("covered"); // the whole stage, or the cell alone
    QTest::addColumn<K>("kind");
    const Experiment e = six_tokens(true);
    const Matrix weights = stage_with(e, S::weights, 1);
    const double right = weights(3, 1);
    QTest::newRow("right") << rounded(right, 4) << 4 << 4 << true << K::right;
    QTest::newRow("to two decimals") << rounded(right, 2) + 0.0001 << 4 << 4 << true << K::right_in_part;
    QTest::newRow("one decimal") << rounded(right, 1) << 2 << 1 << true << K::too_few_decimals;
    QTest::newRow("whole, and far from it") << 0.0 << 2 << 0 << true << K::too_rough;
    const double unmasked = stage_with(e, S::weights, 1, MistakeKind::without_mask)(3, 1);
    QTest::newRow("mistake") << rounded(unmasked, 6) << 6 << 6 << true << K::mistake;
    QTest::newRow("another row, covered") << rounded(weights(4, 1), 6) << 6 << 6 << true << K::other_row;
    QTest::newRow("another row, open") << rounded(weights(4, 1), 6) << 6 << 6 << false << K::other_place;
    QTest::newRow("another column, covered")
        << rounded(weights(3, 2), 6) << 6 << 6 << true << K::other_column;
    QTest::newRow("wrong") << 0.987654 << 6 << 6 << true << K::wrong;
    QTest::newRow("a single digit") << 0.9 << 2 << 1 << true << K::too_rough;
    QTest::newRow("a zero") << 0.0 << 2 << 2 << true << K::too_rough;
    QTest::newRow("per cent, with a decimal") << rounded(100 * right, 1) << 2 << 1 << true << K::per_cent;
}

void TestJudgeNumber::number() {
    QFETCH(double, typed);
    QFETCH(int, decimals);
    QFETCH(int, shown);
    QFETCH(bool, covered);
    QFETCH(NumberVerdict::Kind, kind);
    const Experiment e = six_tokens(true);
    const CellRef cell{S::weights, 1, 3, 1};
    NumberJudge judge(
        e, {}, [&](const CellRef& each) { return each == cell || (covered && each.stage == cell.stage); });
    const RightNumber right{stage_with(e, S::weights, 1)(3, 1), 1};
    const TypedAnswer answer{typed, decimals, shown};
    const NumberVerdict verdict = judge.judge(cell, answer, right);
    QVERIFY2(verdict.kind == kind, std::to_string(int(verdict.kind)).c_str());
    QCOMPARE(judge.compare(cell, answer, right).is_right(), verdict.is_right());
    if (kind == NumberVerdict::Kind::mistake)
        QVERIFY(verdict.mistake && verdict.mistake->kind == MistakeKind::without_mask);
    if (kind == NumberVerdict::Kind::other_place)
        QVERIFY((verdict.place == CellRef{S::weights, 1, 4, 1}));
    if (kind == NumberVerdict::Kind::right_in_part)
        QCOMPARE(verdict.decimals, 2);
}

/// The row of “blue” in “What attention computes”: 0.655, ?, 0.023 on the card.
void TestJudgeNumber::restOfRow() {
    const Experiment e = read_experiment(R"({"format": "attention-lab", "version": 1,
      "sequence": {"tokenizer": "whitespace", "text": "sky is blue"},
      "embedding": {"table": {"sky": [1, 0, 0, 1], "is": [0, 1, 0, 0], "blue": [0, 0, 1, 2]}},
      "projection": {"kind": "linear", "W_Q": [[-1, 0.5], [0.5, 0.5], [1, 0.5], [0.5, 0]],
        "W_K": [[1.5, -1.5], [1, 1], [-2, 0.5], [0.5, 0.5]], "W_V": [[2, 1], [1, -1], [-4, 2], [1, 0]]}})")
                             .value();
    const Matrix weights = stage_with(e, S::weights, 0);
    QCOMPARE(rounded(weights(2, 1), 3), 0.323);
    const CellRef cell{S::weights, 0, 2, 1};
    const RightNumber right{weights(2, 1), largest_magnitude(weights)};
    const auto kind = [&](const IsCovered& covered, double typed, std::optional<double> tolerance = {}) {
        return NumberJudge(e, {}, covered)
            .judge(cell, {typed, 3, 3}, {right.number, right.largest, tolerance})
            .kind;
    };
    using K = NumberVerdict::Kind;
    QVERIFY(kind([&](const CellRef& each) { return each == cell; }, 0.322) == K::right_from_shown);
    QVERIFY(kind([&](const CellRef& each) { return each == cell; }, 0.321) == K::right_in_part);
    QVERIFY(kind([&](const CellRef& each) { return each == cell; }, 0.322, 1e-6) != K::right_from_shown);
    // Nobody sees the others of its row there.
    QVERIFY(kind([&](const CellRef& each) { return each.row == cell.row; }, 0.322) == K::right_in_part);
}

void TestJudgeNumber::usual_data() {
    using K = NumberVerdict::Kind;
    QTest::addColumn<CellRef>("cell");
    QTest::addColumn<CellRef>("of"); // whose number is typed
    QTest::addColumn<double>("times");
    QTest::addColumn<bool>("covered"); // everything, or the cell alone
    QTest::addColumn<K>("kind");
    QTest::addColumn<QString>("said"); // begins so, after the number
    const CellRef weight{S::weights, 1, 3, 1}, score{S::scaled_scores, 1, 3, 1}, first{S::scores, 1, 3, 1};
    QTest::newRow("scaled score")
        << weight << score << 1.0 << false << K::unnormalised
        << " is the scaled score of “with” → “journey”, in head 2; go on from there, "
           "up to softmax";
    QTest::newRow("score")
        << weight << first << 1.0 << false << K::unnormalised
        << " is the score of “with” → “journey”, in head 2; go on from there, up to softmax";
    QTest::newRow("scaled score, covered") << weight << score << 1.0 << true << K::wrong << "";
    QTest::newRow("sign of a score") << first << first << -1.0 << true << K::mistake
                                     << "One known mistake gives it: The sign is turned: multiply by −1";
    QTest::newRow("sign of a weight") << weight << weight << -1.0 << true << K::mistake
                                      << "One known mistake gives it: The sign is turned: multiply by −1";
    QTest::newRow("per cent") << weight << weight << 100.0 << true << K::per_cent
                              << "It looks like per cent: a weight is a part of 1";
}

/// What is forgotten most often is said in a sentence, and the right number is not.
void TestJudgeNumber::usual() {
    QFETCH(CellRef, cell);
    QFETCH(CellRef, of);
    QFETCH(double, times);
    QFETCH(bool, covered);
    QFETCH(NumberVerdict::Kind, kind);
    QFETCH(QString, said);
    const Experiment e = six_tokens(true);
    const Matrix own = stage_with(e, cell.stage, cell.head);
    const double typed = rounded(times * stage_with(e, of.stage, of.head)(of.row, of.column), 4);
    NumberJudge judge(e, {}, [&](const CellRef& each) { return covered || each == cell; });
    const TypedAnswer answer{typed, 4, 4};
    const RightNumber right{own(cell.row, cell.column), largest_magnitude(own)};
    const NumberVerdict verdict = judge.judge(cell, answer, right);
    QVERIFY2(verdict.kind == kind, std::to_string(int(verdict.kind)).c_str());
    const std::vector<Said> words = number_words(e, cell, "x", answer, verdict, naming_in_window(e));
    QCOMPARE(words.size(), std::size_t{2});
    const QString reason = QString::fromStdString(text_of(words.back()));
    QVERIFY2(reason.contains(said), qPrintable(reason));
    QVERIFY(!reason.contains(QString::number(right.number, 'f', 3)));
}

/// A “2” that somebody tries is no result that a mistake has made, however near one of them comes to 2.
void TestJudgeNumber::wholeNumber() {
    Experiment e = six_tokens(true);
    const CellRef cell{S::head_outputs, 0, 3, 1};
    const double mistaken = stage_with(e, S::head_outputs, 0, MistakeKind::base_two)(3, 1);
    e.projection.W_V = share(2.001 / mistaken * *e.projection.W_V);
    e.projection.b_V = e.projection.b_V ? share(2.001 / mistaken * *e.projection.b_V) : nullptr;
    const Matrix outputs = stage_with(e, S::head_outputs, 0);
    const RightNumber right{outputs(3, 1), outputs.cwiseAbs().maxCoeff()};
    NumberJudge judge(e, {}, none_covered);
    const NumberVerdict tried = judge.judge(cell, {2, 2, 0}, right);
    QVERIFY2(tried.kind == NumberVerdict::Kind::too_rough, std::to_string(int(tried.kind)).c_str());
    const NumberVerdict computed = judge.judge(cell, {2, 2, 2}, right);
    QVERIFY(computed.kind == NumberVerdict::Kind::mistake && computed.mistake->kind == MistakeKind::base_two);
}

void TestJudgeNumber::acrossTheDiagonal_data() {
    QTest::addColumn<S>("stage");
    for (const S stage : {S::scores, S::scaled_scores, S::weights})
        QTest::newRow(std::string(info(stage).name).c_str()) << stage;
}

/// Query and key exchanged is likelier than W_Q and W_K exchanged, which gives the same scores.
void TestJudgeNumber::acrossTheDiagonal() {
    QFETCH(S, stage);
    const Experiment e = six_tokens(false);
    const CellRef cell{stage, 0, 3, 1};
    const Matrix numbers = stage_with(e, stage, 0);
    const auto judged = [&](bool is_covered_there) {
        NumberJudge judge(e, {}, [&](const CellRef& each) {
            return each == cell || (is_covered_there && each.stage == stage);
        });
        return judge.judge(cell, {rounded(numbers(1, 3), 6), 6, 6},
                           {numbers(3, 1), largest_magnitude(numbers)});
    };
    const NumberVerdict open = judged(false);
    QVERIFY(open.kind == NumberVerdict::Kind::other_place);
    QVERIFY((open.place == CellRef{stage, 0, 1, 3}));
    QVERIFY(judged(true).kind == NumberVerdict::Kind::across);
}

void TestJudgeNumber::part_data() {
    using K = PartVerdict::Kind;
    QTest::addColumn<Block>("block");
    QTest::addColumn<Matrix>("numbers");
    QTest::addColumn<bool>("covered"); // everything, or nothing
    QTest::addColumn<K>("kind");
    QTest::addColumn<MistakeKind>("mistake");
    const Experiment e = six_tokens(true);
    const Matrix right = stage_with(e, S::weights, 1);
    const Matrix unmasked = stage_with(e, S::weights, 1, MistakeKind::without_mask);
    const Block all{0, 0, 6, 6}, row{3, 0, 1, 6}, column{0, 1, 6, 1};
    const auto none = MistakeKind::other_stage;
    QTest::newRow("all, a mistake") << all << unmasked << true << K::mistake << MistakeKind::without_mask;
    QTest::newRow("row, a mistake") << row << Matrix(unmasked.row(3)) << true << K::mistake
                                    << MistakeKind::without_mask;
    QTest::newRow("column, a mistake")
        << column << Matrix(unmasked.col(1)) << true << K::mistake << MistakeKind::without_mask;
    QTest::newRow("another row") << row << Matrix(right.row(4)) << true << K::other_row << none;
    QTest::newRow("a row with the mistake, but another one")
        << row << Matrix(unmasked.row(2)) << true << K::unknown << none;
    Matrix typo = unmasked;
    typo(2, 2) += 0.25;
    QTest::newRow("most") << all << typo << true << K::most << MistakeKind::without_mask;
    const Matrix scores = stage_with(e, S::scaled_scores, 1);
    QTest::newRow("another stage, open") << all << scores << false << K::mistake << none;
    QTest::newRow("another stage, covered") << all << scores << true << K::unknown << none;
    QTest::newRow("another head, open")
        << all << stage_with(e, S::weights, 0) << false << K::mistake << MistakeKind::other_head;
    QTest::newRow("another head, covered")
        << all << stage_with(e, S::weights, 0) << true << K::unknown << none;
    // Whoever knows the factor knows the number.
    QTest::newRow("a factor that is fitted") << all << Matrix(0.37 * right) << true << K::unknown << none;
    const Matrix average = (right + stage_with(e, S::weights, 0)) / 2;
    QTest::newRow("averaged") << all << average << true << K::arranged << none;
    QTest::newRow("nothing known") << all << Matrix(right.array().sqrt() * 0.3 + 0.01) << true << K::unknown
                                   << none;
}

void TestJudgeNumber::part() {
    QFETCH(Block, block);
    QFETCH(Matrix, numbers);
    QFETCH(bool, covered);
    QFETCH(PartVerdict::Kind, kind);
    QFETCH(MistakeKind, mistake);
    const Experiment e = six_tokens(true);
    const auto part = whole_part(e, cells_of(S::weights, 1, block));
    QVERIFY(part && part->block == block);
    constexpr int decimals = 6;
    const Matrix typed = numbers.unaryExpr([](double each) { return rounded(each, decimals); });
    const auto diagnosis = judge_part(e, *part, typed, decimals);
    QVERIFY(diagnosis);
    const PartVerdict verdict = verdict_of(e, *part, *diagnosis, [&](const CellRef&) { return covered; });
    QVERIFY2(verdict.kind == kind, std::to_string(int(verdict.kind)).c_str());
    QVERIFY(!verdict.others_agree);
    QCOMPARE(verdict.claim.mistakes.size(),
             std::size_t(kind == PartVerdict::Kind::mistake || kind == PartVerdict::Kind::most ? 1 : 0));
    if (!verdict.claim.mistakes.empty())
        QCOMPARE(verdict.claim.mistakes.front().kind, mistake);
    if (kind == PartVerdict::Kind::most)
        QCOMPARE(verdict.fitting, Index(35));
}

void TestJudgeNumber::wholePart_data() {
    QTest::addColumn<Block>("block");
    QTest::addColumn<bool>("whole");
    QTest::newRow("all") << Block{0, 0, 6, 6} << true;
    QTest::newRow("a row") << Block{2, 0, 1, 6} << true;
    QTest::newRow("a column") << Block{0, 5, 6, 1} << true;
    QTest::newRow("two rows") << Block{2, 0, 2, 6} << false;
    QTest::newRow("part of a row") << Block{2, 1, 1, 5} << false;
    QTest::newRow("a cell") << Block{2, 1, 1, 1} << false;
}

void TestJudgeNumber::wholePart() {
    QFETCH(Block, block);
    QFETCH(bool, whole);
    const Experiment e = six_tokens();
    std::vector<CellRef> cells = cells_of(S::weights, 0, block);
    const auto part = whole_part(e, cells);
    QCOMPARE(part.has_value(), whole);
    if (whole)
        QVERIFY((*part == StageBlock{S::weights, 0, block}));
    std::ranges::reverse(cells);
    QVERIFY(!whole_part(e, cells) || cells.size() == 1);
    cells.pop_back();
    QVERIFY(!whole_part(e, cells));
    QVERIFY(!whole_part(e, {}));
}

/// Nor does it look for anything once it is stopped.
void TestJudgeNumber::nothingSlow() {
    const Experiment e = six_tokens();
    const StageBlock all{S::weights, 0, {0, 0, 6, 6}};
    std::stop_source stop;
    stop.request_stop();
    const Matrix numbers = Matrix::Constant(6, 6, 0.25);
    QVERIFY(judge_part(e, all, numbers, 4));
    QVERIFY(!judge_part(e, all, numbers, 4, stop.get_token()));
    Experiment large = e;
    large.sequence.tokens.assign(1000, "a");
    QVERIFY(!TypedNumbers::are_quick(large) && !judge_part(large, all, numbers, 4));
    NumberJudge judge(large, {}, none_covered);
    QVERIFY(judge.judge({S::weights, 0, 0, 0}, {0.5, 2, 2}, {0.001, 1}).kind == NumberVerdict::Kind::wrong);
}

LAB_APPLESS_TEST(TestJudgeNumber)
#include "tst_judge_number.moc"
