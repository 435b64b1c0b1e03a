// SPDX-License-Identifier: GPL-3.0-or-later
//
// Somebody's numbers compared with a stage, in the window: typed and pasted, right and wrong.
#include "tests/support/menu_click.h"
#include "tests/support/mistaken.h"
#include "tests/support/printed_matrices.h"
#include "tests/support/test_program.h"
#include "tests/ui/window/check_by_hand.h"
#include "ui/panels/explanation/explanation_panel.h"
#include "ui/widgets/number_delegate.h"

using namespace lab;
using namespace lab::test;

using S = StageId;

class TestNumberCheck : public CheckTest {
    Q_OBJECT

private slots:
    void typed_data();
    void typed();
    void exercises_data();
    void exercises();
    void mistakes_data();
    void mistakes();
    void oneCell();
    void typo();
    void rowAlone();
    void refused_data();
    void refused();
    void notFinite();
    void itsKeyCloses();
};

void TestNumberCheck::typed_data() {
    QTest::addColumn<bool>("columns");
    QTest::newRow("rows") << false;
    QTest::newRow("columns") << true;
}

/// Cell by cell, as the notation shows them; each gets its tick at once.
void TestNumberCheck::typed() {
    QFETCH(bool, columns);
    LabWindow& w = window();
    Experiment e = example("sky-is-blue");
    e.notation = columns ? Notation::columns : Notation::rows;
    w.document().replace(e, {});
    chooseFromMenu(S::queries, "Check my numbers…");
    QVERIFY(panel() && panel()->isVisible());
    const Matrix right = numbers(S::queries);
    const Matrix shown = columns ? Matrix(right.transpose()) : right;
    QAbstractItemModel& model = *grid().model();
    QCOMPARE(model.rowCount(), static_cast<int>(shown.rows()));
    QCOMPARE(model.columnCount(), static_cast<int>(shown.cols()));
    QCOMPARE(model.headerData(1, columns ? Qt::Horizontal : Qt::Vertical, Qt::DisplayRole).toString(),
             QString::fromStdString(e.sequence.tokens[1]));
    int typed = 0;
    for (int row = 0; row < model.rowCount(); ++row) {
        for (int column = 0; column < model.columnCount(); ++column) {
            const bool isWrong = row == 1 && column == 0;
            typeInto(row, column, QString::number(shown(row, column) + (isWrong ? 0.5 : 0), 'f', 4));
            ++typed;
            QTRY_VERIFY2(cellText(row, column).contains(isWrong ? "✗ +0.5" : "✓"),
                         qPrintable(cellText(row, column)));
            if (typed == 2)
                QTRY_VERIFY2(
                    said().contains(QStringLiteral("2 of %1 cells are filled in, and 2 of these agree")
                                        .arg(shown.size())),
                    qPrintable(said()));
        }
    }
    QTRY_VERIFY2(
        said().startsWith("✗") &&
            said().contains(QStringLiteral("%1 of %2 cells agree").arg(shown.size() - 1).arg(shown.size())),
        qPrintable(said()));
    QVERIFY(spokenCell(1, 0).contains("does not agree: +0.5"));
    typeInto(1, 0, QString::number(shown(1, 0), 'f', 4));
    QTRY_COMPARE(said(), QStringLiteral("✓ Right: all %1 numbers agree.").arg(shown.size()));
    QVERIFY(spokenCell(1, 0).endsWith(", agrees"));
}

void TestNumberCheck::exercises_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<StageId>("stage");
    QTest::addColumn<int>("head");
    QTest::addColumn<QString>("says"); // empty: right
    const auto row = [](const char* file, StageId stage, int head, const char* says = "") {
        QTest::newRow(file) << QString(file) << stage << head << QString(says);
    };
    row("column-vectors-with-biases-queries-right.csv", S::queries, 0);
    row("column-vectors-with-biases-queries-wrong.txt", S::queries, 0, "✗ The bias is missing: add b_Q.");
    row("column-vectors-with-biases-scaled_scores-right.txt", S::scaled_scores, 0);
    row("column-vectors-with-biases-scaled_scores-wrong.csv", S::scaled_scores, 0,
        "✗ These are the scores before scaling: divide by √d_k = 2.");
    row("column-vectors-with-biases-weights-right.npy", S::weights, 0);
    row("column-vectors-with-biases-weights-wrong.txt", S::weights, 0,
        "✗ Softmax is taken over the queries of each key: take it over the keys of each query, column by "
        "column.");
    row("column-vectors-with-biases-output-right.tsv", S::output, 0);
    row("column-vectors-with-biases-output-wrong.npy", S::output, 0,
        "✗ The keys are in place of the values.");
    row("two-heads-keys-right.npy", S::keys, 0);
    row("two-heads-keys-wrong.npy", S::keys, 0, "✗ The heads are in another order: 2, 1.");
    row("two-heads-scores-right.txt", S::scores, 1);
    row("two-heads-scores-wrong.txt", S::scores, 1, "✗ This is head 1, not head 2.");
    row("two-heads-weights-right.txt", S::weights, 0);
    row("two-heads-weights-wrong.txt", S::weights, 0,
        "✗ The scores are divided by d_k = 4: divide by √d_k = 2.");
    row("two-heads-output-right.npy", S::output, 0);
    row("two-heads-output-wrong.csv", S::output, 0,
        "✗ The transposed weights are used, as in Wᵀ·X, in place of W_Q, W_K and W_V.");
}

