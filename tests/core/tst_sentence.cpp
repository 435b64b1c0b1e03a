// SPDX-License-Identifier: GPL-3.0-or-later
//
// The effect of a new sentence on an experiment, and the vectors of new words.
#include "core/edits/dictionary.h"
#include "core/edits/sentence.h"
#include "core/edits/shapes.h"
#include "core/edits/tokens.h"
#include "core/engine/pipeline.h"
#include "core/experiment/is_same.h"
#include "core/experiment/parameter.h"
#include "core/experiment/validate.h"
#include "core/io/experiment_json.h"
#include "core/random/seeded_vector.h"
#include "core/stages/01_tokens.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/fault.h"
#include "tests/support/golden.h"
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>

using namespace lab;
using namespace lab::test;
using Tokens = std::vector<std::string>;

namespace {

/// The length of a longest common subsequence, by brute force.
std::size_t common(const Tokens& a, const Tokens& b, std::size_t i = 0, std::size_t j = 0) {
    if (i == a.size() || j == b.size())
        return 0;
    if (a[i] == b[j])
        return common(a, b, i + 1, j + 1) + 1;
    return std::max(common(a, b, i + 1, j), common(a, b, i, j + 1));
}

RowVector vector_of(const Experiment& e, const std::string& token) {
    return *e.embedding.table->find(token)->values;
}

/// "sky blue", plus a vector for a word that is not in the sentence.
Experiment with_table() {
    Experiment e;
    e.sequence = make_sequence("sky blue");
    e.embedding.dimension = 2;
    EmbeddingTable table;
    for (const auto& [token, x] : {std::pair{"sky", 1.0}, {"blue", 2.0}, {"kept", 3.0}})
        table.set(token, {std::make_shared<const RowVector>(RowVector{{x, -x}}), false});
    e.embedding.table = std::make_shared<const EmbeddingTable>(table);
    e.projection.kind = ProjectionKind::identity;
    return e;
}

/// A random experiment whose sentence can be typed.
Experiment typed(RandomExperiments& random, ProjectionKind kind) {
    for (;;) {
        Experiment experiment = random.next(kind);
        if (experiment.sequence.tokenizer != Tokenizer::manual)
            return experiment;
    }
}

} // namespace

class TestSentence : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void splits_data();
    void splits();
    void alignment_data();
    void alignment();
    void alignmentIsLongest();
    void vectorsOfWords();
    void seededVectors();
    void editedVectorsStay();
    void givenRowsTravel();
    void insertedAndRemoved();
    void newTokensAreVisible();
    void addedScoresTravel();
    void maskThatHidesNothing();
    void positionsLastForTheSource();
    void positionsSwitchedOnAndOff();
    void positionsOfAnotherWidth();
    void offsetStays();
    void offsetNeedsRows();
    void emptiedSentenceReopens();
};

void TestSentence::splits_data() {
    QTest::addColumn<std::string>("text");
    QTest::addColumn<Tokens>("tokens");
    QTest::newRow("empty") << std::string() << Tokens{};
    QTest::newRow("white space") << std::string(" \t\r\n\v\f") << Tokens{};
    QTest::newRow("words") << std::string("  sky is\nblue ") << Tokens{"sky", "is", "blue"};
    QTest::newRow("punctuation stays") << std::string("Hello, world!") << Tokens{"Hello,", "world!"};
    QTest::newRow("Unicode white space")
        << std::string("a\u00a0b\u2003c\u3000d\u2028e\u0085f") << Tokens{"a", "b", "c", "d", "e", "f"};
    QTest::newRow("not white space") << std::string("a\u200bb c\ufeffd") << Tokens{"a\u200bb", "c\ufeffd"};
    QTest::newRow("not normalised") << std::string("\u00e9 e\u0301") << Tokens{"\u00e9", "e\u0301"};
    QTest::newRow("bytes that are no UTF-8")
        << std::string("a\xff b\xe2\x80") << Tokens{"a\xff", "b\xe2\x80"};
}

void TestSentence::splits() {
    QFETCH(std::string, text);
    QFETCH(Tokens, tokens);
    const Sequence sequence = make_sequence(text);
    QCOMPARE(sequence.tokens, tokens);
    QCOMPARE(sequence.text, text);
}

void TestSentence::alignment_data() {
    QTest::addColumn<std::string>("from");
    QTest::addColumn<std::string>("to");
    QTest::addColumn<std::vector<TokenIndex>>("origins");
    using Origins = std::vector<TokenIndex>;
    const auto row = [](const char* name, const char* from, const char* to, const Origins& origins) {
        QTest::newRow(name) << std::string(from) << std::string(to) << origins;
    };
    row("same", "a b c", "a b c", {0, 1, 2});
    row("empty", "", "", {});
    row("all new", "", "a b", {-1, -1});
    row("all gone", "a b", "", {});
    row("inserted", "a c", "a b c", {0, -1, 1});
    row("removed", "a b c", "a c", {0, 2});
    row("replaced", "a b c", "a x c", {0, -1, 2});
    row("swapped", "a b", "b a", {1, -1});
    row("moved to the end", "a b c d", "b c d a", {1, 2, 3, -1});
    row("repeated", "a a", "a a a", {0, 1, -1});
    row("one of a repeat gone", "a a a", "a a", {0, 1});
}

