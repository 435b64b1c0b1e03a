// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is said of numbers that a mistake explains in part, of a single row or column, and how sure it is.
#include "core/analysis/diagnosis/diagnosis_words.h"
#include "core/analysis/diagnosis/judge.h"
#include "tests/support/diagnosed.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/golden.h"
#include "tests/support/mistaken.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <set>

using namespace lab;
using namespace lab::test;

class TestDiagnosisWords : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void oneCellWrong();
    void noneAgrees();
    void slips_data();
    void slips();
    void typos_data();
    void typos();
    void lines_data();
    void lines();
    void lineByChance();
    void certainty();
    void words();
    void missing_data();
    void missing();
    void smallNumbers();
    void saidOnce();
    void minusInfinity();
    void identified();
};

/// A single wrong cell is found and said.
void TestDiagnosisWords::oneCellWrong() {
    const Experiment e = load_golden("two-heads").experiment;
    const Oracle oracle(e);
    Matrix numbers = numbers_of(oracle, StageId::weights, 1);
    numbers(1, 2) += 0.01;
    const auto diagnosis = judge(e, {StageId::weights, 1}, exactly(numbers));
    QVERIFY(!diagnosis->is_right);
    QVERIFY(diagnosis->claims.empty() && !diagnosis->near);
    QCOMPARE(diagnosis->right, numbers.size() - 1);
    QVERIFY((diagnosis->first_wrong->cell == CellRef{StageId::weights, 1, 1, 2}));
    const std::vector<Said> lines = diagnosis_words(e, *diagnosis, naming_in_files);
    const std::string words = text_of(lines.front());
    QVERIFY2(words.find(" cells agree; the one that does not is row 1 (“") != std::string::npos,
             words.c_str());
    QCOMPARE(text_of(lines.back()), std::string("Probably a slip in this cell: all others are right"));
    QVERIFY2(words.find("row 1 (“") != std::string::npos &&
                 words.find("”), column 2 (“") != std::string::npos,
             words.c_str());
    // Within a tolerance that is given, it is right.
    QVERIFY(judge(e, {StageId::weights, 1}, exactly(numbers), 0.011)->is_right);
    QVERIFY(!judge(e, {StageId::weights, 1}, exactly(numbers), 0.009)->is_right);
}

/// Where nothing is right, that is said, and not that 0 cells agree.
void TestDiagnosisWords::noneAgrees() {
    const Experiment e = load_golden("two-heads").experiment;
    const Matrix numbers = numbers_of(Oracle(e), StageId::weights, 1).unaryExpr([](double number) {
        return number * number + 1.25;
    });
    const std::string words = text_of(
        diagnosis_words(e, *judge(e, {StageId::weights, 1}, exactly(numbers)), naming_in_files).front());
    const std::string begins = "None of the " + std::to_string(numbers.size()) +
                               " cells agrees; the first is row 0 (“" + e.sequence.tokens[0] +
                               "”), column 0 (“" + e.sequence.tokens[0] + "”): it is ";
    QVERIFY2(words.starts_with(begins), words.c_str());
}

void TestDiagnosisWords::slips_data() {
    QTest::addColumn<int>("wrong");
    QTest::addColumn<QString>("says");
    QTest::newRow("two") << 2 << "Probably slips in these 2 cells: all others are right";
    QTest::newRow("many") << 9 << "No mistake that is known here explains these numbers";
}

/// Of few wrong cells the most wrong is named; many are more than slips.
void TestDiagnosisWords::slips() {
    QFETCH(int, wrong);
    QFETCH(QString, says);
    const Experiment e = load_golden("two-heads").experiment;
    Matrix numbers = numbers_of(Oracle(e), StageId::weights, 1);
    QVERIFY(numbers.size() > 2 * wrong);
    for (int i = 0; i < wrong; ++i)
        numbers(i / numbers.cols(), i % numbers.cols()) += 0.01 * (i + 1);
    const auto diagnosis = judge(e, {StageId::weights, 1}, exactly(numbers));
    QCOMPARE(diagnosis->slip.has_value(), wrong == 2);
    const std::vector<Said> lines = diagnosis_words(e, *diagnosis, naming_in_files);
    QCOMPARE(QString::fromStdString(text_of(lines.back())), says);
    const std::string words = text_of(lines.front());
    QVERIFY2(words.find(wrong == 2 ? "; the largest difference is in row 0 (“"
                                   : "; the first that does not is") != std::string::npos,
             words.c_str());
    if (diagnosis->slip)
        QVERIFY((diagnosis->slip->cell == CellRef{StageId::weights, 1, 0, 1}));
}

