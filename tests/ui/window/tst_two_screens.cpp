// SPDX-License-Identifier: GPL-3.0-or-later
//
// Presenting on two screens: the page is on one, the window with notes on the other, and both show the same
// place, whatever is done on either of them.
#include "core/base/covered.h"
#include "core/edits/snapshots.h"
#include "core/experiment/experiment.h"
#include "core/experiment/is_same.h"
#include "tests/support/covered_search.h"
#include "tests/support/lab_window.h"
#include "tests/support/page_state.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/edits/snapshot_edits.h"
#include "ui/document/examples.h"
#include "ui/document/lesson/lesson_player.h"
#include "ui/pages/explore/override_editor.h"
#include "ui/pages/page_choices.h"
#include "ui/pages/play/film_player.h"
#include "ui/pages/play/play_page.h"
#include "ui/pages/play/scene_view.h"
#include "ui/panels/lesson/lesson_panel.h"
#include "ui/widgets/pill_button.h"
#include "ui/window/all_pages.h"
#include "ui/window/drag/largest_change.h"
#include "ui/window/lesson_guide.h"
#include "ui/window/manual/manual_window.h"
#include "ui/window/menu/actions.h"
#include "ui/window/page_stack.h"
#include "ui/window/present/help_line.h"
#include "ui/window/present/notes.h"
#include "ui/window/present/presentation.h"
#include "ui/window/present/slide.h"
#include "ui/window/present/slide_window.h"
#include "ui/window/scenes/window_view.h"
#include "ui/window/strips/covered_strip.h"
#include "ui/window/top_bar.h"

#include <QLabel>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>

using namespace lab;
using namespace lab::test;

namespace {

QScreen* screen(const QString& name) {
    for (QScreen* each : QGuiApplication::screens()) {
        if (each->name() == name)
            return each;
    }
    return nullptr;
}

QList<SlideWindow*> slideWindows() {
    QList<SlideWindow*> found;
    for (QWidget* each : QApplication::topLevelWidgets()) {
        if (auto* slide = qobject_cast<SlideWindow*>(each))
            found += slide;
    }
    return found;
}

void deleteWhatWaits() {
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QCoreApplication::processEvents();
}

} // namespace

class TestTwoScreens : public WindowTest {
    Q_OBJECT

private slots:
    void pageOnTheOtherScreen();
    void samePlace_data();
    void samePlace();
    void alone();
    void oneFilm();
    void editedOnEither();
    void draggedNumberIsSaid();
    void coveredOnBoth();
    void keysOnEither();
    void clickerScrollsTheSlide();
    void blankOnlyForTheClass();
    void sizes();
    void notes();
    void clock();
    void scenes();
    void notesOfScenes();
    void questionOfALesson();
    void manualFits();
    void closeEither();
    void unplugged_data();
    void unplugged();
    void otherResolution();
    void chosenScreen();
    void menu();
    void againAndAgain();

private:
    /// The first on Explore, the second, where the window stays, on Play.
    LabWindow& openWindowWithTwoScenes() {
        LabWindow& w = openWindow({1300, 800});
        w.actions()[ActionId::create].trigger();
        w.type_sentence("one two");
        takeScene(w.document(), w.view().now());
        w.pages().open("pagePlay");
        takeScene(w.document(), w.view().now());
        return w;
    }
    Presentation& present() {
        window().press_key(Qt::Key_F5, Qt::ShiftModifier);
        return window().presentation();
    }
    SlideWindow& slide() { return *window().presentation().slideWindow(); }
    PageStack& pages() { return static_cast<PageStack&>(slide().pages()); }
    Board& board() { return pages().get<Board>(); }
    MatrixHeatmap& heatmap(StageId id) { return board().card(id)->heatmap(); }
    void activate(QWidget& window) {
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
    }
    void pressOnSlide(Qt::Key key) {
        QWidget* focused = slide().focusWidget();
        QTest::keyClick(focused ? focused : &slide(), key);
    }
};

