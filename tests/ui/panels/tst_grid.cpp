// SPDX-License-Identifier: GPL-3.0-or-later
//
// Editing numbers in the grid: dragged sideways or typed.
#include "tests/support/compare.h"
#include "tests/support/lab_window.h"
#include "tests/support/shown_table.h"
#include "tests/support/test_program.h"
#include "tests/support/turned_wheel.h"
#include "tests/ui/panels/parameters_by_hand.h"
#include "ui/widgets/number_problem.h"
#include "ui/widgets/scrubbing.h"
#include "ui/window/status_line.h"

#include <QHeaderView>
#include <QLabel>
#include <QScrollBar>
#include <QSignalSpy>

#include <algorithm>
#include <cmath>

using namespace lab;
using namespace lab::test;

namespace {

Index changed_cells(const HeatmapContent& content) {
    Index changed = 0;
    for (Index row = 0; row < content.matrix->rows(); ++row)
        for (Index column = 0; column < content.matrix->cols(); ++column)
            changed += content.isChanged({row, column});
    return changed;
}

} // namespace

class TestGrid : public WindowTest {
    Q_OBJECT

private slots:
    void draggingANumber();
    void escapeEndsTheDrag();
    void undoEndsTheDrag();
    void escapeBeforeTheFirstMove();
    void dragWithoutEffect();
    void zoomDuringTheDrag();
    void draggingIsProportional_data();
    void draggingIsProportional();
    void decimalsAsNeeded();
    void typedNumbers_data();
    void typedNumbers();
    void arithmetic();
    void refusedNumbers_data();
    void refusedNumbers();
    void closingWhileTyping();
    void typingAfterTheHeading();
    void enterThenZoom();
    void focusChoosesNothing_data();
    void focusChoosesNothing();
    void onlyWhatChangedIsPainted_data();
    void onlyWhatChangedIsPainted();
    void wholeColumns_data();
    void wholeColumns();
    void wheelOverTheBar();

private:
    QLineEdit* editorOfFirst();
};

void TestGrid::wholeColumns_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<double>("first");
    QTest::addColumn<bool>("all");
    QTest::newRow("1280 wide") << QSize(1280, 720) << -0.12 << true;
    QTest::newRow("narrow, more decimals") << QSize(1024, 700) << -0.1234 << false;
    QTest::newRow("wide") << QSize(1600, 1000) << -0.1234 << true;
}

/// Columns are as narrow as their numbers need before anything scrolls. Where they do not fit then, a column
/// is seen whole, or at most a bit of its edge.
void TestGrid::wholeColumns() {
    QFETCH(QSize, size);
    QFETCH(double, first);
    QFETCH(bool, all);
    LabWindow& w = openWindow(size);
    w.document().openExample("rotary-layouts"); // 4 × 4
    for (const ParameterId id : {ParameterId::W_Q, ParameterId::W_K}) {
        w.document().setValue(id, 0, 0, first);
        QCoreApplication::processEvents();
        MatrixGrid& grid = w.grid(id);
        QCOMPARE(grid.horizontalScrollBar()->maximum() == 0, all);
        for (const int scrolled : {0, grid.horizontalScrollBar()->maximum()}) {
            grid.horizontalScrollBar()->setValue(scrolled);
            int whole = 0;
            for (int column = 0; column < 4; ++column) {
                const QRect cell = grid.visualRect(grid.model()->index(0, column));
                const QRect seen = cell & grid.viewport()->rect();
                whole += seen == cell;
                QVERIFY2(seen == cell || seen.width() < 5, qPrintable(QString::number(seen.width())));
            }
            QVERIFY(whole >= 2);
        }
    }
}

