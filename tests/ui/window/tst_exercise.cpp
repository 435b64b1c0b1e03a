// SPDX-License-Identifier: GPL-3.0-or-later
//
// An exercise, from the card's menu to the last right number, with mouse and keyboard.
#include "core/analysis/diagnosis/mistaken_trace.h"
#include "core/experiment/is_same.h"
#include "tests/support/test_program.h"
#include "tests/ui/window/exercise_by_hand.h"
#include "ui/document/view_settings.h"
#include "ui/formula/formula_line.h"
#include "ui/pages/explore/override_editor.h"
#include "ui/panels/explanation/explanation_panel.h"
#include "ui/plots/heatmap/heatmap_marks.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QRegularExpression>
#include <QTextBrowser>

#include <algorithm>
#include <cmath>

using namespace lab;
using namespace lab::test;

class TestExercise : public ExerciseTest {
    Q_OBJECT

private slots:
    void typed();
    void pasted_data();
    void pasted();
    void several_data();
    void several();
    void quoted();
    void hints();
    void framesOnlyByHint();
    void framesInSight_data();
    void framesInSight();
    void firstTerm_data();
    void firstTerm();
    void whyWrong();
    void firstTries();
    void shown();
    void newNumbers();
    void newNumbersTakenBack();
    void left();
    void given();
    void notOverridden();
};

void TestExercise::typed() {
    window();
    askForRow(1);
    const auto count = static_cast<Index>(askedStep().left().size());
    QCOMPARE(count, dimensions(window().document().experiment()).n_k);
    for (Index key = 0; key < count; ++key)
        QVERIFY(isCovered(1, key) && !isCovered(0, key));
    type(text(number(1, 0) + 0.3, 2));
    QVERIFY2(said().startsWith("✗") && said().contains("is not right for"), qPrintable(said()));
    QVERIFY2(said().section('\n', 1).contains("which number?"), qPrintable(said())); // the question after it
    QVERIFY(isCovered(1, 0));
    field().clear();
    type("nonsense");
    QVERIFY2(said().startsWith("✗") && said().contains("is not a number"), qPrintable(said()));
    field().clear();
    // Tab goes to the next cell, and from the last one on.
    QTest::keyClick(&field(), Qt::Key_Tab);
    QCOMPARE(askedStep().current()->column, Index(1));
    QTest::keyClick(&field(), Qt::Key_Backtab);
    QCOMPARE(askedStep().current()->column, Index(0));
    for (Index key = 0; key < count; ++key) {
        type(text(number(1, key), key == 0 ? 2 : 4));
        QVERIFY2(said().startsWith("✓"), qPrintable(said()));
        QVERIFY(!isCovered(1, key));
    }
    QVERIFY2(said().contains(QStringLiteral("%1 of %1 answered").arg(count)), qPrintable(said()));
    QVERIFY(!window().document().isModified());
    press("Done");
    QVERIFY(!isAsked() && panel().isHidden() && !strip().isVisible());
}

void TestExercise::pasted_data() {
    QTest::addColumn<bool>("columns");
    QTest::newRow("rows") << false;
    QTest::newRow("columns") << true;
}

void TestExercise::pasted() {
    QFETCH(bool, columns);
    LabWindow& w = window();
    Experiment e = w.document().experiment();
    e.notation = columns ? Notation::columns : Notation::rows;
    w.document().replace(e, {});
    const Dimensions d = dimensions(e);
    Matrix shown(d.n_q, d.n_k);
    for (Index row = 0; row < d.n_q; ++row) {
        for (Index column = 0; column < d.n_k; ++column)
            shown(row, column) = number(row, column);
    }
    ask(w.document(), StageId::weights, 0, {0, 0, d.n_q, d.n_k});
    if (columns)
        shown.transposeInPlace();
    QStringList lines;
    for (Index row = 0; row < shown.rows(); ++row) {
        QStringList line;
        for (Index column = 0; column < shown.cols(); ++column)
            line += QString::number(shown(row, column) + (row == 0 && column == 1 ? 0.2 : 0), 'f', 3);
        lines += line.join('\t');
    }
    QGuiApplication::clipboard()->setText(lines.join('\n'));
    QTest::keyClick(&field(), Qt::Key_V, Qt::ControlModifier);
    QVERIFY2(said().contains("1 not right"), qPrintable(said()));
    QCOMPARE(askedStep().left().size(), std::size_t(1));
    QCOMPARE(askedStep().current()->column, Index(columns ? 0 : 1));
}

