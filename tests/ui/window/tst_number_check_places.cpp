// SPDX-License-Identifier: GPL-3.0-or-later
//
// What numbers are and where they stand, when which matrix is not known, or in another head; the way there.
#include "core/io/data_file.h"
#include "core/io/file.h"
#include "tests/support/menu_click.h"
#include "tests/support/printed_matrices.h"
#include "tests/support/test_program.h"
#include "tests/ui/window/check_by_hand.h"
#include "ui/document/edits/snapshot_edits.h"
#include "ui/pages/compare/compare_page.h"
#include "ui/pages/matrix_card.h"
#include "ui/plots/shared/stage_texts.h"
#include "ui/window/page_stack.h"

#include <QScrollBar>

using namespace lab;
using namespace lab::test;

using S = StageId;

class TestNumberCheckPlaces : public CheckTest {
    Q_OBJECT

private slots:
    void chosenByGoing();
    void whatIsThis_data();
    void whatIsThis();
    void inSight_data();
    void inSight();
    void nearlyThis_data();
    void nearlyThis();
    void oneNumber();
    void otherHead();
    void fromCompare();
    void dropped_data();
    void dropped();
    void droppedOnCard();
};

/// Once it is known what the numbers are, going there asks for that matrix.
void TestNumberCheckPlaces::chosenByGoing() {
    window().document().openExample("sky-is-blue");
    QTest::keyClick(&window(), Qt::Key_F4);
    pasteText(QString::fromStdString(printed_numpy(numbers(S::weights))));
    QTRY_VERIFY2(!panel()->places().empty(), qPrintable(said()));
    QVERIFY(!panel()->asked());
    QVERIFY(LabWindow::press(panel()->places().front()));
    QVERIFY(panel()->asked() && panel()->asked()->stage == S::weights);
    QCOMPARE(panel()->stages().currentText(), stageTitle(S::weights));
    QTRY_VERIFY2(cellText(0, 0).contains("✓"), qPrintable(cellText(0, 0)));
}

void TestNumberCheckPlaces::whatIsThis_data() {
    QTest::addColumn<StageId>("stage");
    QTest::addColumn<int>("head");
    QTest::addColumn<double>("factor");
    QTest::addColumn<QString>("says");
    QTest::newRow("scaled scores of a head")
        << S::scaled_scores << 1 << 1.0 << "✓ These are the scaled scores of head 2.";
    QTest::newRow("output") << S::output << 0 << 1.0 << "✓ These are the outputs.";
    QTest::newRow("sign")
        << S::output << 0 << -1.0
        << "✗ These are the outputs, but for a mistake. The sign is turned: multiply by −1.";
    QTest::newRow("nothing") << S::output << 0 << 1.37 << "✗ No stage of this document has these numbers";
}

/// Which stage it is need not be said.
void TestNumberCheckPlaces::whatIsThis() {
    QFETCH(StageId, stage);
    QFETCH(int, head);
    QFETCH(double, factor);
    QFETCH(QString, says);
    Experiment e = example("two-heads");
    e.notation = Notation::rows;
    window().document().replace(e, {});
    QTest::keyClick(&window(), Qt::Key_F4);
    QCOMPARE(panel()->stages().currentText(), QString("I don’t know"));
    pasteText(QString::fromStdString(printed_numpy(factor * numbers(stage, head))));
    QTRY_VERIFY2(said().startsWith(says), qPrintable(said()));
    if (factor == 1.37)
        return;
    QVERIFY(framed() == stage);
    QVERIFY(LabWindow::press(panel()->places().front()));
    QCOMPARE(window().selection().head(), static_cast<HeadIndex>(head));
    QTRY_VERIFY(window().heatmap(stage).hasFocus());
    // Once a stage is named, the cells that differ are shown.
    choose(panel()->stages(), stageTitle(S::scores));
    if (stage == S::scaled_scores)
        QTRY_VERIFY2(said().contains("not the scores"), qPrintable(said()));
    else
        QTRY_VERIFY2(said().contains("These are the outputs, not the scores."), qPrintable(said()));
}

void TestNumberCheckPlaces::inSight_data() {
    QTest::addColumn<QSize>("size");
    QTest::newRow("1024 x 700") << QSize(1024, 700);
    QTest::newRow("1280 x 800") << QSize(1280, 800);
}

