// SPDX-License-Identifier: GPL-3.0-or-later
//
// Basic editing in the window: typing a sentence, switching options, choosing heads, inspecting cells.
#include "tests/support/compare.h"
#include "tests/support/lab_window.h"
#include "tests/support/shown_table.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/widgets/pill_button.h"
#include "ui/window/figure_export.h"
#include "ui/window/menu/actions.h"
#include "ui/window/status_line.h"
#include "ui/window/strips/head_strip.h"

#include <QLabel>
#include <QScrollBar>

#include <algorithm>

using namespace lab;
using namespace lab::test;

namespace {

QStringList texts(const std::vector<PillButton*>& chips) {
    QStringList result;
    for (const PillButton* chip : chips)
        result += chip->text();
    return result;
}

} // namespace

class TestEditing : public WindowTest {
    Q_OBJECT

private slots:
    void theFirstExample();
    void typingASentence();
    void emptiedSentence();
    void causalMask();
    void scaleSwitch();
    void choosingAHead();
    void notationTurnsTables();
    void holdingACell();
    void holdingACellAtTheEdge();
    void holdingAToken();
};

void TestEditing::theFirstExample() {
    LabWindow& w = window();
    QCOMPARE(w.sentence().line().text(), QStringLiteral("sky is blue"));
    QCOMPARE(texts(w.sentence().chips()), (QStringList{"sky", "is", "blue"}));
    QCOMPARE(w.windowTitle(), QStringLiteral("Sky is blue[*] – Attention Lab"));
    for (const StageInfo& stage : all_stages()) {
        QCOMPARE(w.board().card(stage.id)->isVisible(),
                 has_stage(w.document().experiment(), stage.id) && stage.id != StageId::concat);
        if (w.board().card(stage.id)->isVisible())
            QVERIFY(same_bits(shown_values(w.heatmap(stage.id)), *w.document().view(stage.id).matrix));
    }
}

void TestEditing::typingASentence() {
    LabWindow& w = window();
    const RowVector blue = *w.document().experiment().embedding.table->find("blue")->values;
    w.type_sentence("the sea is blue");
    QCOMPARE(texts(w.sentence().chips()), (QStringList{"the", "sea", "is", "blue"}));
    QCOMPARE(shown_values(w.heatmap(StageId::weights)).rows(), 4);
    QCOMPARE(shown_values(w.heatmap(StageId::weights)).cols(), 4);
    QVERIFY(same_bits(shown_values(w.heatmap(StageId::inputs)).row(3), blue));
    QCOMPARE(w.grid(ParameterId::E).model()->rowCount(), 4);
    QCOMPARE(w.document().undoStack().count(), 1);
    // Undo applies to the whole document, even while the line has the focus.
    w.press_key(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(w.sentence().line().text(), QStringLiteral("sky is blue"));
    QCOMPARE(shown_values(w.heatmap(StageId::weights)).rows(), 3);
    QVERIFY(!w.document().isModified());
}

void TestEditing::emptiedSentence() {
    LabWindow& w = window();
    w.click(StageId::weights, {2, 1});
    w.type_sentence({});
    QVERIFY(w.sentence().chips().empty());
    QVERIFY(!w.selection().isInspecting());
    const auto labels = w.board().findChildren<QLabel*>();
    QVERIFY(std::ranges::any_of(labels, [](const QLabel* each) {
        return each->isVisible() && each->text().contains("Type a sentence");
    }));
    for (const StageInfo& stage : all_stages())
        QVERIFY(!w.board().card(stage.id)->isVisible());
    w.figureExport().save(StageFigure{});
    w.figureExport().copy(StageFigure{});
    QVERIFY(w.status().text().contains("type a sentence"));
    w.press_key(Qt::Key_B);
    QVERIFY(w.board().card(StageId::weights)->isVisible());
    QCOMPARE(shown_values(w.heatmap(StageId::weights)), (Matrix{{1}}));
}

void TestEditing::causalMask() {
    LabWindow& w = window();
    StageCard& card = *w.board().card(StageId::masked_scores);
    QVERIFY(w.press(w.button(card, "Causal")));
    QVERIFY(w.document().experiment().mask.causal);
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) {
            for (const StageId id : {StageId::masked_scores, StageId::weights})
                QCOMPARE(shown_name(w.heatmap(id), row, column).contains("hidden"), column > row);
        }
    }
    QCOMPARE(Matrix(shown_values(w.heatmap(StageId::weights)).row(0)), (Matrix{{1, 0, 0}}));
    QVERIFY(w.press(w.button(card, "None")));
    QVERIFY(!w.document().experiment().mask.causal);
    QVERIFY(!shown_name(w.heatmap(StageId::weights), 0, 2).contains("hidden"));
    w.press_key(Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(w.button(card, "Causal")->isChecked());
    QCOMPARE(w.document().undoStack().index(), 1);
}

