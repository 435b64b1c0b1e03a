// SPDX-License-Identifier: GPL-3.0-or-later
//
// The golden cases of cross-attention, built in the window from one sentence and read through accessibility.
#include "core/edits/sentence.h"
#include "core/experiment/is_same.h"
#include "tests/support/golden.h"
#include "tests/support/lab_window.h"
#include "tests/support/menu_click.h"
#include "tests/support/shown_table.h"
#include "tests/support/test_program.h"
#include "tests/ui/pages/cards_by_hand.h"
#include "ui/selection/selection.h"

#include <QMenu>

using namespace lab;
using namespace lab::test;

class TestCrossAttentionWindow : public WindowTest {
    Q_OBJECT

private slots:
    void agrees_data();
    void agrees();
};

namespace {

void set_masks(LabWindow& w, const Mask& mask) {
    if (mask.causal)
        press(w, StageId::masked_scores, "Causal");
    if (mask.window) {
        press(w, StageId::masked_scores, "Window");
        enter(w, "Width of the window", QString::number(*mask.window));
    }
    if (mask.padding.empty())
        return;
    PillButton* pill = static_cast<PillButton*>(w.button(*w.board().card(StageId::masked_scores), "Padding"));
    QVERIFY(w.press(pill));
    QTRY_VERIFY(pill->menu()->isVisible());
    for (const TokenIndex key : mask.padding)
        click_entry(*pill->menu(), pill->menu()->actions()[key]);
    pill->menu()->close();
}

/// The shown numbers of a stage and head. With one head there is no card for the concatenation.
Matrix read(LabWindow& w, StageId id, HeadIndex head) {
    w.selection().setHead(head);
    if (!w.board().card(id)->isVisible())
        return *w.document().completeView(id, head).matrix;
    Matrix shown = shown_values(w.heatmap(id));
    if (w.document().experiment().notation == Notation::columns)
        shown.transposeInPlace();
    return shown;
}

} // namespace

void TestCrossAttentionWindow::agrees_data() {
    QTest::addColumn<QString>("name");
    for (const char* name : {"cross", "cross-causal-padding", "window-cross"})
        QTest::newRow(name) << QString(name);
}

void TestCrossAttentionWindow::agrees() {
    QFETCH(QString, name);
    LabWindow& w = window();
    const Golden golden = load_golden(name.toStdString());
    Experiment one = with_source(golden.experiment, false);
    one.mask = {};
    w.document().replace(one, {});
    QVERIFY(w.press(&w.sentence().addSource()));
    QLineEdit& line = w.sentence().source().line();
    line.selectAll();
    QTest::keyClicks(&line, QString::fromStdString(golden.experiment.source->text));
    set_masks(w, golden.experiment.mask);
    QVERIFY(is_same(w.document().experiment(), golden.experiment));
    const auto wrong = contradiction(golden.experiment, golden.result,
                                     [&](StageId id, HeadIndex head) { return read(w, id, head); });
    QVERIFY2(!wrong, wrong.value_or("").c_str());
}

LAB_WINDOW_TEST(TestCrossAttentionWindow)
#include "tst_cross_attention_window.moc"
