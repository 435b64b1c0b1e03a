// SPDX-License-Identifier: GPL-3.0-or-later
//
// Options on the cards that they affect: each control shows the document's setting and changes it.
#include "core/edits/sentence.h"
#include "core/io/experiment_json.h"
#include "tests/support/compare.h"
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "tests/ui/pages/cards_by_hand.h"
#include "tests/ui/pages/option_documents.h"
#include "ui/widgets/log_slider.h"
#include "ui/widgets/pill_button.h"
#include "ui/widgets/toggle_switch.h"
#include "ui/window/status_line.h"

#include <QMenu>
#include <QPushButton>
#include <QTimer>

#include <functional>

using namespace lab;
using namespace lab::test;

namespace {

using Edit = std::function<void(LabWindow&)>;
using Wanted = std::function<void(Experiment&)>;

void choose_position(LabWindow& w, const QString& text) {
    QPushButton& button = w.sentence().position();
    // In Qt 6.4, QPushButton blocks in its press event until its menu is closed; in 6.8 it does not.
    bool chosen = false;
    QTimer::singleShot(0, &button, [&] {
        choose(button.menu(), text);
        chosen = true;
    });
    QTest::mouseClick(&button, Qt::LeftButton);
    QTRY_VERIFY(chosen);
}

} // namespace

class TestInlineOptions : public WindowTest {
    Q_OBJECT

private slots:
    void oneStepEach_data();
    void oneStepEach();
    void refused_data();
    void refused();
    void windowWithCausal();
    void learnedPositions();
    void positionsOfGivenQueries();
    void controlsSayWhatTheFileSays();
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
    row(
        "ALiBi", nothing, [](W& w) { choose_on(w, scaled_scores, "ALiBi"); },
        [](E& e) { e.scores.bias = ScoreBias::alibi; });
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
        {"Sparsemax", NormalizationKind::sparsemax}};
    for (const auto& [name, kind] : kinds)
        row(
            name, nothing, [text = name](W& w) { choose_on(w, weights, text); },
            [which = kind](E& e) { e.normalization.kind = which; });
    const Edit dropped = [](W& w) { choose_on(w, weights, "Dropout"); };
    row("dropout", nothing, dropped, [](E& e) { e.dropout = Dropout{0.1, 0}; });
    row("no dropout", dropped, dropped, [](E& e) { e.dropout.reset(); });
    row(
        "dropout rate", dropped, [](W& w) { enter(w, "Dropout rate", "0.5"); },
        [](E& e) { e.dropout = Dropout{0.5, 0}; });
    row(
        "seed of the dropout", dropped, [](W& w) { enter(w, "Seed of the dropout", "123"); },
        [](E& e) { e.dropout = Dropout{0.1, 123}; });
    row(
        "another draw", dropped, [](W& w) { press(w, dropped_weights, "Another draw"); },
        [](E& e) { e.dropout = Dropout{0.1, 1}; });
    row(
        "temperature", nothing, [](W& w) { enter(w, "Temperature", "123.5"); },
        [](E& e) { e.normalization.temperature = 123.5; });
    row(
        "temperature by keys", nothing,
        [](W& w) { QTest::keyClick(of_card<LogSlider>(w, weights), Qt::Key_Left); },
        [](E& e) { e.normalization.temperature = 0.955; });
    row(
        "sinusoidal positions", nothing, [](W& w) { choose_position(w, "sinusoidal"); },
        [](E& e) { e.embedding.position.kind = PositionKind::sinusoidal; });
    row(
        "learned positions", nothing, [](W& w) { choose_position(w, "learned"); },
        [](E& e) { e = with_position(e, PositionKind::learned); });
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
    QTest::newRow("dropout of everything") << "Dropout rate"
                                           << "1"
                                           << "at least 0 and below 1";
    QTest::newRow("half a seed") << "Seed of the dropout"
                                 << "1.5"
                                 << "whole number from 0";
    QTest::newRow("no number") << "The factor applied to the scores"
                               << "inf"
                               << "no finite number";
}

