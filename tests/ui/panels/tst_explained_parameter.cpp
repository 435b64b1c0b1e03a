// SPDX-License-Identifier: GPL-3.0-or-later
//
// The explanation of an inspected parameter, alone or with an inspected result.
#include "core/engine/pipeline.h"
#include "tests/support/test_program.h"
#include "tests/ui/panels/explanation_by_hand.h"
#include "ui/document/edits/option_edits.h"

using namespace lab;
using namespace lab::test;

class TestExplainedParameter : public ExplanationTest {
    Q_OBJECT

private slots:
    void alone();
    void staysAfterEnter_data();
    void staysAfterEnter();
    void withTheInspectedCell();
};

void TestExplainedParameter::alone() {
    window().document().openExample("sky-is-blue");
    QTest::mouseClick(window().grid(ParameterId::W_Q).viewport(), Qt::LeftButton, {},
                      window().cell_of(ParameterId::W_Q, 0, 1));
    QVERIFY2(text().contains("What it affects"), qPrintable(text()));
    QVERIFY(text().contains("W_Q[1,2]") && text().contains("feature 2 of every token"));
    QVERIFY(!text().contains("derivative"));
    // The keyboard cursor moves the inspection along.
    QTest::keyClick(&window().grid(ParameterId::W_Q), Qt::Key_Down);
    QVERIFY(window().selection().inspectedParameter() == (ParameterCell{ParameterId::W_Q, 1, 1}));
    // Its dependents are highlighted on the board.
    QVERIFY(window().heatmap(StageId::queries).marks().dependents == std::vector({Block{0, 1, 3, 1}}));
    QVERIFY(window().heatmap(StageId::keys).marks().dependents.empty());
}

void TestExplainedParameter::staysAfterEnter_data() {
    QTest::addColumn<Notation>("notation");
    QTest::addColumn<Qt::Key>("key");
    QTest::newRow("rows, Enter") << Notation::rows << Qt::Key_Return;
    QTest::newRow("columns, Enter") << Notation::columns << Qt::Key_Return;
    QTest::newRow("rows, Tab") << Notation::rows << Qt::Key_Tab;
    QTest::newRow("columns, Tab") << Notation::columns << Qt::Key_Tab;
}

/// After Enter the cursor moves on, but the typed number stays explained.
void TestExplainedParameter::staysAfterEnter() {
    QFETCH(Notation, notation);
    QFETCH(Qt::Key, key);
    window().document().openExample("sky-is-blue");
    Experiment e = window().document().experiment();
    e.notation = notation;
    window().document().replace(e, {});
    MatrixGrid& grid = window().grid(ParameterId::W_Q);
    const auto about = [&] { return window().selection().inspectedParameter(); };
    const auto type = [&](const char* number) {
        QTest::keyClicks(grid.focusProxy() ? grid.focusProxy() : &grid, number);
        QWidget* editor = window().focusWidget();
        QVERIFY(qobject_cast<QLineEdit*>(editor));
        QTest::keyClick(editor, key);
        QTRY_VERIFY(!qobject_cast<QLineEdit*>(window().focusWidget())); // closes asynchronously
    };
    const ParameterCell first{ParameterId::W_Q, 0, 0};
    QTest::mouseClick(grid.viewport(), Qt::LeftButton, {}, window().cell_of(ParameterId::W_Q));
    QVERIFY(about() == first);
    type("2");
    QCOMPARE(window().value(ParameterId::W_Q), 2.0);
    const auto cell = [&] {
        return window().parameters().section(ParameterId::W_Q)->model().cellOf(grid.currentIndex());
    };
    const ParameterCell second = cell();
    QVERIFY(!(second == first));
    QVERIFY(about() == first);
    QVERIFY2(text().contains("W_Q[1,1]"), qPrintable(text()));
    // Typing the next number, or moving with the arrow keys, changes what is explained.
    type("3");
    QVERIFY(about() == second);
    QTest::keyClick(&grid, Qt::Key_Up);
    QTest::keyClick(&grid, Qt::Key_Left);
    QTest::keyClick(&grid, Qt::Key_Right);
    QVERIFY(about() == cell());
    // With an inspected cell, the derivative is with respect to the typed number.
    const CellRef inspected{StageId::weights, 0, 2, 0};
    window().selection().clearInspected();
    window().selection().inspect(inspected);
    QTest::mouseClick(grid.viewport(), Qt::LeftButton, {}, window().cell_of(ParameterId::W_Q));
    QVERIFY(panel().sensitivity());
    const QString before = text().mid(text().indexOf("∂ A")).section(" = ", 0, 0);
    type("1");
    const QString after = text().mid(text().indexOf("∂ A")).section(" = ", 0, 0);
    QVERIFY(!before.isEmpty());
    QCOMPARE(after, before);
}

/// The derivative of the inspected cell, next to those with respect to the matrix's other numbers.
void TestExplainedParameter::withTheInspectedCell() {
    window().document().openExample("sky-is-blue");
    const CellRef inspected = cell(StageId::weights, 2, 0);
    window().selection().inspect(inspected);
    panel().follow(ParameterCell{ParameterId::W_K, 0, 1});
    const Experiment& e = window().document().experiment();
    const double step = 1e-6;
    const auto at = [&](double by) {
        const double value = value_at(e, ParameterId::W_K, 0, 1) + by;
        return compute(with_cell(e, ParameterId::W_K, 0, 1, value)).value().stage(StageId::weights, 0)(2, 0);
    };
    const double slope = (at(step) - at(-step)) / (2 * step);
    QVERIFY(panel().sensitivity());
    QVERIFY(std::abs(panel().sensitivity()->slopes(0, 1) - slope) < 1e-8);
    QVERIFY2(text().contains("(per unit change)"), qPrintable(text()));
    const QString what = QStringLiteral("∂ A[blue,sky] / ∂ W_K[1,2] = ");
    QVERIFY2(text().contains(what), qPrintable(text()));
    for (const char* other : {"W_K[1,1]", "W_K[1,2]", "W_K[2,1]", "W_K[2,2]"})
        QVERIFY2(text().contains(other), other);
    QVERIFY(click(ParameterCell{ParameterId::W_K, 1, 1}));
    QVERIFY(text().contains("W_K[2,2]") && window().selection().inspected() == inspected);
    QVERIFY(click(inspected)); // back to the cell
    QVERIFY(!window().selection().inspectedParameter());
    panel().setProbedParameter({ParameterId::W_K, 0, 1});
    QVERIFY2(text().contains(what), qPrintable(text()));
    setNotation(window().document(), Notation::columns);
    QVERIFY2(text().contains("∂ A[sky,blue] / ∂ W_K[2,1] = "), qPrintable(text()));
}

LAB_WINDOW_TEST(TestExplainedParameter)
#include "tst_explained_parameter.moc"