void TestSentence::alignment() {
    QFETCH(std::string, from);
    QFETCH(std::string, to);
    QFETCH(std::vector<TokenIndex>, origins);
    QCOMPARE(aligned(make_sequence(from).tokens, make_sequence(to).tokens), origins);
}

void TestSentence::alignmentIsLongest() {
    RandomExperiments random(11);
    const auto tokens = [&] {
        Tokens result;
        for (Index left = random.between(0, 7); left > 0; --left)
            result.emplace_back(1, "abc"[random.between(0, 2)]);
        return result;
    };
    for (int round = 0; round < 5000; ++round) {
        const Tokens from = tokens();
        const Tokens to = tokens();
        const std::vector<TokenIndex> origins = aligned(from, to);
        QCOMPARE(origins.size(), to.size());
        TokenIndex last = -1;
        std::size_t kept = 0;
        for (std::size_t i = 0; i < to.size(); ++i) {
            if (origins[i] < 0)
                continue;
            QVERIFY(origins[i] > last && origins[i] < TokenIndex(from.size()));
            last = origins[i];
            QCOMPARE(to[i], from[std::size_t(origins[i])]);
            ++kept;
        }
        QCOMPARE(kept, common(from, to));
    }
}

void TestSentence::vectorsOfWords() {
    const Experiment before = with_table();
    const Experiment after = with_text(before, "blue sea sky sea");
    QCOMPARE(after.sequence.tokens, (Tokens{"blue", "sea", "sky", "sea"}));
    for (const char* token : {"sky", "blue", "kept"}) {
        QVERIFY(same_bits(vector_of(after, token), vector_of(before, token)));
        QVERIFY(!after.embedding.table->find(token)->seeded);
    }
    QVERIFY(after.embedding.table->find("sea")->seeded);
    QVERIFY(same_bits(vector_of(after, "sea"), seeded_vector(0, "sea", 2)));
    QVERIFY(validate(after).empty());

    const Experiment emptied = with_text(after, "");
    QVERIFY(emptied.sequence.tokens.empty());
    QVERIFY(!emptied.embedding.table->find("sea"));
    QCOMPARE(emptied.embedding.table->entries().size(), std::size_t(3));
    QVERIFY(validate(emptied).empty());

    const auto differs = difference(with_text(after, "sky blue"), before);
    QVERIFY2(!differs, differs.value_or("").c_str());
}

void TestSentence::seededVectors() {
    const RowVector vector = seeded_vector(0, "sea", 3);
    QVERIFY(same_bits(seeded_vector(0, "sea", 3), vector));
    QVERIFY(same_bits(seeded_vector(0, "sea", 2), vector.head(2)));
    QVERIFY(!same_bits(seeded_vector(1, "sea", 3), vector));
    QVERIFY(!same_bits(seeded_vector(std::uint64_t{1} << 32, "sea", 3), vector));
    QVERIFY(!same_bits(seeded_vector(0, "see", 3), vector));
    // Computed with Python: FNV-1a over eight zero bytes and "sea" ends in 3115512620, which seeds NumPy.
    const Matrix expected{{-1.7952659682779868, -0.4328560700472648, -0.5159132316000248}};
    QCOMPARE(beyond_tolerance(vector, expected).value_or(""), std::string());

    Experiment e = with_text(with_table(), "sea");
    const RowVector first = vector_of(e, "sea");
    e = with_text(with_text(e, "sky"), "the sea");
    QVERIFY(same_bits(vector_of(e, "sea"), first));
}

void TestSentence::editedVectorsStay() {
    const Experiment seeded = with_text(with_table(), "sky sea");
    Experiment edited = with_cell(seeded, ParameterId::E, 1, 0, 0.25);
    QVERIFY(!edited.embedding.table->find("sea")->seeded);
    QVERIFY(seeded.embedding.table->find("sea")->seeded);
    const RowVector vector = vector_of(edited, "sea");
    QCOMPARE(vector(0), 0.25);
    edited = with_text(edited, "sky");
    QVERIFY(same_bits(vector_of(edited, "sea"), vector));
}

