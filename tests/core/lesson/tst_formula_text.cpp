// SPDX-License-Identifier: GPL-3.0-or-later
//
// Formulas that are typed into lessons: what is read, with which spaces, and what is left as it is.
#include "core/describe/explain.h"
#include "core/engine/pipeline.h"
#include "core/io/explanation_text.h"
#include "core/lesson/formula_text.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/golden.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <random>

using namespace lab;
using namespace lab::test;

class TestFormulaText : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void read_data();
    void read();
    void trees_data();
    void trees();
    void refused_data();
    void refused();
    void ownLatex_data();
    void ownLatex();
    void depth_data();
    void depth();
    void length();
    void anyBytes();
};

void TestFormulaText::read_data() {
    QTest::addColumn<QString>("latex");
    QTest::addColumn<QString>("plainly");

    QTest::newRow("letters") << "a B"
                             << "aB";
    QTest::newRow("typed spaces mean nothing") << " Q\t K\n "
                                               << "QK";
    QTest::newRow("a number") << "0.25 + 10"
                              << "0.25 + 10";
    QTest::newRow("a full stop") << "x."
                                 << "x.";
    QTest::newRow("the score") << R"(S = \frac{Q K^T}{\sqrt{d_k}})"
                               << "S = (QK^T) / √d_k";
    QTest::newRow("attention") << R"(\mathrm{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right) V)"
                               << "softmax((QK^T) / √d_k)V";
    QTest::newRow("every relation") << R"(a = b < c > d \le e \ge f \ne g \approx h \to i \in j)"
                                    << "a = b < c > d ≤ e ≥ f ≠ g ≈ h → i ∈ j";
    QTest::newRow("other names of relations") << R"(a \leq b \geq c \neq d)"
                                              << "a ≤ b ≥ c ≠ d";
    QTest::newRow("every operator") << R"(a + b - c − d \cdot e \times f \pm g)"
                                    << "a + b − c − d · e × f ± g";
    QTest::newRow("a sign") << "-x"
                            << "−x";
    QTest::newRow("a sign in brackets") << "(-x, +y)"
                                        << "(−x, +y)";
    QTest::newRow("a sign behind a relation") << "x = -1"
                                              << "x = −1";
    QTest::newRow("a sign behind an operator") << "x + -1"
                                               << "x + −1";
    QTest::newRow("a sign behind a function") << R"(\exp -x)"
                                              << "exp −x";
    QTest::newRow("a sign between bars") << "|-x| - |y|"
                                         << "|−x| − |y|";
    QTest::newRow("an operator alone") << "+"
                                       << "+";
    QTest::newRow("an operator at the end") << "a +"
                                            << "a+";
    QTest::newRow("a relation at both ends") << "= a ="
                                             << "= a =";
    QTest::newRow("an index") << "W_Q"
                              << "W_Q";
    QTest::newRow("an index of several") << "x_{i,j+1}"
                                         << "x_(i,j+1)";
    QTest::newRow("a power of several") << "e^{-x + 1}"
                                        << "e^(−x+1)";
    QTest::newRow("one digit is a script") << "x^12"
                                           << "x^12";
    QTest::newRow("both") << "x_i^2"
                          << "x_i^2";
    QTest::newRow("both, the other way round") << "x^2_i"
                                               << "x_i^2";
    QTest::newRow("a script behind brackets") << "(a+b)^2"
                                              << "(a + b)^2";
    QTest::newRow("transposed") << "W^T x"
                                << "W^Tx";
    QTest::newRow("primes") << "f'(x) + g''_i"
                            << "f′(x) + g′′_i";
    QTest::newRow("a sum") << R"(\sum_{j=1}^n a_j v_j)"
                           << "Σ_(j=1)^n a_jv_j";
    QTest::newRow("functions") << R"(\exp(x) + 2\log x + \max(a, \min b))"
                               << "exp(x) + 2 log x + max(a, min b)";
    QTest::newRow("more functions") << R"(\ln x, \sin x, \cos x, \tanh x, \softmax x)"
                                    << "ln x, sin x, cos x, tanh x, softmax x";
    QTest::newRow("a function of one's own") << R"(\operatorname{softmax}_j x)"
                                             << "softmax_j x";
    QTest::newRow("a function in a script") << R"(e^{\log x})"
                                            << "e^(log x)";
    QTest::newRow("commas") << R"(q_1, \ldots, q_n)"
                            << "q_1, …, q_n";
    QTest::newRow("a comma in a number") << "1{,}000"
                                         << "1,000";
    QTest::newRow("a slash") << "a/b"
                             << "a/b";
    QTest::newRow("brackets") << "[a](b)"
                              << "[a](b)";
    QTest::newRow("brackets that do not match") << "(0, 1]"
                                                << "(0, 1]";
    QTest::newRow("brackets by name") << R"(\left[ a \right] \left| b \right|)"
                                      << "[a]|b|";
    QTest::newRow("half") << R"(\frac12)"
                          << "1 / 2";
    QTest::newRow("half, with a space") << R"(\frac 1 {2 + x})"
                                        << "1 / (2 + x)";
    QTest::newRow("a root of one sign") << R"(\sqrt d_k)"
                                        << "√d_k";
    QTest::newRow("a root of a root") << R"(\sqrt{\sqrt{2}})"
                                      << "√√2";
    QTest::newRow("words") << R"(a \text{ if “ü” is hidden, } b)"
                           << "a if “ü” is hidden, b";
    QTest::newRow("escapes in words") << R"(\text{50\% \{\$\&\#\_\}})"
                                      << "50% {$&#_}";
    QTest::newRow("a line break in words") << "\\text{a\nb}"
                                           << "a b";
    QTest::newRow("one symbol") << R"(\mathbf{x} + \mathbf{W1})"
                                << "x + W1";
    QTest::newRow("Greek") << R"(\alpha\beta \tau \varepsilon \Delta \Omega)"
                           << "αβτεΔΩ";
    QTest::newRow("infinity") << R"(-\infty)"
                              << "−∞";
    QTest::newRow("spaces by name") << R"(a \quad b\,c)"
                                    << "a\u2003b\u2009c";
    QTest::newRow("a space by name and an operator") << R"(a\, + b)"
                                                     << "a\u2009+ b";
    QTest::newRow("an empty group") << "{}x"
                                    << "x";
    QTest::newRow("groups") << "{{a}}{b + c}"
                            << "ab + c";
}

