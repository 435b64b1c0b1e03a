// SPDX-License-Identifier: GPL-3.0-or-later
//
// Documents from files of named arrays: each layout against the layer's own output, and what is taken for
// what.
#include "core/engine/pipeline.h"
#include "core/experiment/is_same.h"
#include "core/experiment/validate.h"
#include "core/io/array_files.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/golden.h"
#include "tests/support/import_cases.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace lab;
using namespace lab::test;
using Text = std::string;

namespace {

/// Square weights with a number of their own each, row after row.
Text square(float first) {
    return floats({first, first + 1, first + 2, first + 3});
}

NamedArraysPtr arrays_of(const std::vector<Tensor>& tensors) {
    return read_safetensors(safetensors(tensors)).value();
}

/// Three matrices of 2 × 2 under these names.
std::vector<Tensor> three(const Text& q, const Text& k, const Text& v) {
    return {{q, "F32", "[2,2]", square(1)}, {k, "F32", "[2,2]", square(5)}, {v, "F32", "[2,2]", square(9)}};
}

std::vector<Tensor> with(std::vector<Tensor> tensors, const std::vector<Tensor>& more) {
    tensors.insert(tensors.end(), more.begin(), more.end());
    return tensors;
}

ImportChoices below(const Text& prefix) {
    ImportChoices choices;
    choices.prefix = prefix;
    return choices;
}

} // namespace

class TestImport : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void computesTheOutput_data();
    void computesTheOutput();
    void everyFileIsACase();
    void stores_data();
    void stores();
    void refused_data();
    void refused();
    void prefixes();
    void planAsks();
    void tokens();
    void summary();
    void values_data();
    void values();
    void refusedValues_data();
    void refusedValues();
};

void TestImport::computesTheOutput_data() {
    QTest::addColumn<std::size_t>("index");
    const std::vector<ImportCase> cases = import_cases();
    for (std::size_t i = 0; i < cases.size(); ++i)
        QTest::newRow(cases[i].file.c_str()) << i;
}

void TestImport::computesTheOutput() {
    QFETCH(std::size_t, index);
    const ImportCase from = import_cases()[index];
    const Result<Experiment> experiment = import_case(from);
    QVERIFY2(experiment, experiment ? "" : experiment.error().message().c_str());
    QVERIFY(validate(experiment.value()).empty());
    const Result<Trace> trace = compute(experiment.value());
    QVERIFY2(trace, trace ? "" : trace.error().message().c_str());
    const Matrix expected = matrix_of(from.output);
    const Matrix& output = trace.value().stage(StageId::output);
    QCOMPARE(shape_text(output.rows(), output.cols()), shape_text(expected.rows(), expected.cols()));
    const double allowed = 1e-9 * expected.cwiseAbs().maxCoeff();
    QVERIFY((output - expected).cwiseAbs().maxCoeff() <= allowed);
}

void TestImport::everyFileIsACase() {
    std::set<Text> files, named;
    for (const auto& entry : std::filesystem::directory_iterator(import_data(""))) {
        if (has_array_extension(entry.path()))
            files.insert(entry.path().filename().string());
    }
    for (const ImportCase& each : import_cases())
        named.insert(each.file);
    QCOMPARE(named, files);
}

/// Each name, and the first number of the second row of W_Q: 3 as it is stored, 2 transposed.
void TestImport::stores_data() {
    QTest::addColumn<Text>("q");
    QTest::addColumn<Text>("k");
    QTest::addColumn<Text>("v");
    QTest::addColumn<bool>("transposed");
    const auto row = [](const char* q, const char* k, const char* v, bool transposed) {
        QTest::newRow(q) << Text(q) << Text(k) << Text(v) << transposed;
    };
    row("W_Q", "W_K", "W_V", false);
    row("W_Q.weight", "W_K.weight", "W_V.weight", true);
    row("q_proj_weight", "k_proj_weight", "v_proj_weight", true);
    row("q_proj", "k_proj", "v_proj", false);
    row("q_proj.weight", "k_proj.weight", "v_proj.weight", true);
    row("query", "key", "value", false);
    row("self.query.weight", "self.key.weight", "self.value.weight", true);
    row("W_query", "W_key", "W_value", false);
    row("wq", "wk", "wv", false);
    row("wq.weight", "wk.weight", "wv.weight", true);
    row("to_q", "to_k", "to_v", false);
    row("layer/attn/to_q.weight", "layer/attn/to_k.weight", "layer/attn/to_v.weight", true);
}

