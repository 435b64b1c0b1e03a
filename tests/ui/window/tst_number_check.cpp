// SPDX-License-Identifier: GPL-3.0-or-later
//
// Somebody's numbers compared with a stage, in the window: typed, pasted and dropped, right and wrong.
#include "core/io/data_file.h"
#include "core/io/file.h"
#include "core/number_format.h"
#include "tests/support/covered_search.h"
#include "tests/support/menu_click.h"
#include "tests/support/mistaken.h"
#include "tests/support/printed_matrices.h"
#include "tests/support/test_program.h"
#include "tests/ui/window/check_by_hand.h"
#include "ui/document/edits/snapshot_edits.h"
#include "ui/document/exercise.h"
#include "ui/pages/compare/compare_page.h"
#include "ui/pages/matrix_card.h"
#include "ui/panels/explanation/explanation_panel.h"
#include "ui/widgets/number_delegate.h"
#include "ui/window/actions.h"
#include "ui/window/page_stack.h"
#include "ui/window/strips/exercise_strip.h"
#include "ui/window/top_bar.h"

#include <QComboBox>
#include <QLabel>
#include <QMenu>

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
    void chosenByGoing();
    void whatIsThis_data();
    void whatIsThis();
    void oneNumber();
    void otherHead();
    void fromCompare();
    void dropped_data();
    void dropped();
    void droppedOnCard();
    void refused_data();
    void refused();
    void notFinite();
    void emptySentence();
    void follows();
    void whileComputing();
    void covered();
    void coveredBeforeTheAnswer();
    void ofAnotherDocument();
    void overtaken();
    void notInTheDocument();
    void keyboard();
    void inNarrowWindow();
    void severalIntoACell();
    void takenBack();

private:
    QString exerciseSays() { return window().findChild<ExerciseStrip*>()->text(); }
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
    row("column-vectors-with-biases-queries-wrong.txt", S::queries, 0,
        "✗ The biases are missing: add b_Q, b_K and b_V.");
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
        "✗ The weights are transposed, as in Wᵀ·X: W_Q, W_K and W_V.");
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
    QTRY_VERIFY2(
        said().contains("8 of 9 cells agree; the first that does not is row 1 (“sky”), column 3 (“blue”)"),
        qPrintable(said()));
    QVERIFY2(cellText(0, 2).endsWith("✗ " + QString(QChar(0x2212)) + "1"), qPrintable(cellText(0, 2)));
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
    QTRY_VERIFY2(said().contains(" fit this: The scores are not scaled") &&
                     said().contains("; look at row 2 (“"),
                 qPrintable(said()));
    QVERIFY2(spokenCell(1, 1).contains("look here"), qPrintable(spokenCell(1, 1)));
    QVERIFY(grid().model()->index(1, 1).data(NumberDelegate::LinkedRole).toBool());
    QVERIFY(!grid().model()->index(1, 0).data(NumberDelegate::LinkedRole).toBool());
    // Differences have a digit more than the numbers at most.
    for (int column = 0; column < given.cols(); ++column)
        QVERIFY2(cellText(1, column).section('.', 2).size() <= 5, qPrintable(cellText(1, column)));
    typeInto(1, 1, "0.5");
    QVERIFY(!grid().model()->index(1, 1).data(NumberDelegate::LinkedRole).toBool() ||
            said().contains("look at"));
}

/// A right row alone is called by its name, and is not called wrong.
void TestNumberCheck::rowAlone() {
    window().document().openExample("sky-is-blue");
    open(S::weights, 0);
    pasteText(bracketed(Matrix(numbers(S::weights).row(0)), "%.6f", 6));
    QTRY_VERIFY2(said().startsWith("This is row 1 (“sky”) of the attention weights."), qPrintable(said()));
}

/// Once it is known what the numbers are, going there asks for that matrix.
void TestNumberCheck::chosenByGoing() {
    window().document().openExample("sky-is-blue");
    QTest::keyClick(&window(), Qt::Key_F4);
    pasteText(QString::fromStdString(printed_numpy(numbers(S::weights))));
    QTRY_VERIFY2(!panel()->places().empty(), qPrintable(said()));
    QVERIFY(!panel()->asked());
    QVERIFY(LabWindow::press(panel()->places().front()));
    QVERIFY(panel()->asked() && panel()->asked()->stage == S::weights);
    QCOMPARE(panel()->stages().currentText(), stageTitle(S::weights));
    QTRY_VERIFY2(cellText(0, 0).contains("✓"), qPrintable(cellText(0, 0)));
}