void TestFormulaText::read() {
    QFETCH(QString, latex);
    const auto formula = formula_from(latex.toStdString());
    QVERIFY(formula);
    QTEST(QString::fromStdString(plain(*formula)), "plainly");
}

/// Slanted or upright, and texts that a long formula can be broken at.
void TestFormulaText::trees_data() {
    QTest::addColumn<QString>("latex");
    QTest::addColumn<Formula>("tree");
    using namespace formula;
    const auto row_of = [](auto... parts) { return formula::row({std::move(parts)...}); };
    QTest::newRow("where it can be broken")
        << "y = a + 2" << row_of(symbol("y"), text(" = "), symbol("a"), text(" + "), text("2"));
    QTest::newRow("transposed") << "K^T" << sup(symbol("K"), text("T"));
    QTest::newRow("transposed, in braces") << "K^{T}" << sup(symbol("K"), text("T"));
    QTest::newRow("another power") << "K^t" << sup(symbol("K"), symbol("t"));
    QTest::newRow("a sum up to T") << R"(\sum^T)" << sup(text("Σ"), symbol("T"));
    QTest::newRow("upright") << R"(\mathrm{d k}\text{ a })" << row_of(text("dk"), words(" a "));
    QTest::newRow("Greek") << R"(\tau\Gamma)" << row_of(symbol("τ"), text("Γ"));
    QTest::newRow("both scripts") << "x^2_i" << sup(sub(symbol("x"), symbol("i")), text("2"));
    QTest::newRow("a fraction under a root")
        << R"(\sqrt{\frac{a}{3}})" << root(fraction(symbol("a"), text("3")));
    QTest::newRow("a comma") << "(a,b)" << row_of(text("("), symbol("a"), text(", "), symbol("b"), text(")"));
}

void TestFormulaText::trees() {
    QFETCH(QString, latex);
    QFETCH(Formula, tree);
    const auto formula = formula_from(latex.toStdString());
    QVERIFY(formula);
    QVERIFY2(*formula == tree, plain(*formula).c_str());
}

void TestFormulaText::refused_data() {
    QTest::addColumn<QByteArray>("latex");
    for (const char* latex : {"",
                              " ",
                              "{",
                              "}",
                              "{a",
                              "a}",
                              "_",
                              "^2",
                              "a_",
                              "a^",
                              "a_{b",
                              "a_1_2",
                              "a^2^3",
                              "a''^b^c",
                              "\\",
                              "\\(x\\)",
                              "\\foo",
                              "\\Alpha",
                              "\\leftx",
                              "\\frac",
                              "\\frac{a}",
                              "\\frac a",
                              "\\sqrt",
                              "\\sqrt[3]{x}",
                              "\\text",
                              "\\text a",
                              "\\text{a",
                              "\\text{\\alpha}",
                              "\\text{{a}}",
                              "\\text{\\",
                              "\\mathrm{}",
                              "\\mathrm{d_k}",
                              "\\mathrm x",
                              "\\mathbf{\\alpha}",
                              "\\left(a",
                              "a\\right)",
                              "\\left",
                              "\\left a \\right)",
                              "{\\left(a}\\right)",
                              "\\right)a\\left(",
                              "\\begin{matrix}a\\end{matrix}",
                              "a & b",
                              "a \\\\ b",
                              "50\\%",
                              "50%",
                              "#1",
                              "$a$",
                              "a~b",
                              "a;b",
                              "\"",
                              "√2",
                              "×",
                              "\xff",
                              "\xe2\x88",
                              "\\text{\xff}",
                              "\\text{\x01}",
                              "a\x01",
                              "\\quad_2",
                              "\\Frac12",
                              "\\fracab{c}",
                              "x^\\quad^2"})
        QTest::newRow(*latex ? latex : "nothing") << QByteArray(latex);
    QTest::newRow("a zero byte") << QByteArray("a\0b", 3);
}

