// SPDX-License-Identifier: GPL-3.0-or-later
//
// Splitting text in any script into tokens.
#include "core/io/experiment_json.h"
#include "core/stages/01_tokens.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace lab;
using namespace lab::test;

namespace {
using Tokens = std::vector<std::string>;
}

class TestTokens : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void splits_data();
    void splits();
    void hugeText();
    void notNormalised();
};

void TestTokens::splits_data() {
    QTest::addColumn<Tokenizer>("tokenizer");
    QTest::addColumn<std::string>("text");
    QTest::addColumn<Tokens>("tokens");
    const auto row = [](const char* name, Tokenizer tokenizer, const char* text, const Tokens& tokens) {
        QTest::newRow(name) << tokenizer << std::string(text) << tokens;
    };
    using enum Tokenizer;
    row("characters: letters", characters, "sky is", {"s", "k", "y", "i", "s"});
    row("characters: nothing", characters, "", {});
    row("characters: white space alone", characters, " \t\r\n\u00a0\u2003 ", {});
    row("characters: combining marks", characters, "nai\u0308ve", {"n", "a", "i\u0308", "v", "e"});
    row("characters: several marks", characters, "q\u0307\u0323", {"q\u0307\u0323"});
    row("characters: a family", characters, "👨‍👩‍👧👍🏽", {"👨‍👩‍👧", "👍🏽"});
    row("characters: flags", characters, "🇵🇱🇩🇪", {"🇵🇱", "🇩🇪"});
    row("characters: hangul from parts", characters, "\u1112\u1161\u11ab", {"\u1112\u1161\u11ab"});
    row("characters: devanagari", characters, "नि", {"नि"});
    row("characters: CJK", characters, "猫 看狗", {"猫", "看", "狗"});
    row("characters: line break of two", characters, "a\r\nb", {"a", "b"});
    row("characters: a joiner alone", characters, "\u200d", {"\u200d"});
    row("words: sentence", words, "The sky, is blue.", {"The", "sky", ",", "is", "blue", "."});
    row("words: every mark its own", words, "what?!...", {"what", "?", "!", ".", ".", "."});
    row("words: apostrophe and hyphen", words, "don't re-read", {"don't", "re", "-", "read"});
    row("words: numbers", words, "3.14 1,000 x1", {"3.14", "1,000", "x1"});
    row("words: white space alone", words, "  \n\u3000", {});
    row("words: several spaces", words, "a   b", {"a", "b"});
    row("words: combining marks", words, "nai\u0308ve", {"nai\u0308ve"});
    row("words: arabic", words, "كلب يرى قطة", {"كلب", "يرى", "قطة"});
    row("words: chinese by dictionary", words, "我喜欢猫", {"我", "喜欢", "猫"});
    row("words: thai by dictionary", words, "สวัสดีครับ", {"สวัสดี", "ครับ"});
    row("words: emoji", words, "hi👨‍👩‍👧!", {"hi", "👨‍👩‍👧", "!"});
    row("words: quotes", words, "“sky”", {"“", "sky", "”"});
    row("whitespace: any of it", whitespace, "a\u2028b\u00a0c\u3000d", {"a", "b", "c", "d"});
    row("whitespace: no white space", whitespace, "a\u200bb\ufeffc", {"a\u200bb\ufeffc"});
    row("manual: nothing follows from a text", manual, "New York", {});
}

void TestTokens::splits() {
    QFETCH(Tokenizer, tokenizer);
    QFETCH(std::string, text);
    QFETCH(Tokens, tokens);
    const Sequence sequence = make_sequence(text, tokenizer);
    QCOMPARE(sequence.tokens, tokens);
    QCOMPARE(sequence.text, text);
    QCOMPARE(sequence.tokenizer, tokenizer);
}

// Joined again, the tokens are the text without its spaces: nothing is lost and no character is split.
void TestTokens::hugeText() {
    std::string text;
    std::string plain;
    for (int i = 0; i < 20000; ++i) {
        text += "größe \U0001f642";
        plain += "größe\U0001f642";
    }
    for (const Tokenizer tokenizer : {Tokenizer::whitespace, Tokenizer::characters, Tokenizer::words}) {
        std::string joined;
        for (const std::string& token : make_sequence(text, tokenizer).tokens)
            joined += token;
        QCOMPARE(joined, plain);
    }
}

void TestTokens::notNormalised() {
    const auto document = [](const std::string& key) {
        return R"({"format": "attention-lab", "version": 1, "sequence": {"tokenizer": "words", "text": "café"},
            "embedding": {"table": {")" +
               key + R"(": [1]}}, "projection": {"kind": "identity"}})";
    };
    QVERIFY(bool(read_experiment(document("caf\u00e9"))));
    QVERIFY(!read_experiment(document("cafe\u0301")));
}

LAB_APPLESS_TEST(TestTokens)
#include "tst_tokens.moc"
