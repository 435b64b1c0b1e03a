// SPDX-License-Identifier: GPL-3.0-or-later
//
// A sentence word by word, with a key cache: the way in, one word on and back, typed words, the way out.
#include "core/edits/next_word.h"
#include "core/experiment/cache_step.h"
#include "tests/support/compare.h"
#include "tests/support/lab_window.h"
#include "tests/support/menu_click.h"
#include "tests/support/shown_table.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/edits/option_edits.h"
#include "ui/document/edits/token_edits.h"
#include "ui/pages/explore/board.h"
#include "ui/pages/explore/stage_card.h"
#include "ui/panels/sentence/next_word_controls.h"
#include "ui/plots/links/links_content.h"
#include "ui/widgets/pill_button.h"

#include <QHelpEvent>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QTimer>
#include <QToolTip>

#include <algorithm>
#include <cstdlib>
#include <functional>

using namespace lab;
using namespace lab::test;

class TestWordByWord : public WindowTest {
    Q_OBJECT

private slots:
    void unused();
    void triangle();
    void typed();
    void severalTyped();
    void nothingTyped();
    void whole();
    void byKeyboard();
    void notOffered_data();
    void notOffered();
    void keepTheirPlaces_data();
    void keepTheirPlaces();
    void cardsKeepTheirPlaces_data();
    void cardsKeepTheirPlaces();
    void linesAreNamed();
    void keysEmptied();
    void tipsCoverNoEntry();
    void anotherPosition();
    void secondSentenceRemoved();
    void readable_data();
    void readable();

private:
    NextWordControls& controls() { return window().sentence().nextWord(); }
    SentenceLine& source() { return window().sentence().source(); }
    void goIn();
    static std::vector<QWidget*> all(const NextWordControls& controls) {
        std::vector<QWidget*> widgets = controls.steps();
        widgets.push_back(&controls.whole());
        return widgets;
    }
    QString query() { return window().sentence().chips().front()->text(); }
    QString undoText() { return window().document().undoStack().undoText(); }
};

/// With the mouse, through the menu of positions.
void TestWordByWord::goIn() {
    QPushButton& button = window().sentence().position();
    // In Qt 6.4, QPushButton blocks in its press event until its menu is closed; in 6.8 it does not.
    QTimer::singleShot(0, &button, [&] { click_entry(*button.menu(), controls().wayIn()); });
    QTest::mouseClick(&button, Qt::LeftButton);
    QTRY_VERIFY(is_cache_step(window().document().experiment()));
    window().activateWindow(); // some platforms leave it to the menu that was open
    QTRY_VERIFY(window().isActiveWindow());
}

void TestWordByWord::unused() {
    for (const QWidget* each : all(controls()))
        QVERIFY(!each->isVisible());
    QVERIFY(controls().wayIn()->isVisible() && controls().wayIn()->isEnabled());
    LabWindow::press(&window().sentence().addSource());
    QVERIFY(!controls().wayIn()->isVisible());
    QVERIFY(!controls().next().isVisible());
}

/// Down to the first word and on again: each step shows a row of the whole computation.
void TestWordByWord::triangle() {
    LabWindow& w = window();
    setCausal(w.document(), true);
    const Experiment opened = w.document().experiment();
    const Matrix weights = shown_values(w.heatmap(StageId::weights));
    const Matrix output = shown_values(w.heatmap(StageId::output));
    const Index n = weights.rows();
    QCOMPARE(n, Index(3));
    goIn();
    const auto showsRow = [&](Index row) {
        QCOMPARE(shown_values(w.heatmap(StageId::weights)), Matrix(weights.block(row, 0, 1, row + 1)));
        QCOMPARE(near(shown_values(w.heatmap(StageId::output)), output.row(row)), std::string());
        QCOMPARE(w.sentence().chips().size(), std::size_t(1));
        QCOMPARE(Index(source().tokens().chips().size()), row + 1);
        QCOMPARE(w.sentence().line().text(), query()); // the words to come are in no query
    };
    QCOMPARE(undoText(), QStringLiteral("Only the last word, “blue”"));
    QVERIFY(w.sentence().tokens().heading().isEmpty());
    QVERIFY(!w.sentence().tokenizer().isVisible());
    showsRow(2);
    QVERIFY(LabWindow::press(&controls().back()));
    QCOMPARE(undoText(), QStringLiteral("Back to “is”"));
    showsRow(1);
    QVERIFY(LabWindow::press(&controls().back()));
    showsRow(0);
    QVERIFY(!controls().back().isEnabled());
    for (const Index row : {1, 2}) {
        QVERIFY(controls().word().isVisible() && !controls().word().isEnabled());
        QVERIFY2(controls().next().toolTip().contains(row == 1 ? "“is”" : "“blue”"),
                 qPrintable(controls().next().toolTip()));
        QVERIFY(LabWindow::press(&controls().next()));
        showsRow(row);
    }
    QCOMPARE(undoText(), QStringLiteral("Next word “blue”"));
    QCOMPARE(w.document().undoStack().count(), 6);
    for (int left = 5; left > 0; --left)
        w.document().undo();
    QVERIFY(!difference(w.document().experiment(), opened));
}

