// SPDX-License-Identifier: GPL-3.0-or-later
//
// Cards, thumbnails, and the strip and the timeline of the film call a stage by the names of one table.
#include "tests/support/test_program.h"
#include "tests/ui/pages/play_by_hand.h"
#include "ui/document/edits/option_edits.h"
#include "ui/document/examples.h"
#include "ui/plots/film/scene_names.h"
#include "ui/plots/shared/stage_texts.h"
#include "ui/widgets/card_header.h"

#include <QLabel>

using namespace lab;
using namespace lab::test;

class TestStageNames : public PlayTest {
    Q_OBJECT

private slots:
    void everywhere_data();
    void everywhere();
    void parts();

private:
    /// What stands first in the card's header.
    static QString titleOn(const StageCard& card) {
        for (const QLabel* each : card.findChild<CardHeader*>()->findChildren<QLabel*>()) {
            if (each->isVisible() && !each->text().isEmpty())
                return each->text();
        }
        return {};
    }
};

void TestStageNames::everywhere_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<Notation>("notation");
    for (const char* name :
         {"sky-is-blue", "two-heads", "journey-dropout", "word-order", "numeric-decoder"}) {
        QTest::addRow("%s", name) << name << Notation::rows;
        QTest::addRow("%s, columns", name) << name << Notation::columns;
    }
}

void TestStageNames::everywhere() {
    QFETCH(QString, name);
    QFETCH(Notation, notation);
    LabWindow& w = openWindow({1280, 720}); // where cards fold
    w.document().openExample(name);
    setNotation(w.document(), notation);
    QCoreApplication::processEvents();
    const Experiment& e = w.document().experiment();
    for (const StageInfo& stage : all_stages()) {
        const StageCard* card = w.board().card(stage.id);
        if (card->isVisible())
            QCOMPARE(titleOn(*card), card->isThumbnail() ? stageName(stage.id) : stageTitle(stage.id));
    }
    w.press_key(Qt::Key_2, Qt::ControlModifier);
    QCoreApplication::processEvents();
    for (const SceneButton* each : page().findChildren<SceneButton*>()) {
        const StageId stage = each->scene().stage;
        QCOMPARE(each->text(), stageName(stage));
        QVERIFY2(each->toolTip().startsWith(stageTitle(stage)), qPrintable(each->toolTip()));
    }
    int labelled = 0;
    for (const FilmTrack::Label& label : page().findChild<FilmTrack*>()->labels()) {
        if (label.tick >= film().scenes().size())
            continue; // a word
        const StageId stage = film().scenes()[label.tick].stage;
        QVERIFY2(label.text == stageName(stage) || label.text == stageSymbol(e, stage),
                 qPrintable(label.text));
        ++labelled;
    }
    QVERIFY(labelled > 2);
    for (const Scene& each : film().scenes()) {
        if (each.stage == StageId::concat)
            continue; // its parts are named by their heads
        player().goTo(each);
        QCoreApplication::processEvents();
        for (const ScenePanel& panel : scene().content().panels) {
            if (const StageBlock* block = panel.stage())
                QVERIFY2(panel.title.startsWith(stageTitle(block->stage)), qPrintable(panel.title));
        }
    }
}

/// Of queries that are normalised and rotated, each scene says before what it is.
void TestStageNames::parts() {
    Experiment e = example("llama-head");
    e.scores.qk_norm = QkNorm{};
    QStringList names;
    for (const Scene& each : scenes_of(e)) {
        if (each.stage == StageId::queries && each.head == 0)
            names += sceneName(e, each);
    }
    QCOMPARE(names, QStringList({"Queries before the norm", "Queries before rotation", "Queries"}));
}

LAB_WINDOW_TEST(TestStageNames)
#include "tst_stage_names.moc"
