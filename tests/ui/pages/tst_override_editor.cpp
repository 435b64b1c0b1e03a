// SPDX-License-Identifier: GPL-3.0-or-later
//
// Overriding computed cells in the window: typed, dragged, listed and removed.
#include "core/experiment/is_same.h"
#include "core/experiment/overrides.h"
#include "tests/support/document_files.h"
#include "tests/support/lab_window.h"
#include "tests/support/shown_table.h"
#include "tests/support/test_program.h"
#include "tests/ui/pages/cards_by_hand.h"
#include "ui/document/edits/override_edits.h"
#include "ui/pages/explore/override_editor.h"
#include "ui/panels/parameters/overrides_list.h"
#include "ui/selection/selection.h"
#include "ui/window/status_line.h"

#include <QListWidget>
#include <QMenu>

#include <limits>

using namespace lab;
using namespace lab::test;

class TestOverrideEditor : public WindowTest {
    Q_OBJECT

private slots:
    void typed_data();
    void typed();
    void refused_data();
    void refused();
    void escapeAndLookingFixNothing();
    void noTextFrees();
    void dragged();
    void draggedAndTakenBack();
    void steps();
    void byKeys();
    void theMenu();
    void theList();
    void sumsAreTold();
    void savedWhileTyping();
    void otherTokensCloseIt();
    void otherTokensEndTheDrag();
    void inColumns();
    void travels();

private:
    QPoint at(StageId id, Index row, Index column) {
        return window().heatmap(id).cellRect({row, column}).center().toPoint();
    }
    QLineEdit* editor(StageId id) { return window().board().card(id)->overrideEditor().editor(); }
    void doubleClick(StageId id, Index row, Index column) {
        QTest::mouseClick(&window().heatmap(id), Qt::LeftButton, {}, at(id, row, column));
        QTest::mouseDClick(&window().heatmap(id), Qt::LeftButton, {}, at(id, row, column));
        QTest::mouseRelease(&window().heatmap(id), Qt::LeftButton, {}, at(id, row, column));
    }
    void fix(StageId id, Index row, Index column, const QString& text) {
        doubleClick(id, row, column);
        editor(id)->selectAll();
        editor(id)->insert(text); // the text may contain characters that QTest cannot type
        editor(id)->setModified(true);
        QTest::keyClick(editor(id), Qt::Key_Return);
    }
    const std::vector<Override>& overrides() { return window().document().experiment().overrides; }
};

void TestOverrideEditor::typed_data() {
    QTest::addColumn<StageId>("stage");
    QTest::addColumn<QString>("text");
    QTest::addColumn<double>("value");
    for (const StageInfo& stage : all_stages()) {
        const bool isShown = stage.id != StageId::source_inputs && stage.id != StageId::dropped_weights &&
                             stage.id != StageId::concat;
        if (isShown)
            QTest::newRow(stage.name.data()) << stage.id << "0.5" << 0.5;
    }
    const double minus_infinity = -std::numeric_limits<double>::infinity();
    QTest::newRow("-inf") << StageId::masked_scores << "-inf" << minus_infinity;
    QTest::newRow("−∞") << StageId::scores << "−∞" << minus_infinity;
    QTest::newRow("as Germans write") << StageId::scores << "−0,25" << -0.25;
    QTest::newRow("an exponent") << StageId::weights << "2.5e-3" << 0.0025;
}

void TestOverrideEditor::typed() {
    QFETCH(StageId, stage);
    QFETCH(QString, text);
    QFETCH(double, value);
    LabWindow& w = window();
    const Experiment before = w.document().experiment();
    fix(stage, 1, 1, text);
    QCOMPARE(overrides().size(), std::size_t(1));
    QVERIFY(cell_of(overrides().front()) == (CellRef{stage, 0, 1, 1}));
    QCOMPARE(overrides().front().value, value);
    QCOMPARE(disagreement(w), std::string()); // everything downstream is updated
    QVERIFY(shown_name(w.heatmap(stage), 1, 1).endsWith("(overridden)"));
    QVERIFY(!editor(stage));
    QCOMPARE(w.document().undoStack().index(), 1);
    w.document().undo();
    QVERIFY(is_same(w.document().experiment(), before));
    QVERIFY(!shown_name(w.heatmap(stage), 1, 1).contains("overridden"));
}

void TestOverrideEditor::refused_data() {
    QTest::addColumn<QString>("text");
    for (const char* text : {"abc", "1 2", "nan", "inf", "1e999", "0.5x"})
        QTest::newRow(text) << QString(text);
}

