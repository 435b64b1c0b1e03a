// SPDX-License-Identifier: GPL-3.0-or-later
//
// The dictionary panel: opening, filtering and closing it.
#include "tests/support/menu_click.h"
#include "tests/support/test_program.h"
#include "tests/ui/panels/dictionary_by_hand.h"

#include <QLabel>
#include <QScrollBar>
#include <QToolButton>

using namespace lab;
using namespace lab::test;

class TestDictionaryPanel : public DictionaryTest {
    Q_OBJECT

private slots:
    void opened_data();
    void opened();
    void statesOfWords();
    void found();
    void followsTheDocument();
    void takesNoKeyboard();
    void tenThousandWords();
    void readable_data();
    void readable();
};

void TestDictionaryPanel::opened_data() {
    QTest::addColumn<bool>("fromMenu");
    QTest::newRow("the words that are said to be more") << false;
    QTest::newRow("the menu of E") << true;
}

void TestDictionaryPanel::opened() {
    QFETCH(bool, fromMenu);
    LabWindow& w = window();
    ParameterSection& section = *w.parameters().section(ParameterId::E);
    QVERIFY(!section.moreWords().isVisible()); // no unused words
    QVERIFY(!w.dictionary());
    if (fromMenu) {
        QTest::mouseClick(&section.menuButton(), Qt::LeftButton);
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu && entry(menu, "Dictionary…"));
        click_entry(*menu, entry(menu, "Dictionary…"));
        QVERIFY(w.dictionary());
        QCOMPARE(words(), (QStringList{"sky", "is", "blue"}));
        QVERIFY(!panel().deleteUnused().isVisible());
    } else {
        open();
        QCOMPARE(section.moreWords().text(), QStringLiteral("2 unused words"));
        QCOMPARE(words(), (QStringList{"sky", "is", "blue", "moon", "New York"}));
        QCOMPARE(panel().deleteUnused().text(), QStringLiteral("Delete 2 unused words"));
    }
    QVERIFY(!panel().filter().isVisible()); // few words need no filter
    QVERIFY(table().hasFocus());
    QVERIFY(!panel().geometry().intersects(w.board().geometry()));
    QVERIFY(w.board().card(StageId::weights)->isVisible());
    fromMenu ? w.press_key(Qt::Key_Escape) : void(w.press(&panel().closeButton()));
    QVERIFY(!w.dictionary());
    QVERIFY(w.grid(ParameterId::E).hasFocus());
    QVERIFY(!w.document().isModified());
}

void TestDictionaryPanel::statesOfWords() {
    open();
    LabWindow& w = window();
    w.type_sentence("sky is new");
    const auto state = [&](const char* word) {
        return text(static_cast<int>(words().indexOf(word)), DictionaryModel::stateColumn);
    };
    QCOMPARE(state("new"), QStringLiteral("as seeded"));
    QCOMPARE(state("sky"), QStringLiteral("as opened"));
    QCOMPARE(state("moon"), QStringLiteral("as opened, unused"));
    w.document().setValue(ParameterId::E, 2, 0, 5);
    QCOMPARE(state("new"), QStringLiteral("edited"));
    w.type_sentence("sky is");
    QCOMPARE(state("new"), QStringLiteral("edited, unused"));
    QCOMPARE(words(), (QStringList{"sky", "is", "blue", "moon", "New York", "new"}));
    w.document().undo();
    w.document().undo();
    QCOMPARE(state("new"), QStringLiteral("as seeded"));
    w.document().setSource(true);
    w.document().setText("moon", Side::source);
    QCOMPARE(state("moon"), QStringLiteral("as opened"));
}

void TestDictionaryPanel::found() {
    open();
    LabWindow& w = window();
    QString sentence = "sky is blue";
    for (int i = 0; i < 20; ++i)
        sentence += QStringLiteral(" w%1").arg(i);
    w.document().setText(sentence);
    QVERIFY(panel().filter().isVisible());
    panel().filter().setFocus();
    QTest::keyClicks(&panel().filter(), "W1");
    QCOMPARE(words().size(), 11); // w1 and w10 to w19
    QTest::keyClick(&panel().filter(), Qt::Key_Backspace);
    QTest::keyClicks(&panel().filter(), "17");
    QCOMPARE(words(), QStringList{"w17"});
    type(0, DictionaryModel::firstNumber, "4");
    QCOMPARE((*w.document().experiment().embedding.table->find("w17")->values)(0), 4.0);
    panel().filter().setFocus();
    w.press_key(Qt::Key_Escape); // first clears the filter, then closes
    QCOMPARE(words().size(), 25);
    w.press_key(Qt::Key_Escape);
    QVERIFY(!w.dictionary());
}

