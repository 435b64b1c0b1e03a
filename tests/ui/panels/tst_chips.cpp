// SPDX-License-Identifier: GPL-3.0-or-later
//
// The token chips of a sentence: moved, edited, duplicated, removed, marked as padding.
#include "core/edits/input_kind.h"
#include "core/experiment/masks.h"
#include "tests/support/compare.h"
#include "tests/support/lab_window.h"
#include "tests/support/menu_click.h"
#include "tests/support/test_program.h"
#include "ui/panels/sentence/token_editor.h"
#include "ui/widgets/pill_button.h"

#include <QMenu>

using namespace lab;
using namespace lab::test;

class TestChips : public WindowTest {
    Q_OBJECT

private slots:
    void dragged_data();
    void dragged();
    void byKeys();
    void typedOver();
    void typingTakenBack();
    void whiteSpace_data();
    void whiteSpace();
    void tooLongToEdit_data();
    void tooLongToEdit();
    void menu_data();
    void menu();
    void padding();
    void paddingOfTheSource();
    void clicksStillHold();

private:
    PillButton& chip(std::size_t token) { return *window().sentence().chips()[token]; }
    QLineEdit* editor() { return window().sentence().tokens().tokenEditor().editor(); }
    QStringList shown();
    /// Opens the menu of a chip.
    QMenu* menuOf(PillButton& of);
    QAction* entry(QMenu* menu, const QString& text);
    void oneStepBack(const QString& name, const Experiment& before);
};

QStringList TestChips::shown() {
    QStringList texts;
    for (const PillButton* each : window().sentence().chips())
        texts += each->text();
    return texts;
}

QMenu* TestChips::menuOf(PillButton& of) {
    const QPoint at = of.rect().center();
    QContextMenuEvent event(QContextMenuEvent::Mouse, at, of.mapToGlobal(at));
    QApplication::sendEvent(&of, &event);
    return qobject_cast<QMenu*>(QApplication::activePopupWidget());
}

QAction* TestChips::entry(QMenu* menu, const QString& text) {
    for (QAction* action : menu->actions()) {
        if (action->text() == text)
            return action;
    }
    return nullptr;
}

void TestChips::oneStepBack(const QString& name, const Experiment& before) {
    LabDocument& document = window().document();
    QCOMPARE(document.undoStack().index(), 1);
    QCOMPARE(document.undoStack().undoText(), name);
    document.undo();
    QVERIFY(!difference(document.experiment(), before));
    QCOMPARE(shown(), (QStringList{"sky", "is", "blue"}));
}

void TestChips::dragged_data() {
    QTest::addColumn<int>("from");
    QTest::addColumn<int>("onto");
    QTest::addColumn<bool>("after"); // dropped right of its middle
    QTest::addColumn<QStringList>("tokens");
    QTest::newRow("to the end") << 0 << 2 << true << QStringList{"is", "blue", "sky"};
    QTest::newRow("to the middle") << 0 << 2 << false << QStringList{"is", "sky", "blue"};
    QTest::newRow("to the front") << 2 << 0 << false << QStringList{"blue", "sky", "is"};
    QTest::newRow("back to its place") << 1 << 0 << true << QStringList{"sky", "is", "blue"};
}

void TestChips::dragged() {
    QFETCH(int, from);
    QFETCH(int, onto);
    QFETCH(bool, after);
    QFETCH(QStringList, tokens);
    const Experiment before = window().document().experiment();
    PillButton& inspected = chip(static_cast<std::size_t>(from));
    const PillButton& target = chip(static_cast<std::size_t>(onto));
    const QPoint to = target.mapTo(&window(), target.rect().center() + QPoint(after ? 10 : -10, 0));
    QTest::mousePress(&inspected, Qt::LeftButton, {}, inspected.rect().center());
    QTest::mouseMove(&inspected, inspected.rect().center() + QPoint(15, 0));
    QTest::mouseMove(&inspected, inspected.mapFrom(&window(), to));
    QTest::mouseRelease(&inspected, Qt::LeftButton, {}, inspected.mapFrom(&window(), to));
    QCOMPARE(shown(), tokens);
    QVERIFY(!window().selection().isInspecting()); // dragging is not clicking
    if (tokens == QStringList{"sky", "is", "blue"})
        QVERIFY(!window().document().isModified());
    else
        oneStepBack(QStringLiteral("“%1” moved").arg(from == 0 ? "sky" : "blue"), before);
}

