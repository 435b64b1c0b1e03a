// SPDX-License-Identifier: GPL-3.0-or-later
//
// Moving, removing, duplicating and replacing single tokens: the resulting text, and what happens to the data
// attached to them.
#include "core/edits/tokens.h"
#include "core/edits/vectors.h"
#include "core/experiment/masks.h"
#include "core/stages/01_tokens.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/fault.h"
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace lab;
using namespace lab::test;

class TestTokenEdits : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void texts_data();
    void texts();
    void byHand();
    void thereAndBack();
    void doubledAndRemoved();
    void movesWhatStandsToIt();
    void ofTheSource();
};

namespace {

QString text_of(const Sequence& sequence) {
    return QString::fromStdString(sequence.text);
}

/// An otherwise default experiment with this sentence.
Experiment sentence(const QString& text, Tokenizer tokenizer) {
    Experiment e;
    e.embedding.dimension = 2;
    e.projection.kind = ProjectionKind::identity;
    e.sequence.tokenizer = tokenizer;
    return with_text(e, text.toStdString());
}

/// Applies a token edit written as "move 0 2", "remove 1", "double 1" or "replace 1 word".
Experiment edited(const Experiment& e, const QString& edit) {
    const QStringList parts = edit.split(' ');
    const TokenIndex token = parts[1].toInt();
    if (parts[0] == "move")
        return with_token_moved(e, Side::sentence, token, parts[2].toInt());
    if (parts[0] == "remove")
        return with_token_removed(e, Side::sentence, token);
    if (parts[0] == "double")
        return with_token_duplicated(e, Side::sentence, token);
    return with_token_replaced(e, Side::sentence, token, parts.mid(2).join(' ').toStdString());
}

/// The difference, ignoring the text, which may have other spacing.
std::string difference_but_text(const Experiment& a, Experiment b) {
    b.sequence.text = a.sequence.text;
    return difference(a, b).value_or("");
}

} // namespace

void TestTokenEdits::texts_data() {
    QTest::addColumn<QString>("before");
    QTest::addColumn<Tokenizer>("tokenizer");
    QTest::addColumn<QString>("edit");
    QTest::addColumn<QString>("after");
    const auto row = [](const char* before, Tokenizer tokenizer, const char* edit, const char* after) {
        QTest::addRow("%s: %s", before, edit) << before << tokenizer << edit << after;
    };
    using enum Tokenizer;
    row("sky is blue", whitespace, "move 0 2", "is blue sky");
    row("sky is blue", whitespace, "move 2 0", "blue sky is");
    row("sky is blue", whitespace, "move 1 1", "sky is blue");
    row("sky  is\tblue ", whitespace, "move 0 1", "is  sky\tblue ");
    row("sky is blue", whitespace, "remove 0", "is blue");
    row("sky is blue", whitespace, "remove 1", "sky blue");
    row("sky is blue", whitespace, "remove 2", "sky is");
    row("sky", whitespace, "remove 0", "");
    row("sky is", whitespace, "double 0", "sky sky is");
    row("sky is", whitespace, "double 1", "sky is is");
    row("sky is blue", whitespace, "replace 1 was", "sky was blue");
    row("sky is blue", whitespace, "replace 1 was very", "sky was very blue");
    row("sky is blue", whitespace, "replace 1 ", "sky  blue");
    row("stop!", words, "remove 1", "stop");
    row("stop!", words, "move 1 0", "!stop");
    row("go, stop", words, "move 2 0", "stop go ,"); // without the space, "stopgo" would be one word
    row("stop!", words, "double 0", "stop stop!");
    row("abc", characters, "move 0 2", "bca");
    row("abc", characters, "double 1", "abbc");
    row("كلب يرى قطة", whitespace, "move 2 0", "قطة كلب يرى");
    row("猫看狗", characters, "move 0 1", "看猫狗");
}

void TestTokenEdits::texts() {
    QFETCH(QString, before);
    QFETCH(Tokenizer, tokenizer);
    QFETCH(QString, edit);
    const Experiment e = sentence(before, tokenizer);
    const Experiment after = edited(e, edit);
    QTEST(text_of(after.sequence), "after");
    QVERIFY(after.sequence.tokens == make_sequence(after.sequence.text, tokenizer).tokens);
    QCOMPARE(fault(after), std::string());
}

