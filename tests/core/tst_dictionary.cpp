// SPDX-License-Identifier: GPL-3.0-or-later
//
// The vectors of all words: edited, renamed along with the sentences, deleted, reset to their seed.
#include "core/edits/dictionary.h"
#include "core/edits/sentence.h"
#include "core/engine/pipeline.h"
#include "core/experiment/is_same.h"
#include "core/experiment/parameter.h"
#include "core/random/seeded_vector.h"
#include "core/stages/01_tokens.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/fault.h"
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <algorithm>

using namespace lab;
using namespace lab::test;

namespace {

/// A random experiment that uses its vectors, with extra words that are in no sentence.
Experiment with_dictionary(RandomExperiments& random) {
    Experiment e = random.next(random.coin() ? ProjectionKind::linear : ProjectionKind::identity);
    EmbeddingTable table = *e.embedding.table;
    for (const char* word : {"unused", "New York", "moon"}) {
        RowVector values(e.embedding.dimension);
        for (double& value : values)
            value = random.number();
        table.set(word, {std::make_shared<const RowVector>(values), false});
    }
    e.embedding.table = std::make_shared<const EmbeddingTable>(std::move(table));
    return e;
}

std::string any_word(const Experiment& e, RandomExperiments& random) {
    const auto& entries = e.embedding.table->entries();
    return entries[static_cast<std::size_t>(random.between(0, static_cast<Index>(entries.size()) - 1))].token;
}

bool is_used(const Experiment& e, const std::string& word) {
    return used_words(e).contains(word);
}

/// An experiment with this text and tokenizer, each word with a vector.
Experiment sentence(const std::string& text, Tokenizer tokenizer) {
    Experiment e;
    e.embedding.dimension = 2;
    e.projection.kind = ProjectionKind::identity;
    e.sequence.tokenizer = tokenizer;
    return with_text(e, text);
}

RowVector values_of(const Experiment& e, const std::string& word) {
    return *e.embedding.table->find(word)->values;
}

/// Whether every stage has the same numbers.
bool computes_the_same(const Experiment& a, const Experiment& b) {
    const Trace x = compute(a).value();
    const Trace y = compute(b).value();
    return std::ranges::all_of(all_stages(), [&](const StageInfo& stage) {
        for (HeadIndex head = 0; head < (stage.per_head ? a.heads.count : 1); ++head) {
            if (!same_bits(x.stage(stage.id, head), y.stage(stage.id, head)))
                return false;
        }
        return true;
    });
}

} // namespace

class TestDictionary : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void values();
    void valuesOfTheSentence();
    void reseeded();
    void renamed();
    void renamedTexts_data();
    void renamedTexts();
    void refusedNames_data();
    void refusedNames();
    void renamedIsOnesOwn();
    void deleted();
    void unusedDeleted();
    void manyWords();
};

void TestDictionary::values() {
    RandomExperiments random(1);
    for (int round = 0; round < many_experiments; ++round) {
        const Experiment e = with_dictionary(random);
        const std::string word = any_word(e, random);
        const Index column = random.between(0, e.embedding.dimension - 1);
        const Experiment after = with_word_value(e, word, column, 7.5);
        QCOMPARE(fault(after), std::string());
        QCOMPARE(values_of(after, word)(column), 7.5);
        QVERIFY(!after.embedding.table->find(word)->seeded);
        for (const auto& [token, vector] : e.embedding.table->entries()) {
            if (token != word)
                QVERIFY(after.embedding.table->find(token)->values == vector.values);
        }
        QCOMPARE(computes_the_same(e, after) || is_used(e, word), true);
        const Experiment back = with_word_value(after, word, column, values_of(e, word)(column));
        QVERIFY(is_same(back, e));
    }
}

/// For a word of the sentence, this equals editing the cell of E.
void TestDictionary::valuesOfTheSentence() {
    Experiment e = sentence("sky is sky", Tokenizer::whitespace);
    e.origin = std::make_shared<const nlohmann::ordered_json>(nlohmann::ordered_json::parse(
        R"({"E": {"generator": "numpy", "seed": 3, "distribution": "normal"}})"));
    QVERIFY(e.embedding.table->find("is")->seeded);
    const Experiment after = with_word_value(e, "is", 1, 3);
    QVERIFY(is_same(after, with_cell(e, ParameterId::E, 1, 1, 3)));
    QVERIFY(is_as_seeded(e.embedding, "is") && !is_as_seeded(after.embedding, "is"));
}

