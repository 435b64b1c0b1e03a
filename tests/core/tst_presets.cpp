// SPDX-License-Identifier: GPL-3.0-or-later
//
// The attention of well-known models: a preset makes the documents whose numbers were computed by PyTorch
// code for each of them (tests/data/presets/make.py).
#include "core/edits/added_scores.h"
#include "core/edits/presets.h"
#include "core/edits/sentence.h"
#include "core/engine/pipeline.h"
#include "core/experiment/is_same.h"
#include "core/experiment/validate.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/golden.h"
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <filesystem>
#include <set>

using namespace lab;
using namespace lab::test;

namespace {

/// A family's document, and the preset that makes it.
struct Family {
    const char* document;
    const char* preset;
    bool without_window = false; ///< a layer of the model that has none
};

constexpr std::array families{
    Family{"transformer", "transformer"},
    Family{"gpt-2", "gpt-2"},
    Family{"t5", "t5"},
    Family{"t5-far", "t5"},
    Family{"bloom", "bloom"},
    Family{"mistral", "mistral"},
    Family{"llama-3", "llama-3"},
    Family{"gemma-2-local", "gemma-2"},
    Family{"gemma-2-global", "gemma-2", true},
    Family{"qwen-3", "qwen-3"},
    Family{"gpt-oss-local", "gpt-oss"},
    Family{"gpt-oss-global", "gpt-oss", true},
};

const Preset& preset_named(std::string_view name) {
    return *std::ranges::find(all_presets(), name, &Preset::name);
}

/// The experiment before a preset: its tokens and parameters, nothing else set.
Experiment without_settings(const Experiment& experiment) {
    Experiment e = experiment;
    e.embedding.position.kind = PositionKind::none;
    e.scores = {};
    e.mask = {};
    e.normalization = {};
    return e;
}

/// What a model has learned: gains, sinks and added numbers, and the scale that Gemma 2 states as a number.
void take_numbers(Experiment& e, const Experiment& from) {
    if (e.scores.qk_norm && from.scores.qk_norm) {
        e.scores.qk_norm->g_Q = from.scores.qk_norm->g_Q;
        e.scores.qk_norm->g_K = from.scores.qk_norm->g_K;
    }
    if (e.normalization.sink && from.normalization.sink)
        e.normalization.sink = from.normalization.sink;
    if (e.scores.additive.size() == from.scores.additive.size())
        e.scores.additive = from.scores.additive;
    if (from.scores.softcap)
        e.scores.scale = from.scores.scale;
}

} // namespace

class TestPresets : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void families_data();
    void makeTheirDocuments_data() { families_data(); }
    void makeTheirDocuments();
    void compute_data() { families_data(); }
    void compute();
    void everyFamilyIsHere();
    void validForRandomExperiments();
    void dropsOrigins();
    void leavesNumbers();
};

void TestPresets::families_data() {
    QTest::addColumn<std::size_t>("index");
    for (std::size_t i = 0; i < families.size(); ++i)
        QTest::newRow(families[i].document) << i;
}

void TestPresets::makeTheirDocuments() {
    QFETCH(std::size_t, index);
    const Family& family = families[index];
    const Experiment wanted = load_golden(family.document, "presets").experiment;
    Experiment made = with_preset(without_settings(wanted), preset_named(family.preset)).value();
    take_numbers(made, wanted);
    if (family.without_window)
        made.mask.window.reset();
    const auto differs = difference(made, wanted);
    QVERIFY2(!differs, differs.value_or("").c_str());
}

void TestPresets::compute() {
    QFETCH(std::size_t, index);
    const Golden golden = load_golden(families[index].document, "presets");
    const Result<Trace> trace = lab::compute(golden.experiment);
    QVERIFY2(trace, trace ? "" : trace.error().message().c_str());
    const auto wrong =
        contradiction_in_part(golden.experiment, golden.result,
                              [&](StageId id, HeadIndex head) { return trace.value().stage(id, head); });
    QVERIFY2(!wrong, wrong.value_or("").c_str());
}

void TestPresets::everyFamilyIsHere() {
    std::set<std::string> files, named, presets;
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(LAB_TEST_DATA) / "presets")) {
        if (entry.path().extension() == ".json")
            files.insert(entry.path().stem().string());
    }
    for (const Family& family : families) {
        named.insert(family.document);
        presets.insert(family.preset);
    }
    QCOMPARE(named, files);
    QCOMPARE(presets.size(), all_presets().size());
}