void TestImport::stores() {
    QFETCH(Text, q);
    QFETCH(Text, k);
    QFETCH(Text, v);
    QFETCH(bool, transposed);
    const NamedArraysPtr arrays = arrays_of(three(q, k, v));
    const Experiment e = import_arrays(*arrays, {}).value();
    const Matrix stored{{1, 2}, {3, 4}};
    QVERIFY(same_bits(*e.projection.W_Q, transposed ? Matrix(stored.transpose()) : stored));
    QCOMPARE((*e.projection.W_V)(0, 1), transposed ? 11.0 : 10.0);
    ImportChoices other;
    other.transposed[q] = !transposed;
    const Experiment turned = import_arrays(*arrays, other).value();
    QVERIFY(same_bits(*turned.projection.W_Q, transposed ? stored : Matrix(stored.transpose())));
    QVERIFY(same_bits(*turned.projection.W_K, *e.projection.W_K));
}

void TestImport::refused_data() {
    QTest::addColumn<std::vector<Tensor>>("tensors");
    QTest::addColumn<ImportChoices>("choices");
    QTest::addColumn<Text>("message");
    const auto row = [](const char* name, const std::vector<Tensor>& tensors, const ImportChoices& choices,
                        const char* message) { QTest::newRow(name) << tensors << choices << Text(message); };
    const std::vector<Tensor> own = three("W_Q", "W_K", "W_V");
    const auto matrix = [](const char* name) { return Tensor{name, "F32", "[2,2]", square(0)}; };
    const char* known = "expected W_Q, W_K and W_V, in_proj_weight, c_attn, or others that the manual lists";
    row("nothing", {}, {}, (Text("no weights of attention under names that are known, ") + known).c_str());
    row("other names", three("a", "b", "c"), {},
        (Text("no weights of attention under names that are known: a (2 × 2), b (2 × 2), c (2 × 2), ") +
         known)
            .c_str());
    row("within a word", three("mywq", "mywk", "mywv"), {},
        (Text("no weights of attention under names that are known: mywq (2 × 2), mywk (2 × 2), mywv (2 × "
              "2), ") +
         known)
            .c_str());
    row("incomplete", {matrix("a.W_Q"), matrix("a.W_K")}, {},
        (Text("a.W_Q without a.W_V, ") + known).c_str());
    row("mixed families", {matrix("W_Q"), matrix("k_proj"), matrix("v_proj")}, {},
        (Text("W_Q without W_K, ") + known).c_str());
    row("two layers", with(three("a.W_Q", "a.W_K", "a.W_V"), three("b.wq", "b.wk", "b.wv")), {},
        "2 layers of attention, expected one of the prefixes a, b");
    row("another prefix", three("a.W_Q", "a.W_K", "a.W_V"), below("b"),
        "no layer of attention below the prefix \"b\", expected one of the prefixes a");
    row("integers", {{"W_Q", "I8", "[2,2]", "1234"}, matrix("W_K"), matrix("W_V")}, {},
        "W_Q: the type \"I8\", expected F16, BF16, F32 or F64");
    row("an unknown type", {{"W_Q", "F4", "[2,2]", "12"}, matrix("W_K"), matrix("W_V")}, {},
        "W_Q: the type \"F4\", expected F16, BF16, F32 or F64, expected numbers");
    row("not finite", {matrix("W_Q"), {"W_K", "F32", "[2,2]", floats({0, 1, 2, NAN})}, matrix("W_V")}, {},
        "W_K: row 1, column 1: nan, expected a finite number");
    row("infinite", {matrix("W_Q"), {"W_K", "F32", "[2,2]", floats({0, -HUGE_VALF, 2, 3})}, matrix("W_V")},
        {}, "W_K: row 0, column 1: -inf, expected a finite number");
    row("three dimensions", {{"W_Q", "F32", "[2,1,2]", square(0)}, matrix("W_K"), matrix("W_V")}, {},
        "projection.W_K: 2 × 2, expected 1 × 2 (d_model × kv_count·d_k)");
    row("other widths",
        {{"W_Q", "F32", "[1,4]", square(0)},
         {"W_K", "F32", "[1,2]", floats({1, 2})},
         {"W_V", "F32", "[1,2]", floats({1, 2})}},
        {}, "W_K: 2 columns for 4 of W_Q, expected the number of heads, which no array tells");
    row("a bias that does not fit", with(own, {{"b_Q", "F32", "[3]", floats({1, 2, 3})}}), {},
        "projection.b_Q: 3 numbers, expected 2, the width of W_Q");
    row("a bias under another name",
        with(three("wq", "wk", "wv"), {{"wq.bias", "F32", "[3]", floats({1, 2, 3})}}), {},
        "wq.bias, taken for projection.b_Q: 3 numbers, expected 2, the width of W_Q");
    row("a bias of two rows", with(own, {{"b_Q", "F32", "[2,1]", floats({1, 2})}}), {},
        "b_Q: 2 × 1, expected one row of numbers");
    row("X that does not fit", with(own, {{"x", "F32", "[1,3]", floats({1, 2, 3})}}), {},
        "x: 3 columns, expected 2, the rows of W_Q (d_model)");
    row("one norm", with(own, {{"q_norm.weight", "F32", "[2]", floats({1, 2})}}), {},
        "q_norm.weight: no k_norm.weight beside it, expected both, since queries and keys are normalised "
        "alike");
    row("joint weights of another shape", {{"c_attn.weight", "F32", "[2,4]", square(0) + square(4)}}, {},
        "c_attn.weight: 2 × 4, expected d × 3d or 3d × d");
    row("joint weights that do not divide", {{"in_proj_weight", "F32", "[4,2]", square(0) + square(4)}}, {},
        "in_proj_weight: 4 columns, expected three equal parts, for Q, K and V");
    row("added keys",
        {{"in_proj_weight", "F32", "[6,2]", square(0) + square(4) + square(8)},
         {"bias_k", "F32", "[1,1,2]", floats({1, 2})}},
        {},
        "bias_k: a key and a value that are added to every sequence (add_bias_kv), expected none: a document "
        "has "
        "no place for them");
    ImportChoices heads;
    heads.heads = 3;
    row("heads that do not divide", own, heads,
        "projection.W_Q: 2 columns, expected a multiple of heads.count, 3");
    ImportChoices tokens;
    tokens.tokens = "a b";
    row("another number of tokens", with(own, {{"X", "F32", "[3,2]", floats({1, 2, 3, 4, 5, 6})}}), tokens,
        "tokens: 2 tokens, expected 3, one for each row of X");
    tokens.tokens = " ";
    row("no tokens", own, tokens, "tokens: no tokens, expected at least one");
}

