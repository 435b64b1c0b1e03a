// SPDX-License-Identifier: GPL-3.0-or-later
//
// Options on the cards that they affect: each control shows the document's setting and changes it.
#include "core/base/number_format.h"
#include "core/edits/qk_norm.h"
#include "core/edits/rotary_frequencies.h"
#include "core/edits/sentence.h"
#include "core/experiment/is_same.h"
#include "tests/support/compare.h"
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "tests/ui/pages/cards_by_hand.h"
#include "ui/document/edits/shape_edits.h"
#include "ui/pages/explore/stage_card.h"
#include "ui/widgets/log_slider.h"
#include "ui/widgets/pill_button.h"
#include "ui/window/status_line.h"

#include <functional>

using namespace lab;
using namespace lab::test;

namespace {

using Edit = std::function<void(LabWindow&)>;
using Wanted = std::function<void(Experiment&)>;

void fill_frequencies(LabWindow& w, const QString& entry) {
    PillButton* pill = menu_pill(w, StageId::scaled_scores);
    QVERIFY(LabWindow::press(pill));
    for (QAction* each : pill->menu()->findChildren<QAction*>()) {
        if (each->text() == entry)
            each->trigger();
    }
    pill->menu()->close();
}

} // namespace

class TestInlineOptions : public WindowTest {
    Q_OBJECT

private slots:
    void oneStepEach_data();
    void oneStepEach();
    void refused_data();
    void refused();
    void frequenciesRefused();
    void windowWithCausal();
    void causalSaysWhatFor();
    void theKeyboardReachesThem();
    void boardStaysInSight_data();
    void boardStaysInSight();
};

