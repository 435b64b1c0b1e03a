// SPDX-License-Identifier: GPL-3.0-or-later
//
// The menu of each matrix: its operations on one head's block or on all, and why entries are disabled.
#include "core/edits/matrix_operations.h"
#include "core/experiment/is_same.h"
#include "tests/support/compare.h"
#include "tests/support/menu_click.h"
#include "tests/support/test_program.h"
#include "tests/ui/panels/parameters_by_hand.h"
#include "ui/document/edits/option_edits.h"
#include "ui/document/edits/shape_edits.h"
#include "ui/widgets/number_form.h"

#include <QFileDialog>
#include <QHeaderView>

using namespace lab;
using namespace lab::test;

using P = ParameterId;
using Edited = std::function<Matrix(const Matrix&)>;

class TestMatrixMenu : public WindowTest {
    Q_OBJECT

private slots:
    void algebra_data();
    void algebra();
    void cells_data();
    void cells();
    void cellsThatAreGone();
    void impossible_data();
    void impossible();
    void reset();
    void biases();
    void readFromAFile();
    void wrongNumbers_data();
    void wrongNumbers();
    void tooLarge();
    void numberFormCloses();

private:
    LabDocument& document() { return window().document(); }
    const Experiment& experiment() { return window().document().experiment(); }
    QString step() { return window().document().undoStack().undoText(); }
    int steps() { return window().document().undoStack().count(); }
    ParameterSection& section(P id) { return *window().parameters().section(id); }
    NumberField& numberField(P id, const QString& begin);
};

NumberField& TestMatrixMenu::numberField(P id, const QString& begin) {
    choose_for(window(), id, begin);
    auto* form = qobject_cast<NumberForm*>(section(id).form());
    if (!form)
        qFatal("no form");
    return form->field();
}

void TestMatrixMenu::algebra_data() {
    QTest::addColumn<bool>("all"); // all heads at once
    QTest::addColumn<QString>("chosen");
    QTest::addColumn<QString>("typed"); // into the entry's form, if any
    QTest::addColumn<QString>("text");
    QTest::addColumn<Edited>("edited");
    const auto row = [](const char* chosen, const char* typed, const char* text, const Edited& edited) {
        for (const bool all : {false, true})
            QTest::addRow("%s %s, %s", chosen, typed, all ? "all heads" : "one head")
                << all << chosen << typed << QString::fromUtf8(text) << edited;
    };
    row("Zeros", "", "zeros", [](const Matrix& m) { return Matrix::Zero(m.rows(), m.cols()); });
    row("Identity", "", "identity", [](const Matrix& m) { return Matrix::Identity(m.rows(), m.cols()); });
    row("Scale by", "-0.5", "× −0.5", [](const Matrix& m) { return Matrix(-0.5 * m); });
    row("Scale by", "2", "× 2", [](const Matrix& m) { return Matrix(2 * m); });
    row("Round", "1", "rounded to 1 decimal", [](const Matrix& m) { return rounded(m, 1); });
    row("Round", "3", "rounded to 3 decimals", [](const Matrix& m) { return rounded(m, 3); });
    row("Normalise columns", "", "normalised", [](const Matrix& m) { return with_unit_rows(m); });
    row("Normalise rows", "", "normalised", [](const Matrix& m) { return with_unit_rows(m); });
    QTest::newRow("Transpose, all heads")
        << true << "Transpose"
        << ""
        << "transposed" << Edited([](const Matrix& m) { return Matrix(m.transpose()); });
}

