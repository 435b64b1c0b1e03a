// SPDX-License-Identifier: GPL-3.0-or-later
//
// A sentence word by word: each step's stages are rows of the whole computation.
#include "core/edits/dictionary.h"
#include "core/edits/next_word.h"
#include "core/edits/sentence.h"
#include "core/engine/pipeline.h"
#include "core/experiment/cache_step.h"
#include "core/experiment/parameter.h"
#include "core/io/experiment_json.h"
#include "tests/core/letters.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/fault.h"
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <tuple>

using namespace lab;
using namespace lab::test;
using Tokens = std::vector<std::string>;

namespace {

/// A random experiment with self-attention, without dropout, which draws other numbers for one query.
Experiment alone(RandomExperiments& random) {
    for (;;) {
        Experiment experiment = random.next();
        if (experiment.source)
            continue;
        experiment.dropout.reset();
        std::erase_if(experiment.overrides,
                      [](const Override& each) { return each.stage == StageId::dropped_weights; });
        return with_tokenizer(experiment, Tokenizer(random.between(0, 3)));
    }
}

/// The same, of which no move loses anything, with a causal mask.
Experiment causal(RandomExperiments& random) {
    for (;;) {
        Experiment experiment = alone(random);
        experiment.mask.causal = true;
        experiment.mask.custom.reset();
        experiment.mask.padding.clear();
        experiment.scores.additive.clear();
        std::erase_if(experiment.overrides, [&](const Override& each) {
            return each.column != 0 || info(each.stage).columns != Axis::model_feature || each.row != 0;
        });
        if (has_inputs(experiment) && experiment.sequence.tokenizer != Tokenizer::manual &&
            experiment.embedding.inputs == InputKind::tokens)
            return experiment;
    }
}

/// Whether the numbers are the same up to rounding, which is measured by the largest of the row.
bool near_rows(const Matrix& actual, const Matrix& expected) {
    if (actual.rows() != expected.rows() || actual.cols() != expected.cols())
        return false;
    for (Index row = 0; row < actual.rows(); ++row) {
        double largest = 0;
        for (const double value : expected.row(row)) {
            if (std::isfinite(value))
                largest = std::max(largest, std::abs(value));
        }
        for (Index column = 0; column < actual.cols(); ++column) {
            const double a = actual(row, column), b = expected(row, column);
            const bool finite = std::isfinite(a) && std::isfinite(b);
            if (finite ? std::abs(a - b) > 1e-12 * largest : a != b && !(std::isnan(a) && std::isnan(b)))
                return false;
        }
    }
    return true;
}

/// The rows and columns of a whole stage that a cache step with `keys` keys has.
Matrix part_of(const StageInfo& stage, const Matrix& whole, Index keys) {
    const bool of_query = stage.rows == Axis::query_token && stage.id != StageId::source_inputs;
    const Index columns = stage.columns == Axis::key_token ? keys : whole.cols();
    return of_query ? whole.block(keys - 1, 0, 1, columns) : whole.block(0, 0, keys, columns);
}

/// The name of a stage whose numbers are not those of the whole computation; empty if there is none.
std::string other_stage(const Experiment& step, const Trace& whole) {
    const Trace trace = compute(step).value();
    const auto keys = static_cast<Index>(step.source->tokens.size());
    for (const StageInfo& stage : all_stages()) {
        if (!has_stage(step, stage.id))
            continue;
        const StageId there = stage.id == StageId::source_inputs ? StageId::inputs : stage.id;
        for (HeadIndex head = 0; head < (stage.per_head ? step.heads.count : 1); ++head) {
            if (!near_rows(trace.stage(stage.id, head), part_of(stage, whole.stage(there, head), keys)))
                return std::string(stage.name);
        }
    }
    return {};
}

/// Without the order of overrides of different cells, which means nothing.
Experiment sorted(Experiment experiment) {
    std::ranges::stable_sort(experiment.overrides, {}, [](const Override& each) {
        return std::tuple(each.stage, each.head, each.row, each.column);
    });
    return experiment;
}

} // namespace

class TestNextWord : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void lastRow();
    void triangle();
    void stepsAreSound();
    void textStays();
    void wordsToComeAreUsed();
    void typed_data();
    void typed();
    void wordsThatAreNone();
    void isStep_data();
    void isStep();
};

