// SPDX-License-Identifier: GPL-3.0-or-later
//
// Variants of an experiment that differ in one setting.
#include "core/analysis/setting_changes.h"
#include "core/analysis/variants.h"
#include "core/edits/masks.h"
#include "core/edits/next_word.h"
#include "core/edits/sentence.h"
#include "core/engine/pipeline.h"
#include "core/experiment/is_same.h"
#include "core/experiment/stage.h"
#include "core/experiment/validate.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/fault.h"
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <set>
#include <utility>

using namespace lab;
using namespace lab::test;

class TestVariants : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void names_data();
    void names();
    void headsShareTheNumbers();
    void groupsStay();
    void validAndOtherwiseTheSame();
    void inWords_data();
    void inWords();
    void addedScoresInWords();
    void cacheStepsInWords();
    void dependsOn_data();
    void dependsOn();
};

namespace {

using Edit = std::function<void(Experiment&)>;

/// Two tokens, d_model = 4, one head with d_k = d_v = 4.
Experiment example() {
    Experiment e;
    e.embedding.dimension = 4;
    e.projection.W_Q = e.projection.W_K = e.projection.W_V = share(Matrix::Identity(4, 4));
    return with_text(e, "a b");
}

std::string names_of(const Variants& variants) {
    std::string all;
    for (const Variant& each : variants.list)
        all += (all.empty() ? "" : ", ") + each.name + (each.is_present ? "*" : "");
    return all + (variants.left_out.empty() ? "" : "; " + variants.left_out);
}

/// Copies the setting that the variation may change from `other`.
Experiment with_field_of(Experiment e, const Experiment& other, Variation variation) {
    switch (variation) {
    case Variation::mask:
        e.mask = other.mask;
        break;
    case Variation::scale:
        e.scores.scale = other.scores.scale;
        break;
    case Variation::softcap:
        e.scores.softcap = other.scores.softcap;
        break;
    case Variation::normalizer:
        e.normalization.kind = other.normalization.kind;
        break;
    case Variation::temperature:
        e.normalization.temperature = other.normalization.temperature;
        break;
    case Variation::dropout:
        e = with_dropout(e, other.dropout);
        break;
    case Variation::sink:
        e.normalization.sink = other.normalization.sink;
        break;
    case Variation::positions:
        e.embedding.position = other.embedding.position;
        break;
    case Variation::rotary_layout:
        e.scores.rotary_layout = other.scores.rotary_layout;
        break;
    case Variation::heads:
        e.heads = other.heads;
        if (e.scores.rotary && e.scores.rotary_dims > dimensions(e).d_k)
            e.scores.rotary_dims = other.scores.rotary_dims;
        if (e.scores.rotary)
            e.scores.rotary_frequencies = other.scores.rotary_frequencies; // as many as pairs
        e.normalization.sink = other.normalization.sink;                   // as many
        e.scores.additive = other.scores.additive;                         // one for each head
        e.overrides = other.overrides;
        if (e.scores.qk_norm)
            e.scores.qk_norm = other.scores.qk_norm;
        break;
    case Variation::norm:
        e.scores.qk_norm = other.scores.qk_norm;
        break;
    }
    return e;
}

} // namespace

