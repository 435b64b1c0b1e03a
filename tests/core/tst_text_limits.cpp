// SPDX-License-Identifier: GPL-3.0-or-later
//
// Long and hostile texts as they appear in messages.
#include "core/base/text_limits.h"
#include "core/base/types.h"
#include "core/describe/names.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace lab;

class TestTextLimits : public QObject {
    Q_OBJECT
private slots:
    void grouped_data();
    void grouped();
    void shortened_data();
    void shortened();
    void printable_data();
    void printable();
    void everyCodePointIsOneLine();
    void longErrors();
};

void TestTextLimits::grouped_data() {
    QTest::addColumn<int>("count");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("none") << 0 << QByteArray("0");
    QTest::newRow("hundreds") << 999 << QByteArray("999");
    QTest::newRow("thousands") << 1000 << QByteArray("1,000");
    QTest::newRow("ten thousands") << 20'000 << QByteArray("20,000");
    QTest::newRow("millions") << 1'234'567 << QByteArray("1,234,567");
}

void TestTextLimits::grouped() {
    QFETCH(int, count);
    QFETCH(QByteArray, text);
    QCOMPARE(QByteArray::fromStdString(lab::grouped(static_cast<std::size_t>(count))), text);
}

void TestTextLimits::shortened_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected"); // with a limit of nine bytes
    QTest::newRow("empty") << QByteArray() << QByteArray();
    QTest::newRow("just fits") << QByteArray("123456789") << QByteArray("123456789");
    QTest::newRow("one more") << QByteArray("1234567890") << QByteArray("123456 … (10 characters) … 890");
    QTest::newRow("between characters") << QByteArray("éééééééé") << QByteArray("ééé … (8 characters) … é");
    QTest::newRow("no UTF-8") << QByteArray(12, '\xff')
                              << QByteArray(6, '\xff') + " … (12 characters) … " + QByteArray(3, '\xff');
    QTest::newRow("continuations alone") << QByteArray(12, '\x80') << QByteArray(" … (0 characters) … ");
}

void TestTextLimits::shortened() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    QCOMPARE(QByteArray::fromStdString(lab::shortened(text.toStdString(), 9)), expected);
}

void TestTextLimits::printable_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, const QByteArray& text, const char* expected) {
        QTest::newRow(name) << text << QByteArray(expected);
    };
    row("plain", "sky “is” blü 東 🙂", "sky “is” blü 東 🙂");
    row("line feed", "a\nb", "a\\nb");
    row("carriage return", "a\rb", "a\\rb");
    row("tab", "a\tb", "a\\tb");
    row("zero", QByteArray("a\0b", 3), "a\\x00b");
    row("escape", "\x1b[31m", "\\x1B[31m");
    row("delete", "\x7f", "\\x7F");
    row("next line", "\u0085", "\\u0085");
    row("C1", "\u009b", "\\u009B");
    row("line separator", "\u2028", "\\u2028");
    row("paragraph separator", "\u2029", "\\u2029");
    row("override", "a\u202eb", "a\\u202Eb");
    row("isolate", "\u2066\u2069", "\\u2066\\u2069");
    row("Arabic mark", "\u061c", "\\u061C");
    row("byte order mark", "\ufeff", "\\uFEFF");
    row("tag", "\U000e0041", "\\U000E0041");
    row("noncharacter", "\uffff", "\\uFFFF");
    row("bytes", "a\xff\xc3z\xe2\x82", "a\\xFF\\xC3z\\xE2\\x82");
    row("surrogate as UTF-8", "\xed\xa0\x80", "\\xED\\xA0\\x80");
}

void TestTextLimits::printable() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    QCOMPARE(QByteArray::fromStdString(lab::printable(text.toStdString())), expected);
}

/// No control, format or line-separating code point is output unescaped.
void TestTextLimits::everyCodePointIsOneLine() {
    for (char32_t each = 0; each <= QChar::LastValidCodePoint; ++each) {
        if (QChar::isSurrogate(each))
            continue;
        const QString shown =
            QString::fromStdString(lab::printable(QString::fromUcs4(&each, 1).toStdString()));
        for (const char32_t unit : shown.toUcs4()) {
            const QChar::Category category = QChar::category(unit);
            const bool seen = category != QChar::Other_Control && category != QChar::Other_Format &&
                              category != QChar::Separator_Line && category != QChar::Separator_Paragraph;
            QVERIFY2(seen, qPrintable(QStringLiteral("U+%1").arg(each, 4, 16)));
        }
    }
}

void TestTextLimits::longErrors() {
    const std::string token(1'000'000, 'x');
    const Error error{"file.attn", "embedding.table." + token, "no vector for the token \"" + token + "\"",
                      "one for every token"};
    const std::string message = error.message();
    QVERIFY(message.size() < 1'100);
    QVERIFY(message.starts_with("file.attn: embedding.table.xxx"));
    QVERIFY(message.find("no vector for the token \"xxx") != std::string::npos);
    QVERIFY(message.find("characters) … ") != std::string::npos);
    QVERIFY(message.ends_with("x\", expected one for every token"));
    QVERIFY(text_of(in_quotes(token)).size() < 200);
}

LAB_APPLESS_TEST(TestTextLimits)
#include "tst_text_limits.moc"