void TestNumberCheck::whatIsThis_data() {
    QTest::addColumn<StageId>("stage");
    QTest::addColumn<int>("head");
    QTest::addColumn<double>("factor");
    QTest::addColumn<QString>("says");
    QTest::newRow("scaled scores of a head")
        << S::scaled_scores << 1 << 1.0 << "✓ These are the scaled scores of head 2.";
    QTest::newRow("output") << S::output << 0 << 1.0 << "✓ These are the outputs.";
    QTest::newRow("sign")
        << S::output << 0 << -1.0
        << "✗ These are the outputs, but for a mistake. The sign is turned: multiply by −1.";
    QTest::newRow("nothing") << S::output << 0 << 1.37 << "✗ No stage of this document has these numbers";
}

/// Which stage it is need not be said.
void TestNumberCheck::whatIsThis() {
    QFETCH(StageId, stage);
    QFETCH(int, head);
    QFETCH(double, factor);
    QFETCH(QString, says);
    Experiment e = example("two-heads");
    e.notation = Notation::rows;
    window().document().replace(e, {});
    QTest::keyClick(&window(), Qt::Key_F4);
    QCOMPARE(panel()->stages().currentText(), QString("I don’t know"));
    pasteText(QString::fromStdString(printed_numpy(factor * numbers(stage, head))));
    QTRY_VERIFY2(said().startsWith(says), qPrintable(said()));
    if (factor == 1.37)
        return;
    QVERIFY(framed() == stage);
    QVERIFY(LabWindow::press(panel()->places().front()));
    QCOMPARE(window().selection().head(), static_cast<HeadIndex>(head));
    QTRY_VERIFY(window().heatmap(stage).hasFocus());
    // Once a stage is named, the cells that differ are shown.
    choose(panel()->stages(), stageTitle(S::scores));
    if (stage == S::scaled_scores)
        QTRY_VERIFY2(said().contains("not the scores"), qPrintable(said()));
    else
        QTRY_VERIFY2(said().contains("These are the outputs, not the scores."), qPrintable(said()));
}

/// A single number is looked for, and a click goes to its cell.
void TestNumberCheck::oneNumber() {
    window().document().openExample("sky-is-blue");
    QTest::keyClick(&window(), Qt::Key_F4);
    const double number = numbers(S::head_outputs)(2, 1);
    pasteText(QString::number(number, 'f', 6));
    QTRY_VERIFY2(!panel()->places().empty(), qPrintable(said()));
    const QString text = panel()->places().front()->text();
    QVERIFY2(text.contains("is feature 2 of the head output of “blue”"), qPrintable(text));
    QVERIFY(LabWindow::press(panel()->places().front()));
    QVERIFY(window().selection().inspected() == CellRef({S::head_outputs, 0, 2, 1}));
    QTRY_VERIFY(window().heatmap(S::head_outputs).hasFocus());
    // Typed into the table of a stage, it is compared with its cell as well.
    choose(panel()->stages(), stageTitle(S::head_outputs));
    press("Clear");
    typeInto(0, 0, QString::number(number, 'f', 6));
    QTRY_VERIFY2(cellText(0, 0).contains("✗"), qPrintable(cellText(0, 0)));
    QVERIFY2(said().contains("1 of 6 cells are filled in, and 0 of these agree"), qPrintable(said()));
    QVERIFY(!panel()->places().empty());
    press("Clear");
    typeInto(0, 0, "98765.4");
    QTRY_VERIFY2(said().contains("No stage of this document has the number 98765.4"), qPrintable(said()));
}

void TestNumberCheck::otherHead() {
    Experiment e = example("two-heads");
    e.notation = Notation::rows;
    window().document().replace(e, {});
    open(S::scores, 0);
    QVERIFY(panel()->heads().isVisible());
    pasteText(QString::fromStdString(printed_list(numbers(S::scores, 1))));
    QTRY_COMPARE(said().section('\n', 0, 0), QString("✗ This is head 2, not head 1."));
    QVERIFY(framed() == S::scores);
    QVERIFY(LabWindow::press(panel()->places().front()));
    QCOMPARE(window().selection().head(), HeadIndex(1));
    choose(panel()->heads(), "Head 2");
    QTRY_VERIFY2(said().startsWith("✓ Right"), qPrintable(said()));
    QVERIFY(!framed());
    // A stage without heads has no choice of one.
    choose(panel()->stages(), stageTitle(S::output));
    QVERIFY(!panel()->heads().isVisible());
    QTest::keyClick(&grid(), Qt::Key_Escape);
    QVERIFY(!panel());
}

