// SPDX-License-Identifier: GPL-3.0-or-later
//
// Formulas on one line and in LaTeX, and those of the steps of an explanation.
#include "core/describe/explain.h"
#include "core/engine/pipeline.h"
#include "core/io/explanation_text.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/golden.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace lab;
using namespace lab::test;

class TestFormula : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void written_data();
    void written();
    void decimals();
    void ofSteps_data();
    void ofSteps();
    void wholeExplanation();
};

void TestFormula::written_data() {
    QTest::addColumn<Formula>("formula");
    QTest::addColumn<QString>("plainly");
    QTest::addColumn<QString>("latex");
    using namespace formula;
    QTest::newRow("a cell") << named("V", "sky,1") << "V_sky,1"
                            << R"({V}_{\text{sky,1}})";
    QTest::newRow("a weight") << named("W_Q", "1,2") << "(W_Q)_1,2"
                              << R"({({W}_{\text{Q}})}_{1,2})";
    QTest::newRow("a word as symbol") << named("scaled", "a,b") << "scaled_a,b"
                                      << R"({\text{scaled}}_{\text{a,b}})";
    QTest::newRow("a root") << fraction(named("S", ""), root(text("2"))) << "S / √2"
                            << R"(\frac{S}{\sqrt{2}})";
    QTest::newRow("a power") << sup(symbol("e"), row({hole(-0.5, {}), text(" + "), hole(1, {})}))
                             << "e^(−0.5 + 1)"
                             << R"({e}^{-0.5 + 1})";
    QTest::newRow("signs") << text("max(Σ τ, −∞) · …") << "max(Σ τ, −∞) · …"
                           << R"(\max (\sum  \tau , -\infty ) \cdot  \dots )";
    QTest::newRow("instructions")
        << named("Q", R"(50%_\a{b}#$&~^,1)") << R"(Q_50%_\a{b}#$&~^,1)"
        << R"({Q}_{\text{50\%\_\textbackslash{}a\{b\}\#\$\&\textasciitilde{}\textasciicircum{},1}})";
    QTest::newRow("a word that is a function") << named("Q", "max,1") << "Q_max,1"
                                               << R"({Q}_{\text{max,1}})";
    QTest::newRow("a small number") << hole(-1.5e-20, {}) << "−1.5e−20"
                                    << R"(-1.5\cdot 10^{-20})";
    QTest::newRow("a large number") << hole(2e30, {}) << "2e+30"
                                    << R"(2\cdot 10^{30})";
    QTest::newRow("no number") << hole(NAN, {}) << "NaN"
                               << R"(\text{NaN})";
    QTest::newRow("infinity") << hole(-INFINITY, {}) << "−∞"
                              << R"(-\infty )";
}

void TestFormula::written() {
    QFETCH(Formula, formula);
    QFETCH(QString, plainly);
    QFETCH(QString, latex);
    QCOMPARE(QString::fromStdString(plain(formula)), plainly);
    QCOMPARE(QString::fromStdString(write_latex(formula)), latex);
}

void TestFormula::decimals() {
    using namespace lab::formula;
    const Formula power = sup(symbol("e"), row({hole(-0.5, {}), text(" + "), hole(1.0 / 3, {})}));
    QCOMPARE(plain(power, 2), std::string("e^(−0.50 + 0.33)"));
    QCOMPARE(plain(row({hole(2e7, {}), text(" → "), hole(NAN, {})}), 1), std::string("2.0e+07 → NaN"));
}

namespace {

Explanation explained(const Experiment& e, const CellRef& cell) {
    const Trace trace = compute(e).value();
    return explain(
        e, [&](StageId id, HeadIndex head) -> const Matrix& { return trace.stage(id, head); }, cell);
}

} // namespace

/// The formula of the last step, with symbols and with numbers.
void TestFormula::ofSteps_data() {
    QTest::addColumn<QString>("golden");
    QTest::addColumn<CellRef>("cell");
    QTest::addColumn<QString>("rule");
    using S = StageId;
    const auto row = [](const char* golden, S stage, Index i, Index j, const char* rule) {
        QTest::addRow("%s, %s", golden, info(stage).name.data()) << golden << CellRef{stage, 0, i, j} << rule;
    };
    row("sky-is-blue", S::inputs, 0, 1, "X_sky,2 = E_sky,2");
    row("sky-is-blue", S::queries, 0, 1, "Q_sky,2 = X_sky,1 (W_Q)_1,2 + X_sky,2 (W_Q)_2,2");
    row("sky-is-blue", S::scores, 2, 0, "S_blue,sky = Q_blue,1 K_sky,1 + Q_blue,2 K_sky,2");
    row("sky-is-blue", S::scaled_scores, 2, 0, "scaled_blue,sky = S_blue,sky / √d_k");
    row("sky-is-blue", S::masked_scores, 2, 0, "masked_blue,sky = scaled_blue,sky");
    row("causal", S::masked_scores, 0, 1, "−∞");
    row("sky-is-blue", S::weights, 2, 0, "A_blue,sky = e^(z_sky − m) / (Σ_j e^(z_j − m))");
    row("sparsemax", S::weights, 0, 0, "max(");
    row("sky-is-blue", S::output, 0, 0, "Y_sky,1 = concat_sky,1");
    row("column-vectors-with-biases", S::queries, 0, 0, "+ (b_Q)_1");
}

void TestFormula::ofSteps() {
    QFETCH(QString, golden);
    QFETCH(CellRef, cell);
    QFETCH(QString, rule);
    const Explanation explanation = explained(load_golden(golden.toStdString()).experiment, cell);
    const QString formula = QString::fromStdString(plain(explanation.steps.back().rule));
    QVERIFY2(rule.contains('=') ? formula == rule : formula.contains(rule), qPrintable(formula));
}

void TestFormula::wholeExplanation() {
    const Explanation explanation =
        explained(load_golden("sky-is-blue").experiment, {StageId::head_outputs, 0, 0, 0});
    const std::string latex = write_latex(explanation);
    QVERIFY(latex.starts_with("% Head output: “sky”, feature 1\n\\begin{align*}\n"));
    QVERIFY(latex.ends_with("\n\\end{align*}\n"));
    QVERIFY2(latex.find(R"(\cdot {V}_{\text{sky,1}})") != std::string::npos, latex.c_str());
    const std::string text = write_text(explanation);
    QVERIFY2(text.find("1 Average the values by attention\n") != std::string::npos, text.c_str());
    QVERIFY2(text.find("\n  blue: 0.") != std::string::npos, text.c_str());
}

LAB_APPLESS_TEST(TestFormula)
#include "tst_formula.moc"
