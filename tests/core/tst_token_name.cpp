// SPDX-License-Identifier: GPL-3.0-or-later
//
// How tokens are written for people: white space and what has no width can be seen, and tokens that look
// alike have their positions.
#include "core/base/text_limits.h"
#include "core/describe/explained_rows.h"
#include "core/experiment/token_name.h"
#include "core/io/explanation_text.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <set>

using namespace lab;
using namespace lab::test;

class TestTokenName : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void visible_data();
    void visible();
    void everyBlankIsVisible();
    void names_data();
    void names();
    void oneByOne();
    void inExplanations();
};

namespace {

Sequence listed(const QStringList& tokens, Index offset = 0) {
    Sequence sequence;
    sequence.tokenizer = Tokenizer::manual;
    for (const QString& token : tokens)
        sequence.tokens.push_back(token.toStdString());
    sequence.offset = offset;
    return sequence;
}

/// What Unicode counts as letters or symbols, and yet is drawn as nothing; Qt does not know that of a code
/// point.
bool is_known_blank(char32_t code_point) {
    constexpr std::array blanks{U'\u034f', U'\u115f', U'\u1160', U'\u17b4',
                                U'\u17b5', U'\u2800', U'\u3164', U'\uffa0'};
    return std::ranges::find(blanks, code_point) != blanks.end();
}

bool is_blank_to_qt(char32_t code_point) {
    switch (QChar::category(code_point)) {
    case QChar::Other_Control:
    case QChar::Other_Format:
    case QChar::Separator_Space:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph:
        return true;
    default:
        return is_known_blank(code_point);
    }
}

} // namespace

void TestTokenName::visible_data() {
    QTest::addColumn<QString>("token");
    QTest::addColumn<QString>("shown");
    const auto row = [](const char* name, const QString& token, const QString& shown) {
        QTest::newRow(name) << token << shown;
    };
    row("a word", "sky", "sky");
    row("nothing", "", "");
    row("a space", " ", "␣");
    row("two spaces", "  ", "␣␣");
    row("a line feed", "\n", "\\n");
    row("two line feeds", "\n\n", "\\n\\n");
    row("a tab", "\t", "\\t");
    row("a carriage return", "\r\n", "\\r\\n");
    row("a vertical tab", "\v", "\\x0B");
    row("spaces of several kinds", " \t ", "␣\\t␣");
    row("no-break space", "\u00a0", "\\u00A0");
    row("an em space", "\u2003", "\\u2003");
    row("an ideographic space", "\u3000", "\\u3000");
    row("a line separator", "\u2028", "\\u2028");
    row("no width", "\u200b", "\\u200B");
    row("several without width", "\u200b\u200d\ufeff", "\\u200B\\u200D\\uFEFF");
    row("a joiner alone", "\u200d", "\\u200D");
    row("a variation selector alone", "\ufe0f", "\\uFE0F");
    row("a blank letter", "\u3164", "\\u3164");
    row("a blank pattern of Braille", "\u2800", "\\u2800");
    row("a word after a space", " the", "␣the");
    row("a word before a space", "the ", "the␣");
    row("a word between line feeds", "\nthe\n", "\\nthe\\n");
    row("two words", "New York", "New York");
    row("two words far apart", "New  York", "New␣␣York");
    row("two words with a no-break space", "10\u00a0km", "10\\u00A0km");
    row("a tab between words", "a\tb", "a\\tb");
    row("a byte order mark before a word", QStringLiteral("\ufeffthe"), "\\uFEFFthe");
    row("no width after a word", "the\u200b", "the\\u200B");
    row("a soft hyphen", "Sil\u00adbe", "Sil\\u00ADbe");
    row("an order of letters turned round", "a\u202eb", "a\\u202Eb");
    row("a joiner between letters", "\u0645\u06cc\u200c\u0631\u0648", "\u0645\u06cc\u200c\u0631\u0648");
    row("a joiner after letters", "\u0645\u06cc\u200c", "\u0645\u06cc\\u200C");
    row("a family", "👩\u200d👧", "👩\u200d👧");
    row("a heart as a picture", "❤\ufe0f", "❤\ufe0f");
    row("a burning heart", "❤\ufe0f\u200d🔥", "❤\ufe0f\u200d🔥");
    row("a flag of tags", "🏴\U000e0067\U000e0062\U000e007f", "🏴\U000e0067\U000e0062\U000e007f");
    row("a space after a heart", "❤\ufe0f x", "❤\ufe0f x");
    row("an accent", "e\u0301", "e\u0301");
    row("another script", "東京", "東京");
    row("a backslash", "\\n", "\\n");
}

void TestTokenName::visible() {
    QFETCH(QString, token);
    QFETCH(QString, shown);
    QCOMPARE(QString::fromStdString(lab::visible(token.toStdString())), shown);
    QCOMPARE(QString::fromStdString(shown_word(token.toStdString())), shown);
}

/// Alone, before a letter, after one, and twice between two.
void TestTokenName::everyBlankIsVisible() {
    for (char32_t each = 0; each <= QChar::LastValidCodePoint; ++each) {
        if (QChar::isSurrogate(each) || QChar::isNonCharacter(each) || !is_blank_to_qt(each))
            continue;
        const QString blank = QString::fromUcs4(&each, 1);
        for (const QString& token : {blank, blank + 'a', 'a' + blank, 'a' + blank + blank + 'b'}) {
            const bool is_tag_after_letter = each >= 0xe0020 && each <= 0xe007f && token.front() == 'a';
            if (is_tag_after_letter) // it chooses the form of what is before it
                continue;
            const QList<uint> shown = QString::fromStdString(lab::visible(token.toStdString())).toUcs4();
            QVERIFY2(std::ranges::none_of(shown, is_blank_to_qt), qPrintable(QString::number(each, 16)));
        }
    }
}

