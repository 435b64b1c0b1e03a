// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers of all heads, however they are arranged: each is marked, and nothing is said or chosen of one head.
#include "tests/support/printed_matrices.h"
#include "tests/support/test_program.h"
#include "tests/ui/window/check_by_hand.h"
#include "ui/plots/shared/stage_texts.h"

using namespace lab;
using namespace lab::test;

using S = StageId;

class TestCheckHeads : public CheckTest {
    Q_OBJECT

private slots:
    void marked_data();
    void marked();
    void notCompared();
    void lookHere();
    void whichHead();
    void goesToTheStage();

private:
    /// Two heads, tokens as rows.
    void openDocument() {
        Experiment e = example("two-heads");
        e.notation = Notation::rows;
        window().document().replace(e, {});
    }
    Matrix beside(S stage) {
        Matrix both(numbers(stage).rows(), 2 * numbers(stage).cols());
        both << numbers(stage, 0), numbers(stage, 1);
        return both;
    }
    static QString printedHeads(const Matrix& first, const Matrix& second) {
        return QStringLiteral("[%1, %2]")
            .arg(QString::fromStdString(printed_list(first)), QString::fromStdString(printed_list(second)));
    }
    /// The same with the tokens before the heads.
    QString tokensFirst(S stage) {
        QStringList tokens;
        const Matrix first = numbers(stage, 0), second = numbers(stage, 1);
        for (Index row = 0; row < first.rows(); ++row) {
            Matrix both(2, first.cols());
            both << first.row(row), second.row(row);
            tokens += QString::fromStdString(printed_list(both));
        }
        return "[" + tokens.join(", ") + "]";
    }
    int cellsWith(const QString& mark) {
        int count = 0;
        const QAbstractItemModel& model = *grid().model();
        for (int row = 0; row < model.rowCount(); ++row) {
            for (int column = 0; column < model.columnCount(); ++column)
                count += cellText(row, column).contains(mark) ? 1 : 0;
        }
        return count;
    }
    int cells() { return grid().model()->rowCount() * grid().model()->columnCount(); }
};

void TestCheckHeads::marked_data() {
    QTest::addColumn<QString>("arranged");
    QTest::newRow("heads first") << "heads";
    QTest::newRow("side by side") << "beside";
    QTest::newRow("tokens first") << "tokens";
    QTest::newRow("averaged") << "average";
}

/// Of right numbers, each has a tick; and no head is chosen.
void TestCheckHeads::marked() {
    QFETCH(QString, arranged);
    openDocument();
    open(S::queries, 1);
    QCOMPARE(panel()->heads().currentText(), QString("Head 2"));
    const Matrix first = numbers(S::queries, 0), second = numbers(S::queries, 1);
    pasteText(arranged == "heads"    ? printedHeads(first, second)
              : arranged == "beside" ? QString::fromStdString(printed_list(beside(S::queries)))
              : arranged == "tokens" ? tokensFirst(S::queries)
                                     : QString::fromStdString(printed_list(Matrix((first + second) / 2))));
    QTRY_VERIFY2(said().startsWith("✓ Right: all "), qPrintable(said()));
    QCOMPARE(cellsWith("✓"), cells());
    QCOMPARE(panel()->heads().currentText(), QString("All heads"));
    QVERIFY(panel()->heads().isVisible() && !panel()->heads().isEnabled());
    // Of one head again, it can be chosen.
    pasteText(QString::fromStdString(printed_list(second)));
    QTRY_COMPARE(panel()->heads().currentText(), QString("Head 2"));
    QVERIFY(panel()->heads().isEnabled());
    QTRY_VERIFY2(said().startsWith("✓ Right: all "), qPrintable(said()));
}

/// Of queries, keys and values side by side, those that are asked for are marked alone.
void TestCheckHeads::notCompared() {
    openDocument();
    open(S::keys, 0);
    const Matrix queries = beside(S::queries), keys = beside(S::keys), values = beside(S::values);
    Matrix all(queries.rows(), queries.cols() + keys.cols() + values.cols());
    all << queries, keys, values;
    pasteText(QString::fromStdString(printed_list(all)));
    QTRY_VERIFY2(said().startsWith("✓ Right: all "), qPrintable(said()));
    QCOMPARE(cellsWith("✓"), static_cast<int>(keys.size()));
    QVERIFY(cellText(0, static_cast<int>(queries.cols())).contains("✓"));
    QVERIFY(!cellText(0, 0).contains("✓"));
}

/// A typo is marked where it stands in the given table, beside the numbers of the other head.
void TestCheckHeads::lookHere() {
    openDocument();
    open(S::scaled_scores, 0);
    Matrix given = beside(S::scores);
    const int columns = static_cast<int>(given.cols());
    given(2, columns - 1) += 0.5;
    pasteText(QString::fromStdString(printed_list(given)));
    QTRY_VERIFY2(said().contains(" fit this. "), qPrintable(said()));
    QVERIFY2(spokenCell(2, columns - 1).contains("look here"), qPrintable(spokenCell(2, columns - 1)));
    QVERIFY(cellsWith("✗") > 1);
    QCOMPARE(panel()->heads().currentText(), QString("All heads"));
}

/// Which stage it is: no head is named, and the one in sight stays.
void TestCheckHeads::whichHead() {
    openDocument();
    window().selection().setHead(1);
    QTest::keyClick(&window(), Qt::Key_F4);
    pasteText(printedHeads(numbers(S::scores, 0), numbers(S::scores, 1)));
    QTRY_VERIFY2(!panel()->places().empty(), qPrintable(said()));
    QCOMPARE(panel()->places().front()->text(), "Go to " + stageTitle(S::scores));
    QVERIFY(LabWindow::press(panel()->places().front()));
    QTRY_VERIFY(window().heatmap(S::scores).hasFocus());
    QCOMPARE(window().selection().head(), HeadIndex(1));
}

/// With a typo, the button goes to it, in its head.
void TestCheckHeads::goesToTheStage() {
    openDocument();
    QTest::keyClick(&window(), Qt::Key_F4);
    Matrix second = numbers(S::scaled_scores, 1);
    second(1, 2) += 0.25;
    pasteText(printedHeads(numbers(S::scaled_scores, 0), second));
    QTRY_VERIFY2(said().contains(" fit this: "), qPrintable(said()));
    QTRY_COMPARE(panel()->places().front()->text(), "Go to " + stageTitle(S::scaled_scores));
    QVERIFY(LabWindow::press(panel()->places().front()));
    QTRY_VERIFY(window().heatmap(S::scaled_scores).hasFocus());
    QCOMPARE(window().selection().head(), HeadIndex(1));
    QVERIFY(window().heatmap(S::scaled_scores).cursor() == (StoredCell{1, 2}));
}

LAB_WINDOW_TEST(TestCheckHeads)
#include "tst_check_heads.moc"
