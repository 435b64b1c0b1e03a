// SPDX-License-Identifier: GPL-3.0-or-later
//
// What comes and goes with an option: controls on its cards, and grids of its parameters.
#include "core/edits/added_scores.h"
#include "core/experiment/is_same.h"
#include "core/io/experiment_json.h"
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "tests/ui/pages/cards_by_hand.h"
#include "tests/ui/pages/option_documents.h"
#include "ui/document/edits/option_edits.h"
#include "ui/panels/parameters/parameter_section.h"
#include "ui/widgets/log_slider.h"
#include "ui/widgets/pill_button.h"
#include "ui/widgets/toggle_switch.h"

#include <QLabel>
#include <QMenu>

using namespace lab;
using namespace lab::test;

class TestOptionParts : public WindowTest {
    Q_OBJECT

private slots:
    void normOnBothCards();
    void rotaryInWords();
    void learnedPositions();
    void positionsOfGivenQueries();
    void controlsSayWhatTheFileSays();
};

/// The row of controls is there while there is a norm, and the gains have grids while there are gains.
void TestOptionParts::normOnBothCards() {
    LabWindow& w = window();
    const auto shows = [&](StageId id) {
        const PillButton* pill = menu_pill(w, id);
        return pill && pill->isVisible();
    };
    const QSize card = w.board().card(StageId::queries)->size();
    QVERIFY(!shows(StageId::queries) && !shows(StageId::keys));
    choose_norm(w, StageId::queries, "L2 norm");
    QVERIFY(shows(StageId::queries) && shows(StageId::keys));
    QVERIFY(!w.parameters().section(ParameterId::g_Q)->isVisible());
    QCOMPARE(menu_pill(w, StageId::keys)->text(), QStringLiteral("L2 norm"));
    press(w, StageId::keys, "Gains");
    for (const ParameterId id : {ParameterId::g_Q, ParameterId::g_K}) {
        QVERIFY(w.parameters().section(id)->isVisible());
        QAbstractItemModel& model = *w.grid(id).model();
        QVERIFY(model.rowCount() == 1 && model.columnCount() == 2);
        QVERIFY(model.setData(model.index(0, 1), "3"));
        QCOMPARE(w.value(id, 0, 1), 3.0);
        QVERIFY(w.document().undoStack().undoText().startsWith(QLatin1String(info(id).name.data()) +
                                                               QLatin1String("[2] ")));
    }
    QCOMPARE(disagreement(w), std::string());
    choose_on(w, StageId::keys, "Off");
    QVERIFY(!shows(StageId::queries) && !shows(StageId::keys));
    QVERIFY(!w.parameters().section(ParameterId::g_Q)->isVisible());
    QCOMPARE(w.board().card(StageId::queries)->size(), card);
}

/// What of rotary positions is not to be seen in the numbers is said beside them.
void TestOptionParts::rotaryInWords() {
    LabWindow& w = window();
    w.document().openExample("rotary-layouts");
    QCoreApplication::processEvents(); // the board is laid out
    const auto pill = [&]() -> PillButton* {
        for (PillButton* each : w.board().card(StageId::scaled_scores)->findChildren<PillButton*>()) {
            if (each->accessibleName().startsWith("Rotary layout"))
                return each;
        }
        return nullptr;
    };
    QVERIFY(pill() && !pill()->isHidden());
    QCOMPARE(pill()->text(), QString("interleaved layout"));
    QVERIFY(pill()->toolTip().startsWith("Interleaved"));
    const QWidget& card = *w.board().card(StageId::scaled_scores);
    const QRect place = card.geometry(), button = pill()->geometry();
    pill()->menu()->actions()[1]->trigger();
    QCoreApplication::processEvents();
    QVERIFY(card.geometry() == place && pill()->geometry() == button); // under the pointer
    QCOMPARE(w.document().experiment().scores.rotary_layout, RotaryLayout::half);
    QCOMPARE(pill()->text(), QString("half layout"));
    QVERIFY(pill()->toolTip().startsWith("Half"));
    setRotaryDims(w.document(), 2); // one pair: nothing to choose, which is said
    QVERIFY(!pill()->isHidden() && !pill()->isEnabled());
    QVERIFY2(pill()->toolTip().contains("the same in both layouts"), qPrintable(pill()->toolTip()));
    QStringList labels;
    for (const QLabel* each : w.board().card(StageId::scaled_scores)->findChildren<QLabel*>()) {
        if (!each->isHidden())
            labels += each->text();
    }
    QVERIFY2(labels.contains("rotated features") && labels.contains("of 4"), qPrintable(labels.join(", ")));
}

void TestOptionParts::learnedPositions() {
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

void TestOptionParts::positionsOfGivenQueries() {
    LabWindow& w = window();
    Experiment given = w.document().experiment();
    given.projection = {};
    given.projection.kind = ProjectionKind::direct;
    given.projection.Q = given.projection.K = given.projection.V = share(Matrix::Ones(3, 2));
    w.document().replace(given, {});
    QAction* learned = w.sentence().position().menu()->actions()[2];
    QVERIFY(!learned->isEnabled() && learned->toolTip().contains("given"));
    QVERIFY(w.sentence().position().isEnabled()); // for what else is in its menu
    QVERIFY(w.sentence().position().toolTip().contains("given"));
    w.controller().openExample("sky-is-blue");
    QVERIFY(learned->isEnabled() && !learned->toolTip().contains("given"));
}

void TestOptionParts::controlsSayWhatTheFileSays() {
    LabWindow& w = window();
    Experiment all = with_added_scores(read_experiment(every_option).value(), true);
    all.scores.softcap = 2.5;
    w.document().replace(std::move(all), {});
    QCOMPARE(w.sentence().position().text(), QStringLiteral("Position: learned + rotary + ALiBi"));
    QVERIFY(!of_card<ToggleSwitch>(w, StageId::scaled_scores)->isChecked());
    QCOMPARE(field(w, "The factor applied to the scores")->text(), QStringLiteral("0.25"));
    QCOMPARE(field(w, "Base of the rotary positions")->text(), QStringLiteral("100"));
    for (const QAction* action : menu_pill(w, StageId::scaled_scores)->menu()->actions()) {
        if (action->menu() != nullptr)
            continue; // The frequencies open a menu of their own.
        QVERIFY2(action->isChecked() != (action->text() == "Paint added scores"), qPrintable(action->text()));
    }
    QCOMPARE(field(w, "The softcap: no scaled score goes beyond it")->text(), QStringLiteral("2.5"));
    QCOMPARE(field(w, "Width of the window")->text(), QStringLiteral("3"));
    QCOMPARE(menu_pill(w, StageId::weights)->text(), QStringLiteral("Sparsemax"));
    QCOMPARE(field(w, "Temperature")->text(), QStringLiteral("0.5"));
    QCOMPARE(of_card<LogSlider>(w, StageId::weights)->number(), 0.501);
    w.controller().openExample("sky-is-blue");
    QCOMPARE(w.sentence().position().text(), QStringLiteral("Position: none"));
    for (const char* name :
         {"The factor applied to the scores", "Base of the rotary positions", "How many features are rotated",
          "The softcap: no scaled score goes beyond it", "Width of the window"})
        QVERIFY2(!field(w, name)->isVisible(), name);
}

LAB_WINDOW_TEST(TestOptionParts)
#include "tst_option_parts.moc"