void TestImport::refused() {
    QFETCH(std::vector<Tensor>, tensors);
    QFETCH(ImportChoices, choices);
    QFETCH(Text, message);
    const Result<Experiment> result = import_arrays(*arrays_of(tensors), choices);
    QVERIFY(!result);
    QCOMPARE(QString::fromStdString(result.error().message()), QString::fromStdString(message));
}

void TestImport::prefixes() {
    const auto tensors = with(with(three("b.self.query.weight", "b.self.key.weight", "b.self.value.weight"),
                                   three("a.W_Q", "a.W_K", "a.W_V")),
                              three("Q", "K", "V"));
    const NamedArraysPtr arrays = arrays_of(tensors);
    QCOMPARE(import_prefixes(*arrays), (std::vector<Text>{"b", "a", ""}));
    QCOMPARE(import_plan(*arrays, below("b")).value().prefix, Text("b."));
    QCOMPARE(import_plan(*arrays, below("b.self")).value().prefix, Text("b.self."));
    QCOMPARE(import_plan(*arrays, below("a.")).value().prefix, Text("a."));
    const Experiment direct = import_arrays(*arrays, below("")).value();
    QCOMPARE(direct.projection.kind, ProjectionKind::direct);
    QVERIFY(same_bits(*direct.projection.Q, Matrix{{1, 2}, {3, 4}}));
    // Of two families below one prefix the first wins, and nothing of the other is used.
    const auto two =
        arrays_of(with(three("wq.weight", "wk.weight", "wv.weight"), three("q_proj", "k_proj", "v_proj")));
    const ImportPlan plan = import_plan(*two, {}).value();
    QCOMPARE(plan.arrays[0].taken_for, Text());
    QCOMPARE(plan.arrays[3].taken_for, Text("W_Q"));
}

