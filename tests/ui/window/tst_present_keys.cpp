// SPDX-License-Identifier: GPL-3.0-or-later
//
// Presenting: the keys of the hand that teaches, those of a clicker among them.
#include "tests/support/present_test.h"
#include "tests/support/test_program.h"
#include "ui/pages/explore/override_editor.h"
#include "ui/pages/play/caption_view.h"
#include "ui/pages/play/film_player.h"
#include "ui/pages/play/play_page.h"
#include "ui/pages/play/scene_view.h"
#include "ui/plots/film/cell_step.h"
#include "ui/plots/shared/board_layout.h"
#include "ui/window/menu/actions.h"
#include "ui/window/page_stack.h"
#include "ui/window/present/help_line.h"
#include "ui/window/present/slide.h"
#include "ui/window/scenes/window_view.h"

#include <QAbstractButton>
#include <QLabel>
#include <QScrollBar>

#include <algorithm>

using namespace lab;
using namespace lab::test;

class TestPresentKeys : public PresentTest {
    Q_OBJECT

private slots:
    void lettersStayLetters();
    void lettersOnlyWhilePresenting();
    void gridGivesKeysBack();
    void clickerOfTheFilm();
    void clickerOfALesson();
    void clickerAfterAClick();
    void escapeIsNamed();
    void backInPlace();
    void cursorIsOfTheKeyboard();
    void blank();
    void laser();
    void explained();
    void explainedSink();
    void explainedWithFolded();
    void helpFades();
};

void TestPresentKeys::lettersStayLetters() {
    LabWindow& w = openWindow({1440, 900});
    Presentation& presentation = present();
    w.board().showAlone(StageId::weights);
    w.board().card(StageId::weights)->overrideEditor().edit({0, 0});
    QWidget* field = w.focusWidget();
    QVERIFY(qobject_cast<QLineEdit*>(field));
    QTest::keyClicks(field, "blce");
    QVERIFY(static_cast<QLineEdit*>(field)->text().contains("blce"));
    QVERIFY(!presentation.isBlank() && !presentation.hasLaser() && w.document().cover().isEmpty());
    QVERIFY(!presentation.slide()->isExplained());
}

void TestPresentKeys::lettersOnlyWhilePresenting() {
    LabWindow& w = openWindow({1440, 900});
    w.pages().currentWidget()->setFocus();
    pointAt(StageId::weights, {0, 0});
    for (const Qt::Key key : {Qt::Key_B, Qt::Key_L, Qt::Key_C, Qt::Key_E})
        w.press_key(key);
    QVERIFY(!w.presentation().isBlank() && !w.presentation().hasLaser());
    QVERIFY(w.document().cover().isEmpty());
}

/// The clicker and the letters are those of the page, unless a number is being typed.
void TestPresentKeys::gridGivesKeysBack() {
    LabWindow& w = openWindow({1440, 900});
    w.document().replace(presentedWords(6), {});
    w.press_key(Qt::Key_2, Qt::ControlModifier);
    const FilmPlayer& player = w.pages().get<PlayPage>().player();
    w.press_key(Qt::Key_Home);
    const Presentation& presentation = present();
    w.press_key(Qt::Key_F9);
    MatrixGrid& grid = w.grid(ParameterId::W_Q);
    w.parameters().ensureWidgetVisible(&grid);
    QTest::mouseClick(grid.viewport(), Qt::LeftButton, {}, w.cell_of(ParameterId::W_Q));
    QVERIFY(grid.hasFocus());
    w.press_key(Qt::Key_PageDown);
    QCOMPARE(player.place(), FilmPlace(1));
    w.press_key(Qt::Key_B);
    QVERIFY(presentation.isBlank() && !grid.viewport()->findChild<QLineEdit*>());
    w.press_key(Qt::Key_B);
    w.press_key(Qt::Key_4); // typing begins
    auto* editor = qobject_cast<QLineEdit*>(w.focusWidget());
    QVERIFY(editor && editor->text() == "4");
    w.press_key(Qt::Key_B);
    QVERIFY(!presentation.isBlank());
    QCOMPARE(player.place(), FilmPlace(1));
    w.press_key(Qt::Key_Backspace);
    w.press_key(Qt::Key_Return);
    QTRY_VERIFY(w.pages().currentWidget()->isAncestorOf(w.focusWidget()));
    QCOMPARE(w.value(ParameterId::W_Q), 4.0);
    w.press_key(Qt::Key_PageDown);
    QCOMPARE(player.place(), FilmPlace(2));
}