void TestFormulaText::refused() {
    QFETCH(QByteArray, latex);
    const auto formula = formula_from(latex.toStdString());
    QVERIFY2(!formula, formula ? plain(*formula).c_str() : "");
}

/// The rules that explanations copy as LaTeX can be typed into a lesson. The space
/// between two factors is one that means nothing in LaTeX.
void TestFormulaText::ownLatex_data() {
    QTest::addColumn<QString>("golden");
    for (const char* golden : {"sky-is-blue", "causal", "sparsemax", "column-vectors-with-biases"})
        QTest::newRow(golden) << golden;
}

void TestFormulaText::ownLatex() {
    QFETCH(QString, golden);
    const Experiment experiment = load_golden(golden.toStdString()).experiment;
    const Trace trace = compute(experiment).value();
    const auto reader = [&](StageId stage, HeadIndex head) -> const Matrix& {
        return trace.stage(stage, head);
    };
    const Explanation explanation = explain(experiment, reader, {StageId::output, 0, 0, 0});
    const auto without_spaces = [](const Formula& formula) {
        return QString::fromStdString(plain(formula)).remove(' ');
    };
    for (const ExplanationStep& step : explanation.steps) {
        const std::string latex = write_latex(step.rule);
        const auto formula = formula_from(latex);
        QVERIFY2(formula, latex.c_str());
        QCOMPARE(without_spaces(*formula), without_spaces(step.rule));
    }
}

void TestFormulaText::depth_data() {
    QTest::addColumn<QString>("opening");
    QTest::addColumn<QString>("closing");
    QTest::newRow("braces") << "{"
                            << "}";
    QTest::newRow("roots") << R"(\sqrt{)"
                           << "}";
    QTest::newRow("roots without braces") << R"(\sqrt)"
                                          << "";
    QTest::newRow("fractions") << R"(\frac{1}{)"
                               << "}";
    QTest::newRow("fractions without braces") << R"(\frac1)"
                                              << "";
    QTest::newRow("scripts") << "x^{"
                             << "}";
    QTest::newRow("unclosed") << "{"
                              << "";
    QTest::newRow("closed alone") << ""
                                  << "}";
}

/// Few levels are read, and many neither read nor tried.
void TestFormulaText::depth() {
    QFETCH(QString, opening);
    QFETCH(QString, closing);
    const auto nested = [&](int levels) {
        return (opening.repeated(levels) + " x" + closing.repeated(levels)).toStdString();
    };
    const bool is_formula =
        !opening.isEmpty() && (opening == R"(\sqrt)" || opening == R"(\frac1)" || !closing.isEmpty());
    QCOMPARE(formula_from(nested(10)).has_value(), is_formula);
    QVERIFY(!formula_from(nested(deepest_formula + 1)));
    QVERIFY(!formula_from(nested(100'000)));
}

void TestFormulaText::length() {
    const auto of_length = [](std::size_t length) {
        return formula_from(std::string(length, 'x')).has_value();
    };
    QVERIFY(of_length(most_formula_text));
    QVERIFY(!of_length(most_formula_text + 1));
}

/// Some 10,000 texts of pieces that formulas are made of, and of any bytes. What is read has a text.
void TestFormulaText::anyBytes() {
    constexpr std::string_view pieces[] = {
        "{", "}", "_", "^", "\\", "\\frac", "\\sqrt", "\\text{",     "\\left(", "\\right)", "x",    "12", "'",
        "|", "+", "=", ",", " ",  "\\sum",  "\\exp",  "\\mathrm{a}", "\\alpha", "\\,",      "\xff", "−"};
    std::mt19937 random(7);
    int read = 0;
    for (int i = 0; i < 10'000; ++i) {
        std::string text;
        const bool of_pieces = i % 4 != 0;
        for (auto left = random() % 16; left > 0; --left) {
            if (of_pieces)
                text += pieces[random() % std::size(pieces)];
            else
                text += static_cast<char>(random() % 256);
        }
        const auto formula = formula_from(text);
        if (!formula)
            continue;
        ++read;
        QCOMPARE(QString::fromStdString(plain(*formula)).toStdString(), plain(*formula)); // valid UTF-8
    }
    QVERIFY(read > 300);
}

LAB_APPLESS_TEST(TestFormulaText)
#include "tst_formula_text.moc"
