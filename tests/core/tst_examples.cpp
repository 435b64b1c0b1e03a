// SPDX-License-Identifier: GPL-3.0-or-later
//
// The pattern examples: each shows the attention pattern that its description claims. The edit suggested by
// its "Try:" line breaks the pattern, so the pattern comes from the matrices alone.
#include "core/edits/dictionary.h"
#include "core/edits/sentence.h"
#include "core/edits/tokens.h"
#include "core/engine/pipeline.h"
#include "core/experiment/parameter.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/test_program.h"
#include "ui/document/examples.h"

#include <QTest>

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>

using namespace lab;
using namespace lab::test;

namespace {

using Keys = std::vector<Index>;   ///< the keys that share the largest weight of a row
using Pattern = std::vector<Keys>; ///< one entry per query

/// The keys whose weights are the row's maximum, to within 1e-12.
Keys largest(const Matrix& weights, Index row) {
    Keys keys;
    const double most = weights.row(row).maxCoeff();
    for (Index key = 0; key < weights.cols(); ++key) {
        if (weights(row, key) >= most - 1e-12)
            keys.push_back(key);
    }
    return keys;
}

Keys all_of(Index count) {
    Keys keys(std::size_t(count), 0);
    std::iota(keys.begin(), keys.end(), Index(0));
    return keys;
}

Pattern all_alike(Index count) {
    return Pattern(std::size_t(count), all_of(count));
}

/// One key per query.
Pattern at(const Keys& keys) {
    Pattern pattern;
    for (const Index key : keys)
        pattern.push_back({key});
    return pattern;
}

/// On a clock with that many hours. Negative `back` looks forward.
Pattern hours_back(Index hours, Index back) {
    Pattern pattern;
    for (Index query = 0; query < hours; ++query)
        pattern.push_back({(query - back + hours) % hours});
    return pattern;
}

/// For each query, the keys whose tokens satisfy `finds`, or all keys if none does.
Pattern by_tokens(const std::vector<std::string>& tokens,
                  const std::function<bool(const std::string&, const std::string&)>& finds) {
    Pattern pattern;
    for (const std::string& query : tokens) {
        Keys keys;
        for (std::size_t key = 0; key < tokens.size(); ++key) {
            if (finds(query, tokens[key]))
                keys.push_back(Index(key));
        }
        pattern.push_back(keys.empty() ? all_of(Index(tokens.size())) : keys);
    }
    return pattern;
}

/// The patterns of the twelve heads, derived from the words alone.
std::vector<Pattern> twelve_rules() {
    const std::vector<std::string> tokens = example("twelve-heads").sequence.tokens;
    const std::set<std::string> nouns{"cat", "dog", "bird", "tree", "song"}, verbs{"saw", "sang"};
    const auto n = Index(tokens.size());
    std::vector<Pattern> heads;
    for (const Index back : {1, 2, 3, -1, -2, 0, 0})
        heads.push_back(hours_back(n, back));
    heads.push_back(by_tokens(tokens, std::equal_to<std::string>()));
    heads.push_back(by_tokens(tokens, [&](const std::string& query, const std::string& key) {
        return (nouns.count(query) > 0 && verbs.count(key) > 0) ||
               (verbs.count(query) > 0 && nouns.count(key) > 0);
    }));
    heads.push_back(by_tokens(
        tokens, [](const std::string&, const std::string& key) { return key == "," || key == "."; }));
    heads.push_back(at(Keys(tokens.size(), 0)));
    heads.push_back(all_alike(n));
    return heads;
}

const Pattern own_kind{{0, 5, 7}, {1, 6},    {2, 4, 9}, {3, 10, 11}, {2, 4, 9},   {0, 5, 7},
                       {1, 6},    {0, 5, 7}, {},        {2, 4, 9},   {3, 10, 11}, {3, 10, 11}};

Pattern with_row(Pattern pattern, std::size_t row, const Keys& keys) {
    pattern[row] = keys;
    return pattern;
}

/// Patterns of two-heads-about-it: `keys` for "it", while all other words attend to their own kind.
Pattern it_at(const Keys& keys) {
    return with_row(own_kind, 8, keys);
}

/// The keys that each head of an example attends to, and their minimum combined share of a row.
struct Shown {
    std::vector<Pattern> heads;
    double share = 0.9;
    std::vector<Pattern> broken; ///< after the edit
    std::function<Experiment(const Experiment&)> edit;
};

Experiment without_positions(const Experiment& experiment) {
    return with_position(experiment, PositionKind::none).value();
}

Shown shown(const QString& name) {
    if (name == "uniform")
        return {{all_alike(5)},
                1 - 1e-12,
                {{{2, 4}, all_of(5), {2, 4}, {0, 3}, all_of(5)}},
                [](const Experiment& e) { return with_cell(e, ParameterId::W_Q, 0, 0, 1); }};
    if (name == "same-word") {
        const Pattern likes{{0, 3}, {1, 5}, {2}, {0, 3}, {4}, {1, 5}};
        return {{likes},
                0.99,
                {with_row(with_row(likes, 1, all_of(6)), 5, all_of(6))},
                [](const Experiment& e) { return with_cell(e, ParameterId::W_K, 1, 1, 0); }};
    }
    if (name == "previous-word")
        return {{at({0, 0, 1, 2, 3, 4})}, 0.96, {all_alike(6)}, without_positions};
    if (name == "first-token-sink")
        return {{at({0, 0, 0, 0, 0, 0})},
                0.97,
                {{all_of(6), {2}, {2}, {1}, {1}, {2}}},
                [](const Experiment& e) { return with_cell(e, ParameterId::b_Q, 0, 0, 0); }};
    if (name == "two-heads-about-it")
        return {{it_at({1}), it_at({6})}, 0.95, {it_at(all_of(12)), it_at({6})}, [](const Experiment& e) {
                    return with_word_value(e, "animal", 4, 0);
                }};
    if (name == "word-order")
        return {{at({0, 2, 1, 3})}, 0.95, {at({0, 2, 2, 3})}, [](const Experiment& e) {
                    return with_word_value(e, "black", 2, 0);
                }};
    if (name == "twelve-heads") {
        std::vector<Pattern> broken = twelve_rules();
        for (const int head : {0, 1, 2, 3, 4, 5, 6, 10})
            broken[std::size_t(head)] = all_alike(24);
        return {twelve_rules(), 0.9, broken, without_positions};
    }
    return {};
}

/// The first head and query that contradict the patterns, or an empty string.
QString contradiction(const Experiment& experiment, const std::vector<Pattern>& heads) {
    const Trace trace = compute(experiment).value();
    if (trace.heads() != HeadIndex(heads.size()))
        return "as many heads as patterns";
    for (std::size_t head = 0; head < heads.size(); ++head) {
        const Matrix& weights = trace.stage(StageId::weights, HeadIndex(head));
        if (weights.rows() != Index(heads[head].size()))
            return "as many queries as rows";
        for (Index query = 0; query < weights.rows(); ++query) {
            if (largest(weights, query) != heads[head][std::size_t(query)])
                return QStringLiteral("head %1, query %2").arg(head).arg(query);
        }
    }
    return {};
}

double smallest_share(const Matrix& weights) {
    double share = 1;
    for (Index query = 0; query < weights.rows(); ++query) {
        double together = 0;
        for (const Index key : largest(weights, query))
            together += weights(query, key);
        share = std::min(share, together);
    }
    return share;
}

double largest_share(const Matrix& weights) {
    return weights.rowwise().maxCoeff().maxCoeff();
}

} // namespace