void TestOverrideEditor::refused() {
    QFETCH(QString, text);
    LabWindow& w = window();
    fix(StageId::weights, 0, 1, text);
    QVERIFY(overrides().empty());
    QVERIFY2(w.status().text().contains("not a value for an override"), qPrintable(w.status().text()));
    // The text stays so that it can be corrected.
    QVERIFY(editor(StageId::weights));
    QCOMPARE(editor(StageId::weights)->text(), text);
    QTest::keyClick(editor(StageId::weights), Qt::Key_Escape);
    QVERIFY(!editor(StageId::weights));
    QVERIFY(overrides().empty());
}

void TestOverrideEditor::escapeAndLookingFixNothing() {
    LabWindow& w = window();
    doubleClick(StageId::scores, 0, 0);
    QCOMPARE(editor(StageId::scores)->text().toDouble(), shown_values(w.heatmap(StageId::scores))(0, 0));
    QTest::keyClicks(editor(StageId::scores), "7");
    QTest::keyClick(editor(StageId::scores), Qt::Key_Escape);
    QVERIFY(overrides().empty());
    QVERIFY(w.selection().inspected()); // Escape only closed the editor
    doubleClick(StageId::scores, 0, 0);
    QTest::keyClick(editor(StageId::scores), Qt::Key_Return);
    QVERIFY(overrides().empty());
    doubleClick(StageId::scores, 0, 0);
    w.sentence().line().setFocus();
    QVERIFY(!editor(StageId::scores));
    QVERIFY(overrides().empty());
    // Typed text is applied when the focus moves anywhere else.
    doubleClick(StageId::scores, 0, 0);
    editor(StageId::scores)->selectAll();
    QTest::keyClicks(editor(StageId::scores), "7");
    w.sentence().line().setFocus();
    QCOMPARE(overrides().size(), std::size_t(1));
    QCOMPARE(overrides().front().value, 7.0);
}

void TestOverrideEditor::noTextFrees() {
    LabWindow& w = window();
    const Experiment before = w.document().experiment();
    fix(StageId::scores, 0, 0, "7");
    doubleClick(StageId::scores, 0, 0);
    editor(StageId::scores)->clear();
    QTest::keyClick(editor(StageId::scores), Qt::Key_Return);
    QVERIFY(is_same(w.document().experiment(), before));
    QCOMPARE(disagreement(w), std::string());
}

void TestOverrideEditor::dragged() {
    LabWindow& w = window();
    MatrixHeatmap& heatmap = w.heatmap(StageId::weights);
    const double before = shown_values(heatmap)(1, 0);
    const QPoint from = at(StageId::weights, 1, 0);
    QTest::mouseClick(&heatmap, Qt::LeftButton, {}, from);
    QTest::mousePress(&heatmap, Qt::LeftButton, {}, from);
    const auto send = [&](QEvent::Type type, QPoint point, Qt::MouseButton button) {
        QMouseEvent event(type, point, heatmap.mapToGlobal(point), button,
                          type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::LeftButton, {});
        QApplication::sendEvent(&heatmap, &event);
    };
    QTest::mouseRelease(&heatmap, Qt::LeftButton, {}, from);
    send(QEvent::MouseButtonDblClick, from, Qt::LeftButton);
    double last = before;
    for (const int x : {10, 40, 80}) {
        send(QEvent::MouseMove, from + QPoint(x, 0), Qt::NoButton);
        QCOMPARE(disagreement(w), std::string());
        if (x > 10)
            QVERIFY(shown_values(heatmap)(1, 0) > last);
        last = shown_values(heatmap)(1, 0);
        QVERIFY(w.document().isPreviewing());
    }
    send(QEvent::MouseButtonRelease, from + QPoint(80, 0), Qt::LeftButton);
    QVERIFY(!editor(StageId::weights));
    QCOMPARE(w.document().undoStack().index(), 1);
    QCOMPARE(overrides().front().value, last);
    // An overridden cell can be dragged immediately. Clicking it is still a click.
    w.selection().clearInspected();
    QTest::mouseClick(&heatmap, Qt::LeftButton, {}, from);
    QVERIFY(w.selection().inspected());
    QCOMPARE(w.document().undoStack().index(), 1);
    send(QEvent::MouseButtonPress, from, Qt::LeftButton);
    send(QEvent::MouseMove, from + QPoint(10, 0), Qt::NoButton);
    send(QEvent::MouseMove, from + QPoint(-40, 0), Qt::NoButton);
    send(QEvent::MouseButtonRelease, from + QPoint(-40, 0), Qt::LeftButton);
    QVERIFY(overrides().front().value < last);
    QCOMPARE(w.document().undoStack().index(), 2);
    QCOMPARE(disagreement(w), std::string());
    w.document().undo();
    w.document().undo();
    QVERIFY(overrides().empty());
    // A cell that is not overridden cannot.
    send(QEvent::MouseButtonPress, from, Qt::LeftButton);
    send(QEvent::MouseMove, from + QPoint(40, 0), Qt::NoButton);
    send(QEvent::MouseButtonRelease, from + QPoint(40, 0), Qt::LeftButton);
    QVERIFY(overrides().empty());
}

