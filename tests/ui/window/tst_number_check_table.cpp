// SPDX-License-Identifier: GPL-3.0-or-later
//
// The table for somebody's numbers: by keys, how much of it is in sight, and how numbers are written.
#include "tests/support/printed_matrices.h"
#include "tests/support/test_program.h"
#include "tests/ui/window/check_by_hand.h"
#include "ui/panels/explanation/explanation_panel.h"
#include "ui/plots/shared/stage_texts.h"
#include "ui/text/subscripts.h"

#include <QLabel>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>

using namespace lab;
using namespace lab::test;

using S = StageId;

class TestNumberCheckTable : public CheckTest {
    Q_OBJECT

private slots:
    void keyboard();
    void inNarrowWindow();
    void keepsItsHeight();
    void severalIntoACell();
    void takenBack();
    void inSight_data();
    void inSight();
    void steady_data();
    void steady();
    void oneScrolls();
    void smallNumbers();
    void symbols();

private:
    /// Whether the whole of a cell can be seen without scrolling.
    bool isInSight(int row, int column) {
        return grid().viewport()->rect().contains(grid().visualRect(grid().model()->index(row, column)));
    }
};

/// F4 opens the panel for the inspected cell; Tab reaches all of it, Escape closes it.
void TestNumberCheckTable::keyboard() {
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
void TestNumberCheckTable::inNarrowWindow() {
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

/// In a narrow window the answer is above the table; what it says moves the page at most once.
void TestNumberCheckTable::keepsItsHeight() {
    LabWindow& w = openWindow({480, 1800}, 150);
    w.document().openExample("sky-is-blue");
    open(S::weights, 0);
    const Matrix right = numbers(S::weights), scores = numbers(S::scores);
    std::vector<int> heights;
    for (const Matrix& given : {right, Matrix(scores.transpose()), right, scores}) {
        QGuiApplication::clipboard()->setText(QString::fromStdString(printed_tsv(given)));
        const QString before = said();
        QTest::keyClick(&panel()->stages(), Qt::Key_V, Qt::ControlModifier);
        QTRY_VERIFY(said() != before);
        QCoreApplication::processEvents();
        heights.push_back(panel()->height());
    }
    QVERIFY(heights[1] > heights[0]); // the answer to two mistakes is longer
    QCOMPARE(heights[2], heights[1]);
    QCOMPARE(heights[3], heights[1]);
}

/// Several numbers that are pasted while a cell is edited fill the table.
void TestNumberCheckTable::severalIntoACell() {
    window().document().openExample("sky-is-blue");
    open(S::weights, 0);
    edit(1, 1);
    QGuiApplication::clipboard()->setText(QString::fromStdString(printed_tsv(numbers(S::weights))));
    QTest::keyClick(editor(), Qt::Key_V, Qt::ControlModifier);
    QTRY_VERIFY2(said().startsWith("✓ Right"), qPrintable(said()));
    QVERIFY(!editor());
}

/// The answer comes as one types, and Escape takes the typing back.
void TestNumberCheckTable::takenBack() {
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

void TestNumberCheckTable::inSight_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<StageId>("stage");
    QTest::addColumn<bool>("named");
    QTest::addColumn<bool>("whole");
    QTest::newRow("6 × 6, small window") << QSize(1024, 700) << S::weights << true << true;
    QTest::newRow("6 × 6, which one is not known") << QSize(1024, 700) << S::weights << false << true;
    QTest::newRow("8 × 6, small window") << QSize(1024, 700) << S::output << true << false;
    QTest::newRow("8 × 6") << QSize(1440, 900) << S::output << true << true;
}

/// The numbers of a small matrix and what is said of each are seen at once. Where that is impossible, no row
/// is cut, and a bar shows that the table goes on.
void TestNumberCheckTable::inSight() {
    QFETCH(QSize, size);
    QFETCH(StageId, stage);
    QFETCH(bool, named);
    QFETCH(bool, whole);
    LabWindow& w = openWindow(size);
    w.document().openExample("two-heads");
    if (named)
        open(stage, 0);
    else
        w.press_key(Qt::Key_F4);
    Matrix given = numbers(stage).transpose(); // as it is shown
    given(0, 0) += 0.062;
    pasteText(QString::fromStdString(printed_list(given)));
    QTRY_VERIFY(said().startsWith("✗"));
    const int rows = grid().model()->rowCount(), columns = grid().model()->columnCount();
    QCOMPARE(rows, static_cast<int>(given.rows()));
    if (named)
        QTRY_VERIFY2(cellText(0, 0).endsWith("✗ +0.0620"), qPrintable(cellText(0, 0)));
    QVERIFY(isInSight(0, 0) && isInSight(0, columns - 1));
    QCOMPARE(isInSight(rows - 1, columns - 1), whole);
    if (whole)
        return;
    QCOMPARE(grid().viewport()->height() % grid().rowHeight(0), 0);
    QVERIFY(grid().verticalScrollBar()->isVisible());
}

/// At 300 %, the panel alone scrolls, and its table fits into it.
void TestNumberCheckTable::oneScrolls() {
    LabWindow& w = openWindow({1024, 700}, 300);
    w.document().openExample("two-heads");
    open(S::scaled_scores, 0);
    pasteText(QString::fromStdString(printed_list(Matrix(numbers(S::scores).transpose()))));
    QTRY_VERIFY(said().startsWith("✗"));
    QCoreApplication::processEvents();
    QStringList scrolling;
    for (const auto* area : panel()->findChildren<QScrollArea*>()) {
        if (const int by = area->verticalScrollBar()->maximum(); by > 0)
            scrolling += QString::number(by);
    }
    QVERIFY2(scrolling.size() == 1, qPrintable(scrolling.join(", ")));
    QVERIFY(grid().height() <= panel()->height());
    // The current cell is in sight, wherever the keys go.
    panel()->stages().setFocus();
    w.press_key(Qt::Key_Tab);
    for (int i = 0; i < 8 && !grid().hasFocus(); ++i)
        w.press_key(Qt::Key_Tab);
    QVERIFY(grid().hasFocus());
    const auto current = [&] {
        const QRect cell = grid().visualRect(grid().currentIndex());
        return QRect(grid().viewport()->mapTo(panel(), cell.topLeft()), cell.size());
    };
    QTRY_VERIFY(panel()->rect().contains(current()));
    for (int i = 0; i < 5; ++i) {
        QTest::keyClick(&grid(), Qt::Key_Down);
        QVERIFY(panel()->rect().contains(current()));
    }
    QTest::keyClick(&grid(), Qt::Key_Home, Qt::ControlModifier);
    QVERIFY(panel()->rect().contains(current()));
}

void TestNumberCheckTable::steady_data() {
    QTest::addColumn<QString>("example");
    QTest::addColumn<bool>("columns");
    QTest::newRow("few") << "sky-is-blue" << false;
    QTest::newRow("two heads") << "two-heads" << true;
    QTest::newRow("columns") << "column-vectors-with-biases" << true;
}

/// Nothing moves when another matrix is chosen.
void TestNumberCheckTable::steady() {
    QFETCH(QString, example);
    QFETCH(bool, columns);
    LabWindow& w = openWindow(QSize(1400, 1000));
    w.document().openExample(example);
    QCOMPARE(w.document().experiment().notation == Notation::columns, columns);
    open(S::weights, 0);
    QCoreApplication::processEvents();
    const QRect before = panel()->geometry();
    for (int i = 0; i < panel()->stages().count(); ++i) {
        const QString stage = panel()->stages().itemText(i);
        choose(panel()->stages(), stage);
        QTest::qWait(20);
        QVERIFY2(panel()->geometry() == before, qPrintable(stage));
    }
}

/// No number is written with an "e", wherever it is said.
void TestNumberCheckTable::smallNumbers() {
    LabWindow& w = openWindow({1440, 900});
    w.document().openExample("two-heads");
    open(S::weights, 0);
    Matrix given = numbers(S::weights).transpose();
    given(1, 3) -= 8e-5;
    QString text = QString::fromStdString(printed_list(given));
    pasteText(text);
    QTRY_VERIFY2(cellText(1, 3).endsWith(QStringLiteral("✗ −0.00008")), qPrintable(cellText(1, 3)));
    static const QRegularExpression exponent(QStringLiteral("\\de[-−+]?\\d"));
    QVERIFY2(!textsOfPanel().contains(exponent), qPrintable(textsOfPanel()));
    // What a cell would be with a mistake: 3.8 · 10⁻²⁵.
    Matrix unscaled = numbers(S::scores).transpose();
    for (auto column : unscaled.colwise())
        column =
            (column.array() - column.maxCoeff()).exp() / (column.array() - column.maxCoeff()).exp().sum();
    unscaled(1, 1) = 0.25;
    pasteText(QString::fromStdString(printed_list(unscaled)));
    QTRY_VERIFY2(said().contains(QStringLiteral(" × 10⁻²⁵")), qPrintable(said()));
    QVERIFY2(!textsOfPanel().contains(exponent), qPrintable(textsOfPanel()));
}

/// Symbols have subscripts, which screen readers do not hear as tags; a token that looks like one has none.
void TestNumberCheckTable::symbols() {
    LabWindow& w = openWindow({1440, 900});
    w.document().openExample("two-heads");
    open(S::scaled_scores, 0);
    pasteText(QString::fromStdString(printed_list(Matrix(numbers(S::scores).transpose()))));
    const QString sentence = QStringLiteral("✗ These are the scores before scaling: divide by √d_k = 2.");
    QTRY_COMPARE(said().section('\n', 0, 0), sentence);
    const QLabel* shown = nullptr;
    for (const auto* each : panel()->findChildren<QLabel*>()) {
        if (each->accessibleName() == sentence)
            shown = each;
    }
    QVERIFY(shown);
    QVERIFY2(shown->text().contains("√d<sub>k</sub>&nbsp;=&nbsp;2"), qPrintable(shown->text()));
    QCOMPARE(withSubscripts("add b_Q, b_O to “W_Q & d_k”"),
             QStringLiteral("<span style=\"white-space:pre-wrap\">add b<sub>Q</sub>, b<sub>O</sub> to “W_Q "
                            "&amp; d_k”</span>"));
}

LAB_WINDOW_TEST(TestNumberCheckTable)
#include "tst_number_check_table.moc"