void TestTwoScreens::pageOnTheOtherScreen() {
    QCOMPARE(QGuiApplication::screens().size(), 2);
    LabWindow& w = openWindow({1300, 800}, 110);
    const QRect before = w.geometry();
    const Presentation& presentation = present();
    QVERIFY(presentation.isRunning() && !presentation.hidesWindow());
    QCOMPARE(slide().screen(), screen("right"));
    QCOMPARE(slide().geometry(), screen("right")->geometry());
    QVERIFY(slide().isVisible() && slide().isFullScreen());
    QVERIFY(w.centralWidget()->isVisible() && w.parameters().isVisible() && w.pages().isVisible());
    QVERIFY(presentation.notes()->isVisible());
    QCOMPARE(w.geometry(), before);
    QCOMPARE(theme().scale(), 110);
    QCOMPARE(slide().theme().scale(), presentedScale(720));
    QCOMPARE(slide().font().pixelSize(), slide().theme().font(TextRole::body).pixelSize());
    QCOMPARE(board().card(StageId::weights)->heatmap().isVisible(), true);
    QVERIFY(QApplication::font().pixelSize() < slide().font().pixelSize());
    const int bar = board().verticalScrollBar()->sizeHint().width();
    QVERIFY(bar > w.board().verticalScrollBar()->sizeHint().width());
    w.press_key(Qt::Key_F5);
    QVERIFY(!presentation.isRunning() && !presentation.notes());
    deleteWhatWaits();
    QVERIFY(slideWindows().isEmpty());
    QCOMPARE(w.geometry(), before);
    QCOMPARE(theme().scale(), 110);
    QVERIFY(!w.document().isModified());
}

void TestTwoScreens::samePlace_data() {
    QTest::addColumn<QString>("page");
    for (const PageInfo& each : allPages())
        QTest::newRow(each.name) << each.name;
}

/// The page on the slide shows what a page of the window shows that has its size and is presented, too.
void TestTwoScreens::samePlace() {
    QFETCH(QString, page);
    LabWindow& w = openWindow({1300, 800});
    w.document().openExample("two-heads");
    takeSnapshot(w.document());
    present();
    PageStack second(w.pages(), slide().theme());
    second.setPresented(true);
    second.resize(pages().size());
    second.setVisible(true);
    const auto isSame = [&] {
        QCOMPARE(pages().pageName(), w.pages().pageName());
        QTRY_COMPARE(page_state(pages().page()), page_state(second.page()));
    };
    w.pages().open(page);
    isSame();
    w.selection().setHead(1);
    isSame();
    w.selection().inspect(CellRef{StageId::weights, 1, 1, 0});
    isSame();
    setCausal(w.document(), true);
    isSame();
    w.document().undo();
    isSame();
    theme().setMode(ColourMode::dark);
    QVERIFY(slide().theme().colours().dark);
    isSame();
    w.document().openExample("sky-is-blue");
    isSame();
    w.type_sentence({});
    isSame();
}

void TestTwoScreens::alone() {
    LabWindow& w = openWindow({1300, 800});
    w.board().showAlone(StageId::scores);
    const Presentation& presentation = present();
    QVERIFY(board().alone() == StageId::scores);
    board().showAll();
    QVERIFY(!w.board().alone());
    board().showAlone(StageId::weights);
    QVERIFY(w.board().alone() == StageId::weights);
    w.board().showAll();
    QVERIFY(!board().alone());
    board().showAlone(StageId::weights);
    w.selection().inspect(CellRef{StageId::weights, 0, 1, 1});
    for (QWidget* each : {static_cast<QWidget*>(&slide()), static_cast<QWidget*>(&w)}) {
        activate(*each);
        QTest::keyClick(each->focusWidget() ? each->focusWidget() : each, Qt::Key_Escape);
        QVERIFY(!w.selection().isInspecting());
        QVERIFY(w.board().alone() && presentation.isRunning());
        w.selection().inspect(CellRef{StageId::weights, 0, 1, 1});
    }
    w.press_key(Qt::Key_Escape);
    w.press_key(Qt::Key_Escape);
    QVERIFY(!board().alone() && !w.board().alone() && presentation.isRunning());
    w.press_key(Qt::Key_Escape);
    QVERIFY(!presentation.isRunning());
    QVERIFY(w.board().alone() == StageId::scores);
}