void TestExercise::several_data() {
    QTest::addColumn<Block>("block");
    QTest::addColumn<int>("open"); // cells answered before
    QTest::addColumn<int>("given");
    QTest::addColumn<QString>("says");
    QTest::addColumn<int>("left");
    const Block row{1, 0, 1, 3}, all{0, 0, 3, 3};
    QTest::newRow("a whole row") << row << 0 << 3 << "✓ All 3 are right" << 0;
    QTest::newRow("a whole row after one cell") << row << 1 << 3 << "✓ All 3 are right" << 0;
    QTest::newRow("what is left") << row << 1 << 2 << "✓ All 2 are right" << 0;
    QTest::newRow("too many") << row << 0 << 4 << "✗ 4 numbers for 3 cells: none was counted" << 3;
    QTest::newRow("too few") << row << 0 << 2 << "✗ 2 numbers for 3 cells: none was counted" << 3;
    QTest::newRow("neither")
        << row << 1 << 4 << "✗ 4 numbers for 2 covered cells, 3 with those that are open: none was counted"
        << 2;
    QTest::newRow("a row of the stage") << all << 0 << 3 << "✓ All 3 are right" << 6;
    QTest::newRow("it after one cell") << all << 1 << 3 << "✓ All 3 are right" << 6;
    QTest::newRow("what is left of it") << all << 1 << 2 << "✓ All 2 are right" << 6;
    QTest::newRow("the stage as a list") << all << 1 << 9 << "✓ All 9 are right" << 0;
    QTest::newRow("the rest of it as a list") << all << 1 << 8 << "✓ All 8 are right" << 0;
}

/// Numbers are for the cells that they are enough for, whichever have been answered, or for none.
void TestExercise::several() {
    QFETCH(Block, block);
    QFETCH(int, open);
    QFETCH(int, given);
    QFETCH(QString, says);
    QFETCH(int, left);
    LabWindow& w = window();
    w.document().openExample("sky-is-blue");
    for (const bool columns : {false, true}) {
        Experiment e = w.document().experiment();
        e.notation = columns ? Notation::columns : Notation::rows;
        w.document().replace(e, {});
        ask(w.document(), StageId::weights, 0, block);
        const auto numberAt = [&](int i) {
            const Index at = (i + (given == 2 || given == 8 ? open : 0)) % (block.rows * block.columns);
            return text(number(block.row + at / block.columns, block.column + at % block.columns), 4);
        };
        if (open == 1)
            type(text(number(block.row, 0), 4));
        QStringList numbers;
        for (int i = 0; i < given; ++i)
            numbers += numberAt(i);
        type(numbers.join(", "));
        QVERIFY2(said().startsWith(says + '\n'), qPrintable(said()));
        QCOMPARE(int(askedStep().left().size()), left);
    }
}