/// The eight exercises of two notebooks, computed with NumPy, right and wrong (tests/data/check/make.py). The
/// notebooks have tokens as columns, the files as rows; so the pasted matrices are those of the files,
/// transposed.
void TestNumberCheck::exercises() {
    QFETCH(QString, file);
    QFETCH(StageId, stage);
    QFETCH(int, head);
    QFETCH(QString, says);
    window().document().openExample(file.startsWith("two") ? "two-heads" : "column-vectors-with-biases");
    QCOMPARE(window().document().experiment().notation, Notation::columns);
    open(stage, head);
    pasteText(printed(turned(readCheckFile(file))));
    if (says.isEmpty())
        QTRY_VERIFY2(said().startsWith("✓ Right: all "), qPrintable(said()));
    else
        QTRY_COMPARE(said().section('\n', 0, 0), says);
    QVERIFY(!window().document().isModified());
}

void TestNumberCheck::mistakes_data() {
    QTest::addColumn<StageId>("stage");
    QTest::addColumn<std::vector<Mistake>>("made");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, StageId stage, std::vector<Mistake> made, const char* says) {
        QTest::newRow(name) << stage << std::move(made) << QString(says);
    };
    using K = MistakeKind;
    row("another stage", S::weights, {{K::other_stage, S::scores, 0}},
        "✗ These are the scores, not the attention weights.");
    row("transposed", S::values, {{K::transposed, {}, 0}},
        "✗ The matrix is transposed: exchange its rows and columns.");
    row("not scaled", S::weights, {{K::not_scaled, {}, 0}},
        "✗ The scores are not scaled: divide by √d_k = 2.");
    row("base two", S::weights, {{K::base_two, {}, 0}}, "✗ Softmax has the base 2 in place of e: use exp.");
    row("no mask", S::weights, {{K::without_mask, {}, 0}}, "✗ The mask is missing: ");
    row("mask of zeros", S::weights, {{K::masked_with_zero, {}, 0}},
        "✗ The mask puts 0 in place of the scores that it hides: put −∞ there.");
    row("mask on the weights", S::weights, {{K::weights_masked, {}, 0}},
        "✗ The mask is applied to the weights");
    row("keys for values", S::head_outputs, {{K::keys_for_values, {}, 0}},
        "✗ The keys are in place of the values.");
    row("sign", S::scaled_scores, {{K::sign_turned, {}, 0}}, "✗ The sign is turned: multiply by −1.");
    row("two", S::weights, {{K::not_scaled, {}, 0}, {K::without_mask, {}, 0}}, "✗ Two mistakes. ");
}

/// Each mistake is named, and the cells that differ are marked, where the shape is the same.
void TestNumberCheck::mistakes() {
    QFETCH(StageId, stage);
    QFETCH(std::vector<Mistake>, made);
    QFETCH(QString, says);
    Experiment e = example("two-heads");
    e.notation = Notation::rows;
    e.mask.causal = true;
    window().document().replace(e, {});
    const Matrix given = handed_in(mistaken_oracle(e, made), {stage, 0}, made);
    open(stage, 0);
    pasteText(bracketed(given, "%.6f", 6));
    QTRY_VERIFY2(said().startsWith(says), qPrintable(said()));
    QVERIFY2(!said().contains("\n0 of "), qPrintable(said()));
    QVERIFY2(!says.contains("sign") || said().contains("\nNone of the "), qPrintable(said()));
    const Matrix right = numbers(stage);
    if (given.rows() != right.rows() || given.cols() != right.cols())
        return;
    int wrong = 0;
    for (int row = 0; row < given.rows(); ++row) {
        for (int column = 0; column < given.cols(); ++column) {
            const double distance = std::abs(given(row, column) - right(row, column));
            const bool isSame = given(row, column) == right(row, column) || distance < 1e-7;
            const bool isOther = !isSame && !(distance < 1e-4);
            QVERIFY2(!isSame || cellText(row, column).endsWith("✓"), qPrintable(cellText(row, column)));
            QVERIFY2(!isOther || cellText(row, column).contains("✗"), qPrintable(cellText(row, column)));
            wrong += isOther ? 1 : 0;
        }
    }
    QVERIFY(wrong > 0);
}

void TestNumberCheck::oneCell() {
    window().document().openExample("sky-is-blue");
    open(S::scores, 0);
    Matrix given = numbers(S::scores);
    given(0, 2) -= 1;
    pasteText(QString::fromStdString(printed_tensor(given)));
    QTRY_VERIFY2(said().startsWith(
                     "✗ 8 of 9 cells agree; the one that does not is row 1 (“sky”), column 3 (“blue”): ") &&
                     said().contains("\nProbably a slip in this cell: all others are right."),
                 qPrintable(said()));
    QVERIFY2(cellText(0, 2).endsWith("✗ " + QString(QChar(0x2212)) + "1.0000"), qPrintable(cellText(0, 2)));
    QVERIFY(!framed());
}

