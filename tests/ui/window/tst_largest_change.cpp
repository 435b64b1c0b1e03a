// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the line at the bottom says after an edit that is no drag.
#include "core/base/number_format.h"
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/edits/option_edits.h"
#include "ui/document/edits/shape_edits.h"
#include "ui/window/status_line.h"

using namespace lab;
using namespace lab::test;

namespace {

using Edit = std::function<void(LabDocument&)>;

const QString mark = QStringLiteral(" · largest change: ");

} // namespace

class TestLargestChange : public WindowTest {
    Q_OBJECT

private slots:
    void edits_data();
    void edits();
    void ofTheOutput();
    void roundingAlone();
    void saysNothing_data();
    void saysNothing();

private:
    LabDocument& document() { return window().document(); }
};

void TestLargestChange::edits_data() {
    QTest::addColumn<Edit>("edit");
    const auto option = [](auto set) {
        return Edit([set](LabDocument& document) { setOption(document, set, "An option"); });
    };
    QTest::newRow("mask") << option([](Experiment& e) { e.mask.causal = true; });
    QTest::newRow("window") << option([](Experiment& e) { e.mask.window = 1; });
    QTest::newRow("ALiBi") << Edit([](LabDocument& d) { setScoreBias(d, ScoreBias::alibi); });
    QTest::newRow("positions") << Edit([](LabDocument& d) { setPosition(d, PositionKind::sinusoidal); });
    QTest::newRow("rotary") << Edit([](LabDocument& d) { setRotary(d, true); });
    QTest::newRow("scale") << Edit([](LabDocument& d) { setScale(d, 3); });
    QTest::newRow("normaliser") << Edit(
        [](LabDocument& d) { setNormalization(d, NormalizationKind::sparsemax); });
    QTest::newRow("a typed temperature") << Edit([](LabDocument& d) { setTemperature(d, 0.1); });
    QTest::newRow("a typed number") << Edit([](LabDocument& d) { d.setValue(ParameterId::W_Q, 0, 0, 3); });
    QTest::newRow("a model") << Edit([](LabDocument& d) { setPreset(d, all_presets()[3]); });
}

void TestLargestChange::edits() {
    QFETCH(Edit, edit);
    LabWindow& w = window();
    const Matrix before = *document().completeView(StageId::weights).matrix;
    edit(document());
    const Matrix after = *document().completeView(StageId::weights).matrix;
    Index row = 0, column = 0;
    (after - before).cwiseAbs().maxCoeff(&row, &column);
    const auto word = [&](Index token) {
        return QString::fromStdString(document().experiment().sequence.tokens[std::size_t(token)]);
    };
    QCOMPARE(w.status().text(),
             document().undoStack().undoText() + mark +
                 QStringLiteral("“%1” → “%2” ").arg(word(row), word(column)) +
                 QString::fromStdString(display_change(before(row, column), after(row, column))));
    document().undo();
    QVERIFY(!w.status().text().contains(mark));
}

/// Values change no weight.
void TestLargestChange::ofTheOutput() {
    document().setValue(ParameterId::W_V, 0, 1, 3);
    QVERIFY2(window().status().text().contains(mark + "output of “"), qPrintable(window().status().text()));
}

/// Shares of a sum are the same whatever their scores are multiplied by, but for how they are rounded.
void TestLargestChange::roundingAlone() {
    Experiment e = document().experiment();
    e.normalization.kind = NormalizationKind::sum;
    e.scores.scale = 1;
    document().replace(e, {});
    QTest::qWait(0);
    bool isRounded = false;
    for (const double scale : {0.577, 0.3, 0.7, 1.1, 1.7}) {
        const Matrix before = *document().completeView(StageId::weights).matrix;
        setScale(document(), scale);
        const Matrix after = *document().completeView(StageId::weights).matrix;
        isRounded = isRounded || before != after;
        const QString said = window().status().text();
        QVERIFY2(!said.contains("” → “"), qPrintable(said));
    }
    QVERIFY2(isRounded, "nothing to tell apart");
}

void TestLargestChange::saysNothing_data() {
    QTest::addColumn<Edit>("edit");
    QTest::newRow("other tokens") << Edit([](LabDocument& d) { d.setText("is sky blue"); });
    QTest::newRow("notation") << Edit([](LabDocument& d) { setNotation(d, Notation::columns); });
    QTest::newRow("title") << Edit([](LabDocument& d) { setTitle(d, "A title"); });
    QTest::newRow("more heads") << Edit([](LabDocument& d) { setSize(d, Size::heads, 2); });
    QTest::newRow("biases of 0") << Edit([](LabDocument& d) { setBiases(d, true); });
    QTest::newRow("under a cover") << Edit([](LabDocument& d) {
        d.coverCells({StageId::weights, 0, {0, 0, 1, 1}});
        setScale(d, 3);
    });
}

/// Where cells do not correspond, no number changes, or numbers are covered.
void TestLargestChange::saysNothing() {
    QFETCH(Edit, edit);
    edit(document());
    QVERIFY(document().undoStack().canUndo());
    QVERIFY2(!window().status().text().contains(mark), qPrintable(window().status().text()));
}

LAB_WINDOW_TEST(TestLargestChange)
#include "tst_largest_change.moc"
