// SPDX-License-Identifier: GPL-3.0-or-later
//
// The tokenizer, the title of the document, and the seed of new words.
#include "core/random/seeded_vector.h"
#include "tests/support/compare.h"
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/option_edits.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/pill_button.h"
#include "ui/window/menu/actions.h"
#include "ui/window/strips/title_strip.h"

#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>

#include <algorithm>

using namespace lab;
using namespace lab::test;

class TestSentenceOptions : public WindowTest {
    Q_OBJECT

private slots:
    void tokenizers_data();
    void tokenizers();
    void byHandAndBack();
    void positionsAreNamed_data();
    void positionsAreNamed();
    void positionsTogether();
    void firstPosition();
    void farPosition();
    void firstPositionOfTheSource();
    void titleAndDescription();
    void titleUndone();
    void seed();
};

void TestSentenceOptions::tokenizers_data() {
    QTest::addColumn<int>("entry");
    QTest::addColumn<QStringList>("tokens");
    QTest::addColumn<QString>("text");
    QTest::newRow("words") << 1 << QStringList{"don't", "stop", "!"} << "Words";
    QTest::newRow("letters") << 2 << QStringList{"d", "o", "n", "'", "t", "s", "t", "o", "p", "!"}
                             << "Letters";
    QTest::newRow("spaces") << 0 << QStringList{"don't", "stop!"} << "Spaces";
}

void TestSentenceOptions::tokenizers() {
    QFETCH(int, entry);
    QFETCH(QStringList, tokens);
    LabWindow& w = window();
    w.type_sentence("don't stop!");
    const Experiment before = w.document().experiment();
    const int steps = w.document().undoStack().count();
    w.sentence().tokenizer().menu()->actions()[entry]->trigger();
    QStringList shown;
    for (const PillButton* chip : w.sentence().chips())
        shown += chip->text();
    QCOMPARE(shown, tokens);
    QTEST(w.sentence().tokenizer().text(), "text");
    QCOMPARE(w.document().undoStack().count(), steps + (entry == 0 ? 0 : 1));
    if (entry == 0)
        return;
    w.document().undo();
    QVERIFY(!difference(w.document().experiment(), before));
    QCOMPARE(w.sentence().tokenizer().text(), QStringLiteral("Spaces"));
}

/// Switching to manual tokens keeps the tokens, everything attached to them, and the text for switching back.
void TestSentenceOptions::byHandAndBack() {
    LabWindow& w = window();
    const Experiment before = w.document().experiment();
    w.sentence().tokenizer().menu()->actions()[3]->trigger();
    QVERIFY(w.sentence().line().isReadOnly());
    QCOMPARE(w.document().experiment().sequence.tokens, before.sequence.tokens);
    w.sentence().tokenizer().menu()->actions()[0]->trigger();
    QVERIFY(!w.sentence().line().isReadOnly());
    QVERIFY(!difference(w.document().experiment(), before));
    Experiment given = before; // tokens without a text
    given.sequence = {Tokenizer::manual, {}, {"sky", "is", "blue"}};
    w.document().replace(given, {});
    w.sentence().tokenizer().menu()->actions()[1]->trigger();
    QCOMPARE(w.sentence().line().text(), QStringLiteral("sky is blue"));
    QCOMPARE(w.document().experiment().sequence.tokens, before.sequence.tokens);
}

void TestSentenceOptions::positionsAreNamed_data() {
    QTest::addColumn<QString>("preset");
    QTest::addColumn<QString>("text");
    for (const auto& [preset, text] :
         {std::pair("transformer", "sinusoidal"), std::pair("gpt-2", "learned"),
          std::pair("t5", "T5 buckets"), std::pair("bloom", "ALiBi"), std::pair("llama-3", "rotary")})
        QTest::newRow(preset) << preset << text;
}