void TestEditing::scaleSwitch() {
    LabWindow& w = window();
    QAbstractButton* scale = w.button(*w.board().card(StageId::scaled_scores), "Scale by 1/√dₖ");
    QVERIFY(scale);
    QVERIFY(scale->isChecked());
    QVERIFY(!same_bits(shown_values(w.heatmap(StageId::scaled_scores)),
                       shown_values(w.heatmap(StageId::scores))));
    QVERIFY(w.press(scale));
    QVERIFY(!scale->isChecked());
    QVERIFY(
        same_bits(shown_values(w.heatmap(StageId::scaled_scores)), shown_values(w.heatmap(StageId::scores))));
    QVERIFY(w.press(scale));
    QVERIFY(!w.document().experiment().scores.scale);
}

void TestEditing::choosingAHead() {
    LabWindow& w = window();
    QVERIFY(!w.heads().heads().front()->isVisible()); // only one head
    w.controller().openExample("two-heads");
    QVERIFY(w.press(w.button(w.heads(), "Head 2")));
    const auto shows = [&](StageId id, HeadIndex head) {
        return same_bits(Matrix(shown_values(w.heatmap(id)).transpose()),
                         *w.document().view(id, head).matrix);
    };
    for (const StageId id : {StageId::queries, StageId::keys, StageId::values, StageId::scores,
                             StageId::weights, StageId::head_outputs}) {
        QVERIFY(shows(id, 1) && !shows(id, 0));
        QVERIFY(w.heatmap(id).accessibleName().endsWith("head 2"));
    }
    QVERIFY(shows(StageId::output, 0));
    // The shown head's block of columns of W_Q. Columns notation shows them as rows.
    const QAbstractItemModel& model = *w.grid(ParameterId::W_Q).model();
    QCOMPARE(model.rowCount(), 4);
    QCOMPARE(model.index(0, 0).data(Qt::EditRole).toDouble(), w.value(ParameterId::W_Q, 0, 4));
    QVERIFY(w.press(w.button(w.parameters(), "All heads")));
    QCOMPARE(model.rowCount(), 8);
    // A document with one head shows that head.
    w.controller().openExample("sky-is-blue");
    QCOMPARE(w.selection().head(), 0);
    QVERIFY(
        same_bits(shown_values(w.heatmap(StageId::queries)), *w.document().view(StageId::queries).matrix));
}

void TestEditing::notationTurnsTables() {
    LabWindow& w = window();
    setCausal(w.document(), true);
    std::vector<Matrix> before;
    for (const StageInfo& stage : all_stages())
        before.push_back(shown_values(w.heatmap(stage.id)));
    w.findChild<QAction*>("notationColumns")->trigger();
    for (const StageInfo& stage : all_stages()) {
        const Matrix now = shown_values(w.heatmap(stage.id));
        if (w.board().card(stage.id)->isVisible())
            QVERIFY2(same_bits(Matrix(now.transpose()), before[std::size_t(stage.id)]), stage.name.data());
    }
    QVERIFY(shown_name(w.heatmap(StageId::weights), 2, 0).contains("hidden"));
    // The same cell keeps its name: click on the first row, third column.
    w.click(StageId::weights, {2, 0});
    QVERIFY(w.selection().inspected()->row == 2 && w.selection().inspected()->column == 0);
    const QAbstractItemModel& model = *w.grid(ParameterId::W_Q).model();
    QCOMPARE(model.index(1, 0).data(Qt::EditRole).toDouble(), w.value(ParameterId::W_Q, 0, 1));
    QVERIFY(w.grid(ParameterId::W_Q).model()->setData(model.index(1, 0), "5"));
    QCOMPARE(w.value(ParameterId::W_Q, 0, 1), 5.0);
}