void TestSentence::givenRowsTravel() {
    RandomExperiments random(12);
    for (int round = 0; round < 200; ++round) {
        const Experiment before = typed(random, ProjectionKind::direct);
        const Experiment after = with_text(before, random.sentence(0));
        QVERIFY(validate(after).empty());
        for (const ParameterId id : {ParameterId::Q, ParameterId::K, ParameterId::V}) {
            const Tokens& tokens = id == ParameterId::Q ? after.sequence.tokens : key_tokens(after);
            const std::vector<TokenIndex> origins =
                aligned(id == ParameterId::Q ? before.sequence.tokens : key_tokens(before), tokens);
            const Matrix& old_rows = *projection_matrix(before.projection, id);
            const Matrix& rows = *projection_matrix(after.projection, id);
            const std::string prefix = std::string(info(id).name) + ":";
            for (Index i = 0; i < rows.rows(); ++i) {
                const TokenIndex origin = origins[std::size_t(i)];
                const Matrix expected =
                    origin >= 0 ? Matrix(old_rows.row(origin))
                                : Matrix(seeded_vector(before.embedding.seed, prefix + tokens[std::size_t(i)],
                                                       rows.cols()));
                QVERIFY(same_bits(rows.row(i), expected));
            }
        }
    }
}

void TestSentence::insertedAndRemoved() {
    RandomExperiments random(13);
    for (int round = 0; round < many_experiments; ++round) {
        const Experiment before = typed(random, ProjectionKind(random.between(0, 2)));
        Tokens tokens = before.sequence.tokens;
        tokens.insert(tokens.begin() + random.between(0, Index(tokens.size())), "☃");
        std::string text;
        for (const std::string& token : tokens)
            text += token + " ";
        const Experiment back = with_text(with_text(before, text), before.sequence.text);
        if (before.embedding.dimension == 0) {
            QVERIFY(back.embedding.table->entries().empty());
        }
        const auto differs = difference(back, before);
        QVERIFY2(!differs, differs.value_or("").c_str());
    }
}

/// Tokens that are not in the custom mask are visible to all queries and see all keys.
void TestSentence::newTokensAreVisible() {
    RandomExperiments random(15);
    Experiment before = random.plain(ProjectionKind::linear);
    before = with_text(before, "sky is blue");
    before.mask.custom = share(Matrix{{1, 0, 0}, {0, 1, 0}, {0, 0, 0}});
    const Experiment after = with_text(before, "sky now is blue");
    const Matrix expected{{1, 1, 0, 0}, {1, 1, 1, 1}, {0, 1, 1, 0}, {0, 1, 0, 0}};
    QVERIFY(same_bits(*after.mask.custom, expected));
}

/// Added scores travel with their tokens; nothing is added for a new one.
void TestSentence::addedScoresTravel() {
    RandomExperiments random(18);
    Experiment before = with_text(random.plain(ProjectionKind::linear), "sky is blue");
    const double hidden = -std::numeric_limits<double>::infinity();
    before.scores.additive = {share(Matrix{{1, 2, 3}, {4, hidden, 6}, {7, 8, 9}})};
    const Experiment longer = with_text(before, "sky now is blue");
    QVERIFY(same_bits(*longer.scores.additive.front(),
                      Matrix{{1, 0, 2, 3}, {0, 0, 0, 0}, {4, 0, hidden, 6}, {7, 0, 8, 9}}));
    QVERIFY(same_bits(*with_text(before, "blue").scores.additive.front(), Matrix{{9}}));
    const Experiment two = with_text(with_source(before, true), "blue sky", Side::source);
    QVERIFY(same_bits(two.scores.additive.front()->row(0), Matrix{{3, 0}}));
    QCOMPARE(with_source(two, false).scores.additive.front()->cols(), Index(3));
}

/// A custom mask of which no hidden cell is left is gone: nothing says "custom" any more.
void TestSentence::maskThatHidesNothing() {
    RandomExperiments random(17);
    Experiment before = with_text(random.plain(ProjectionKind::linear), "sky is blue");
    before.mask.custom = share(Matrix{{1, 1, 0}, {1, 1, 1}, {1, 1, 1}});
    QVERIFY(with_text(before, "sky blue").mask.custom);
    QVERIFY(!with_text(before, "sky is").mask.custom);
    const Experiment two = with_text(with_source(before, true), "sky", Side::source);
    QVERIFY(!with_source(two, false).mask.custom);
}

/// The sentence may be shorter than the source, whose keys still need their learned positions.
void TestSentence::positionsLastForTheSource() {
    RandomExperiments random(16);
    Experiment before = random.plain(ProjectionKind::linear);
    before.source = make_sequence("one two three four five");
    before.embedding.position.kind = PositionKind::learned;
    before.embedding.position.table = share(Matrix(0, before.embedding.dimension));
    const Experiment after = with_text(before, "short");
    QCOMPARE(after.embedding.position.table->rows(), Index(5));
    QVERIFY(bool(compute(after)));
    QCOMPARE(with_text(after, "shorter still").embedding.position.table->rows(), Index(5));
}

