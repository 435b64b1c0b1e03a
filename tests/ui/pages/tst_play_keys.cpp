// SPDX-License-Identifier: GPL-3.0-or-later
//
// Keys, clicks and the focus on the page Play.
#include "tests/support/hand_clock.h"
#include "tests/support/test_program.h"
#include "tests/ui/pages/play_by_hand.h"
#include "ui/figures/film/film_dialog.h"
#include "ui/widgets/pill_button.h"
#include "ui/window/menu/actions.h"

#include <QLabel>
#include <QMenu>
#include <QPushButton>

using namespace lab;
using namespace lab::test;

class TestPlayKeys : public PlayTest {
    Q_OBJECT

private slots:
    void keysOfTheFilm();
    void textFieldsComeFirst();
    void buttonsTakeTheFocusByTabOnly();
    void clickedButtonsHaveNoKeys();
    void dialogsGiveTheKeysBack();
    void returnLeavesTheSentence();
    void keysAtOnceInALowWindow();
    void cursorOnTheCells();
    void strip();
    void track();
    void cells();
    void links();
    void linksByKeyboard();
    void playsToTheEnd();
    void stopsWhenThePageGoes();
    void spokenTexts();
    void reducedMotion_data();
    void reducedMotion();
};

void TestPlayKeys::keysOfTheFilm() {
    openPlay("journey-trainable");
    QVERIFY(scene().hasFocus());
    QCOMPARE(player().place(), FilmPlace(0));
    press(Qt::Key_Right);
    QCOMPARE(player().place(), FilmPlace(1));
    press(Qt::Key_PageDown); // of a clicker
    QCOMPARE(player().place(), FilmPlace(2));
    press(Qt::Key_PageUp);
    press(Qt::Key_Left);
    QCOMPARE(player().place(), FilmPlace(0));
    press(Qt::Key_Left);
    QCOMPARE(player().place(), FilmPlace(0));
    press(Qt::Key_End);
    QCOMPARE(player().place(), film().size());
    press(Qt::Key_Right);
    QCOMPARE(player().place(), film().size());
    press(Qt::Key_Home);
    QCOMPARE(player().place(), FilmPlace(0));
    QCOMPARE(player().grain(), FilmGrain::cell);
    press(Qt::Key_Up);
    QCOMPARE(player().grain(), FilmGrain::row);
    press(Qt::Key_Up);
    press(Qt::Key_Up);
    QCOMPARE(player().grain(), FilmGrain::stage);
    for (int i = 0; i < 4; ++i)
        press(Qt::Key_Down);
    QCOMPARE(player().grain(), FilmGrain::term);
    press(Qt::Key_Space);
    QVERIFY(player().isPlaying());
    press(Qt::Key_Space);
    QVERIFY(!player().isPlaying());
    press(Qt::Key_Space);
    press(Qt::Key_Right); // a step of one's own stops it
    QVERIFY(!player().isPlaying());
    QTest::keyClick(&window(), Qt::Key_Right, Qt::ControlModifier);
    const FilmPlace place = player().place();
    window().setFocus(); // no part of the page
    QTest::keyClick(&window(), Qt::Key_Right);
    QCOMPARE(player().place(), place + 1);
}

void TestPlayKeys::textFieldsComeFirst() {
    openPlay("sky-is-blue");
    QLineEdit& line = window().sentence().line();
    line.setFocus();
    line.end(false);
    for (const Qt::Key key :
         {Qt::Key_Left, Qt::Key_Right, Qt::Key_Up, Qt::Key_Down, Qt::Key_PageDown, Qt::Key_Home})
        press(key);
    QCOMPARE(player().place(), FilmPlace(0));
    QCOMPARE(player().grain(), FilmGrain::cell);
    QTest::keyClick(&line, Qt::Key_Space);
    QVERIFY(!player().isPlaying());
    QVERIFY(line.text().startsWith(' '));
}

