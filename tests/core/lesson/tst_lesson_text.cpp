// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where formulas are in the text of a lesson.
#include "core/lesson/lesson_text.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <random>

using namespace lab;
using namespace lab::test;

namespace {

/// The runs with what they are: "Ask ⟨Q K⟩ and [`$x$`]" has a formula and a code.
QString marked(const std::string& text) {
    QString result;
    for (const LessonRun& run : lesson_runs(text)) {
        const QString piece = QString::fromUtf8(run.text.data(), static_cast<qsizetype>(run.text.size()));
        result += run.kind == LessonRun::Kind::formula ? "⟨" + piece + "⟩"
                  : run.kind == LessonRun::Kind::code  ? "[" + piece + "]"
                                                       : piece;
    }
    return result;
}

std::string together(const std::string& text) {
    std::string result;
    for (const LessonRun& run : lesson_runs(text)) {
        const std::string dollar = run.kind == LessonRun::Kind::formula ? "$" : "";
        result += dollar + std::string(run.text) + dollar;
    }
    return result;
}

} // namespace

class TestLessonText : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void runs_data();
    void runs();
    void anyText();
    void manyDollars();
};

void TestLessonText::runs_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");

    QTest::newRow("nothing") << ""
                             << "";
    QTest::newRow("no formula") << "a *b*"
                                << "a *b*";
    QTest::newRow("one") << "the score $q \\cdot k$ is"
                         << "the score ⟨q \\cdot k⟩ is";
    QTest::newRow("alone") << "$x$"
                           << "⟨x⟩";
    QTest::newRow("side by side") << "$x$$y$"
                                  << "$x$$y$";
    QTest::newRow("two") << "$x$ $y$, ($z$)."
                         << "⟨x⟩ ⟨y⟩, (⟨z⟩).";
    QTest::newRow("in emphasis") << "**$x$** a$x$b"
                                 << "**⟨x⟩** a⟨x⟩b";
    QTest::newRow("signs of Markdown in it") << "$a_1 * b_1$ * $c`$ `"
                                             << "⟨a_1 * b_1⟩ * ⟨c`⟩ `";

    QTest::newRow("money") << "$5 and $6"
                           << "$5 and $6";
    QTest::newRow("money without spaces") << "$5-$6 and $7"
                                          << "$5-$6 and $7";
    QTest::newRow("money, then a formula") << "$20,000 and $x$"
                                           << "$20,000 and ⟨x⟩";
    QTest::newRow("a digit behind it") << "$x$2"
                                       << "$x$2";
    QTest::newRow("a space at the beginning") << "$ x$"
                                              << "$ x$";
    QTest::newRow("a space at the end") << "$x $"
                                        << "$x $";
    QTest::newRow("a line break at the end") << "$x\n$"
                                             << "$x\n$";
    QTest::newRow("one dollar") << "a $x"
                                << "a $x";
    QTest::newRow("a dollar at the end") << "a$"
                                         << "a$";
    QTest::newRow("double dollars") << "$$x$$ $$$ $y$"
                                    << "$$x$$ $$$ ⟨y⟩";
    QTest::newRow("a double one within") << "$a$$b$ $c$"
                                         << "$a$$b$ ⟨c⟩";

    QTest::newRow("escaped") << "\\$x$ y$"
                             << "\\$x$ y$";
    QTest::newRow("escaped within") << "$\\text{5\\$}$"
                                    << "⟨\\text{5\\$}⟩";
    QTest::newRow("a backslash before") << "\\\\$x$"
                                        << "\\\\⟨x⟩";
    QTest::newRow("a backslash at the end") << "$x\\"
                                            << "$x\\";

    QTest::newRow("code") << "a `$x$` $y$"
                          << "a [`$x$`] ⟨y⟩";
    QTest::newRow("code with a backtick") << "`` a`$x$ `` $y$"
                                          << "[`` a`$x$ ``] ⟨y⟩";
    QTest::newRow("a dollar before and in code") << "$a `b$` $c$"
                                                 << "⟨a `b⟩` ⟨c⟩";
    QTest::newRow("no code") << "`` $x$ `"
                             << "`` ⟨x⟩ `";
    QTest::newRow("escaped backtick") << "\\`$x$`"
                                      << "\\`⟨x⟩`";
    QTest::newRow("code goes on in the next line") << "`a\n$x$` $y$"
                                                   << "[`a\n$x$`] ⟨y⟩";
    QTest::newRow("code ends with the paragraph") << "`a\n\n$x$`"
                                                  << "`a\n\n⟨x⟩`";

    QTest::newRow("in the next line") << "a $x +\ny$ b"
                                      << "a ⟨x +\ny⟩ b";
    QTest::newRow("in the next paragraph") << "a $x\n\ny$ b"
                                           << "a $x\n\ny$ b";
    QTest::newRow("a line of spaces") << "a $x\n \t\ny$ b"
                                      << "a $x\n \t\ny$ b";
    QTest::newRow("in the next item") << "- a $x\n- y$ b"
                                      << "- a $x\n- y$ b";
    QTest::newRow("in the next numbered item") << "1. $x\n2. y$"
                                               << "1. $x\n2. y$";
    QTest::newRow("behind a heading") << "# a $x\ny$"
                                      << "# a $x\ny$";
    QTest::newRow("before a heading") << "a $x\n# y$"
                                      << "a $x\n# y$";
    QTest::newRow("behind an underlined heading") << "a $x\n===\ny$"
                                                  << "a $x\n===\ny$";
    QTest::newRow("behind a line") << "a $x\n---\ny$"
                                   << "a $x\n---\ny$";
    QTest::newRow("a relation in the next line") << "$x\n= y$"
                                                 << "⟨x\n= y⟩";
    QTest::newRow("in a quote") << "> $x$\n> $y\n> z$"
                                << "> ⟨x⟩\n> $y\n> z$";
    QTest::newRow("an item each") << "- $x$\n  1. $y$"
                                  << "- ⟨x⟩\n  1. ⟨y⟩";
    QTest::newRow("other line breaks") << "$x\r\ny$ $z\r\n\r\nw$ $z\r\rw$"
                                       << "⟨x\r\ny⟩ $z\r\n\r\nw$ $z\r\rw$";

    QTest::newRow("fences") << "$a$\n```\n$x$\n```\n$b$"
                            << "⟨a⟩\n[```\n$x$\n```\n]⟨b⟩";
    QTest::newRow("other fences") << "~~~~ $p$\n$x$\n~~~\n```\n~~~~ \n$b$"
                                  << "[~~~~ $p$\n$x$\n~~~\n```\n~~~~ \n]⟨b⟩";
    QTest::newRow("fences without an end") << "```\n$x$"
                                           << "[```\n$x$]";
    QTest::newRow("a fence with a backtick is code") << "``` a`b ``` $x$"
                                                     << "[``` a`b ```] ⟨x⟩";
    QTest::newRow("two are no fence") << "``\n$x$"
                                      << "``\n⟨x⟩";
    QTest::newRow("fences in an item") << "- ```\n  $x$\n  ```\n- $b$"
                                       << "[- ```\n  $x$\n  ```\n]- ⟨b⟩";
    QTest::newRow("fences that end with their item") << "1. ```\n   $x$\n\n2. $b$"
                                                     << "[1. ```\n   $x$\n\n]2. ⟨b⟩";
    QTest::newRow("fences that end with the item before") << "- a\n  ```\n  $x$\n- $b$"
                                                          << "- a\n[  ```\n  $x$\n]- ⟨b⟩";
    QTest::newRow("fences that end with their quote") << "> ```\n> $x$\n\n$b$"
                                                      << "[> ```\n> $x$\n]\n⟨b⟩";
    QTest::newRow("a formula that meets a fence") << "$x\n```\ny$\n```"
                                                  << "$x\n[```\ny$\n```]";
    QTest::newRow("code that meets a fence") << "`x\n```\ny`\n```\n`$b$"
                                             << "`x\n[```\ny`\n```\n]`⟨b⟩";
}