/// A saved document can always be reopened, even with given Q, K and V and no tokens.
void TestSentence::emptiedSentenceReopens() {
    RandomExperiments random(14);
    for (int i = 0; i < 100; ++i) {
        const Experiment emptied = with_text(typed(random, ProjectionKind(random.between(0, 2))), "");
        const Result<Experiment> reopened = read_experiment(write_experiment(emptied));
        QVERIFY2(reopened, reopened ? "" : reopened.error().message().c_str());
        const Experiment again = with_text(reopened.value(), "two words");
        QVERIFY(validate(again).empty());
        QVERIFY(bool(compute(again)));
    }
}

// An edited position table is restored when learned positions are switched on again.
void TestSentence::positionsSwitchedOnAndOff() {
    const Experiment before = with_table();
    const Experiment on = with_position(before, PositionKind::learned).value();
    QVERIFY(validate(on).empty());
    const Matrix& table = *on.embedding.position.table;
    QCOMPARE(table.rows(), Index(before.sequence.tokens.size()));
    for (Index row = 0; row < table.rows(); ++row)
        QVERIFY(same_bits(table.row(row), seeded_vector(0, "position:" + std::to_string(row), 2)));
    const Experiment edited = with_cell(on, ParameterId::position, 1, 0, 7);
    QCOMPARE(value_at(edited, ParameterId::position, 1, 0), 7.0);
    const Experiment off = with_position(edited, PositionKind::none).value();
    QVERIFY(!parameter(off, ParameterId::position));
    QVERIFY(is_same(with_position(off, PositionKind::learned).value(), edited));
    // A longer sentence adds rows.
    const Experiment longer = with_text(off, "one two three four five six seven");
    const Experiment again = with_position(longer, PositionKind::learned).value();
    QVERIFY(validate(again).empty());
    QCOMPARE(again.embedding.position.table->rows(), Index(7));
    QCOMPARE(value_at(again, ParameterId::position, 1, 0), 7.0);
    QVERIFY(is_same(with_position(on, PositionKind::learned).value(), on));
}

void TestSentence::positionsOfAnotherWidth() {
    Experiment before = with_table();
    before.embedding.position.table = share(Matrix::Ones(9, 5)); // unused, so its width is not validated
    const Experiment on = with_position(before, PositionKind::learned).value();
    QVERIFY(validate(on).empty());
    QCOMPARE(on.embedding.position.table->cols(), Index(2));
}

/// Whatever is done to its tokens, a sentence begins at the same position.
void TestSentence::offsetStays() {
    Experiment e = with_table();
    e.sequence.offset = 4;
    e = with_source(e, true);
    QCOMPARE(e.source->offset, Index(4));
    e.source->offset = 2;
    const auto check = [](const Experiment& next) {
        QCOMPARE(next.sequence.offset, Index(4));
        QCOMPARE(next.source->offset, Index(2));
    };
    for (const Side side : {Side::sentence, Side::source}) {
        check(with_text(e, "another text", side));
        check(with_text(e, "", side));
        for (const Tokenizer tokenizer : {Tokenizer::words, Tokenizer::characters, Tokenizer::manual})
            check(with_tokenizer(e, tokenizer, side));
        const Experiment by_hand = with_tokenizer(e, Tokenizer::manual, side);
        for (const Experiment& each : {e, by_hand}) {
            check(with_token_moved(each, side, 0, 1));
            check(with_token_removed(each, side, 0));
            check(with_token_duplicated(each, side, 0));
            check(with_token_replaced(each, side, 0, "new"));
        }
    }
    const std::string word = e.sequence.tokens.front();
    check(with_word_renamed(e, word, "unheard"));
    QCOMPARE(with_source(e, false).sequence.offset, Index(4));
}

/// The table follows, and one that does not fit into memory is refused.
void TestSentence::offsetNeedsRows() {
    const Experiment e = with_position(with_table(), PositionKind::learned).value();
    const Index tokens = Index(e.sequence.tokens.size());
    const Experiment later = with_offset(e, Side::sentence, 5).value();
    QCOMPARE(fault(later), std::string());
    QCOMPARE(later.embedding.position.table->rows(), tokens + 5);
    QVERIFY(is_same(with_offset(later, Side::sentence, 0).value(), e));
    QVERIFY(!with_offset(e, Side::sentence, 100'000'000));
    const Experiment none = with_position(e, PositionKind::none).value();
    const Experiment far = with_offset(none, Side::sentence, 100'000'000).value();
    QVERIFY(far.embedding.position.table == e.embedding.position.table);
    QVERIFY(!with_position(far, PositionKind::learned));
    QVERIFY(!with_size(with_offset(e, Side::sentence, 100'000).value(), Size::d_model, 10'000));
}

LAB_APPLESS_TEST(TestSentence)
#include "tst_sentence.moc"