/// The matrix that is checked can be read beside the panel, whichever it is.
void TestNumberCheckPlaces::inSight() {
    QFETCH(QSize, size);
    LabWindow& w = openWindow(size, 100);
    w.document().openExample("journey-trainable");
    QCoreApplication::processEvents();
    const QSizeF before = w.heatmap(S::weights).cellRect({0, 0}).size();
    const auto isInSight = [&](StageId stage, StoredCell cell) {
        const MatrixHeatmap& heatmap = w.heatmap(stage);
        const QRect place = heatmap.cellRect(cell).toRect();
        const QRect inPage(heatmap.mapTo(w.board().viewport(), place.topLeft()), place.size());
        const QRect inWindow(heatmap.mapTo(&w, place.topLeft()), place.size());
        return !w.board().card(stage)->isThumbnail() && w.board().viewport()->rect().contains(inPage) &&
               !inWindow.intersects(QRect(panel()->mapTo(&w, QPoint()), panel()->size()));
    };
    const auto isWhole = [&](StageId stage) {
        const Matrix& all = *w.heatmap(stage).content().matrix;
        return isInSight(stage, {0, 0}) && isInSight(stage, {all.rows() - 1, all.cols() - 1});
    };
    open(S::weights, 0);
    QTRY_VERIFY(isWhole(S::weights));
    QCOMPARE(w.heatmap(S::weights).cellRect({0, 0}).size(), before); // with its numbers
    QCOMPARE(grid().horizontalScrollBar()->maximum(), 0);            // all six columns
    choose(panel()->stages(), stageTitle(S::scores));
    QTRY_VERIFY(isWhole(S::scores));
    w.board().verticalScrollBar()->setValue(w.board().verticalScrollBar()->maximum());
    pasteText(QString::fromStdString(printed_numpy(numbers(S::scaled_scores))));
    QTRY_VERIFY(isWhole(S::scores));
    QTRY_VERIFY2(!panel()->places().empty(), qPrintable(said()));
    QVERIFY(LabWindow::press(panel()->places().front()));
    QTRY_VERIFY(isWhole(S::scaled_scores));
    choose(panel()->stages(), stageTitle(S::output));
    QTRY_VERIFY(isWhole(S::output));
}

void TestNumberCheckPlaces::nearlyThis_data() {
    QTest::addColumn<StageId>("stage");
    QTest::addColumn<double>("factor");
    QTest::addColumn<QString>("says");
    QTest::newRow("stage") << S::output << 1.0 << ": outputs; look at";
    QTest::newRow("stage of a head") << S::scaled_scores << 1.0 << ": scaled scores of head 2; look at";
    QTest::newRow("mistake")
        << S::output << -1.0
        << ". These are the outputs, but for a mistake. The sign is turned: multiply by −1. Look at";
}

/// With one typo it is still found, and the typo is shown.
void TestNumberCheckPlaces::nearlyThis() {
    QFETCH(StageId, stage);
    QFETCH(double, factor);
    QFETCH(QString, says);
    Experiment e = example("two-heads");
    e.notation = Notation::rows;
    window().document().replace(e, {});
    QTest::keyClick(&window(), Qt::Key_F4);
    Matrix given = factor * numbers(stage, stage == S::output ? 0 : 1);
    given(1, 2) += 0.25;
    pasteText(QString::fromStdString(printed_numpy(given)));
    const auto cells = static_cast<int>(given.size());
    QTRY_VERIFY2(said().startsWith(
                     QStringLiteral("✗ %1 of %2 fit this%3 row 2 (“").arg(cells - 1).arg(cells).arg(says)),
                 qPrintable(said()));
    QVERIFY2(said().contains(factor == 1 ? ", and should be " : ", and with this mistake it would be "),
             qPrintable(said()));
    QVERIFY2(spokenCell(1, 2).contains("look here"), qPrintable(spokenCell(1, 2)));
    QVERIFY(framed() == stage);
    QVERIFY(LabWindow::press(panel()->places().front()));
    QTRY_VERIFY(window().heatmap(stage).hasFocus());
}

/// A single number is looked for, and a click goes to its cell.
void TestNumberCheckPlaces::oneNumber() {
    window().document().openExample("sky-is-blue");
    QTest::keyClick(&window(), Qt::Key_F4);
    const double number = numbers(S::head_outputs)(2, 1);
    pasteText(QString::number(number, 'f', 6));
    QTRY_VERIFY2(!panel()->places().empty(), qPrintable(said()));
    const QString text = panel()->places().front()->text();
    QVERIFY2(text.contains("is feature 2 of the head output of “blue”"), qPrintable(text));
    QVERIFY(LabWindow::press(panel()->places().front()));
    QVERIFY(window().selection().inspected() == CellRef({S::head_outputs, 0, 2, 1}));
    QTRY_VERIFY(window().heatmap(S::head_outputs).hasFocus());
    // Typed into the table of a stage, it is compared with its cell as well.
    choose(panel()->stages(), stageTitle(S::head_outputs));
    press("Clear");
    typeInto(0, 0, QString::number(number, 'f', 6));
    QTRY_VERIFY2(cellText(0, 0).contains("✗"), qPrintable(cellText(0, 0)));
    QVERIFY2(said().contains("1 of 6 cells is filled in, and it does not agree"), qPrintable(said()));
    QVERIFY(!panel()->places().empty());
    press("Clear");
    typeInto(0, 0, "98765.4");
    QTRY_VERIFY2(said().contains("No stage of this document has the number 98765.4"), qPrintable(said()));
}