void TestNumberCheck::fromCompare() {
    LabWindow& w = window();
    w.document().openExample("sky-is-blue");
    takeSnapshot(w.document());
    ComparePage& page = w.pages().open<ComparePage>();
    QTRY_VERIFY(!page.cards().empty());
    MatrixCard* card = page.cards()[1];
    QContextMenuEvent asks(QContextMenuEvent::Mouse, {5, 5}, card->mapToGlobal(QPoint(5, 5)));
    QApplication::sendEvent(card, &asks);
    clickInMenu(page, "Check my numbers…");
    activate();
    QVERIFY(panel() && panel()->isVisible());
    QCOMPARE(panel()->stages().currentText(), stageTitle(S::weights));
    pasteText(QString::fromStdString(printed_tsv(numbers(S::scores))));
    QTRY_VERIFY2(said().startsWith("✗ These are the scores"), qPrintable(said()));
    QVERIFY(LabWindow::press(panel()->places().front()));
    QCOMPARE(&w.pages().page(), &w.board());
    QTRY_VERIFY(w.heatmap(S::scores).hasFocus());
}

void TestNumberCheck::dropped_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("says");
    QTest::newRow("npy") << "column-vectors-with-biases-weights-right.npy"
                         << "✓ Right";
    QTest::newRow("csv") << "column-vectors-with-biases-scaled_scores-wrong.csv"
                         << "✗ ";
    QTest::newRow("npz of the document") << "all.npz"
                                         << "✓ Right";
    QTest::newRow("npz of other names") << "other.npz"
                                        << "This file cannot be read as numbers. ";
    QTest::newRow("not npy") << "false.npy"
                             << "This file cannot be read as numbers. ";
}

/// Files have tokens as rows, and so has the document here.
void TestNumberCheck::dropped() {
    QFETCH(QString, name);
    QFETCH(QString, says);
    Experiment e = example("column-vectors-with-biases");
    e.notation = Notation::rows;
    window().document().replace(e, {});
    open(S::weights, 0);
    QString file = QStringLiteral(LAB_TEST_DATA) + "/check/" + name;
    if (name == "all.npz") {
        std::string bytes;
        all_data(e).value().write([&](std::string_view part) {
            bytes += part;
            return true;
        });
        QVERIFY(!write_file(path(name).toStdString(), bytes));
        file = path(name);
    } else if (name == "other.npz") {
        file = QStringLiteral(LAB_TEST_DATA) + "/import/own-names.npz";
    } else if (name == "false.npy") {
        QVERIFY(!write_file(path(name).toStdString(), "print('executed')"));
        file = path(name);
    }
    QVERIFY(dropFile(&grid(), file));
    QTRY_VERIFY2(said().startsWith(says), qPrintable(said()));
    QVERIFY(!window().document().isModified());
}

/// On the card of a stage, a file is compared with it.
void TestNumberCheck::droppedOnCard() {
    Experiment e = example("column-vectors-with-biases");
    e.notation = Notation::rows;
    window().document().replace(e, {});
    window().board().reveal(S::weights);
    QVERIFY(dropFile(&window().heatmap(S::weights),
                     QStringLiteral(LAB_TEST_DATA) + "/check/column-vectors-with-biases-weights-right.npy"));
    QVERIFY(panel());
    QTRY_VERIFY2(said().startsWith("✓ Right"), qPrintable(said()));
}

void TestNumberCheck::refused_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("says");
    QTest::newRow("words") << "these are no numbers\nat all"
                           << "This cannot be read as numbers. ";
    QTest::newRow("nothing") << " \n"
                             << "The clipboard has no numbers: copy some first.";
    QTest::newRow("ragged") << "[[1, 2], [3]]"
                            << "This cannot be read as numbers. ";
    QTest::newRow("abbreviated") << "[[1, 2, ..., 3]]"
                                 << "This cannot be read as numbers. ";
    QTest::newRow("a program") << "__import__('os').system('true')"
                               << "This cannot be read as numbers. ";
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