void TestPresentKeys::clickerOfTheFilm() {
    LabWindow& w = openWindow({1440, 900});
    w.document().openExample("two-heads"); // has no scenes
    w.press_key(Qt::Key_2, Qt::ControlModifier);
    const FilmPlayer& player = w.pages().get<PlayPage>().player();
    w.press_key(Qt::Key_Home);
    present();
    w.press_key(Qt::Key_PageDown);
    w.press_key(Qt::Key_PageDown);
    w.press_key(Qt::Key_Right);
    QCOMPARE(player.place(), FilmPlace(3));
    w.press_key(Qt::Key_PageUp);
    QCOMPARE(player.place(), FilmPlace(2));
}

/// Scene by scene, and what a scene covers cell by cell. A film that is no lesson is stepped.
void TestPresentKeys::clickerOfALesson() {
    LabWindow& w = openWindow({1440, 900});
    w.actions()[ActionId::open_cell].trigger();
    w.document().openExample("sky-is-blue");
    w.press_key(Qt::Key_2,
                Qt::ControlModifier); // scenes go before the steps of the film from the first one on
    Presentation& presentation = present();
    const auto scene = [&] { return w.view().scenes().current(); };
    const FilmPlayer& player = w.pages().get<PlayPage>().player();
    w.press_key(Qt::Key_PageDown);
    QTRY_COMPARE(w.pages().pageName(), "pagePlay");
    QVERIFY(scene() == std::optional<std::size_t>(0));
    QTRY_COMPARE(player.place(), FilmPlace(7));
    const Slide& slide = *presentation.slide();
    QCOMPARE(slide.help().count(), QString("1 of 5"));
    QVERIFY(slide.title().isVisible() && slide.title().text() == w.view().scenes().name(0));
    QVERIFY(slide.title().geometry().bottom() < w.pages().mapTo(&w, QPoint()).y());
    const auto filmTitles = [&] {
        const auto labels = w.pages().get<PlayPage>().findChildren<QLabel*>();
        return std::ranges::count_if(labels, [](const QLabel* each) { return each->isVisible(); });
    };
    QCOMPARE(filmTitles(), 0);
    w.press_key(Qt::Key_Right);
    w.press_key(Qt::Key_Right);
    QCOMPARE(player.place(), FilmPlace(9));
    w.press_key(Qt::Key_1, Qt::ControlModifier);
    QVERIFY(!slide.title().isVisible() && slide.help().count().isEmpty());
    w.press_key(Qt::Key_2, Qt::ControlModifier);
    QVERIFY(slide.title().isVisible());
    QCOMPARE(slide.help().count(), QString("1 of 5"));
    w.press_key(Qt::Key_End); // another stage: its own title
    QVERIFY(!slide.title().isVisible() && slide.help().count().isEmpty());
    QCOMPARE(filmTitles(), 1);
    w.press_key(Qt::Key_PageDown);
    QTRY_COMPARE(player.place(), FilmPlace(13));
    QVERIFY(scene() == std::optional<std::size_t>(1));
    QCOMPARE(slide.help().count(), QString("2 of 5"));
    w.press_key(Qt::Key_PageDown);
    w.press_key(Qt::Key_PageDown);
    QTRY_VERIFY(!w.document().cover().isEmpty());
    const auto covered = [&](Index column) {
        return w.document().cover().covers({StageId::weights, 0, 2, column});
    };
    QVERIFY(scene() == std::optional<std::size_t>(3) && covered(0));
    for (Index column = 0; column < 3; ++column) {
        w.press_key(Qt::Key_PageDown);
        QVERIFY(!covered(column) && scene() == std::optional<std::size_t>(3));
    }
    w.press_key(Qt::Key_PageUp);
    QVERIFY(covered(2) && !covered(1));
    w.press_key(Qt::Key_PageDown);
    w.press_key(Qt::Key_PageDown);
    QTRY_VERIFY(scene() == std::optional<std::size_t>(4));
    w.press_key(Qt::Key_PageDown); // the last one
    QVERIFY(scene() == std::optional<std::size_t>(4) && presentation.isRunning());
    QCOMPARE(slide.help().text(), QString("This is the last scene"));
    w.press_key(Qt::Key_PageUp);
    QTRY_VERIFY(scene() == std::optional<std::size_t>(3) && !covered(0) && !covered(2)); // as it was left
    QVERIFY2(!slide.help().text().contains("last scene"), qPrintable(slide.help().text()));
    // What is not in the lesson comes back by undoing.
    w.press_key(Qt::Key_PageUp);
    w.document().setText("sky");
    w.press_key(Qt::Key_PageDown);
    QVERIFY2(slide.help().text().contains("Undo brings them back"), qPrintable(slide.help().text()));
    w.press_key(Qt::Key_PageUp);
    QVERIFY2(slide.help().text().startsWith("Esc ends"), qPrintable(slide.help().text()));
}