/// A typo in numbers with a mistake is marked, and only it.
void TestNumberCheck::typo() {
    Experiment e = example("two-heads");
    e.notation = Notation::rows;
    window().document().replace(e, {});
    const std::vector<Mistake> made{{MistakeKind::not_scaled, {}, 0}};
    Matrix given = handed_in(mistaken_oracle(e, made), {S::weights, 0}, made);
    given(1, 1) += 0.0063;
    open(S::weights, 0);
    pasteText(bracketed(given, "%.4f", 4));
    QTRY_VERIFY2(said().contains(" fit this. The scores are not scaled") &&
                     said().contains(". Look at row 2 (“"),
                 qPrintable(said()));
    QVERIFY2(spokenCell(1, 1).contains("look here"), qPrintable(spokenCell(1, 1)));
    QVERIFY(grid().model()->index(1, 1).data(NumberDelegate::LinkedRole).toBool());
    QVERIFY(!grid().model()->index(1, 0).data(NumberDelegate::LinkedRole).toBool());
    // Differences have a digit more than the numbers at most.
    for (int column = 0; column < given.cols(); ++column)
        QVERIFY2(cellText(1, column).section('.', 2).size() <= 5, qPrintable(cellText(1, column)));
    typeInto(1, 1, "0.5");
    QVERIFY(!grid().model()->index(1, 1).data(NumberDelegate::LinkedRole).toBool() ||
            said().contains("Look at"));
}

/// A right row alone is called by its name, and is not called wrong.
void TestNumberCheck::rowAlone() {
    window().document().openExample("sky-is-blue");
    open(S::weights, 0);
    pasteText(bracketed(Matrix(numbers(S::weights).row(0)), "%.6f", 6));
    QTRY_VERIFY2(said().startsWith("This is row 1 (“sky”) of the attention weights."), qPrintable(said()));
}

void TestNumberCheck::refused_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("says");
    QTest::newRow("words") << "these are no numbers\nat all"
                           << "This cannot be read as numbers: ";
    QTest::newRow("nothing") << " \n"
                             << "The clipboard has no numbers: copy some first.";
    QTest::newRow("ragged") << "[[1, 2], [3]]"
                            << "This cannot be read as numbers: ";
    QTest::newRow("abbreviated") << "[[1, 2, ..., 3]]"
                                 << "This cannot be read as numbers: ";
    QTest::newRow("a program") << "__import__('os').system('true')"
                               << "This cannot be read as numbers: ";
    QTest::newRow("too large") << QString(1'100'000, '1') << "This text has 1.1 MB";
}

/// What is in the table stays.
void TestNumberCheck::refused() {
    QFETCH(QString, text);
    QFETCH(QString, says);
    window().document().openExample("sky-is-blue");
    open(S::weights, 0);
    typeInto(0, 0, "0.5");
    QTRY_VERIFY(said().contains("filled in"));
    pasteText(text);
    QTRY_VERIFY2(said().startsWith(says), qPrintable(said()));
    QVERIFY(cellText(0, 0).startsWith("0.5"));
    // Typed letters are refused in words, and the editor stays open.
    edit(1, 0);
    type_letters(*editor(), "abc");
    QTest::keyClick(editor(), Qt::Key_Return);
    QVERIFY2(said().contains("“abc” is no finite number"), qPrintable(said()));
    QVERIFY(editor());
    QTest::keyClick(editor(), Qt::Key_Escape);
    QTRY_VERIFY(!editor());
    QVERIFY(panel());
    QCOMPARE(cellText(1, 0), QString());
}

/// −∞ is a number here, and NaN is one that is wrong.
void TestNumberCheck::notFinite() {
    Experiment e = example("sky-is-blue");
    e.mask.causal = true;
    window().document().replace(e, {});
    open(S::masked_scores, 0);
    typeInto(0, 1, "-inf");
    QTRY_VERIFY2(cellText(0, 1).endsWith("✓"), qPrintable(cellText(0, 1)));
    typeInto(0, 2, "nan");
    QTRY_VERIFY2(cellText(0, 2).endsWith("✗ ≠ −∞"), qPrintable(cellText(0, 2)));
    press("Clear");
    pasteText(bracketed(numbers(S::masked_scores), "%.4f", 4));
    QTRY_VERIFY2(said().startsWith("✓ Right"), qPrintable(said()));
}

/// F4 closes what it opened, wherever the keyboard is.
void TestNumberCheck::itsKeyCloses() {
    LabWindow& w = window();
    for (const bool elsewhere : {false, true}) {
        w.press_key(Qt::Key_F4);
        QVERIFY(panel() && panel()->isVisible());
        if (elsewhere)
            w.sentence().line().setFocus();
        w.press_key(Qt::Key_F4);
        QVERIFY(!panel());
    }
}

LAB_WINDOW_TEST(TestNumberCheck)
#include "tst_number_check.moc"