class TestExamples : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void pattern_data();
    void pattern();
    void scalingLetsOthersIn();
    void alikeIsTheMean();
    void sinkLeavesTheOutput();
    void likesShareEvenly();
    void placesNotWords();
    void alignmentGoesAlong();
    void aroundFallsOff();
    void disagreementReachesTheOutput();
};

void TestExamples::pattern_data() {
    QTest::addColumn<QString>("name");
    for (const QString& name : exampleNames(ExampleGroup::patterns)) {
        if (name != "saturated-softmax") // its point is how sharp the attention is, not where it goes
            QTest::newRow(qPrintable(name)) << name;
    }
}

/// In each row the largest weights are on the described keys, which have at least the described share. After
/// the edit they are elsewhere.
void TestExamples::pattern() {
    QFETCH(QString, name);
    const Experiment experiment = example(name);
    const Shown expected = shown(name);
    QVERIFY(expected.edit);
    const QString wrong = contradiction(experiment, expected.heads);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    const Trace trace = compute(experiment).value();
    for (HeadIndex head = 0; head < trace.heads(); ++head) {
        const bool spread = name == "twelve-heads" && head == 6; // tested by aroundFallsOff()
        const double share = smallest_share(trace.stage(StageId::weights, head));
        QVERIFY2(share >= (spread ? 0.25 : expected.share), qPrintable(QString::number(share)));
    }
    QVERIFY(expected.broken != expected.heads);
    const QString otherwise = contradiction(expected.edit(experiment), expected.broken);
    QVERIFY2(otherwise.isEmpty(), qPrintable(otherwise));
}