/// As it was typed, and the number that is none as a whole.
void TestExercise::quoted() {
    LabWindow& w = window();
    w.document().openExample("sky-is-blue");
    ask(w.document(), StageId::weights, 0, {1, 0, 1, 3});
    const QString three = text(number(1, 0), 3);
    const QString tooExact = three + (text(number(1, 0), 4).endsWith('0') ? '4' : '0');
    type(tooExact);
    QVERIFY2(said().startsWith("✗ " + tooExact + " is right to 3 decimals, not to 4, for "),
             qPrintable(said()));
    field().clear();
    type("0.90");
    QVERIFY2(said().startsWith("✗ 0.90 is not right for "), qPrintable(said()));
    field().clear();
    for (const QString& noNumber : {QString("0.3x56"), QString("*0.3*_b_$x$<i>&amp\\`[a](b)#")}) {
        type("0.1234, 0.2345 " + noNumber + ", 0.1234, 0.1234, 0.1234, 0.1234, 0.1234");
        QVERIFY2(said().startsWith("✗ “" + noNumber + "” is not a number\n"), qPrintable(said()));
        field().clear();
    }
    field().clear();
    type(three + "0");
    field().clear();
    type(text(number(1, 0), 2) + "0000000000");
    field().clear();
    type(three);
    QVERIFY2(said().startsWith("✓ " + three + " is right for "), qPrintable(said()));
}

void TestExercise::hints() {
    window();
    askForRow(0);
    press("Hint");
    QVERIFY2(painted().contains("A_"), qPrintable(painted()));
    QVERIFY2(said().startsWith("where z is the row of masked scores"), qPrintable(said()));
    const QRect formula(card().formula().mapTo(&card(), QPoint()), card().formula().size());
    QVERIFY(card().rect().contains(formula) && formula.height() > 15);
    const QImage picture = card().formula().grab().toImage();
    bool isPainted = false;
    for (int x = 0; x < picture.width(); ++x) {
        for (int y = 0; y < picture.height(); ++y)
            isPainted = isPainted || picture.pixelColor(x, y) != picture.pixelColor(picture.width() - 1, 0);
    }
    QVERIFY(isPainted);
    QVERIFY(!window().selection().inspected());
    press("Hint");
    QVERIFY2(said().contains("framed"), qPrintable(said()));
    QVERIFY(!card().formula().isVisible());
    QVERIFY(!window().selection().inspected());
    press("Hint");
    QVERIFY2(painted().startsWith("The numerator, that of “"), qPrintable(painted()));
    QCOMPARE(askedStep().hintsLeft(), 0);
    QVERIFY(isCovered(0, 0));
    for (int decimals = 4; decimals < 8; ++decimals)
        QVERIFY2(!painted().contains(text(number(0, 0), decimals)), qPrintable(painted()));
    type("0.987654");
    QVERIFY(!card().formula().isVisible());
}

/// What a covered cell is computed from is framed by the second hint alone, and only for the cell that is
/// asked for, whatever was pointed at or inspected before and is meanwhile.
void TestExercise::framesOnlyByHint() {
    LabWindow& w = window();
    const Selection& selection = w.selection();
    w.click(StageId::scores, {2, 1});
    point(StageId::weights, {1, 1});
    QVERIFY(selection.inspected() && selection.hovered() && !selection.linked().operands.empty());
    askForRow(1);
    QVERIFY(!selection.inspected() && !selection.hovered());
    QVERIFY(selection.linked() == Linked());
    const CellRef asked = *askedStep().current();
    point(StageId::weights, {1, 2}); // covered
    QVERIFY(selection.hovered() && selection.linked() == Linked());
    w.click(StageId::weights, {1, 2}); // which asks for it
    QVERIFY(selection.linked() == Linked());
    const auto explained = [&] {
        return w.explanation().findChild<QTextBrowser*>()->toPlainText().replace(QChar::Nbsp, ' ');
    };
    QTRY_VERIFY2(explained().contains("\nThe number of"), qPrintable(explained())); // a sentence
    w.click(StageId::weights, {1, 0});
    QVERIFY(askedStep().current() == asked);
    point(StageId::weights, {0, 1}); // not covered
    QVERIFY(!selection.linked().operands.empty());
    press("Hint");
    w.click(StageId::scores, {2, 1}); // something else is inspected, and explained in the panel's place
    QVERIFY(panel().isHidden());
    askedStep().showHint();
    QVERIFY(isAsked());
    const Operands wanted = operands(w.document().experiment(), asked);
    const auto isFramed = [&] {
        const Linked& linked = selection.linked();
        return linked.operands == wanted.stages && linked.parameters == wanted.parameters &&
               linked.dependents.empty() &&
               marksOf(selection, asked.stage, asked.head).inspected ==
                   std::optional(StoredCell{asked.row, asked.column});
    };
    QVERIFY(isFramed() && !selection.inspected());
    point(StageId::weights, {0, 1});
    QVERIFY(isFramed());
    w.click(StageId::weights, {0, 1});
    QVERIFY(isFramed());
    QTest::keyClick(&w, Qt::Key_Escape);
    QTRY_VERIFY(field().hasFocus());
    type(text(number(1, 0), 4)); // the next one has had no hints
    point(StageId::weights, {1, 1});
    QVERIFY(selection.linked() == Linked());
    press("Done");
    QVERIFY(!selection.linked().operands.empty()); // of what is pointed at
}

