// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sentences in any script: chips, axes, grids and accessible names show the tokens complete and in order.
#include "tests/support/lab_window.h"
#include "tests/support/shown_table.h"
#include "tests/support/test_program.h"
#include "tests/ui/pages/cards_by_hand.h"
#include "ui/widgets/pill_button.h"

using namespace lab;
using namespace lab::test;

class TestScripts : public WindowTest {
    Q_OBJECT

private slots:
    void said_data();
    void said();
};

void TestScripts::said_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<Tokenizer>("tokenizer");
    QTest::addColumn<QStringList>("tokens");
    using enum Tokenizer;
    QTest::newRow("Arabic") << "كلب يرى قطة" << whitespace << QStringList{"كلب", "يرى", "قطة"};
    QTest::newRow("Chinese") << "猫 看 狗" << whitespace << QStringList{"猫", "看", "狗"};
    QTest::newRow("Chinese without spaces") << "猫看狗" << characters << QStringList{"猫", "看", "狗"};
    QTest::newRow("a family") << "👨‍👩‍👧 here" << whitespace
                              << QStringList{"👨‍👩‍👧", "here"};
    QTest::newRow("a family as letters")
        << "a👨‍👩‍👧b" << characters << QStringList{"a", "👨‍👩‍👧", "b"};
    // The diaeresis is a separate combining character.
    QTest::newRow("combining") << QString::fromUtf8("nai\u0308ve cat") << whitespace
                               << QStringList{QString::fromUtf8("nai\u0308ve"), "cat"};
    QTest::newRow("combining, as letters")
        << QString::fromUtf8("i\u0308a") << characters << QStringList{QString::fromUtf8("i\u0308"), "a"};
    QTest::newRow("Hebrew and digits") << "שלום 123 עולם" << whitespace << QStringList{"שלום", "123", "עולם"};
}

void TestScripts::said() {
    QFETCH(QString, text);
    QFETCH(Tokenizer, tokenizer);
    QFETCH(QStringList, tokens);
    LabWindow& w = window();
    w.document().setTokenizer(tokenizer, Side::sentence);
    w.sentence().line().setFocus();
    w.sentence().line().selectAll();
    w.sentence().line().insert(text); // like an input method
    emit w.sentence().line().textEdited(text);
    QCOMPARE(w.sentence().line().text(), text);
    QStringList chips;
    for (const PillButton* chip : w.sentence().chips())
        chips += chip->text();
    QCOMPARE(chips, tokens);
    const auto count = static_cast<int>(tokens.size());
    MatrixHeatmap& weights = w.heatmap(StageId::weights);
    for (int query = 0; query < count; ++query) {
        QCOMPARE(w.grid(ParameterId::E).model()->headerData(query, Qt::Vertical).toString(), tokens[query]);
        QCOMPARE(weights.content().rowLabels.value(query), tokens[query]);
        for (int key = 0; key < count; ++key) {
            QString name = shown_name(weights, query, key);
            // Right-to-left tokens are isolated, so that the surrounding text keeps its order.
            QCOMPARE(name.count(QChar(0x2068)),
                     int(tokens[query].isRightToLeft()) + int(tokens[key].isRightToLeft()));
            name.remove(QChar(0x2068)).remove(QChar(0x2069));
            QVERIFY2(
                name.startsWith(QStringLiteral("query “%1”, key “%2”: ").arg(tokens[query], tokens[key])),
                qPrintable(name));
        }
        // Row labels are not elided.
        const QFont font = weights.metrics().labelFont;
        const double room = weights.metrics().rowLabelWidth;
        QCOMPARE(weights.content().rowLabels.elided(query, font, room), tokens[query]);
    }
    QCOMPARE(disagreement(w), std::string());
}

LAB_WINDOW_TEST(TestScripts)
#include "tst_scripts.moc"
