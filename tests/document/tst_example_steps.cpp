// SPDX-License-Identifier: GPL-3.0-or-later
//
// The steps of every example: none is done when it opens, and each is done by the edit that it asks for, not
// by one that only comes near.
#include "core/edits/dictionary.h"
#include "core/edits/next_word.h"
#include "core/edits/random_parameters.h"
#include "core/edits/sentence.h"
#include "core/edits/tokens.h"
#include "core/experiment/parameter.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/test_program.h"
#include "ui/document/example_steps.h"
#include "ui/document/examples.h"

#include <QTest>

#include <functional>

using namespace lab;
using namespace lab::test;

namespace {

/// What a reader does, beginning with the example as opened.
struct Deed {
    std::function<Experiment(const Experiment&)> edit;
    HeadIndex head = 0;
    std::function<Experiment(const Experiment&)> before = {}; ///< done earlier, if anything
};

Deed cell(ParameterId id, Index row, Index column, double value) {
    return {[=](const Experiment& e) { return with_cell(e, id, row, column, value); }};
}

Deed word(const std::string& text, Index feature, double value) {
    return {[=](const Experiment& e) { return with_word_value(e, text, feature, value); }};
}

Deed option(const std::function<void(Experiment&)>& set) {
    return {[=](const Experiment& e) {
        Experiment next = e;
        set(next);
        return next;
    }};
}

Deed sunk(double score) {
    return option([=](Experiment& e) { e.normalization.sink = share(Matrix::Constant(1, 1, score)); });
}

Deed moved(Side side, TokenIndex from, TokenIndex to) {
    return {[=](const Experiment& e) { return with_token_moved(e, side, from, to); }};
}

Deed show(HeadIndex head) {
    return {[](const Experiment& e) { return e; }, head};
}

const Deed scaled = option([](Experiment& e) { e.scores.scale.reset(); });
const Deed unscaled = option([](Experiment& e) { e.scores.scale = 1; });
const Deed causal = option([](Experiment& e) { e.mask.causal = true; });
const Deed unmasked = option([](Experiment& e) { e.mask.causal = false; });
const Deed placeless{[](const Experiment& e) { return with_position(e, PositionKind::none).value(); }};

Deed both(const Deed& first, const Deed& second) {
    return {[=](const Experiment& e) { return second.edit(first.edit(e)); }, second.head};
}

/// What does each step of an example.
std::vector<Deed> deeds(const QString& name) {
    using enum ParameterId;
    const Deed proper = option([](Experiment& e) { e.normalization.kind = NormalizationKind::softmax; });
    const Deed dead = word("animal", 4, 0);
    if (name == "sky-is-blue")
        return {cell(W_Q, 0, 0, 1), causal};
    if (name == "two-heads")
        return {show(1), cell(W_O, 3, 2, 1)};
    if (name == "journey-without-weights")
        return {scaled, word("journey", 1, 0)};
    if (name == "journey-sum-normalised")
        return {word("journey", 0, -3)};
    if (name == "journey-naive-softmax")
        return {word("journey", 2, 40), both(word("journey", 2, -40), proper)};
    if (name == "journey-trainable")
        return {cell(W_K, 0, 0, 5), cell(W_V, 0, 0, 5)};
    if (name == "journey-self-attention-v1")
        return {cell(W_Q, 1, 1, -0.5)};
    if (name == "journey-self-attention-v2")
        return {cell(W_Q, 2, 1, 10)};
    if (name == "column-vectors-with-biases")
        return {option([](Experiment& e) { e.notation = Notation::rows; })};
    if (name == "numeric-encoder")
        return {unscaled};
    if (name == "numeric-decoder")
        return {{causal.edit, 0, unmasked.edit}};
    if (name == "uniform")
        return {cell(W_Q, 0, 0, 1)};
    if (name == "same-word")
        return {cell(W_K, 1, 1, 0)};
    if (name == "previous-word")
        return {placeless, moved(Side::sentence, 4, 1)};
    if (name == "first-token-sink")
        return {cell(b_Q, 0, 0, 0)};
    if (name == "saturated-softmax")
        return {scaled};
    if (name == "two-heads-about-it")
        return {dead, both(dead, show(1))};
    if (name == "word-order")
        return {word("black", 2, 0), moved(Side::source, 0, 3)};
    if (name == "twelve-heads")
        return {placeless};
    if (name == "llama-head")
        return {option([](Experiment& e) { e.scores.rotary = false; })};
    if (name == "gemma-head")
        return {option([](Experiment& e) { e.scores.softcap.reset(); })};
    if (name == "cache-step")
        return {{with_word_before}};
    if (name == "learned-sink")
        return {sunk(0)};
    if (name == "rotary-layouts")
        return {option([](Experiment& e) { e.scores.rotary_layout = RotaryLayout::half; })};
    if (name == "journey-dropout")
        return {option([](Experiment& e) { e.dropout->seed = 1; }),
                option([](Experiment& e) { e.dropout->rate = 0; })};
    return {};
}

/// What comes near a step of an example, and is not it.
std::vector<Deed> misdeeds(const QString& name) {
    using enum ParameterId;
    if (name == "sky-is-blue")
        return {cell(W_Q, 0, 1, 1), option([](Experiment& e) { e.mask.window = 2; })};
    if (name == "two-heads")
        return {show(0), cell(W_Q, 0, 0, 1)};
    if (name == "journey-without-weights")
        return {unscaled, word("starts", 1, 0)};
    if (name == "journey-sum-normalised")
        return {word("journey", 0, -0.01)};
    if (name == "journey-naive-softmax")
        return {word("journey", 2, 39), word("journey", 2, 40)};
    if (name == "journey-trainable")
        return {cell(W_K, 0, 0, 4.9), both(cell(W_K, 0, 0, 5), cell(W_V, 0, 0, 5))};
    if (name == "previous-word")
        return {moved(Side::sentence, 4, 1), both(placeless, moved(Side::sentence, 4, 1))};
    if (name == "same-word")
        return {cell(W_K, 0, 0, 0)};
    if (name == "two-heads-about-it")
        return {word("animal", 3, 0), show(1)};
    if (name == "word-order")
        return {word("black", 1, 0.5), both(word("black", 2, 0), moved(Side::source, 0, 3))};
    if (name == "gemma-head")
        return {option([](Experiment& e) { e.scores.softcap = 500; })};
    if (name == "cache-step")
        return {option([](Experiment& e) { e.sequence.offset = 1; })};
    if (name == "learned-sink")
        return {option([](Experiment& e) { e.normalization.sink = nullptr; })};
    if (name == "journey-dropout")
        return {option([](Experiment& e) { e.dropout->seed = 2; }),
                option([](Experiment& e) { e.dropout.reset(); })};
    return {};
}

bool does(const Deed& deed, const ExampleStep& step, const Experiment& opened) {
    const Experiment before = deed.before ? deed.before(opened) : opened;
    return step.isDone({deed.edit(before), before, opened, deed.head});
}

} // namespace