void TestDiagnosisWords::typos_data() {
    QTest::addColumn<bool>("causal");
    QTest::addColumn<int>("typos");
    QTest::addColumn<int>("decimals");
    QTest::addColumn<bool>("found");
    QTest::addColumn<bool>("two"); // mistakes
    QTest::newRow("one typo") << false << 1 << 4 << true << false;
    QTest::newRow("one typo, three decimals") << false << 1 << 3 << true << false;
    QTest::newRow("three typos") << false << 3 << 4 << true << false;
    QTest::newRow("under a mask") << true << 1 << 4 << true << false;
    QTest::newRow("two mistakes") << true << 1 << 4 << true << true;
    QTest::newRow("as many as a third") << false << 12 << 4 << false << false;
}

/// A typo does not hide the mistake that explains the other numbers.
void TestDiagnosisWords::typos() {
    QFETCH(bool, causal);
    QFETCH(int, typos);
    QFETCH(int, decimals);
    QFETCH(bool, found);
    QFETCH(bool, two);
    const Experiment e = six_tokens(causal);
    const Asked asked{StageId::weights, 0};
    std::vector<Mistake> made{{MistakeKind::not_scaled, {}, 0}};
    if (two)
        made.insert(made.begin(), {MistakeKind::without_mask, {}, 0}); // in the order of MistakeKind
    Matrix numbers = numbers_of(mistaken_oracle(e, made), StageId::weights, 0);
    const double right = numbers(2, 1);
    for (int i = 0; i < typos; ++i)
        numbers(2 + (1 + i) / 6, (1 + i) % 6) += 0.0127 + 0.0013 * i;
    const auto diagnosis = judge(e, asked, printed(numbers, decimals));
    QVERIFY(diagnosis->claims.empty());
    const std::string words = text_of(diagnosis_words(e, *diagnosis, naming_in_files));
    QVERIFY2(diagnosis->near.has_value() == found, words.c_str());
    if (!found)
        return;
    const NearClaim& near = *diagnosis->near;
    QVERIFY2(near.claim.mistakes == made, words.c_str());
    QCOMPARE(near.fitting, Index(36 - typos));
    QCOMPARE(near.as_good, Index(0));
    QVERIFY((near.first_other.cell == CellRef{StageId::weights, 0, 2, 1}));
    QVERIFY(std::abs(near.first_other.expected - right) < 1e-9);
    QVERIFY2(words.starts_with(std::to_string(36 - typos) + " of 36 fit this. "), words.c_str());
    const std::string place = "row 2 (“starts”), column 1 (“journey”)";
    QVERIFY2(words.find((typos == 1 ? ". Look at " : ". Look first at ") + place) != std::string::npos,
             words.c_str());
    QCOMPARE(words.find("No other single mistake that is known here fits as many") != std::string::npos,
             !two);
}

void TestDiagnosisWords::lines_data() {
    QTest::addColumn<bool>("row");
    QTest::addColumn<int>("index");
    QTest::addColumn<bool>("turned"); // a row written as a column
    QTest::addColumn<bool>("scaled");
    QTest::addColumn<int>("decimals");
    QTest::addColumn<QString>("says");
    QTest::newRow("row") << true << 0 << false << true << 4
                         << "This is row 1 (“Your”) of the attention weights";
    QTest::newRow("column") << false << 5 << false << true << 4
                            << "This is column 6 (“step”) of the attention weights";
    QTest::newRow("row as a column") << true << 2 << true << true << 4
                                     << "This is row 3 (“starts”) of the attention weights";
    QTest::newRow("not scaled") << true << 0 << false << false << 4
                                << "This is row 1 (“Your”) of the attention weights, but for a mistake. The "
                                   "scores are not scaled: divide by √d_k = 2";
    QTest::newRow("too rough to be sure") << true << 0 << false << true << 0
                                          << "These numbers agree with row 1 (“Your”) of the attention "
                                             "weights, but so few and so rough ones may do so by chance";
}

