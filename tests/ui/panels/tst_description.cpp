// SPDX-License-Identifier: GPL-3.0-or-later
//
// A document's description is only shown with the sentence and notation that it was written for.
#include "tests/support/test_program.h"
#include "tests/ui/panels/parameters_by_hand.h"
#include "ui/document/edits/added_score_edits.h"
#include "ui/document/edits/option_edits.h"
#include "ui/document/examples.h"
#include "ui/pages/links/links_page.h"
#include "ui/panels/description/description_panel.h"
#include "ui/panels/explanation/explanation_panel.h"
#include "ui/widgets/fold_header.h"
#include "ui/widgets/pill_button.h"
#include "ui/window/page_stack.h"
#include "ui/window/scenes/window_view.h"
#include "ui/window/strips/snapshot_strip.h"

using namespace lab;
using namespace lab::test;

class TestDescription : public WindowTest {
    Q_OBJECT

private slots:
    void everyExample_data();
    void everyExample();
    void anotherSentence();
    void numbersAreNoOtherSentence();
    void anotherModel_data();
    void anotherModel();
    void filledWithBuckets();
    void anotherPosition();
    void ownWords();
    void besideTheBoard();
    void besideOtherPages();
    void inspectedFromTheStart();
    void onOtherPages();
    void longText();
    void leadsThroughScenes_data();
    void leadsThroughScenes();

private:
    FoldHeader& about() { return window().findChild<DescriptionPanel*>()->header(); }
    QLabel* description() {
        const std::string text = window().document().experiment().description;
        for (QLabel* each : window().findChild<DescriptionPanel*>()->findChildren<QLabel*>()) {
            if (each->text().toStdString() == text)
                return each;
        }
        return nullptr;
    }
};

void TestDescription::everyExample_data() {
    QTest::addColumn<QString>("name");
    for (const QString& name : exampleNames())
        QTest::newRow(qPrintable(name)) << name;
}

/// In the other notation the description is folded under an explanatory heading.
void TestDescription::everyExample() {
    QFETCH(QString, name);
    LabDocument& document = window().document();
    document.openExample(name);
    window().selection().clearInspected(); // one of them opens with a token inspected
    QVERIFY(description() && description()->isVisible());
    QVERIFY(!about().isVisible());
    const Notation before = document.experiment().notation;
    setNotation(document, before == Notation::rows ? Notation::columns : Notation::rows);
    QVERIFY(!description()->isVisible());
    QVERIFY(about().isVisible());
    QCOMPARE(about().text(), QStringLiteral("About the document as opened"));
    QVERIFY(window().press(&about()));
    QVERIFY(description()->isVisible());
    QVERIFY(description()->y() >= about().geometry().bottom());
    setNotation(document, before);
    QVERIFY(description()->isVisible() && !about().isVisible());
}

void TestDescription::anotherSentence() {
    window().document().openExample("sky-is-blue");
    QVERIFY(description()->isVisible());
    window().type_sentence("the sky is blue");
    QVERIFY(!description()->isVisible() && about().isVisible());
    while (window().document().undoStack().canUndo())
        window().document().undo();
    QVERIFY(description()->isVisible() && !about().isVisible());
    // A second sentence changes the keys.
    QVERIFY(window().press(&window().sentence().addSource()));
    QVERIFY(!description()->isVisible() && about().isVisible());
}

/// Editing numbers, as "Try:" suggests, leaves the description visible.
void TestDescription::numbersAreNoOtherSentence() {
    window().document().openExample("sky-is-blue");
    window().document().setValue(ParameterId::W_Q, 0, 0, 2);
    QVERIFY(description()->isVisible() && !about().isVisible());
}

void TestDescription::anotherModel_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("preset");
    for (const char* name : {"llama-head", "gemma-head", "learned-sink", "rotary-layouts"})
        QTest::addRow("%s", name) << name << "t5";
    QTest::newRow("journey-dropout") << "journey-dropout"
                                     << "gemma-2";
    for (const char* preset : {"t5", "gpt-2"}) // which set no more than two things there
        QTest::addRow("sky-is-blue, %s", preset) << "sky-is-blue" << preset;
    QTest::newRow("cache-step") << "cache-step"
                                << "gemma-2";
}