void TestEditing::holdingACell() {
    LabWindow& w = window();
    QVERIFY(!w.actions()[ActionId::stop_inspecting].isEnabled()); // nothing is inspected yet
    w.click(StageId::weights, {2, 0});
    QVERIFY(w.actions()[ActionId::stop_inspecting].isEnabled());
    const auto marks = [&](StageId id) { return w.heatmap(id).marks(); };
    const StoredCell cell{2, 0};
    QVERIFY(marks(StageId::weights).inspected == cell);
    QVERIFY(!marks(StageId::scores).inspected);
    // Its operands: its score, the scores of its row, the query and the key.
    QCOMPARE(marks(StageId::scores).operands, (std::vector<Block>{{2, 0, 1, 1}}));
    QCOMPARE(marks(StageId::masked_scores).operands, (std::vector<Block>{{2, 0, 1, 3}}));
    QCOMPARE(marks(StageId::queries).operands, (std::vector<Block>{{2, 0, 1, 2}}));
    QCOMPARE(marks(StageId::keys).operands, (std::vector<Block>{{0, 0, 1, 2}}));
    // Its dependents, and nothing else.
    QCOMPARE(marks(StageId::output).dependents, (std::vector<Block>{{2, 0, 1, 2}}));
    QVERIFY(marks(StageId::values).operands.empty() && marks(StageId::values).dependents.empty());
    QVERIFY(w.sentence().chips()[0]->isChecked() && !w.sentence().chips()[1]->isChecked());
    QVERIFY(w.sentence().chips()[2]->isChecked());
    QVERIFY(w.heads().stopInspecting().isVisible());
    w.press_key(Qt::Key_Escape);
    QVERIFY(!w.selection().isInspecting());
    QVERIFY(marks(StageId::scores) == HeatmapMarkSet{});
    QVERIFY(!w.actions()[ActionId::stop_inspecting].isEnabled());
    QVERIFY(!w.heads().stopInspecting().isVisible());
    w.click(StageId::weights, {1, 1});
    w.click(StageId::weights, {1, 1}); // clicking again ends it
    QVERIFY(!w.selection().isInspecting());
    w.click(StageId::weights, {1, 1});
    QVERIFY(w.press(&w.heads().stopInspecting()));
    QVERIFY(!w.selection().isInspecting());
    QVERIFY(!w.document().isModified()); // inspecting is not an edit
}

/// Clicking a partly visible card does not scroll the board.
void TestEditing::holdingACellAtTheEdge() {
    LabWindow& w = openWindow({1024, 700}, 200);
    QTest::qWait(20);
    MatrixHeatmap& heatmap = w.heatmap(StageId::queries);
    const QScrollBar& bar = *w.board().verticalScrollBar();
    w.board().reveal(StageId::queries); // it is folded
    QCoreApplication::processEvents();
    // Its upper edge is scrolled out of view, but the clicked cell is visible.
    w.board().verticalScrollBar()->setValue(heatmap.mapTo(w.board().widget(), QPoint()).y() + 10);
    QVERIFY(bar.value() > 0);
    const int before = bar.value();
    w.click(StageId::queries, {1, 1});
    QVERIFY((w.selection().inspected() == CellRef{StageId::queries, 0, 1, 1}));
    w.press_key(Qt::Key_Escape);
    QCOMPARE(bar.value(), before);
}

void TestEditing::holdingAToken() {
    LabWindow& w = window();
    QVERIFY(w.press(w.sentence().chips()[1]));
    QVERIFY(w.selection().inspectedToken() == InspectedToken{1});
    QVERIFY(w.actions()[ActionId::stop_inspecting].isEnabled());
    QVERIFY(w.heatmap(StageId::weights).marks().row == 1 && w.heatmap(StageId::weights).marks().column == 1);
    QVERIFY(w.heatmap(StageId::output).marks().row == 1 && !w.heatmap(StageId::output).marks().column);
    w.type_sentence("sky");
    QVERIFY(!w.selection().isInspecting()); // the second token is gone
    QVERIFY(w.press(w.sentence().chips()[0]));
    QVERIFY(w.press(w.sentence().chips()[0]));
    QVERIFY(!w.selection().isInspecting());
}

LAB_WINDOW_TEST(TestEditing)
#include "tst_editing.moc"
