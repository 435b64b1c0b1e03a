// SPDX-License-Identifier: GPL-3.0-or-later
//
// Weights of a file turned round, and put into a document in place of its parameters.
#include "core/edits/sentence.h"
#include "core/engine/pipeline.h"
#include "core/experiment/validate.h"
#include "core/import/replacement.h"
#include "core/import/turning.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/import_cases.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace lab;
using namespace lab::test;
using Text = std::string;

namespace {

Tensor matrix_of_size(const Text& name, int rows, int columns) {
    std::vector<float> numbers;
    for (int i = 0; i < rows * columns; ++i)
        numbers.push_back(static_cast<float>(i) / 8);
    return {name, "F32", "[" + std::to_string(rows) + "," + std::to_string(columns) + "]", floats(numbers)};
}

Experiment read_from(const std::vector<Tensor>& tensors, const ImportChoices& choices = {}) {
    return import_arrays(*read_safetensors(safetensors(tensors)).value(), choices).value();
}

std::vector<Tensor> weights(int rows, int columns) {
    return {matrix_of_size("W_Q", rows, columns), matrix_of_size("W_K", rows, columns),
            matrix_of_size("W_V", rows, columns)};
}

/// Three tokens, two heads, and options that depend on sizes.
Experiment present_document() {
    ImportChoices choices;
    choices.heads = 2;
    Experiment present = read_from(weights(4, 4), choices);
    present = with_text(present, "a b c");
    present.title = "mine";
    present.mask.causal = true;
    present.scores.rotary = true;
    present.scores.rotary_dims = 2;
    present.mask.padding = {2};
    present.normalization.sink = share(Matrix(Matrix::Constant(1, 2, 0.5)));
    present.overrides.push_back({StageId::queries, 1, 0, 1, 7, {}});
    return present;
}

} // namespace

class TestImportIntoDocument : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void turns_data();
    void turns();
    void replaces_data();
    void replaces();
    void replacesDirect();
    void usualHeads_data();
    void usualHeads();
};

/// Which arrays are turned when W_K is: "W_K", "W_Q W_K W_V"; empty if it cannot be.
void TestImportIntoDocument::turns_data() {
    QTest::addColumn<std::vector<Tensor>>("tensors");
    QTest::addColumn<Text>("turned");
    const auto with = [](std::vector<Tensor> tensors, const Tensor& more) {
        tensors.push_back(more);
        return tensors;
    };
    QTest::newRow("square") << weights(2, 2) << Text("W_K ");
    QTest::newRow("wide") << weights(2, 3) << Text("W_K W_Q W_V ");
    QTest::newRow("X forbids it") << with(weights(2, 3), matrix_of_size("X", 5, 2)) << Text();
    QTest::newRow("biases forbid it") << with(weights(2, 3), matrix_of_size("b_Q", 1, 3)) << Text();
    QTest::newRow("the output forbids it") << with(weights(2, 3), matrix_of_size("W_O", 3, 3)) << Text();
    QTest::newRow("the output turns, too")
        << with(weights(2, 3), matrix_of_size("W_O", 3, 2)) << Text("W_K W_O W_Q W_V ");
}

void TestImportIntoDocument::turns() {
    QFETCH(std::vector<Tensor>, tensors);
    QFETCH(Text, turned);
    const NamedArraysPtr arrays = read_safetensors(safetensors(tensors)).value();
    const ImportPlan plan = import_plan(*arrays, {}).value();
    const auto choices = turned_round(*arrays, plan, {}, 1);
    Text names;
    if (choices) {
        for (const auto& [name, transposed] : choices->transposed)
            names += transposed ? name + " " : Text();
        QVERIFY(import_arrays(*arrays, *choices));
        const ImportPlan other = import_plan(*arrays, *choices).value();
        const auto back = turned_round(*arrays, other, *choices, 1);
        QVERIFY(back && !back->transposed.at("W_K"));
    }
    QCOMPARE(names, turned);
    QVERIFY(!is_turnable(plan, tensors.size() - 1) || tensors.back().name != "X");
}

void TestImportIntoDocument::replaces_data() {
    QTest::addColumn<std::vector<Tensor>>("tensors");
    QTest::addColumn<int>("heads");
    QTest::addColumn<Text>("lost");
    const auto row = [](const char* name, std::vector<Tensor> tensors, int heads, const Text& lost) {
        QTest::newRow(name) << tensors << heads << lost;
    };
    std::vector<Tensor> three = weights(4, 4), five = weights(4, 4);
    three.push_back(matrix_of_size("X", 3, 4));
    five.push_back(matrix_of_size("X", 5, 4));
    row("the same sizes", weights(4, 4), 2, "");
    row("wider", weights(6, 8), 2, "width ");
    row("fewer heads", weights(4, 4), 1, "overrides ");
    row("rows that fit", three, 2, "");
    row("rows that do not", five, 2, "sentence overrides mask ");
}