void TestExercise::framesInSight_data() {
    QTest::addColumn<QSize>("size");
    QTest::newRow("large") << QSize(1600, 1000);
    QTest::newRow("small") << QSize(1024, 700);
}

/// The hint that they are there shows them, from a page that has none, and from a card alone. Where there is
/// no room for all beside the panel, those are in sight that the last step reads.
void TestExercise::framesInSight() {
    QFETCH(QSize, size);
    LabWindow& w = openWindow(size);
    askForRow(0);
    const CellRef asked = *askedStep().current();
    w.board().showAlone(StageId::weights);
    w.press_key(Qt::Key_2, Qt::ControlModifier);
    QVERIFY(!w.board().isVisible());
    press("Hint");
    QVERIFY(!w.board().isVisible());
    press("Hint");
    QVERIFY2(said().startsWith("On Explore, what it is computed from is framed"), qPrintable(said()));
    QVERIFY(w.board().isVisible() && field().hasFocus());
    QCoreApplication::processEvents();
    const auto isInSight = [&](StageId id, StoredCell cell) {
        MatrixHeatmap& heatmap = w.heatmap(id);
        return heatmap.visibleRegion().contains(heatmap.cellRect(cell).center().toPoint());
    };
    QVERIFY(isInSight(asked.stage, {asked.row, asked.column}));
    for (const StageBlock& each : operands(w.document().experiment(), asked).stages) {
        QVERIFY2(!w.board().card(each.stage)->isThumbnail(), info(each.stage).name.data());
        const bool isNear = each.stage == StageId::masked_scores;
        QVERIFY2(isInSight(each.stage, {each.block.row, each.block.column}) ||
                     (size.width() < 1200 && !isNear),
                 info(each.stage).name.data());
    }
}

void TestExercise::firstTerm_data() {
    QTest::addColumn<double>("shift");
    QTest::newRow("positive") << 40.0;
    QTest::newRow("negative") << -40.0;
}

/// The exponent is read as one, whatever the signs of the scores are.
void TestExercise::firstTerm() {
    QFETCH(double, shift);
    LabDocument& document = window().document();
    Experiment e = document.experiment();
    const Dimensions d = dimensions(e);
    e.scores.additive = {std::make_shared<const Matrix>(Matrix::Constant(d.n_q, d.n_k, shift))};
    document.replace(e, {});
    askForRow(0);
    for (int hint = 0; hint < 3; ++hint)
        press("Hint");
    const auto parts = QRegularExpression(QStringLiteral("e\\^\\((.+) − (\\()?(−?[0-9.]+)\\)+ = (.+)$"),
                                          QRegularExpression::MultilineOption)
                           .match(painted());
    QVERIFY2(parts.hasMatch(), qPrintable(painted()));
    const auto read = [&](int part) {
        return read_typed_number(parts.captured(part).toStdString()).value_or(NAN);
    };
    QCOMPARE(!parts.captured(2).isEmpty(), shift < 0); // "a − (−b)"
    QCOMPARE(read(3) < 0, shift < 0);
    QVERIFY2(std::abs(std::exp(read(1) - read(3)) - read(4)) < 1e-4, qPrintable(painted()));
}