void TestDictionary::reseeded() {
    Experiment e = sentence("sky is", Tokenizer::whitespace);
    e.embedding.seed = 5;
    e = with_word_value(e, "sky", 0, 9);
    const Experiment after = with_word_reseeded(e, "sky");
    QVERIFY(same_bits(values_of(after, "sky"), seeded_token(after.embedding, "sky")));
    QVERIFY(after.embedding.table->find("sky")->seeded && is_as_seeded(after.embedding, "sky"));
    QVERIFY(!with_text(after, "is").embedding.table->find("sky")); // seeded again, so dropped with its token
    QCOMPARE(fault(after), std::string());
    Experiment loaded = after; // a file does not store which vectors are seeded
    EmbeddingTable table = *after.embedding.table;
    table.set("sky", {table.find("sky")->values, false});
    loaded.embedding.table = std::make_shared<const EmbeddingTable>(table);
    QVERIFY(is_as_seeded(loaded.embedding, "sky"));
}

/// No computed number changes, everything attached to the word's tokens stays, and renaming back restores it
/// exactly.
void TestDictionary::renamed() {
    RandomExperiments random(2);
    for (int round = 0; round < many_experiments; ++round) {
        const Experiment e = with_dictionary(random);
        const std::string word = any_word(e, random);
        const std::string name = "☃";
        QVERIFY(!rename_problem(e, word, name));
        const Experiment after = with_word_renamed(e, word, name);
        QCOMPARE(fault(after), std::string());
        QVERIFY(!after.embedding.table->find(word));
        QVERIFY(same_bits(values_of(after, name), values_of(e, word)));
        QVERIFY(std::ranges::count(after.sequence.tokens, name) ==
                std::ranges::count(e.sequence.tokens, word));
        QVERIFY(computes_the_same(e, after));
        Experiment back = with_word_renamed(after, name, word);
        // Spaces added to separate the tokens remain.
        back.sequence.text = e.sequence.text;
        if (e.source)
            back.source->text = e.source->text;
        const auto differs = difference(back, e);
        QVERIFY2(!differs, differs.value_or("").c_str());
    }
}

void TestDictionary::renamedTexts_data() {
    QTest::addColumn<QString>("before");
    QTest::addColumn<Tokenizer>("tokenizer");
    QTest::addColumn<QString>("word");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("after");
    const auto row = [](const char* before, Tokenizer tokenizer, const char* word, const char* name,
                        const char* after) {
        QTest::addRow("%s: %s", before, name) << before << tokenizer << word << name << after;
    };
    using enum Tokenizer;
    row("sky  is\tsky ", whitespace, "sky", "sea", "sea  is\tsea ");
    row("go, stop!", words, "stop", "halt", "go, halt!");
    row("stop!", words, "!", "now", "stop now"); // without the space, "stopnow" would be one word
    row("abca", characters, "a", "ä", "äbcä");
    row("sky is", whitespace, "sky", "sky", "sky is");
}

void TestDictionary::renamedTexts() {
    QFETCH(QString, before);
    QFETCH(Tokenizer, tokenizer);
    QFETCH(QString, word);
    QFETCH(QString, name);
    const Experiment e = sentence(before.toStdString(), tokenizer);
    QVERIFY(!rename_problem(e, word.toStdString(), name.toStdString()));
    const Experiment after = with_word_renamed(e, word.toStdString(), name.toStdString());
    QTEST(QString::fromStdString(after.sequence.text), "after");
    QVERIFY(after.sequence.tokens == make_sequence(after.sequence.text, tokenizer).tokens);
    QCOMPARE(fault(after), std::string());
}

