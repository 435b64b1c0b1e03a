// SPDX-License-Identifier: GPL-3.0-or-later
//
// A second sentence that supplies the keys and values: added, edited, removed.
#include "core/edits/tokens.h"
#include "core/engine/pipeline.h"
#include "core/experiment/is_same.h"
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

namespace {

/// A random experiment with or without a second sentence.
Experiment random_experiment(RandomExperiments& random, bool source) {
    for (;;) {
        Experiment experiment = random.next();
        if (experiment.source.has_value() == source)
            return experiment;
    }
}

/// "a b c" with given Q, K and V, each 1, 2, 3.
Experiment given() {
    Experiment e;
    e.sequence = make_sequence("a b c");
    e.projection.kind = ProjectionKind::direct;
    e.projection.Q = e.projection.K = e.projection.V = share(Matrix{{1}, {2}, {3}});
    return e;
}

} // namespace

class TestCrossAttention : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void addedMovesNothing();
    void addedAndRemoved();
    void fixedInputs();
    void keysGoBack();
    void removedIsSound();
    void typedThereAndBack();
    void typedMovesNoQueries();
    void splitInAnotherWay();
};

void TestCrossAttention::addedMovesNothing() {
    RandomExperiments random(1);
    for (int round = 0; round < many_experiments; ++round) {
        const Experiment before = random_experiment(random, false);
        const Experiment after = with_source(before, true);
        QCOMPARE(fault(after), std::string());
        QCOMPARE(after.source->tokens, before.sequence.tokens);
        const Trace old_trace = compute(before).value();
        const Trace trace = compute(after).value();
        for (const StageInfo& stage : all_stages()) {
            if (!has_stage(after, stage.id))
                continue;
            const StageId was = stage.id == StageId::source_inputs ? StageId::inputs : stage.id;
            for (HeadIndex head = 0; head < (stage.per_head ? after.heads.count : 1); ++head)
                QVERIFY2(same_bits(trace.stage(stage.id, head), old_trace.stage(was, head)),
                         stage.name.data());
        }
        QVERIFY(is_same(with_source(after, true), after));
    }
}

void TestCrossAttention::addedAndRemoved() {
    RandomExperiments random(2);
    for (int round = 0; round < many_experiments; ++round) {
        const Experiment before = random_experiment(random, false);
        const auto differs = difference(with_source(with_source(before, true), false), before);
        QVERIFY2(!differs, differs.value_or("").c_str());
    }
}

/// An overridden cell of X also fed the keys and values, and must keep doing so.
void TestCrossAttention::fixedInputs() {
    RandomExperiments random(3);
    Experiment before = random.plain(ProjectionKind::linear);
    before.overrides = {{StageId::inputs, 0, 0, 0, 7, nullptr}};
    const Experiment after = with_source(before, true);
    QCOMPARE(after.overrides.size(), std::size_t{2});
    QVERIFY(after.overrides[1].stage == StageId::source_inputs && after.overrides[1].value == 7);
    Experiment other = after;
    other.overrides[1].value = 8; // the override of the first sentence is kept
    QVERIFY(is_same(with_source(other, false), before));
}

/// Settings of the second sentence's keys move to the matching tokens of the first.
void TestCrossAttention::keysGoBack() {
    Experiment e = with_source(given(), true);
    e = with_text(e, "x c a", Side::source); // "c" matches the third token
    QCOMPARE((*e.projection.K)(1, 0), 3.0);
    e.mask.padding = {0, 1};
    e.mask.custom = share(Matrix{{1, 0, 1}, {1, 1, 1}, {0, 0, 0}});
    e.overrides = {{StageId::scores, 0, 2, 1, 5, nullptr},
                   {StageId::scores, 0, 2, 0, 6, nullptr}, // deleted with "x"
                   {StageId::queries, 0, 1, 0, 4, nullptr}};
    const Experiment after = with_source(e, false);
    QCOMPARE(fault(after), std::string());
    const std::vector<TokenIndex> keys = aligned({"x", "c", "a"}, {"a", "b", "c"});
    for (TokenIndex token = 0; token < 3; ++token) {
        const TokenIndex key = keys[static_cast<std::size_t>(token)];
        if (key >= 0)
            QCOMPARE((*after.projection.K)(token, 0), (*e.projection.K)(key, 0));
        for (Index query = 0; query < 3; ++query)
            QCOMPARE((*after.mask.custom)(query, token), key >= 0 ? (*e.mask.custom)(query, key) : 1.0);
        QCOMPARE(is_padding(after.mask, token), key >= 0 && is_padding(e.mask, key));
    }
    QVERIFY(*after.projection.Q == *e.projection.Q);
    for (const Override& each : after.overrides) {
        QVERIFY(each.value != 6);
        if (each.stage == StageId::scores)
            QCOMPARE(keys[static_cast<std::size_t>(each.column)], TokenIndex{1});
    }
}

void TestCrossAttention::removedIsSound() {
    RandomExperiments random(4);
    for (int round = 0; round < many_experiments; ++round) {
        const Experiment after = with_source(random_experiment(random, true), false);
        QCOMPARE(fault(after), std::string());
        QVERIFY(!after.source);
        QVERIFY(bool(compute(after)));
        QVERIFY(is_same(with_source(after, false), after));
    }
}

void TestCrossAttention::typedThereAndBack() {
    RandomExperiments random(5);
    for (int round = 0; round < many_experiments; ++round) {
        const Experiment before = random_experiment(random, true);
        if (before.source->tokenizer == Tokenizer::manual)
            continue;
        const std::string text = before.source->text;
        const Experiment typed = with_text(before, text + " ☃", Side::source);
        QCOMPARE(fault(typed), std::string());
        QCOMPARE(typed.source->tokens.size(), before.source->tokens.size() + 1);
        QCOMPARE(typed.sequence.tokens, before.sequence.tokens);
        const auto differs = difference(with_text(typed, text, Side::source), before);
        QVERIFY2(!differs, differs.value_or("").c_str());
    }
}

void TestCrossAttention::typedMovesNoQueries() {
    const Experiment e = with_source(given(), true);
    const Experiment after = with_text(e, "b c new", Side::source);
    QCOMPARE(fault(after), std::string());
    QVERIFY(*after.projection.Q == *e.projection.Q);
    QCOMPARE(Matrix(after.projection.K->topRows(2)), (Matrix{{2}, {3}}));
    QCOMPARE(Matrix(after.projection.V->topRows(2)), (Matrix{{2}, {3}}));
    const Experiment emptied = with_text(e, "", Side::source);
    QCOMPARE(fault(emptied), std::string());
    QCOMPARE(fault(with_source(emptied, false)), std::string());
}

void TestCrossAttention::splitInAnotherWay() {
    const Experiment e = with_source(given(), true);
    const Experiment letters =
        with_tokenizer(with_text(e, "ab c", Side::source), Tokenizer::characters, Side::source);
    QCOMPARE(letters.source->tokens, (std::vector<std::string>{"a", "b", "c"}));
    QVERIFY(letters.sequence.tokenizer == Tokenizer::whitespace);
    QCOMPARE(fault(letters), std::string());
}

LAB_APPLESS_TEST(TestCrossAttention)
#include "tst_cross_attention.moc"