void TestInlineOptions::oneStepEach_data() {
    QTest::addColumn<Edit>("before");
    QTest::addColumn<Edit>("edit");
    QTest::addColumn<Wanted>("wanted");
    const Edit nothing = [](LabWindow&) {};
    const auto row = [](const char* name, const Edit& before, const Edit& edit, const Wanted& wanted) {
        QTest::newRow(name) << before << edit << wanted;
    };
    using W = LabWindow;
    using E = Experiment;
    using enum StageId;
    const Edit unscaled = [](W& w) { press(w, scaled_scores, "Scale by 1/√dₖ"); };
    const Edit rotary = [](W& w) { choose_on(w, scaled_scores, "Rotary positions"); };
    const Edit windowed = [](W& w) { press(w, masked_scores, "Window"); };
    row("scale off", nothing, unscaled, [](E& e) { e.scores.scale = 1; });
    row("scale on", unscaled, unscaled, [](E& e) { e.scores.scale.reset(); });
    row(
        "a number", unscaled, [](W& w) { enter(w, "The factor applied to the scores", "-0.25"); },
        [](E& e) { e.scores.scale = -0.25; });
    row("rotary", nothing, rotary, [](E& e) { e.scores.rotary = true; });
    row("rotary off", rotary, rotary, [](E& e) { e.scores.rotary = false; });
    row(
        "rotary base", rotary, [](W& w) { enter(w, "Base of the rotary positions", "100"); },
        [](E& e) { e.scores.rotary_base = 100; });
    const Edit wide = [rotary](W& w) {
        setSize(w.document(), Size::d_k, 5);
        rotary(w);
    };
    row(
        "rotary layout", wide, [](W& w) { choose_on(w, scaled_scores, "Rotary layout: half"); },
        [](E& e) { e.scores.rotary_layout = RotaryLayout::half; });
    row(
        "rotated features", wide, [](W& w) { enter(w, "How many features are rotated", "4"); },
        [](E& e) { e.scores.rotary_dims = 4; });
    const Edit linear = [](W& w) { fill_frequencies(w, "Linear scaling by 4"); };
    const Edit list = [wide, linear](W& w) {
        wide(w);
        linear(w);
    };
    row("rotary frequencies", wide, linear,
        [](E& e) { e.scores.rotary_frequencies = linear_frequencies(e, 4); });
    row(
        "Llama’s frequencies", wide, [](W& w) { fill_frequencies(w, "Llama 3.1’s scaling"); },
        [](E& e) { e.scores.rotary_frequencies = llama_frequencies(e); });
    row(
        "one of two frequencies", list,
        [](W& w) { // the other one keeps the digits that are not shown
            const QString other = field(w, "Rotary frequencies")->text().section(", ", 1);
            enter(w, "Rotary frequencies", "1/3, " + other);
        },
        [](E& e) {
            QVERIFY(brief(e.scores.rotary_frequencies[1]) != shortest(e.scores.rotary_frequencies[1]));
            e.scores.rotary_frequencies[0] = 1.0 / 3;
        });
    row(
        "frequencies of the base again", list, [](W& w) { fill_frequencies(w, "From the base"); },
        [](E& e) { e.scores.rotary_frequencies.clear(); });
    row(
        "fewer features, fewer frequencies", list,
        [](W& w) { enter(w, "How many features are rotated", "2"); },
        [](E& e) {
            e.scores.rotary_dims = 2;
            e.scores.rotary_frequencies.resize(1);
        });
    const Edit partly = [wide](W& w) {
        wide(w);
        enter(w, "How many features are rotated", "2");
    };
    row(
        "all features rotated", partly, [](W& w) { enter(w, "How many features are rotated", "5"); },
        [](E& e) { e.scores.rotary_dims.reset(); });
    row(
        "ALiBi", nothing, [](W& w) { choose_on(w, scaled_scores, "ALiBi"); },
        [](E& e) { e.scores.bias = ScoreBias::alibi; });
    const Edit capped = [](W& w) { choose_on(w, scaled_scores, "Softcap"); };
    const Edit added = [](W& w) { choose_on(w, scaled_scores, "Added scores"); };
    row("softcap", nothing, capped, [](E& e) { e.scores.softcap = 5; });
    row("no softcap", capped, capped, [](E& e) { e.scores.softcap.reset(); });
    row(
        "another softcap", capped,
        [](W& w) { enter(w, "The softcap: no scaled score goes beyond it", "0.5"); },
        [](E& e) { e.scores.softcap = 0.5; });
    row("added scores", nothing, added,
        [](E& e) { e.scores.additive = {share(Matrix(Matrix::Zero(3, 3)))}; });
    row("no added scores", added, added, [](E& e) { e.scores.additive.clear(); });
    row("window", nothing, windowed, [](E& e) { e.mask.window = 2; });
    row("no window", windowed, windowed, [](E& e) { e.mask.window.reset(); });
    row(
        "width", windowed, [](W& w) { enter(w, "Width of the window", "1"); },
        [](E& e) { e.mask.window = 1; });
    row(
        "window and causal", windowed, [](W& w) { press(w, masked_scores, "Causal"); },
        [](E& e) { e.mask.causal = true; });
    const std::pair<const char*, NormalizationKind> kinds[] = {
        {"Softmax without shift", NormalizationKind::softmax_naive},
        {"Divide by the sum", NormalizationKind::sum},
        {"Sparsemax", NormalizationKind::sparsemax},
        {"Sigmoid", NormalizationKind::sigmoid}};
    for (const auto& [name, kind] : kinds)
        row(
            name, nothing, [text = name](W& w) { choose_on(w, weights, text); },
            [which = kind](E& e) { e.normalization.kind = which; });
    const Edit dropped = [](W& w) { choose_on(w, weights, "Dropout"); };
    row("dropout", nothing, dropped, [](E& e) { e.dropout = Dropout{0.1, 0}; });
    row("no dropout", dropped, dropped, [](E& e) { e.dropout.reset(); });
    row(
        "dropout rate", dropped, [](W& w) { enter(w, "Dropout rate", "0.5"); },
        [](E& e) {
            e.dropout = Dropout{0.5, 0};
        });
    row(
        "seed of the dropout", dropped, [](W& w) { enter(w, "Seed of the dropout", "123"); },
        [](E& e) {
            e.dropout = Dropout{0.1, 123};
        });
    row(
        "another draw", dropped, [](W& w) { press(w, dropped_weights, "Another draw"); },
        [](E& e) {
            e.dropout = Dropout{0.1, 1};
        });
    row(
        "bias of the sigmoid", [](W& w) { choose_on(w, weights, "Sigmoid"); },
        [](W& w) { enter(w, "Bias of the sigmoid", "-1.5"); }, [](E& e) { e.normalization.bias = -1.5; });
    const Edit sink = [](W& w) { choose_on(w, weights, "Sink"); };
    row("sink", nothing, sink, [](E& e) { e.normalization.sink = share(Matrix{{0}}); });
    row("no sink", sink, sink, [](E& e) { e.normalization.sink = nullptr; });
    row(
        "score of the sink", sink, [](W& w) { enter(w, "Score of the sink", "-0.5"); },
        [](E& e) { e.normalization.sink = share(Matrix{{-0.5}}); });
    row(
        "temperature", nothing, [](W& w) { enter(w, "Temperature", "123.5"); },
        [](E& e) { e.normalization.temperature = 123.5; });
    row(
        "temperature by keys", nothing,
        [](W& w) { QTest::keyClick(of_card<LogSlider>(w, weights), Qt::Key_Left); },
        [](E& e) { e.normalization.temperature = 0.955; });
    const Edit rms = [](W& w) { choose_norm(w, queries, "RMS norm"); };
    const Edit gains = [rms](W& w) {
        rms(w);
        press(w, keys, "Gains");
    };
    row("norm", nothing, rms, [](E& e) { e.scores.qk_norm = QkNorm{}; });
    row(
        "norm on the keys’ card", nothing, [](W& w) { choose_norm(w, keys, "L2 norm"); },
        [](E& e) { e.scores.qk_norm = QkNorm{QkNormKind::l2}; });
    row(
        "another norm", rms, [](W& w) { choose_on(w, keys, "L2 norm"); },
        [](E& e) { e.scores.qk_norm->kind = QkNormKind::l2; });
    row(
        "no norm", gains, [](W& w) { choose_on(w, queries, "Off"); }, [](E& e) { e.scores.qk_norm.reset(); });
    row(
        "epsilon", rms, [](W& w) { enter(w, "ε of the norm", "0"); },
        [](E& e) { e.scores.qk_norm->epsilon = 0; });
    row(
        "gains", rms, [](W& w) { press(w, queries, "Gains"); },
        [](E& e) { e = with_gains(with_gains(e, ParameterId::g_Q, true), ParameterId::g_K, true); });
    row(
        "no gains", gains, [](W& w) { press(w, queries, "Gains"); },
        [](E& e) { e.scores.qk_norm->g_Q = e.scores.qk_norm->g_K = nullptr; });
    row(
        "sinusoidal positions", nothing, [](W& w) { choose_position(w, "sinusoidal"); },
        [](E& e) { e.embedding.position.kind = PositionKind::sinusoidal; });
    row(
        "learned positions", nothing, [](W& w) { choose_position(w, "learned"); },
        [](E& e) { e = with_position(e, PositionKind::learned).value(); });
}