/// Whatever tells positions apart, not only what is added to the vectors.
void TestSentenceOptions::positionsAreNamed() {
    QFETCH(QString, preset);
    QFETCH(QString, text);
    LabDocument& document = window().document();
    const QPushButton& button = window().sentence().position();
    QCOMPARE(button.text(), QString("Position: none"));
    setPreset(document, *std::ranges::find(all_presets(), preset.toStdString(), &Preset::name));
    QCOMPARE(button.text(), "Position: " + text);
    QCOMPARE(button.accessibleName(), button.text());
    document.undo();
    QCOMPARE(button.text(), QString("Position: none"));
}

/// The menu switches what acts on the scaled scores, too, and the names follow.
void TestSentenceOptions::positionsTogether() {
    LabWindow& w = openWindow({1024, 700});
    const QPushButton& button = w.sentence().position();
    const auto choose = [&](const QString& text) {
        const QList<QAction*> entries = button.menu()->actions();
        const auto found = std::ranges::find(entries, text, &QAction::text);
        QVERIFY(found != entries.end());
        (*found)->trigger();
    };
    choose("sinusoidal");
    choose("Rotary positions");
    QVERIFY(w.document().experiment().scores.rotary);
    QCOMPARE(button.text(), QString("Position: sinusoidal + rotary"));
    choose("ALiBi");
    QCOMPARE(button.text(), QString("Position: sinusoidal + rotary + ALiBi"));
    QTRY_VERIFY(button.width() >= button.sizeHint().width());
    choose("none");
    setScoreBias(w.document(), ScoreBias::none);
    QCOMPARE(button.text(), QString("Position: rotary"));
    QVERIFY(button.toolTip().contains("Rotates queries and keys"));
    choose("Rotary positions");
    QCOMPARE(button.text(), QString("Position: none"));
    choose("First position…");
    QVERIFY(w.sentence().first().isVisible() && w.sentence().first().hasFocus());
}

/// The tokens count on from it. It is out of sight until it is asked for.
void TestSentenceOptions::firstPosition() {
    LabWindow& w = window();
    w.type_sentence("the sky the sea");
    const Experiment before = w.document().experiment();
    const int steps = w.document().undoStack().count();
    QVERIFY(!w.sentence().first().isVisible());
    w.sentence().tokenizer().menu()->actions().last()->trigger();
    NumberField& first = w.sentence().first();
    QVERIFY(first.isVisible() && first.hasFocus());
    QTest::keyClicks(&first, "5");
    QTest::keyClick(&first, Qt::Key_Return);
    QCOMPARE(w.document().experiment().sequence.offset, Index(4));
    QCOMPARE(w.sentence().chips()[2]->badge(), QStringLiteral("7"));
    QVERIFY(w.sentence().chips()[2]->accessibleName().startsWith("Token 7"));
    QVERIFY(w.sentence().chips()[2]->toolTip().contains("“the” (7)"));
    QCOMPARE(w.document().undoStack().count(), steps + 1);
    w.type_sentence("the sky the sea today");
    QCOMPARE(w.document().experiment().sequence.offset, Index(4));
    QCOMPARE(w.sentence().chips()[4]->badge(), QStringLiteral("9"));
    w.document().undo();
    first.setFocus();
    first.selectAll();
    QTest::keyClicks(&first, "0");
    QTest::keyClick(&first, Qt::Key_Return);
    QVERIFY(w.sentence().problem().contains("whole number from 1"));
    QTest::keyClick(&first, Qt::Key_Escape);
    w.document().undo();
    QVERIFY(!difference(w.document().experiment(), before));
    QCOMPARE(w.sentence().chips()[2]->badge(), QStringLiteral("3"));
    w.sentence().line().setFocus();
    QTRY_VERIFY(!first.isVisible());
}

/// The field shows every digit; chips those that tell the tokens apart, with the whole number in their
/// tooltip.
void TestSentenceOptions::farPosition() {
    LabWindow& w = openWindow({1024, 700});
    setFirstPosition(w.document(), Side::sentence, 999'999'999);
    NumberField& first = w.sentence().first();
    QCOMPARE(first.text(), QStringLiteral("999999999"));
    QTRY_VERIFY(first.width() > first.fontMetrics().horizontalAdvance(first.text()));
    QCOMPARE(w.sentence().chips()[2]->badge(), QStringLiteral("…001"));
    QVERIFY(w.sentence().chips()[2]->toolTip().contains("Position 1000000001"));
    first.setFocus();
    QTest::keyClick(&first, Qt::Key_Up);
    QCOMPARE(w.document().experiment().sequence.offset, Index(999'999'999));
    QCOMPARE(first.text(), QStringLiteral("1000000000"));
}