/// Space plays, whichever button was clicked last. A button that Tab has reached is pressed by it.
void TestPlayKeys::buttonsTakeTheFocusByTabOnly() {
    openPlay("sky-is-blue");
    for (const QAbstractButton* each : page().findChildren<QAbstractButton*>()) {
        if (each->isVisible())
            QVERIFY2(!(each->focusPolicy() & Qt::ClickFocus), qPrintable(each->accessibleName()));
    }
    QVERIFY(window().press(namedButton("One step forward")));
    QCOMPARE(player().place(), FilmPlace(1));
    QVERIFY(scene().hasFocus());
    press(Qt::Key_Space);
    QVERIFY(player().isPlaying());
    press(Qt::Key_Space);
    QAbstractButton* end = namedButton("To the end");
    end->setFocus(Qt::TabFocusReason);
    press(Qt::Key_Space);
    QCOMPARE(player().place(), film().size());
    QVERIFY(!player().isPlaying());
    QVERIFY(window().press(window().button(page(), "by query")));
    QCOMPARE(player().order(), FilmOrder::by_query);
    QVERIFY(window().press(window().button(page(), "row")));
    QCOMPARE(player().grain(), FilmGrain::row);
}

/// The keys are the film's after a click on a chip, and after a menu; other keys of a chip are still its own.
void TestPlayKeys::clickedButtonsHaveNoKeys() {
    openPlay("sky-is-blue");
    PillButton* chip = window().sentence().chips()[1];
    QVERIFY(window().press(chip));
    QVERIFY(chip->hasFocus());
    QVERIFY(window().selection().inspectedToken());
    press(Qt::Key_Right);
    QCOMPARE(player().place(), FilmPlace(1));
    QVERIFY(chip->hasFocus());
    press(Qt::Key_Space);
    QVERIFY(player().isPlaying());
    press(Qt::Key_Space);
    QVERIFY(!player().isPlaying());
    QVERIFY(window().selection().inspectedToken());
    press(Qt::Key_Delete);
    QCOMPARE(window().document().experiment().sequence.tokens.size(), std::size_t{2});
    window().document().undo();
    // Reached by Tab, it has them.
    chip = window().sentence().chips()[1];
    scene().setFocus();
    chip->setFocus(Qt::TabFocusReason);
    press(Qt::Key_Space);
    QVERIFY(!player().isPlaying());
    QVERIFY(!window().selection().inspectedToken());

    QPushButton& tokenizer = window().sentence().tokenizer();
    tokenizer.setFocus(Qt::MouseFocusReason);
    tokenizer.menu()->popup(tokenizer.mapToGlobal(QPoint()));
    QTRY_VERIFY(tokenizer.menu()->isVisible());
    const FilmPlace place = player().place();
    QTest::keyClick(tokenizer.menu(), Qt::Key_Down); // an open menu comes first
    QCOMPARE(player().grain(), FilmGrain::cell);
    QTest::keyClick(tokenizer.menu(), Qt::Key_Escape);
    QTRY_VERIFY(tokenizer.hasFocus());
    press(Qt::Key_Right);
    QCOMPARE(player().place(), place + 1);
    press(Qt::Key_Space);
    QVERIFY(player().isPlaying());
    QVERIFY(!tokenizer.menu()->isVisible());
    // On other pages nothing changes.
    window().press_key(Qt::Key_1, Qt::ControlModifier);
    QVERIFY(window().press(window().sentence().chips()[0]));
    QVERIFY(window().selection().inspectedToken());
    press(Qt::Key_Space);
    QVERIFY(!window().selection().inspectedToken());
}

/// Enter puts a cursor on the cells, and the arrow keys are its until Escape.
/// A button that was clicked before a dialog opened gets the focus back, but not the keys.
void TestPlayKeys::dialogsGiveTheKeysBack() {
    openPlay("sky-is-blue");
    QPushButton* button = &window().sentence().tokenizer();
    button->setFocus(Qt::MouseFocusReason);
    QVERIFY(button->hasFocus());
    window().actions()[ActionId::export_film].trigger();
    auto* dialog = window().findChild<FilmDialog*>();
    QVERIFY(dialog);
    QTRY_VERIFY(dialog->fileLine().hasFocus());
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_VERIFY(!window().findChild<FilmDialog*>());
    window().activateWindow();
    QTRY_VERIFY(button->hasFocus());
    press(Qt::Key_Space);
    QVERIFY(player().isPlaying());
}

void TestPlayKeys::returnLeavesTheSentence() {
    openPlay("sky-is-blue");
    window().sentence().line().setFocus();
    press(Qt::Key_Return);
    QVERIFY(scene().hasFocus());
    press(Qt::Key_Right);
    QCOMPARE(player().place(), FilmPlace(1));
    window().document().setSource(true);
    window().sentence().source().line().setFocus();
    press(Qt::Key_Enter);
    QVERIFY(scene().hasFocus());
}