void TestNumberCheck::emptySentence() {
    LabWindow& w = window();
    w.document().openExample("sky-is-blue");
    open(S::weights, 0);
    pasteText("[[1, 2], [3, 4]]");
    w.type_sentence({});
    QTRY_VERIFY2(said().startsWith("There is nothing to compare with yet. "), qPrintable(said()));
    QVERIFY(!grid().isVisible());
    w.type_sentence("one two");
    QTRY_VERIFY(grid().isVisible());
    QTRY_VERIFY2(said().startsWith("✗"), qPrintable(said()));
}

/// The table follows the document: its shape and its words, and what is right.
void TestNumberCheck::follows() {
    LabWindow& w = window();
    w.document().openExample("sky-is-blue");
    open(S::values, 0);
    const Matrix before = numbers(S::values);
    pasteText(QString::fromStdString(printed_list(before)));
    QTRY_VERIFY(said().startsWith("✓ Right"));
    w.document().setValue(ParameterId::W_V, 0, 0, 9.5);
    QTRY_VERIFY2(said().startsWith("✗"), qPrintable(said()));
    w.document().undo();
    QTRY_VERIFY2(said().startsWith("✓ Right"), qPrintable(said()));
    press("Clear");
    QCOMPARE(grid().model()->rowCount(), 3);
    w.document().setText("sky is blue today");
    QCOMPARE(grid().model()->rowCount(), 4);
    QCOMPARE(grid().model()->headerData(3, Qt::Vertical, Qt::DisplayRole).toString(), QString("today"));
    typeInto(3, 0, "1.25");
    w.document().setText("sky is");
    QCOMPARE(grid().model()->rowCount(), 2);
    QTRY_VERIFY2(said().startsWith("Type your numbers"), qPrintable(said()));
}

/// Nothing waits for the numbers of the board.
void TestNumberCheck::whileComputing() {
    LabWindow& w = window();
    w.document().openExample("sky-is-blue");
    const Matrix right = numbers(S::weights);
    w.document().setFrame(0);
    w.document().setText("sky is blue and so it stays for ever");
    w.document().setText("sky is blue");
    open(S::weights, 0);
    pasteText(QString::fromStdString(printed_list(right)));
    QTRY_VERIFY2(said().startsWith("✓ Right"), qPrintable(said()));
}

/// While cells are covered, nothing is said and nothing of the table is to be seen.
void TestNumberCheck::covered() {
    LabWindow& w = window();
    w.document().openExample("sky-is-blue");
    open(S::weights, 0);
    const Matrix right = numbers(S::weights);
    pasteText(QString::fromStdString(printed_list(right)));
    QTRY_VERIFY(said().startsWith("✓ Right"));
    ask(w.document(), S::weights, 0, {1, 0, 1, 3});
    QVERIFY(!panel()); // it closes; but it can be opened
    QVERIFY2(exerciseSays().startsWith("“Check my numbers” has been closed"), qPrintable(exerciseSays()));
    QVERIFY(w.findChild<ExerciseStrip*>()->field().hasFocus());
    QTest::keyClick(&w, Qt::Key_F4);
    const auto refuses = [&] {
        const QString all = textsOfPanel();
        QVERIFY2(said().startsWith("Cells are covered for an exercise"), qPrintable(said()));
        QVERIFY(!grid().isVisible() && panel()->places().empty());
        for (Index column = 0; column < 3; ++column)
            QVERIFY2(!all.contains(QString::fromStdString(trace_of(right(1, column)))), qPrintable(all));
        QVERIFY2(!all.contains("✓") && !all.contains("✗ "), qPrintable(all));
    };
    refuses();
    // Not by another stage, by a number, a file, a key or the menu.
    pasteText(QString::fromStdString(shortest(right(1, 0))));
    QVERIFY(dropFile(panel(),
                     QStringLiteral(LAB_TEST_DATA) + "/check/column-vectors-with-biases-weights-right.npy"));
    QTest::keyClick(panel(), Qt::Key_V, Qt::ControlModifier);
    QTest::qWait(400);
    refuses();
    QTest::keyClick(&panel()->closeButton(), Qt::Key_Escape);
    QVERIFY(!panel() && !w.document().cover().isEmpty());
    QTest::keyClick(&w, Qt::Key_F4);
    QVERIFY(panel());
    QTest::keyClick(panel(), Qt::Key_V, Qt::ControlModifier);
    QTest::qWait(400);
    refuses();
    // Nothing is covered once all cells are opened.
    for (Index column = 0; column < 3; ++column) {
        refuses();
        w.document().openCell({S::weights, 0, 1, column});
    }
    QVERIFY(!w.document().cover().isEmpty() && grid().isVisible());
    QVERIFY2(!said().contains("covered"), qPrintable(said()));
    open(S::weights, 0);
    pasteText(QString::fromStdString(printed_list(right)));
    QTRY_VERIFY2(said().startsWith("✓ Right"), qPrintable(said()));
}

