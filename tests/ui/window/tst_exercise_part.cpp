// SPDX-License-Identifier: GPL-3.0-or-later
//
// Several numbers for an exercise that are not all right: the mistake that makes them is said, once it is
// found, and nothing of what is covered.
#include "core/analysis/diagnosis/mistaken_trace.h"
#include "tests/support/test_program.h"
#include "tests/ui/window/exercise_by_hand.h"
#include "ui/document/examples.h"

using namespace lab;
using namespace lab::test;

using S = StageId;

class TestExercisePart : public ExerciseTest {
    Q_OBJECT

private slots:
    void explained_data();
    void explained();
    void notAfterAnotherAnswer();
    void nothingToldOfCovered();

private:
    /// A causal mask over four words.
    void openDocument(bool columns) {
        Experiment e = example("two-heads");
        e.notation = columns ? Notation::columns : Notation::rows;
        e.mask.causal = true;
        window().document().replace(e, {});
    }
    Matrix with(MistakeKind kind) {
        MistakenTrace right(window().document().experiment());
        return MistakenTrace(right, {kind, {}, 0}).stage(S::weights, 0);
    }
    QString line(const Matrix& numbers) {
        QStringList texts;
        for (const double number : numbers.reshaped())
            texts += text(number, 6);
        return texts.join(QLatin1Char(' '));
    }
    QString answered() { return said().section('\n', 0, 0); }
};

void TestExercisePart::explained_data() {
    QTest::addColumn<bool>("columns");
    QTest::addColumn<bool>("row"); // or a column of the stage
    QTest::newRow("row") << false << true;
    QTest::newRow("column") << false << false;
    QTest::newRow("row in columns notation") << true << true;
}

void TestExercisePart::explained() {
    QFETCH(bool, columns);
    QFETCH(bool, row);
    openDocument(columns);
    const Matrix wrong = with(MistakeKind::without_mask);
    const Index n = wrong.rows();
    ask(window().document(), S::weights, 0, row ? Block{1, 0, 1, n} : Block{0, 1, n, 1});
    type(line(row ? Matrix(wrong.row(1)) : Matrix(wrong.col(1).transpose())));
    QVERIFY2(answered().contains(" not right"), qPrintable(said()));
    QTRY_VERIFY2(answered().endsWith(" not right. The mask is missing: causal."), qPrintable(said()));
    QVERIFY2(answered().startsWith("✗ "), qPrintable(said()));
}

/// What is found of earlier numbers comes too late.
void TestExercisePart::notAfterAnotherAnswer() {
    openDocument(false);
    const Matrix wrong = with(MistakeKind::without_mask);
    ask(window().document(), S::weights, 0, {1, 0, 1, wrong.cols()});
    type(line(wrong.row(1)));
    type("0.987654");
    const QString last = answered();
    QVERIFY2(last.startsWith("✗ 0.987654"), qPrintable(said()));
    QTest::qWait(300);
    QCOMPARE(answered(), last);
}

/// Nothing is said of numbers of another stage while these are covered, too, nor of a factor that would give
/// the covered ones.
void TestExercisePart::nothingToldOfCovered() {
    openDocument(false);
    LabDocument& document = window().document();
    const auto row = [&](S stage) {
        Matrix numbers(1, dimensions(document.experiment()).n_k);
        for (Index key = 0; key < numbers.cols(); ++key)
            numbers(0, key) = *document.numberUnder({stage, 0, 3, key});
        return numbers;
    };
    const Block asked{3, 0, 1, row(S::weights).cols()};
    ask(document, S::scaled_scores, 0, asked);
    const QString scores = line(row(S::scores));
    type(scores);
    QTRY_VERIFY2(answered().contains("before scaling"), qPrintable(said()));
    document.uncover();
    ask(document, S::scaled_scores, 0, asked);
    document.coverCells({S::scores, 0, asked});
    const QString own = line(0.37 * row(S::scaled_scores));
    for (const QString& numbers : {scores, own}) {
        askedStep().choose({S::scaled_scores, 0, 3, 0});
        type(numbers);
        QTest::qWait(300);
        QVERIFY2(answered().contains(" not right. No mistake that is known here gives them"),
                 qPrintable(said()));
    }
}

LAB_WINDOW_TEST(TestExercisePart)
#include "tst_exercise_part.moc"