/// It scrolls the panel, as over the cells; turned sideways, the grid.
void TestGrid::wheelOverTheBar() {
    LabWindow& w = openWindow({1024, 700});
    w.document().openExample("rotary-layouts");
    w.document().setValue(ParameterId::W_Q, 0, 0, -0.1234);
    QCoreApplication::processEvents();
    QScrollBar& bar = *w.grid(ParameterId::W_Q).horizontalScrollBar(); // of a grid with no rows to scroll
    QVERIFY(bar.isVisible());
    const auto turn = [&](QPoint angle) { turn_wheel(bar, bar.rect().center(), angle); };
    QTRY_COMPARE(w.grid(ParameterId::W_Q).verticalScrollBar()->maximum(), 0); // once it is laid out
    QTRY_VERIFY(w.parameters().verticalScrollBar()->maximum() > 0);
    turn({0, -120});
    QCOMPARE(bar.value(), 0);
    QVERIFY(w.parameters().verticalScrollBar()->value() > 0);
    turn({-120, 0});
    QVERIFY(bar.value() > 0);
}

/// Double-clicks the first query weight and returns its editor.
QLineEdit* TestGrid::editorOfFirst() {
    QWidget* viewport = window().grid(ParameterId::W_Q).viewport();
    const QPoint where = window().cell_of(ParameterId::W_Q);
    QTest::mouseClick(viewport, Qt::LeftButton, {}, where);
    QTest::mouseDClick(viewport, Qt::LeftButton, {}, where);
    return viewport->findChild<QLineEdit*>();
}