void TestNextWord::lastRow() {
    RandomExperiments random(1);
    for (int round = 0; round < many_experiments; ++round) {
        const Experiment whole = alone(random);
        const Experiment step = with_last_word(whole);
        QCOMPARE(fault(step), std::string());
        QVERIFY(is_cache_step(step));
        QCOMPARE(other_stage(step, compute(whole).value()), std::string());
        QVERIFY(distinct_tokens(step) == distinct_tokens(whole)); // the rows of E stay in order
        QVERIFY(words_to_come(step).empty());
    }
}

/// Down to the first word and on to the last one, each step is a row of the whole computation, and the way
/// out leads to where it began.
void TestNextWord::triangle() {
    RandomExperiments random(2);
    for (int round = 0; round < many_experiments / 4; ++round) {
        const Experiment whole = causal(random);
        const Trace trace = compute(whole).value();
        QVERIFY(!cache_problem(whole, CacheMove::in));
        std::vector<Experiment> steps{with_last_word(whole)};
        while (steps.back().source->tokens.size() > 1) {
            QVERIFY(!cache_problem(steps.back(), CacheMove::back) || !whole.overrides.empty());
            steps.push_back(with_word_before(steps.back()));
            QCOMPARE(fault(steps.back()), std::string());
            QVERIFY(is_cache_step(steps.back()));
            QCOMPARE(other_stage(steps.back(), trace), std::string());
            QCOMPARE(words_to_come(steps.back()).size(), steps.size() - 1);
        }
        for (std::size_t i = steps.size() - 1; i > 0; --i) {
            const auto wholeAgain = difference(sorted(with_whole_sentence(steps[i])), sorted(whole));
            QVERIFY2(!wholeAgain, wholeAgain.value_or("").c_str());
            const auto differs = difference(with_next_word(steps[i]), steps[i - 1]);
            QVERIFY2(!differs, differs.value_or("").c_str());
        }
        const auto differs = difference(sorted(with_whole_sentence(steps.front())), sorted(whole));
        QVERIFY2(!differs, differs.value_or("").c_str());
    }
}

/// Whatever is lost on the way, the document stays valid and can be reopened.
void TestNextWord::stepsAreSound() {
    RandomExperiments random(3);
    for (int round = 0; round < many_experiments / 4; ++round) {
        Experiment e = with_last_word(alone(random));
        for (int left = 8; left > 0; --left) {
            switch (random.between(0, 3)) {
            case 0:
                if (e.source->tokens.size() > 1)
                    e = with_word_before(e);
                break;
            case 1:
                if (!words_to_come(e).empty())
                    e = with_next_word(e);
                break;
            case 2:
                if (const auto typed = with_typed_word(e, random.sentence()))
                    e = *typed;
                break;
            default:
                random.add_override(e);
            }
            QCOMPARE(fault(e), std::string());
            QVERIFY(is_cache_step(e));
            QVERIFY(read_experiment(write_experiment(e)));
        }
        const Experiment out = with_whole_sentence(e);
        QCOMPARE(fault(out), std::string());
        QVERIFY(!out.source);
        QCOMPARE(out.sequence.offset, e.source->offset);
    }
}

/// Where a word is removed, its seeded vector is kept as long as it is to come.
void TestNextWord::textStays() {
    const Experiment whole = letters();
    const Experiment last = with_last_word(whole);
    QCOMPARE(last.sequence.tokens, Tokens{"d"});
    QCOMPARE(last.sequence.offset, Index(5));
    QCOMPARE(last.source->offset, Index(2));
    QCOMPARE(last.source->text, whole.sequence.text);
    const Experiment second = with_word_before(with_word_before(last));
    QCOMPARE(second.sequence.text, whole.sequence.text);
    QCOMPARE(second.source->text, std::string("a b"));
    QCOMPARE(second.sequence.offset, Index(3));
    QCOMPARE(words_to_come(second), (Tokens{"c", "d"}));
    QVERIFY(second.embedding.table->find("d")->seeded);
    QCOMPARE(with_next_word(second).source->text, std::string("a b  c"));
    // Typing into the source leaves the words to come behind.
    const Experiment other = with_text(second, "x b", Side::source);
    QVERIFY(is_cache_step(other));
    QVERIFY(words_to_come(other).empty());
    QCOMPARE(with_whole_sentence(other).sequence.tokens, (Tokens{"x", "b"}));
}