/// With the settings of a model, the text is about something else, and nothing is left to try.
void TestDescription::anotherModel() {
    QFETCH(QString, name);
    QFETCH(QString, preset);
    LabDocument& document = window().document();
    document.openExample(name);
    const PillButton& tries = window().findChild<DescriptionPanel*>()->tryButton();
    QVERIFY(description()->isVisible() && tries.isVisible());
    const auto found = std::ranges::find(all_presets(), preset.toStdString(), &Preset::name);
    setPreset(document, *found);
    QVERIFY(!tries.isVisible());
    QVERIFY(about().isVisible());
    document.undo();
    QVERIFY(description()->isVisible() && tries.isVisible() && !about().isVisible());
}

/// Added scores, filled by hand, are no step either.
void TestDescription::filledWithBuckets() {
    LabDocument& document = window().document();
    document.openExample("sky-is-blue");
    setAddedScores(document, true); // zeros
    QVERIFY(description()->isVisible() && !about().isVisible());
    fillWithT5Buckets(document);
    QVERIFY(!description()->isVisible() && about().isVisible());
    document.undo();
    QVERIFY(description()->isVisible() && !about().isVisible());
}

void TestDescription::anotherPosition() {
    LabDocument& document = window().document();
    document.openExample("cache-step"); // whose text names one
    QVERIFY(description()->isVisible());
    setFirstPosition(document, Side::source, 3);
    QVERIFY(about().isVisible() && !description()->isVisible());
}

/// A description edited afterwards refers to the current sentence.
void TestDescription::ownWords() {
    window().document().openExample("sky-is-blue");
    window().type_sentence("one two");
    QVERIFY(about().isVisible());
    setDescription(window().document(), "Two words.");
    QVERIFY(description()->isVisible() && !about().isVisible());
}

/// On every page that has it beside it.
void TestDescription::besideOtherPages() {
    LabWindow& w = openWindow({1600, 1000});
    w.document().openExample("sky-is-blue");
    const PillButton& tries = w.findChild<DescriptionPanel*>()->tryButton();
    w.pages().open<LinksPage>();
    w.press_key(Qt::Key_F8);
    QVERIFY(description()->isVisible() && tries.isVisible());
    w.selection().inspect(CellRef{StageId::weights, 0, 1, 1});
    QVERIFY(description()->isVisible() && tries.isVisible());
    w.press_key(Qt::Key_1, Qt::ControlModifier);
    QVERIFY(description()->isVisible() && tries.isVisible());
    w.pages().open<LinksPage>();
    w.selection().clearInspected();
    QVERIFY(description()->isVisible() && tries.isVisible());
    w.press_key(Qt::Key_2, Qt::ControlModifier); // has no column there at first
    w.selection().inspect(CellRef{StageId::weights, 0, 1, 1});
    w.press_key(Qt::Key_F8);
    QVERIFY(description()->isVisible() && tries.isVisible());
}

/// It stays while a number is inspected, below the explanation.
void TestDescription::besideTheBoard() {
    LabWindow& w = openWindow({1600, 1000});
    w.document().openExample("sky-is-blue");
    const auto& panel = *w.findChild<DescriptionPanel*>();
    const PillButton& tries = w.findChild<DescriptionPanel*>()->tryButton();
    QVERIFY(!w.board().isAncestorOf(&panel));
    QVERIFY(description()->isVisible() && tries.isVisible());
    const auto place = [&](const QWidget& widget) {
        return QRect(widget.mapTo(&w, QPoint()), widget.size());
    };
    QVERIFY(place(panel).top() > place(w.explanation()).bottom());
    QVERIFY(place(panel).left() > place(w.board()).right());
    const QRect cards = place(*w.board().card(StageId::weights));
    const QRect described = place(panel);
    w.click(StageId::weights, {0, 0});
    QVERIFY(description()->isVisible() && tries.isVisible());
    QCOMPARE(place(panel), described);
    QVERIFY(place(panel).top() > place(w.explanation()).bottom());
    QCOMPARE(place(*w.board().card(StageId::weights)), cards); // nothing moves under the pointer
    w.selection().clearInspected();
    QVERIFY(description()->isVisible() && tries.isVisible());
    setDescription(w.document(), "Mine.");
    w.click(StageId::weights, {0, 0});
    QVERIFY(!panel.visibleRegion().isEmpty());
    setDescription(w.document(), "");
    QVERIFY(panel.visibleRegion().isEmpty());
    QCOMPARE(place(w.explanation()).bottom(), place(w.board()).bottom());
}