/// A single row or column is recognised.
void TestDiagnosisWords::lines() {
    QFETCH(bool, row);
    QFETCH(int, index);
    QFETCH(bool, turned);
    QFETCH(bool, scaled);
    QFETCH(int, decimals);
    QFETCH(QString, says);
    const Experiment e = six_tokens();
    std::vector<Mistake> made;
    if (!scaled)
        made.push_back({MistakeKind::not_scaled, {}, 0});
    const Matrix all = numbers_of(mistaken_oracle(e, made), StageId::weights, 0);
    Matrix line = row ? Matrix(all.row(index)) : Matrix(all.col(index));
    if (turned)
        line = Matrix(line.transpose());
    PrintedArray given = printed(line, decimals == 0 ? 4 : decimals);
    const auto diagnosis = judge(e, {StageId::weights, 0}, given,
                                 decimals == 0 ? std::optional(largest_magnitude(all) / 4) : std::nullopt);
    const std::vector<Said> words = diagnosis_words(e, *diagnosis, naming_in_window(e));
    QCOMPARE(QString::fromStdString(text_of(words.front())), says);
    QVERIFY2(text_of(words.back()).ends_with("but the attention weights are 6 × 6"),
             text_of(words.back()).c_str());
    QVERIFY(!diagnosis->is_right);
}

/// A number within 0.0005 is right by chance once in a thousand times, in one of ten rows and columns once in
/// a hundred: that is sure enough.
void TestDiagnosisWords::lineByChance() {
    Experiment e = six_tokens(true);
    e.sequence.tokens.pop_back();
    e.embedding.X = share(e.embedding.X->topRows(5));
    const auto said = [&e](double tolerance) {
        const auto diagnosis = judge(e, {StageId::weights, 0}, exactly(Matrix{{1, 0, 0, 0, 0}}), tolerance);
        return QString::fromStdString(text_of(diagnosis_words(e, *diagnosis, naming_in_files).front()));
    };
    QCOMPARE(said(0.0005), QString("This is row 0 (“Your”) of the attention weights"));
    QCOMPARE(said(0.0006),
             QString("These numbers agree with row 0 (“Your”) of the attention weights, but so few "
                     "and so rough ones may do so by chance"));
}

/// What is said of how certain a diagnosis is.
void TestDiagnosisWords::certainty() {
    const auto said = [](bool causal, const std::vector<Mistake>& made, StageId stage, int decimals) {
        const Experiment e = six_tokens(causal);
        const Matrix numbers = handed_in(mistaken_oracle(e, made), {stage, 0}, made);
        const auto diagnosis = judge(e, {stage, 0}, printed(numbers, decimals));
        return text_of(diagnosis_words(e, *diagnosis, naming_in_files));
    };
    const Mistake not_scaled{MistakeKind::not_scaled, {}, 0}, without_mask{MistakeKind::without_mask, {}, 0};
    const std::string alone = "All 36 numbers fit this, and no other single mistake that is known here does",
                      few = "Few digits were given";
    std::string words = said(false, {not_scaled}, StageId::weights, 4);
    QVERIFY2(words.find(alone) != std::string::npos && words.find(few) == std::string::npos, words.c_str());
    words = said(false, {not_scaled}, StageId::weights, 2);
    QVERIFY2(words.find(few) != std::string::npos, words.c_str());
    words = said(true, {without_mask, not_scaled}, StageId::weights, 4);
    QVERIFY2(words.find("All 36 numbers fit these two, and no others that are known here do") !=
                 std::string::npos,
             words.c_str());
    words = said(true, {without_mask}, StageId::masked_scores, 4);
    QVERIFY2(words.find("All 36 numbers fit each of these") != std::string::npos, words.c_str());
}