/// A wrong number is told apart by the one mistake that gives it; with fewer decimals than asked for, it may
/// be close; and what comes out of the numbers on the cards is right.
void TestExercise::whyWrong() {
    LabDocument& document = window().document();
    Experiment e = document.experiment();
    e.mask.causal = true;
    document.replace(e, {});
    const CellRef cell{StageId::weights, 0, 1, 0};
    const auto ask = [&] { lab::ask(document, StageId::weights, 0, {1, 0, 1, 1}); };
    ask();
    MistakenTrace right(e);
    const auto with = [&](MistakeKind kind) {
        return text(MistakenTrace(right, {kind, {}, 0}).stage(cell.stage, 0)(1, 0), 4);
    };
    const auto answered = [&](const QString& answer) {
        type(answer);
        return said().section('\n', 0, 0);
    };
    const QString wrong = "✗ %1 is not right for “is” → “sky”. One known mistake gives it: %2";
    const QString masked = with(MistakeKind::without_mask), unscaled = with(MistakeKind::not_scaled);
    QCOMPARE(answered(masked), wrong.arg(masked, "The mask is missing: causal"));
    QVERIFY2(answered(unscaled).startsWith(wrong.arg(unscaled, "The scores are not scaled: divide by √d_k")),
             qPrintable(said()));
    const QString last = text(*document.numberUnder({StageId::weights, 0, 2, 0}), 5);
    QVERIFY2(answered(last).contains(last + " is the attention weight of “blue” → “sky”"),
             qPrintable(said()));
    QCOMPARE(answered("0.987654"),
             QString("✗ 0.987654 is not right for “is” → “sky”. No mistake that is known here gives it; go "
                     "through the formula of the attention weights step by step"));
    const QString rough = text(number(1, 0), 1);
    QCOMPARE(answered(rough), QString("✗ %1 is close for “is” → “sky”: type 2 decimals or more").arg(rough));
    QVERIFY(isCovered(1, 0));
    // From scores with a decimal each.
    ViewSettings settings = viewSettings(document.experiment());
    settings.decimals = 1;
    setViewSettings(document, settings);
    const auto score = [&](Index key) {
        return rounded(*document.numberUnder({StageId::masked_scores, 0, 1, key}), 1);
    };
    const double byHand = std::exp(score(0)) / (std::exp(score(0)) + std::exp(score(1)));
    QVERIFY(std::abs(byHand - number(1, 0)) > 1e-4);
    const QString typed = text(byHand, 6);
    type(typed);
    QVERIFY2(
        said().startsWith("✓ " + typed + " is right for “is” → “sky”, from the rounded numbers on the cards"),
        qPrintable(said()));
    QCOMPARE(askedStep().right(), 1);
    QVERIFY(!isCovered(1, 0));
    // Numbers that are covered themselves are not named.
    document.uncover();
    lab::ask(document, StageId::weights, 0, {0, 0, 3, 3});
    QVERIFY(askedStep().choose(cell));
    QCOMPARE(answered(last),
             QString("✗ %1 is not right for “is” → “sky”. It is a number of another row").arg(last));
}

/// At the end it says how many were right when they were first answered.
void TestExercise::firstTries() {
    askForRow(0);
    const auto count = static_cast<Index>(askedStep().left().size());
    for (Index key = 0; key < count; ++key) {
        if (key < 2) {
            type(text(number(0, key) + 0.3, 2));
            type("nonsense"); // is no try
        }
        type(text(number(0, key), 4));
    }
    QVERIFY2(
        said().endsWith(QStringLiteral("%1 of %1 answered, %2 at the first try.").arg(count).arg(count - 2)),
        qPrintable(said()));
}

