// SPDX-License-Identifier: GPL-3.0-or-later
//
// The norm of queries and keys: numbers by hand, what is said of them, and gains that follow the sizes.
#include "core/base/number_format.h"
#include "core/describe/parameter_explanation.h"
#include "core/edits/qk_norm.h"
#include "core/edits/shapes.h"
#include "core/experiment/is_same.h"
#include "tests/support/computed.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/special_numbers.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

using namespace lab;
using namespace lab::test;

class TestQkNorm : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void byHand_data();
    void byHand();
    void stepsOfAPair();
    void kindsAndGains();
    void sizes();
    void gainsAffectTheirColumn();
};

namespace {

using S = StageId;
using Numbers = std::vector<double>;

/// One word with that query and a key of ones.
Experiment one_query(const Numbers& query, const QkNorm& norm) {
    const auto width = static_cast<Index>(query.size());
    Experiment e;
    e.sequence = {Tokenizer::manual, "", {"sky"}};
    e.projection.kind = ProjectionKind::direct;
    Matrix q(1, width);
    std::copy(query.begin(), query.end(), q.data());
    e.projection.Q = share(std::move(q));
    e.projection.K = share(Matrix::Ones(1, width));
    e.projection.V = share(Matrix{{1}});
    e.scores.qk_norm = norm;
    return e;
}

std::string title_and_words(const ExplanationStep& step) {
    return text_of(step.title) + (step.words.empty() ? "" : ": " + text_of(step.words));
}

} // namespace

void TestQkNorm::byHand_data() {
    QTest::addColumn<Numbers>("query");
    QTest::addColumn<QkNormKind>("kind");
    QTest::addColumn<double>("epsilon");
    QTest::addColumn<Numbers>("gains"); // empty: none
    QTest::addColumn<Numbers>("expected");
    QTest::addColumn<QString>("squares"); // what is said of them besides what x is
    QTest::addColumn<QString>("divisor");
    constexpr auto rms = QkNormKind::rms, l2 = QkNormKind::l2;
    const auto row = [](const char* name, const Numbers& query, QkNormKind kind, double epsilon,
                        const Numbers& gains, const Numbers& expected, const char* squares,
                        const char* divisor) {
        QTest::newRow(name) << query << kind << epsilon << gains << expected << QString::fromUtf8(squares)
                            << QString::fromUtf8(divisor);
    };
    const char* const by_rms = "Take the root mean square of the row, with ε";
    const double r = std::sqrt(12.5);
    row("root mean square", {3, -4}, rms, 0, {}, {3 / r, -4 / r}, "", by_rms);
    row("its epsilon", {3, -4}, rms, 12.5, {}, {0.6, -0.8}, "", by_rms);
    row("length", {3, -4}, l2, 1e-6, {}, {0.6, -0.8}, "", "Take the length of the row");
    row("gains", {3, -4}, l2, 1e-6, {2, 10}, {1.2, -8}, "", "Take the length of the row");
    row("shorter than epsilon", {3, -4}, l2, 10, {}, {0.3, -0.4}, "",
        "Take ε in place of the length: the length, 5, is less than ε, which takes its place");
    row("zeros", {0, 0}, rms, 1e-6, {}, {0, 0}, "", by_rms);
    row("zeros without epsilon", {0, 0}, rms, 0, {}, {std::nan(""), std::nan("")}, "",
        "Take the root mean square of the row, with ε: r is 0: nothing divided by it is finite");
    row("squares overflow", {1e200, 1}, l2, 0, {}, {0, 0},
        "; the squares add up to more than a double can hold: divided by their root, every finite number of "
        "the row is 0",
        "Take the length of the row");
    row("squares underflow", {1e-200, 0}, l2, 0, {}, {infinity, std::nan("")}, "",
        "Take the length of the row: r is 0: nothing divided by it is finite");
}

void TestQkNorm::byHand() {
    QFETCH(Numbers, query);
    QFETCH(QkNormKind, kind);
    QFETCH(double, epsilon);
    QFETCH(Numbers, gains);
    QFETCH(Numbers, expected);
    QFETCH(QString, squares);
    QkNorm norm{kind, epsilon};
    if (!gains.empty()) {
        Matrix row(1, Index(gains.size()));
        std::copy(gains.begin(), gains.end(), row.data());
        norm.g_Q = share(std::move(row));
    }
    const Computed computed(one_query(query, norm));
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const double is = computed.trace.stage(StageId::queries)(0, Index(i));
        QVERIFY2(is == expected[i] || (std::isnan(is) && std::isnan(expected[i])) ||
                     std::abs(is - expected[i]) < 1e-15,
                 shortest(is).c_str());
    }
    const Explanation explanation = computed.of({S::queries, 0, 0, 0});
    QCOMPARE(explanation.steps.size(), std::size_t(4));
    QCOMPARE(QString::fromStdString(title_and_words(explanation.steps[1])),
             "Add up the squares of the row: x holds the 2 numbers of the row before it is normalised" +
                 squares);
    QTEST(QString::fromStdString(title_and_words(explanation.steps[2])), "divisor");
    QCOMPARE(text_of(explanation.steps[3].title),
             std::string(gains.empty() ? "Divide by r" : "Divide by r and multiply by the gain"));
}