class TestExampleSteps : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void everyStep_data();
    void everyStep();
    void descriptionWithoutThem_data() { everyStep_data(); }
    void descriptionWithoutThem();
    void redrawn_data() { everyStep_data(); }
    void redrawn();
    void otherSizes_data() { everyStep_data(); }
    void otherSizes();
    void noOtherDocument();
    void words();
};

void TestExampleSteps::everyStep_data() {
    QTest::addColumn<QString>("name");
    for (const QString& name : exampleNames())
        QTest::newRow(qPrintable(name)) << name;
}

void TestExampleSteps::everyStep() {
    QFETCH(QString, name);
    const Experiment opened = example(name);
    const QList<ExampleStep> steps = exampleSteps(name);
    const std::vector<Deed> done = deeds(name);
    const std::vector<Deed> missed = misdeeds(name);
    QVERIFY(!steps.isEmpty());
    QCOMPARE(done.size(), std::size_t(steps.size()));
    for (std::size_t i = 0; i < done.size(); ++i) {
        const ExampleStep& step = steps[qsizetype(i)];
        QVERIFY2(step.text.endsWith('.'), qPrintable(step.text));
        QVERIFY2(step.isBegun || !step.isDone({opened, opened, opened, 0}), qPrintable(step.text));
        QVERIFY2(!step.isBegun || !step.isBegun({opened, opened, opened, 0}), qPrintable(step.text));
        QVERIFY2(does(done[i], step, opened), qPrintable(step.text));
        if (i < missed.size())
            QVERIFY2(!does(missed[i], step, opened), qPrintable(step.text));
    }
}