void TestTwoScreens::oneFilm() {
    LabWindow& w = openWindow({1300, 800});
    w.document().openExample("two-heads"); // has no scenes
    w.pages().open<PlayPage>();
    FilmPlayer& player = w.pages().get<PlayPage>().player();
    player.goTo(FilmPlace(3));
    Presentation& presentation = present();
    auto& shown = pages().get<PlayPage>();
    QCOMPARE(&shown.player(), &player);
    const auto isSame = [&] {
        QCOMPARE(shown.scene().accessibleName(), w.pages().get<PlayPage>().scene().accessibleName());
        QCOMPARE(page_state(shown).isEmpty(), false);
    };
    isSame();
    player.goTo(FilmPlace(20));
    isSame();
    player.goToBegin(FilmPlace(30)); // which the document does not know
    isSame();
    activate(slide());
    pressOnSlide(Qt::Key_Right);
    QCOMPARE(player.place(), FilmPlace(31));
    pressOnSlide(Qt::Key_PageUp);
    QCOMPARE(player.place(), FilmPlace(30));
    activate(w);
    w.press_key(Qt::Key_PageDown);
    QCOMPARE(player.place(), FilmPlace(31));
    isSame();
    const auto known = w.selection().knownWeights();
    QVERIFY(known);
    player.play();
    presentation.end();
    deleteWhatWaits();
    QVERIFY(player.isPlaying());
    player.goTo(FilmPlace(31));
    QCOMPARE(w.selection().knownWeights(), known);
}

void TestTwoScreens::editedOnEither() {
    LabWindow& w = openWindow({1300, 800});
    const Experiment before = w.document().experiment();
    present();
    const auto number = [](const MatrixHeatmap& heatmap) { return (*heatmap.content().matrix)(0, 1); };
    const auto type = [](StageCard& card, const QString& text) {
        card.overrideEditor().edit({0, 1});
        auto* field = card.findChild<QLineEdit*>();
        field->selectAll();
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
    };
    activate(slide());
    board().reveal(StageId::scores);
    type(*board().card(StageId::scores), "2.5");
    QCOMPARE(number(w.heatmap(StageId::scores)), 2.5);
    QCOMPARE(number(heatmap(StageId::scores)), 2.5);
    activate(w);
    type(*w.board().card(StageId::scores), "-1.5");
    QCOMPARE(number(heatmap(StageId::scores)), -1.5);
    // What is being typed on the slide is not lost when a key of the window ends it.
    activate(slide());
    board().card(StageId::scores)->overrideEditor().edit({0, 1});
    auto* field = board().card(StageId::scores)->findChild<QLineEdit*>();
    field->selectAll();
    QTest::keyClicks(field, "0.25");
    QTest::keyClick(field, Qt::Key_F5);
    QVERIFY(!w.presentation().isRunning());
    QCOMPARE(number(w.heatmap(StageId::scores)), 0.25);
    activate(w);
    w.press_key(Qt::Key_F5, Qt::ControlModifier);
    QVERIFY(is_same(w.document().experiment(), before));
}

/// The bubble is at the pointer, on the lecturer’s screen: the class reads the number in its own line.
void TestTwoScreens::draggedNumberIsSaid() {
    LabWindow& w = openWindow({1300, 800});
    w.document().openExample("sky-is-blue");
    w.document().preview(ParameterId::W_Q, 0, 1, 3);
    w.document().cancelPreview();
    present();
    const HelpLine& line = slide().slide().help();
    const QString keys = line.text();
    const MatrixPtr before = heatmap(StageId::weights).content().matrix;
    for (const double value : {2.0, -3.0}) {
        w.document().preview(ParameterId::W_Q, 0, 1, value);
        QVERIFY2(line.text().startsWith(w.document().previewText()), qPrintable(line.text()));
        QVERIFY2(line.text().endsWith(largestChange(w.document(), 0)), qPrintable(line.text()));
        QVERIFY(line.isMessage());
        QTRY_COMPARE(heatmap(StageId::weights).content().matrix,
                     w.heatmap(StageId::weights).content().matrix);
        QVERIFY(heatmap(StageId::weights).content().matrix != before);
    }
    const QString last = line.text();
    w.document().commitPreview();
    QCOMPARE(line.text(), last);
    w.document().preview(ParameterId::W_Q, 0, 1, 1);
    QVERIFY(line.text() != last);
    w.document().cancelPreview();
    QCOMPARE(line.text(), keys);
}