void TestSentenceOptions::firstPositionOfTheSource() {
    LabWindow& w = window();
    Experiment e = w.document().experiment();
    e.source = e.sequence;
    e.source->offset = 2;
    w.document().replace(e, {});
    SentenceLine& source = w.sentence().source();
    QVERIFY(source.first().isVisible() && !w.sentence().first().isVisible());
    QCOMPARE(source.first().text(), QStringLiteral("3"));
    QCOMPARE(source.tokens().chips()[0]->badge(), QStringLiteral("3"));
    setPosition(w.document(), PositionKind::learned);
    const Experiment before = w.document().experiment();
    source.first().setFocus();
    source.first().selectAll();
    QTest::keyClicks(&source.first(), "999999999");
    QTest::keyClick(&source.first(), Qt::Key_Return);
    QVERIFY(source.problem().contains("too large"));
    QVERIFY(!difference(w.document().experiment(), before));
}

void TestSentenceOptions::titleAndDescription() {
    LabWindow& w = window();
    QVERIFY(!w.titleStrip().isVisible());
    w.actions()[ActionId::describe].trigger();
    QVERIFY(w.titleStrip().title().hasFocus());
    QTest::keyClicks(&w.titleStrip().title(), "My sky");
    QCOMPARE(w.document().displayName(), QStringLiteral("My sky"));
    QVERIFY(w.windowTitle().startsWith("My sky"));
    QTest::keyClick(&w.titleStrip().title(), Qt::Key_Tab);
    QTest::keyClick(&w.titleStrip().title(), Qt::Key_Tab);
    w.titleStrip().description().setFocus();
    w.titleStrip().description().selectAll();
    QTest::keyClicks(&w.titleStrip().description(), "Look");
    QCOMPARE(w.document().experiment().description, std::string("Look"));
    QTest::keyClick(&w.titleStrip().description(), Qt::Key_Escape);
    QVERIFY(!w.titleStrip().isVisible());
    QVERIFY(w.document().isModified());
}

/// Undo applies to the document, and the fields follow.
void TestSentenceOptions::titleUndone() {
    LabWindow& w = window();
    w.actions()[ActionId::describe].trigger();
    QTest::keyClicks(&w.titleStrip().title(), "Night");
    QTest::keyClick(&w.titleStrip().title(), Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(w.titleStrip().title().text(), QStringLiteral("Sky is blue"));
    QVERIFY(w.windowTitle().startsWith("Sky is blue"));
    QVERIFY(!w.document().isModified());
}

/// Unedited seeded vectors follow the seed. Edited and loaded ones are kept.
void TestSentenceOptions::seed() {
    LabWindow& w = window();
    w.type_sentence("sky is blue today");
    const Experiment before = w.document().experiment();
    const auto vector = [&](const char* token) {
        return *w.document().experiment().embedding.table->find(token)->values;
    };
    const RowVector sky = vector("sky");
    setSeed(w.document(), 7);
    QCOMPARE(vector("today"), seeded_vector(7, "today", 2));
    QCOMPARE(vector("sky"), sky);
    w.document().undo();
    QVERIFY(!difference(w.document().experiment(), before));
    setPosition(w.document(), PositionKind::learned);
    w.document().setValue(ParameterId::position, 1, 0, 5);
    setSeed(w.document(), 8);
    const Matrix& positions = *w.document().experiment().embedding.position.table;
    QCOMPARE(RowVector(positions.row(0)), seeded_vector(8, "position:0", 2));
    QCOMPARE(positions(1, 0), 5.0);
}

LAB_WINDOW_TEST(TestSentenceOptions)
#include "tst_sentence_options.moc"
