// SPDX-License-Identifier: GPL-3.0-or-later
//
// Masks on their card: painting by mouse and keyboard, the padding menu, and which rule hides a cell.
#include "core/experiment/is_same.h"
#include "tests/support/lab_window.h"
#include "tests/support/menu_click.h"
#include "tests/support/shown_table.h"
#include "tests/support/test_program.h"
#include "tests/ui/pages/cards_by_hand.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/edits/option_edits.h"
#include "ui/pages/explore/cell_brush.h"
#include "ui/selection/selection.h"
#include "ui/widgets/pill_button.h"
#include "ui/window/status_line.h"

#include <QMenu>

using namespace lab;
using namespace lab::test;

class TestMaskBrush : public WindowTest {
    Q_OBJECT

private slots:
    void strokes_data();
    void strokes();
    void rowsAndColumns_data();
    void rowsAndColumns();
    void aBlock();
    void escapeTakesBack();
    void escapeAfterSomethingElse_data();
    void escapeAfterSomethingElse();
    void byKeys();
    void whatOthersHide();
    void clears();
    void ticksPadding();
    void saysTheRule();
    void holdsNothingMeanwhile();
    void laidDownForAnotherDocument();
    void travels();

private:
    MatrixHeatmap& masked() { return window().heatmap(StageId::masked_scores); }
    QPoint at(Index row, Index column) { return masked().cellRect({row, column}).center().toPoint(); }
    void take() {
        StageCard& card = *window().board().card(StageId::masked_scores);
        if (!window().button(card, "Paint")->isChecked())
            window().press(window().button(card, "Paint"));
    }
    /// Presses at the first point, moves over the others, and releases.
    void stroke(const std::vector<QPoint>& points, Qt::KeyboardModifiers modifiers = {}) {
        QTest::mousePress(&masked(), Qt::LeftButton, modifiers, points.front());
        for (std::size_t i = 1; i < points.size(); ++i) {
            QMouseEvent move(QEvent::MouseMove, points[i], masked().mapToGlobal(points[i]), Qt::NoButton,
                             Qt::LeftButton, modifiers);
            QApplication::sendEvent(&masked(), &move);
        }
        QTest::mouseRelease(&masked(), Qt::LeftButton, modifiers, points.back());
    }
    /// "110 111 011", or empty without a custom mask.
    QString mask() {
        const MatrixPtr custom = window().document().experiment().mask.custom;
        QStringList rows;
        for (Index row = 0; custom && row < custom->rows(); ++row) {
            QString text;
            for (Index column = 0; column < custom->cols(); ++column)
                text += QString::number((*custom)(row, column));
            rows += text;
        }
        return rows.join(' ');
    }
};

void TestMaskBrush::strokes_data() {
    QTest::addColumn<Notation>("notation");
    QTest::addColumn<QString>("before");
    QTest::addColumn<QList<QPoint>>("cells"); // x is the key, y the query
    QTest::addColumn<QString>("after");
    const auto row = [](const char* name, Notation notation, const char* before, QList<QPoint> cells,
                        const char* after) {
        QTest::newRow(name) << notation << QString(before) << cells << QString(after);
    };
    using enum Notation;
    row("a click hides", rows, "", {{2, 0}}, "110 111 111");
    row("a click shows", rows, "110 111 011", {{0, 2}}, "110 111 111");
    row("the last one shown", rows, "110 111 111", {{2, 0}}, "");
    row("three cells", rows, "", {{0, 1}, {1, 1}, {1, 2}}, "111 001 101");
    row("leaps are filled", rows, "", {{0, 0}, {2, 2}}, "011 101 110");
    row("shows on its way", rows, "010 111 111", {{0, 0}, {1, 0}, {2, 0}}, "");
    row("hides on its way", rows, "010 111 111", {{1, 0}, {2, 0}}, "000 111 111");
    row("columns notation", columns, "", {{2, 0}}, "110 111 111");
}

