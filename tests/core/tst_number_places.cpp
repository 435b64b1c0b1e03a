// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a matrix is, and where a number stands, among all stages and heads.
#include "core/analysis/diagnosis/diagnosis_words.h"
#include "core/io/matrix_text.h"
#include "tests/support/diagnosed.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/golden.h"
#include "tests/support/mistaken.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>

using namespace lab;
using namespace lab::test;

class TestNumberPlaces : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void identified();
    void places();
    void nearlyIdentified();
    void randomNumbers();
    void placesByChance();
    void shareOfSink();
};

void TestNumberPlaces::identified() {
    RandomExperiments random(8);
    int mistaken = 0;
    for (int i = 0; i < many_experiments / 8; ++i) {
        const Experiment e = random.next();
        const Oracle oracle(e);
        const Asked asked = any_asked(random, e);
        const Matrix numbers = numbers_of(oracle, asked.stage, asked.head);
        if (depends_on_rounding(e, oracle))
            continue;
        const auto found = what_is_this(e, exactly(numbers));
        QVERIFY(std::ranges::any_of(found->as, [&](const Diagnosis& each) {
            return each.is_right && each.asked.stage == asked.stage && each.asked.head == asked.head;
        }));
        const Mistake sign{MistakeKind::sign_turned, {}, 0};
        if (is_mute(numbers) || numbers.size() < 2)
            continue;
        const auto turned = what_is_this(e, exactly(Matrix(-numbers)));
        QVERIFY(std::ranges::any_of(turned->as, [&](const Diagnosis& each) {
            return each.is_right || each.claims.front().mistakes.front() == sign;
        }));
        ++mistaken;
    }
    QVERIFY(mistaken > 3);
}

/// A typo hides no stage; what is found has all the other numbers.
void TestNumberPlaces::nearlyIdentified() {
    RandomExperiments random(18);
    int count = 0;
    for (int i = 0; i < many_experiments / 4; ++i) {
        const Experiment e = random.next();
        const Oracle oracle(e);
        const Asked asked = any_asked(random, e);
        Matrix numbers = numbers_of(oracle, asked.stage, asked.head);
        const auto telling = std::ranges::count_if(
            numbers.reshaped(), [](double number) { return std::isfinite(number) && number != 0; });
        if (depends_on_rounding(e, oracle) || telling < 9)
            continue;
        const Index row = random.between(0, numbers.rows() - 1);
        const Index column = random.between(0, numbers.cols() - 1);
        numbers(row, column) = 1.2345 * largest_magnitude(numbers);
        const auto found = what_is_this(e, exactly(numbers));
        const std::optional<Diagnosis>& nearly = found->nearly;
        QVERIFY(found->as.empty() && nearly && nearly->near);
        QCOMPARE(nearly->near->fitting, numbers.size() - 1);
        QCOMPARE(nearly->near->first_other.cell.row, row);
        QCOMPARE(nearly->near->first_other.cell.column, column);
        const double right = numbers_of(oracle, asked.stage, asked.head)(row, column);
        QVERIFY2(is_right(nearly->near->first_other.expected, right, 1e-5 * largest_magnitude(numbers)),
                 text_of(near_identification_words(e, *nearly, naming_in_files).front()).c_str());
        ++count;
    }
    qInfo("Stages with a typo: %d, all found", count);
    QVERIFY(count > 3);
}

/// Numbers that are no stage's are nearly none's.
void TestNumberPlaces::randomNumbers() {
    RandomExperiments random(19);
    for (int i = 0; i < many_experiments / 4; ++i) {
        const Experiment e = random.next();
        const Asked asked = any_asked(random, e);
        const Dimensions d = dimensions(e);
        Matrix numbers(length(info(asked.stage).rows, d), length(info(asked.stage).columns, d));
        for (double& number : numbers.reshaped())
            number = random.number();
        const std::string text = bracketed(numbers, "%.*f", static_cast<int>(random.between(2, 8)));
        const auto found = what_is_this(e, read_printed_text(text, PastedNumbers::any).value());
        QVERIFY2(!found->nearly, text.c_str());
    }
}