void TestOverrideEditor::draggedAndTakenBack() {
    LabWindow& w = window();
    const Experiment before = w.document().experiment();
    MatrixHeatmap& heatmap = w.heatmap(StageId::weights);
    heatmap.setFocus();
    const QPoint from = at(StageId::weights, 1, 0);
    const auto send = [&](QEvent::Type type, QPoint point) {
        QMouseEvent event(type, point, heatmap.mapToGlobal(point), Qt::LeftButton, Qt::LeftButton, {});
        QApplication::sendEvent(&heatmap, &event);
    };
    send(QEvent::MouseButtonDblClick, from);
    send(QEvent::MouseMove, from + QPoint(10, 0));
    send(QEvent::MouseMove, from + QPoint(60, 0));
    QVERIFY(w.document().isPreviewing());
    QTest::keyClick(&heatmap, Qt::Key_Escape);
    QVERIFY(is_same(w.document().experiment(), before));
    send(QEvent::MouseButtonRelease, from + QPoint(60, 0));
    QVERIFY(is_same(w.document().experiment(), before));
    QVERIFY(!editor(StageId::weights));
}

void TestOverrideEditor::steps() {
    LabWindow& w = window();
    doubleClick(StageId::scores, 1, 1);
    const double before = editor(StageId::scores)->text().toDouble();
    QTest::keyClick(editor(StageId::scores), Qt::Key_Up);
    QTest::keyClick(editor(StageId::scores), Qt::Key_Up);
    QVERIFY(editor(StageId::scores)->text().toDouble() > before);
    QCOMPARE(disagreement(w), std::string());
    const double now = shown_values(w.heatmap(StageId::scores))(1, 1);
    QCOMPARE(now, editor(StageId::scores)->text().toDouble());
    QTest::keyClick(editor(StageId::scores), Qt::Key_Return);
    QCOMPARE(w.document().undoStack().index(), 1);
    QCOMPARE(overrides().front().value, now);
}

void TestOverrideEditor::byKeys() {
    LabWindow& w = window();
    w.heatmap(StageId::weights).setFocus();
    w.press_key(Qt::Key_Down);
    w.press_key(Qt::Key_F2);
    QVERIFY(editor(StageId::weights) && editor(StageId::weights)->hasFocus());
    QTest::keyClicks(editor(StageId::weights), "0.25");
    QTest::keyClick(editor(StageId::weights), Qt::Key_Return);
    QVERIFY(override_of(w.document().experiment(), {StageId::weights, 0, 1, 0}));
    QVERIFY(w.heatmap(StageId::weights).hasFocus());
    w.press_key(Qt::Key_Delete);
    QVERIFY(overrides().empty());
}

void TestOverrideEditor::theMenu() {
    LabWindow& w = window();
    StageCard& card = *w.board().card(StageId::weights);
    const auto menu = [&]() -> QMenu* {
        const QPoint here = w.heatmap(StageId::weights).pos() + at(StageId::weights, 0, 2);
        QContextMenuEvent event(QContextMenuEvent::Mouse, here, card.mapToGlobal(here));
        QApplication::sendEvent(&card, &event);
        return card.findChildren<QMenu*>(Qt::FindDirectChildrenOnly).last(); // without its submenus
    };
    QMenu* first = menu();
    QCOMPARE(first->actions()[0]->text(), QStringLiteral("Override “sky” → “blue”…"));
    first->actions()[0]->trigger();
    first->close();
    QTest::keyClicks(editor(StageId::weights), "1");
    QTest::keyClick(editor(StageId::weights), Qt::Key_Return);
    QCOMPARE(overrides().size(), std::size_t(1));
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QMenu* second = menu();
    QCOMPARE(second->actions()[1]->text(), QStringLiteral("Remove override of “sky” → “blue”"));
    second->actions()[1]->trigger();
    second->close();
    QVERIFY(overrides().empty());
}