/// There the sentence, which may have the focus, goes along from page to page.
void TestPlayKeys::keysAtOnceInALowWindow() {
    window().resize(1100, 420);
    window().document().openExample("sky-is-blue");
    QCoreApplication::processEvents();
    window().sentence().line().setFocus();
    window().press_key(Qt::Key_2, Qt::ControlModifier);
    QVERIFY(page().isAncestorOf(&window().sentence()));
    QVERIFY(scene().hasFocus());
    press(Qt::Key_Right);
    QCOMPARE(player().place(), FilmPlace(1));
}

void TestPlayKeys::cursorOnTheCells() {
    openPlay("journey-trainable");
    player().goTo(beginOf(StageId::scores) + 8);
    const FilmPlace place = player().place();
    press(Qt::Key_Return);
    QVERIFY(scene().cursor());
    QCOMPARE(scene().cursor()->cell, (StoredCell{1, 1}));
    press(Qt::Key_Left);
    press(Qt::Key_Up);
    QCOMPARE(scene().cursor()->cell, (StoredCell{0, 0}));
    press(Qt::Key_Return);
    QCOMPARE(window().selection().inspected(), (CellRef{StageId::scores, 0, 0, 0}));
    press(Qt::Key_Left); // into the queries
    QCOMPARE(scene().content().panels[scene().cursor()->panel].slot, SceneSlot::left);
    press(Qt::Key_Escape);
    QVERIFY(!scene().cursor());
    QVERIFY(window().selection().inspected()); // one level at a time
    QCOMPARE(player().place(), place);
    press(Qt::Key_Left);
    QCOMPARE(player().place(), place - 1);
}

void TestPlayKeys::strip() {
    openWindow({1600, 1000});
    openPlay("journey-trainable");
    const auto& buttons = page().strip().buttons();
    QCOMPARE(buttons.size(), film().scenes().size());
    for (SceneButton* each : buttons) {
        QTest::mouseClick(each, Qt::LeftButton);
        QCOMPARE(scene().content().scene, each->scene());
        QVERIFY(each->isCurrent());
        QVERIFY(!each->accessibleName().isEmpty());
    }
}

void TestPlayKeys::track() {
    openPlay("journey-trainable");
    FilmTrack& track = page().controls().track();
    QCOMPARE(track.ticks().size(), film().scenes().size());
    const auto at = [&](FilmPlace place) { return QPoint(qRound(track.xOf(place)), track.height() - 10); };
    QTest::mouseClick(&track, Qt::LeftButton, {}, at(film().size()));
    QCOMPARE(player().place(), film().size());
    QTest::mousePress(&track, Qt::LeftButton, {}, at(film().size() / 2));
    const FilmPlace half = player().place();
    QVERIFY(std::abs(half - film().size() / 2) <= 1);
    QTest::mouseMove(&track, at(film().size() / 4));
    QVERIFY(std::abs(player().place() - film().size() / 4) <= 1);
    QTest::mouseRelease(&track, Qt::LeftButton, {}, at(0));
    player().setGrain(FilmGrain::stage); // the ticks are those of the film
    QCOMPARE(track.ticks().back().place, film().size() - 1);
}

/// A click on a number inspects it; a place that is empty yet says so.
void TestPlayKeys::cells() {
    openPlay("journey-trainable");
    player().goTo(beginOf(StageId::scores) + 8);
    const FilmPlace place = player().place();
    QTest::mouseClick(&scene(), Qt::LeftButton, {}, placeOf(result(), {0, 2}));
    QCOMPARE(window().selection().inspected(), (CellRef{StageId::scores, 0, 0, 2}));
    QTest::mouseClick(&scene(), Qt::LeftButton, {}, placeOf(result(), {5, 5}));
    QCOMPARE(window().selection().inspected(), (CellRef{StageId::scores, 0, 0, 2}));
    QVERIFY(scene().describe({0, {5, 5}}).contains("not computed yet"));
    QVERIFY(scene().describe({0, {0, 2}}).contains("Your"));
    QTest::mouseMove(&scene(), placeOf(result(), {0, 1}));
    QTRY_COMPARE(window().selection().hovered(), (CellRef{StageId::scores, 0, 0, 1}));
    QCOMPARE(player().place(), place);
    player().goTo(0); // another scene, in which it is not
    QVERIFY(!window().selection().hovered());
    player().goTo(beginOf(StageId::queries) + 1);
    for (const ScenePanel& panel : scene().content().panels) {
        if (panel.parameter()) {
            QTest::mouseClick(&scene(), Qt::LeftButton, {}, placeOf(panel, {1, 1}));
            QCOMPARE(window().selection().inspectedParameter(), (ParameterCell{ParameterId::W_Q, 1, 1}));
            return;
        }
    }
    QFAIL("no parameter");
}