void TestMatrixMenu::algebra() {
    QFETCH(bool, all);
    QFETCH(QString, chosen);
    QFETCH(QString, typed);
    QFETCH(QString, text);
    QFETCH(Edited, edited);
    LabWindow& w = window();
    w.controller().openExample("two-heads"); // columns notation, W_Q is 8 × 8
    if (chosen == "Normalise rows")
        setNotation(document(), Notation::rows);
    w.selection().setHead(1);
    if (all)
        w.press(&w.parameters().shape().allHeads());
    const int first = steps();
    const Experiment before = experiment();
    const Matrix old = matrix_of(w, P::W_Q);
    Matrix expected = old;
    const Index from = all ? 0 : 4;
    expected.rightCols(8 - from) = edited(old.rightCols(8 - from));
    if (typed.isEmpty())
        choose_for(w, P::W_Q, chosen);
    else
        type_into(numberField(P::W_Q, chosen), typed);
    QVERIFY(same_bits(matrix_of(w, P::W_Q), expected));
    QCOMPARE(steps(), first + 1);
    QCOMPARE(step(), "W_Q: " + text);
    const Matrix queries = expected.rightCols(4);
    const Matrix shift = matrix_of(w, P::b_Q).rightCols(4).replicate(6, 1);
    QVERIFY(document()
                .completeView(StageId::queries, 1)
                .matrix->isApprox(*document().completeView(StageId::inputs).matrix * queries + shift, 1e-9));
    w.press_key(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(difference(experiment(), before).value_or(""), std::string());
}

void TestMatrixMenu::cells_data() {
    QTest::addColumn<bool>("columns"); // notation
    QTest::addColumn<P>("id");
    QTest::addColumn<QRect>(
        "cells"); // of the document’s matrix, with its bias below; as in QRect, columns first
    QTest::addColumn<QString>("chosen");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("text");
    QTest::addColumn<Edited>("edited");
    const Edited twice = [](const Matrix& m) { return Matrix(2 * m); };
    const Edited negative = [](const Matrix& m) { return Matrix(-m); };
    const Edited half = [](const Matrix& m) { return Matrix::Constant(m.rows(), m.cols(), 0.5); };
    QTest::newRow("a row") << false << P::E << QRect(0, 0, 2, 1) << "Scale row sky by"
                           << "2"
                           << "E, row sky: × 2" << twice;
    QTest::newRow("a column") << false << P::W_Q << QRect(1, 0, 1, 3) << "Negate column d2"
                              << ""
                              << "W_Q, column d2: negated" << negative;
    QTest::newRow("a token that is a column") << true << P::E << QRect(0, 1, 2, 1) << "Set column is to"
                                              << "1/2" << QStringLiteral("E, column is: set to 0.5") << half;
    QTest::newRow("a block") << false << P::W_Q << QRect(0, 0, 2, 2) << "Scale 2 × 2 cells by"
                             << "2"
                             << "W_Q, 2 × 2 cells: × 2" << twice;
    QTest::newRow("a bias") << false << P::W_Q << QRect(0, 2, 2, 1) << "Set row bias to"
                            << "0.5"
                            << "W_Q, row bias: set to 0.5" << half;
}

/// By the menu of a heading or of what is selected, and by that of the matrix: one step each.
void TestMatrixMenu::cells() {
    QFETCH(bool, columns);
    QFETCH(P, id);
    QFETCH(QRect, cells);
    QFETCH(QString, chosen);
    QFETCH(QString, typed);
    QFETCH(QString, text);
    QFETCH(Edited, edited);
    LabWindow& w = window();
    setBiases(document(), true);
    if (columns)
        setNotation(document(), Notation::columns);
    const Experiment before = experiment();
    const int first = steps();
    MatrixGrid& grid = w.grid(id);
    const QRect shown = columns ? QRect(cells.topLeft().transposed(), cells.size().transposed()) : cells;
    const Matrix expected = edited(section(id).model().numbers(shown));
    for (const bool byHeading : {true, false}) {
        const bool isRow = shown.height() == 1 && shown.width() == grid.model()->columnCount();
        const bool isColumn = shown.width() == 1 && shown.height() == grid.model()->rowCount();
        QMenu* menu = nullptr;
        if (byHeading && (isRow || isColumn)) {
            QHeaderView* header = isRow ? grid.verticalHeader() : grid.horizontalHeader();
            const int section = isRow ? shown.y() : shown.x();
            const int middle = header->sectionViewportPosition(section) + header->sectionSize(section) / 2;
            const QPoint place = isRow ? QPoint(3, middle) : QPoint(middle, 3);
            emit header->customContextMenuRequested(place); // as a right-click does
            menu = grid.findChild<QMenu*>();
        } else {
            const QPoint end = shown.bottomRight();
            select_cell(w, id, shown.y(), shown.x());
            QTest::mouseClick(grid.viewport(), Qt::LeftButton, Qt::ShiftModifier,
                              w.cell_of(id, end.y(), end.x()));
            menu = open_menu(w, id);
        }
        QVERIFY2(menu, byHeading ? "no menu of a heading" : "no menu of the matrix");
        QAction* action = entry(menu, chosen);
        QVERIFY2(action, qPrintable(chosen));
        click_entry(*menu, action);
        activate(w);
        if (!typed.isEmpty())
            type_into(qobject_cast<NumberForm*>(section(id).form())->field(), typed);
        QCOMPARE(step(), text);
        QCOMPARE(steps(), first + 1);
        QVERIFY(same_bits(section(id).model().numbers(shown), expected));
        document().undo();
        QCOMPARE(difference(experiment(), before).value_or(""), std::string());
    }
}

/// The form stays, and the matrix may have been resized meanwhile.
void TestMatrixMenu::cellsThatAreGone() {
    LabWindow& w = window();
    select_cell(w, P::W_Q, 0, 0);
    QTest::mouseClick(w.grid(P::W_Q).viewport(), Qt::LeftButton, Qt::ShiftModifier, w.cell_of(P::W_Q, 0, 1));
    NumberField& field = numberField(P::W_Q, "Scale row");
    setSize(document(), Size::d_k, 1);
    const Experiment before = experiment();
    type_into(field, "3");
    QVERIFY2(w.status().text().contains("no longer has all of these cells"), qPrintable(w.status().text()));
    QVERIFY(is_same(experiment(), before));
}

void TestMatrixMenu::impossible_data() {
    QTest::addColumn<P>("id");
    QTest::addColumn<QString>("chosen");
    QTest::addColumn<QString>("reason");
    QTest::addColumn<std::function<void(LabWindow&)>>("before");
    using Does = std::function<void(LabWindow&)>;
    const Does nothing = [](LabWindow&) {};
    QTest::newRow("a block that is not square")
        << P::W_Q << "Transpose"
        << "this one is 4 × 8 + b" << Does([](LabWindow& w) { w.controller().openExample("two-heads"); });
    QTest::newRow("vectors") << P::E << "Transpose"
                             << "Only a square matrix" << nothing;
    QTest::newRow("never drawn") << P::W_K << "Redraw with the same seed"
                                 << "No seed is known" << nothing;
    QTest::newRow("another shape") << P::W_Q << "Revert"
                                   << "The shape has changed"
                                   << Does([](LabWindow& w) { setSize(w.document(), Size::d_k, 3); });
    QTest::newRow("other tokens") << P::E << "Revert"
                                  << "The tokens have changed"
                                  << Does([](LabWindow& w) { w.document().setText("sea is blue"); });
    QTest::newRow("not there") << P::W_O << "Revert"
                               << "Not in the document as opened"
                               << Does([](LabWindow& w) { setOutputWeights(w.document(), true); });
}

void TestMatrixMenu::impossible() {
    QFETCH(P, id);
    QFETCH(QString, chosen);
    QFETCH(QString, reason);
    QFETCH(std::function<void(LabWindow&)>, before);
    before(window());
    QMenu* menu = open_menu(window(), id);
    QAction* action = entry(menu, chosen);
    QVERIFY(action && !action->isEnabled());
    QVERIFY2(action->toolTip().contains(reason), qPrintable(action->toolTip()));
    QVERIFY(menu->toolTipsVisible());
    const Experiment now = experiment();
    click_entry(*menu, action);
    QVERIFY(is_same(experiment(), now));
    menu->close();
}

void TestMatrixMenu::reset() {
    LabWindow& w = window();
    w.controller().openExample("two-heads");
    const Matrix opened = matrix_of(w, P::W_Q);
    document().setValue(P::W_Q, 0, 0, 9);
    document().setValue(P::W_Q, 0, 7, 9);
    choose_for(w, P::W_Q, "Revert"); // only the shown head's block
    QCOMPARE(step(), QStringLiteral("W_Q: reverted"));
    QCOMPARE(w.value(P::W_Q, 0, 0), opened(0, 0));
    QCOMPARE(w.value(P::W_Q, 0, 7), 9.0);
    QVERIFY(w.press(&w.parameters().shape().allHeads()));
    choose_for(w, P::W_Q, "Revert");
    QVERIFY(same_bits(matrix_of(w, P::W_Q), opened));
    QCOMPARE(steps(), 4);
    choose_for(w, P::W_Q, "Revert"); // no change
    QCOMPARE(steps(), 4);
}

void TestMatrixMenu::biases() {
    LabWindow& w = window();
    const Experiment before = experiment();
    setOutputWeights(document(), true);
    for (const auto& [id, bias] : {std::pair(P::W_V, P::b_V), std::pair(P::W_O, P::b_O)}) {
        QVERIFY(!entry(open_menu(w, id), "Remove the bias"));
        QApplication::activePopupWidget()->close();
        const QString name = QString::fromUtf8(info(bias).name.data());
        choose_for(w, id, "Add a bias");
        QCOMPARE(step(), name + " added");
        QVERIFY(parameter(experiment(), bias) && w.parameters().section(id)->model().hasBias());
        choose_for(w, id, "Remove the bias");
        QCOMPARE(step(), name + " removed");
    }
    QVERIFY(!entry(open_menu(w, P::E), "Add a bias"));
    QApplication::activePopupWidget()->close();
    choose_for(w, P::W_O, "Remove W_O");
    QVERIFY(is_same(experiment(), before));
    QCOMPARE(steps(), 6);
}

void TestMatrixMenu::readFromAFile() {
    QFile file(path("W.csv"));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("1,2\n3,4\n") > 0);
    file.close();
    LabWindow& w = window();
    choose_for(w, P::W_K, "Import");
    auto* dialog = section(P::W_K).findChild<QFileDialog*>();
    QVERIFY(dialog && dialog->windowTitle().contains("W_K"));
    auto* name = dialog->findChild<QLineEdit*>("fileNameEdit");
    name->setText(path("W.csv"));
    QTest::keyClick(name, Qt::Key_Return);
    QTRY_COMPARE(w.value(P::W_K, 1, 0), 3.0);
    QCOMPARE(step(), QStringLiteral("W_K: 2 × 2 pasted"));
    QCOMPARE(steps(), 1);
}