void TestOverrideEditor::theList() {
    LabWindow& w = window();
    w.controller().openExample("two-heads");
    OverridesList& overridden = w.parameters().overrides();
    QVERIFY(!overridden.isVisible());
    const QString first = QString::fromStdString(w.document().experiment().sequence.tokens[0]);
    fix(StageId::weights, 0, 1, "0.5");
    w.selection().setHead(1);
    fix(StageId::weights, 0, 0, "0.25");
    fix(StageId::output, 0, 0, "9");
    QVERIFY(overridden.isVisible());
    QListWidget& list = overridden.list();
    QCOMPARE(list.count(), 3);
    QVERIFY2(list.item(1)->text().startsWith("Attention weights, head 2"), qPrintable(list.item(1)->text()));
    QVERIFY(list.item(1)->text().contains("“" + first + "”"));
    QVERIFY(list.item(1)->text().endsWith("= 0.25"));
    // A click inspects the overridden cell.
    w.selection().clearInspected();
    QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, list.visualItemRect(list.item(0)).center());
    QVERIFY(w.selection().inspected() == (CellRef{StageId::weights, 0, 0, 1}));
    QCOMPARE(w.selection().head(), 0);
    list.setCurrentRow(1);
    QVERIFY(w.press(w.button(overridden, "Remove")));
    QCOMPARE(list.count(), 2);
    QVERIFY(!override_of(w.document().experiment(), {StageId::weights, 1, 0, 0}));
    list.setFocus();
    w.press_key(Qt::Key_Delete);
    QCOMPARE(list.count(), 1);
    w.document().undo();
    w.document().undo();
    QCOMPARE(list.count(), 3);
    QVERIFY(w.press(w.button(overridden, "Remove all")));
    QVERIFY(!overridden.isVisible());
    QVERIFY(overrides().empty());
    QCOMPARE(disagreement(w), std::string());
    w.document().undo();
    QCOMPARE(overrides().size(), std::size_t(3));
}

void TestOverrideEditor::sumsAreTold() {
    LabWindow& w = window();
    fix(StageId::weights, 1, 0, "2");
    QStringList texts;
    for (const QLabel* label : w.board().card(StageId::weights)->findChildren<QLabel*>())
        texts += label->isVisible() ? label->text() : QString();
    QVERIFY2(texts.join('\n').contains("Overridden: the weights no longer sum to 1, for “is” to 2."),
             qPrintable(texts.join('\n')));
}

/// Text in an open editor counts as an edit when saving.
void TestOverrideEditor::savedWhileTyping() {
    LabWindow& w = window();
    QVERIFY(!save(w.document(), path("typed.attn")));
    doubleClick(StageId::scores, 0, 0);
    editor(StageId::scores)->selectAll();
    QTest::keyClicks(editor(StageId::scores), "7");
    w.press_key(Qt::Key_S, Qt::ControlModifier);
    QCOMPARE(overrides().size(), std::size_t(1));
    QTRY_VERIFY(!w.isWindowModified());
}

void TestOverrideEditor::otherTokensCloseIt() {
    LabWindow& w = window();
    doubleClick(StageId::scores, 2, 2);
    w.document().setText("sky");
    QVERIFY(!editor(StageId::scores));
    QVERIFY(overrides().empty());
}

/// They may come between the press and the first move, when a file has been read.
void TestOverrideEditor::otherTokensEndTheDrag() {
    LabWindow& w = window();
    MatrixHeatmap& heatmap = w.heatmap(StageId::scores);
    for (const bool doubled : {false, true}) {
        w.document().openExample("sky-is-blue");
        const QPoint where = at(StageId::scores, 2, 2);
        QTest::mousePress(&heatmap, Qt::LeftButton, {}, where);
        if (doubled)
            QTest::mouseDClick(&heatmap, Qt::LeftButton, {}, where);
        w.document().setText("sky");
        QTest::mouseMove(&heatmap, where + QPoint(10, 0));
        QTest::mouseMove(&heatmap, where + QPoint(60, 0));
        QTest::mouseRelease(&heatmap, Qt::LeftButton, {}, where + QPoint(60, 0));
        QVERIFY(overrides().empty());
        QVERIFY(!editor(StageId::scores));
        QVERIFY(!w.document().isPreviewing());
    }
}

void TestOverrideEditor::inColumns() {
    LabWindow& w = window();
    w.controller().openExample("column-vectors-with-biases");
    fix(StageId::queries, 0, 1, "3");
    QVERIFY(override_of(w.document().experiment(), {StageId::queries, 0, 0, 1}));
    QCOMPARE(w.document().undoStack().undoText(), QStringLiteral("Queries[2,1] overridden: 3"));
}

/// An override follows its tokens.
void TestOverrideEditor::travels() {
    LabWindow& w = window();
    fix(StageId::weights, 1, 2, "0.5");
    const Experiment overridden = w.document().experiment();
    w.sentence().line().setFocus();
    w.press_key(Qt::Key_Home);
    QTest::keyClicks(&w.sentence().line(), "the ");
    QVERIFY(cell_of(overrides().front()) == (CellRef{StageId::weights, 0, 2, 3}));
    QCOMPARE(disagreement(w), std::string());
    w.document().undo();
    QVERIFY(is_same(w.document().experiment(), overridden));
}

LAB_WINDOW_TEST(TestOverrideEditor)
#include "tst_override_editor.moc"