void TestVariants::names_data() {
    QTest::addColumn<Variation>("variation");
    QTest::addColumn<Edit>("edit");
    QTest::addColumn<QString>("names");
    const auto row = [](const char* name, Variation variation, const Edit& edit, const char* names) {
        QTest::newRow(name) << variation << edit << QString::fromUtf8(names);
    };
    using E = Experiment;
    using V = Variation;
    const Edit nothing = [](E&) {};
    row("no mask", V::mask, nothing, "no mask*, causal");
    row(
        "causal", V::mask, [](E& e) { e.mask.causal = true; }, "no mask, causal*");
    row(
        "causal and more", V::mask,
        [](E& e) {
            e.mask.causal = true;
            e.mask.window = 2;
        },
        "no mask, causal, causal, window 2*");
    row("scaled", V::scale, nothing, "1/√d_k*, not scaled");
    row(
        "not scaled", V::scale, [](E& e) { e.scores.scale = 1; }, "1/√d_k, not scaled*");
    row(
        "scaled by hand", V::scale, [](E& e) { e.scores.scale = 0.25; }, "1/√d_k, not scaled, × 0.25*");
    row("no softcap", V::softcap, nothing, "no softcap*, softcap 50, softcap 5, softcap 2");
    row(
        "another softcap", V::softcap, [](E& e) { e.scores.softcap = 30; },
        "no softcap, softcap 50, softcap 5, softcap 2, softcap 30*");
    row("softmax", V::normalizer, nothing, "softmax*, naive softmax, divided by the sum, sparsemax, sigmoid");
    row("temperature", V::temperature, nothing, "τ = 0.25, τ = 0.5, τ = 1*, τ = 2, τ = 4");
    row(
        "another temperature", V::temperature, [](E& e) { e.normalization.temperature = 3; },
        "τ = 0.25, τ = 0.5, τ = 1, τ = 2, τ = 3*, τ = 4");
    row(
        "temperature of a sum", V::temperature, [](E& e) { e.normalization.kind = NormalizationKind::sum; },
        "τ = 1*; Weights that are divided by their sum have no temperature.");
    row("no dropout", V::dropout, nothing, "no dropout*, p = 0.1, seed 0, p = 0.1, seed 1, p = 0.1, seed 2");
    row(
        "dropout", V::dropout,
        [](E& e) {
            e.dropout = Dropout{0.5, 41};
        },
        "no dropout, p = 0.5, seed 41*, p = 0.5, seed 42, p = 0.5, seed 43");
    row("no sink", V::sink, nothing, "no sink*, sink 0");
    row(
        "a sink", V::sink, [](E& e) { e.normalization.sink = share(Matrix{{-1.5}}); }, "no sink, sink −1.5*");
    row(
        "a sink for each head", V::sink,
        [](E& e) {
            e.heads = {2, 2};
            e.normalization.sink = share(Matrix{{1, 2}});
        },
        "no sink, a sink for each head*");
    row(
        "sink of sparsemax", V::sink,
        [](E& e) {
            e.normalization.kind = NormalizationKind::sparsemax;
            e.normalization.sink = share(Matrix{{1}});
        },
        "sink 1*; Only softmax has a sink.");
    row("positions", V::positions, nothing,
        "no position vectors*, sinusoidal; Learned positions: there is no table of them yet.");
    row(
        "a table of positions", V::positions,
        [](E& e) {
            e.embedding.position = {PositionKind::sinusoidal, share(Matrix::Ones(2, 4))};
        },
        "no position vectors, sinusoidal*, learned");
    row(
        "positions of given Q, K, V", V::positions,
        [](E& e) {
            e.projection = {};
            e.projection.kind = ProjectionKind::direct;
            e.projection.Q = e.projection.K = e.projection.V = share(Matrix::Ones(2, 2));
        },
        "no position vectors*; Q, K and V are given, so that positions are added to nothing.");
    row("rotary layout", V::rotary_layout, nothing, "interleaved*; Queries and keys are not rotated.");
    row(
        "rotary halves", V::rotary_layout,
        [](E& e) {
            e.scores.rotary = true;
            e.scores.rotary_layout = RotaryLayout::half;
        },
        "interleaved, half*");
    row(
        "a table that would be too large", V::positions,
        [](E& e) {
            e.embedding.position.table = share(Matrix::Ones(2, 4));
            e.sequence.offset = 100'000'000;
        },
        "no position vectors*, sinusoidal; Learned positions: their table would take too much memory.");
    row("heads", V::heads, nothing,
        "1 head*, 2 heads, 4 heads; The columns of queries, keys and values cannot be split evenly among 3 "
        "heads.");
    row(
        "many heads", V::heads,
        [](E& e) {
            e.heads = {6, 6};
            e.projection.W_Q = e.projection.W_K = e.projection.W_V = share(Matrix::Ones(4, 12));
        },
        "1 head, 2 heads, 3 heads, 4 heads, 6 heads*");
    row("no norm", V::norm, nothing, "off*, RMS, L2");
    row(
        "a norm", V::norm,
        [](E& e) {
            e.scores.qk_norm = {QkNormKind::l2, 0.5};
        },
        "off, RMS, L2*");
}

void TestVariants::names() {
    QFETCH(Variation, variation);
    QFETCH(Edit, edit);
    QFETCH(QString, names);
    Experiment e = example();
    edit(e);
    QCOMPARE(fault(e), std::string());
    QCOMPARE(QString::fromStdString(names_of(variants_of(e, variation))), names);
}

/// Two heads split the columns of one head.
void TestVariants::headsShareTheNumbers() {
    Experiment e = example();
    e.overrides = {{StageId::weights, 0, 0, 1, 0.5, nullptr},
                   {StageId::queries, 0, 0, 3, 0.5, nullptr},
                   {StageId::output, 0, 1, 3, 0.5, nullptr}};
    const Variants variants = variants_of(e, Variation::heads);
    const Experiment& two = variants.list[1].experiment;
    QCOMPARE(two.heads.count, Index(2));
    QVERIFY(two.projection.W_Q == e.projection.W_Q);
    QCOMPARE(two.overrides.size(), std::size_t(2)); // feature 4 of a query no longer exists
    const Trace one_trace = compute(e).value();
    const Trace two_trace = compute(two).value();
    QCOMPARE(two_trace.stage(StageId::output).cols(), one_trace.stage(StageId::output).cols());
    QVERIFY(two_trace.stage(StageId::keys, 1) == one_trace.stage(StageId::keys).rightCols(2));
}