void TestTwoScreens::coveredOnBoth() {
    LabWindow& w = openWindow({1300, 800});
    w.actions()[ActionId::open_cell].trigger();
    w.document().openExample("journey-self-attention-v1");
    present();
    activate(w);
    const Matrix weights = *w.heatmap(StageId::weights).content().matrix;
    w.selection().setHovered(CellRef{StageId::weights, 0, 0, 0});
    w.press_key(Qt::Key_C);
    const auto isCovered = [](const MatrixHeatmap& heatmap, Index row, Index column) {
        return is_covered((*heatmap.content().matrix)(row, column));
    };
    for (const MatrixHeatmap* each : {&w.heatmap(StageId::weights), &heatmap(StageId::weights)})
        QVERIFY(isCovered(*each, 0, 0) && isCovered(*each, 5, 5));
    QVERIFY(!w.findChild<CoveredStrip*>());
    for (const PageInfo& shown : allPages()) {
        const char* page = shown.name;
        w.pages().open(page);
        w.selection().inspect(CellRef{StageId::head_outputs, 0, 0, 0});
        w.presentation().slide()->setExplained(true);
        QCoreApplication::processEvents();
        QString texts;
        for (const QWidget* each : slide().findChildren<QWidget*>())
            texts += each->accessibleName() + each->accessibleDescription() + each->toolTip() +
                     each->property("text").toString() + '\n';
        for (Index i = 0; i < weights.size(); ++i) {
            if (const std::string trace = trace_of(weights(i)); !trace.empty())
                QVERIFY2(!texts.contains(QString::fromStdString(trace)), (page + (" " + trace)).c_str());
        }
    }
    w.pages().open<Board>();
    w.selection().clearInspected();
    activate(slide());
    board().reveal(StageId::weights);
    QTest::mouseClick(&heatmap(StageId::weights), Qt::LeftButton, {},
                      heatmap(StageId::weights).cellRect({0, 0}).center().toPoint());
    for (const MatrixHeatmap* each : {&w.heatmap(StageId::weights), &heatmap(StageId::weights)})
        QVERIFY(!isCovered(*each, 0, 0) && isCovered(*each, 5, 5));
    pressOnSlide(Qt::Key_PageDown);
    activate(w);
    w.press_key(Qt::Key_PageDown);
    for (const MatrixHeatmap* each : {&w.heatmap(StageId::weights), &heatmap(StageId::weights)})
        QVERIFY(!isCovered(*each, 0, 2) && isCovered(*each, 0, 3));
    w.presentation().end();
    QVERIFY(isCovered(w.heatmap(StageId::weights), 0, 3));
    QTRY_VERIFY(w.findChild<CoveredStrip*>()); // as on one screen, it says what is left
}

void TestTwoScreens::keysOnEither() {
    LabWindow& w = openWindow({1300, 800});
    Presentation& presentation = present();
    for (QWidget* each : {static_cast<QWidget*>(&slide()), static_cast<QWidget*>(&w.pages())}) {
        activate(*each->window());
        QTest::keyClick(each, Qt::Key_E);
        QVERIFY(presentation.slide()->isExplained());
        QTest::keyClick(each, Qt::Key_E);
        QVERIFY(!presentation.slide()->isExplained());
        QTest::keyClick(each, Qt::Key_L);
        QVERIFY(presentation.hasLaser());
        QTest::keyClick(each, Qt::Key_L);
        QVERIFY(!presentation.hasLaser());
        QTest::keyClick(each, Qt::Key_2, Qt::ControlModifier);
        QCOMPARE(pages().pageName(), "pagePlay");
        QTest::keyClick(each, Qt::Key_1, Qt::ControlModifier);
        QCOMPARE(pages().pageName(), "pageExplore");
    }
    w.sentence().line().setFocus();
    QTest::keyClicks(&w.sentence().line(), " blce");
    QVERIFY(!presentation.isBlank() && !presentation.hasLaser() && w.document().cover().isEmpty());
    activate(slide());
    pressOnSlide(Qt::Key_F5);
    QVERIFY(!presentation.isRunning());
}

/// The window's own page need not scroll.
void TestTwoScreens::clickerScrollsTheSlide() {
    LabWindow& w = openWindow({1430, 890});
    w.document().openExample("two-heads");
    present();
    activate(w);
    auto& choices = *w.findChild<PageChoices*>();
    for (const StageInfo& stage : all_stages())
        choices.setUnfolded({stage.id}, true);
    QScrollBar& bar = *board().verticalScrollBar();
    QTRY_VERIFY(bar.maximum() > 0);
    bar.setValue(0);
    w.press_key(Qt::Key_PageDown);
    QVERIFY(bar.value() > 0);
    w.press_key(Qt::Key_PageUp);
    QCOMPARE(bar.value(), 0);
    // Scrolling one by hand takes the other along, if that has something to scroll.
    w.resize(900, 500);
    QTRY_VERIFY(w.board().verticalScrollBar()->maximum() > 0);
    w.board().verticalScrollBar()->setValue(w.board().verticalScrollBar()->maximum());
    QCOMPARE(bar.value(), bar.maximum());
    activate(slide());
    bar.setValue(0);
    QCOMPARE(w.board().verticalScrollBar()->value(), 0);
}