void TestChips::byKeys() {
    const Experiment before = window().document().experiment();
    chip(0).setFocus();
    QTest::keyClick(&chip(0), Qt::Key_Right, Qt::AltModifier);
    QCOMPARE(shown(), (QStringList{"is", "sky", "blue"}));
    QVERIFY(chip(1).hasFocus());
    QTest::keyClick(&chip(1), Qt::Key_Left, Qt::AltModifier);
    QTest::keyClick(&chip(0), Qt::Key_Left, Qt::AltModifier); // already the first
    QCOMPARE(shown(), (QStringList{"sky", "is", "blue"}));
    QTest::keyClick(&chip(1), Qt::Key_Delete);
    QCOMPARE(shown(), (QStringList{"sky", "blue"}));
    QCOMPARE(window().sentence().line().text(), QStringLiteral("sky blue"));
    for (int i = 0; i < 3; ++i)
        window().document().undo();
    QVERIFY(!difference(window().document().experiment(), before));
}

void TestChips::typedOver() {
    const Experiment before = window().document().experiment();
    QTest::mouseDClick(&chip(2), Qt::LeftButton);
    QVERIFY(editor() && editor()->hasFocus());
    QVERIFY(!window().selection().isInspecting());
    QTest::keyClicks(editor(), "very green");
    QTest::keyClick(editor(), Qt::Key_Return);
    QVERIFY(!editor());
    QCOMPARE(shown(), (QStringList{"sky", "is", "very", "green"}));
    oneStepBack(QStringLiteral("“blue” → “very green”"), before);
}

void TestChips::typingTakenBack() {
    chip(1).setFocus();
    QTest::keyClick(&chip(1), Qt::Key_F2);
    QVERIFY(editor());
    QTest::keyClicks(editor(), "was");
    QTest::keyClick(editor(), Qt::Key_Escape);
    QVERIFY(!editor());
    QVERIFY(!window().document().isModified());
    QVERIFY(chip(1).hasFocus());
    QTest::keyClick(&chip(1), Qt::Key_F2); // leaving the editor commits, as in a grid
    QTest::keyClicks(editor(), "was");
    window().sentence().line().setFocus();
    QCOMPARE(shown(), (QStringList{"sky", "was", "blue"}));
}

void TestChips::whiteSpace_data() {
    QTest::addColumn<QString>("token");
    QTest::addColumn<QString>("shown");
    QTest::addColumn<QString>("typed"); // at the end of what the editor has; nothing: Return alone
    QTest::addColumn<QString>("then");
    QTest::addColumn<QString>("name");
    const auto row = [](const char* name, const QString& token, const QString& shown, const QString& typed,
                        const QString& then, const QString& step) {
        QTest::newRow(name) << token << shown << typed << then << step;
    };
    row("a line feed", "\n", "\\n", "", "\n", "");
    row("a space", " ", "␣", "", " ", "");
    row("a space typed over", " ", "␣", "x", " x", "“␣” → “␣x”");
    row("a word after a space", " the", "␣the", "m", " them", "“␣the” → “␣them”");
    row("no width", "\u200b", "\\u200B", "", "\u200b", "");
}

/// A chip shows white space as signs; what is edited is the token.
void TestChips::whiteSpace() {
    QFETCH(QString, token);
    QFETCH(QString, typed);
    QFETCH(QString, then);
    QFETCH(QString, name);
    LabDocument& document = window().document();
    Experiment listed = document.experiment();
    listed = with_inputs_by_row(listed);
    listed.sequence.tokenizer = Tokenizer::manual;
    listed.sequence.tokens[1] = token.toStdString();
    document.replace(listed, {});
    QTEST(chip(1).text(), "shown");
    QVERIFY(chip(1).accessibleName().contains(chip(1).text()) && chip(1).toolTip().contains(chip(1).text()));
    const int steps = document.undoStack().index();
    QTest::keyClick(&chip(1), Qt::Key_F2);
    QCOMPARE(editor()->text(), token);
    editor()->end(false);
    QTest::keyClicks(editor(), typed);
    QTest::keyClick(editor(), Qt::Key_Return);
    QCOMPARE(QString::fromStdString(document.experiment().sequence.tokens[1]), then);
    QCOMPARE(document.undoStack().index(), steps + (typed.isEmpty() ? 0 : 1));
    if (!name.isEmpty())
        QCOMPARE(document.undoStack().undoText(), name);
}