void TestVariants::groupsStay() {
    Experiment e = example();
    e.heads = {4, 2}; // d_k = 1, and two heads per key
    e.projection.W_K = e.projection.W_V = share(Matrix::Ones(4, 2));
    QCOMPARE(fault(e), std::string());
    QCOMPARE(QString::fromStdString(names_of(variants_of(e, Variation::heads))),
             QStringLiteral("2 heads, 4 heads*; The columns of queries, keys and values cannot be split "
                            "evenly among 1, 3 heads."));
    QCOMPARE(variants_of(e, Variation::heads).list[0].experiment.heads.kv_count, Index(1));
}

void TestVariants::validAndOtherwiseTheSame() {
    RandomExperiments random(51);
    for (int round = 0; round < many_experiments; ++round) {
        const Experiment e = random.next();
        for (const VariationInfo& each : all_variations()) {
            const Variants variants = variants_of(e, each.variation);
            std::set<std::string> names;
            int present = 0;
            for (const Variant& variant : variants.list) {
                QCOMPARE(fault(variant.experiment), std::string());
                const Experiment expected = with_field_of(e, variant.experiment, each.variation);
                QVERIFY(is_same(variant.experiment, expected));
                QCOMPARE(is_same(variant.experiment, e), variant.is_present);
                QCOMPARE(setting_changes(e, variant.experiment).empty(), variant.is_present);
                present += variant.is_present ? 1 : 0;
                QVERIFY(!variant.name.empty() && names.insert(variant.name).second);
            }
            QCOMPARE(present, 1);
        }
    }
}

void TestVariants::inWords_data() {
    QTest::addColumn<Edit>("edit");
    QTest::addColumn<QString>("text");
    const auto row = [](const char* name, const Edit& edit, const char* text) {
        QTest::newRow(name) << edit << QString::fromUtf8(text);
    };
    using E = Experiment;
    row(
        "nothing", [](E&) {}, "");
    row(
        "a title", [](E& e) { e.title = "Another"; }, "");
    row(
        "causal", [](E& e) { e.mask.causal = true; }, "no mask → causal");
    row(
        "numbers",
        [](E& e) {
            e.projection.W_Q = share(Matrix::Ones(4, 4));
            e.projection.W_V = share(Matrix::Zero(4, 4));
        },
        "numbers of W_Q and W_V");
    row(
        "a sentence", [](E& e) { e = with_text(e, "a c"); }, "another sentence");
    row(
        "several things",
        [](E& e) {
            e.scores.scale = 1;
            e.scores.rotary = true;
            e.normalization = {NormalizationKind::sparsemax, 2};
        },
        "rotary off → on; 1/√d_k → not scaled; softmax → sparsemax; τ = 1 → 2");
    row(
        "a norm",
        [](E& e) {
            e.scores.qk_norm = {QkNormKind::l2, 0.5};
        },
        "QK norm off → L2");
    row(
        "dropout",
        [](E& e) {
            e.dropout = Dropout{0.5, 41};
        },
        "dropout: none → p = 0.5, seed 41");
    row(
        "a sigmoid",
        [](E& e) {
            e.normalization = {NormalizationKind::sigmoid, 1, -2};
        },
        "softmax → sigmoid");
    row(
        "a sink", [](E& e) { e.normalization.sink = share(Matrix{{-1.5}}); }, "sink none → −1.5");
    row(
        "a sink that is not used",
        [](E& e) {
            e.normalization.kind = NormalizationKind::sum;
            e.normalization.sink = share(Matrix{{-1.5}});
        },
        "softmax → divided by the sum");
    row(
        "a softcap", [](E& e) { e.scores.softcap = 50; }, "softcap none → 50");
    row(
        "added scores", [](E& e) { e.scores.additive = {share(Matrix::Zero(2, 2))}; }, "with added scores");
    row(
        "a fixed cell",
        [](E& e) {
            e.overrides = {{StageId::weights, 0, 0, 0, 1, nullptr}};
        },
        "overrides: 0 → 1");
    row(
        "rotary layout and columns",
        [](E& e) {
            e.scores.rotary = true;
            e.scores.rotary_layout = RotaryLayout::half;
            e.scores.rotary_dims = 2;
        },
        "rotary off → on");
    row(
        "a first position", [](E& e) { e.sequence.offset = 4; }, "first position 1 → 5");
    row(
        "a second sentence", [](E& e) { e = with_source(e, true); }, "with a second sentence");
    row(
        "a key cache", [](E& e) { e = with_last_word(e); }, "one word as the only query, with a key cache");
    row(
        "an earlier word", [](E& e) { e = with_word_before(with_last_word(e)); },
        "one word as the only query, with a key cache");
    row(
        "a key cache of another sentence", [](E& e) { e = with_last_word(with_text(e, "a c")); },
        "another sentence; one word as the only query, with a key cache");
}