void TestMaskBrush::strokes() {
    QFETCH(Notation, notation);
    QFETCH(QString, before);
    QFETCH(QList<QPoint>, cells);
    LabWindow& w = window();
    setNotation(w.document(), notation);
    take();
    for (int i = 0; i < before.size(); ++i) {
        if (before[i] == '0')
            stroke({at(i / 4, i % 4)});
    }
    QCOMPARE(mask(), before);
    const Experiment experiment = w.document().experiment();
    const int steps = w.document().undoStack().index();
    std::vector<QPoint> points;
    for (const QPoint& cell : cells)
        points.push_back(at(cell.y(), cell.x()));
    stroke(points);
    QTEST(mask(), "after");
    QCOMPARE(disagreement(w), std::string());
    QCOMPARE(w.document().undoStack().index(), steps + 1);
    w.document().undo();
    QVERIFY(is_same(w.document().experiment(), experiment));
}

void TestMaskBrush::rowsAndColumns_data() {
    QTest::addColumn<Notation>("notation");
    QTest::newRow("rows") << Notation::rows;
    QTest::newRow("columns") << Notation::columns;
}

/// Painting over row and column names: the first two queries, then the last key.
void TestMaskBrush::rowsAndColumns() {
    QFETCH(Notation, notation);
    LabWindow& w = window();
    setNotation(w.document(), notation);
    take();
    const bool rows = notation == Notation::rows;
    const auto name = [&](bool query, Index token) {
        const QPoint cell = query ? at(token, 0) : at(0, token);
        const QRect cells = masked().axisRect()->rect();
        return query == rows ? QPoint(cells.left() - 10, cell.y()) : QPoint(cell.x(), cells.top() - 6);
    };
    stroke({name(true, 0), name(true, 1)});
    QCOMPARE(mask(), QStringLiteral("000 000 111"));
    stroke({name(false, 2)});
    QCOMPARE(mask(), QStringLiteral("000 000 110"));
    stroke({name(true, 0)});
    QCOMPARE(mask(), QStringLiteral("111 000 110"));
    QCOMPARE(disagreement(w), std::string());
    // A row without visible keys is explained on both cards.
    for (const StageId id : {StageId::masked_scores, StageId::weights}) {
        QStringList texts;
        for (const QLabel* label : w.board().card(id)->findChildren<QLabel*>())
            texts += label->isVisible() ? label->text() : QString();
        QVERIFY2(texts.join(' ').contains("“is”"), qPrintable(texts.join('|')));
    }
}

void TestMaskBrush::aBlock() {
    window();
    take();
    stroke({at(0, 1), at(1, 1), at(1, 2)}, Qt::ShiftModifier);
    QCOMPARE(mask(), QStringLiteral("100 100 111"));
    stroke({at(1, 2), at(0, 2), at(0, 1), at(1, 1)}, Qt::ShiftModifier); // the rectangle shrinks again
    QCOMPARE(mask(), QStringLiteral("100 111 111"));
    QCOMPARE(window().document().undoStack().index(), 2);
}

void TestMaskBrush::escapeTakesBack() {
    LabWindow& w = window();
    take();
    const Experiment before = w.document().experiment();
    QTest::mousePress(&masked(), Qt::LeftButton, {}, at(0, 1));
    QCOMPARE(mask(), QStringLiteral("101 111 111"));
    QTest::keyClick(&masked(), Qt::Key_Escape);
    QVERIFY(is_same(w.document().experiment(), before));
    QTest::mouseRelease(&masked(), Qt::LeftButton, {}, at(0, 1));
    QVERIFY(is_same(w.document().experiment(), before));
    QCOMPARE(w.document().undoStack().count(), 0);
    // A second Escape puts the brush away.
    QPushButton other;
    QTest::keyClick(&masked(), Qt::Key_Escape);
    for (const auto* each : w.board().card(StageId::masked_scores)->findChildren<QAbstractButton*>())
        QVERIFY(each->text() != "Paint" || !each->isChecked());
    w.click(StageId::masked_scores, {0, 1});
    QVERIFY(w.selection().inspected());
    QCOMPARE(mask(), QString());
}