/// A clicked button leaves its keys to the film, but to what presents first: to a page made later, too.
void TestPresentKeys::clickerAfterAClick() {
    LabWindow& w = openWindow({1440, 900});
    w.document().openExample("sky-is-blue");
    present();
    w.press_key(Qt::Key_PageDown);
    QTRY_COMPARE(w.pages().pageName(), "pagePlay");
    w.press_key(Qt::Key_F9);
    const auto buttons = w.parameters().findChildren<QAbstractButton*>();
    const auto heading = std::ranges::find_if(
        buttons, [](const QAbstractButton* each) { return each->isVisible() && each->isCheckable(); });
    QVERIFY(heading != buttons.end());
    QTest::mouseClick(*heading, Qt::LeftButton);
    QVERIFY((*heading)->hasFocus());
    QCOMPARE(w.view().scenes().current(), std::optional<std::size_t>(0));
    w.press_key(Qt::Key_PageDown);
    QCOMPARE(w.view().scenes().current(), std::optional<std::size_t>(1));
}

/// What Escape does next is said, and nothing that is not so.
void TestPresentKeys::escapeIsNamed() {
    LabWindow& w = openWindow({1440, 900});
    const HelpLine& help = present().slide()->help();
    QVERIFY(help.text().startsWith("Esc ends"));
    w.click(StageId::weights, {1, 1});
    QVERIFY2(help.text().startsWith("Esc deselects"), qPrintable(help.text()));
    w.press_key(Qt::Key_Escape);
    QVERIFY2(help.text().startsWith("Esc ends"), qPrintable(help.text()));
}

/// The board comes back as it was, wherever the keyboard is.
void TestPresentKeys::backInPlace() {
    LabWindow& w = openWindow({1280, 720});
    w.document().openExample("sky-is-blue");
    w.document().coverCells({StageId::weights, 0, {0, 0, 1, 3}}); // a strip covers the lower end of the page
    w.heatmap(StageId::output).setFocus(Qt::MouseFocusReason);
    QCoreApplication::processEvents();
    const int before = w.board().verticalScrollBar()->value();
    present();
    w.press_key(Qt::Key_PageDown);
    w.press_key(Qt::Key_Escape);
    QTRY_VERIFY(!w.presentation().isRunning());
    QTest::qWait(50);
    QCOMPARE(w.board().verticalScrollBar()->value(), before);
}