/// Numbers belong to the document that they were pasted for; saving it, undoing and its own new version on
/// disk do not change which one that is.
void TestNumberCheck::ofAnotherDocument() {
    LabWindow& w = window();
    w.document().openExample("sky-is-blue");
    open(S::weights, 0);
    pasteText(QString::fromStdString(printed_list(numbers(S::weights))));
    QTRY_VERIFY(said().startsWith("✓ Right"));
    w.document().noteSaved(w.document().experiment(), path("saved.json"));
    Experiment written = w.document().experiment();
    written.title = "written";
    w.document().takeOver(written, {});
    w.document().undo();
    QTRY_VERIFY2(!cellText(0, 0).isEmpty() && said().startsWith("✓ Right"), qPrintable(said()));
    w.document().openExample("journey-naive-softmax");
    QTest::qWait(400);
    for (int row = 0; row < grid().model()->rowCount(); ++row) {
        for (int column = 0; column < grid().model()->columnCount(); ++column)
            QCOMPARE(cellText(row, column), QString());
    }
    QVERIFY2(said().startsWith("Type your numbers"), qPrintable(said()));
    QVERIFY(!framed());
}

/// An answer that is on its way when cells are covered does not arrive.
void TestNumberCheck::coveredBeforeTheAnswer() {
    LabWindow& w = window();
    w.document().openExample("sky-is-blue");
    for (const bool isComputed : {false, true}) {
        w.document().uncover();
        open(S::weights, 0);
        pasteText(QString::fromStdString(printed_list(numbers(S::weights))));
        QTRY_VERIFY(cellText(0, 0) != QString());
        panel()->setAsked(Asked{S::scores, 0}); // asks again
        if (isComputed) {
            QTest::qSleep(80);
            QCoreApplication::processEvents(); // it begins
            QTest::qSleep(80);                 // and is done, but nothing has been shown
        }
        ask(w.document(), S::scores, 0, {0, 0, 3, 3});
        QTest::qWait(500);
        QVERIFY(!panel() && !framed());
    }
}

/// Only the last of several questions is answered.
void TestNumberCheck::overtaken() {
    LabWindow& w = window();
    w.document().openExample("sky-is-blue");
    open(S::weights, 0);
    pasteText(QString::fromStdString(printed_list(numbers(S::weights))));
    QTRY_VERIFY(said().startsWith("✓ Right"));
    for (int i = 0; i < 3; ++i) {
        w.document().setValue(ParameterId::W_Q, 0, 0, 5.0 + i); // wrong
        QTest::qSleep(80);
        QCoreApplication::processEvents();
        QTest::qSleep(80);
        w.document().undo(); // right again, before the answer is shown
        for (int wait = 0; wait < 20; ++wait) {
            QTest::qWait(20);
            QVERIFY2(!said().startsWith("✗"), qPrintable(said()));
        }
        QTRY_VERIFY2(said().startsWith("✓ Right"), qPrintable(said()));
    }
}

void TestNumberCheck::notInTheDocument() {
    LabWindow& w = window();
    w.document().openExample("sky-is-blue");
    const Experiment before = w.document().experiment();
    open(S::weights, 0);
    pasteText("[[123.456, 2, 3], [4, 5, 6], [7, 8, 9]]");
    QTRY_VERIFY(said().startsWith("✗"));
    typeInto(0, 0, "0.75");
    QVERIFY(!w.document().isModified() && !w.document().undoStack().canUndo());
    QVERIFY(is_same(w.document().experiment(), before));
}