void TestLessonText::runs() {
    QFETCH(QString, text);
    QTEST(marked(text.toStdString()), "expected");
    QCOMPARE(together(text.toStdString()), text.toStdString());
}

/// Nothing is lost of any text, and runs of one kind are one.
void TestLessonText::anyText() {
    constexpr std::string_view pieces[] = {"$",    "$",    "`",   "`", "```",  "~~~", "\n", "\n",
                                           "\n\n", "\r\n", "\r",  " ", "\\",   "x",   "1",  "- ",
                                           "> ",   "#",    "===", "ü", "\xff", "  "};
    std::mt19937 random(3);
    for (int i = 0; i < 10'000; ++i) {
        std::string text;
        for (auto left = random() % 24; left > 0; --left)
            text += pieces[random() % std::size(pieces)];
        QCOMPARE(together(text), text);
        const std::vector<LessonRun> runs = lesson_runs(text);
        for (std::size_t k = 0; k < runs.size(); ++k) {
            QVERIFY(!runs[k].text.empty());
            QVERIFY(k == 0 || runs[k].kind != runs[k - 1].kind || runs[k].kind == LessonRun::Kind::formula);
        }
    }
}

/// A text as long as they may be, of what could be searched for again and again.
void TestLessonText::manyDollars() {
    for (const char* piece : {"$a ", "`a ", "``a `", "$", "- $a\n", "\\"}) {
        std::string text;
        while (text.size() < 20'000)
            text += piece;
        QCOMPARE(together(text), text);
    }
}

LAB_APPLESS_TEST(TestLessonText)
#include "tst_lesson_text.moc"
