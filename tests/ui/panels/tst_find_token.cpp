// SPDX-License-Identifier: GPL-3.0-or-later
//
// Ctrl F: tokens are found by a part of their word or by their position, marked, and inspected one after
// another.
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/option_edits.h"
#include "ui/document/edits/token_edits.h"
#include "ui/panels/sentence/find_line.h"
#include "ui/panels/sentence/token_row.h"
#include "ui/widgets/pill_button.h"
#include "ui/window/menu/actions.h"

#include <QMenu>

using namespace lab;
using namespace lab::test;

namespace {

/// "s1" is the first token of the sentence, "k1" the first of the second one.
QString name_of(const InspectedToken& token) {
    return QStringLiteral("%1%2").arg(token.side == Side::source ? 'k' : 's').arg(token.token + 1);
}

} // namespace

class TestFindToken : public WindowTest {
    Q_OBJECT

private slots:
    void finds_data();
    void finds();
    void byKeys();
    void otherText();
    void acrossTwoSentences();
    void inALongSentence();
    void inALowWindow();
    void keyboardComesBack_data();
    void keyboardComesBack();
    void followsTheDocument();
    void notWhilePresenting();

private:
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) { window().press_key(key, modifiers); }
    FindLine& find() { return window().sentence().find(); }
    QString inspected() {
        const auto& token = window().selection().inspectedToken();
        return token ? name_of(*token) : QString();
    }
    /// The marked chips.
    QString marked();
    /// Whether a chip of the sentence can be seen whole.
    bool isInSight(std::size_t token) {
        const PillButton& chip = *window().sentence().chips()[token];
        return chip.visibleRegion().boundingRect() == chip.rect();
    }
};

QString TestFindToken::marked() {
    QStringList names;
    for (const Side side : {Side::sentence, Side::source}) {
        if (side == Side::source && !window().document().experiment().source)
            continue;
        SentencePanel& panel = window().sentence();
        const auto& chips = side == Side::source ? panel.source().tokens().chips() : panel.chips();
        for (std::size_t i = 0; i < chips.size(); ++i) {
            if (chips[i]->isFound())
                names += name_of({static_cast<TokenIndex>(i), side});
        }
    }
    return names.join(' ');
}

void TestFindToken::finds_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("found");
    QTest::newRow("nothing typed") << ""
                                   << "";
    QTest::newRow("white space") << "  "
                                 << "";
    QTest::newRow("a part of the word") << "a"
                                        << "s1 s3 k1";
    QTest::newRow("in whichever case") << "AN"
                                       << "s1 k1";
    QTest::newRow("white space around it") << " hat "
                                           << "s3";
    QTest::newRow("position, and a word with the digit") << "3"
                                                         << "s3 s5 k2";
    QTest::newRow("position") << "2"
                              << "s2 k1";
    QTest::newRow("no digit of a position") << "0"
                                            << "";
    QTest::newRow("not there") << "z"
                               << "";
    QTest::newRow("two words") << "the hat"
                               << "";
    QTest::newRow("accents") << "É"
                             << "s4";
}

/// Positions are those on the chips: the second sentence's first is 2 here.
void TestFindToken::finds() {
    QFETCH(QString, text);
    QFETCH(QString, found);
    Experiment experiment;
    experiment.sequence.tokens = {"An", "the", "hat", "été", "b3"};
    experiment.source.emplace();
    experiment.source->tokens = {"Ann", "b"};
    experiment.source->offset = 1;
    QStringList names;
    for (const InspectedToken& each : tokensFound(experiment, text))
        names += name_of(each);
    QCOMPARE(names.join(' '), found);
}