void TestChips::tooLongToEdit_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("ofToken");
    QTest::addColumn<QString>("ofSentence");
    QTest::newRow("a token") << QStringLiteral("sky ") + QString(40'000, u'x')
                             << "A token of 40,000 characters is too long to be edited; you can remove it"
                             << QString();
    QTest::newRow("a sentence") << QString(QString(10'000, u'x') + u' ').repeated(11).trimmed() << QString()
                                << "The sentence has 110,010 characters, too many to be edited here: edit or "
                                   "remove its tokens instead";
}

/// What is offered instead is possible: in a document that was opened like this there is nothing to undo.
void TestChips::tooLongToEdit() {
    QFETCH(QString, text);
    QFETCH(QString, ofToken);
    QFETCH(QString, ofSentence);
    LabDocument& document = window().document();
    document.setText(text);
    document.replace(Experiment(document.experiment()), {});
    QVERIFY(!document.undoStack().canUndo());
    QCOMPARE(window().sentence().line().toolTip(), ofSentence);
    QTest::keyClick(&chip(1), Qt::Key_F2);
    QCOMPARE(window().sentence().problem(), ofToken);
    QCOMPARE(editor() != nullptr, ofToken.isEmpty());
    if (editor())
        QTest::keyClick(editor(), Qt::Key_Escape);
    const std::size_t tokens = document.experiment().sequence.tokens.size();
    QTest::keyClick(&chip(1), Qt::Key_Delete);
    QCOMPARE(document.experiment().sequence.tokens.size(), tokens - 1);
}

void TestChips::menu_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("tokens");
    QTest::addColumn<QString>("name");
    QTest::newRow("duplicate") << "Duplicate" << QStringList{"sky", "is", "is", "blue"} << "“is” duplicated";
    QTest::newRow("remove") << "Remove" << QStringList{"sky", "blue"} << "“is” removed";
}

void TestChips::menu() {
    QFETCH(QString, text);
    const Experiment before = window().document().experiment();
    QMenu* open = menuOf(chip(1));
    QVERIFY(open && entry(open, text));
    click_entry(*open, entry(open, text));
    QTEST(shown(), "tokens");
    QFETCH(QString, name);
    oneStepBack(name, before);
}

void TestChips::padding() {
    const Experiment before = window().document().experiment();
    QMenu* open = menuOf(chip(1));
    QAction* action = entry(open, "Padding");
    QVERIFY(action && !action->isChecked());
    click_entry(*open, action);
    QVERIFY(is_padding(window().document().experiment().mask, 1));
    QVERIFY(chip(1).isStruck() && !chip(0).isStruck());
    QVERIFY(chip(1).accessibleName().contains("padding"));
    QTest::keyClick(&chip(1), Qt::Key_Right, Qt::AltModifier); // padding moves with its token
    QVERIFY(chip(2).isStruck() && !chip(1).isStruck());
    window().document().undo();
    open = menuOf(chip(1));
    QVERIFY(entry(open, "Padding")->isChecked());
    open->close();
    oneStepBack("“is” is padding", before);
    QVERIFY(!chip(1).isStruck());
}

void TestChips::paddingOfTheSource() {
    LabWindow& w = window();
    Experiment cross = w.document().experiment();
    cross.source = cross.sequence;
    w.document().replace(cross, {});
    PillButton& key = *w.sentence().source().tokens().chips()[2];
    QMenu* open = menuOf(key);
    click_entry(*open, entry(open, "Padding"));
    QVERIFY(key.isStruck());
    QVERIFY(!chip(2).isStruck());
    open = menuOf(chip(2));
    QVERIFY(!entry(open, "Padding")); // queries only: not a key
    open->close();
    QTest::keyClick(&key, Qt::Key_Delete);
    QCOMPARE(w.document().experiment().source->tokens.size(), std::size_t{2});
    QVERIFY(w.document().experiment().mask.padding.empty());
    QCOMPARE(shown(), (QStringList{"sky", "is", "blue"}));
}

void TestChips::clicksStillHold() {
    QTest::mouseClick(&chip(1), Qt::LeftButton);
    QVERIFY(window().selection().inspectedToken() == InspectedToken{1});
    QTest::mouseClick(&chip(1), Qt::LeftButton);
    QVERIFY(!window().selection().isInspecting());
}

LAB_WINDOW_TEST(TestChips)
#include "tst_chips.moc"
