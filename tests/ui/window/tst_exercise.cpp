// SPDX-License-Identifier: GPL-3.0-or-later
//
// An exercise, from the card's menu to the last right number, with mouse and keyboard.
#include "core/covered.h"
#include "core/number_format.h"
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "ui/pages/explore/override_editor.h"
#include "ui/window/strips/exercise_strip.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QPushButton>

using namespace lab;
using namespace lab::test;

class TestExercise : public WindowTest {
    Q_OBJECT

private slots:
    void typed();
    void pasted_data();
    void pasted();
    void hints();
    void shown();
    void newNumbers();
    void left();
    void given();
    void notOverridden();

private:
    ExerciseStrip& strip() { return *window().findChild<ExerciseStrip*>(); }
    QString said() { return strip().text(); }
    double number(Index row, Index column) {
        return *window().document().numberUnder({StageId::weights, 0, row, column});
    }
    static QString text(double number, int decimals) {
        return QString::fromStdString(display(number, decimals));
    }
    bool isCovered(Index row, Index column) {
        return is_covered((*window().heatmap(StageId::weights).content().matrix)(row, column));
    }
    void press(const QString& button) {
        for (auto* each : strip().findChildren<QPushButton*>()) {
            if (each->text() == button)
                QTest::mouseClick(each, Qt::LeftButton);
        }
    }
    void type(const QString& answer) {
        QVERIFY(strip().field().hasFocus());
        type_letters(strip().field(), answer);
        QTest::keyClick(&strip().field(), Qt::Key_Return);
    }
    /// By the menu of the card.
    void askForRow(Index row);
};

void TestExercise::askForRow(Index row) {
    StageCard* card = window().board().card(StageId::weights);
    MatrixHeatmap& heatmap = card->heatmap();
    const QPoint at = heatmap.cellRect({row, 0}).center().toPoint();
    QContextMenuEvent asks(QContextMenuEvent::Mouse, heatmap.mapTo(card, at), heatmap.mapToGlobal(at));
    QApplication::sendEvent(card, &asks);
    QMenu* menu = nullptr;
    for (QMenu* each : card->findChildren<QMenu*>()) {
        if (each->isVisible())
            menu = each;
    }
    QVERIFY(menu);
    QAction* entry = nullptr;
    for (QAction* each : menu->actions()) {
        if (each->menu() && each->text() == "Ask me")
            entry = each;
    }
    QVERIFY(entry);
    QStringList offered;
    for (const QAction* each : entry->menu()->actions())
        offered += each->text();
    QCOMPARE(offered, QStringList({"This cell", "This row", "The whole stage"}));
    QAction* chosen = entry->menu()->actions()[1];
    menu->close();
    window().activateWindow(); // some platforms leave it to the menu that was open
    QTRY_VERIFY(window().isActiveWindow());
    chosen->trigger();
    QCoreApplication::processEvents();
    QVERIFY(strip().isVisible());
}

void TestExercise::typed() {
    window();
    askForRow(1);
    const auto count = static_cast<Index>(strip().exercise().left().size());
    QCOMPARE(count, dimensions(window().document().experiment()).n_k);
    for (Index key = 0; key < count; ++key)
        QVERIFY(isCovered(1, key) && !isCovered(0, key));
    type(text(number(1, 0) + 0.3, 2));
    QVERIFY2(said().contains("is not right"), qPrintable(said()));
    QVERIFY(isCovered(1, 0));
    strip().field().clear();
    type("nonsense");
    QVERIFY2(said().contains("is not a number"), qPrintable(said()));
    strip().field().clear();
    // Tab goes to the next cell, and from the last one on.
    QTest::keyClick(&strip().field(), Qt::Key_Tab);
    QCOMPARE(strip().exercise().current()->column, Index(1));
    QTest::keyClick(&strip().field(), Qt::Key_Backtab);
    QCOMPARE(strip().exercise().current()->column, Index(0));
    for (Index key = 0; key < count; ++key) {
        type(text(number(1, key), key == 0 ? 2 : 4));
        QVERIFY2(said().startsWith("✓"), qPrintable(said()));
        QVERIFY(!isCovered(1, key));
    }
    QVERIFY2(said().contains(QStringLiteral("%1 of %1 answered").arg(count)), qPrintable(said()));
    QVERIFY(!window().document().isModified());
    press("Done");
    QVERIFY(!strip().isVisible());
}

void TestExercise::pasted_data() {
    QTest::addColumn<bool>("columns");
    QTest::newRow("rows") << false;
    QTest::newRow("columns") << true;
}

