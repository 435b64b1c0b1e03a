// SPDX-License-Identifier: GPL-3.0-or-later
//
// A lecture from beginning to end: a lesson is made, presented with a clicker alone, and the window closed.
#include "tests/support/document_files.h"
#include "tests/support/menu_click.h"
#include "tests/support/present_test.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/edits/option_edits.h"
#include "ui/document/film_view.h"
#include "ui/pages/links/links_page.h"
#include "ui/window/menu/actions.h"
#include "ui/window/page_stack.h"
#include "ui/window/present/help_line.h"
#include "ui/window/present/slide.h"
#include "ui/window/scenes/window_view.h"

#include <QMessageBox>

using namespace lab;
using namespace lab::test;

class TestLecture : public PresentTest {
    Q_OBJECT

private slots:
    void threeScenes();
    void backAsLeft();
    void backAfterEdits();
    void backToTheStepOfTheFilm();
    void unitIsChosen_data();
    void unitIsChosen();
    void hiddenCellsArePassed_data();
    void hiddenCellsArePassed();
    void aName();
    void aNameWhereNothingIsCovered();
    void cardAloneEndsWithTheDocument();
    void wayBack();
    void backWhereItBegan_data();
    void backWhereItBegan();

private:
    void keepAs(const QString& name);
    int left() {
        Index count = 0;
        for (const StageBlock& each : window().document().cover().left())
            count += each.block.rows * each.block.columns;
        return static_cast<int>(count);
    }
    QString scene() { return window().view().title(); }
};