void TestWordByWord::typed() {
    goIn();
    QVERIFY(controls().word().isVisible());
    QVERIFY(LabWindow::press(&controls().next()));
    QCOMPARE(window().focusWidget(), &controls().word());
    QTest::keyClicks(&controls().word(), "today");
    QTest::keyClick(&controls().word(), Qt::Key_Return);
    QCOMPARE(query(), QStringLiteral("today"));
    QCOMPARE(undoText(), QStringLiteral("Next word “today”"));
    QCOMPARE(window().sentence().line().text(), query());
    QCOMPARE(source().line().text(), QStringLiteral("sky is blue today"));
    QVERIFY(controls().word().hasFocus() && controls().word().text().isEmpty());
    // The button adds what is typed, too.
    QTest::keyClicks(&controls().word(), "again");
    QVERIFY(LabWindow::press(&controls().next()));
    QCOMPARE(query(), QStringLiteral("again"));
    window().document().undo();
    QCOMPARE(query(), QStringLiteral("today"));
}

void TestWordByWord::severalTyped() {
    goIn();
    controls().word().setFocus();
    QTest::keyClicks(&controls().word(), " and so  is ");
    QTest::keyClick(&controls().word(), Qt::Key_Return);
    QCOMPARE(query(), QStringLiteral("and"));
    QVERIFY(!controls().word().isEnabled());
    QVERIFY(controls().next().hasFocus());
    QTest::keyClick(&controls().next(), Qt::Key_Space);
    QCOMPARE(query(), QStringLiteral("so"));
}

void TestWordByWord::nothingTyped() {
    goIn();
    const int steps = window().document().undoStack().count();
    controls().word().setFocus();
    QTest::keyClicks(&controls().word(), "  ");
    QTest::keyClick(&controls().word(), Qt::Key_Return);
    QCOMPARE(window().sentence().problem(), QStringLiteral("Type a word first"));
    QCOMPARE(window().document().undoStack().count(), steps);
}

void TestWordByWord::whole() {
    LabWindow& w = window();
    const Experiment opened = w.document().experiment();
    goIn();
    QVERIFY(LabWindow::press(&controls().back()));
    QVERIFY(LabWindow::press(&controls().whole()));
    QCOMPARE(undoText(), QStringLiteral("Whole sentence"));
    QVERIFY(!difference(w.document().experiment(), opened));
    QVERIFY(!controls().next().isVisible() && w.sentence().tokenizer().isVisible());
    QVERIFY(!w.sentence().line().isReadOnly());
}

void TestWordByWord::byKeyboard() {
    LabWindow& w = window();
    goIn();
    QCOMPARE(w.focusWidget(), &controls().back());
    w.press_key(Qt::Key_Space);
    QCOMPARE(query(), QStringLiteral("is"));
    w.press_key(Qt::Key_Space); // no word before it: the focus goes on
    QCOMPARE(w.focusWidget(), &controls().next());
    w.press_key(Qt::Key_Return);
    w.press_key(Qt::Key_Return);
    QCOMPARE(query(), QStringLiteral("blue"));
    w.press_key(Qt::Key_Tab);
    QCOMPARE(w.focusWidget(), &controls().word());
    source().tokenizer().setFocus();
    w.press_key(Qt::Key_Tab);
    QCOMPARE(w.focusWidget(), &controls().whole());
    w.press_key(Qt::Key_Space);
    QVERIFY(!w.document().experiment().source);
    for (QWidget* each : all(controls()))
        QVERIFY(!each->accessibleName().isEmpty());
}

