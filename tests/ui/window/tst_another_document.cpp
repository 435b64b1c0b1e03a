// SPDX-License-Identifier: GPL-3.0-or-later
//
// What was open or inspected when another document is opened.
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "ui/figures/figure_dialog.h"
#include "ui/window/menu/actions.h"
#include "ui/window/status_line.h"

#include <QMenu>

using namespace lab;
using namespace lab::test;

class TestAnotherDocument : public WindowTest {
    Q_OBJECT

private slots:
    void menuCloses();
    void figureDialogCloses();
    void nothingStaysInspected();
    void nothingStaysPointedAt_data();
    void nothingStaysPointedAt();
    void itsBeginningIsInSight();
};

/// A document may be opened while a menu of the previous one is open. The menu then closes, because its
/// entries no longer apply.
void TestAnotherDocument::menuCloses() {
    window().document().openExample("journey-naive-softmax");
    QCoreApplication::processEvents();
    QAbstractButton* padding = LabWindow::button(window(), "Padding");
    QVERIFY(padding);
    QTest::mouseClick(padding, Qt::LeftButton);
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    QVERIFY(menu && menu->actions().size() > 3);
    LabDocument shorter;
    shorter.setText("short");
    window().document().replace(shorter.experiment(), {});
    QVERIFY(!QApplication::activePopupWidget());
}

/// The same for the figure dialog: its head may no longer exist.
void TestAnotherDocument::figureDialogCloses() {
    window().document().openExample("two-heads");
    window().selection().setHead(1);
    window().actions()[ActionId::export_figure].trigger();
    QVERIFY(qobject_cast<FigureDialog*>(QApplication::activeModalWidget()));
    LabDocument shorter;
    shorter.setText("short");
    window().document().replace(shorter.experiment(), {});
    QVERIFY(!QApplication::activeModalWidget());
}

/// Neither the second head nor the inspected number exists in the new document.
void TestAnotherDocument::nothingStaysInspected() {
    window().document().openExample("two-heads");
    window().selection().setHead(1);
    window().selection().inspect(ParameterCell{ParameterId::W_O, 0, 0});
    connect(&window().selection(), &Selection::headChanged, this,
            [this] { QVERIFY(!window().selection().inspectedParameter()); });
    window().document().openExample("journey-naive-softmax");
    QCOMPARE(window().selection().head(), HeadIndex(0));
    QVERIFY(!window().selection().inspectedParameter());
}

void TestAnotherDocument::nothingStaysPointedAt_data() {
    QTest::addColumn<bool>("inspected");
    QTest::newRow("pointed at") << false;
    QTest::newRow("inspected as well") << true;
}

/// The pointer rests where a cell was; that cell exists in the other document, too, but is not pointed at.
void TestAnotherDocument::nothingStaysPointedAt() {
    QFETCH(bool, inspected);
    LabWindow& w = window();
    w.document().openExample("sky-is-blue");
    const MatrixHeatmap& heatmap = w.heatmap(StageId::weights);
    const QPointF at = heatmap.cellRect({1, 1}).center();
    QMouseEvent move(QEvent::MouseMove, at, heatmap.mapToGlobal(at), Qt::NoButton, Qt::NoButton, {});
    QApplication::sendEvent(&w.heatmap(StageId::weights), &move);
    if (inspected)
        w.click(StageId::weights, {1, 1});
    const Selection& selection = w.selection();
    QVERIFY(selection.hovered() && selection.isInspecting() == inspected);
    QVERIFY(!selection.linked().operands.empty());
    QVERIFY2(w.status().text().startsWith("Attention weights"), qPrintable(w.status().text()));
    w.document().openExample("journey-naive-softmax");
    QVERIFY(!selection.hovered() && !selection.inspected() && selection.linked() == Linked());
    QVERIFY2(w.status().text().startsWith("d"), qPrintable(w.status().text()));
}

/// The sentence of another document is shown from its beginning; undone typing leaves the caret at the end.
void TestAnotherDocument::itsBeginningIsInSight() {
    openWindow({1024, 700}).document().openExample("two-heads-about-it");
    const QLineEdit& line = window().sentence().line();
    QCOMPARE(line.cursorPosition(), 0);
    window().type_sentence("one two three");
    window().document().undo();
    QVERIFY(line.text().startsWith("the animal"));
    QCOMPARE(line.cursorPosition(), line.text().size());
}

LAB_WINDOW_TEST(TestAnotherDocument)
#include "tst_another_document.moc"