/// Word by word, there is no second sentence, and a step is no other one.
void TestVariants::cacheStepsInWords() {
    const auto said = [](const Experiment& before, const Experiment& now) {
        QStringList texts;
        for (const Said& each : setting_changes(before, now))
            texts += QString::fromStdString(text_of(each));
        return texts.join("; ");
    };
    const Experiment whole = example();
    const Experiment step = with_last_word(whole);
    QCOMPARE(said(step, whole), QString("without a key cache"));
    QCOMPARE(said(step, with_word_before(step)), QString("another word of the sentence as the query"));
    QCOMPARE(said(step, step), QString());
    QCOMPARE(said(with_source(whole, true), step),
             QString("without the second sentence; one word as the only query, with a key cache"));
}

namespace {

bool same_numbers(const Matrix& a, const Matrix& b) {
    return a.rows() == b.rows() && a.cols() == b.cols() && a == b;
}

} // namespace

void TestVariants::dependsOn_data() {
    QTest::addColumn<Variation>("variation");
    for (const VariationInfo& each : all_variations())
        QTest::newRow(each.title.data()) << each.variation;
}

/// A stage that does not depend on what varies is the same in all variants; the first that does differs.
void TestVariants::dependsOn() {
    QFETCH(Variation, variation);
    Experiment e;
    e.heads = {2, 2};
    e.embedding.dimension = 8;
    e = with_text(e, "a b c a b");
    e.projection.kind = ProjectionKind::identity;
    e.scores.rotary = true;
    e.dropout = Dropout{0.5, 3};
    QCOMPARE(validate(e).size(), std::size_t(0));
    const Variants variants = variants_of(e, variation);
    QVERIFY(variants.list.size() > 1);
    std::vector<Trace> traces;
    for (const Variant& each : variants.list)
        traces.push_back(compute(each.experiment).value());
    bool isFirst = true;
    for (const StageInfo& stage : all_stages()) {
        const auto has = [&](const Variant& each) { return has_stage(each.experiment, stage.id); };
        if (!std::ranges::all_of(variants.list, has) && stage.id != StageId::dropped_weights)
            continue;
        bool differs = false;
        for (std::size_t i = 0; i < traces.size(); ++i) {
            if (has(variants.list[i]) && has(variants.list[0]))
                differs =
                    differs || !same_numbers(traces[i].stage(stage.id, 0), traces[0].stage(stage.id, 0));
            else
                differs = true;
        }
        if (!depends_on(stage.id, variation))
            QVERIFY2(!differs, stage.name.data());
        else if (std::exchange(isFirst, false))
            QVERIFY2(differs, stage.name.data());
    }
    QVERIFY(!isFirst);
}

void TestVariants::inWords() {
    QFETCH(Edit, edit);
    QFETCH(QString, text);
    const Experiment before = example();
    Experiment now = before;
    edit(now);
    QStringList texts;
    for (const Said& each : setting_changes(before, now))
        texts += QString::fromStdString(text_of(each));
    QCOMPARE(texts.join("; "), text);
}

/// One matrix for all heads says the same as that matrix for each.
void TestVariants::addedScoresInWords() {
    Experiment before = example();
    before.heads = {2, 2};
    before.scores.additive = {share(Matrix::Ones(2, 2))};
    const auto said = [&before](const Experiment& now) {
        QStringList texts;
        for (const Said& each : setting_changes(before, now))
            texts += QString::fromStdString(text_of(each));
        return texts.join("; ");
    };
    Experiment now = before;
    now.scores.additive = {share(Matrix::Ones(2, 2)), share(Matrix::Ones(2, 2))};
    QCOMPARE(said(now), QString());
    for (const std::size_t head : {std::size_t{0}, std::size_t{1}}) {
        Experiment changed = now;
        changed.scores.additive[head] = share(Matrix::Zero(2, 2));
        QCOMPARE(said(changed), QString("numbers of the added scores"));
    }
    now.scores.additive.clear();
    QCOMPARE(said(now), QString("without the added scores"));
}

LAB_APPLESS_TEST(TestVariants)
#include "tst_variants.moc"