void TestInlineOptions::oneStepEach() {
    QFETCH(Edit, before);
    QFETCH(Edit, edit);
    QFETCH(Wanted, wanted);
    LabWindow& w = window();
    before(w);
    const Experiment old = w.document().experiment();
    const int steps = w.document().undoStack().index();
    edit(w);
    Experiment expected = old;
    wanted(expected);
    const auto differs = difference(w.document().experiment(), expected);
    QVERIFY2(!differs, differs ? differs->c_str() : "");
    QCOMPARE(w.document().undoStack().index(), steps + 1);
    QVERIFY(!w.document().undoStack().undoText().isEmpty());
    QCOMPARE(disagreement(w), std::string());
    w.document().undo();
    QVERIFY(is_same(w.document().experiment(), old));
    QCOMPARE(disagreement(w), std::string());
    w.document().redo();
    QVERIFY(is_same(w.document().experiment(), expected));
}

void TestInlineOptions::refused_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("reason");
    QTest::newRow("no temperature") << "Temperature"
                                    << "0"
                                    << "above 0";
    QTest::newRow("a negative temperature") << "Temperature"
                                            << "-1"
                                            << "above 0";
    QTest::newRow("no window") << "Width of the window"
                               << "0"
                               << "whole number from 1";
    QTest::newRow("half a window") << "Width of the window"
                                   << "1.5"
                                   << "whole number from 1";
    QTest::newRow("no base") << "Base of the rotary positions"
                             << "0"
                             << "above 0";
    QTest::newRow("an odd number of features") << "How many features are rotated"
                                               << "3"
                                               << "an even number from 2, or 5 for all";
    QTest::newRow("dropout of everything") << "Dropout rate"
                                           << "1"
                                           << "at least 0 and below 1";
    QTest::newRow("half a seed") << "Seed of the dropout"
                                 << "1.5"
                                 << "whole number from 0";
    QTest::newRow("a negative epsilon") << "ε of the norm"
                                        << "-1"
                                        << "at least 0";
    QTest::newRow("no cap") << "The softcap: no scaled score goes beyond it"
                            << "0"
                            << "above 0";
    QTest::newRow("no number") << "The factor applied to the scores"
                               << "inf"
                               << "no finite number";
}