void TestGrid::draggingANumber() {
    LabWindow& w = window();
    QWidget* viewport = w.grid(ParameterId::W_Q).viewport();
    const QPoint from = w.cell_of(ParameterId::W_Q);
    const double before = w.value(ParameterId::W_Q);
    Matrix last = shown_values(w.heatmap(StageId::weights));
    QTest::mousePress(viewport, Qt::LeftButton, {}, from);
    QTest::mouseMove(viewport, from + QPoint(10, 0)); // exceeds the drag threshold and starts the drag
    QTest::mouseMove(viewport, from + QPoint(60, 0));
    for (int x = 100; x < 400; x += 60) {
        QTest::mouseMove(viewport, from + QPoint(x, 0));
        const Matrix now = shown_values(w.heatmap(StageId::weights));
        QVERIFY(!same_bits(now, last));
        QVERIFY(same_bits(now, *w.document().view(StageId::weights).matrix));
        last = now;
        QVERIFY(w.value(ParameterId::W_Q) > before);
        QCOMPARE(changed_cells(w.heatmap(StageId::weights).content()), 9);
        QCOMPARE(changed_cells(w.heatmap(StageId::queries).content()), 3); // one column of them
        QVERIFY(!w.heatmap(StageId::keys).content().before ||
                changed_cells(w.heatmap(StageId::keys).content()) == 0);
        QVERIFY2(w.status().text().startsWith("W_Q[1,1] "), qPrintable(w.status().text()));
        QVERIFY(w.status().text().contains("largest change: “"));
        QCOMPARE(w.document().undoStack().count(), 0);
    }
    const double dragged = w.value(ParameterId::W_Q);
    QTest::mouseRelease(viewport, Qt::LeftButton, {}, from + QPoint(340, 0));
    QCOMPARE(w.document().undoStack().count(), 1);
    QCOMPARE(w.value(ParameterId::W_Q), dragged);
    QVERIFY(!w.heatmap(StageId::weights).content().before);
    QVERIFY(w.status().text().startsWith("W_Q[1,1] ")); // the last change stays readable
    QTest::mouseMove(viewport, from);
    QCOMPARE(w.value(ParameterId::W_Q), dragged);
    w.press_key(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(w.value(ParameterId::W_Q), before);
    QVERIFY(!w.isWindowModified());
}

void TestGrid::escapeEndsTheDrag() {
    LabWindow& w = window();
    w.click(StageId::weights, {0, 0});
    QWidget* viewport = w.grid(ParameterId::W_Q).viewport();
    const QPoint from = w.cell_of(ParameterId::W_Q);
    const double before = w.value(ParameterId::W_Q);
    QTest::mousePress(viewport, Qt::LeftButton, {}, from);
    QTest::mouseMove(viewport, from + QPoint(20, 0));
    QTest::mouseMove(viewport, from + QPoint(80, 0));
    QVERIFY(w.value(ParameterId::W_Q) != before);
    w.press_key(Qt::Key_Escape);
    QCOMPARE(w.value(ParameterId::W_Q), before);
    QVERIFY(!w.heatmap(StageId::weights).content().before);
    QVERIFY(w.selection().inspected().has_value()); // Escape only cancelled the drag
    QTest::mouseMove(viewport, from + QPoint(120, 0));
    QTest::mouseRelease(viewport, Qt::LeftButton, {}, from + QPoint(120, 0));
    QCOMPARE(w.value(ParameterId::W_Q), before);
    QCOMPARE(w.document().undoStack().count(), 0);
    w.press_key(Qt::Key_Escape);
    QVERIFY(!w.selection().inspected().has_value());
}

void TestGrid::undoEndsTheDrag() {
    LabWindow& w = window();
    QWidget* viewport = w.grid(ParameterId::W_Q).viewport();
    const QPoint from = w.cell_of(ParameterId::W_Q);
    const double before = w.value(ParameterId::W_Q);
    QTest::mousePress(viewport, Qt::LeftButton, {}, from);
    QTest::mouseMove(viewport, from + QPoint(20, 0));
    QTest::mouseMove(viewport, from + QPoint(80, 0));
    w.press_key(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(w.value(ParameterId::W_Q), before);
    QTest::mouseMove(viewport, from + QPoint(120, 0)); // still pressed, but the drag has been cancelled
    QCOMPARE(w.value(ParameterId::W_Q), before);
    QTest::mouseRelease(viewport, Qt::LeftButton, {}, from + QPoint(120, 0));
    QCOMPARE(w.document().undoStack().count(), 0);
}

void TestGrid::escapeBeforeTheFirstMove() {
    LabWindow& w = window();
    QWidget* viewport = w.grid(ParameterId::W_Q).viewport();
    const QPoint from = w.cell_of(ParameterId::W_Q);
    const double before = w.value(ParameterId::W_Q);
    QTest::mousePress(viewport, Qt::LeftButton, {}, from);
    w.press_key(Qt::Key_Escape);
    for (const int x : {10, 40, 70})
        QTest::mouseMove(viewport, from + QPoint(x, 0));
    QTest::mouseRelease(viewport, Qt::LeftButton, {}, from + QPoint(70, 0));
    QCOMPARE(w.value(ParameterId::W_Q), before);
    QCOMPARE(w.document().undoStack().count(), 0);
}

/// A drag that comes back to its start says nothing: numbers may differ in their last bit all the same, since
/// they are computed again in other parts.
void TestGrid::dragWithoutEffect() {
    LabWindow& w = window();
    w.document().openExample("two-heads");
    QWidget* viewport = w.grid(ParameterId::E).viewport();
    const QPoint from = w.cell_of(ParameterId::E, 4, 0);
    QTest::mousePress(viewport, Qt::LeftButton, {}, from);
    for (const int x : {10, 40, 10}) {
        QTest::mouseMove(viewport, from + QPoint(x, 0));
        QTest::qWait(120); // the line is refreshed now and then
        QCOMPARE(w.status().text().contains("largest change"), x == 40);
    }
    QTest::mouseRelease(viewport, Qt::LeftButton, {}, from + QPoint(10, 0));
    QTest::qWait(120);
    QVERIFY2(!w.status().text().contains("→"), qPrintable(w.status().text()));
    QCOMPARE(w.document().undoStack().count(), 0);
}

/// After Ctrl + the number goes on from where it is.
void TestGrid::zoomDuringTheDrag() {
    LabWindow& w = window();
    QWidget* viewport = w.grid(ParameterId::W_Q).viewport();
    const QPoint from = w.cell_of(ParameterId::W_Q);
    QTest::mousePress(viewport, Qt::LeftButton, {}, from);
    for (const int x : {10, 110})
        QTest::mouseMove(viewport, from + QPoint(x, 0));
    const double dragged = w.value(ParameterId::W_Q);
    for (const int scale : {150, 80}) {
        theme().setScale(scale);
        QTest::mouseMove(viewport, from + QPoint(111, 0));
        QCOMPARE(w.value(ParameterId::W_Q), dragged);
    }
    QTest::mouseMove(viewport, from + QPoint(191, 0));
    QVERIFY(w.value(ParameterId::W_Q) > dragged);
    QTest::mouseRelease(viewport, Qt::LeftButton, {}, from + QPoint(191, 0));
    QCOMPARE(w.document().undoStack().count(), 1);
}

void TestGrid::draggingIsProportional_data() {
    QTest::addColumn<double>("value");
    QTest::addColumn<double>("magnitude");
    QTest::addColumn<double>("step");
    QTest::newRow("ordinary") << 0.5 << 1.0 << 0.02;
    QTest::newRow("power of ten") << 1.0 << 1.0 << 0.02;
    QTest::newRow("negative") << -25.0 << 30.0 << 0.5;
    QTest::newRow("zero among ordinary") << 0.0 << 0.5 << 0.01;
    QTest::newRow("zero alone") << 0.0 << 1.0 << 0.02;
    QTest::newRow("huge") << 3e200 << 3e200 << 5e198;
    QTest::newRow("tiny") << 2e-7 << 2e-7 << 2e-9;
}

void TestGrid::draggingIsProportional() {
    QFETCH(double, value);
    QFETCH(double, magnitude);
    QFETCH(double, step);
    QVERIFY(std::abs(scrubStep(value, magnitude) / step - 1) < 1e-9);
}

/// No more decimals than the numbers have. One that is dragged may have more than the others.
void TestGrid::decimalsAsNeeded() {
    LabDocument& document = window().document();
    const QAbstractItemModel& model = *window().grid(ParameterId::W_Q).model();
    const MatrixPtr before = document.experiment().projection.W_Q;
    for (Index row = 0; row < before->rows(); ++row) {
        for (Index column = 0; column < before->cols(); ++column)
            document.setValue(ParameterId::W_Q, row, column, double(row));
    }
    const auto shown = [&](int row, int column) { return model.index(row, column).data().toString(); };
    QCOMPARE(shown(0, 0) + ' ' + shown(1, 1), QString("0 1"));
    document.setValue(ParameterId::W_Q, 0, 0, 0.5);
    QCOMPARE(shown(0, 0) + ' ' + shown(1, 1), QString("0.5 1.0"));
    document.preview(ParameterId::W_Q, 0, 1, 1.25);
    QCOMPARE(shown(0, 0) + ' ' + shown(0, 1) + ' ' + shown(1, 1), QString("0.5 1.25 1.0"));
    document.commitPreview();
    QCOMPARE(shown(0, 0) + ' ' + shown(0, 1) + ' ' + shown(1, 1), QString("0.50 1.25 1.00"));
    document.setValue(ParameterId::W_Q, 1, 0, 1.0 / 3);
    QCOMPARE(shown(1, 0) + ' ' + shown(1, 1), QString("0.3333 1.0000"));
}

void TestGrid::typedNumbers_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<double>("expected");
    QTest::newRow("point") << "0.5" << 0.5;
    QTest::newRow("comma") << "0,5" << 0.5;
    QTest::newRow("exponent") << "1e-3" << 0.001;
    QTest::newRow("minus sign") << "−2" << -2.0;
    QTest::newRow("all digits") << "0.12345678901234567" << 0.12345678901234567;
    QTest::newRow("spaces") << " 3 " << 3.0;
}

void TestGrid::typedNumbers() {
    QFETCH(QString, text);
    QFETCH(double, expected);
    QLocale::setDefault(QLocale(QLocale::German));
    LabWindow& w = window();
    MatrixGrid& grid = w.grid(ParameterId::W_Q);
    QLineEdit* editor = editorOfFirst();
    QVERIFY(editor);
    QCOMPARE(editor->text(), QStringLiteral("-0.0271")); // with all digits, in the form that can be typed
    type_letters(*editor, text);
    QTest::keyClick(editor, Qt::Key_Return);
    QTRY_COMPARE(w.value(ParameterId::W_Q), expected);
    QCOMPARE(w.document().undoStack().count(), 1);
    QTRY_VERIFY(!grid.viewport()->findChild<QLineEdit*>());
    // Opening and closing the editor does not change the number.
    QTest::keyClick(&grid, Qt::Key_Return);
    QTRY_VERIFY(grid.viewport()->findChild<QLineEdit*>());
    QTest::keyClick(grid.viewport()->findChild<QLineEdit*>(), Qt::Key_Return);
    QTRY_VERIFY(!grid.viewport()->findChild<QLineEdit*>());
    QCOMPARE(w.value(ParameterId::W_Q), expected);
    QCOMPARE(w.document().undoStack().count(), 1);
}

/// In a cell and in a field of a size.
void TestGrid::arithmetic() {
    LabWindow& w = window();
    QLineEdit* editor = editorOfFirst();
    QVERIFY(editor);
    QTest::keyClick(editor, Qt::Key_Delete);
    type_letters(*editor, "sqrt(2)/3");
    QTest::keyClick(editor, Qt::Key_Return);
    QCOMPARE(w.value(ParameterId::W_Q), std::sqrt(2.0) / 3);
    QCOMPARE(w.document().undoStack().count(), 1);
    type_size(w, Size::d_v, "2*2");
    QCOMPARE(size_of(w.document().experiment(), Size::d_v), Index{4});
    type_size(w, Size::d_v, "2*/2");
    QCOMPARE(w.status().text(),
             QStringLiteral("“2*/2” can’t be computed: character 3: \"/\", expected a number; unchanged"));
    QCOMPARE(size_of(w.document().experiment(), Size::d_v), Index{4});
}

void TestGrid::refusedNumbers_data() {
    QTest::addColumn<QString>("text");
    for (const char* text : {"abc", "", "nan", "inf", "1e999", "1,234", "1.2.3", "1 2", "0x10"})
        QTest::newRow(*text ? text : "empty") << text;
}

void TestGrid::refusedNumbers() {
    QFETCH(QString, text);
    LabWindow& w = window();
    MatrixGrid& grid = w.grid(ParameterId::W_Q);
    QLineEdit* editor = editorOfFirst();
    QVERIFY(editor);
    QTest::keyClick(editor, Qt::Key_Delete);
    type_letters(*editor, text);
    QTest::keyClick(editor, Qt::Key_Return);
    QTest::qWait(10); // editors close asynchronously
    QCOMPARE(grid.viewport()->findChild<QLineEdit*>(), editor);
    QVERIFY(editor->isVisible());
    QCOMPARE(editor->text(), text);
    QCOMPARE(w.value(ParameterId::W_Q), -0.0271);
    const QString reason = numberProblem(text);
    QVERIFY(!reason.isEmpty());
    QCOMPARE(w.status().text(), reason);
    const auto labels = w.parameters().section(ParameterId::W_Q)->findChildren<QLabel*>();
    QVERIFY(std::ranges::any_of(
        labels, [&](const QLabel* label) { return label->isVisible() && label->text() == reason; }));
    // It can be corrected or cancelled.
    QTest::keyClick(editor, Qt::Key_Escape);
    QCOMPARE(w.value(ParameterId::W_Q), -0.0271);
    QCOMPARE(w.document().undoStack().count(), 0);
}

// A typed number that has not been entered counts as an edit, so closing asks.
void TestGrid::closingWhileTyping() {
    LabWindow& w = window();
    QLineEdit* editor = editorOfFirst();
    QVERIFY(editor);
    type_letters(*editor, "3");
    w.close();
    QVERIFY(w.isVisible());
    QCOMPARE(w.value(ParameterId::W_Q), 3.0);
    QVERIFY(w.document().isModified());
}

/// A click on a column's heading chooses the column; the first digit typed then counts too.
void TestGrid::typingAfterTheHeading() {
    LabWindow& w = window();
    MatrixGrid& grid = w.grid(ParameterId::W_Q);
    QWidget* heading = grid.horizontalHeader()->viewport();
    QTest::mouseClick(heading, Qt::LeftButton, {},
                      {grid.columnViewportPosition(1) + 4, heading->height() / 2});
    for (const auto key : {Qt::Key_4, Qt::Key_5, Qt::Key_6, Qt::Key_7, Qt::Key_Return})
        w.press_key(key);
    QCOMPARE(w.value(ParameterId::W_Q, 0, 1), 4567.0);
}

/// Keys that come before Enter has had its effect: the editor closes once.
void TestGrid::enterThenZoom() {
    LabWindow& w = window();
    QLineEdit* editor = editorOfFirst();
    QVERIFY(editor);
    type_letters(*editor, "3");
    QTest::keyClick(editor, Qt::Key_Return);
    for (int i = 0; i < 6; ++i)
        w.press_key(Qt::Key_Plus, Qt::ControlModifier);
    QTest::qWait(50);
    QCOMPARE(w.value(ParameterId::W_Q), 3.0);
    QVERIFY(!w.grid(ParameterId::W_Q).viewport()->findChild<QLineEdit*>());
}

void TestGrid::focusChoosesNothing_data() {
    QTest::addColumn<QString>("first");
    QTest::addColumn<QString>("second");
    QTest::newRow("weights, then vectors alone") << "journey-naive-softmax"
                                                 << "numeric-decoder";
    QTest::newRow("as many numbers") << "numeric-encoder"
                                     << "numeric-decoder";
    QTest::newRow("given queries, then weights") << "numeric-encoder"
                                                 << "journey-self-attention-v1";
    QTest::newRow("weights, then given queries") << "journey-self-attention-v1"
                                                 << "numeric-encoder";
}

/// Where the grid with the focus is hidden, the focus goes to another one, and no number is inspected by
/// that.
void TestGrid::focusChoosesNothing() {
    QFETCH(QString, first);
    QFETCH(QString, second);
    LabWindow& w = window();
    for (const ParameterInfo& each : all_parameters()) {
        w.document().openExample(first);
        ParameterSection* section = w.parameters().section(each.id);
        if (!section)
            continue;
        section->setFolded(false);
        if (!w.grid(each.id).isVisible())
            continue;
        w.grid(each.id).setFocus();
        QVERIFY(w.grid(each.id).hasFocus());
        QVERIFY(!w.selection().isInspecting());
        w.document().openExample(second);
        QVERIFY(!w.selection().isInspecting());
    }
}

void TestGrid::onlyWhatChangedIsPainted_data() {
    QTest::addColumn<ParameterId>("id");
    QTest::addColumn<double>("value");
    QTest::addColumn<bool>("all");
    QTest::newRow("an embedding") << ParameterId::E << 0.01 << false;
    QTest::newRow("a weight") << ParameterId::W_Q << 0.01 << false;
    QTest::newRow("the largest embedding moves the colours") << ParameterId::E << 50.0 << true;
    QTest::newRow("the largest weight moves the colours") << ParameterId::W_Q << -50.0 << true;
}

void TestGrid::onlyWhatChangedIsPainted() {
    QFETCH(ParameterId, id);
    QFETCH(double, value);
    QFETCH(bool, all);
    LabWindow& w = window();
    w.document().setValue(id, 0, 0, 9); // remains the largest
    const MatrixModel& model = w.parameters().section(id)->model();
    const QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    const QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    w.document().setValue(id, 1, 0, value);
    QCOMPARE(reset.count(), 0);
    QCOMPARE(changed.count(), 1);
    const auto first = changed[0][0].toModelIndex();
    const auto last = changed[0][1].toModelIndex();
    QCOMPARE(first, all ? model.index(0, 0) : model.index(1, 0));
    QCOMPARE(last, all ? model.index(model.rowCount() - 1, model.columnCount() - 1) : model.index(1, 0));
    QCOMPARE(model.valueOf(model.index(1, 0)), value);
    QCOMPARE(model.magnitude(), std::max(9.0, std::abs(value)));
    // After undo, the old maximum applies again.
    w.document().undo();
    QCOMPARE(model.magnitude(), 9.0);
    QCOMPARE(model.valueOf(model.index(1, 0)), w.value(id, 1, 0));
}

LAB_WINDOW_TEST(TestGrid)
#include "tst_grid.moc"
