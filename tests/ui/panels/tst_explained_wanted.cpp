// SPDX-License-Identifier: GPL-3.0-or-later
//
// The explanation of a weight beside what is wanted of its row.
#include "core/edits/cell_overrides.h"
#include "core/engine/pipeline.h"
#include "core/engine/target.h"
#include "tests/support/test_program.h"
#include "tests/ui/panels/explanation_by_hand.h"
#include "ui/document/view/learn_view.h"

#include <QRegularExpression>

#include <cmath>

using namespace lab;
using namespace lab::test;

namespace {

const QString headingOfWanted = QStringLiteral("The row beside what you want");

enum class Says { pull, row, nothing };

struct WantedCase {
    const char* name;
    void (*change)(Experiment&);
    Says says = Says::pull;
    CellRef inspected = {StageId::weights, 0, 1, 2};
};

const std::vector<WantedCase> wantedCases = {
    {"as it is", [](Experiment&) {}},
    {"less is wanted", [](Experiment&) {}, Says::pull, {StageId::weights, 0, 1, 0}},
    {"naive softmax", [](Experiment& e) { e.normalization.kind = NormalizationKind::softmax_naive; }},
    {"temperature", [](Experiment& e) { e.normalization.temperature = 0.4; }},
    {"sink", [](Experiment& e) { e.normalization.sink = share(Matrix{{0.7}}); }},
    {"one key is hidden",
     [](Experiment& e) {
         e = with_override(e, {StageId::masked_scores, 0, 1, 0}, -HUGE_VAL);
     }},
    {"sparsemax", [](Experiment& e) { e.normalization.kind = NormalizationKind::sparsemax; }, Says::row},
    {"sum", [](Experiment& e) { e.normalization.kind = NormalizationKind::sum; }, Says::row},
    {"sigmoid", [](Experiment& e) { e.normalization.kind = NormalizationKind::sigmoid; }, Says::row},
    {"a weight that is 0",
     [](Experiment& e) {
         e = with_override(e, {StageId::masked_scores, 0, 1, 1}, -5000);
     },
     Says::row},
    {"a weight of its row is overridden",
     [](Experiment& e) {
         e = with_override(e, {StageId::weights, 0, 1, 1}, 0.2);
     },
     Says::nothing},
    {"a weight of another row is overridden",
     [](Experiment& e) {
         e = with_override(e, {StageId::weights, 0, 0, 1}, 0.2);
     }},
    {"it is hidden",
     [](Experiment& e) {
         e = with_override(e, {StageId::masked_scores, 0, 1, 2}, -HUGE_VAL);
     },
     Says::nothing},
    {"another row", [](Experiment&) {}, Says::nothing, {StageId::weights, 0, 2, 2}},
    {"its score", [](Experiment&) {}, Says::nothing, {StageId::scores, 0, 1, 2}},
};

/// The loss of one row of weights.
double lossOfRow(const Experiment& e, const CellRef& cell, const Matrix& wanted) {
    Matrix alone = Matrix::Constant(wanted.rows(), wanted.cols(), std::nan(""));
    alone.row(cell.row) = wanted.row(cell.row);
    ReadableStages numbers(e, [](StageId, HeadIndex) -> std::optional<StageRows> { return std::nullopt; });
    return value_of_target(numbers, WantedWeights{cell.head, alone}).value();
}

} // namespace

class TestExplainedWanted : public ExplanationTest {
    Q_OBJECT

private slots:
    void rows_data();
    void rows();
    void covered();
    void asWanted();

private:
    /// “is” is wanted to look at “blue” with 0.6 and not at “Sky”.
    Experiment painted(Experiment e) {
        LearnView learn;
        learn.wanted = {{0, 1, 2, 0.6}, {0, 1, 0, 0.1}};
        e.view = withLearnView(e.view, learn);
        return e;
    }
    Experiment sky() {
        window().document().openExample("sky-is-blue");
        return window().document().experiment();
    }
};

void TestExplainedWanted::rows_data() {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < wantedCases.size(); ++i)
        QTest::newRow(wantedCases[i].name) << static_cast<int>(i);
}

/// What is said of the pull is the derivative by finite differences, as far as it is shown.
void TestExplainedWanted::rows() {
    QFETCH(int, index);
    const WantedCase& of = wantedCases[static_cast<std::size_t>(index)];
    Experiment e = painted(sky());
    of.change(e);
    window().document().replace(e, {});
    window().selection().inspect(of.inspected);
    QCOMPARE(text().contains(headingOfWanted), of.says != Says::nothing);
    const QRegularExpressionMatch pull =
        QRegularExpression(R"((More|Less) is wanted\..* = ([0-9.]+[0-9]))").match(text());
    QCOMPARE(pull.hasMatch(), of.says == Says::pull);
    if (of.says == Says::nothing)
        return;
    const Trace trace = compute(e).value();
    const CellRef& at = of.inspected;
    const Matrix wanted = wantedWeights(learnView(e).learn.wanted, 0, trace.stage(StageId::masked_scores, 0));
    const double weight = trace.stage(StageId::weights, 0)(at.row, at.column);
    QVERIFY2(text().contains(QString("%1, wanted %2").arg(shown(weight), shown(wanted(at.row, at.column)))),
             qPrintable(text()));
    if (of.says != Says::pull)
        return;
    const CellRef score{StageId::masked_scores, 0, at.row, at.column};
    const double is = trace.stage(StageId::masked_scores, 0)(at.row, at.column);
    constexpr double h = 1e-5;
    const double slope = (lossOfRow(with_override(e, score, is + h), at, wanted) -
                          lossOfRow(with_override(e, score, is - h), at, wanted)) /
                         (2 * h);
    QCOMPARE(pull.captured(1), slope < 0 ? QStringLiteral("More") : QStringLiteral("Less"));
    QVERIFY2(std::abs(pull.captured(2).toDouble() - std::abs(slope)) < 6e-5,
             qPrintable(QString("%1, is %2").arg(pull.captured(2)).arg(slope)));
}

void TestExplainedWanted::covered() {
    window().document().replace(painted(sky()), {});
    window().selection().inspect(CellRef{StageId::weights, 0, 1, 2});
    QVERIFY(text().contains(headingOfWanted));
    window().document().coverCells({StageId::weights, 0, {1, 0, 1, 1}});
    QVERIFY(!text().contains(headingOfWanted));
}

void TestExplainedWanted::asWanted() {
    Experiment e = sky();
    const double is = compute(e).value().stage(StageId::weights, 0)(1, 2);
    LearnView learn;
    learn.wanted = {{0, 1, 2, is}};
    e.view = withLearnView(e.view, learn);
    window().document().replace(e, {});
    window().selection().inspect(CellRef{StageId::weights, 0, 1, 2});
    QVERIFY2(text().contains("This weight is as wanted"), qPrintable(text()));
}

LAB_WINDOW_TEST(TestExplainedWanted)
#include "tst_explained_wanted.moc"