/// The cell that the keyboard is on is framed for who uses arrow keys, not for who clicks; the next scene
/// begins without that frame.
void TestPresentKeys::cursorIsOfTheKeyboard() {
    LabWindow& w = openWindow({1440, 900});
    w.document().openExample("sky-is-blue");
    present();
    w.click(StageId::weights, {1, 1});
    const MatrixHeatmap& heatmap = w.heatmap(StageId::weights);
    QVERIFY(heatmap.hasFocus() && heatmap.isAtCursor() && !heatmap.showsCursor());
    QCOMPARE(heatmap.cursor(), (StoredCell{1, 1}));
    w.press_key(Qt::Key_Right);
    QVERIFY(heatmap.showsCursor());
    QCOMPARE(heatmap.cursor(), (StoredCell{1, 2}));
    w.press_key(Qt::Key_PageDown);
    QVERIFY(!heatmap.showsCursor());
    w.board().showAll();
    w.heatmap(StageId::output).setFocus(Qt::TabFocusReason);
    QVERIFY(w.heatmap(StageId::output).showsCursor());

    w.document().replace(presentedWords(6), {});
    w.press_key(Qt::Key_2, Qt::ControlModifier);
    auto& play = w.pages().get<PlayPage>();
    for (const FilmPlace place : {40, 20}) {
        play.player().goTo(place);
        w.press_key(Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
    }
    play.scene().setFocus();
    w.press_key(Qt::Key_Return);
    QVERIFY(play.scene().hasCursor());
    w.press_key(Qt::Key_PageUp);
    QCOMPARE(play.player().place(), FilmPlace(40));
    QVERIFY(!play.scene().hasCursor());
}

void TestPresentKeys::blank() {
    LabWindow& w = openWindow({1440, 900});
    Presentation& presentation = present();
    const auto covers = [&] {
        const QWidget* top = w.childAt(w.rect().center());
        return presentation.isBlank() && top && top->size() == w.size();
    };
    w.press_key(Qt::Key_B);
    QVERIFY(covers());
    w.press_key(Qt::Key_Escape); // does nothing else
    QVERIFY(!presentation.isBlank() && presentation.isRunning());
    w.press_key(Qt::Key_B);
    QVERIFY(covers());
    QTest::mouseClick(w.childAt(w.rect().center()), Qt::LeftButton);
    QVERIFY(!presentation.isBlank() && !w.selection().isInspecting());
    w.press_key(Qt::Key_Period); // some clickers send it
    QVERIFY(covers());
    w.press_key(Qt::Key_Period);
    QVERIFY(!presentation.isBlank());
    w.press_key(Qt::Key_B);
    presentation.end();
    QVERIFY(!presentation.isBlank());
}

void TestPresentKeys::laser() {
    LabWindow& w = openWindow({1440, 900});
    present();
    w.press_key(Qt::Key_L);
    QVERIFY(QApplication::overrideCursor() && !QApplication::overrideCursor()->pixmap().isNull());
    w.press_key(Qt::Key_L);
    QVERIFY(!QApplication::overrideCursor());
    w.press_key(Qt::Key_L);
    w.press_key(Qt::Key_F5);
    QVERIFY(!QApplication::overrideCursor());
}

void TestPresentKeys::explained() {
    LabWindow& w = openWindow({1440, 900});
    Presentation& presentation = present();
    const CaptionView& line = presentation.slide()->explanation();
    QVERIFY(!line.isVisible());
    w.press_key(Qt::Key_E);
    QVERIFY(line.isVisible());
    for (const StageId id : boardStages(w.document().experiment())) {
        const CellRef cell{id, 0, 0, 0};
        QVERIFY2(stepOf(w.document().experiment(), cell), info(id).name.data());
        w.selection().inspect(cell);
        const auto said = captionOf(w.document(), *stepOf(w.document().experiment(), cell));
        QVERIFY(said);
        QCOMPARE(line.text(), QString::fromStdString(said->text));
    }
    // A covered number is not given away.
    w.press_key(Qt::Key_Escape);
    w.press_key(Qt::Key_C, Qt::ShiftModifier);
    w.selection().inspect(ParameterCell{ParameterId::W_Q, 0, 0});
    QVERIFY2(line.text().startsWith("W_Q[1,1] = "), qPrintable(line.text()));
    w.press_key(Qt::Key_E);
    QVERIFY(!line.isVisible());
}

/// What a sink takes is no step of a film.
void TestPresentKeys::explainedSink() {
    LabWindow& w = openWindow({1440, 900});
    w.controller().openExample("learned-sink");
    const CaptionView& line = present().slide()->explanation();
    w.press_key(Qt::Key_E);
    const Index sink = dimensions(w.document().experiment()).n_k;
    w.selection().inspect(CellRef{StageId::weights, 0, 1, sink});
    QVERIFY2(line.text().contains("the sink takes", Qt::CaseInsensitive), qPrintable(line.text()));
}

/// Operands on folded cards stay folded, and the line says what there is. The number that it explains is
/// above it.
void TestPresentKeys::explainedWithFolded() {
    LabWindow& w = openWindow({1280, 720});
    w.document().replace(presentedWords(12), {});
    const CaptionView& line = present().slide()->explanation();
    setScreen({1280, 720});
    const Board& board = w.board();
    const MatrixHeatmap& weights = board.card(StageId::weights)->heatmap();
    QVERIFY(board.card(StageId::masked_scores)->isThumbnail());
    for (const Index row : {11, 0}) {
        const CellRef cell{StageId::weights, 0, row, 4};
        w.selection().inspect(cell);
        w.press_key(Qt::Key_E);
        QCoreApplication::processEvents();
        QCOMPARE(line.text(), QString::fromStdString(
                                  captionOf(w.document(), *stepOf(w.document().experiment(), cell))->text));
        QVERIFY(board.card(StageId::masked_scores)->isThumbnail());
        const QRect place = weights.cellRect({row, 4}).toRect();
        const QRect shown(weights.mapTo(board.viewport(), place.topLeft()), place.size());
        QVERIFY2(board.viewport()->rect().contains(shown), qPrintable(QString::number(shown.bottom())));
        w.press_key(Qt::Key_E);
    }
}

void TestPresentKeys::helpFades() {
    LabWindow& w = openWindow({1440, 900});
    theme().motion().choose(true);
    Presentation& presentation = present();
    const HelpLine& help = presentation.slide()->help();
    QVERIFY(help.text().startsWith("Esc ends") && help.opacity() == 1);
    QTRY_COMPARE_WITH_TIMEOUT(help.opacity(), 0.0, 12000);
    w.press_key(Qt::Key_C);
    QVERIFY2(help.text().startsWith("Point at a matrix") && help.opacity() == 1, qPrintable(help.text()));
}

LAB_WINDOW_TEST(TestPresentKeys)
#include "tst_present_keys.moc"