void TestTwoScreens::blankOnlyForTheClass() {
    LabWindow& w = openWindow({1300, 800});
    Presentation& presentation = present();
    activate(w);
    w.pages().currentWidget()->setFocus();
    w.press_key(Qt::Key_B);
    QVERIFY(presentation.isBlank());
    QCOMPARE(slide().grab().toImage().pixelColor(640, 300), QColor(Qt::black));
    w.press_key(Qt::Key_2, Qt::ControlModifier); // the next thing can be prepared
    QVERIFY(presentation.isBlank());
    w.press_key(Qt::Key_B);
    QVERIFY(!presentation.isBlank());
    w.press_key(Qt::Key_B);
    activate(slide());
    pressOnSlide(Qt::Key_Space);
    QVERIFY(!presentation.isBlank());
    w.presentation().end();
}

void TestTwoScreens::sizes() {
    LabWindow& w = openWindow({1300, 800});
    present();
    activate(slide());
    const int presented = slide().theme().scale();
    w.actions()[ActionId::larger].trigger();
    QVERIFY(slide().theme().scale() > presented);
    QCOMPARE(theme().scale(), 100);
    activate(w);
    w.actions()[ActionId::larger].trigger();
    QCOMPARE(theme().scale(), 110);
    QVERIFY(slide().theme().scale() > presented);
    w.presentation().end();
    QCOMPARE(theme().scale(), 110);
}

void TestTwoScreens::notes() {
    LabWindow& w = openWindow({1300, 800});
    w.document().openExample("sky-is-blue");
    const Notes& notes = *present().notes();
    const auto* text = qobject_cast<QLabel*>(notes.text().widget());
    QCOMPARE(text->text(), QString::fromStdString(w.document().experiment().description));
    QVERIFY(slide().findChildren<Notes*>().isEmpty());
    for (const QLabel* each : slide().findChildren<QLabel*>())
        QVERIFY(!each->isVisible() || !each->text().contains("Try"));
    w.document().openExample("journey-self-attention-v1");
    QCOMPARE(text->text(), QString::fromStdString(w.document().experiment().description));
    w.resize(500, 400);
    QTRY_COMPARE(w.size(), QSize(500, 400));
    QTRY_VERIFY(notes.text().verticalScrollBar()->maximum() > 0);
    QTRY_VERIFY(w.pages().currentWidget()->height() > 100);
    w.actions()[ActionId::create].trigger();
    QVERIFY(text->text().startsWith("No notes"));
}

void TestTwoScreens::clock() {
    LabWindow& w = openWindow({1300, 800});
    PillButton& elapsed = present().notes()->elapsed();
    QCOMPARE(elapsed.text(), "0:00 so far");
    QTRY_COMPARE(elapsed.text(), "0:01 so far");
    QTest::mouseClick(&elapsed, Qt::LeftButton);
    QCOMPARE(elapsed.text(), "0:00 so far");
    w.presentation().end();
}

