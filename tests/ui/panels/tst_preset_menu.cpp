// SPDX-License-Identifier: GPL-3.0-or-later
//
// The settings of well-known models, in the menu of positions.
#include "core/edits/presets.h"
#include "core/experiment/is_same.h"
#include "tests/support/compare.h"
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/added_score_edits.h"
#include "ui/document/edits/option_edits.h"
#include "ui/document/lab_document.h"
#include "ui/panels/sentence/next_word_controls.h"
#include "ui/panels/sentence/sentence_panel.h"
#include "ui/window/status_line.h"

#include <QMenu>
#include <QPushButton>
#include <QTest>
#include <QTimer>

#include <algorithm>

using namespace lab;
using namespace lab::test;

class TestPresetMenu : public WindowTest {
    Q_OBJECT

private slots:
    void oneStepEach_data();
    void oneStepEach();
    void checksWhatIsInUse();
    void oneInBothMenus();
    void givenQueriesKeysAndValues();
    void saysWhatItLeaves();
    void tooLarge();

private:
    QMenu& menu() { return *window().sentence().position().menu()->actions().last()->menu(); }
    /// The names of those that are checked once the menu opens.
    QStringList checked() {
        emit menu().aboutToShow();
        QStringList names;
        for (const QAction* action : menu().actions()) {
            if (action->isChecked())
                names += action->text().section('\t', 0, 0);
        }
        return names;
    }
};

void TestPresetMenu::oneStepEach_data() {
    QTest::addColumn<std::size_t>("index");
    for (std::size_t i = 0; i < all_presets().size(); ++i)
        QTest::newRow(all_presets()[i].name.data()) << i;
}

void TestPresetMenu::oneStepEach() {
    QFETCH(std::size_t, index);
    const Preset& preset = all_presets()[index];
    LabDocument& document = window().document();
    const Experiment before = document.experiment();
    QAction* action = menu().actions()[qsizetype(index)];
    QVERIFY(action->text().startsWith(QString::fromUtf8(preset.title.data()) + '\t'));
    for (int time = 0; time < 2; ++time) { // once more is no step
        action->trigger();
        QCOMPARE(document.undoStack().count(), 1);
        const auto differs = difference(document.experiment(), with_preset(before, preset).value());
        QVERIFY2(!differs, differs.value_or("").c_str());
    }
    QCOMPARE(document.undoStack().undoText(), "Settings of " + QString::fromUtf8(preset.title.data()));
    QVERIFY(checked().contains(QString::fromUtf8(preset.title.data())));
    document.undo();
    QVERIFY(is_same(document.experiment(), before));
}

void TestPresetMenu::checksWhatIsInUse() {
    QCOMPARE(checked(), QStringList());
    menu().actions().first()->trigger();
    QCOMPARE(checked(), QStringList{"Transformer (2017)"});
    window().document().undo();
    QCOMPARE(checked(), QStringList());
}

/// In the document menu, too: a choice of one, which both menus mark alike.
void TestPresetMenu::oneInBothMenus() {
    const QList<QAction*> entries = window().findChild<QPushButton*>("documentMenu")->menu()->actions();
    const auto found = std::ranges::find(entries, QString("Settings of a model"), &QAction::text);
    QVERIFY(found != entries.end());
    QMenu& other = *(*found)->menu();
    for (const int each : {1, 3, 3, 8}) {
        other.actions()[each]->trigger();
        emit other.aboutToShow();
        const QStringList here = checked();
        QCOMPARE(here.size(), 1);
        for (qsizetype i = 0; i < other.actions().size(); ++i) {
            QVERIFY(other.actions()[i]->actionGroup()->isExclusive()); // drawn as a choice of one
            QCOMPARE(other.actions()[i]->isChecked(), i == each);
            QCOMPARE(menu().actions()[i]->isChecked(), i == each);
        }
    }
    window().document().setValue(ParameterId::W_Q, 0, 0, 5); // no setting
    QCOMPARE(checked().size(), 1);
    setRotary(window().document(), false);
    QCOMPARE(checked(), QStringList());
}

