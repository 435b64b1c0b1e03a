// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a step allows: every change of an experiment is seen, and each name opens its own and no other.
#include "core/lesson/permits.h"

#include "core/edits/cell_overrides.h"
#include "core/edits/moved_tokens.h"
#include "core/edits/sentence.h"
#include "core/experiment/options.h"
#include "core/experiment/parameter.h"
#include "core/lesson/allow_names.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/one_change.h"
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <map>

using namespace lab;
using namespace lab::test;

namespace {

using Allow = std::optional<std::vector<std::string>>;

Allow allowing(std::vector<std::string> names) {
    return names;
}

QString words_of(const Experiment& before, const Experiment& after, const Allow& allow) {
    const std::optional<Said> said = permits(before, after, allow);
    return said ? QString::fromStdString(text_of(*said)) : QString();
}

/// Every name that `allow` may have.
std::vector<std::string> all_names() {
    std::vector<std::string> names{"sentence", "options", "mask", "overrides"};
    for (const ParameterInfo& each : all_parameters())
        names.emplace_back(each.name);
    return names;
}

constexpr const char* free_part = "free";   // no limit is on it
constexpr const char* nameless = "nothing"; // locked, whatever is named

/// What must be named for each of every_change().
const std::map<std::string, std::string>& names_of_changes() {
    static const std::map<std::string, std::string> names = [] {
        std::map<std::string, std::string> all;
        const auto add = [&](const char* name, const std::vector<const char*>& changes) {
            for (const char* each : changes)
                all[each] = name;
        };
        add(free_part, {"title", "description", "origin", "parked kind", "parked heads", "parked W_Q",
                        "parked g_Q", "parked g_K", "parked, unknown", "parked, unreadable", "unknown keys",
                        "no unknown keys", "another snapshot", "name of a snapshot", "keys of a snapshot",
                        "view of a snapshot", "what a snapshot holds"});
        add(nameless, {"source", "d_model", "heads", "groups", "kind of projection", "inputs"});
        add("sentence", {"text", "tokenizer", "a token", "number of tokens", "text of the source",
                         "tokens of the source", "offset", "offset of the source"});
        add("E", {"seed", "another vector", "a number of a vector"});
        add("X", {"X"});
        add("X_source", {"X of the source"});
        add("position", {"table of positions"});
        add("options", {"notation", "position", "scale", "no scale", "rotary", "base", "layout", "width",
                        "frequencies", "softcap", "norm", "kind of norm", "epsilon", "dropout", "rate",
                        "seed of dropout", "bias", "normaliser", "temperature"});
        add("g_Q", {"gains of queries"});
        add("g_K", {"gains of keys"});
        add("additive", {"another additive matrix", "an additive matrix"});
        add("sink", {"sink"});
        add("mask", {"causal", "window", "padding", "custom mask"});
        add("overrides",
            {"another override", "stage of an override", "head of an override", "row of an override",
             "column of an override", "value of an override", "keys of an override"});
        const std::vector<const char*> matrices{"W_Q", "W_K", "W_V", "b_Q", "b_K", "b_V",
                                                "W_O", "b_O", "Q",   "K",   "V"};
        for (std::size_t i = 0; i < matrices.size(); ++i) {
            for (const char* what : {"matrix ", "no matrix ", "shape of matrix "})
                all[what + std::to_string(i)] = matrices[i];
        }
        return all;
    }();
    return names;
}

/// `experiment` with what the change needs to be one of a single part: a source, a norm, a dropout.
Experiment ready_for(const OneChange& change, const Experiment& experiment) {
    Experiment ready = clone(experiment);
    if (change.name.ends_with("of the source") && !ready.source)
        ready.source = ready.sequence;
    if (change.name == "a number of a vector" && ready.embedding.table->entries().empty())
        ready.embedding.table = [] {
            EmbeddingTable table;
            table.set("word", {std::make_shared<const RowVector>(RowVector::Ones(2)), false});
            return std::make_shared<const EmbeddingTable>(std::move(table));
        }();
    if (!ready.scores.qk_norm &&
        (change.name.starts_with("gains") || change.name == "epsilon" || change.name == "kind of norm"))
        ready.scores.qk_norm.emplace();
    return ready;
}

} // namespace

Q_DECLARE_METATYPE(OneChange)

class TestPermits : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void oneChange_data();
    void oneChange();
    void everyOption();
    void everyParameter();
    void anyPair();
    void words();
    void comeWithOptions();
    void tokensMove();
    void tokensMoveAndMore_data();
    void tokensMoveAndMore();
    void overridesMove();
};