void TestInlineOptions::refused() {
    QFETCH(QString, name);
    QFETCH(QString, text);
    QFETCH(QString, reason);
    LabWindow& w = window();
    setSize(w.document(), Size::d_k, 5);
    press(w, StageId::scaled_scores, "Scale by 1/√dₖ");
    choose_on(w, StageId::scaled_scores, "Rotary positions");
    choose_on(w, StageId::scaled_scores, "Softcap");
    press(w, StageId::masked_scores, "Window");
    choose_on(w, StageId::weights, "Dropout");
    choose_norm(w, StageId::queries, "RMS norm");
    const Experiment before = w.document().experiment();
    const QString number = field(w, name)->text();
    enter(w, name, text);
    QVERIFY(is_same(w.document().experiment(), before));
    QVERIFY2(w.status().text().contains(reason), qPrintable(w.status().text()));
    QVERIFY(field(w, name)->toolTip().contains(reason));
    QTest::keyClick(field(w, name), Qt::Key_Escape);
    QCOMPARE(field(w, name)->text(), number);
    QVERIFY(!field(w, name)->toolTip().contains(reason));
}

/// What is no list of as many numbers changes nothing, and says what is expected.
void TestInlineOptions::frequenciesRefused() {
    LabWindow& w = window();
    setSize(w.document(), Size::d_k, 5);
    choose_on(w, StageId::scaled_scores, "Rotary positions");
    fill_frequencies(w, "A list, as the base gives it");
    const Experiment before = w.document().experiment();
    for (const auto& [text, reason] : {std::pair("1", "Expected 2 frequencies"),
                                       {"1, 2, 3", "Expected 2 frequencies"},
                                       {"1, fast", "fast"}}) {
        enter(w, "Rotary frequencies", text);
        QVERIFY(is_same(w.document().experiment(), before));
        QVERIFY2(w.status().text().contains(reason), qPrintable(w.status().text()));
        QTest::keyClick(field(w, "Rotary frequencies"), Qt::Key_Escape);
    }
    QVERIFY(field(w, "Rotary frequencies")->text().startsWith("1, 0.02"));
}

