// SPDX-License-Identifier: GPL-3.0-or-later
//
// Copying, cutting, pasting and clearing cells by keyboard, in every locale.
#include "core/io/experiment_json.h"
#include "core/io/matrix_writer.h"
#include "tests/support/compare.h"
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/option_edits.h"
#include "ui/text/breakable.h"
#include "ui/window/status_line.h"

#include <QClipboard>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QMimeData>
#include <QRegularExpression>

using namespace lab;
using namespace lab::test;

class TestGridClipboard : public WindowTest {
    Q_OBJECT

private slots:
    void copied_data() { locales(); }
    void copied();
    void copiedAs();
    void pasted_data();
    void pasted();
    void pastedWithBias();
    void refused_data();
    void refused();
    void longErrorsWrap_data();
    void longErrorsWrap();
    void cutAndCleared();
    void columnsNotation();
    void oneHeadAlone();
    void embeddings();

private:
    static void locales();
    MatrixGrid& grid(ParameterId id = ParameterId::W_Q) { return window().grid(id); }
    Matrix matrix(ParameterId id = ParameterId::W_Q) {
        return *parameter(window().document().experiment(), id);
    }
    void select(int row, int column, ParameterId id = ParameterId::W_Q);
    void paste(const QString& text, ParameterId id = ParameterId::W_Q);
};

void TestGridClipboard::locales() {
    QTest::addColumn<QLocale>("locale");
    for (const char* name : {"C", "de_DE", "sv_SE", "ar_EG"})
        QTest::newRow(name) << QLocale(name);
}

void TestGridClipboard::select(int row, int column, ParameterId id) {
    QTest::mouseClick(grid(id).viewport(), Qt::LeftButton, {}, window().cell_of(id, row, column));
}

void TestGridClipboard::paste(const QString& text, ParameterId id) {
    QGuiApplication::clipboard()->setText(text);
    QTest::keyClick(&grid(id), Qt::Key_V, Qt::ControlModifier);
}

void TestGridClipboard::copied() {
    QFETCH(QLocale, locale);
    QLocale::setDefault(locale);
    select(0, 0);
    QTest::keyClick(&grid(), Qt::Key_A, Qt::ControlModifier);
    QTest::keyClick(&grid(), Qt::Key_C, Qt::ControlModifier);
    const QMimeData* data = QGuiApplication::clipboard()->mimeData();
    QCOMPARE(data->text(), QStringLiteral("-0.0271\t-0.384\n-0.394\t-0.661\n"));
    QVERIFY(data->html().contains("<td>-0.0271</td><td>-0.384</td>"));
    QTest::keyClick(&grid(), Qt::Key_Delete);
    QVERIFY(matrix().isZero(0));
    QTest::keyClick(&grid(), Qt::Key_V, Qt::ControlModifier); // restores them
    QCOMPARE(matrix()(1, 0), -0.394);
    QCOMPARE(window().document().undoStack().count(), 2);
}

void TestGridClipboard::copiedAs() {
    select(1, 1);
    QContextMenuEvent event(QContextMenuEvent::Mouse, {5, 5}, grid().viewport()->mapToGlobal(QPoint(5, 5)));
    QApplication::sendEvent(grid().viewport(), &event);
    auto* menu = grid().findChild<QMenu*>();
    QVERIFY(menu && menu->isVisible());
    QStringList forms;
    for (QMenu* as : menu->findChildren<QMenu*>()) {
        for (QAction* action : as->actions()) {
            action->trigger();
            forms += action->text() + ": " + QGuiApplication::clipboard()->text().left(12);
        }
    }
    QCOMPARE(forms, (QStringList{"NumPy: np.array([[-", "PyTorch: torch.tensor", "Python list: [[-0.0271, -",
                                 "LaTeX: \\begin{bmatr", "Markdown: |  |  |\n| --"}));
    menu->close();
}