void TestImportIntoDocument::replaces() {
    QFETCH(std::vector<Tensor>, tensors);
    QFETCH(int, heads);
    QFETCH(Text, lost);
    const Experiment present = present_document();
    QVERIFY(validate(present).empty());
    ImportChoices choices;
    choices.heads = heads;
    const Experiment read = read_from(tensors, choices);
    const Result<Replaced> replaced = with_parameters_of(present, read);
    QVERIFY2(replaced, replaced ? "" : replaced.error().message().c_str());
    const Replaced& result = replaced.value();
    const Experiment& next = result.experiment;
    QVERIFY(validate(next).empty());
    QVERIFY(compute(next));
    QVERIFY(same_bits(*next.projection.W_Q, *read.projection.W_Q));
    QCOMPARE(next.heads.count, Index{heads});
    Text words;
    for (const auto& [is_lost, word] : {std::pair{result.has_other_sentence, "sentence "},
                                        {result.has_other_width, "width "},
                                        {result.lost_overrides, "overrides "},
                                        {result.lost_mask, "mask "},
                                        {result.lost_added_scores, "added scores "}})
        words += is_lost ? word : "";
    QCOMPARE(words, lost);
    QCOMPARE(next.sequence.text == present.sequence.text, !result.has_other_sentence);
    QCOMPARE(next.overrides.empty(), result.lost_overrides);
    QCOMPARE(next.mask.padding.empty(), result.lost_mask);
    QVERIFY(next.mask.causal && next.scores.rotary && next.title == "mine");
    QCOMPARE(next.embedding.inputs == InputKind::rows, tensors.size() > 3);
    if (!result.has_other_sentence && !result.has_other_width && tensors.size() == 3)
        QVERIFY(
            same_bits(*next.embedding.table->find("a")->values, *present.embedding.table->find("a")->values));
}

/// Q, K and V into a document that has weights, and weights into one that has Q, K and V.
void TestImportIntoDocument::replacesDirect() {
    const Experiment present = present_document();
    const Experiment given =
        read_from({matrix_of_size("Q", 3, 4), matrix_of_size("K", 3, 4), matrix_of_size("V", 3, 4)});
    const Result<Replaced> direct = with_parameters_of(present, given);
    QVERIFY2(direct, direct ? "" : direct.error().message().c_str());
    QVERIFY(direct.value().experiment.projection.kind == ProjectionKind::direct);
    QVERIFY(!direct.value().has_other_sentence);
    const Result<Replaced> back = with_parameters_of(direct.value().experiment, read_from(weights(6, 8)));
    QVERIFY2(back, back ? "" : back.error().message().c_str());
    QCOMPARE(back.value().experiment.embedding.dimension, Index{6});
    QVERIFY(compute(back.value().experiment));
}

void TestImportIntoDocument::usualHeads_data() {
    QTest::addColumn<std::vector<Tensor>>("tensors");
    QTest::addColumn<std::vector<Index>>("chosen"); // heads
    QTest::addColumn<std::vector<Index>>("expected");
    using Heads = std::vector<Index>;
    const auto grouped = [](int queries, int keys, int values) {
        return std::vector<Tensor>{matrix_of_size("W_Q", 4, queries), matrix_of_size("W_K", 4, keys),
                                   matrix_of_size("W_V", 4, values)};
    };
    std::vector<Tensor> with_sinks = weights(4, 8);
    with_sinks.push_back({"sinks", "F32", "[8]", floats(std::vector<float>(8, 1))});
    QTest::newRow("not told") << grouped(8, 4, 4) << Heads{} << Heads{4, 2};
    QTest::newRow("keys too wide for the groups") << weights(4, 8) << Heads{} << Heads{1, 1};
    QTest::newRow("not divided") << grouped(6, 3, 4) << Heads{1} << Heads{1, 1};
    QTest::newRow("chosen") << grouped(8, 4, 4) << Heads{2} << Heads{2, 1};
    QTest::newRow("told by an array") << with_sinks << Heads{} << Heads{8, 8};
}

/// Where neither a choice nor an array tells the heads, those of the document stay if they fit.
void TestImportIntoDocument::usualHeads() {
    QFETCH(std::vector<Tensor>, tensors);
    QFETCH(std::vector<Index>, chosen);
    QFETCH(std::vector<Index>, expected);
    ImportChoices choices;
    choices.usual = {4, 2};
    if (!chosen.empty())
        choices.heads = chosen.front();
    const Result<ImportPlan> plan = import_plan(*read_safetensors(safetensors(tensors)).value(), choices);
    QVERIFY2(plan, plan ? "" : plan.error().message().c_str());
    QCOMPARE((std::vector<Index>{plan.value().heads.count, plan.value().heads.kv_count}), expected);
}

LAB_APPLESS_TEST(TestImportIntoDocument)
#include "tst_import_into_document.moc"