/// The window asks of square weights that are not a torch.nn.Linear's.
void TestImport::planAsks() {
    const auto asks = [](const std::vector<Tensor>& tensors) {
        return import_plan(*arrays_of(tensors), {}).value().arrays.front().asks;
    };
    QVERIFY(asks(three("W_Q", "W_K", "W_V")));
    QVERIFY(!asks(three("W_Q.weight", "W_K.weight", "W_V.weight")));
    QVERIFY(!asks(three("q_proj_weight", "k_proj_weight", "v_proj_weight")));
    QVERIFY(!asks({{"W_Q", "F32", "[1,2]", floats({1, 2})},
                   {"W_K", "F32", "[1,2]", floats({1, 2})},
                   {"W_V", "F32", "[1,2]", floats({1, 2})}}));
}

void TestImport::tokens() {
    const std::vector<Tensor> own = three("W_Q", "W_K", "W_V");
    const Experiment seeded = import_arrays(*arrays_of(own), {}).value();
    QCOMPARE(seeded.sequence.text, Text("1 2 3 4"));
    QCOMPARE(seeded.embedding.inputs, InputKind::tokens);
    QCOMPARE(seeded.embedding.table->entries().size(), std::size_t(4));
    ImportChoices named;
    named.tokens = "a b a";
    QCOMPARE(import_arrays(*arrays_of(own), named).value().embedding.table->entries().size(), std::size_t(2));
    const auto rows = arrays_of(with(own, {{"X", "F32", "[1,2,2]", square(1)}}));
    const Experiment given = import_arrays(*rows, {}).value();
    QCOMPARE(given.sequence.text, Text("1 2"));
    QVERIFY(same_bits(*given.embedding.X, Matrix{{1, 2}, {3, 4}}));
    named.tokens.reset();
    named.source_tokens = "x y z";
    const Experiment cross = import_arrays(*rows, named).value();
    QCOMPARE(cross.source->tokens.size(), std::size_t(3));
    QCOMPARE(cross.embedding.X_source->rows(), Index(3));
    const Experiment own_names = import_case(import_cases().front()).value();
    QCOMPARE(own_names.sequence.tokens, (std::vector<Text>{"the", "red house", "żółw"}));
    QCOMPARE(own_names.sequence.tokenizer, Tokenizer::manual);
}

void TestImport::summary() {
    const auto arrays =
        arrays_of(with(three("h.0.q_proj.weight", "h.0.k_proj.weight", "h.0.v_proj.weight"),
                       {{"h.0.sinks", "BF16", "[2]", "1234"}, {"ln", "F32", "[1]", floats({1})}}));
    const std::vector<Text> lines = import_summary(import_plan(*arrays, {}).value());
    QCOMPARE(lines,
             (std::vector<Text>{
                 "named as q_proj, k_proj and v_proj, below h.0",
                 "h.0.q_proj.weight (2 × 2, float32) is W_Q, transposed",
                 "h.0.k_proj.weight (2 × 2, float32) is W_K, transposed",
                 "h.0.v_proj.weight (2 × 2, float32) is W_V, transposed",
                 "h.0.sinks (2, bfloat16) is sink",
                 "not used: ln",
                 "2 heads",
                 "the file has no inputs: X is drawn at random",
                 "names do not tell positions, rotary, masks, scale or normaliser: set what the model has",
             }));
    const auto untold = arrays_of(three("h.0.q_proj.weight", "h.0.k_proj.weight", "h.0.v_proj.weight"));
    const auto heads_said = [&](const ImportChoices& choices) {
        return import_summary(import_plan(*untold, choices).value())[5];
    };
    QCOMPARE(heads_said({}),
             Text("taken as 1 head, since no array tells how many there are: --heads says it"));
    ImportChoices told;
    told.heads = 1;
    QCOMPARE(heads_said(told), Text("1 head"));
}