/// Manual tokens do not follow from the text, which stays unchanged.
void TestTokenEdits::byHand() {
    Experiment e = sentence("New York is big", Tokenizer::whitespace);
    e.sequence = {Tokenizer::manual, "New York is big", {"New York", "is", "big"}};
    complete_vectors(e);
    const auto tokens = [&](const QString& edit) { return edited(e, edit).sequence.tokens; };
    using Strings = std::vector<std::string>;
    QCOMPARE(tokens("move 0 1"), (Strings{"is", "New York", "big"}));
    QCOMPARE(tokens("remove 1"), (Strings{"New York", "big"}));
    QCOMPARE(tokens("double 2"), (Strings{"New York", "is", "big", "big"}));
    QCOMPARE(tokens("replace 2 very big"), (Strings{"New York", "is", "very big"}));
    QCOMPARE(tokens("replace 2 "), (Strings{"New York", "is"}));
    QCOMPARE(text_of(edited(e, "remove 1").sequence), QStringLiteral("New York is big"));
}

void TestTokenEdits::thereAndBack() {
    RandomExperiments random(1);
    for (int round = 0; round < many_experiments; ++round) {
        const Experiment e = random.next();
        const auto last = static_cast<Index>(e.sequence.tokens.size()) - 1;
        const TokenIndex from = random.between(0, last);
        const TokenIndex to = random.between(0, last);
        const Experiment there = with_token_moved(e, Side::sentence, from, to);
        QCOMPARE(fault(there), std::string());
        QCOMPARE(there.sequence.tokens[static_cast<std::size_t>(to)],
                 e.sequence.tokens[static_cast<std::size_t>(from)]);
        QCOMPARE(there.overrides.size(), e.overrides.size());
        QCOMPARE(difference_but_text(e, with_token_moved(there, Side::sentence, to, from)), std::string());
    }
}

/// Duplicating a token and removing the duplicate changes nothing.
void TestTokenEdits::doubledAndRemoved() {
    RandomExperiments random(2);
    for (int round = 0; round < many_experiments; ++round) {
        const Experiment e = random.next();
        const TokenIndex token = random.between(0, static_cast<Index>(e.sequence.tokens.size()) - 1);
        const Experiment there = with_token_duplicated(e, Side::sentence, token);
        QCOMPARE(fault(there), std::string());
        QCOMPARE(there.sequence.tokens.size(), e.sequence.tokens.size() + 1);
        QCOMPARE(difference_but_text(e, with_token_removed(there, Side::sentence, token + 1)), std::string());
    }
}

void TestTokenEdits::movesWhatStandsToIt() {
    RandomExperiments random(3);
    for (int round = 0; round < many_experiments; ++round) {
        const Experiment e = random.next(ProjectionKind::direct);
        const auto last = static_cast<Index>(e.sequence.tokens.size()) - 1;
        const TokenIndex from = random.between(0, last);
        const TokenIndex to = random.between(0, last);
        const Experiment there = with_token_moved(e, Side::sentence, from, to);
        QVERIFY(there.projection.Q->row(to) == e.projection.Q->row(from));
        if (e.source) {
            QVERIFY(*there.projection.K == *e.projection.K);
            QCOMPARE(there.mask.padding, e.mask.padding);
            continue;
        }
        QVERIFY(there.projection.V->row(to) == e.projection.V->row(from));
        QCOMPARE(is_padding(there.mask, to), is_padding(e.mask, from));
        if (e.mask.custom)
            QCOMPARE(there.mask.custom && (*there.mask.custom)(to, to) == 0,
                     (*e.mask.custom)(from, from) == 0);
    }
}

void TestTokenEdits::ofTheSource() {
    RandomExperiments random(4);
    int done = 0;
    while (done < many_experiments / 10) {
        const Experiment e = random.next(ProjectionKind::direct);
        if (!e.source || e.source->tokens.empty())
            continue;
        ++done;
        const auto last = static_cast<Index>(e.source->tokens.size()) - 1;
        const Experiment there = with_token_moved(e, Side::source, 0, last);
        QVERIFY(there.projection.K->row(last) == e.projection.K->row(0));
        QVERIFY(*there.projection.Q == *e.projection.Q);
        QCOMPARE(is_padding(there.mask, last), is_padding(e.mask, 0));
        QCOMPARE(there.sequence.tokens, e.sequence.tokens);
        QCOMPARE(fault(with_token_removed(e, Side::source, last)), std::string());
    }
}

LAB_GUILESS_TEST(TestTokenEdits)
#include "tst_token_edits.moc"