/// An example that opens with a token inspected shows what it is about.
void TestDescription::inspectedFromTheStart() {
    LabWindow& w = openWindow({1600, 1000});
    w.document().openExample("two-heads-about-it");
    QVERIFY(w.selection().isInspecting());
    QVERIFY(description()->isVisible() && !description()->visibleRegion().isEmpty());
}

/// It comes back from every page, and goes where there is room after the window's size has changed meanwhile.
void TestDescription::onOtherPages() {
    LabWindow& w = openWindow({1600, 1000});
    w.document().openExample("sky-is-blue");
    const auto& panel = *w.findChild<DescriptionPanel*>();
    for (const Qt::Key page : {Qt::Key_2, Qt::Key_3, Qt::Key_4, Qt::Key_5, Qt::Key_6}) {
        w.press_key(page, Qt::ControlModifier);
        w.resize(w.width() > 1500 ? QSize(1024, 700) : QSize(1600, 1000));
        w.press_key(Qt::Key_1, Qt::ControlModifier);
        QCoreApplication::processEvents();
        QVERIFY(panel.isVisible() && description()->isVisible());
        QCOMPARE(w.board().isAncestorOf(&panel), w.width() < 1200);
    }
}

/// A long text leaves the explanation half of the column and is scrolled.
void TestDescription::longText() {
    LabWindow& w = openWindow({1600, 1000});
    setDescription(w.document(), QString("All of this is said about three words. ").repeated(80));
    const auto& panel = *w.findChild<DescriptionPanel*>();
    QVERIFY(panel.height() > w.explanation().height());
    QVERIFY(std::abs(panel.visibleRegion().boundingRect().height() - w.explanation().height()) < 40);
    QVERIFY(panel.visibleRegion().boundingRect().width() == panel.width());
    for (const int scale : {80, 200, 300}) {
        theme().setScale(scale);
        QCoreApplication::processEvents();
        QCOMPARE(description()->height(), description()->heightForWidth(description()->width()));
    }
}

void TestDescription::leadsThroughScenes_data() {
    QTest::addColumn<QSize>("size");
    QTest::newRow("below the explanation") << QSize(1600, 1000);
    QTest::newRow("on the board") << QSize(1024, 700);
}

/// A button below the text leads to the first scene, then to each next one, and says to which.
void TestDescription::leadsThroughScenes() {
    QFETCH(QSize, size);
    LabWindow& w = openWindow(size);
    auto& panel = *w.findChild<DescriptionPanel*>();
    const PillButton& button = panel.scenes();
    const Scenes& scenes = w.view().scenes();
    QVERIFY(button.isVisible() && scenes.indices().size() == 5);
    QVERIFY(button.y() > description()->geometry().bottom());
    QVERIFY(panel.tryButton().isVisible() && !button.geometry().intersects(panel.tryButton().geometry()));
    QStringList said;
    const auto press = [&] {
        said += button.text();
        QTest::mouseClick(&panel.scenes(), Qt::LeftButton);
        w.pages().open("pageExplore"); // of some scenes, the page has no description
        w.board().showAll();
    };
    press();
    QVERIFY(scenes.current() == std::size_t(0) && w.snapshotStrip()->isVisible());
    for (int i = 0; i < 5; ++i)
        press();
    QCOMPARE(said,
             (QStringList{"Go through 5 scenes", "Next scene: 2 of 5", "Next scene: 3 of 5",
                          "Next scene: 4 of 5", "Next scene: 5 of 5", "Back to the first of 5 scenes"}));
    QVERIFY(scenes.current() == std::size_t(0));
    w.document().openExample("uniform"); // without scenes
    QVERIFY(description()->isVisible() && !button.isVisible());
}

LAB_WINDOW_TEST(TestDescription)
#include "tst_description.moc"