/// Files count from 0 and have queries in rows, the window counts from 1 in the document's notation.
void TestDiagnosisWords::words() {
    Experiment e = load_golden("two-heads").experiment;
    e.notation = Notation::columns;
    const Naming window = naming_in_window(e);
    const Asked asked{StageId::weights, 0};
    const auto said = [&](const Mistake& mistake, const Naming& naming) {
        return text_of(claim_words(e, asked, {{mistake}, {1, 0}}, naming));
    };
    const Mistake head{MistakeKind::other_head, {}, 1}, order{MistakeKind::other_head_order, {}, 0},
        queries{MistakeKind::normalised_over_queries, {}, 0};
    QCOMPARE(said(head, naming_in_files), std::string("This is head 1, not head 0"));
    QCOMPARE(said(head, window), std::string("This is head 2, not head 1"));
    QCOMPARE(said(order, naming_in_files), std::string("The heads are in another order: 1, 0"));
    QCOMPARE(said(order, window), std::string("The heads are in another order: 2, 1"));
    QVERIFY(said(queries, naming_in_files).ends_with("row by row"));
    QVERIFY(said(queries, window).ends_with("column by column"));
    Diagnosis wrong;
    wrong.asked = asked;
    wrong.cells = 36;
    wrong.right = 35;
    wrong.first_wrong = {{StageId::weights, 0, 1, 2}, 0.25, 0.5};
    QCOMPARE(text_of(diagnosis_words(e, wrong, window).front()),
             "35 of 36 cells agree; the first that does not is row 3 (“" + e.sequence.tokens[2] +
                 "”), column 2 (“" + e.sequence.tokens[1] + "”): it is 0.25, and should be 0.5");
    // Shapes are said as they are shown.
    wrong = {};
    wrong.asked = {StageId::output, 0};
    wrong.has_shape = false;
    wrong.rows = 2;
    wrong.columns = 7;
    const Dimensions d = dimensions(e);
    const auto shape = [](Index rows, Index columns) {
        return std::to_string(rows) + " × " + std::to_string(columns);
    };
    QCOMPARE(text_of(diagnosis_words(e, wrong, naming_in_files).front()),
             "These numbers are 2 × 7, but the outputs are " + shape(d.n_q, d.d_out));
    QCOMPARE(text_of(diagnosis_words(e, wrong, window).front()),
             "These numbers are 7 × 2, but the outputs are " + shape(d.d_out, d.n_q));
    const Mistake turned{MistakeKind::weights_transposed, {}, 0};
    QVERIFY(said(turned, naming_in_files).find("X·Wᵀ") != std::string::npos);
    QVERIFY(said(turned, window).find("Wᵀ·X") != std::string::npos);
    // Every mistake has its own sentence.
    std::set<std::string> all;
    for (const std::string& name : golden_names()) {
        const Experiment its = load_golden(name).experiment;
        if (is_empty(its))
            continue;
        for (const Mistake& each : possible_mistakes(its, asked)) {
            if (each.kind != MistakeKind::other_stage && each.kind != MistakeKind::other_head)
                all.insert(text_of(claim_words(its, asked, {{each}, {1, 0}}, naming_in_files)).substr(0, 44));
        }
    }
    QVERIFY(!all.contains(""));
    QVERIFY(all.size() >= mistake_kinds - 2);
}

void TestDiagnosisWords::missing_data() {
    QTest::addColumn<StageId>("stage");
    QTest::addColumn<std::vector<Mistake>>("made");
    QTest::addColumn<QString>("says");
    using K = MistakeKind;
    const auto row = [](const char* name, StageId stage, std::vector<Mistake> made, const char* says) {
        QTest::newRow(name) << stage << std::move(made) << QString(says);
    };
    row("of queries", StageId::queries, {{K::without_bias, {}, 0}}, "The bias is missing: add b_Q");
    row("of weights", StageId::weights, {{K::without_bias, {}, 0}},
        "The biases are missing: add b_Q and b_K");
    row("of all", StageId::output, {{K::without_bias, {}, 0}},
        "The biases are missing: add b_Q, b_K, b_V and b_O");
    row("of the output", StageId::output, {{K::without_output_bias, {}, 0}}, "The bias is missing: add b_O");
    row("of another stage", StageId::scores, {{K::other_stage, StageId::keys, 0}, {K::without_bias, {}, 0}},
        "Two mistakes. These are the keys, not the scores. The bias is missing: add b_K");
    row("weights of values", StageId::values, {{K::weights_transposed, {}, 0}},
        "The transposed weights are used, as in X·Wᵀ, in place of W_V");
    row("weights of scores", StageId::scores, {{K::weights_transposed, {}, 0}},
        "The transposed weights are used, as in X·Wᵀ, in place of W_Q and W_K");
}

/// What is named can be seen in the numbers that were given: queries say nothing of the keys' bias.
void TestDiagnosisWords::missing() {
    QFETCH(StageId, stage);
    QFETCH(std::vector<Mistake>, made);
    QFETCH(QString, says);
    Experiment e = six_tokens();
    RandomExperiments random(13);
    Matrix bias(1, dimensions(e).d_out);
    for (double& number : bias.reshaped())
        number = random.number();
    e.projection.b_O = share(std::move(bias));
    const Matrix numbers = handed_in(mistaken_oracle(e, made), {stage, 0}, made);
    const auto diagnosis = judge(e, {stage, 0}, printed(numbers, 6));
    QVERIFY(!diagnosis->claims.empty() && diagnosis->claims.front().mistakes == made);
    QCOMPARE(QString::fromStdString(text_of(diagnosis_words(e, *diagnosis, naming_in_files).front())), says);
}