/// Whatever the document was, it is valid afterwards, with its tokens and parameters; once more changes
/// nothing.
void TestPresets::validForRandomExperiments() {
    RandomExperiments random(7);
    for (int round = 0; round < many_experiments / 10; ++round) {
        const Experiment before = random.next();
        for (const Preset& preset : all_presets()) {
            const Experiment after = with_preset(before, preset).value();
            const auto problems = validate(after);
            QVERIFY2(problems.empty(), problems.empty() ? "" : problems.front().message().c_str());
            QVERIFY(is_same(with_preset(after, preset).value(), after));
            const LeftByPresets left = left_by_presets(before);
            const bool is_another = (left.gains && !preset.has_norm) || (left.sinks && !preset.has_sinks) ||
                                    (left.added_scores && !preset.adds_buckets);
            QCOMPARE(is_in_use(after, preset), !is_another);
            QCOMPARE(is_in_use(before, preset), !is_another && is_same(after, before));
            Experiment back = without_settings(after);
            back.embedding.position = before.embedding.position;
            back.scores = before.scores;
            back.mask = before.mask;
            back.normalization = before.normalization;
            QVERIFY(is_same(back, before));
        }
    }
}

/// Numbers that are replaced are no longer drawn ones; weights still are.
void TestPresets::dropsOrigins() {
    Experiment drawn = load_golden("gpt-oss-local", "presets").experiment;
    drawn.normalization.sink = nullptr;
    nlohmann::ordered_json origin;
    for (const char* name : {"W_Q", "g_Q", "g_K", "sink", "additive"})
        origin[name] = {{"generator", "pytorch"}, {"seed", 1}, {"distribution", "normal"}};
    drawn.origin = std::make_shared<const nlohmann::ordered_json>(origin);
    for (const Preset& preset : all_presets()) {
        const Experiment next = with_preset(drawn, preset).value();
        QCOMPARE(next.origin->size(), std::size_t(1));
        QVERIFY(next.origin->contains("W_Q"));
    }
}

/// What somebody has given is neither changed nor removed, and what a preset would only set is.
void TestPresets::leavesNumbers() {
    const auto same_matrix = [](const MatrixPtr& a, const MatrixPtr& b) {
        return a && b && same_bits(*a, *b);
    };
    Experiment given = load_golden("qwen-3", "presets").experiment; // its inputs are given
    QkNorm& norm = *given.scores.qk_norm;
    norm.g_Q = share(Matrix(2 * Matrix::Ones(1, norm.g_Q->cols())));
    norm.epsilon = 1e-5;
    given.normalization.sink = share(Matrix::Constant(1, given.heads.count, 0.5));
    given = with_added_scores(given, true);
    given = with_painted_scores(given, 0, {0, 0, 1, 1}, 3);
    const LeftByPresets left = left_by_presets(given);
    QVERIFY(left.positions && left.gains && left.sinks && left.added_scores);
    for (const Preset& preset : all_presets()) {
        const Experiment next = with_preset(given, preset).value();
        QVERIFY(next.embedding.position.kind == given.embedding.position.kind);
        QVERIFY(next.scores.qk_norm && same_matrix(next.scores.qk_norm->g_Q, norm.g_Q));
        QCOMPARE(next.scores.qk_norm->epsilon, 1e-5);
        QVERIFY(same_matrix(next.normalization.sink, given.normalization.sink));
        QCOMPARE(next.scores.additive.size(), std::size_t(1));
        QVERIFY(same_matrix(next.scores.additive.front(), given.scores.additive.front()));
        QVERIFY(!is_in_use(next, preset));
    }
    Experiment other_norm = given;
    other_norm.scores.qk_norm->kind = QkNormKind::l2;
    other_norm.normalization.sink = nullptr;
    other_norm.scores.additive.clear();
    other_norm = with_preset(other_norm, preset_named("qwen-3")).value();
    QVERIFY(other_norm.scores.qk_norm->kind == QkNormKind::l2);
    QVERIFY(!is_in_use(other_norm, preset_named("qwen-3")));
    // Choosing one model after another leaves nothing of the first.
    const Experiment plain = without_settings(load_golden("llama-3", "presets").experiment);
    for (const Preset& first : all_presets()) {
        Experiment next = with_preset(plain, first).value();
        const LeftByPresets its = left_by_presets(next);
        QVERIFY(!its.positions && !its.gains && !its.sinks && !its.added_scores);
        next.mask.causal = true; // T5's buckets are still seeded ones
        QVERIFY(!left_by_presets(next).added_scores);
    }
}

LAB_GUILESS_TEST(TestPresets)
#include "tst_presets.moc"