/// Enter goes to the next and Shift Enter to the previous one, round and round, and the token is inspected.
void TestFindToken::byKeys() {
    window().type_sentence("sea sun sky sail");
    press(Qt::Key_F, Qt::ControlModifier);
    QVERIFY(find().isVisible() && find().field().hasFocus());
    QCOMPARE(find().count(), QString());
    press(Qt::Key_Return); // nothing to go to
    QCOMPARE(inspected(), QString());
    QTest::keyClicks(&find().field(), "s");
    QCOMPARE(find().count(), QString("4 tokens"));
    QCOMPARE(marked(), QString("s1 s2 s3 s4"));
    QTest::keyClicks(&find().field(), "a");
    QCOMPARE(find().count(), QString("1 token"));
    QTest::keyClick(&find().field(), Qt::Key_Backspace);
    QVERIFY(!window().selection().isInspecting());
    for (const auto& [token, said] : {std::pair("s1", "1 of 4"), {"s2", "2 of 4"}}) {
        press(Qt::Key_Return);
        QCOMPARE(inspected(), QString(token));
        QCOMPARE(find().count(), QString(said));
    }
    for (const auto& [token, said] : {std::pair("s1", "1 of 4"), {"s4", "4 of 4"}, {"s3", "3 of 4"}}) {
        press(Qt::Key_Enter, Qt::ShiftModifier);
        QCOMPARE(inspected(), QString(token));
        QCOMPARE(find().count(), QString(said));
    }
    press(Qt::Key_Return);
    press(Qt::Key_Return);
    QCOMPARE(inspected(), QString("s1"));
    QVERIFY(find().field().hasFocus());
    press(Qt::Key_Escape);
    QVERIFY(!find().isVisible());
    QCOMPARE(marked(), QString());
    QCOMPARE(inspected(), QString("s1")); // Escape goes one level back
}

/// A token that is inspected already stays so; what is said follows the text.
void TestFindToken::otherText() {
    window().selection().toggleInspectedToken({2, Side::sentence});
    press(Qt::Key_F, Qt::ControlModifier);
    QTest::keyClicks(&find().field(), "blue");
    press(Qt::Key_Return);
    QCOMPARE(inspected(), QString("s3"));
    QCOMPARE(find().count(), QString("1 of 1"));
    QTest::keyClicks(&find().field(), "x");
    QCOMPARE(find().count(), QString("no token has “bluex”"));
    QCOMPARE(marked(), QString());
    const QAbstractButton* next = LabWindow::button(find(), "Next");
    QVERIFY(next && !next->isEnabled());
    press(Qt::Key_Return);
    QCOMPARE(inspected(), QString("s3"));
    press(Qt::Key_F, Qt::ControlModifier); // what is typed next replaces the text
    QTest::keyClicks(&find().field(), "i");
    QCOMPARE(find().field().text(), QString("i"));
    QVERIFY(LabWindow::press(LabWindow::button(find(), "Next")));
    QCOMPARE(inspected(), QString("s2"));
    QVERIFY(find().field().hasFocus());
}

void TestFindToken::acrossTwoSentences() {
    window().document().openExample("sky-is-blue");
    window().document().setSource(true);
    window().document().setText("blue as the sky", Side::source);
    press(Qt::Key_F, Qt::ControlModifier);
    QTest::keyClicks(&find().field(), "blue");
    QCOMPARE(marked(), QString("s3 k1"));
    press(Qt::Key_Return);
    press(Qt::Key_Return);
    QCOMPARE(inspected(), QString("k1"));
    QCOMPARE(find().count(), QString("2 of 2"));
    window().document().setSource(false);
    QCOMPARE(marked(), QString("s3"));
    QCOMPARE(find().count(), QString("1 token"));
}

/// The chips scroll to the first match, also while they are still being added.
void TestFindToken::inALongSentence() {
    QStringList words;
    for (int i = 1; i <= 300; ++i)
        words += i == 290 ? "needle" : i % 2 == 0 ? "hay" : "straw";
    window().document().setText(words.join(' '));
    QVERIFY(window().sentence().chips().size() < 290);
    press(Qt::Key_F, Qt::ControlModifier);
    QTest::keyClicks(&find().field(), "need");
    QTRY_COMPARE(window().sentence().chips().size(), std::size_t{300});
    QTRY_VERIFY(isInSight(289));
    QCOMPARE(marked(), QString("s290"));
    QVERIFY(!isInSight(0));
    find().field().selectAll();
    QTest::keyClicks(&find().field(), "150");
    QTRY_VERIFY(isInSight(149));
    QVERIFY(!isInSight(289));
}