void TestPermits::oneChange_data() {
    QTest::addColumn<OneChange>("change");
    for (const OneChange& each : every_change())
        QTest::newRow(each.name.c_str()) << each;
}

/// With `allow: []` nothing passes, with its own name it does, with all others it does not.
void TestPermits::oneChange() {
    QFETCH(OneChange, change);
    QVERIFY2(names_of_changes().contains(change.name), "say in names_of_changes() what must be named for it");
    const std::string name = names_of_changes().at(change.name);
    std::vector<std::string> others = all_names();
    std::erase(others, name);
    RandomExperiments random(731);
    for (int i = 0; i < many_experiments / 20; ++i) {
        const Experiment before = ready_for(change, random.next());
        Experiment after = clone(before);
        change.make(after);
        if (!difference(before, after)) // −∞ is what it is, plus a half
            continue;
        QCOMPARE(words_of(before, after, std::nullopt), QString());
        QCOMPARE(words_of(before, after, allowing({})).isEmpty(), name == free_part);
        QCOMPARE(words_of(before, after, others).isEmpty(), name == free_part);
        if (name != nameless)
            QCOMPARE(words_of(before, after, allowing({name})), QString());
        QCOMPARE(words_of(before, before, allowing({})), QString());
    }
}

/// As the table of options has them, so that a new one cannot be forgotten.
void TestPermits::everyOption() {
    for (const Option& option : all_options()) {
        int tried = 0;
        RandomExperiments random(732);
        for (int i = 0; i < many_experiments; ++i) {
            const Experiment before = random.next(), other = random.next();
            if (is_same(option, before, other))
                continue;
            Experiment after = before;
            std::visit([&](const auto& value) { value.set(after, value.get(other)); }, option.value);
            const bool is_mask = option.group == "mask";
            QVERIFY2(!words_of(before, after, allowing({})).isEmpty(), option.place().c_str());
            QCOMPARE(words_of(before, after, allowing({"options"})).isEmpty(), !is_mask);
            QCOMPARE(words_of(before, after, allowing({"mask"})).isEmpty(), is_mask);
            ++tried;
        }
        QVERIFY2(tried > 0, option.place().c_str());
    }
}

/// As it is edited: one number of each parameter that there is.
void TestPermits::everyParameter() {
    std::map<std::string_view, int> tried;
    RandomExperiments random(733);
    for (int i = 0; i < many_experiments; ++i) {
        const Experiment before = random.next();
        for (const ParameterInfo& each : all_parameters()) {
            const MatrixPtr matrix = parameter(before, each.id);
            if (!matrix || matrix->size() == 0)
                continue;
            const Experiment after = with_cell(before, each.id, 0, 0, 3.25);
            std::vector<std::string> others = all_names();
            std::erase(others, std::string(each.name));
            QVERIFY(!words_of(before, after, others).isEmpty());
            QCOMPARE(words_of(before, after, allowing({std::string(each.name)})), QString());
            ++tried[each.name];
        }
    }
    QCOMPARE(tried.size(), all_parameters().size());
}

/// Whatever differs between two experiments is seen.
void TestPermits::anyPair() {
    RandomExperiments random(734);
    for (int i = 0; i < many_experiments; ++i) {
        const Experiment before = random.next(), after = random.next();
        QVERIFY(!words_of(before, after, allowing({})).isEmpty());
    }
}

void TestPermits::words() {
    RandomExperiments random(735);
    const Experiment before = random.plain(ProjectionKind::linear);
    const auto said = [&](const auto& change) {
        Experiment after = before;
        change(after);
        return words_of(before, after, allowing({}));
    };
    QCOMPARE(words_of(before, with_cell(before, ParameterId::W_Q, 0, 0, 9), allowing({"W_K"})),
             QString("W_Q is locked in this step"));
    QCOMPARE(said([](Experiment& e) { e.mask.window = 2; }), QString("The mask is locked in this step"));
    QCOMPARE(said([](Experiment& e) { e.scores.scale = 2; }), QString("The scale is locked in this step"));
    QCOMPARE(said([](Experiment& e) { e.sequence.offset = 2; }),
             QString("The sentence is locked in this step"));
    QCOMPARE(said([](Experiment& e) { e.overrides.emplace_back(); }),
             QString("Overrides are locked in this step"));
    QCOMPARE(said([](Experiment& e) { e.dropout.emplace(); }), QString("Dropout is locked in this step"));
    for (const ParameterInfo& each : all_parameters())
        QVERIFY(!text_of(locked_in_words(each.name)).empty());
    QCOMPARE(text_of(locked_in_words("W_Q")), std::string("W_Q is locked in this step"));
    QCOMPARE(text_of(locked_in_words("overrides")), std::string("Overrides are locked in this step"));
}