void TestInlineOptions::windowWithCausal() {
    LabWindow& w = window();
    press(w, StageId::masked_scores, "Causal");
    press(w, StageId::masked_scores, "Window");
    enter(w, "Width of the window", "1");
    QVERIFY(w.document().experiment().mask.causal);
    // Only the diagonal is visible.
    QVERIFY(Matrix(shown_values(w.heatmap(StageId::weights))).isIdentity());
    press(w, StageId::masked_scores, "Causal");
    QVERIFY(!w.document().experiment().mask.causal);
    QCOMPARE(w.document().experiment().mask.window, std::optional<Index>(1));
    QTest::keyClick(field(w, "Width of the window"), Qt::Key_Up);
    QCOMPARE(w.document().experiment().mask.window, std::optional<Index>(2));
}

/// Before it is on, and in one sentence.
void TestInlineOptions::causalSaysWhatFor() {
    LabWindow& w = window();
    w.document().openExample("sky-is-blue");
    QVERIFY(!w.document().experiment().mask.causal);
    const QAbstractButton* causal = LabWindow::button(*w.board().card(StageId::masked_scores), "Causal");
    QVERIFY(causal);
    QCOMPARE(causal->toolTip(),
             QString("No token attends to a later one: a decoder predicts the next word, so "
                     "no position may look at it"));
}

void TestInlineOptions::theKeyboardReachesThem() {
    LabWindow& w = window();
    setSize(w.document(), Size::d_k, 4); // of one pair no features can be chosen
    press(w, StageId::scaled_scores, "Scale by 1/√dₖ");
    choose_on(w, StageId::scaled_scores, "Rotary positions");
    choose_on(w, StageId::scaled_scores, "Softcap");
    press(w, StageId::masked_scores, "Window");
    choose_on(w, StageId::weights, "Dropout");
    QList<QWidget*> missing{&w.sentence().position(), of_card<LogSlider>(w, StageId::weights),
                            menu_pill(w, StageId::scaled_scores), menu_pill(w, StageId::weights),
                            w.button(w, "Window")};
    for (NumberField* each : w.board().findChildren<NumberField*>()) {
        if (each->isVisible()) // not those of what is not in use
            missing += each;
    }
    QCOMPARE(missing.size(), 13);
    w.sentence().line().setFocus();
    for (int i = 0; i < 100 && !missing.isEmpty(); ++i) {
        missing.removeAll(w.focusWidget());
        w.press_key(Qt::Key_Tab);
    }
    QVERIFY2(missing.isEmpty(), missing.isEmpty() ? "" : qPrintable(missing.front()->accessibleName()));
    QCOMPARE(w.document().undoStack().index(), 6); // tabbing through changes nothing
    // A pill's menu by keyboard.
    PillButton* pill = menu_pill(w, StageId::weights);
    pill->setFocus();
    w.press_key(Qt::Key_Return);
    for (const Qt::Key key : {Qt::Key_Down, Qt::Key_Down, Qt::Key_Return})
        QTest::keyClick(pill->menu(), key);
    QVERIFY(w.document().experiment().normalization.kind != NormalizationKind::softmax);
}

void TestInlineOptions::boardStaysInSight_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<Density>("density");
    QTest::newRow("1600 × 1000") << QSize(1600, 1000) << Density::digits;
    QTest::newRow("1024 × 700") << QSize(1024, 700) << Density::two_decimals;
}

/// All matrices and their controls are visible at once.
void TestInlineOptions::boardStaysInSight() {
    QFETCH(QSize, size);
    QFETCH(Density, density);
    LabWindow& w = openWindow(size);
    QTest::qWait(20);
    QCOMPARE(w.board().card(StageId::weights)->cardSize().density, density);
    for (const StageInfo& stage : all_stages()) {
        const StageCard& card = *w.board().card(stage.id);
        if (card.isVisible())
            QVERIFY2(w.board().viewport()->rect().contains(
                         QRect(card.mapTo(w.board().viewport(), QPoint()), card.size())),
                     stage.name.data());
    }
}

LAB_WINDOW_TEST(TestInlineOptions)
#include "tst_inline_options.moc"
