// SPDX-License-Identifier: GPL-3.0-or-later
//
// All arrays of somebody's own computation, in the window: pasted, dropped and chosen.
#include "tests/support/test_program.h"
#include "tests/ui/window/check_by_hand.h"
#include "ui/window/check/run_strip.h"
#include "ui/window/menu/actions.h"

#include <QFile>
#include <QFileDialog>
#include <QTemporaryDir>

using namespace lab;
using namespace lab::test;

using S = StageId;

class TestCheckEverything : public CheckTest {
    Q_OBJECT

private slots:
    void pasted_data();
    void pasted();
    void dropped();
    void chosenFromMenu();
    void editedMeanwhile();
    void covered();

private:
    QString printedRun();
    QStringList buttons();
    void click(const QString& text);
};

/// Softmax over the wrong axis, and what follows from it.
QString TestCheckEverything::printedRun() {
    const auto exactly = [](const Matrix& numbers) {
        return printed({numbers, Matrix::Constant(numbers.rows(), numbers.cols(), 1e-6)});
    };
    const Matrix exponentials = numbers(S::masked_scores).array().exp();
    const Matrix attn = exponentials.array().rowwise() / exponentials.colwise().sum().array().eval();
    return "epoch 3\nQ: " + exactly(numbers(S::queries)) + "\nscores = " + exactly(numbers(S::scores)) +
           "\nattn:\n" + exactly(attn) + "\ncontext: " + exactly(Matrix(attn * numbers(S::values))) +
           "\nloss: 0.25\n";
}

QStringList TestCheckEverything::buttons() {
    QStringList texts;
    for (const PillButton* each : panel()->run().buttons())
        texts += each->text();
    return texts;
}

void TestCheckEverything::click(const QString& text) {
    QVERIFY(LabWindow::press(LabWindow::button(panel()->run(), text)));
}

void TestCheckEverything::pasted_data() {
    QTest::addColumn<bool>("columns");
    QTest::newRow("rows") << false;
    QTest::newRow("columns") << true;
}

/// The first that is not right is compared at once; the others at a click, each with what came before it.
void TestCheckEverything::pasted() {
    QFETCH(bool, columns);
    Experiment e = example("sky-is-blue");
    e.notation = columns ? Notation::columns : Notation::rows;
    window().document().replace(e, {});
    window().numberCheck().open();
    pasteText(printedRun());
    QTRY_COMPARE(buttons(), (QStringList{"✓ Q", "✓ scores", "✗ attn", "(✓) context"}));
    QVERIFY2(panel()->run().said().contains("The first array that is not right is attn (attention weights)."),
             qPrintable(panel()->run().said()));
    QVERIFY2(panel()->run().said().contains("Left out, since no stage is called that: loss."),
             qPrintable(panel()->run().said()));
    QTRY_VERIFY2(said().contains("Softmax is taken over the queries of each key"), qPrintable(said()));
    QCOMPARE(panel()->asked()->stage, S::weights);
    QVERIFY(cellText(0, 0).contains("✗"));
    click("(✓) context");
    QTRY_VERIFY2(said().contains("✓ For your attn: Right: all"), qPrintable(said()));
    QCOMPARE(panel()->asked()->stage, S::head_outputs);
    QVERIFY(cellText(0, 0).contains("✓"));
    click("✓ Q");
    QTRY_VERIFY2(said().contains("✓ Right: all"), qPrintable(said()));
    // With another choice the numbers are compared with the document again, and are none of the arrays.
    click("(✓) context");
    QTRY_VERIFY(said().contains("For your attn"));
    choose(panel()->stages(), "Values");
    QTRY_VERIFY2(said().startsWith("✗") && !said().contains("For your"), qPrintable(said()));
    press("Clear");
    QVERIFY(panel()->run().isEmpty() && !panel()->run().isVisible());
}

void TestCheckEverything::dropped() {
    window().document().replace(example("sky-is-blue"), {});
    open(S::head_outputs, 0);
    QTemporaryDir folder;
    QFile file(folder.filePath("mine.txt"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(printedRun().toUtf8());
    file.close();
    QVERIFY(drop_file(&grid(), file.fileName()));
    // What is asked for is compared first.
    QTRY_VERIFY2(said().contains("For your attn: Right"), qPrintable(said()));
    QVERIFY(panel()->run().said().startsWith("“mine.txt”: "));
    pasteText("[[1, 2], [3, 4]]"); // other numbers: those of the file are gone
    QTRY_VERIFY(panel()->run().isEmpty());
}

void TestCheckEverything::chosenFromMenu() {
    window().document().replace(example("sky-is-blue"), {});
    window().actions()[ActionId::check_everything].trigger();
    QTRY_VERIFY(panel());
    auto* dialog = panel()->findChild<QFileDialog*>();
    QVERIFY(dialog && dialog->isVisible());
    dialog->reject();
    press("Everything…");
    QTRY_VERIFY(panel()->findChild<QFileDialog*>());
}

/// What was chosen stays chosen, and is judged anew.
void TestCheckEverything::editedMeanwhile() {
    window().document().replace(example("sky-is-blue"), {});
    window().numberCheck().open();
    pasteText(printedRun());
    QTRY_COMPARE(buttons().size(), 4);
    click("✓ Q");
    QTRY_VERIFY(said().contains("✓ Right"));
    window().document().setValue(ParameterId::W_Q, 0, 0, 5);
    QTRY_COMPARE(buttons().value(0), QString("✗ Q"));
    QTRY_VERIFY2(said().startsWith("✗") || said().contains("\n✗"), qPrintable(said()));
    QCOMPARE(panel()->asked()->stage, S::queries);
}

/// An answer could give covered numbers away.
void TestCheckEverything::covered() {
    window().document().replace(example("sky-is-blue"), {});
    window().numberCheck().open();
    pasteText(printedRun());
    QTRY_COMPARE(buttons().size(), 4);
    window().document().coverCells(StageBlock{S::weights, 0, {0, 0, 1, 1}});
    QTRY_VERIFY(!panel() || !panel()->run().isVisible());
}

LAB_WINDOW_TEST(TestCheckEverything)
#include "tst_check_everything.moc"
