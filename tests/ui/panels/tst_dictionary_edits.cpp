// SPDX-License-Identifier: GPL-3.0-or-later
//
// Editing words of the dictionary in the window: their numbers, renaming and deleting them.
#include "core/random/seeded_vector.h"
#include "tests/support/menu_click.h"
#include "tests/support/test_program.h"
#include "tests/ui/panels/dictionary_by_hand.h"

using namespace lab;
using namespace lab::test;

class TestDictionaryEdits : public DictionaryTest {
    Q_OBJECT

private slots:
    void numberTyped();
    void numberRefused();
    void renamed();
    void renamedInBothSentences();
    void renamingRefused_data();
    void renamingRefused();
    void renamingTakenBack();
    void undoneWhileTyping_data();
    void undoneWhileTyping();
    void deleted();
    void deletionRefused_data();
    void deletionRefused();
    void unusedDeleted();
    void reseeded();
};

void TestDictionaryEdits::numberTyped() {
    open();
    LabWindow& w = window();
    const Experiment before = w.document().experiment();
    const Matrix weights = shown_values(w.heatmap(StageId::weights));
    type(3, DictionaryModel::firstNumber + 1, "7.5");
    QCOMPARE((*w.document().experiment().embedding.table->find("moon")->values)(1), 7.5);
    QVERIFY(same_bits(shown_values(w.heatmap(StageId::weights)), weights));
    QCOMPARE(table().currentIndex(), at(4, DictionaryModel::firstNumber + 1)); // Enter moves down
    undone("“moon” d2: 2 → 7.5", before);
    type(0, DictionaryModel::firstNumber, "3");
    QCOMPARE(w.value(ParameterId::E, 0, 0), 3.0);
    QCOMPARE(w.grid(ParameterId::E).model()->index(0, 0).data(Qt::EditRole).toString(), QStringLiteral("3"));
    QVERIFY(!same_bits(shown_values(w.heatmap(StageId::weights)), weights));
    QCOMPARE(table().currentIndex(), at(1, DictionaryModel::firstNumber));
}

void TestDictionaryEdits::numberRefused() {
    open();
    const Experiment before = window().document().experiment();
    type(3, DictionaryModel::firstNumber, "1,000,000");
    QVERIFY(editor()); // stays open for correction
    QVERIFY2(panel().problem().contains("could mean"), qPrintable(panel().problem()));
    editor()->selectAll();
    QTest::keyClicks(editor(), "1e3");
    enter();
    QVERIFY(panel().problem().isEmpty());
    undone("“moon” d1: 1 → 1000", before);
}

void TestDictionaryEdits::renamed() {
    open();
    LabWindow& w = window();
    const Experiment before = w.document().experiment();
    const Matrix weights = shown_values(w.heatmap(StageId::weights));
    click(0, DictionaryModel::wordColumn);
    QTest::keyClick(&table(), Qt::Key_F2);
    QVERIFY(editor() && editor()->hasFocus());
    QTest::keyClicks(editor(), " sea ");
    enter();
    QCOMPARE(w.sentence().line().text(), QStringLiteral("sea is blue"));
    QCOMPARE(words(), (QStringList{"sea", "is", "blue", "moon", "New York"}));
    QVERIFY(same_bits(shown_values(w.heatmap(StageId::weights)), weights));
    QVERIFY(shown_name(w.heatmap(StageId::weights), 0, 1).startsWith("query “sea”, key “is”"));
    QVERIFY(table().hasFocus());
    QCOMPARE(table().currentIndex().column(), DictionaryModel::wordColumn);
    undone("“sky” → “sea”", before);
    type(4, DictionaryModel::wordColumn, "Paris"); // an unused word
    QCOMPARE(words().last(), QStringLiteral("Paris"));
    undone("“New York” → “Paris”", before);
}

void TestDictionaryEdits::renamedInBothSentences() {
    open();
    LabWindow& w = window();
    w.document().setSource(true);
    w.document().setText("blue sky", Side::source);
    type(0, DictionaryModel::wordColumn, "sea");
    QCOMPARE(w.sentence().line().text(), QStringLiteral("sea is blue"));
    QCOMPARE(w.sentence().source().line().text(), QStringLiteral("blue sea"));
}

void TestDictionaryEdits::renamingRefused_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("reason");
    QTest::newRow("another word's") << "moon"
                                    << "The word “moon” already exists";
    QTest::newRow("none") << " "
                          << "needs a name";
    QTest::newRow("two tokens") << "blue sky"
                                << "would not be a single token";
}

void TestDictionaryEdits::renamingRefused() {
    open();
    QFETCH(QString, name);
    QFETCH(QString, reason);
    const Experiment before = window().document().experiment();
    type(0, DictionaryModel::wordColumn, name);
    QVERIFY(editor() && editor()->hasFocus());
    QVERIFY2(panel().problem().contains(reason), qPrintable(panel().problem()));
    window().sentence().line().setFocus(); // leaving it still does not apply an invalid name
    QVERIFY(!difference(window().document().experiment(), before));
    QVERIFY(!window().document().isModified());
}