void TestExamples::scalingLetsOthersIn() {
    Experiment experiment = example("saturated-softmax");
    QCOMPARE(dimensions(experiment).d_k, Index(16));
    const std::vector<Pattern> winners{at({4, 2, 2, 1, 4})};
    const auto holds = [&] { return contradiction(experiment, winners).isEmpty(); };
    QVERIFY(holds());
    const Trace saturated = compute(experiment).value();
    QVERIFY(smallest_share(saturated.stage(StageId::weights)) > 0.95);
    experiment.scores.scale.reset();
    QVERIFY(holds()); // scaling does not change the order
    const Trace scaled = compute(experiment).value();
    QCOMPARE(Matrix(4 * scaled.stage(StageId::scaled_scores)), saturated.stage(StageId::scaled_scores));
    QVERIFY(largest_share(scaled.stage(StageId::weights)) < 0.65);
}

void TestExamples::alikeIsTheMean() {
    const Trace trace = compute(example("uniform")).value();
    QVERIFY((trace.stage(StageId::weights).array() - 0.2).abs().maxCoeff() < 1e-12);
    const auto mean = trace.stage(StageId::values).colwise().mean().eval();
    QVERIFY((trace.stage(StageId::output).rowwise() - mean).cwiseAbs().maxCoeff() < 1e-12);
}

void TestExamples::sinkLeavesTheOutput() {
    const Experiment experiment = example("first-token-sink");
    const Trace trace = compute(experiment).value();
    QVERIFY(trace.stage(StageId::values).row(0).isZero(0));
    QVERIFY(trace.stage(StageId::values).cwiseAbs().maxCoeff() >= 1);
    QVERIFY(trace.stage(StageId::output).cwiseAbs().maxCoeff() < 0.02);
    const Trace awake = compute(shown("first-token-sink").edit(experiment)).value();
    QVERIFY(awake.stage(StageId::output).bottomRows(5).cwiseAbs().rowwise().maxCoeff().minCoeff() > 0.05);
}

void TestExamples::likesShareEvenly() {
    const Matrix weights = compute(example("same-word")).value().stage(StageId::weights);
    for (const Index query : {1, 5}) {
        QCOMPARE(weights(query, 1), weights(query, 5));
        QVERIFY(std::abs(weights(query, 1) - 0.5) < 0.005);
    }
}

/// Swapping words leaves the weights of the previous-word head unchanged, bit for bit.
void TestExamples::placesNotWords() {
    const Experiment experiment = example("previous-word");
    const Experiment swapped = with_token_moved(experiment, Side::sentence, 4, 1);
    QVERIFY(swapped.sequence.tokens != experiment.sequence.tokens);
    QCOMPARE(compute(swapped).value().stage(StageId::weights),
             compute(experiment).value().stage(StageId::weights));
}

/// Reordering the English words moves the largest weights with them.
void TestExamples::alignmentGoesAlong() {
    const Experiment moved = with_token_moved(example("word-order"), Side::source, 0, 3);
    QCOMPARE(moved.source->tokens, (std::vector<std::string>{"black", "cat", "sleeps", "the"}));
    QCOMPARE(contradiction(moved, {at({3, 1, 0, 2})}), QString());
}

/// In the seventh head, weights fall with the distance on the clock.
void TestExamples::aroundFallsOff() {
    const Matrix weights = compute(example("twelve-heads")).value().stage(StageId::weights, 6);
    for (Index query = 0; query < 24; ++query) {
        for (Index hours = 0; hours < 12; ++hours) {
            for (const Index side : {1, -1})
                QVERIFY(weights(query, (query + side * hours + 24) % 24) >
                        weights(query, (query + side * (hours + 1) + 24) % 24));
        }
    }
}

/// The output holds what both heads found side by side: "alive" and "place".
void TestExamples::disagreementReachesTheOutput() {
    const Matrix output = compute(example("two-heads-about-it")).value().stage(StageId::output);
    QCOMPARE(output.cols(), Index(4));
    for (const Index column : {0, 3})
        QVERIFY(output(8, column) > 0.95);
    for (const Index column : {1, 2})
        QVERIFY(output(8, column) < 0.01);
}

LAB_APPLESS_TEST(TestExamples)
#include "tst_examples.moc"