void TestInlineOptions::refused() {
    QFETCH(QString, name);
    QFETCH(QString, text);
    QFETCH(QString, reason);
    LabWindow& w = window();
    press(w, StageId::scaled_scores, "Scale by 1/√dₖ");
    choose_on(w, StageId::scaled_scores, "Rotary positions");
    press(w, StageId::masked_scores, "Window");
    choose_on(w, StageId::weights, "Dropout");
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

void TestInlineOptions::learnedPositions() {
    LabWindow& w = window();
    QVERIFY(!w.parameters().section(ParameterId::position)->isVisible());
    choose_position(w, "learned");
    QVERIFY(w.parameters().section(ParameterId::position)->isVisible());
    const QAbstractItemModel& model = *w.grid(ParameterId::position).model();
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(model.headerData(2, Qt::Vertical).toString(), QStringLiteral("3"));
    const Experiment before = w.document().experiment();
    QVERIFY(w.grid(ParameterId::position).model()->setData(model.index(2, 1), "5"));
    QVERIFY(is_same(w.document().experiment(), with_cell(before, ParameterId::position, 2, 1, 5)));
    QCOMPARE(disagreement(w), std::string());
    w.type_sentence("sky is very blue");
    QCOMPARE(model.rowCount(), 4);
    QCOMPARE(w.value(ParameterId::position, 2, 1), 5.0);
    QCOMPARE(disagreement(w), std::string());
    choose_position(w, "none");
    QVERIFY(!w.parameters().section(ParameterId::position)->isVisible());
    w.document().undo();
    QCOMPARE(model.rowCount(), 4);
}

void TestInlineOptions::positionsOfGivenQueries() {
    LabWindow& w = window();
    Experiment given = w.document().experiment();
    given.projection = {};
    given.projection.kind = ProjectionKind::direct;
    given.projection.Q = given.projection.K = given.projection.V = share(Matrix::Ones(3, 2));
    w.document().replace(given, {});
    QVERIFY(!w.sentence().position().isEnabled());
    QVERIFY(w.sentence().position().toolTip().contains("given"));
    w.controller().openExample("sky-is-blue");
    QVERIFY(w.sentence().position().isEnabled());
}

void TestInlineOptions::controlsSayWhatTheFileSays() {
    LabWindow& w = window();
    w.document().replace(read_experiment(every_option).value(), {});
    QCOMPARE(w.sentence().position().text(), QStringLiteral("Position: learned"));
    QVERIFY(!of_card<ToggleSwitch>(w, StageId::scaled_scores)->isChecked());
    QCOMPARE(field(w, "The factor applied to the scores")->text(), QStringLiteral("0.25"));
    QCOMPARE(field(w, "Base of the rotary positions")->text(), QStringLiteral("100"));
    for (const QAction* action : menu_pill(w, StageId::scaled_scores)->menu()->actions())
        QVERIFY2(action->isChecked(), qPrintable(action->text()));
    QCOMPARE(field(w, "Width of the window")->text(), QStringLiteral("3"));
    QCOMPARE(menu_pill(w, StageId::weights)->text(), QStringLiteral("Sparsemax"));
    QCOMPARE(field(w, "Temperature")->text(), QStringLiteral("0.5"));
    QCOMPARE(of_card<LogSlider>(w, StageId::weights)->number(), 0.501);
    w.controller().openExample("sky-is-blue");
    QCOMPARE(w.sentence().position().text(), QStringLiteral("Position: none"));
    for (const char* name :
         {"The factor applied to the scores", "Base of the rotary positions", "Width of the window"})
        QVERIFY2(!field(w, name)->isVisible(), name);
}

void TestInlineOptions::theKeyboardReachesThem() {
    LabWindow& w = window();
    press(w, StageId::scaled_scores, "Scale by 1/√dₖ");
    choose_on(w, StageId::scaled_scores, "Rotary positions");
    press(w, StageId::masked_scores, "Window");
    choose_on(w, StageId::weights, "Dropout");
    QList<QWidget*> missing{&w.sentence().position(), of_card<LogSlider>(w, StageId::weights),
                            menu_pill(w, StageId::scaled_scores), menu_pill(w, StageId::weights),
                            w.button(w, "Window")};
    for (NumberField* each : w.board().findChildren<NumberField*>())
        missing += each;
    QCOMPARE(missing.size(), 11);
    w.sentence().line().setFocus();
    for (int i = 0; i < 100 && !missing.isEmpty(); ++i) {
        missing.removeAll(w.focusWidget());
        w.press_key(Qt::Key_Tab);
    }
    QVERIFY2(missing.isEmpty(), missing.isEmpty() ? "" : qPrintable(missing.front()->accessibleName()));
    QCOMPARE(w.document().undoStack().index(), 4); // tabbing through changes nothing
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