void TestDictionaryPanel::followsTheDocument() {
    open();
    LabWindow& w = window();
    w.document().preview(ParameterId::E, 0, 0, 0.125);
    QCOMPARE(at(0, DictionaryModel::firstNumber).data(Qt::EditRole).toString(), QStringLiteral("0.125"));
    type(3, DictionaryModel::firstNumber, "8"); // commits the preview first
    QCOMPARE(w.document().undoStack().count(), 2);
    w.document().undo();
    w.document().undo();
    w.controller().openExample("two-heads");
    QCOMPARE(table().model()->columnCount(),
             DictionaryModel::firstNumber + int(w.document().experiment().embedding.dimension));
    QCOMPARE(Index(words().size()), Index(w.document().experiment().embedding.table->entries().size()));
    w.controller().create(); // no words
    QCOMPARE(table().model()->rowCount(), 0);
    QTest::keyClick(&table(), Qt::Key_Delete);
    QTest::keyClick(&table(), Qt::Key_Return);
}

/// Typing a sentence keeps the focus, although the words in the table change and the table had the focus
/// before.
void TestDictionaryPanel::takesNoKeyboard() {
    LabWindow& w = window();
    open();
    type(0, DictionaryModel::firstNumber, "4");
    QVERIFY(table().hasFocus() || table().isAncestorOf(w.focusWidget()));
    QLineEdit& line = w.sentence().line();
    line.setFocus();
    line.selectAll();
    for (const char letter : std::string("the sky"))
        QTest::keyClick(QApplication::focusWidget(), letter);
    QCOMPARE(line.text(), QStringLiteral("the sky"));
    QVERIFY(line.hasFocus());
}

void TestDictionaryPanel::tenThousandWords() {
    Experiment e = window().document().experiment();
    EmbeddingTable many = *e.embedding.table;
    const auto vector = std::make_shared<const RowVector>(RowVector{{1, 2}});
    for (int i = 0; i < 10000; ++i)
        many.set("word" + std::to_string(i), {vector, false});
    e.embedding.table = std::make_shared<const EmbeddingTable>(std::move(many));
    window().document().replace(e, {});
    window().press(&window().parameters().section(ParameterId::E)->moreWords());
    QApplication::processEvents();
    table().verticalScrollBar()->setValue(table().verticalScrollBar()->maximum());
    QApplication::processEvents();
    type(10002, DictionaryModel::firstNumber, "4");
    QApplication::processEvents();
    QCOMPARE((*window().document().experiment().embedding.table->find("word9999")->values)(0), 4.0);
    window().press(&panel().deleteUnused());
    QCOMPARE(words().size(), 3);
    QCOMPARE(window().document().undoStack().index(), 2);
}

void TestDictionaryPanel::readable_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("scale");
    QTest::newRow("small") << QSize(1024, 700) << 100;
    QTest::newRow("large") << QSize(1600, 1000) << 100;
    QTest::newRow("smallest") << QSize(480, 360) << 80;
    QTest::newRow("far away") << QSize(1600, 1000) << 300;
}

void TestDictionaryPanel::readable() {
    QFETCH(QSize, size);
    QFETCH(int, scale);
    LabWindow& w = openWindow(size, scale);
    QMetaObject::invokeMethod(&w.parameters(), "dictionaryWanted");
    QVERIFY(w.dictionary());
    QTest::qWait(50);
    QVERIFY(table().viewport()->rect().contains(table().visualRect(at(0, DictionaryModel::wordColumn))));
    for (int column : {DictionaryModel::wordColumn, DictionaryModel::stateColumn}) {
        const QFontMetrics metrics(at(0, column).data(Qt::FontRole).value<QFont>());
        QVERIFY(table().columnWidth(column) > metrics.horizontalAdvance(text(0, column)));
    }
    for (QWidget* each : panel().findChildren<QWidget*>()) {
        const bool said = qobject_cast<QLabel*>(each) || qobject_cast<QAbstractButton*>(each);
        if (said && each->isVisible() && !qobject_cast<QAbstractScrollArea*>(each->parentWidget()))
            QVERIFY2(each->width() >= each->minimumSizeHint().width() &&
                         panel().rect().contains(QRect(each->mapTo(&panel(), QPoint()), each->size())),
                     qPrintable(each->accessibleName()));
    }
    QVERIFY(w.board().height() > 0);
}

LAB_WINDOW_TEST(TestDictionaryPanel)
#include "tst_dictionary_panel.moc"