void TestExercise::shown() {
    window();
    askForRow(0);
    press("Show");
    QVERIFY(!isCovered(0, 0));
    QVERIFY2(said().contains("0 of"), qPrintable(said()));
}

void TestExercise::newNumbers() {
    LabDocument& document = window().document();
    askForRow(0);
    type(text(number(0, 0), 3));
    QVERIFY(!isCovered(0, 0));
    const double before = number(0, 0);
    askedStep().drawNewNumbers(17);
    const double first = number(0, 0);
    QVERIFY(first != before && isCovered(0, 0));
    QCOMPARE(askedStep().right(), 0);
    askedStep().drawNewNumbers(18);
    QVERIFY(number(0, 0) != first);
    askedStep().drawNewNumbers(17);
    QCOMPARE(number(0, 0), first); // from the seed alone
    document.undo();
    document.undo();
    document.undo();
    QCOMPARE(number(0, 0), before);
    QVERIFY(isCovered(0, 0) && !document.isModified());
}

/// What was typed is replaced, which the panel says; the key that it names brings it back, at once, from
/// where the keyboard is.
void TestExercise::newNumbersTakenBack() {
    LabWindow& w = window();
    w.document().openExample("sky-is-blue");
    const Experiment before = w.document().experiment();
    askForRow(0);
    press("Hint");
    press("New numbers");
    QCOMPARE(askedStep().hintsLeft(), 3); // the term is another
    QVERIFY(!is_same(w.document().experiment(), before));
    QVERIFY2(said().startsWith("New random numbers in W_Q, W_K, W_V, seed ") &&
                 said().contains(". Ctrl Z brings back those of before.\n"),
             qPrintable(said()));
    QVERIFY(field().hasFocus());
    type_letters(field(), "0.1"); // whose typing is not what is taken back
    QTest::keyClick(w.focusWidget(), Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(is_same(w.document().experiment(), before));
    QVERIFY(isCovered(0, 0) && !w.document().isModified());
}

/// Escape leaves an exercise, but first what is inspected.
void TestExercise::left() {
    LabWindow& w = window();
    w.selection().clearInspected();
    askForRow(0);
    w.click(StageId::weights, {0, 1});
    QCOMPARE(askedStep().current()->column, Index(1));
    QTest::keyClick(&w, Qt::Key_Escape);
    QVERIFY(!w.selection().isInspecting() && isAsked());
    QTest::keyClick(&w, Qt::Key_Escape);
    QVERIFY(!isAsked() && !isCovered(0, 0));
    // An edit that leaves no such cells ends it.
    askForRow(2);
    w.document().setText("one two");
    QVERIFY(!isAsked() && panel().isHidden() && !w.selection().asked());
}

/// Numbers that are given are not asked for.
void TestExercise::given() {
    LabDocument& document = window().document();
    Experiment e = document.experiment();
    e.embedding.position.kind = PositionKind::none;
    document.replace(e, {});
    QVERIFY(!whyNotAsked(document, StageId::inputs).isEmpty());
    QVERIFY(whyNotAsked(document, StageId::scores).isEmpty());
}

/// A covered cell has no field that would show its number.
void TestExercise::notOverridden() {
    LabWindow& w = window();
    askForRow(0);
    MatrixHeatmap& heatmap = w.heatmap(StageId::weights);
    QTest::mouseDClick(&heatmap, Qt::LeftButton, {}, heatmap.cellRect({0, 0}).center().toPoint());
    QVERIFY(!w.board().card(StageId::weights)->overrideEditor().editor());
    OverrideEditor& editor = w.board().card(StageId::weights)->overrideEditor();
    editor.edit({0, 0});
    QVERIFY(!editor.editor());
    editor.edit({1, 0});
    QVERIFY(editor.editor());
}

LAB_WINDOW_TEST(TestExercise)
#include "tst_exercise.moc"