/// They are not offered for deletion, and follow a new name.
void TestNextWord::wordsToComeAreUsed() {
    const Experiment whole = letters();
    const Experiment second = with_word_before(with_word_before(with_last_word(whole)));
    QCOMPARE(unused_word_count(second), Index(0));
    for (const char* word : {"a", "b", "d"}) {
        QVERIFY(!rename_problem(second, word, "new"));
        QCOMPARE(rename_problem(second, word, "two words"), std::optional(RenameProblem::splits));
        const Experiment renamed = with_word_renamed(second, word, "new");
        QCOMPARE(fault(renamed), std::string());
        QVERIFY(is_cache_step(renamed));
        QCOMPARE(words_to_come(renamed).size(), std::size_t(2));
        const auto differs = difference(with_whole_sentence(renamed), with_word_renamed(whole, word, "new"));
        QVERIFY2(!differs, differs.value_or("").c_str());
    }
}

void TestNextWord::typed_data() {
    QTest::addColumn<int>("tokenizer");
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::string>("word");
    QTest::addColumn<std::string>("whole");
    QTest::addColumn<Tokens>("query");
    QTest::addColumn<Tokens>("toCome");
    const auto row = [](const char* name, Tokenizer tokenizer, const char* text, const char* word,
                        const char* whole, const Tokens& query, const Tokens& to_come) {
        QTest::newRow(name) << int(tokenizer) << std::string(text) << std::string(word) << std::string(whole)
                            << query << to_come;
    };
    row("a word", Tokenizer::whitespace, "we walk", "home", "we walk home", {"home"}, {});
    row("after a space", Tokenizer::whitespace, "we walk ", "home", "we walk home", {"home"}, {});
    row("several", Tokenizer::whitespace, "we walk", "in the rain", "we walk in the rain", {"in"},
        {"the", "rain"});
    row("the same word", Tokenizer::whitespace, "the", "the", "the the", {"the"}, {});
    row("a mark", Tokenizer::words, "we walk", ", home", "we walk , home", {","}, {"home"});
    row("letters", Tokenizer::characters, "we", "lt", "welt", {"l"}, {"t"});
    row("by hand", Tokenizer::manual, "we walk", "New York", "we walk", {"New York"}, {});
}

void TestNextWord::typed() {
    QFETCH(int, tokenizer);
    QFETCH(std::string, text);
    QFETCH(std::string, word);
    Experiment e = letters();
    e = with_text(e, text);
    e = with_tokenizer(e, Tokenizer(tokenizer));
    const Experiment step = with_last_word(e);
    QVERIFY(!cache_problem(step, CacheMove::on));
    const Experiment next = with_typed_word(step, word).value();
    QCOMPARE(fault(next), std::string());
    QVERIFY(is_cache_step(next));
    QTEST(next.sequence.tokens, "query");
    QTEST(next.sequence.text, "whole");
    QTEST(words_to_come(next), "toCome");
    QCOMPARE(next.source->tokens.size(), step.source->tokens.size() + 1);
    QCOMPARE(next.sequence.offset, step.sequence.offset + 1);
}

void TestNextWord::wordsThatAreNone() {
    const Experiment step = with_last_word(letters());
    QVERIFY(!with_typed_word(step, ""));
    QVERIFY(!with_typed_word(step, " \t"));
    Experiment given = with_tokenizer(letters(), Tokenizer::manual);
    QVERIFY(!with_typed_word(with_last_word(given), " "));
    // A combining accent would change the letter that is there.
    given = with_tokenizer(letters(), Tokenizer::characters);
    given = with_text(given, "ab");
    QVERIFY(!with_typed_word(with_last_word(given), "\u0301"));
}

void TestNextWord::isStep_data() {
    QTest::addColumn<std::function<void(Experiment&)>>("change");
    QTest::addColumn<bool>("expected");
    const auto row = [](const char* name, bool expected, const std::function<void(Experiment&)>& change) {
        QTest::newRow(name) << change << expected;
    };
    row("as made", true, [](Experiment&) {});
    row("no source", false, [](Experiment& e) { e.source.reset(); });
    row("split by spaces", false, [](Experiment& e) { e.sequence.tokenizer = Tokenizer::whitespace; });
    row("another token", false, [](Experiment& e) { e.sequence.tokens = {"a"}; });
    row("two tokens", false, [](Experiment& e) { e.sequence.tokens = {"d", "d"}; });
    row("no keys", false, [](Experiment& e) { e.source->tokens.clear(); });
    row("another position", false, [](Experiment& e) { e.sequence.offset = 0; });
}

void TestNextWord::isStep() {
    QFETCH(std::function<void(Experiment&)>, change);
    Experiment e = with_last_word(letters());
    change(e);
    QTEST(is_cache_step(e), "expected");
}

LAB_APPLESS_TEST(TestNextWord)
#include "tst_next_word.moc"