/// No position is added to what is given; the settings of models still apply, and what cannot says why.
void TestPresetMenu::givenQueriesKeysAndValues() {
    LabWindow& w = window();
    w.document().openExample("numeric-encoder");
    QPushButton& button = w.sentence().position();
    QVERIFY(button.isEnabled());
    QCOMPARE(button.text(), QString("Position: none"));
    const QList<QAction*> entries = button.menu()->actions();
    for (qsizetype i = 0; i < 3; ++i) {
        QVERIFY(!entries[i]->isEnabled());
        QVERIFY(entries[i]->toolTip().contains("are given"));
    }
    QAction* wayIn = w.sentence().nextWord().wayIn();
    QVERIFY(wayIn->isVisible() && !wayIn->isEnabled());
    QVERIFY2(wayIn->toolTip().contains("rows of them would be lost"), qPrintable(wayIn->toolTip()));
    bool opens = false;
    QTimer::singleShot(0, &button, [&] { // Qt 6.4 waits in the press until the menu is closed
        opens = button.menu()->isVisible();
        button.menu()->close();
    });
    QTest::mouseClick(&button, Qt::LeftButton);
    QTRY_VERIFY(opens);
    const Experiment before = w.document().experiment();
    for (const Preset& preset : all_presets()) {
        emit menu().aboutToShow();
        QAction* entry = menu().actions()[&preset - all_presets().data()];
        QVERIFY(entry->isEnabled());
        QVERIFY2(entry->toolTip().contains("No position is added"), qPrintable(entry->toolTip()));
        entry->trigger();
        const Experiment& now = w.document().experiment();
        QVERIFY(is_same(now, with_preset(before, preset).value()));
        QCOMPARE(now.embedding.position.kind, before.embedding.position.kind);
        QCOMPARE(now.projection.kind, ProjectionKind::direct);
        QVERIFY(checked().contains(QString::fromUtf8(preset.title.data())));
        if (w.document().undoStack().canUndo())
            w.document().undo();
        QVERIFY(is_same(w.document().experiment(), before));
    }
}

/// Given inputs may have their positions already, and gains are a model's own: both menus say what stays.
void TestPresetMenu::saysWhatItLeaves() {
    LabWindow& w = window();
    LabDocument& document = w.document();
    setInputs(document, InputKind::rows);
    menu().actions()[7]->trigger(); // Qwen 3, with gains of 1
    QVERIFY2(!w.status().text().contains("Left as"), qPrintable(w.status().text())); // it adds no positions
    document.setValue(ParameterId::g_Q, 0, 1, 2);
    const Experiment before = document.experiment();
    emit menu().aboutToShow();
    QVERIFY(menu().actions()[1]->toolTip().contains("Left as they are: positions"));
    const QList<QAction*> entries = w.findChild<QPushButton*>("documentMenu")->menu()->actions();
    (*std::ranges::find(entries, QString("Settings of a model"), &QAction::text))
        ->menu()
        ->actions()[1]
        ->trigger(); // GPT-2
    QVERIFY2(
        w.status().text().endsWith("Left as they are: positions, as the rows of X are given and may have "
                                   "theirs already; the gains of queries and keys, with their norm"),
        qPrintable(w.status().text()));
    const Experiment& now = document.experiment();
    QVERIFY(now.embedding.position.kind == PositionKind::none && !now.scores.rotary);
    QCOMPARE((*parameter(now, ParameterId::g_Q))(0, 1), 2.0);
    QVERIFY(checked().isEmpty());
    document.undo();
    QVERIFY(is_same(document.experiment(), before));
    document.openExample("sky-is-blue"); // nothing to leave
    menu().actions()[1]->trigger();
    QVERIFY2(!w.status().text().contains("Left as"), qPrintable(w.status().text()));
}

/// T5's numbers of twelve heads over thousands of words would take gigabytes.
void TestPresetMenu::tooLarge() {
    Experiment e;
    e.embedding.dimension = 12;
    e.heads = {12, 12};
    e.projection.kind = ProjectionKind::identity;
    for (int i = 0; i < 5000; ++i)
        e.sequence.tokens.emplace_back(i % 2 == 0 ? "a" : "b");
    e.sequence.tokenizer = Tokenizer::manual;
    QVERIFY(addedScoresProblem(e, true).contains("1 GiB"));
    QVERIFY(addedScoresProblem(e, false).isEmpty());
    for (const Preset& preset : all_presets()) {
        QCOMPARE(presetProblem(e, preset).isEmpty(), !preset.adds_buckets);
        QCOMPARE(bool(with_preset(e, preset)), !preset.adds_buckets);
    }
}

LAB_WINDOW_TEST(TestPresetMenu)
#include "tst_preset_menu.moc"