/// F4 opens the panel for the inspected cell; Tab reaches all of it, Escape closes it.
void TestNumberCheck::keyboard() {
    LabWindow& w = window();
    w.document().openExample("sky-is-blue");
    w.click(S::values, {1, 1});
    w.press_key(Qt::Key_F4);
    QVERIFY(panel() && grid().hasFocus());
    QCOMPARE(panel()->stages().currentText(), stageTitle(S::values));
    for (const QWidget* each :
         {static_cast<QWidget*>(&panel()->stages()), static_cast<QWidget*>(&grid()),
          static_cast<QWidget*>(&panel()->closeButton()), static_cast<QWidget*>(panel())})
        QVERIFY2(!each->accessibleName().isEmpty(), each->metaObject()->className());
    // Arrows and Enter move in the table, as in a spreadsheet.
    QTest::keyClick(&grid(), Qt::Key_Right);
    QCOMPARE(grid().currentIndex().column(), 1);
    QTest::keyClick(&grid(), Qt::Key_Return);
    QVERIFY(editor());
    type_letters(*editor(), "0.5");
    QTest::keyClick(editor(), Qt::Key_Return);
    QCOMPARE(grid().currentIndex().row(), 1);
    QVERIFY(cellText(0, 1).startsWith("0.5"));
    QTest::keyClick(&grid(), Qt::Key_Up);
    QTest::keyClick(&grid(), Qt::Key_Delete);
    QCOMPARE(cellText(0, 1), QString());
    // Tab goes round within the panel before it leaves it.
    QSet<QWidget*> reached;
    panel()->stages().setFocus();
    for (int i = 0; i < 12 && panel()->isAncestorOf(w.focusWidget()); ++i) {
        reached += w.focusWidget();
        w.press_key(Qt::Key_Tab);
    }
    QVERIFY(reached.contains(&panel()->stages()) && reached.contains(&grid()) &&
            reached.contains(&panel()->closeButton()));
    QVERIFY(reached.size() >= 5);
    grid().setFocus();
    w.press_key(Qt::Key_Escape);
    QVERIFY(!panel() && w.selection().inspected());
    // The dictionary and the panel take turns.
    w.press_key(Qt::Key_F4);
    QVERIFY(panel());
    emit w.parameters().dictionaryWanted();
    QVERIFY(!panel() && w.dictionary());
    w.press_key(Qt::Key_F4);
    QVERIFY(panel() && !w.dictionary());
}

/// The explanation does not cover the panel, and comes back after it.
void TestNumberCheck::inNarrowWindow() {
    LabWindow& w = openWindow({1000, 700});
    w.document().openExample("sky-is-blue");
    w.click(S::weights, {1, 1});
    QTRY_VERIFY(w.explanation().isVisible());
    w.press_key(Qt::Key_F4);
    QTRY_VERIFY(!w.explanation().isVisible());
    QVERIFY(panel()->isVisible() && panel()->height() > 100 && w.board().height() > 100);
    // Pasted by a key from wherever the focus is; what is wrong is in sight.
    w.document().setText("one two three four five six seven eight nine ten eleven twelve");
    Matrix given = numbers(S::weights);
    given(10, 11) += 0.5;
    QGuiApplication::clipboard()->setText(QString::fromStdString(printed_tsv(given)));
    QTest::keyClick(&panel()->stages(), Qt::Key_V, Qt::ControlModifier);
    QTRY_VERIFY2(said().contains("143 of 144 cells agree"), qPrintable(said()));
    const QRect wrong = grid().visualRect(grid().model()->index(10, 11));
    QVERIFY(grid().viewport()->rect().intersects(wrong));
    QVERIFY(grid().height() <= panel()->height() && grid().width() < panel()->width());
    w.press_key(Qt::Key_Escape);
    QTRY_VERIFY(w.explanation().isVisible());
}

/// Several numbers that are pasted while a cell is edited fill the table.
void TestNumberCheck::severalIntoACell() {
    window().document().openExample("sky-is-blue");
    open(S::weights, 0);
    edit(1, 1);
    QGuiApplication::clipboard()->setText(QString::fromStdString(printed_tsv(numbers(S::weights))));
    QTest::keyClick(editor(), Qt::Key_V, Qt::ControlModifier);
    QTRY_VERIFY2(said().startsWith("✓ Right"), qPrintable(said()));
    QVERIFY(!editor());
}

/// The answer comes as one types, and Escape takes the typing back.
void TestNumberCheck::takenBack() {
    window().document().openExample("sky-is-blue");
    open(S::weights, 0);
    typeInto(0, 0, "0.25");
    edit(0, 0);
    editor()->selectAll();
    type_letters(*editor(), "0.75");
    QVERIFY(editor());
    QVERIFY2(cellText(0, 0).startsWith("0.75"), qPrintable(cellText(0, 0)));
    QTest::keyClick(editor(), Qt::Key_Escape);
    QVERIFY(panel());
    QVERIFY2(cellText(0, 0).startsWith("0.25"), qPrintable(cellText(0, 0)));
}

LAB_WINDOW_TEST(TestNumberCheck)
#include "tst_number_check.moc"