/// Random numbers in place of a matrix, or of all of them, are not what any step asks for; nor is what they
/// changed done by another edit later.
void TestExampleSteps::redrawn() {
    QFETCH(QString, name);
    const Experiment opened = example(name);
    const auto anyDone = [&](const Experiment& now, const Experiment& before) {
        for (const ExampleStep& step : exampleSteps(name)) {
            if (!step.isBegun && step.isDone({now, before, opened, 0}))
                return true;
        }
        return false;
    };
    Experiment all = opened;
    for (const ParameterInfo& each : all_parameters()) {
        if (!parameter(opened, each.id) || parameter(opened, each.id)->size() < 2)
            continue;
        for (std::uint64_t seed = 0; seed < 5; ++seed) {
            const RandomSource source{Generator::numpy, seed, Distribution::normal};
            const auto one = with_random(opened, each.id, source, DrawScope::one);
            if (!one)
                continue; // a mask of zeros and −∞ has no such numbers
            QVERIFY2(!anyDone(one.value(), opened), each.name.data());
            all = with_random(all, each.id, source, DrawScope::one).value();
        }
    }
    QVERIFY(!anyDone(all, opened));
    Experiment titled = all;
    titled.title = "Mine";
    QVERIFY(!anyDone(titled, all));
}

/// The steps stand for the last line of the description.
void TestExampleSteps::descriptionWithoutThem() {
    QFETCH(QString, name);
    const std::string whole = example(name).description;
    const std::string rest = withoutTry(whole);
    QVERIFY(!rest.empty());
    QVERIFY(whole.starts_with(rest + "\nTry: "));
    QCOMPARE(withoutTry(rest), rest);
}

/// Other sizes, other words and missing weights are no reason to tick a step about a number, nor to read
/// beyond a matrix.
void TestExampleSteps::otherSizes() {
    QFETCH(QString, name);
    const Experiment opened = example(name);
    for (const ExampleStep& step : exampleSteps(name)) {
        for (const QString& other : exampleNames())
            step.isDone({example(other), opened, opened, 0});
    }
    Experiment withoutWeights = opened;
    withoutWeights.projection = {};
    withoutWeights.projection.kind = ProjectionKind::identity;
    if (name == "sky-is-blue")
        QVERIFY(!exampleSteps(name).constFirst().isDone({withoutWeights, opened, opened, 0}));
    if (name == "journey-without-weights")
        QVERIFY(!exampleSteps(name).constLast().isDone({example("sky-is-blue"), opened, opened, 0}));
}

void TestExampleSteps::noOtherDocument() {
    QVERIFY(exampleSteps({}).isEmpty());
    QVERIFY(exampleSteps("my-own").isEmpty());
    QCOMPARE(withoutTry("Try: this.\nThen that."), std::string("Try: this.\nThen that."));
    QCOMPARE(withoutTry("Try: this."), std::string("Try: this."));
}

/// Another order is the same words; another word is not, nor a second sentence.
void TestExampleSteps::words() {
    const Experiment opened = example("sky-is-blue");
    QVERIFY(hasWordsOf(with_text(opened, "blue is sky"), opened));
    QVERIFY(!hasWordsOf(with_text(opened, "blue is"), opened));
    QVERIFY(!hasWordsOf(with_text(opened, "sky is red"), opened));
    QVERIFY(!hasWordsOf(with_source(opened, true), opened));
    const Experiment two = example("word-order");
    QVERIFY(hasWordsOf(with_text(two, "cat the black sleeps", Side::source), two));
    QVERIFY(!hasWordsOf(with_text(two, "the red cat sleeps", Side::source), two));
    const Experiment step = example("cache-step");
    const Experiment before = with_word_before(step);
    QVERIFY(hasWordsOf(before, step) && hasSettingsOf(before, step));
    QVERIFY(!hasWordsOf(with_whole_sentence(step), step));
    const auto typed = with_typed_word(step, "again");
    QVERIFY(typed && !hasWordsOf(*typed, step));
}

LAB_APPLESS_TEST(TestExampleSteps)
#include "tst_example_steps.moc"