/// Where the sentence scrolls with the page, the page scrolls, too.
void TestFindToken::inALowWindow() {
    openWindow({1000, 400});
    press(Qt::Key_F, Qt::ControlModifier);
    QVERIFY(find().field().hasFocus());
    QTest::keyClicks(&find().field(), "blue");
    press(Qt::Key_Return);
    QCOMPARE(inspected(), QString("s3"));
    QTRY_VERIFY(isInSight(2));
}

void TestFindToken::keyboardComesBack_data() {
    QTest::addColumn<bool>("byKey");
    QTest::newRow("by Escape") << true;
    QTest::newRow("by its button") << false;
}

void TestFindToken::keyboardComesBack() {
    QFETCH(bool, byKey);
    MatrixHeatmap& heatmap = window().heatmap(StageId::weights);
    heatmap.setFocus();
    press(Qt::Key_F, Qt::ControlModifier);
    press(Qt::Key_F, Qt::ControlModifier);
    QVERIFY(find().field().hasFocus());
    if (byKey)
        press(Qt::Key_Escape);
    else
        QVERIFY(LabWindow::press(LabWindow::button(find(), "✕")));
    QVERIFY(!find().isVisible());
    QVERIFY(heatmap.hasFocus());
    // From another page it cannot be given back.
    press(Qt::Key_F, Qt::ControlModifier);
    press(Qt::Key_4, Qt::ControlModifier);
    find().field().setFocus();
    press(Qt::Key_Escape);
    QVERIFY(window().sentence().line().hasFocus());
    // Escape takes back the search, and not what is inspected, from its buttons, too.
    window().selection().toggleInspectedToken({0, Side::sentence});
    press(Qt::Key_F, Qt::ControlModifier);
    press(Qt::Key_Tab);
    QVERIFY(!find().field().hasFocus());
    press(Qt::Key_Escape);
    QVERIFY(!find().isVisible() && window().selection().isInspecting());
}

/// Another sentence has other matches. Undo in the field is the document's.
void TestFindToken::followsTheDocument() {
    press(Qt::Key_F, Qt::ControlModifier);
    QTest::keyClicks(&find().field(), "s");
    QCOMPARE(marked(), QString("s1 s2"));
    press(Qt::Key_Return);
    QCOMPARE(find().count(), QString("1 of 2"));
    removeToken(window().document(), Side::sentence, 0);
    QCOMPARE(marked(), QString("s1"));
    QCOMPARE(find().count(), QString("1 token"));
    press(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(marked(), QString("s1 s2"));
    QCOMPARE(find().field().text(), QString("s"));
    find().field().selectAll();
    QTest::keyClicks(&find().field(), "8");
    QCOMPARE(marked(), QString());
    setFirstPosition(window().document(), Side::sentence, 6);
    QCOMPARE(marked(), QString("s3")); // as on its chip
    press(Qt::Key_Escape);
    removeToken(window().document(), Side::sentence, 0);
    QCOMPARE(marked(), QString());
}

/// The line stands in the window, which is hidden then.
void TestFindToken::notWhilePresenting() {
    press(Qt::Key_F5, Qt::ShiftModifier);
    QVERIFY(!window().actions()[ActionId::find_token].isEnabled());
    press(Qt::Key_F, Qt::ControlModifier);
    QVERIFY(!find().isVisible());
    press(Qt::Key_F5);
    QVERIFY(window().actions()[ActionId::find_token].isEnabled());
}

LAB_WINDOW_TEST(TestFindToken)
#include "tst_find_token.moc"