void TestMatrixMenu::wrongNumbers_data() {
    QTest::addColumn<QString>("chosen");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("reason");
    QTest::newRow("words") << "Scale by"
                           << "twice"
                           << "“twice” is no finite number";
    QTest::newRow("a comma") << "Scale by"
                             << "1,500"
                             << "could mean two numbers";
    QTest::newRow("decimals of a half") << "Round"
                                        << "1.5"
                                        << "Decimals are a whole number from 0 to 15";
    QTest::newRow("too many decimals") << "Round"
                                       << "16"
                                       << "Decimals are a whole number from 0 to 15";
}

/// The error is shown, the text can be corrected, and the matrix is unchanged.
void TestMatrixMenu::wrongNumbers() {
    QFETCH(QString, chosen);
    QFETCH(QString, typed);
    QFETCH(QString, reason);
    LabWindow& w = window();
    NumberField& field = numberField(P::W_Q, chosen);
    type_into(field, typed);
    QVERIFY2(problem(window(), P::W_Q).contains(reason), qPrintable(problem(window(), P::W_Q)));
    QVERIFY2(w.status().text().contains(reason), qPrintable(w.status().text()));
    QCOMPARE(field.text(), typed);
    QVERIFY(w.press(w.button(section(P::W_Q), "Apply")));
    QCOMPARE(field.text(), typed);
    QCOMPARE(steps(), 0);
    type_into(field, "3");
    QCOMPARE(steps(), 1);
    QCOMPARE(problem(window(), P::W_Q), QString());
}