void TestDictionaryEdits::renamingTakenBack() {
    open();
    click(0, DictionaryModel::wordColumn);
    QTest::keyClick(&table(), Qt::Key_Return);
    QVERIFY(editor());
    QTest::keyClicks(editor(), "sea");
    QTest::keyClick(editor(), Qt::Key_Escape);
    QVERIFY(window().dictionary()); // Escape only closed the editor
    QVERIFY(!window().document().isModified());
    QTest::keyClick(&table(), Qt::Key_Escape);
    QVERIFY(!window().dictionary());
}

void TestDictionaryEdits::undoneWhileTyping_data() {
    QTest::addColumn<int>("column");
    QTest::newRow("a word") << DictionaryModel::wordColumn;
    QTest::newRow("a number") << DictionaryModel::firstNumber;
}

/// What is typed is given up with the editor, when the words are others. Qt warns of an editor that commits
/// later.
void TestDictionaryEdits::undoneWhileTyping() {
    QFETCH(int, column);
    open();
    LabWindow& w = window();
    w.document().setText("sky is clear");
    click(0, column);
    QTest::keyClick(&table(), Qt::Key_F2);
    QVERIFY(editor() && editor()->hasFocus());
    QTest::keyClicks(editor(), "7");
    w.document().undo();
    QTest::qWait(20);
    QVERIFY(!editor());
    QVERIFY(!w.document().isModified());
    QCOMPARE(words().first(), QStringLiteral("sky"));
}

void TestDictionaryEdits::deleted() {
    open();
    const Experiment before = window().document().experiment();
    click(3, DictionaryModel::wordColumn);
    QTest::keyClick(&table(), Qt::Key_Delete);
    QCOMPARE(words(), (QStringList{"sky", "is", "blue", "New York"}));
    QCOMPARE(table().currentIndex(), at(3, DictionaryModel::wordColumn));
    QCOMPARE(window().parameters().section(ParameterId::E)->moreWords().text(),
             QStringLiteral("1 unused word"));
    undone("Word “moon” deleted", before);
    click(0, DictionaryModel::wordColumn);
    QTest::keyClick(&table(), Qt::Key_Delete);
    QVERIFY2(panel().problem().contains("is in use"), qPrintable(panel().problem()));
    QVERIFY(!difference(window().document().experiment(), before));
    QMenu* menu = menuOf(0);
    QVERIFY(!entry(menu, "Delete")->isEnabled() && !entry(menu, "Delete")->toolTip().isEmpty());
    menu->close();
    menu = menuOf(4);
    click_entry(*menu, entry(menu, "Delete"));
    QCOMPARE(words(), (QStringList{"sky", "is", "blue", "moon"}));
}

void TestDictionaryEdits::deletionRefused_data() {
    QTest::addColumn<QString>("sentence");
    QTest::addColumn<QString>("source"); // empty: no second sentence
    QTest::newRow("in the sentence") << "moon is blue" << QString();
    QTest::newRow("in the second sentence alone") << "sky is blue"
                                                  << "blue moon";
    QTest::newRow("in both") << "moon is blue"
                             << "blue moon";
}

void TestDictionaryEdits::deletionRefused() {
    open();
    QFETCH(QString, sentence);
    QFETCH(QString, source);
    LabDocument& document = window().document();
    document.setText(sentence);
    if (!source.isEmpty()) {
        document.setSource(true);
        document.setText(source, Side::source);
    }
    const Experiment before = document.experiment();
    const auto moon = static_cast<int>(words().indexOf("moon"));
    click(moon, DictionaryModel::wordColumn);
    QTest::keyClick(&table(), Qt::Key_Delete);
    const QString reason = QStringLiteral("“moon” is in use: only unused words can be deleted");
    QCOMPARE(panel().problem(), reason);
    QVERIFY(!difference(document.experiment(), before));
    QMenu* menu = menuOf(moon);
    QCOMPARE(entry(menu, "Delete")->toolTip(), reason);
    menu->close();
}

void TestDictionaryEdits::unusedDeleted() {
    open();
    const Experiment before = window().document().experiment();
    QVERIFY(LabWindow::press(&panel().deleteUnused()));
    QCOMPARE(words(), (QStringList{"sky", "is", "blue"}));
    QVERIFY(!panel().deleteUnused().isVisible());
    QVERIFY(!window().parameters().section(ParameterId::E)->moreWords().isVisible());
    undone("2 unused words deleted", before);
    QCOMPARE(words().size(), 5);
}

void TestDictionaryEdits::reseeded() {
    open();
    LabWindow& w = window();
    const Experiment before = w.document().experiment();
    QMenu* menu = menuOf(3);
    QVERIFY(!entry(menu, "Restore its seeded vector")->isEnabled());
    menu->close();
    menu = menuOf(2);
    QAction* back = entry(menu, "Restore its seeded vector");
    QVERIFY(back->isEnabled());
    click_entry(*menu, back);
    QCOMPARE(*w.document().experiment().embedding.table->find("blue")->values, seeded_vector(0, "blue", 2));
    QCOMPARE(text(2, DictionaryModel::stateColumn), QStringLiteral("as seeded"));
    undone("“blue” as seeded", before);
}

LAB_WINDOW_TEST(TestDictionaryEdits)
#include "tst_dictionary_edits.moc"