void TestExercise::pasted() {
    QFETCH(bool, columns);
    LabWindow& w = window();
    Experiment e = w.document().experiment();
    e.notation = columns ? Notation::columns : Notation::rows;
    w.document().replace(e, {});
    const Dimensions d = dimensions(e);
    Matrix shown(d.n_q, d.n_k);
    for (Index row = 0; row < d.n_q; ++row) {
        for (Index column = 0; column < d.n_k; ++column)
            shown(row, column) = number(row, column);
    }
    ask(w.document(), StageId::weights, 0, {0, 0, d.n_q, d.n_k});
    if (columns)
        shown.transposeInPlace();
    QStringList lines;
    for (Index row = 0; row < shown.rows(); ++row) {
        QStringList line;
        for (Index column = 0; column < shown.cols(); ++column)
            line += QString::number(shown(row, column) + (row == 0 && column == 1 ? 0.2 : 0), 'f', 3);
        lines += line.join('\t');
    }
    QGuiApplication::clipboard()->setText(lines.join('\n'));
    QTest::keyClick(&strip().field(), Qt::Key_V, Qt::ControlModifier);
    QVERIFY2(said().contains("1 not right"), qPrintable(said()));
    QCOMPARE(strip().exercise().left().size(), std::size_t(1));
    QCOMPARE(strip().exercise().current()->column, Index(columns ? 0 : 1));
}

void TestExercise::hints() {
    window();
    askForRow(0);
    press("Hint");
    QVERIFY2(said().contains("A_") || said().contains("e"), qPrintable(said()));
    QVERIFY(!window().selection().inspected());
    press("Hint");
    QVERIFY2(said().contains("framed"), qPrintable(said()));
    QVERIFY(window().selection().inspected() == strip().exercise().current());
    press("Hint");
    QVERIFY2(said().contains("first"), qPrintable(said()));
    QCOMPARE(strip().exercise().hintsLeft(), 0);
    QVERIFY(isCovered(0, 0));
    for (int decimals = 4; decimals < 8; ++decimals)
        QVERIFY2(!said().contains(text(number(0, 0), decimals)), qPrintable(said()));
}

void TestExercise::shown() {
    window();
    askForRow(0);
    press("Show");
    QVERIFY(!isCovered(0, 0));
    QVERIFY2(said().contains("0 of"), qPrintable(said()));
}

void TestExercise::newNumbers() {
    LabDocument& document = window().document();
    askForRow(0);
    type(text(number(0, 0), 3));
    QVERIFY(!isCovered(0, 0));
    const double before = number(0, 0);
    QCOMPARE(strip().exercise().newNumbers(17), QString());
    const double first = number(0, 0);
    QVERIFY(first != before && isCovered(0, 0));
    QCOMPARE(strip().exercise().right(), 0);
    QCOMPARE(strip().exercise().newNumbers(18), QString());
    QVERIFY(number(0, 0) != first);
    QCOMPARE(strip().exercise().newNumbers(17), QString());
    QCOMPARE(number(0, 0), first); // from the seed alone
    document.undo();
    document.undo();
    document.undo();
    QCOMPARE(number(0, 0), before);
    QVERIFY(isCovered(0, 0) && !document.isModified());
}

/// Escape leaves an exercise, but first what is inspected.
void TestExercise::left() {
    LabWindow& w = window();
    w.selection().clearInspected();
    askForRow(0);
    w.click(StageId::weights, {0, 1});
    QCOMPARE(strip().exercise().current()->column, Index(1));
    QTest::keyClick(&w, Qt::Key_Escape);
    QVERIFY(!w.selection().isInspecting() && strip().isVisible());
    QTest::keyClick(&w, Qt::Key_Escape);
    QVERIFY(!strip().isVisible() && !isCovered(0, 0));
    // An edit that leaves no such cells ends it.
    askForRow(2);
    w.document().setText("one two");
    QVERIFY(!strip().isVisible() && !w.selection().asked());
}

/// Numbers that are given are not asked for.
void TestExercise::given() {
    LabDocument& document = window().document();
    Experiment e = document.experiment();
    e.embedding.position.kind = PositionKind::none;
    document.replace(e, {});
    QVERIFY(!whyNotAsked(document, StageId::inputs).isEmpty());
    QVERIFY(whyNotAsked(document, StageId::scores).isEmpty());
}

/// A covered cell has no field that would show its number.
void TestExercise::notOverridden() {
    LabWindow& w = window();
    askForRow(0);
    MatrixHeatmap& heatmap = w.heatmap(StageId::weights);
    QTest::mouseDClick(&heatmap, Qt::LeftButton, {}, heatmap.cellRect({0, 0}).center().toPoint());
    QVERIFY(!w.board().card(StageId::weights)->overrideEditor().editor());
    OverrideEditor& editor = w.board().card(StageId::weights)->overrideEditor();
    editor.edit({0, 0});
    QVERIFY(!editor.editor());
    editor.edit({1, 0});
    QVERIFY(editor.editor());
}

LAB_WINDOW_TEST(TestExercise)
#include "tst_exercise.moc"