void TestTokenName::names_data() {
    QTest::addColumn<QStringList>("tokens");
    QTest::addColumn<int>("offset");
    QTest::addColumn<QStringList>("names");
    QTest::newRow("words") << QStringList{"sky", "is"} << 0 << QStringList{"sky", "is"};
    QTest::newRow("a word twice") << QStringList{"the", "x", "the"} << 0
                                  << QStringList{"the(1)", "x", "the(3)"};
    QTest::newRow("later") << QStringList{"the", "x", "the"} << 7 << QStringList{"the(8)", "x", "the(10)"};
    QTest::newRow("white space") << QStringList{"a", "\n", " ", "\t", "b"} << 0
                                 << QStringList{"a", "\\n", "␣", "\\t", "b"};
    QTest::newRow("white space twice")
        << QStringList{"\n", "a", "\n"} << 0 << QStringList{"\\n(1)", "a", "\\n(3)"};
    QTest::newRow("with and without a space")
        << QStringList{" the", "the", " the"} << 0 << QStringList{"␣the(1)", "the", "␣the(3)"};
    QTest::newRow("as signs and typed") << QStringList{"\n", "\\n", " ", "␣", "x"} << 0
                                        << QStringList{"\\n(1)", "\\n(2)", "␣(3)", "␣(4)", "x"};
    const QString middle(1000, 'm');
    const QString start(100, 'a'), end(100, 'z');
    const QString shortened = QString(80, 'a') + " … (1,200 characters) … " + QString(40, 'z');
    QTest::newRow("long ones that end alike")
        << QStringList{start + middle + end, start + middle.toUpper() + end} << 0
        << QStringList{shortened + "(1)", shortened + "(2)"};
}

void TestTokenName::names() {
    QFETCH(QStringList, tokens);
    QFETCH(int, offset);
    QFETCH(QStringList, names);
    const Sequence sequence = listed(tokens, offset);
    const std::vector<TokenName> all = token_names(sequence.tokens, offset);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const TokenName alone = token_name(sequence, static_cast<TokenIndex>(i));
        QCOMPARE(QString::fromStdString(all[i].plain()), names[static_cast<qsizetype>(i)]);
        QCOMPARE(QString::fromStdString(alone.plain()), names[static_cast<qsizetype>(i)]);
        QVERIFY(alone == all[i]);
        if (alone.position)
            QCOMPARE(*alone.position, static_cast<Index>(offset) + static_cast<Index>(i));
    }
}

/// Any few of these tokens, in any order: each alone is named as among all.
void TestTokenName::oneByOne() {
    const QStringList tokens{"a",   " a",     "a ",      " ",      "␣", "␣a", "\n",
                             "\\n", "\u200b", "\\u200B", "\u00a0", "b", "c"};
    RandomExperiments random(41);
    for (int i = 0; i < 2000; ++i) {
        QStringList some;
        for (Index count = random.between(1, 8); count > 0; --count)
            some += tokens[random.between(0, tokens.size() - 1)];
        const Sequence sequence = listed(some, random.between(0, 3));
        const std::vector<TokenName> all = token_names(sequence.tokens, sequence.offset);
        std::set<std::string> different;
        for (std::size_t token = 0; token < all.size(); ++token) {
            QVERIFY(token_name(sequence, static_cast<TokenIndex>(token)) == all[token]);
            QVERIFY2(different.insert(all[token].plain()).second, qPrintable(some.join('|')));
        }
    }
}

/// Every line of an explanation is one line, whatever its tokens are, and tells them apart.
void TestTokenName::inExplanations() {
    RandomExperiments random(42);
    for (int i = 0; i < many_experiments / 10; ++i) {
        Experiment e = random.plain(ProjectionKind::identity);
        e.embedding.inputs = InputKind::rows;
        const auto n = static_cast<Index>(e.sequence.tokens.size());
        e.embedding.X = std::make_shared<const Matrix>(Matrix::Random(n, e.embedding.dimension));
        e.sequence = listed(QStringList{"\n", " ", "\t", "\u00a0", "\u200b"}.mid(0, n));
        e.sequence.tokens.resize(static_cast<std::size_t>(n), "\n\n");
        const Explanation explanation = explain(e, CellRef{StageId::weights, 0, n - 1, 0});
        for (const std::string& text : {write_text(explanation), write_markdown(explanation)}) {
            const QString shown = QString::fromStdString(text);
            QVERIFY2(shown.contains("“\\\\n”") || shown.contains("“\\n”"), qPrintable(shown));
            for (const char* blank : {"“\n", "“ ", "“\t", "“\u00a0", "“\u200b"})
                QVERIFY2(!shown.contains(QString::fromUtf8(blank)), qPrintable(shown));
        }
        const QString latex = QString::fromStdString(write_latex(explanation));
        QVERIFY2(!latex.section('\n', 1).contains("␣"), qPrintable(latex)); // but in the comment
    }
    QCOMPARE(latex_text("␣the"), std::string("\\textvisiblespace{}the"));
}

LAB_APPLESS_TEST(TestTokenName)
#include "tst_token_name.moc"