/// A table comes and goes with the kind of positions, and gains with the norm: they are of that option then.
void TestPermits::comeWithOptions() {
    RandomExperiments random(739);
    const Experiment before = random.plain(ProjectionKind::linear);
    Experiment normed = before;
    normed.scores.qk_norm.emplace();
    normed.scores.qk_norm->g_Q = share(Matrix::Ones(1, dimensions(before).d_k));
    for (const Experiment& after : {with_position(before, PositionKind::learned).value(), normed}) {
        const Allow numbers = allowing({"position", "g_Q"});
        for (const auto& [from, to] : {std::pair(before, after), std::pair(after, before)}) {
            QCOMPARE(words_of(from, to, allowing({"options"})), QString());
            const QString said = words_of(from, to, numbers);
            QVERIFY(said == "The kind of positions is locked in this step" ||
                    said == "The norm of queries and keys is locked in this step");
        }
    }
}

/// Where the sentence may be edited, what moves with its tokens may, too: in every document.
void TestPermits::tokensMove() {
    RandomExperiments random(736);
    for (int i = 0; i < many_experiments; ++i) {
        const Experiment before = random.next();
        if (before.sequence.tokenizer == Tokenizer::manual)
            continue;
        for (const Experiment& after :
             {with_text(before, random.sentence()), with_text(before, before.sequence.text + " new words"),
              with_text(before, before.sequence.tokens.front())}) {
            QCOMPARE(words_of(before, after, allowing({"sentence"})), QString());
            if (after.sequence.text != before.sequence.text)
                QVERIFY(!words_of(before, after, allowing({"W_Q", "mask"})).isEmpty());
        }
    }
}

void TestPermits::tokensMoveAndMore_data() {
    QTest::addColumn<std::string>("name"); // of the parameter that is edited together with the sentence
    for (const char* name : {"E", "X", "Q", "K", "V", "additive", "position", "W_Q"})
        QTest::newRow(name) << std::string(name);
}

/// A sentence that is edited opens nothing for tokens that were there.
void TestPermits::tokensMoveAndMore() {
    QFETCH(std::string, name);
    const auto id = std::ranges::find(all_parameters(), name, &ParameterInfo::name)->id;
    int tried = 0;
    RandomExperiments random(737);
    for (int i = 0; i < many_experiments; ++i) {
        const Experiment before = random.next();
        const MatrixPtr matrix = parameter(before, id);
        if (before.sequence.tokenizer != Tokenizer::whitespace || !matrix || matrix->size() == 0)
            continue;
        Experiment after = with_text(before, before.sequence.text + " xyzzy");
        const QString now = words_of(before, after, allowing({"sentence"}));
        after = with_cell(after, id, 0, 0, 7.125);
        QCOMPARE(now, QString());
        QVERIFY(!words_of(before, after, allowing({"sentence"})).isEmpty());
        QCOMPARE(words_of(before, after, allowing({"sentence", name})), QString());
        ++tried;
    }
    QVERIFY(tried > 0);
}

/// An override of a token that stays is neither added nor removed by the way; nor is padding.
void TestPermits::overridesMove() {
    RandomExperiments random(738);
    Experiment before = random.plain(ProjectionKind::linear);
    before = with_text(before, "one two three");
    before.overrides = {{StageId::weights, 0, 1, 2, 0.5, nullptr}};
    before.mask.padding = {1};
    const Allow sentence = allowing({"sentence"});
    Experiment after = with_text(before, "zero one two three");
    QCOMPARE(words_of(before, after, sentence), QString());
    QCOMPARE(words_of(before, with_text(before, "one three"), sentence), QString());
    Experiment other = after;
    other.overrides.clear();
    QCOMPARE(words_of(before, other, sentence), QString("Overrides are locked in this step"));
    other = after;
    other.overrides.front().value = 0.25;
    QCOMPARE(words_of(before, other, sentence), QString("Overrides are locked in this step"));
    other = after;
    other.overrides.push_back({StageId::queries, 0, 1, 0, 1, nullptr});
    QCOMPARE(words_of(before, other, sentence), QString("Overrides are locked in this step"));
    other = after;
    other.mask.padding.clear();
    QCOMPARE(words_of(before, other, sentence), QString("The mask is locked in this step"));
}

LAB_APPLESS_TEST(TestPermits)
#include "tst_permits.moc"