void TestGridClipboard::pasted_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QPoint>("at"); // column, row
    QTest::addColumn<QString>("result");
    const auto row = [](const char* name, const QString& text, QPoint at, const QString& result) {
        QTest::newRow(name) << text << at << result;
    };
    row("PyTorch", "tensor([[-0.0271, -0.3840], [-0.3940, 1]], grad_fn=<MmBackward0>)", {1, 1},
        "-0.0271 -0.384 -0.394 1");
    row("a spreadsheet's cells", "1\t2\n3\t4\n", {0, 0}, "1 2 3 4");
    row("decimal commas", "1,5\t2\n3\t4,25\n", {0, 0}, "1.5 2 3 4.25");
    row("LaTeX", "\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}", {0, 0}, "1 2 3 4");
    row("one number", "7", {1, 0}, "-0.0271 7 -0.394 -0.661");
    row("a row", "7 8", {0, 1}, "-0.0271 -0.384 7 8");
    row("a column", "7\n8", {1, 0}, "-0.0271 7 -0.394 8");
}

void TestGridClipboard::pasted() {
    QFETCH(QString, text);
    QFETCH(QPoint, at);
    QFETCH(QString, result);
    const std::string before = write_experiment(window().document().experiment());
    select(at.y(), at.x());
    paste(text);
    const Matrix now = matrix();
    QStringList numbers;
    for (const double number : now.reshaped<Eigen::RowMajor>())
        numbers += QString::number(number);
    QCOMPARE(numbers.join(' '), result);
    QCOMPARE(window().document().undoStack().count(), 1);
    QVERIFY(window().document().undoStack().undoText().startsWith("W_Q"));
    const Matrix queries = *window().document().completeView(StageId::queries).matrix;
    QVERIFY(queries.isApprox(matrix(ParameterId::E) * matrix()));
    window().document().undo();
    QCOMPARE(write_experiment(window().document().experiment()), before);
}

void TestGridClipboard::pastedWithBias() {
    window().controller().openExample("two-heads");
    const Index rows = matrix().rows();
    const Index columns = matrix().cols() / 2; // of the shown head
    const auto ones = [](Index height, Index width) {
        return QString::fromStdString(write_matrix(Matrix::Ones(height, width), MatrixNotation::tsv));
    };
    const Matrix bias = matrix(ParameterId::b_Q);
    select(int(rows), 0); // the bias row
    paste(ones(rows, columns));
    QVERIFY((matrix().leftCols(columns).array() == 1).all());
    QVERIFY(same_bits(matrix(ParameterId::b_Q), bias));
    paste(ones(rows + 1, columns));
    QVERIFY((matrix(ParameterId::b_Q).leftCols(columns).array() == 1).all());
    QVERIFY(same_bits(matrix(ParameterId::b_Q).rightCols(columns), bias.rightCols(columns)));
    window().document().undo();
    QVERIFY(same_bits(matrix(ParameterId::b_Q), bias));
}

void TestGridClipboard::refused_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("reason");
    QTest::newRow("words") << "attention"
                           << "Can’t paste this as numbers";
    QTest::newRow("nothing") << ""
                             << "The clipboard has no numbers";
    QTest::newRow("not finite") << "1 nan\n2 3"
                                << "Can’t paste this as numbers";
    QTest::newRow("abbreviated") << "[[1, ..., 2]]"
                                 << "Can’t paste this as numbers";
}

void TestGridClipboard::refused() {
    QFETCH(QString, text);
    QFETCH(QString, reason);
    const std::string before = write_experiment(window().document().experiment());
    select(0, 0);
    paste(text);
    QCOMPARE(write_experiment(window().document().experiment()), before);
    QCOMPARE(window().document().undoStack().count(), 0);
    QVERIFY2(window().status().text().contains(reason), qPrintable(window().status().text()));
}

void TestGridClipboard::longErrorsWrap_data() {
    QTest::addColumn<QString>("text");
    QTest::newRow("a long word") << QString(3000, QLatin1Char('m'));
    QTest::newRow("one number missing")
        << QStringLiteral("0.123456789 ").repeated(200) + QStringLiteral("\n1 2");
    QTest::newRow("a long line") << QStringLiteral("1 2 3 attention ").repeated(100);
}

