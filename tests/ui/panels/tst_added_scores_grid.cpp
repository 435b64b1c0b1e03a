// SPDX-License-Identifier: GPL-3.0-or-later
//
// The grid of addedScores scores: where it appears, −∞ typed and pasted, its menu, heads, and its
// explanation.
#include "core/edits/added_scores.h"
#include "core/experiment/is_same.h"
#include "tests/support/compare.h"
#include "tests/support/test_program.h"
#include "tests/ui/panels/parameters_by_hand.h"
#include "ui/document/edits/added_score_edits.h"
#include "ui/document/edits/option_edits.h"
#include "ui/document/edits/shape_edits.h"

#include <limits>

using namespace lab;
using namespace lab::test;

namespace {

constexpr auto addedScores = ParameterId::additive;
constexpr double minusInfinity = -std::numeric_limits<double>::infinity();

} // namespace

class TestAddedScoresGrid : public WindowTest {
    Q_OBJECT

private slots:
    void comesAndGoes();
    void typed_data();
    void typed();
    void namesCountFromTheFirstPosition();
    void pasted();
    void imported_data();
    void imported();
    void pastedElsewhere();
    void namedByTokens();
    void fromItsMenu();
    void heads();
    void unscalable();
    void explained();

private:
    LabDocument& document() { return window().document(); }
    const Experiment& experiment() { return window().document().experiment(); }
    QString heading(int column) {
        return window()
            .grid(addedScores)
            .model()
            ->headerData(column, Qt::Horizontal, Qt::DisplayRole)
            .toString();
    }
};

void TestAddedScoresGrid::comesAndGoes() {
    LabWindow& w = window();
    QVERIFY(w.parameters().section(addedScores)->isHidden());
    choose_on(w, StageId::scaled_scores, "Added scores");
    QVERIFY(w.parameters().section(addedScores)->isVisible() && w.grid(addedScores).isVisible());
    QVERIFY(matrix_of(w, addedScores).isZero(0));
    choose_for(w, addedScores, "Remove");
    QVERIFY(w.parameters().section(addedScores)->isHidden());
    QVERIFY(experiment().scores.additive.empty());
    document().undo();
    QVERIFY(w.grid(addedScores).isVisible());
}

void TestAddedScoresGrid::typed_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<double>("value");
    QTest::newRow("a number") << "-0.25" << -0.25;
    QTest::newRow("-inf") << "-inf" << minusInfinity;
    QTest::newRow("a sign") << QString::fromUtf8("−∞") << minusInfinity;
    QTest::newRow("not inf") << "inf" << 0.0;
    QTest::newRow("not a word") << "much" << 0.0;
}

void TestAddedScoresGrid::typed() {
    QFETCH(QString, text);
    QFETCH(double, value);
    LabWindow& w = window();
    setAddedScores(document(), true);
    select_cell(w, addedScores, 1, 2);
    QTest::keyClick(&w.grid(addedScores), Qt::Key_F2);
    auto* editor = w.grid(addedScores).viewport()->findChild<QLineEdit*>();
    QVERIFY(editor);
    editor->clear();
    type_letters(*editor, text);
    QTest::keyClick(editor, Qt::Key_Return);
    QCOMPARE(w.value(addedScores, 1, 2), value);
    QCOMPARE(w.document().undoStack().index(), value == 0 ? 1 : 2);
    QCOMPARE(disagreement(w), std::string());
    if (value == 0)
        QVERIFY(!problem(w, addedScores).isEmpty());
    if (value == minusInfinity) {
        QCOMPARE(document().completeView(StageId::weights).matrix->coeff(1, 2), 0.0);
        QVERIFY(w.heatmap(StageId::weights).content().isHidden({1, 2}));
    }
}