void TestMaskBrush::escapeAfterSomethingElse_data() {
    QTest::addColumn<QString>("what");
    for (const char* what : {"a number is inspected", "a pill", "the grid", "the page"})
        QTest::newRow(what) << what;
}

/// Escape ends painting wherever the focus is, and leaves what is inspected alone.
void TestMaskBrush::escapeAfterSomethingElse() {
    QFETCH(QString, what);
    LabWindow& w = window();
    w.selection().toggleInspected({StageId::weights, 0, 1, 1});
    StageCard& card = *w.board().card(StageId::masked_scores);
    take();
    if (what == "a number is inspected")
        w.click(StageId::weights, {1, 2});
    else if (what == "a pill")
        w.press(w.button(card, "Causal"));
    else if (what == "the grid")
        w.grid(ParameterId::W_Q).setFocus();
    else
        w.board().setFocus();
    w.press_key(Qt::Key_Escape);
    QVERIFY(!w.button(card, "Paint")->isChecked());
    QVERIFY(w.selection().inspected());
    w.press_key(Qt::Key_Escape);
    QVERIFY(!w.selection().inspected());
}

void TestMaskBrush::byKeys() {
    LabWindow& w = window();
    take();
    masked().setFocus();
    w.press_key(Qt::Key_Right);
    w.press_key(Qt::Key_Space);
    QCOMPARE(mask(), QStringLiteral("101 111 111"));
    w.press_key(Qt::Key_Down);
    w.press_key(Qt::Key_Space, Qt::ShiftModifier);
    QCOMPARE(mask(), QStringLiteral("101 000 111"));
    w.press_key(Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(mask(), QStringLiteral("101 000 101"));
    w.press_key(Qt::Key_Space);
    QCOMPARE(mask(), QStringLiteral("101 010 101"));
    QVERIFY(!w.selection().inspected());
}

/// A cell hidden by another rule cannot be shown by painting. A message says so.
void TestMaskBrush::whatOthersHide() {
    LabWindow& w = window();
    setCausal(w.document(), true);
    take();
    stroke({at(0, 1)});
    QCOMPARE(mask(), QString());
    QVERIFY2(w.status().text().contains("“sky” → “is” is still hidden: causal"),
             qPrintable(w.status().text()));
    // Over such a cell the brush still paints. A stroke that starts on a visible cell hides cells.
    stroke({at(2, 0), at(1, 0)});
    QCOMPARE(mask(), QStringLiteral("111 011 011"));
    QCOMPARE(disagreement(w), std::string());
}

void TestMaskBrush::clears() {
    LabWindow& w = window();
    StageCard& card = *w.board().card(StageId::masked_scores);
    setCausal(w.document(), true);
    QVERIFY(!w.button(card, "Clear"));
    take();
    QVERIFY(!w.button(card, "Clear")->isEnabled());
    const QPoint place = at(2, 0);
    const int height = card.height();
    stroke({place});
    QCOMPARE(at(2, 0), place); // painting moves nothing
    QCOMPARE(card.height(), height);
    QVERIFY(w.press(w.button(card, "Clear")));
    QCOMPARE(mask(), QString());
    QVERIFY(w.document().experiment().mask.causal);
    QVERIFY(!w.button(card, "Clear")->isEnabled());
    w.document().undo();
    QCOMPARE(mask(), QStringLiteral("111 111 011"));
}

void TestMaskBrush::ticksPadding() {
    LabWindow& w = window();
    auto* pill = static_cast<PillButton*>(w.button(*w.board().card(StageId::masked_scores), "Padding"));
    QVERIFY(w.press(pill));
    QVERIFY(!pill->isChecked()); // opening the menu checks nothing
    QMenu& menu = *pill->menu();
    QTRY_VERIFY(menu.isVisible());
    QCOMPARE(menu.actions().size(), 3);
    QCOMPARE(menu.actions()[1]->text(), QStringLiteral("2  is"));
    for (const int key : {1, 2})
        click_entry(menu, menu.actions()[key]);
    QVERIFY(menu.isVisible()); // stays open, because there is rarely only one padding key
    QCOMPARE(w.document().experiment().mask.padding, (std::vector<TokenIndex>{1, 2}));
    menu.close();
    QVERIFY(pill->isChecked());
    w.document().undo();
    QCOMPARE(w.document().experiment().mask.padding, std::vector<TokenIndex>{1});
    pill->click();
    QTRY_VERIFY(menu.isVisible());
    QVERIFY(menu.actions()[1]->isChecked() && !menu.actions()[2]->isChecked());
    menu.close();
}

void TestMaskBrush::saysTheRule() {
    LabWindow& w = window();
    setCausal(w.document(), true);
    setPadding(w.document(), 2, true);
    take();
    stroke({at(2, 1)});
    for (const StageId id : {StageId::masked_scores, StageId::weights}) {
        MatrixHeatmap& heatmap = w.heatmap(id);
        const auto says = [&](int row, int column, const char* text) {
            const QString name = shown_name(heatmap, row, column);
            return name.endsWith(QString::fromUtf8(text)) ? QString() : name;
        };
        QCOMPARE(says(0, 1, "(hidden: causal)"), QString());
        QCOMPARE(says(0, 2, "(hidden: causal, and padding of key 3)"), QString());
        QCOMPARE(says(2, 2, "(hidden: padding of key 3)"), QString());
        QCOMPARE(says(2, 1, "(hidden: custom mask)"), QString());
        QVERIFY(!shown_name(heatmap, 1, 1).contains("hidden"));
    }
    setOption(w.document(), [](Experiment& e) { e.mask.window = 1; }, {});
    QVERIFY(shown_name(masked(), 0, 2).endsWith("(hidden: causal, window 1, and padding of key 3)"));
}

void TestMaskBrush::holdsNothingMeanwhile() {
    LabWindow& w = window();
    take();
    w.click(StageId::masked_scores, {1, 1});
    QVERIFY(!w.selection().inspected());
    w.click(StageId::weights, {1, 0}); // other cards behave as usual
    QVERIFY(w.selection().inspected());
}

void TestMaskBrush::laidDownForAnotherDocument() {
    LabWindow& w = window();
    take();
    w.controller().openExample("two-heads");
    for (const auto* each : w.board().card(StageId::masked_scores)->findChildren<QAbstractButton*>())
        QVERIFY(each->text() != "Paint" || !each->isChecked());
}

/// Painted cells and padding follow their tokens when a word is inserted and removed. All of it can be
/// undone.
void TestMaskBrush::travels() {
    LabWindow& w = window();
    const Experiment opened = w.document().experiment();
    take();
    for (const StoredCell& cell : {StoredCell{0, 1}, StoredCell{1, 2}, StoredCell{2, 0}})
        stroke({at(cell.row, cell.column)});
    setPadding(w.document(), 1, true);
    const Experiment painted = w.document().experiment();
    QCOMPARE(mask(), QStringLiteral("101 110 011"));
    w.sentence().line().setFocus();
    w.press_key(Qt::Key_Home);
    QTest::keyClicks(&w.sentence().line(), "the ");
    QCOMPARE(mask(), QStringLiteral("1111 1101 1110 1011"));
    QCOMPARE(w.document().experiment().mask.padding, std::vector<TokenIndex>{2});
    QCOMPARE(disagreement(w), std::string());
    for (int i = 0; i < 4; ++i)
        w.press_key(Qt::Key_Backspace);
    QVERIFY(is_same(w.document().experiment(), painted));
    while (w.document().undoStack().canUndo())
        w.document().undo();
    QVERIFY(is_same(w.document().experiment(), opened));
}

LAB_WINDOW_TEST(TestMaskBrush)
#include "tst_mask_brush.moc"