void TestNumberCheckPlaces::otherHead() {
    Experiment e = example("two-heads");
    e.notation = Notation::rows;
    window().document().replace(e, {});
    open(S::scores, 0);
    QVERIFY(panel()->heads().isVisible());
    pasteText(QString::fromStdString(printed_list(numbers(S::scores, 1))));
    QTRY_COMPARE(said().section('\n', 0, 0), QString("✗ This is head 2, not head 1."));
    QVERIFY(framed() == S::scores);
    QVERIFY(LabWindow::press(panel()->places().front()));
    QCOMPARE(window().selection().head(), HeadIndex(1));
    choose(panel()->heads(), "Head 2");
    QTRY_VERIFY2(said().startsWith("✓ Right"), qPrintable(said()));
    QVERIFY(!framed());
    // A stage without heads has no choice of one.
    choose(panel()->stages(), stageTitle(S::output));
    QVERIFY(!panel()->heads().isVisible());
    QTest::keyClick(&grid(), Qt::Key_Escape);
    QVERIFY(!panel());
}

void TestNumberCheckPlaces::fromCompare() {
    LabWindow& w = window();
    w.document().openExample("sky-is-blue");
    takeSnapshot(w.document());
    ComparePage& page = w.pages().open<ComparePage>();
    QTRY_VERIFY(!page.cards().empty());
    MatrixCard* card = page.cards()[1];
    QContextMenuEvent asks(QContextMenuEvent::Mouse, {5, 5}, card->mapToGlobal(QPoint(5, 5)));
    QApplication::sendEvent(card, &asks);
    clickInMenu(page, "Check my numbers…");
    activate();
    QVERIFY(panel() && panel()->isVisible());
    QCOMPARE(panel()->stages().currentText(), stageTitle(S::weights));
    pasteText(QString::fromStdString(printed_tsv(numbers(S::scores))));
    QTRY_VERIFY2(said().startsWith("✗ These are the scores"), qPrintable(said()));
    QVERIFY(LabWindow::press(panel()->places().front()));
    QCOMPARE(&w.pages().page(), &w.board());
    QTRY_VERIFY(w.heatmap(S::scores).hasFocus());
}

void TestNumberCheckPlaces::dropped_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("says");
    QTest::newRow("npy") << "column-vectors-with-biases-weights-right.npy"
                         << "✓ Right";
    QTest::newRow("csv") << "column-vectors-with-biases-scaled_scores-wrong.csv"
                         << "✗ ";
    QTest::newRow("npz of the document") << "all.npz"
                                         << "✓ Right";
    QTest::newRow("npz of other names") << "other.npz"
                                        << "This file cannot be read as numbers: ";
    QTest::newRow("not npy") << "false.npy"
                             << "This file cannot be read as numbers: ";
}

/// Files have tokens as rows, and so has the document here.
void TestNumberCheckPlaces::dropped() {
    QFETCH(QString, name);
    QFETCH(QString, says);
    Experiment e = example("column-vectors-with-biases");
    e.notation = Notation::rows;
    window().document().replace(e, {});
    open(S::weights, 0);
    QString file = QStringLiteral(LAB_TEST_DATA) + "/check/" + name;
    if (name == "all.npz") {
        std::string bytes;
        all_data(e).value().write([&](std::string_view part) {
            bytes += part;
            return true;
        });
        QVERIFY(!write_file(path(name).toStdString(), bytes));
        file = path(name);
    } else if (name == "other.npz") {
        file = QStringLiteral(LAB_TEST_DATA) + "/import/own-names.npz";
    } else if (name == "false.npy") {
        QVERIFY(!write_file(path(name).toStdString(), "print('executed')"));
        file = path(name);
    }
    QVERIFY(drop_file(&grid(), file));
    QTRY_VERIFY2(said().startsWith(says), qPrintable(said()));
    QVERIFY(!window().document().isModified());
}

/// On the card of a stage, a file is compared with it.
void TestNumberCheckPlaces::droppedOnCard() {
    Experiment e = example("column-vectors-with-biases");
    e.notation = Notation::rows;
    window().document().replace(e, {});
    window().board().reveal(S::weights);
    QVERIFY(drop_file(&window().heatmap(S::weights),
                      QStringLiteral(LAB_TEST_DATA) + "/check/column-vectors-with-biases-weights-right.npy"));
    QVERIFY(panel());
    QTRY_VERIFY2(said().startsWith("✓ Right"), qPrintable(said()));
}

LAB_WINDOW_TEST(TestNumberCheckPlaces)
#include "tst_number_check_places.moc"