void TestPlayKeys::links() {
    openPlay("journey-trainable");
    player().goTo(beginOf(StageId::scores) + 1);
    const auto all = page().captionView().links();
    QCOMPARE(all.size(), std::size_t{5}); // two queries, two keys and the score
    for (const FormulaLayout::Link& each : all) {
        QTest::mouseClick(&page().captionView(), Qt::LeftButton, {}, each.area.center().toPoint());
        QCOMPARE(window().selection().inspected(), std::get<CellRef>(each.source));
    }
}

void TestPlayKeys::linksByKeyboard() {
    openPlay("journey-trainable");
    player().goTo(beginOf(StageId::scores) + 1);
    CaptionView& caption = page().captionView();
    const auto all = caption.links();
    caption.setFocus(Qt::TabFocusReason);
    for (const FormulaLayout::Link& each : all) {
        QVERIFY(caption.hasFocus());
        press(Qt::Key_Return);
        QCOMPARE(window().selection().inspected(), std::get<CellRef>(each.source));
        press(Qt::Key_Tab);
    }
    QVERIFY(!caption.hasFocus());
}

void TestPlayKeys::playsToTheEnd() {
    openPlay("sky-is-blue");
    player().setGrain(FilmGrain::stage);
    player().setSpeed(8);
    press(Qt::Key_Space);
    QTRY_COMPARE_WITH_TIMEOUT(player().place(), film().size(), 20'000);
    QTRY_VERIFY(!player().isPlaying());
    QVERIFY(!namedButton("One step forward")->isEnabled());
    press(Qt::Key_Space); // from the beginning
    QVERIFY(player().isPlaying());
    QVERIFY(player().place() < film().size());
    press(Qt::Key_Space);
}

void TestPlayKeys::stopsWhenThePageGoes() {
    openPlay("sky-is-blue");
    press(Qt::Key_Space);
    QVERIFY(player().isPlaying());
    window().press_key(Qt::Key_1, Qt::ControlModifier);
    QVERIFY(!player().isPlaying());
    const FilmPlace place = player().place();
    QTest::keyClick(&window(), Qt::Key_Right); // is the film's no more
    QCOMPARE(player().place(), place);
}

/// The caption is what a screen reader says.
void TestPlayKeys::spokenTexts() {
    openPlay("journey-trainable");
    player().goTo(beginOf(StageId::scores) + 1);
    const QString text = page().captionView().text();
    QVERIFY(text.contains("looks at"));
    QCOMPARE(page().captionView().accessibleName(), text);
    QCOMPARE(scene().accessibleDescription(), text);
    QVERIFY(scene().accessibleName().contains("Scores"));
    const auto* step = page().controls().findChild<QLabel*>();
    QCOMPARE(step->text(), QString("step %1 of %2").arg(player().place()).arg(film().size()));
}

void TestPlayKeys::reducedMotion_data() {
    QTest::addColumn<bool>("reduced");
    QTest::newRow("reduced") << true;
    QTest::newRow("not") << false;
}

/// One step glides, unless motion is reduced; either way it is taken at once.
void TestPlayKeys::reducedMotion() {
    QFETCH(bool, reduced);
    theme().motion().choose(reduced);
    openPlay("sky-is-blue");
    const HandClock clock(window());
    press(Qt::Key_Right);
    press(Qt::Key_Right);
    QCOMPARE(player().place(), FilmPlace(2));
    QCOMPARE(scene().isMoving(), !reduced);
    clock.pass(100);
    QCOMPARE(scene().isMoving(), !reduced);
    theme().motion().choose(true);
    QVERIFY(!scene().isMoving());
}

LAB_WINDOW_TEST(TestPlayKeys)
#include "tst_play_keys.moc"