void TestWordByWord::notOffered_data() {
    QTest::addColumn<std::function<void(LabDocument&)>>("edit");
    QTest::addColumn<bool>("in");
    QTest::addColumn<bool>("back");
    QTest::addColumn<bool>("on");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char* name, bool in, bool back, bool on, const char* reason,
                        const std::function<void(LabDocument&)>& edit) {
        QTest::newRow(name) << edit << in << back << on << QString(reason);
    };
    row("custom mask", false, false, false, "custom mask", [](LabDocument& document) {
        previewVisibility(document, document.experiment(), {0, 0, 1, 1}, false);
        document.commitPreview();
    });
    row("padding", true, false, true, "padding",
        [](LabDocument& document) { setPadding(document, 2, true); });
    row("by hand", true, false, true, "listed in the document", [](LabDocument& document) {
        const Side keys = keySide(document.experiment());
        document.setTokenizer(Tokenizer::manual, keys);
    });
}

/// A control that would lose something says so, and is offered again when the reason is gone.
void TestWordByWord::notOffered() {
    QFETCH(std::function<void(LabDocument&)>, edit);
    QFETCH(QString, reason);
    QFETCH(bool, in);
    LabDocument& document = window().document();
    edit(document);
    QCOMPARE(controls().wayIn()->isEnabled(), in);
    QCOMPARE(controls().wayIn()->toolTip().contains(reason), !in);
    document.undo();
    QVERIFY(controls().wayIn()->isEnabled());
    goIn();
    edit(document);
    QTEST(controls().back().isEnabled(), "back");
    QVERIFY2(controls().back().toolTip().contains(reason), qPrintable(controls().back().toolTip()));
    QTEST(controls().next().isEnabled(), "on");
    QTEST(controls().word().isEnabled(), "on");
    QVERIFY(controls().whole().isEnabled());
    document.undo();
    QVERIFY(controls().back().isEnabled() && controls().next().isEnabled());
}

void TestWordByWord::keepTheirPlaces_data() {
    QTest::addColumn<QSize>("size");
    QTest::newRow("small") << QSize(1024, 700);
    QTest::newRow("large") << QSize(1600, 1000);
}

/// A second click goes where the first went: nothing moves under the pointer.
void TestWordByWord::keepTheirPlaces() {
    QFETCH(QSize, size);
    LabWindow& w = openWindow(size);
    w.document().applyTokens(with_last_word(w.document().commitPending()), Side::sentence, {});
    const QLineEdit& last = controls().word();
    QTRY_VERIFY(last.mapTo(&w, last.rect().topRight()).x() > w.width() - theme().px(20));
    const auto places = [&] {
        QList<QRect> all;
        for (QWidget* each : controls().steps())
            all += QRect(each->mapTo(&w, QPoint()), each->size());
        return all;
    };
    const QList<QRect> before = places();
    const QPoint pointer = controls().back().mapTo(&w, controls().back().rect().center());
    for (const char* left : {"is", "sky"}) {
        QTest::mouseClick(w.childAt(pointer), Qt::LeftButton);
        QCOMPARE(query(), QString(left));
        QTRY_COMPARE(places(), before);
    }
    QCOMPARE(controls().word().placeholderText(), QStringLiteral("is"));
}

void TestWordByWord::cardsKeepTheirPlaces_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<Notation>("notation");
    for (const QSize size : {QSize(1024, 700), QSize(1600, 1000)}) {
        QTest::addRow("%d, rows", size.width()) << size << Notation::rows;
        QTest::addRow("%d, columns", size.width()) << size << Notation::columns;
    }
}

/// The board leaves room for the whole sentence.
void TestWordByWord::cardsKeepTheirPlaces() {
    QFETCH(QSize, size);
    QFETCH(Notation, notation);
    LabWindow& w = openWindow(size);
    w.document().openExample("cache-step");
    setNotation(w.document(), notation);
    QCoreApplication::processEvents();
    const auto places = [&] {
        QList<QRect> all;
        for (const StageInfo& stage : all_stages()) {
            const StageCard& card = *w.board().card(stage.id);
            all += card.isVisible() ? QRect(card.mapTo(&w, QPoint()), card.size()) : QRect();
        }
        return all;
    };
    const QList<QRect> before = places();
    const auto isAsBefore = [](const QRect& now, const QRect& then) {
        return now.topLeft() == then.topLeft() && now.width() == then.width() &&
               std::abs(now.height() - then.height()) <= 1; // of fewer rows, heights are rounded otherwise
    };
    const auto step = [&](PillButton& button) {
        QVERIFY(LabWindow::press(&button));
        QCoreApplication::processEvents();
        QTRY_VERIFY(std::ranges::equal(places(), before, isAsBefore));
    };
    for (int left = 5; left > 0; --left)
        step(controls().back());
    QVERIFY(!controls().back().isEnabled());
    for (int more = 5; more > 0; --more)
        step(controls().next());
}