void TestAddedScoresGrid::namesCountFromTheFirstPosition() {
    LabWindow& w = window();
    w.type_sentence("sky sky");
    setAddedScores(document(), true);
    setFirstPosition(document(), Side::sentence, 10);
    const QAbstractItemModel& names = *w.grid(addedScores).model();
    for (const Qt::Orientation orientation : {Qt::Vertical, Qt::Horizontal}) {
        for (int i = 0; i < 2; ++i)
            QCOMPARE(names.headerData(i, orientation).toString(), QStringLiteral("sky(%1)").arg(10 + i));
    }
}

void TestAddedScoresGrid::pasted() {
    LabWindow& w = window();
    setAddedScores(document(), true);
    for (const char* text :
         {"0 -inf 1\n2 3 -inf\n4 5 6", "tensor([[0., -inf, 1.], [2., 3., -inf], [4., 5., 6.]])",
          "[[0, -inf, 1], [2, 3, −∞], [4, 5, 6]]", "0\t-inf\t1\n2\t3\t-Infinity\n4\t5\t6"}) {
        paste_into(w, addedScores, QString::fromUtf8(text));
        QVERIFY2(same_bits(matrix_of(w, addedScores),
                           Matrix{{0, minusInfinity, 1}, {2, 3, minusInfinity}, {4, 5, 6}}),
                 text);
        document().undo();
    }
    paste_into(w, addedScores,
               "\\begin{bmatrix} 0 & -\\infty & 1 \\\\ 2 & 3 & -\\infty \\\\ 4 & 5 & 6 \\end{bmatrix}");
    QVERIFY(same_bits(matrix_of(w, addedScores),
                      Matrix{{0, minusInfinity, 1}, {2, 3, minusInfinity}, {4, 5, 6}}));
    document().undo();
    paste_into(w, addedScores, "1 2 inf");
    QVERIFY(matrix_of(w, addedScores).isZero(0));
    QVERIFY2(problem(w, addedScores).contains("finite number"), qPrintable(problem(w, addedScores)));
    paste_into(w, addedScores, "1 2 3 4\n5 6 7 8\n1 2 3 4\n5 6 7 8");
    QVERIFY2(problem(w, addedScores).contains("a row for each query"), qPrintable(problem(w, addedScores)));
}

void TestAddedScoresGrid::imported_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("csv") << "m.csv" << QByteArray("0,-inf,1\n2,3,-inf\n4,5,6\n");
    QTest::newRow("txt") << "m.txt" << QByteArray("[[0, -inf, 1], [2, 3, -inf], [4, 5, 6]]");
    QTest::newRow("LaTeX") << "l.txt"
                           << QByteArray(
                                  "\\begin{bmatrix} 0 & -\\infty & 1 \\\\ 2 & 3 & -\\infty \\\\ 4 & 5 & 6 "
                                  "\\end{bmatrix}");
}

/// Import… takes −∞ for added scores, and for nothing else.
void TestAddedScoresGrid::imported() {
    QFETCH(QString, name);
    QFETCH(QByteArray, bytes);
    LabWindow& w = window();
    setAddedScores(document(), true);
    QFile file(path(name));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    file.close();
    w.parameters().section(addedScores)->readFile(path(name));
    QTRY_VERIFY(same_bits(matrix_of(w, addedScores),
                          Matrix{{0, minusInfinity, 1}, {2, 3, minusInfinity}, {4, 5, 6}}));
    const Matrix before = matrix_of(w, ParameterId::W_Q);
    w.parameters().section(ParameterId::W_Q)->readFile(path(name));
    QTRY_VERIFY2(problem(w, ParameterId::W_Q).contains("a finite number"),
                 qPrintable(problem(w, ParameterId::W_Q)));
    QVERIFY(same_bits(matrix_of(w, ParameterId::W_Q), before));
}

/// Weights take no infinity.
void TestAddedScoresGrid::pastedElsewhere() {
    LabWindow& w = window();
    const Matrix before = matrix_of(w, ParameterId::W_Q);
    paste_into(w, ParameterId::W_Q, "1 -inf\n2 3");
    QVERIFY(same_bits(matrix_of(w, ParameterId::W_Q), before));
}