/// With rotary positions the numbers of the pair are divided before they turn.
void TestQkNorm::stepsOfAPair() {
    Experiment e = one_query({3, -4}, {QkNormKind::rms, 0.5, share(Matrix{{2, 5}})});
    e.scores.rotary = true;
    e.notation = Notation::columns;
    const Explanation explanation = Computed(e).of({S::queries, 0, 0, 1});
    QStringList said;
    for (const ExplanationStep& step : explanation.steps)
        said += QString::fromStdString(text_of(step.title) + ", " + plain(step.rule));
    QCOMPARE(said, QStringList({"Take the number that is given: the first of the pair, x_1 = Q_1,1",
                                "Take the number that is given: the second of the pair, x_2 = Q_2,1",
                                "Add up the squares of the column, s = x_1^2 + x_2^2",
                                "Take the root mean square of the column, with ε, r = √(s / d_k + ε)",
                                "Divide by r and multiply by the gain: the first of the pair, a = x_1 / r · "
                                "(g_Q)_1",
                                "Divide by r and multiply by the gain: the second of the pair, b = x_2 / r · "
                                "(g_Q)_2",
                                "Rotate the pair by the position, Q_2,sky = a sin θ + b cos θ"}));
}

void TestQkNorm::kindsAndGains() {
    const Experiment off = one_query({3, -4}, {});
    Experiment none = off;
    none.scores.qk_norm.reset();
    Experiment e = with_norm(none, QkNormKind::l2);
    QVERIFY(is_same(e, one_query({3, -4}, {QkNormKind::l2})));
    e.scores.qk_norm->epsilon = 0.5;
    e = with_gains(e, ParameterId::g_K, true);
    QVERIFY(!parameter(e, ParameterId::g_Q) && *parameter(e, ParameterId::g_K) == Matrix::Ones(1, 2));
    e = with_cell(e, ParameterId::g_K, 0, 1, 7);
    const Experiment rms = with_norm(e, QkNormKind::rms);
    QCOMPARE(rms.scores.qk_norm->epsilon, 0.5);
    QCOMPARE(value_at(rms, ParameterId::g_K, 0, 1), 7.0);
    QVERIFY(is_same(with_gains(with_gains(e, ParameterId::g_K, false), ParameterId::g_K, false), [&] {
        Experiment without = e;
        without.scores.qk_norm->g_K = nullptr;
        return without;
    }()));
    QVERIFY(is_same(with_norm(e, std::nullopt), none));
}

void TestQkNorm::sizes() {
    Experiment e = one_query({3, -4}, {QkNormKind::rms, 0, share(Matrix{{2, 5}})});
    e = with_size(e, Size::d_k, 3).value();
    QVERIFY(*parameter(e, ParameterId::g_Q) == (Matrix{{2, 5, 1}}));
    e = with_size(e, Size::d_k, 1).value();
    QVERIFY(*parameter(e, ParameterId::g_Q) == (Matrix{{2}}));
    QVERIFY(!parameter(e, ParameterId::g_K));
}

/// The others of its row do not depend on a gain, but on a weight they do.
void TestQkNorm::gainsAffectTheirColumn() {
    const Experiment e = one_query({3, -4}, {QkNormKind::l2, 0, share(Matrix{{2, 5}})});
    const ParameterExplanation gain = explain(e, ParameterCell{ParameterId::g_Q, 0, 1});
    QCOMPARE(text_of(gain.words), std::string("what feature 2 of every normalised query is multiplied by"));
    QCOMPARE(plain(gain.name), std::string("(g_Q)_2"));
    QCOMPARE(text_of(gain.affects.front().cells), std::string("feature 2 of every token"));
    const ParameterExplanation given = explain(e, ParameterCell{ParameterId::Q, 0, 1});
    QCOMPARE(text_of(given.affects.front().cells), std::string("every feature of every token"));
}

LAB_APPLESS_TEST(TestQkNorm)
#include "tst_qk_norm.moc"