void TestNumberPlaces::places() {
    const Experiment e = load_golden("two-heads").experiment;
    const Oracle oracle(e);
    const double number = oracle.at(StageId::scaled_scores, 1, 2, 0).value;
    const auto found = where_is(e, {StageId::scaled_scores, 0}, number, 1e-12);
    QVERIFY(std::ranges::find(found->cells, CellRef{StageId::scaled_scores, 1, 2, 0}) != found->cells.end());
    const std::string words =
        text_of(place_words(e, {StageId::scaled_scores, 1, 2, 0}, number, naming_in_files));
    QVERIFY2(words.find("is the scaled score of") != std::string::npos, words.c_str());
    QVERIFY(words.ends_with("in head 1"));
    // The stage that was asked for comes first, wherever it is in the order.
    const double last = oracle.at(StageId::output, 0, 0, 0).value;
    const auto in_output = where_is(e, {StageId::output, 0}, last, 1e-12);
    QVERIFY((in_output->cells.front() == CellRef{StageId::output, 0, 0, 0}));
    const auto nowhere = where_is(e, {StageId::output, 0}, 1e9, 0.1);
    QCOMPARE(nowhere->count, Index(0));
}

/// A number of two digits may be in many places, one of nine may not.
void TestNumberPlaces::placesByChance() {
    const Experiment e = six_tokens();
    const double number = numbers_of(Oracle(e), StageId::weights, 0)(0, 5);
    const Asked asked{StageId::weights, 0};
    QVERIFY(where_is(e, asked, number, 1e-2)->may_be_chance);
    QVERIFY(!where_is(e, asked, number, 1e-9)->may_be_chance);
    const CellRef cell{StageId::weights, 0, 0, 5};
    const auto said = [&](Likeness likeness) {
        return text_of(place_words(e, cell, 0.1799, naming_in_files, likeness));
    };
    QCOMPARE(said(Likeness::is), std::string("0.1799 is the attention weight of “Your” → “step”, in head 0"));
    QVERIFY(said(Likeness::is_also).starts_with("0.1799 is also the attention weight of “Your”"));
    QCOMPARE(said(Likeness::by_chance_perhaps),
             std::string("0.1799 agrees with the attention weight of “Your” → “step”, in head 0, which may "
                         "be a coincidence"));
    // The nearest, where no cell has it.
    const auto nearest = where_is(e, asked, number + 0.000012, 1e-9);
    QCOMPARE(nearest->count, Index(0));
    QVERIFY(nearest->nearest == cell);
    const std::string words = text_of(nearest_words(e, *nearest, number + 0.000012, naming_in_files));
    QVERIFY2(
        words.starts_with("The nearest number of the attention weights is the attention weight of “Your” → "
                          "“step”, in head 0: ") &&
            words.ends_with(", which differs by 0.000012"),
        words.c_str());
}

void TestNumberPlaces::shareOfSink() {
    Experiment e = load_golden("two-heads").experiment;
    e.normalization.sink = share(Matrix{{0.25, -0.75}});
    const double number = *Oracle(e).share_of_sink(1, 2);
    const CellRef cell{StageId::weights, 1, 2, Index(e.sequence.tokens.size())};
    const auto found = where_is(e, {StageId::weights, 1}, number, 1e-12);
    QCOMPARE(found->count, Index(1));
    QVERIFY(found->cells.front() == cell);
    QCOMPARE(text_of(place_words(e, cell, 0.25, naming_in_files)),
             "0.25 is what the sink takes of the attention of “" + e.sequence.tokens[2] + "”, in head 1");
}

LAB_APPLESS_TEST(TestNumberPlaces)
#include "tst_number_places.moc"