void TestAddedScoresGrid::namedByTokens() {
    LabWindow& w = window();
    setAddedScores(document(), true);
    QCOMPARE(heading(2), QString("blue"));
    QCOMPARE(w.grid(addedScores).model()->headerData(0, Qt::Vertical, Qt::DisplayRole).toString(),
             QString("sky"));
    const QModelIndex cell = w.grid(addedScores).model()->index(0, 2);
    QCOMPARE(cell.data(Qt::AccessibleTextRole).toString(), QString("added[sky,blue] = 0"));
    document().setValue(addedScores, 0, 2, minusInfinity);
    QVERIFY(cell.data(Qt::ToolTipRole).toString().contains("the key is hidden"));
    w.type_sentence("sky now is blue");
    QCOMPARE(heading(1), QString("now"));
    QCOMPARE(w.value(addedScores, 0, 3), minusInfinity);
    QVERIFY(matrix_of(w, addedScores).row(1).isZero(0));
}

void TestAddedScoresGrid::fromItsMenu() {
    LabWindow& w = window();
    setAddedScores(document(), true);
    const Experiment before = experiment();
    choose_for(w, addedScores, "T5 buckets");
    QVERIFY(is_same(experiment(), with_t5_buckets(before)));
    QVERIFY(!matrix_of(w, addedScores).isZero(0));
    QCOMPARE(document().undoStack().undoText(), QString("Added scores: T5 buckets"));
    QVERIFY(!entry(open_menu(w, addedScores), "One for each head")); // there is one head
}

void TestAddedScoresGrid::heads() {
    LabWindow& w = window();
    setSize(document(), Size::heads, 2);
    setAddedScores(document(), true);
    QVERIFY(w.parameters().section(addedScores)->model().shownHead() == std::nullopt);
    choose_for(w, addedScores, "One for each head");
    QCOMPARE(experiment().scores.additive.size(), std::size_t(2));
    w.selection().setHead(1);
    paste_into(w, addedScores, "7 8 9");
    QVERIFY(experiment().scores.additive[0]->isZero(0));
    QVERIFY(experiment().scores.additive[1]->row(0) == RowVector({{7, 8, 9}}));
    QCOMPARE(disagreement(w), std::string());
    choose_for(w, addedScores, "Same for all heads");
    QCOMPARE(experiment().scores.additive.size(), std::size_t(1));
    QCOMPARE(w.value(addedScores, 0, 1), 8.0);
}

/// −∞ times 0 is no number: nothing changes, and the reason is said.
void TestAddedScoresGrid::unscalable() {
    LabWindow& w = window();
    setAddedScores(document(), true);
    document().setValue(addedScores, 0, 0, minusInfinity);
    const Experiment before = experiment();
    choose_for(w, addedScores, "Normalise rows");
    QVERIFY(is_same(experiment(), before));
    QVERIFY2(problem(w, addedScores).contains(QString::fromUtf8("−∞")), qPrintable(problem(w, addedScores)));
}

/// The explanation of a scaled score names the addedScores number, and a click on it leads to its grid.
void TestAddedScoresGrid::explained() {
    LabWindow& w = window();
    setAddedScores(document(), true);
    document().setValue(addedScores, 1, 0, 0.5);
    w.click(StageId::scaled_scores, {1, 0});
    const Selection& selection = w.selection();
    QVERIFY(std::ranges::any_of(selection.linked().parameters, [](const ParameterBlock& each) {
        return each == ParameterBlock{addedScores, Block{1, 0, 1, 1}};
    }));
    QVERIFY(w.grid(addedScores).model()->index(1, 0).data(Qt::UserRole).toBool());
    QVERIFY(!w.grid(addedScores).model()->index(0, 0).data(Qt::UserRole).toBool());
}

LAB_WINDOW_TEST(TestAddedScoresGrid)
#include "tst_added_scores_grid.moc"