/// Ctrl Shift T, the name, Enter.
void TestLecture::keepAs(const QString& name) {
    window().press_key(Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
    auto* field = qobject_cast<QLineEdit*>(window().focusWidget());
    QVERIFY(field);
    field->selectAll();
    QTest::keyClicks(field, name);
    QTest::keyClick(field, Qt::Key_Return);
}

void TestLecture::threeScenes() {
    LabWindow& w = openWindow({1440, 900});
    w.actions()[ActionId::create].trigger();
    w.type_sentence("the cat sat on a mat and saw one dog run by");
    w.pages().currentWidget()->setFocus();
    QCOMPARE(w.document().experiment().sequence.tokens.size(), std::size_t(12));
    keepAs("Twelve words");
    w.board().showAlone(StageId::weights);
    w.document().coverCells(wholeMatrix(w.document().experiment(), StageId::weights, 0));
    keepAs("Who looks at whom?");
    w.document().uncover();
    w.pages().open<LinksPage>();
    keepAs("The same as links");
    QVERIFY(!save(w.document(), path("lecture.attn")));
    QVERIFY(!w.document().isModified());

    w.press_key(Qt::Key_F5);
    QVERIFY(w.presentation().isRunning());
    QCOMPARE(scene(), QString("Twelve words"));
    QCOMPARE(left(), 0);
    w.press_key(Qt::Key_PageDown);
    QCOMPARE(scene(), QString("Who looks at whom?"));
    for (int row = 0; row < 12; ++row) {
        QCOMPARE(left(), 144 - 12 * row);
        w.press_key(Qt::Key_PageDown);
        QVERIFY(!isCovered(StageId::weights, row, 0) && !isCovered(StageId::weights, row, 11));
        QVERIFY(row == 11 || isCovered(StageId::weights, row + 1, 0));
    }
    w.press_key(Qt::Key_PageUp); // the last row again
    QCOMPARE(left(), 12);
    w.press_key(Qt::Key_PageDown);
    w.press_key(Qt::Key_PageDown);
    QCOMPARE(scene(), QString("The same as links"));
    QCOMPARE(w.pages().pageName(), QString("pageLinks"));
    w.press_key(Qt::Key_PageDown);
    QCOMPARE(w.presentation().slide()->help().text(), QString("This is the last scene"));
    w.press_key(Qt::Key_Escape);
    QVERIFY(!w.presentation().isRunning());
    QVERIFY(!w.document().isModified());
    QVERIFY(w.close());
    QVERIFY(!w.isVisible() && !w.findChild<QMessageBox*>());
}

/// Page Up shows the scene before with what had been opened open, and covers it again row by row; any other
/// way leads to it as it was kept. What this class has not seen is covered.
void TestLecture::backAsLeft() {
    LabWindow& w = openWindow({1440, 900});
    w.document().replace(presentedWords(3), {});
    w.document().coverCells({StageId::weights, 0, {0, 0, 3, 3}});
    keepAs("Weights");
    w.document().uncover();
    w.document().coverCells({StageId::scores, 0, {0, 0, 3, 3}});
    keepAs("Scores");
    const auto press = [&](Qt::Key key, int times = 1) {
        for (int i = 0; i < times; ++i)
            w.press_key(key);
        return left();
    };
    w.press_key(Qt::Key_F5);
    QCOMPARE(press(Qt::Key_PageDown, 3), 0);
    QCOMPARE(press(Qt::Key_PageDown), 9); // one too many
    QCOMPARE(scene(), QString("Scores"));
    QCOMPARE(press(Qt::Key_PageUp), 0);
    QCOMPARE(scene(), QString("Weights"));
    QCOMPARE(press(Qt::Key_PageUp), 3);
    QVERIFY(!isCovered(StageId::weights, 1, 0) && isCovered(StageId::weights, 2, 0));
    QCOMPARE(press(Qt::Key_PageDown), 0);
    QCOMPARE(press(Qt::Key_PageDown, 2), 6); // the first row of the scores
    QCOMPARE(press(Qt::Key_PageUp), 9);
    QCOMPARE(press(Qt::Key_PageUp), 0);
    QCOMPARE(press(Qt::Key_PageDown), 9);
    w.press_key(Qt::Key_PageUp, Qt::AltModifier);
    QCOMPARE(scene(), QString("Weights"));
    QCOMPARE(left(), 9);
    QCOMPARE(press(Qt::Key_PageDown), 6);
    w.press_key(Qt::Key_PageDown, Qt::AltModifier); // two rows have not been opened
    QCOMPARE(press(Qt::Key_PageUp), 6);
    QCOMPARE(press(Qt::Key_PageDown, 3), 9);
    QCOMPARE(scene(), QString("Scores"));
    w.press_key(Qt::Key_Escape);
    QVERIFY(!w.presentation().isRunning());
    present();
    QCOMPARE(press(Qt::Key_PageUp), 9); // of this class
    QCOMPARE(scene(), QString("Weights"));
}

/// A scene that was left with other numbers, or another sentence, has its own again: what of them was not
/// opened is covered.
void TestLecture::backAfterEdits() {
    LabWindow& w = openWindow({1440, 900});
    w.document().replace(presentedWords(3), {});
    w.document().coverCells({StageId::weights, 0, {0, 0, 3, 3}});
    keepAs("Weights");
    w.document().uncover();
    keepAs("All");
    w.press_key(Qt::Key_F5);
    w.press_key(Qt::Key_PageDown);
    QCOMPARE(left(), 6);
    w.document().setValue(ParameterId::W_Q, 0, 0, 2.5);
    w.press_key(Qt::Key_PageDown, Qt::AltModifier);
    w.press_key(Qt::Key_PageUp);
    QCOMPARE(scene(), QString("Weights"));
    QCOMPARE(left(), 9);
    w.press_key(Qt::Key_PageDown);
    QCOMPARE(left(), 6);
    w.document().setText({}); // nothing of it is left to be covered
    QCOMPARE(left(), 0);
    w.press_key(Qt::Key_PageDown);
    QCOMPARE(scene(), QString("All"));
    w.press_key(Qt::Key_PageUp);
    QCOMPARE(scene(), QString("Weights"));
    QCOMPARE(left(), 9);
}

void TestLecture::backToTheStepOfTheFilm() {
    LabWindow& w = openWindow({1440, 900});
    w.document().replace(presentedWords(3), {});
    w.press_key(Qt::Key_2, Qt::ControlModifier);
    keepAs("Film");
    keepAs("The same");
    w.press_key(Qt::Key_F5);
    for (int step = 0; step < 4; ++step)
        w.press_key(Qt::Key_Right);
    const FilmView film = filmView(w.document().experiment());
    QVERIFY(film.place >= 4);
    w.press_key(Qt::Key_PageDown);
    QVERIFY(filmView(w.document().experiment()) != film);
    w.press_key(Qt::Key_PageUp);
    QCOMPARE(scene(), QString("Film"));
    QVERIFY(filmView(w.document().experiment()) == film);
}

void TestLecture::unitIsChosen_data() {
    QTest::addColumn<QString>("action");
    QTest::addColumn<QList<int>>("opened"); // by each key, of nine weights and of nine scores
    QTest::newRow("cell") << "openCell" << QList<int>{1, 2, 3};
    QTest::newRow("row") << QString() << QList<int>{3, 6, 9, 12}; // as it is at first
    QTest::newRow("matrix") << "openMatrix" << QList<int>{9, 18};
}

/// In the menu, once; the next start has it, too.
void TestLecture::unitIsChosen() {
    QFETCH(QString, action);
    QFETCH(QList<int>, opened);
    Preferences().save();
    for (const bool isNext : {false, true}) {
        LabWindow& w = openWindow({1440, 900}, 100, Preferences::load());
        w.document().replace(presentedWords(3), {});
        if (!isNext && !action.isEmpty()) {
            auto* entry = w.findChild<QAction*>(action);
            auto* menu = qobject_cast<QMenu*>(entry->associatedObjects().constFirst());
            for (QObject* each : entry->associatedObjects())
                menu = qobject_cast<QMenu*>(each) ? qobject_cast<QMenu*>(each) : menu;
            QVERIFY(menu && menu->title().contains("opens at a time"));
            menu->popup(w.mapToGlobal(QPoint(100, 100)));
            click_entry(*menu, entry);
        }
        w.document().coverCells({StageId::scores, 0, {0, 0, 3, 3}});
        w.document().coverCells({StageId::weights, 0, {0, 0, 3, 3}});
        present();
        for (const int count : opened) {
            w.press_key(Qt::Key_PageDown);
            QCOMPARE(18 - left(), count);
        }
        for (qsizetype i = opened.size() - 1; i >= 0; --i) {
            w.press_key(Qt::Key_PageUp);
            QCOMPARE(18 - left(), i == 0 ? 0 : opened[i - 1]);
        }
        w.press_key(Qt::Key_Escape);
        w.close();
    }
    Preferences().save();
}

void TestLecture::hiddenCellsArePassed_data() {
    QTest::addColumn<bool>("hasWindow");
    QTest::addColumn<QStringList>("states"); // of the cells, row by row
    QTest::newRow("at the ends of rows")
        << false << QStringList{"?????????", "...??????", "....?????", "......???",
                                ".......??", "........?", "........."};
    QTest::newRow("at their beginnings")
        << true << QStringList{"?????????", "...??????", "....?????", "......???", "........?", "........."};
}

/// Nothing is pressed for what a mask hides: it opens along.
void TestLecture::hiddenCellsArePassed() {
    QFETCH(bool, hasWindow);
    QFETCH(QStringList, states);
    Preferences preferences;
    preferences.opens = Opens::cell;
    LabWindow& w = openWindow({1440, 900}, 100, preferences);
    w.document().replace(presentedWords(3), {});
    setCausal(w.document(), true);
    if (hasWindow)
        setOption(
            w.document(), [](Experiment& e) { e.mask.window = 2; }, "Window");
    w.document().coverCells({StageId::weights, 0, {0, 0, 3, 3}});
    present();
    const auto covered = [&] {
        QString all;
        for (Index i = 0; i < 9; ++i)
            all += isCovered(StageId::weights, i / 3, i % 3) ? '?' : '.';
        return all;
    };
    for (const QString& state : states) {
        QCOMPARE(covered(), state);
        w.press_key(Qt::Key_PageDown);
    }
    for (qsizetype i = states.size() - 1; i-- > 0;) {
        w.press_key(Qt::Key_PageUp);
        QCOMPARE(covered(), states[i]);
    }
}

void TestLecture::aName() {
    LabWindow& w = openWindow({1440, 900});
    w.document().replace(presentedWords(3), {});
    w.document().coverCells({StageId::weights, 0, {0, 0, 3, 3}});
    present();
    MatrixHeatmap& heatmap = w.heatmap(StageId::weights);
    const auto clickName = [&](Index row) {
        const QRectF cell = heatmap.cellRect({row, 0});
        const QPoint place(static_cast<int>(cell.left()) - 8, static_cast<int>(cell.center().y()));
        QVERIFY(heatmap.namedAt(place) == (MatrixHeatmap::Named{true, row}));
        QTest::mouseClick(&heatmap, Qt::LeftButton, {}, place);
    };
    clickName(1);
    for (Index column = 0; column < 3; ++column)
        QVERIFY(!isCovered(StageId::weights, 1, column) && isCovered(StageId::weights, 0, column));
    QVERIFY(!w.selection().isInspecting());
    clickName(1); // nothing is covered there: as ever
    QVERIFY(w.selection().inspectedToken() == InspectedToken{1});
    w.press_key(Qt::Key_Escape);
    w.press_key(Qt::Key_PageUp);
    QCOMPARE(left(), 9);
}

/// Outside a presentation, nothing opens by it.
void TestLecture::aNameWhereNothingIsCovered() {
    LabWindow& w = openWindow({1440, 900});
    w.document().replace(presentedWords(3), {});
    w.document().coverCells({StageId::weights, 0, {0, 0, 3, 3}});
    MatrixHeatmap& heatmap = w.heatmap(StageId::weights);
    const QRectF cell = heatmap.cellRect({1, 0});
    QTest::mouseClick(&heatmap, Qt::LeftButton, {},
                      {static_cast<int>(cell.left()) - 8, static_cast<int>(cell.center().y())});
    QCOMPARE(left(), 9);
    QVERIFY(w.selection().inspectedToken() == InspectedToken{1});
}

void TestLecture::cardAloneEndsWithTheDocument() {
    LabWindow& w = openWindow({1440, 900});
    w.board().showAlone(StageId::weights);
    QVERIFY(!save(w.document(), path("alone.attn"))); // the same document
    QVERIFY(w.board().alone());
    w.controller().openExample("two-heads");
    QVERIFY(!w.board().alone());
    // Nor does it come back after presenting.
    w.board().showAlone(StageId::weights);
    present();
    w.controller().openExample("sky-is-blue");
    QVERIFY(!w.board().alone());
    w.presentation().end();
    QVERIFY(!w.board().alone());
}

/// A button on the card, while presenting, too.
void TestLecture::wayBack() {
    LabWindow& w = openWindow({1440, 900});
    for (const bool presents : {false, true}) {
        if (presents)
            present();
        for (const StageId id : {StageId::weights, StageId::queries}) {
            QVERIFY(!LabWindow::button(w.board(), "All cards"));
            w.board().showAlone(id);
            QCoreApplication::processEvents();
            QAbstractButton* back = LabWindow::button(w.board(), "All cards");
            QVERIFY(back && w.board().card(id)->isAncestorOf(back));
            QVERIFY(w.board().card(id)->rect().contains(
                QRect(back->mapTo(w.board().card(id), QPoint()), back->size())));
            QVERIFY(LabWindow::press(back));
            QVERIFY(!w.board().alone());
        }
    }
}

void TestLecture::backWhereItBegan_data() {
    QTest::addColumn<QString>("before"); // typed before presenting
    QTest::addColumn<QString>("during");
    QTest::addColumn<QString>("after");
    QTest::newRow("as opened") << ""
                               << ""
                               << "sky is blue";
    QTest::newRow("edited before") << "hi you"
                                   << ""
                                   << "hi you";
    QTest::newRow("edited while presenting") << ""
                                             << "hello"
                                             << "hello";
    QTest::newRow("both") << "hi you"
                          << "hello"
                          << "hello";
}

/// A lesson that has ended leaves the document and the page as they were before: what was typed is not
/// replaced by the numbers of a scene, which would then be saved. Edits of the class stay, where they are.
void TestLecture::backWhereItBegan() {
    QFETCH(QString, before);
    QFETCH(QString, during);
    QFETCH(QString, after);
    LabWindow& w = openWindow({1440, 900});
    if (!before.isEmpty())
        w.type_sentence(before);
    const bool wasModified = w.document().isModified();
    w.pages().open("pageStatistics");
    w.press_key(Qt::Key_F5);
    QVERIFY(w.presentation().isRunning() && w.pages().pageName() != "pageStatistics");
    w.press_key(Qt::Key_PageDown);
    w.press_key(Qt::Key_PageDown);
    if (!during.isEmpty())
        w.document().setText(during);
    const QString page = during.isEmpty() ? "pageStatistics" : w.pages().pageName();
    w.press_key(Qt::Key_F5);
    QVERIFY(!w.presentation().isRunning());
    QCOMPARE(QString::fromStdString(w.document().experiment().sequence.text), after);
    QCOMPARE(w.pages().pageName(), page);
    QCOMPARE(w.document().isModified(), wasModified || !during.isEmpty());
    QCOMPARE(w.document().experiment().snapshots.size(), std::size_t{5});
    if (during.isEmpty()) { // the scenes that were gone through are no steps to undo
        QCOMPARE(w.document().undoStack().canUndo(), wasModified);
        w.document().undo();
        QCOMPARE(QString::fromStdString(w.document().experiment().sequence.text), QString("sky is blue"));
        QCOMPARE(w.pages().pageName(), page);
    }
}

LAB_WINDOW_TEST(TestLecture)
#include "tst_lecture.moc"