/// Typed while presenting: on the lecturer's side alone, and the clicker goes on meanwhile.
void TestTwoScreens::notesOfScenes() {
    LabWindow& w = openWindowWithTwoScenes();
    w.press_key(Qt::Key_F5);
    const Notes& notes = *w.presentation().notes();
    QPlainTextEdit& field = notes.ofScene();
    QVERIFY(field.isVisible() && !notes.text().isVisible());
    activate(w);
    QTest::mouseClick(field.viewport(), Qt::LeftButton);
    QVERIFY(field.hasFocus());
    QTest::keyClicks(&field, "Ask first: b, l, c");
    QVERIFY(!w.presentation().isBlank() && w.document().cover().isEmpty());
    const auto kept = [&](std::size_t which) {
        return QString::fromStdString(notes_of(w.document().experiment().snapshots[which]));
    };
    QCOMPARE(kept(0), QString("Ask first: b, l, c"));
    QTest::keyClick(&field, Qt::Key_PageDown);
    QVERIFY(w.view().scenes().current() == std::optional<std::size_t>(1));
    QVERIFY(field.toPlainText().isEmpty() && field.hasFocus());
    QTest::keyClicks(&field, "Wait");
    QTest::keyClick(&field, Qt::Key_PageUp);
    QCOMPARE(field.toPlainText(), QString("Ask first: b, l, c"));
    QCOMPARE(kept(1), QString("Wait"));
    for (const QPlainTextEdit* each : slide().findChildren<QPlainTextEdit*>())
        QVERIFY(!each->isVisible());
    QTest::keyClick(&field, Qt::Key_Escape); // to the page
    QVERIFY(w.presentation().isRunning() && w.pages().currentWidget()->hasFocus());
    w.document().undo(); // to the second scene
    w.press_key(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(kept(1), QString());
    w.presentation().end();
}

/// The manual is for the lecturer.
/// The class sees what is asked and the options with their letters; the panel, with what is said of an
/// answer, stays on the screen of whoever teaches.
void TestTwoScreens::questionOfALesson() {
    LabWindow& w = openWindow({1300, 800});
    w.controller().openExample(lessonNames().constFirst());
    QTRY_VERIFY(w.lesson().isOn());
    present();
    const auto shown = [&] {
        const QLabel* question = slide().findChild<QLabel*>(QStringLiteral("slideQuestion"));
        return question && question->isVisible() ? question->text() : QString();
    };
    QTRY_VERIFY(shown().contains("\nA  ") && shown().contains("\nB  "));
    QCOMPARE(shown(), w.lessonGuide().panel()->question());
    QVERIFY(w.lessonGuide().panel()->isVisible());
    const QString before = shown();
    while (w.lesson().question())
        w.lesson().show();
    QTRY_COMPARE(shown(), QString());
    QVERIFY(w.lesson().move(1));
    QTRY_VERIFY(!shown().isEmpty() && shown() != before);
    for (const StageInfo& each : all_stages())
        QCOMPARE(board().shows(each.id), w.board().shows(each.id));
    w.lesson().leave();
    QTRY_COMPARE(shown(), QString());
}

void TestTwoScreens::manualFits() {
    LabWindow& w = openWindow({1300, 800}, 250);
    present();
    w.press_key(Qt::Key_F1);
    const auto* manual = w.findChild<ManualWindow*>();
    QVERIFY(manual && manual->isVisible());
    QCOMPARE(manual->screen(), w.screen());
    QVERIFY2(w.screen()->availableGeometry().contains(manual->frameGeometry()),
             qPrintable(QString::number(manual->width())));
    w.presentation().end();
}

void TestTwoScreens::scenes() {
    LabWindow& w = openWindowWithTwoScenes();
    renameSnapshot(w.document(), 0, "the board");
    const Notes& notes = *present().notes();
    const auto says = [&](const QString& text) {
        for (const QLabel* each : notes.findChildren<QLabel*>()) {
            if (each->isVisible() && each->text().contains(text))
                return true;
        }
        return false;
    };
    QVERIFY(says("Scene 2 of 2") && says("This is the last scene"));
    w.actions()[ActionId::previous_scene].trigger();
    QVERIFY(says("Scene 1 of 2: the board") && says("Next: "));
    QCOMPARE(pages().pageName(), "pageExplore");
}

void TestTwoScreens::closeEither() {
    LabWindow& w = openWindow({1300, 800});
    setCausal(w.document(), true);
    const Experiment before = w.document().experiment();
    Presentation& presentation = present();
    slide().close();
    QVERIFY(!presentation.isRunning() && w.isVisible());
    deleteWhatWaits();
    QVERIFY(slideWindows().isEmpty());
    present();
    w.close(); // asks what to do with the changes
    QVERIFY(!presentation.isRunning() && w.isVisible());
    QVERIFY(is_same(before, w.document().experiment()) && w.document().isModified());
    present(); // and what has not ended, ends with the window
    openWindow({800, 600});
    deleteWhatWaits();
    QVERIFY(slideWindows().isEmpty());
}

void TestTwoScreens::unplugged_data() {
    QTest::addColumn<QString>("name");
    QTest::newRow("slide") << "right";
    QTest::newRow("window") << "left";
}

/// As Qt says it; this platform cannot unplug a screen.
void TestTwoScreens::unplugged() {
    QFETCH(QString, name);
    LabWindow& w = openWindow({1300, 800});
    setCausal(w.document(), true);
    w.selection().inspect(CellRef{StageId::weights, 0, 1, 0});
    const Experiment before = w.document().experiment();
    const Presentation& presentation = present();
    emit qApp->screenRemoved(screen(name));
    QVERIFY(!presentation.isRunning() && !presentation.notes());
    deleteWhatWaits();
    QVERIFY(slideWindows().isEmpty() && w.isVisible());
    QVERIFY(is_same(before, w.document().experiment()) && w.selection().inspected());
    QCOMPARE(theme().scale(), 100);
    QVERIFY(present().isRunning());
}

void TestTwoScreens::otherResolution() {
    LabWindow& w = openWindow({1300, 800});
    present();
    slide().setWindowState(Qt::WindowNoState);
    slide().resize(1920, 1080);
    QTRY_COMPARE(slide().theme().scale(), presentedScale(1080));
    QCOMPARE(heatmap(StageId::weights).isVisible(), true);
    QCOMPARE(slide().font().pixelSize(), slide().theme().font(TextRole::body).pixelSize());
    const QRect place(1440, 0, 800, 600);
    emit screen("right")->geometryChanged(place);
    QTRY_COMPARE(slide().theme().scale(), presentedScale(600));
    w.presentation().end();
    QCOMPARE(theme().scale(), 100);
}

/// The window makes room, and comes back.
void TestTwoScreens::chosenScreen() {
    Preferences preferences;
    preferences.presentScreen = "left";
    LabWindow& w = openWindow({1300, 800}, 100, preferences);
    const QRect before = w.geometry();
    const Presentation& presentation = present();
    QCOMPARE(slide().geometry(), screen("left")->geometry());
    QVERIFY(screen("right")->geometry().contains(w.frameGeometry()));
    w.press_key(Qt::Key_F5);
    QVERIFY(!presentation.isRunning());
    QTRY_COMPARE(w.geometry(), before);
    preferences.presentScreen = "one that is not there";
    openWindow({1300, 800}, 100, preferences);
    present();
    QCOMPARE(slide().geometry(), screen("right")->geometry());
}

void TestTwoScreens::menu() {
    QSettings().clear();
    LabWindow& w = openWindow({1440, 900});
    auto* button = w.findChild<QPushButton*>("presentButton");
    QVERIFY(button && button->menu());
    QMenu& menu = *button->menu();
    const auto choices = [&] {
        emit menu.aboutToShow();
        QList<QAction*> all = menu.actions();
        all.removeIf([](const QAction* each) { return !each->isCheckable(); });
        return all;
    };
    QCOMPARE(choices().size(), 3);
    QVERIFY(choices().front()->isChecked());
    QVERIFY(choices().at(1)->text().contains("left") && choices().at(1)->text().contains("this window"));
    choices().at(1)->trigger();
    QVERIFY(choices().at(1)->isChecked() && !choices().front()->isChecked());
    menu.actions().front()->trigger();
    QCOMPARE(slide().geometry(), screen("left")->geometry());
    w.close();
    QCOMPARE(Preferences::load().presentScreen, "left");
}

/// Nothing is left behind.
void TestTwoScreens::againAndAgain() {
    LabWindow& w = openWindow({1300, 800});
    const auto cycle = [&] {
        for (const PageInfo& each : allPages()) {
            w.pages().open(each.name);
            present();
            QCoreApplication::processEvents();
            w.presentation().end();
            deleteWhatWaits();
        }
        w.pages().open("pageExplore");
        deleteWhatWaits();
    };
    cycle();
    const auto widgets = QApplication::allWidgets().size();
    const auto objects = w.findChildren<QObject*>().size();
    cycle();
    QCOMPARE(QApplication::allWidgets().size(), widgets);
    QCOMPARE(w.findChildren<QObject*>().size(), objects);
    QVERIFY(slideWindows().isEmpty());
}

namespace {

/// The platform reads which screens there are before the application begins.
int onTwoScreens(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen:configfile=" LAB_TEST_DATA "/two-screens.json");
    return runInside<TestTwoScreens, QApplication>(argc, argv);
}

} // namespace

LAB_TEST_RUN_BY(TestTwoScreens, &onTwoScreens)
#include "tst_two_screens.moc"