void TestDictionary::refusedNames_data() {
    QTest::addColumn<Tokenizer>("tokenizer");
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("problem"); // −1: none
    using enum Tokenizer;
    const auto row = [](const char* what, Tokenizer tokenizer, const char* name,
                        std::optional<RenameProblem> problem) {
        QTest::newRow(what) << tokenizer << name << (problem ? int(*problem) : -1);
    };
    row("empty", whitespace, "", RenameProblem::empty);
    row("of another word", whitespace, "b", RenameProblem::taken);
    row("its own", whitespace, "a", std::nullopt);
    row("two words", whitespace, "New York", RenameProblem::splits);
    row("white space", whitespace, " ", RenameProblem::splits);
    row("punctuation", words, "stop!", RenameProblem::splits);
    row("punctuation, by spaces", whitespace, "stop!", std::nullopt);
    row("letters", characters, "xy", RenameProblem::splits);
    row("by hand", manual, "New York", std::nullopt);
}

void TestDictionary::refusedNames() {
    QFETCH(Tokenizer, tokenizer);
    QFETCH(QString, name);
    Experiment e = sentence("a b", Tokenizer::whitespace);
    e = with_tokenizer(e, tokenizer);
    const auto code = [&] {
        const auto problem = rename_problem(e, "a", name.toStdString());
        return problem ? int(*problem) : -1;
    };
    QTEST(code(), "problem");
    // The second sentence is checked too.
    e = with_text(with_source(e, true), "c", Side::sentence);
    if (tokenizer != Tokenizer::manual)
        QTEST(code(), "problem");
}

/// The seed gives the new name a different vector, so the renamed vector must not count as seeded.
void TestDictionary::renamedIsOnesOwn() {
    const Experiment e = sentence("sky is", Tokenizer::whitespace);
    const Experiment after = with_word_renamed(e, "sky", "sea");
    QVERIFY(!after.embedding.table->find("sea")->seeded);
    QVERIFY(!is_as_seeded(after.embedding, "sea"));
    QCOMPARE(after.embedding.table->entries().front().token, std::string("sea"));
    QVERIFY(with_text(after, "is").embedding.table->find("sea"));
}

void TestDictionary::deleted() {
    RandomExperiments random(3);
    for (int round = 0; round < many_experiments; ++round) {
        const Experiment e = with_dictionary(random);
        if (is_used(e, "New York")) // possible for manual tokens
            continue;
        const Experiment after = without_word(e, "New York");
        QCOMPARE(fault(after), std::string());
        QVERIFY(!after.embedding.table->find("New York"));
        QCOMPARE(after.embedding.table->entries().size() + 1, e.embedding.table->entries().size());
        QVERIFY(computes_the_same(e, after));
    }
}

void TestDictionary::unusedDeleted() {
    RandomExperiments random(4);
    for (int round = 0; round < many_experiments; ++round) {
        const Experiment e = with_dictionary(random);
        const Experiment after = without_unused_words(e);
        QCOMPARE(fault(after), std::string());
        QCOMPARE(unused_word_count(after), Index(0));
        const auto words = [](const Experiment& each) {
            return Index(each.embedding.table->entries().size());
        };
        if (has_inputs(e) && e.embedding.inputs == InputKind::tokens) // else used words may have no vector
            QCOMPARE(words(after), Index(used_words(e).size()));
        QCOMPARE(words(e), words(after) + unused_word_count(e));
        QVERIFY(computes_the_same(e, after));
        QVERIFY(is_same(without_unused_words(after), after));
    }
}

/// Each edit makes a single pass over the table, so this finishes quickly.
void TestDictionary::manyWords() {
    Experiment e = sentence("sky", Tokenizer::whitespace);
    EmbeddingTable table = *e.embedding.table;
    const auto vector = std::make_shared<const RowVector>(RowVector::Ones(2));
    for (int i = 0; i < 100000; ++i)
        table.set("word" + std::to_string(i), {vector, false});
    e.embedding.table = std::make_shared<const EmbeddingTable>(std::move(table));
    QCOMPARE(unused_word_count(e), Index(100000));
    QVERIFY(with_word_renamed(e, "word7", "seven").embedding.table->find("seven"));
    QCOMPARE(without_unused_words(e).embedding.table->entries().size(), std::size_t(1));
}

LAB_APPLESS_TEST(TestDictionary)
#include "tst_dictionary.moc"