void TestImport::values_data() {
    QTest::addColumn<Text>("value");
    QTest::addColumn<bool (*)(const Experiment&)>("is_set");
    const auto row = [](const char* value, bool (*is_set)(const Experiment&)) {
        QTest::newRow(value) << Text(value) << is_set;
    };
    row("scores.rotary=true", [](const Experiment& e) { return e.scores.rotary; });
    row("scores.scale=0.5", [](const Experiment& e) { return e.scores.scale == 0.5; });
    row("scores.scale=1/sqrt(d_k)", [](const Experiment& e) { return !e.scores.scale; });
    row("mask.window=2", [](const Experiment& e) { return e.mask.window == 2; });
    row("mask.custom=[[1,0],[1,1]]", [](const Experiment& e) { return (*e.mask.custom)(0, 1) == 0; });
    row("title=a=b", [](const Experiment& e) { return e.title == "a=b"; });
    row("dropout={\"rate\":0.5,\"generator\":\"pytorch\",\"seed\":3}",
        [](const Experiment& e) { return e.dropout && e.dropout->seed == 3; });
}

void TestImport::values() {
    QFETCH(Text, value);
    using IsSet = bool (*)(const Experiment&);
    QFETCH(IsSet, is_set);
    const auto arrays = arrays_of(with(three("W_Q", "W_K", "W_V"), {{"X", "F32", "[2,2]", square(1)}}));
    const Result<Experiment> next =
        with_values(import_arrays(*arrays, {}).value(), {document_value(value).value()});
    QVERIFY2(next, next ? "" : next.error().message().c_str());
    QVERIFY(is_set(next.value()));
    const Result<Experiment> quickly =
        with_value(import_arrays(*arrays, {}).value(), document_value(value).value());
    QVERIFY(quickly && is_same(quickly.value(), next.value()));
    // An option is read apart from the matrices, which are the same ones then.
    const Experiment before = import_arrays(*arrays, {}).value();
    Field field = Field::everything;
    const Result<Experiment> same = with_value(before, {"normalization.temperature", "0.5"}, &field);
    QVERIFY(same && same.value().projection.W_Q == before.projection.W_Q);
    QCOMPARE(field, Field::normalization);
}

void TestImport::refusedValues_data() {
    QTest::addColumn<Text>("value");
    QTest::addColumn<Text>("message");
    const auto row = [](const char* value, const char* message) {
        QTest::newRow(value) << Text(value) << Text(message);
    };
    row("scores.rotory=true",
        "scores.rotory: an unknown key, expected one that the manual lists under Document format");
    row("scores.softcap=-1", "scores.softcap: -1, expected a number above 0");
    row("scores.rotary=yes", "scores.rotary: the text \"yes\", expected true or false");
    row("title.x=1", "title: an object, expected a text");
    row("a.b.c=1", "a.b.c: an unknown key, expected one that the manual lists under Document format");
}

void TestImport::refusedValues() {
    QFETCH(Text, value);
    QFETCH(Text, message);
    const Experiment experiment = import_arrays(*arrays_of(three("W_Q", "W_K", "W_V")), {}).value();
    const Result<Experiment> next = with_values(experiment, {document_value(value).value()});
    QVERIFY(!next);
    QCOMPARE(QString::fromStdString(next.error().message()), QString::fromStdString(message));
    const Result<Experiment> quickly = with_value(experiment, document_value(value).value());
    QVERIFY(!quickly);
    QCOMPARE(QString::fromStdString(quickly.error().message()), QString::fromStdString(message));
    QVERIFY(!document_value("scores.rotary"));
    QVERIFY(!document_value("scores..rotary=1"));
}

LAB_GUILESS_TEST(TestImport)
#include "tst_import.moc"