/// Small numbers are written as people write them.
void TestDiagnosisWords::smallNumbers() {
    const Experiment e = six_tokens();
    Diagnosis wrong;
    wrong.asked = {StageId::weights, 0};
    wrong.cells = 36;
    wrong.right = 35;
    wrong.first_wrong = {{StageId::weights, 0, 1, 2}, 0.25, 3.83092e-25};
    std::string words = text_of(diagnosis_words(e, wrong, naming_in_files));
    QVERIFY2(words.find("it is 0.25, and should be 3.83092 × 10⁻²⁵") != std::string::npos, words.c_str());
    wrong.near = {{{{MistakeKind::not_scaled, {}, 0}}, {}}, 35, 0, *wrong.first_wrong};
    wrong.near->first_other.given = -8e-5;
    words = text_of(diagnosis_words(e, wrong, naming_in_files));
    QVERIFY2(words.find("There it is −0.00008, and with this mistake it would be 3.83092 × 10⁻²⁵") !=
                 std::string::npos,
             words.c_str());
    words = text_of(place_words(e, {StageId::weights, 0, 1, 2}, 0.00002, naming_in_files));
    QVERIFY2(words.starts_with("0.00002 is the attention weight"), words.c_str());
}

/// The scores before scaling are those that are not scaled: one sentence is enough.
void TestDiagnosisWords::saidOnce() {
    const Experiment e = six_tokens();
    const Matrix scores = numbers_of(Oracle(e), StageId::scores, 0);
    const auto diagnosis = judge(e, {StageId::scaled_scores, 0}, printed(scores, 4));
    QCOMPARE(diagnosis->claims.size(), std::size_t(2));
    const std::vector<Said> words = diagnosis_words(e, *diagnosis, naming_in_files);
    QCOMPARE(words.size(), std::size_t(2));
    QCOMPARE(text_of(words[0]), std::string("These are the scores before scaling: divide by √d_k = 2"));
    QCOMPARE(text_of(words[1]),
             std::string("All 36 numbers fit this, and no other single mistake that is known here does"));
}

/// No stage but the masked scores has −∞, which is said where no mistake explains the numbers.
void TestDiagnosisWords::minusInfinity() {
    const Experiment e = six_tokens(true);
    Matrix scores = 3 * numbers_of(Oracle(e), StageId::masked_scores, 0);
    scores.row(3).array() += 0.7;
    scores.row(5).array() -= 1.9;
    const std::string hint = "Most numbers with −∞ are masked scores: if these are, check them as that stage";
    const auto last_line = [&](StageId stage, const Matrix& numbers) {
        const auto diagnosis = judge(e, {stage, 0}, exactly(numbers));
        return text_of(diagnosis_words(e, *diagnosis, naming_in_files).back());
    };
    for (const StageId stage : {StageId::scores, StageId::scaled_scores, StageId::weights})
        QCOMPARE(last_line(stage, scores), hint);
    QVERIFY(last_line(StageId::masked_scores, scores) != hint);
    QVERIFY(last_line(StageId::scores, scores.cwiseMax(-5)) != hint);
}

/// Of several heads, the head is named whose numbers they are.
void TestDiagnosisWords::identified() {
    const auto words = [](const Experiment& e, StageId stage, HeadIndex head) {
        const auto found = what_is_this(e, exactly(numbers_of(Oracle(e), stage, head)));
        return found->as.empty() ? QString()
                                 : QString::fromStdString(
                                       text_of(identification_words(e, found->as.front(), naming_in_files)));
    };
    const Experiment one = load_golden("sky-is-blue").experiment;
    QCOMPARE(words(one, StageId::weights, 0), QString("These are the attention weights"));
    const Experiment two = load_golden("two-heads").experiment;
    QCOMPARE(words(two, StageId::weights, 1), QString("These are the attention weights of head 1"));
}

LAB_APPLESS_TEST(TestDiagnosisWords)
#include "tst_diagnosis_words.moc"
