// SPDX-License-Identifier: GPL-3.0-or-later
//
// The settings of well-known models, in the menu of positions.
#include "core/edits/presets.h"
#include "tests/support/compare.h"
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "ui/document/lab_document.h"
#include "ui/panels/sentence/sentence_panel.h"

#include <QMenu>
#include <QPushButton>
#include <QTest>

using namespace lab;
using namespace lab::test;

class TestPresetMenu : public WindowTest {
    Q_OBJECT

private slots:
    void oneStepEach_data();
    void oneStepEach();
    void checksWhatIsInUse();

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

LAB_WINDOW_TEST(TestPresetMenu)
#include "tst_preset_menu.moc"