void TestMatrixMenu::tooLarge() {
    LabWindow& w = window();
    document().setValue(P::W_Q, 0, 0, 1e308);
    type_into(numberField(P::W_Q, "Scale by"), "10");
    QVERIFY(problem(window(), P::W_Q).contains("W_Q is unchanged: its numbers would overflow"));
    QVERIFY(w.status().text().contains("would overflow"));
    QCOMPARE(w.value(P::W_Q), 1e308);
    QCOMPARE(steps(), 1);
}

void TestMatrixMenu::numberFormCloses() {
    LabWindow& w = window();
    NumberField& field = numberField(P::W_Q, "Scale by");
    QVERIFY(field.hasFocus());
    QVERIFY(w.press(w.button(section(P::W_Q), "Apply")));
    QVERIFY(w.press(w.button(section(P::W_Q), "Apply"))); // can be repeated
    QCOMPARE(steps(), 2);
    QTest::keyClick(&field, Qt::Key_Escape);
    QVERIFY(!section(P::W_Q).form());
    QVERIFY(w.grid(P::W_Q).hasFocus());
    QVERIFY(numberField(P::W_Q, "Round").hasFocus());
    QVERIFY(w.press(w.button(section(P::W_Q), QStringLiteral("✕"))));
    QVERIFY(!section(P::W_Q).form() && w.grid(P::W_Q).hasFocus());
}

LAB_WINDOW_TEST(TestMatrixMenu)
#include "tst_matrix_menu.moc"