/// Its two lines are no two sentences.
void TestWordByWord::linesAreNamed() {
    goIn();
    QStringList labels;
    for (const QLabel* each : window().sentence().findChildren<QLabel*>()) {
        if (each->isVisible())
            labels += each->text();
    }
    QVERIFY2(labels.contains("Query") && labels.contains("Keys and values up to it"),
             qPrintable(labels.join(", ")));
    const LinksContent links = linksContent(window().document(), 0);
    QCOMPARE(links.heading(LinkSide::query), QString("query · one word"));
    QCOMPARE(links.heading(LinkSide::key), QString("key · words up to it"));
}

/// Another text of the keys ends it, which is said while one types. Undo brings it back.
void TestWordByWord::keysEmptied() {
    goIn();
    source().line().setFocus();
    source().line().selectAll();
    QTest::keyClick(&source().line(), Qt::Key_Delete);
    QVERIFY(!controls().next().isVisible());
    QTRY_VERIFY2(source().problem().contains("No longer word by word: the query “blue”"),
                 qPrintable(source().problem()));
    QTest::keyClicks(&source().line(), "no");
    QTRY_VERIFY(source().problem().contains("No longer word by word"));
    while (!controls().next().isVisible() && window().document().undoStack().index() > 1)
        window().document().undo();
    QVERIFY(controls().next().isVisible());
    QCoreApplication::processEvents();
    QCOMPARE(source().problem(), QString());
}

void TestWordByWord::tipsCoverNoEntry() {
    QPushButton& button = window().sentence().position();
    QMenu& menu = *button.menu();
    menu.popup(button.mapToGlobal(QPoint(0, button.height())));
    QTRY_VERIFY(menu.isVisible());
    const QPoint at = menu.actionGeometry(controls().wayIn()).center();
    QHelpEvent help(QEvent::ToolTip, at, menu.mapToGlobal(at));
    QApplication::sendEvent(&menu, &help);
    QTRY_COMPARE(QToolTip::text(), controls().wayIn()->toolTip());
    for (const QWidget* each : QApplication::topLevelWidgets()) {
        if (each->inherits("QTipLabel") && each->isVisible())
            QVERIFY(each->geometry().top() >= menu.geometry().bottom());
    }
    menu.close();
    QToolTip::hideText();
}

/// Where the query is not at the end of its keys, it is cross-attention like any other.
void TestWordByWord::anotherPosition() {
    goIn();
    QVERIFY(!source().line().isReadOnly());
    source().line().setFocus();
    source().line().end(false);
    QTest::keyClicks(&source().line(), " now");
    QVERIFY(!controls().next().isVisible());
    QVERIFY(window().sentence().tokenizer().isVisible());
    QVERIFY(!window().sentence().tokens().heading().isEmpty());
    window().document().undo();
    QVERIFY(controls().next().isVisible());
}

void TestWordByWord::secondSentenceRemoved() {
    goIn();
    QVERIFY(LabWindow::press(&window().sentence().removeSource()));
    QVERIFY(!window().document().experiment().source);
    QVERIFY(!controls().next().isVisible());
    QCOMPARE(window().sentence().line().text(), QStringLiteral("sky is blue"));
    QCOMPARE(undoText(), QStringLiteral("Whole sentence"));
}

void TestWordByWord::readable_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<double>("most"); // in points of height
    QTest::newRow("small") << QSize(1024, 700) << 172.0;
    QTest::newRow("large") << QSize(1600, 1000) << 172.0;
    QTest::newRow("narrow") << QSize(480, 700) << 330.0;
}

/// Nothing is cut off, and there is room for the board.
void TestWordByWord::readable() {
    QFETCH(QSize, size);
    QFETCH(double, most);
    LabWindow& w = openWindow(size, 100);
    LabDocument& document = w.document();
    document.applyTokens(with_last_word(document.commitPending()), Side::sentence, {});
    NextWordControls& shown = w.sentence().nextWord();
    QTRY_VERIFY2(w.sentence().height() <= theme().px(most),
                 qPrintable(QString::number(w.sentence().height())));
    QVERIFY(w.sentence().line().width() >= theme().px(220));
    const QRect panel(QPoint(), w.sentence().size());
    for (QWidget* each : all(shown)) {
        QVERIFY(each->isVisible());
        QVERIFY2(panel.contains(QRect(each->mapTo(&w.sentence(), QPoint()), each->size())),
                 qPrintable(each->accessibleName()));
        QVERIFY(each->width() >= each->minimumSizeHint().width());
    }
}

LAB_WINDOW_TEST(TestWordByWord)
#include "tst_word_by_word.moc"