/// Where a reason is shown, all of it is in sight, also in a small window with large letters.
void TestGridClipboard::longErrorsWrap() {
    QFETCH(QString, text);
    LabWindow& small = openWindow({800, 600}, 150);
    select(0, 0);
    paste(text);
    const QString reason = small.status().text();
    QVERIFY(!reason.isEmpty());
    QCoreApplication::processEvents(); // lays out what has a new text
    int shown = 0;
    for (const QLabel* label : small.findChildren<QLabel*>()) {
        const bool says =
            label->text() == breakable(reason) || label->text() == breakable(reason).toHtmlEscaped();
        if (!label->isVisible() || !says)
            continue;
        ++shown;
        QVERIFY2(label->height() >= label->heightForWidth(label->width()), qPrintable(reason));
        const QRect all(label->mapTo(&small, QPoint()), label->size());
        QVERIFY2(small.rect().contains(all), qPrintable(reason));
        const QFontMetrics metrics(label->font());
        for (const QString& word : breakable(reason).split(QRegularExpression(QStringLiteral("[ \u200b]"))))
            QVERIFY2(metrics.horizontalAdvance(word) <= label->width(), qPrintable(word));
    }
    QVERIFY(shown >= 1);
}

void TestGridClipboard::cutAndCleared() {
    select(0, 0);
    QTest::keyClick(&grid(), Qt::Key_Right, Qt::ShiftModifier);
    QTest::keyClick(&grid(), Qt::Key_X, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("-0.0271\t-0.384\n"));
    QVERIFY(matrix().row(0).isZero(0));
    QCOMPARE(matrix()(1, 1), -0.661);
    QCOMPARE(window().document().undoStack().undoText(), QStringLiteral("W_Q: 1 × 2 cleared"));
    // A single number fills the selection.
    paste("2.5");
    QCOMPARE(matrix()(0, 0), 2.5);
    QCOMPARE(matrix()(0, 1), 2.5);
    window().document().undo();
    window().document().undo();
    QVERIFY(!window().document().isModified());
}

/// Copying and pasting follow the shown orientation.
void TestGridClipboard::columnsNotation() {
    setNotation(window().document(), Notation::columns);
    select(0, 0);
    QTest::keyClick(&grid(), Qt::Key_Right, Qt::ShiftModifier);
    QTest::keyClick(&grid(), Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("-0.0271\t-0.394\n"));
    paste("1 2\n3 4");
    QCOMPARE(matrix()(0, 1), 3.0);
    QCOMPARE(matrix()(1, 0), 2.0);
}

void TestGridClipboard::oneHeadAlone() {
    window().controller().openExample("two-heads");
    window().selection().setHead(1);
    const Matrix before = matrix();
    const Index half = before.cols() / 2;
    select(0, 0);
    QTest::keyClick(&grid(), Qt::Key_A, Qt::ControlModifier);
    paste("3");
    QVERIFY(same_bits(matrix().leftCols(half), before.leftCols(half)));
    QVERIFY((matrix().rightCols(half).array() == 3).all());
}

void TestGridClipboard::embeddings() {
    select(0, 0, ParameterId::E);
    paste("1 2\n3 4\n5 6", ParameterId::E);
    QCOMPARE(matrix(ParameterId::E)(2, 1), 6.0);
    QVERIFY(!window().document().experiment().embedding.table->find("blue")->seeded);
    QCOMPARE(window().document().undoStack().count(), 1);
    // Two rows of three numbers where three rows of two are expected: the weights of a Linear layer.
    paste("1 2 3\n4 5 6", ParameterId::E);
    QCOMPARE(matrix(ParameterId::E)(2, 0), 3.0);
    QVERIFY(window().status().text().contains("transposed"));
}

LAB_WINDOW_TEST(TestGridClipboard)
#include "tst_grid_clipboard.moc"
