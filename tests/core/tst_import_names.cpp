// SPDX-License-Identifier: GPL-3.0-or-later
//
// One layer under the names and in the layouts of widely used codes, and as somebody says which array is
// which: always the same numbers.
#include "core/edits/kept_heads.h"
#include "core/engine/pipeline.h"
#include "core/experiment/captured_attention.h"
#include "core/experiment/validate.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/import_cases.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <cmath>
#include <functional>
#include <limits>

using namespace lab;
using namespace lab::test;
using Text = std::string;
using Tensors = std::vector<Tensor>;

namespace {

constexpr Index layer_width = 6, layer_heads = 3, layer_d_k = 2, layer_tokens = 4;

/// Numbers without a pattern that transposing or exchanging parts would keep.
Matrix numbers(Index rows, Index columns, double begin) {
    Matrix matrix(rows, columns);
    for (Index i = 0; i < matrix.size(); ++i)
        matrix(i / columns, i % columns) = std::sin(begin + 1.7 * static_cast<double>(i));
    return matrix;
}

Text doubles(const Matrix& matrix) {
    Text bytes;
    for (Index row = 0; row < matrix.rows(); ++row) {
        for (Index column = 0; column < matrix.cols(); ++column)
            bytes += little_endian(std::bit_cast<std::uint64_t>(matrix(row, column)), 8);
    }
    return bytes;
}

Text shape_of(std::initializer_list<Index> sizes) {
    Text text;
    for (const Index size : sizes)
        text += (text.empty() ? "[" : ",") + std::to_string(size);
    return text + "]";
}

Tensor tensor(const Text& name, const Matrix& matrix) {
    return {name, "F64", shape_of({matrix.rows(), matrix.cols()}), doubles(matrix)};
}

/// As torch.nn.Linear stores it.
Tensor linear(const Text& name, const Matrix& matrix) {
    return tensor(name + ".weight", matrix.transpose());
}

Tensor row_of(const Text& name, const Matrix& row) {
    return {name, "F64", shape_of({row.cols()}), doubles(row)};
}

Matrix below(const std::vector<Matrix>& parts) {
    Matrix all(0, parts.front().cols());
    for (const Matrix& part : parts) {
        Matrix next(all.rows() + part.rows(), part.cols());
        next << all, part;
        all = next;
    }
    return all;
}

Matrix beside(const std::vector<Matrix>& parts) {
    std::vector<Matrix> turned;
    for (const Matrix& part : parts)
        turned.emplace_back(part.transpose());
    return below(turned).transpose();
}

/// The layer, with X·W.
struct Layer {
    Index groups = layer_heads;
    Matrix W_Q = numbers(layer_width, layer_heads*layer_d_k, 1),
           W_K = numbers(layer_width, groups*layer_d_k, 2), W_V = numbers(layer_width, groups*layer_d_k, 3),
           W_O = numbers(layer_heads * layer_d_k, layer_width, 4);
    Matrix b_Q = numbers(1, layer_heads*layer_d_k, 5), b_K = numbers(1, groups*layer_d_k, 6),
           b_V = numbers(1, groups*layer_d_k, 7), b_O = numbers(1, layer_width, 8);
    Matrix X = numbers(layer_tokens, layer_width, 9);
};

Matrix head_of(const Matrix& matrix, Index head) {
    return matrix.middleCols(head * layer_d_k, layer_d_k);
}

/// The matrices of all heads below each other, as H × rows × d_k.
Tensor by_head(const Text& name, const Matrix& matrix) {
    std::vector<Matrix> parts;
    for (Index head = 0; head < matrix.cols() / layer_d_k; ++head)
        parts.emplace_back(head_of(matrix, head));
    return {name, "F64", shape_of({matrix.cols() / layer_d_k, matrix.rows(), layer_d_k}),
            doubles(below(parts))};
}

Tensors three_linears(const Layer& l, const Text& q, const Text& k, const Text& v, const Text& o) {
    return {linear(q, l.W_Q), linear(k, l.W_K), linear(v, l.W_V), linear(o, l.W_O)};
}

Tensors with_biases(Tensors tensors, const Layer& l, const Text& q, const Text& k, const Text& v,
                    const Text& o) {
    for (const auto& [name, bias] : {std::pair{&q, &l.b_Q}, {&k, &l.b_K}, {&v, &l.b_V}, {&o, &l.b_O}})
        tensors.push_back(row_of(*name, *bias));
    return tensors;
}

Tensors bare(const Layer& l, const Text& q, const Text& k, const Text& v, const Text& o) {
    return {tensor(q, l.W_Q), tensor(k, l.W_K), tensor(v, l.W_V), tensor(o, l.W_O)};
}

/// The part of each head for queries, keys and values, head after head.
Matrix interleaved(const Matrix& q, const Matrix& k, const Matrix& v) {
    std::vector<Matrix> parts;
    for (Index head = 0; head < layer_heads; ++head) {
        for (const Matrix* matrix : {&q, &k, &v})
            parts.emplace_back(head_of(*matrix, head));
    }
    return beside(parts);
}

Tensors separate_heads(const Layer& l) {
    Tensors tensors;
    for (Index head = 0; head < layer_heads; ++head) {
        const Text prefix = "sa.heads." + std::to_string(head) + ".";
        for (const auto& [name, matrix] :
             {std::pair{"key", &l.W_K}, std::pair{"query", &l.W_Q}, std::pair{"value", &l.W_V}})
            tensors.push_back(linear(prefix + name, head_of(*matrix, head)));
        Matrix triangle = Matrix::Zero(5, 5);
        for (Index row = 0; row < 5; ++row)
            triangle.row(row).head(row + 1).setOnes();
        tensors.push_back(tensor(prefix + "tril", triangle));
    }
    tensors.push_back(linear("sa.proj", l.W_O));
    return tensors;
}

struct Named {
    const char* name;
    std::function<Tensors(const Layer&)> tensors;
    bool has_biases = false;
    bool is_causal = false;
    Index groups = layer_heads;
    std::vector<Text> choices = {}; ///< as --map has them
};

Tensors own(const Layer& l) {
    return bare(l, "W_Q", "W_K", "W_V", "W_O");
}

const std::vector<Named>& namings() {
    const auto linears = [](const char* q, const char* k, const char* v, const char* o) {
        return [=](const Layer& l) { return three_linears(l, q, k, v, o); };
    };
    static const std::vector<Named> all{
        {"this program", own},
        {"MLX", linears("sa.query_proj", "sa.key_proj", "sa.value_proj", "sa.out_proj")},
        {"DeBERTa", linears("attention.self.query_proj", "attention.self.key_proj",
                            "attention.self.value_proj", "attention.output.dense")},
        {"d2l", linears("attention.W_q", "attention.W_k", "attention.W_v", "attention.W_o")},
        {"plain", [](const Layer& l) { return bare(l, "Wq", "Wk", "Wv", "Wo"); }},
        {"plain with biases",
         [](const Layer& l) {
             return with_biases(bare(l, "WQ", "WK", "WV", "WO"), l, "bQ", "bK", "bV", "bO");
         },
         true},
        {"numbered blocks",
         [](const Layer& l) { return bare(l, "block_0_Wq", "block_0_Wk", "block_0_Wv", "block_0_Wo"); }},
        {"within a name", [](const Layer& l) { return bare(l, "my_W_Q", "my_W_K", "my_W_V", "my_W_O"); }},
        {"the Annotated Transformer",
         [](const Layer& l) {
             return with_biases(three_linears(l, "self_attn.linears.0", "self_attn.linears.1",
                                              "self_attn.linears.2", "self_attn.linears.3"),
                                l, "self_attn.linears.0.bias", "self_attn.linears.1.bias",
                                "self_attn.linears.2.bias", "self_attn.linears.3.bias");
         },
         true},
        {"TransformerLens",
         [](const Layer& l) {
             const Text at = "blocks.0.attn.";
             Tensors tensors{
                 by_head(at + "W_Q", l.W_Q), by_head(at + "W_K", l.W_K), by_head(at + "W_V", l.W_V),
                 Tensor{at + "W_O", "F64", shape_of({layer_heads, layer_d_k, layer_width}), doubles(l.W_O)}};
             for (const auto& [name, bias] :
                  {std::pair{"b_Q", &l.b_Q}, std::pair{"b_K", &l.b_K}, std::pair{"b_V", &l.b_V}})
                 tensors.push_back({at + name, "F64", shape_of({layer_heads, layer_d_k}), doubles(*bias)});
             tensors.push_back(row_of(at + "b_O", l.b_O));
             return tensors;
         },
         true},
        {"timm",
         [](const Layer& l) {
             return Tensors{linear("attn.qkv", beside({l.W_Q, l.W_K, l.W_V})), linear("attn.proj", l.W_O),
                            row_of("attn.qkv.bias", beside({l.b_Q, l.b_K, l.b_V})),
                            row_of("attn.proj.bias", l.b_O)};
         },
         true},
        {"MPT",
         [](const Layer& l) {
             return Tensors{linear("attn.Wqkv", beside({l.W_Q, l.W_K, l.W_V})),
                            linear("attn.out_proj", l.W_O)};
         }},
        {"GPT-NeoX",
         [](const Layer& l) {
             return Tensors{linear("attention.query_key_value", interleaved(l.W_Q, l.W_K, l.W_V)),
                            linear("attention.dense", l.W_O),
                            row_of("attention.query_key_value.bias", interleaved(l.b_Q, l.b_K, l.b_V)),
                            row_of("attention.dense.bias", l.b_O)};
         },
         true},
        {"Phi-3",
         [](const Layer& l) {
             return Tensors{linear("self_attn.qkv_proj", beside({l.W_Q, l.W_K, l.W_V})),
                            linear("self_attn.o_proj", l.W_O)};
         }},
        {"Phi-3 with shared keys",
         [](const Layer& l) {
             return Tensors{linear("self_attn.qkv_proj", beside({l.W_Q, l.W_K, l.W_V})),
                            linear("self_attn.o_proj", l.W_O)};
         },
         false, false, 1},
        {"a Linear for each head", separate_heads, false, true},
        {"DistilBERT", linears("attention.q_lin", "attention.k_lin", "attention.v_lin", "attention.out_lin")},
        {"T5", linears("SelfAttention.q", "SelfAttention.k", "SelfAttention.v", "SelfAttention.o")},
        {"ViT", linears("attention.attention.query", "attention.attention.key", "attention.attention.value",
                        "attention.output.dense")},
        {"diffusers", linears("attn.to_q", "attn.to_k", "attn.to_v", "attn.to_out.0")},
        {"names that are said",
         [](const Layer& l) {
             return Tensors{tensor("a", l.W_Q), tensor("b", l.W_K.transpose()), tensor("c", l.W_V),
                            tensor("d", l.W_O), tensor("e", numbers(2, 2, 0))};
         },
         false,
         false,
         layer_heads,
         {"W_Q=a", "W_K=b:transposed", "W_V=c", "W_O=d"}},
        {"parts that are said",
         [](const Layer& l) {
             return Tensors{tensor("all", beside({l.W_Q, l.W_K, l.W_V}).transpose()), linear("out", l.W_O)};
         },
         false,
         false,
         layer_heads,
         {"W_Q,W_K,W_V=all:transposed", "W_O=out.weight:transposed"}},
        {"one name that is said",
         [](const Layer& l) {
             return Tensors{tensor("W_Q", l.W_Q), tensor("W_K", l.W_K), tensor("W_V", l.W_V),
                            tensor("final", l.W_O)};
         },
         false,
         false,
         layer_heads,
         {"W_O=final"}},
    };
    return all;
}

ImportChoices choices_of(const Named& naming) {
    ImportChoices choices;
    choices.heads = layer_heads;
    for (const Text& each : naming.choices)
        choices.arrays.push_back(array_choice(each).value());
    return choices;
}

Experiment expected_of(const Named& naming, const Layer& l) {
    Tensors tensors = own(l);
    if (naming.has_biases)
        tensors = with_biases(tensors, l, "b_Q", "b_K", "b_V", "b_O");
    tensors.push_back(tensor("X", l.X));
    ImportChoices choices;
    choices.heads = layer_heads;
    return import_arrays(*read_safetensors(safetensors(tensors)).value(), choices).value();
}

/// Rows of positive numbers that sum to 1, with a zero above the diagonal.
Matrix weights_of(Index size, double begin) {
    Matrix weights = numbers(size, size, begin).cwiseAbs().array() + 0.01;
    weights(0, size - 1) = 0;
    for (Index row = 0; row < size; ++row)
        weights.row(row) /= weights.row(row).sum();
    return weights;
}

Tensor all_heads(const Text& name, const std::vector<Matrix>& matrices, bool is_batch) {
    const Matrix& first = matrices.front();
    const auto count = static_cast<Index>(matrices.size());
    return {name, "F64",
            is_batch ? shape_of({1, count, first.rows(), first.cols()})
                     : shape_of({count, first.rows(), first.cols()}),
            doubles(below(matrices))};
}

} // namespace

class TestImportNames : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void sameNumbers_data();
    void sameNumbers();
    void queriesByHead();
    void weightsAlone_data();
    void weightsAlone();
    void seriesOfAttention();
    void scoresAlone();
    void refused_data();
    void refused();
    void choicesRefused_data();
    void choicesRefused();
    void keptHeads_data();
    void keptHeads();
};

void TestImportNames::sameNumbers_data() {
    QTest::addColumn<std::size_t>("index");
    for (std::size_t i = 0; i < namings().size(); ++i)
        QTest::newRow(namings()[i].name) << i;
}

void TestImportNames::sameNumbers() {
    QFETCH(std::size_t, index);
    const Named& naming = namings()[index];
    Layer layer;
    layer.groups = naming.groups;
    layer.W_K = numbers(layer_width, naming.groups * layer_d_k, 2);
    layer.W_V = numbers(layer_width, naming.groups * layer_d_k, 3);
    Tensors tensors = naming.tensors(layer);
    tensors.push_back(tensor("X", layer.X));
    const Result<Experiment> read =
        import_arrays(*read_safetensors(safetensors(tensors)).value(), choices_of(naming));
    QVERIFY2(read, read ? "" : read.error().message().c_str());
    const Experiment expected = expected_of(naming, layer);
    const auto same = [](const MatrixPtr& a, const MatrixPtr& b) {
        return (!a && !b) || (a && b && same_bits(*a, *b));
    };
    for (const auto member : {&Projection::W_Q, &Projection::W_K, &Projection::W_V, &Projection::W_O,
                              &Projection::b_Q, &Projection::b_K, &Projection::b_V, &Projection::b_O})
        QVERIFY(same(read.value().projection.*member, expected.projection.*member));
    QVERIFY(same(read.value().embedding.X, expected.embedding.X));
    QCOMPARE(read.value().heads.count, layer_heads);
    QCOMPARE(read.value().heads.kv_count, naming.groups);
    QCOMPARE(read.value().mask.causal, naming.is_causal);
    QVERIFY(validate(read.value()).empty());
}

/// Q, K and V as 1 × H × n × d.
void TestImportNames::queriesByHead() {
    Tensors tensors, flat;
    for (const auto& [name, begin] : {std::pair{"Q", 1.0}, std::pair{"K", 2.0}, std::pair{"V", 3.0}}) {
        const Matrix matrix = numbers(layer_tokens, layer_heads * layer_d_k, begin);
        Tensor each = by_head(name, matrix);
        each.shape = shape_of({1, layer_heads, layer_tokens, layer_d_k});
        tensors.push_back(each);
        flat.push_back(tensor(name, matrix));
    }
    const Experiment read = import_arrays(*read_safetensors(safetensors(tensors)).value(), {}).value();
    QCOMPARE(read.heads.count, layer_heads);
    ImportChoices choices;
    choices.heads = layer_heads;
    const Experiment expected = import_arrays(*read_safetensors(safetensors(flat)).value(), choices).value();
    QVERIFY(same_bits(*read.projection.Q, *expected.projection.Q));
    QVERIFY(same_bits(*read.projection.V, *expected.projection.V));
}

void TestImportNames::weightsAlone_data() {
    QTest::addColumn<Text>("name");
    QTest::addColumn<Index>("count");
    QTest::addColumn<Index>("size");
    QTest::addColumn<bool>("is_batch");
    const auto row = [](const char* name, Index count, Index size, bool is_batch) {
        QTest::addRow("%s, %d heads, %d tokens", name, static_cast<int>(count), static_cast<int>(size))
            << Text(name) << count << size << is_batch;
    };
    row("attentions", 2, 4, true);
    row("layer.3/attn_weights", 12, 64, true);
    row("weights", 3, 5, false);
    row("a name of one's own", 2, 3, false);
}

/// The document gives exactly these weights.
void TestImportNames::weightsAlone() {
    QFETCH(Text, name);
    QFETCH(Index, count);
    QFETCH(Index, size);
    QFETCH(bool, is_batch);
    std::vector<Matrix> weights;
    for (Index head = 0; head < count; ++head)
        weights.push_back(weights_of(size, static_cast<double>(head)));
    const auto arrays = read_safetensors(safetensors({all_heads(name, weights, is_batch)})).value();
    const Result<Experiment> read = import_arrays(*arrays, {});
    QVERIFY2(read, read ? "" : read.error().message().c_str());
    QVERIFY(gives_captured(read.value()));
    const Trace trace = compute(read.value()).value();
    for (Index head = 0; head < count; ++head) {
        const Matrix& computed = trace.stage(StageId::weights, head);
        QVERIFY((computed - weights[static_cast<std::size_t>(head)]).cwiseAbs().maxCoeff() < 1e-12);
        QCOMPARE(computed(0, size - 1), 0.0);
    }
}

/// One array a layer: the first, and others by their whole names.
void TestImportNames::seriesOfAttention() {
    std::vector<Tensor> tensors;
    for (const int layer : {10, 2, 1, 11})
        tensors.push_back(all_heads("attentions_" + std::to_string(layer), {weights_of(3, layer)}, true));
    const auto arrays = read_safetensors(safetensors(tensors)).value();
    const auto weights = [&](const std::optional<Text>& prefix) {
        ImportChoices choices;
        choices.prefix = prefix;
        const Experiment read = import_arrays(*arrays, choices).value();
        return Matrix(compute(read).value().stage(StageId::weights, 0));
    };
    const auto is_of = [](const Matrix& found, int layer) {
        return (found - weights_of(3, layer)).cwiseAbs().maxCoeff() < 1e-12;
    };
    QVERIFY(is_of(weights(std::nullopt), 1));
    QVERIFY(is_of(weights("attentions"), 1));
    QVERIFY(is_of(weights("attentions_1"), 1)); // not 10 or 11
    QVERIFY(is_of(weights("attentions_2"), 2));
    QVERIFY(is_of(weights("attentions_11"), 11));
    QCOMPARE(import_prefixes(*arrays).size(), std::size_t(4));
    const std::vector<Text> lines = import_summary(import_plan(*arrays, {}).value());
    QCOMPARE(lines[3], Text("the first of 4 arrays of attention; for another: --prefix attentions_10"));
    ImportChoices second;
    second.prefix = "attentions_2";
    for (const Text& line : import_summary(import_plan(*arrays, second).value()))
        QVERIFY2(line.find("--prefix") == Text::npos, line.c_str());
    // Of another name, a number may be anything's.
    QVERIFY(has_unknown_names(*read_safetensors(safetensors({tensor("weights_0", weights_of(3, 1)),
                                                             tensor("weights_1", weights_of(3, 2))}))
                                   .value()));
}

void TestImportNames::scoresAlone() {
    Matrix scores = numbers(4, 4, 1) * 30;
    scores(0, 3) = -std::numeric_limits<double>::infinity();
    const Matrix values = numbers(4, 2, 3);
    const auto arrays =
        read_safetensors(safetensors({tensor("scores", scores), tensor("V", values)})).value();
    const Experiment read = import_arrays(*arrays, {}).value();
    const Trace trace = compute(read).value();
    QVERIFY(same_bits(trace.stage(StageId::masked_scores, 0), scores));
    QVERIFY(same_bits(*read.projection.V, values));
}

void TestImportNames::refused_data() {
    QTest::addColumn<Tensors>("tensors");
    QTest::addColumn<ImportChoices>("choices");
    QTest::addColumn<Text>("message");
    const auto row = [](const char* name, const Tensors& tensors, const std::vector<Text>& maps,
                        const char* message) {
        ImportChoices choices;
        for (const Text& each : maps)
            choices.arrays.push_back(array_choice(each).value());
        QTest::newRow(name) << tensors << choices << Text(message);
    };
    const Layer layer;
    const Tensor joint = linear("query_key_value", interleaved(layer.W_Q, layer.W_K, layer.W_V));
    row("interleaved without heads", {joint}, {},
        "query_key_value.weight: queries, keys and values of each head one after the other, expected the "
        "number "
        "of heads, which no array tells");
    Matrix off = weights_of(3, 1);
    off(1, 0) += 0.5;
    row("rows that do not sum to 1", {tensor("attentions", off)}, {},
        "attentions: head 0, row 1: weights whose sum is 1.5, expected 1, as softmax makes it: weights "
        "before "
        "dropout, and no padding of queries");
    off(1, 0) = -0.25;
    row("a weight below 0", {tensor("attentions", off)}, {},
        "attentions: head 0, row 1, column 0: -0.25, expected a weight from 0 to 1; scores have to be named "
        "so, "
        "as \"scores\"");
    row("a name that is not there", own(layer), {"W_O=out"},
        "W_O: no array named \"out\", expected one of the file's names");
    row("parts that do not divide", {tensor("a", numbers(2, 4, 1))}, {"W_Q,W_K,W_V=a"},
        "a: 4 columns, expected 3 equal parts, for W_Q, W_K, W_V");
    row("two arrays of attention", {tensor("x.attn", off), tensor("y.attn", off)}, {},
        "2 arrays of attention, expected one of the prefixes x.attn, y.attn");
    row("a number and another name", {tensor("attn_0", off), tensor("attention_1", off)}, {},
        "2 arrays of attention, expected one of the prefixes attn_0, attention_1");
    row("heads of another width",
        {linear("heads.0.query", numbers(4, 2, 1)), linear("heads.0.key", numbers(4, 2, 2)),
         linear("heads.0.value", numbers(4, 2, 3)), linear("heads.1.query", numbers(4, 3, 1)),
         linear("heads.1.key", numbers(4, 2, 2)), linear("heads.1.value", numbers(4, 2, 3))},
        {}, "heads.1.query.weight: 4 × 3, expected 4 × 2, as the first head has");
}

void TestImportNames::refused() {
    QFETCH(Tensors, tensors);
    QFETCH(ImportChoices, choices);
    QFETCH(Text, message);
    const Result<Experiment> read = import_arrays(*read_safetensors(safetensors(tensors)).value(), choices);
    QVERIFY(!read);
    QCOMPARE(QString::fromStdString(read.error().message()), QString::fromStdString(message));
}

void TestImportNames::choicesRefused_data() {
    QTest::addColumn<Text>("text");
    QTest::addColumn<Text>("message");
    const auto row = [](const char* text, const char* message) {
        QTest::newRow(text) << Text(text) << Text(message);
    };
    row("W_Q", "\"W_Q\", expected NAME=ARRAY, as W_Q=encoder.query");
    row("W_Q=", "\"W_Q=\", expected NAME=ARRAY, as W_Q=encoder.query");
    row("=a", "\"=a\", expected NAME=ARRAY, as W_Q=encoder.query");
    row("W_X=a",
        "\"W_X\", expected one of W_Q, W_K, W_V, b_Q, b_K, b_V, W_O, b_O, Q, K, V, X, X_source, g_Q, "
        "g_K, sink, tokens, weights, scores");
}

void TestImportNames::choicesRefused() {
    QFETCH(Text, text);
    QFETCH(Text, message);
    const Result<ArrayChoice> choice = array_choice(text);
    QVERIFY(!choice);
    QCOMPARE(QString::fromStdString(choice.error().message()), QString::fromStdString(message));
}

void TestImportNames::keptHeads_data() {
    QTest::addColumn<Index>("groups");
    QTest::addColumn<std::vector<HeadIndex>>("kept");
    QTest::addColumn<Index>("groups_left");
    const auto row = [](Index groups, const std::vector<HeadIndex>& kept, Index left) {
        QTest::addRow("%d groups, %d of 6 heads from %d", static_cast<int>(groups),
                      static_cast<int>(kept.size()), static_cast<int>(kept.front()))
            << groups << kept << left;
    };
    row(6, {2}, 1);
    row(6, {5, 0, 5}, 2);
    row(2, {0, 1}, 1);
    row(2, {0, 1, 3, 4}, 2);
    row(2, {0, 3, 4}, 3);
    row(1, {4, 2, 1}, 1);
}

/// What is kept computes what it did.
void TestImportNames::keptHeads() {
    QFETCH(Index, groups);
    QFETCH(std::vector<HeadIndex>, kept);
    QFETCH(Index, groups_left);
    Experiment all = import_arrays(*read_safetensors(safetensors(own(Layer()))).value(), {}).value();
    all.heads = {6, groups};
    all.projection.W_Q = share(numbers(layer_width, 12, 1));
    all.projection.W_K = share(numbers(layer_width, 2 * groups, 2));
    all.projection.W_V = share(numbers(layer_width, 2 * groups, 3));
    all.projection.b_Q = share(numbers(1, 12, 5));
    all.projection.W_O = share(numbers(12, 3, 4));
    all.normalization.sink = share(numbers(1, 6, 5));
    for (Index head = 0; head < 6; ++head)
        all.scores.additive.push_back(share(numbers(4, 4, static_cast<double>(head))));
    QVERIFY(validate(all).empty());
    const Experiment left = with_heads_kept(all, kept);
    const std::vector<Error> problems = validate(left);
    QVERIFY2(problems.empty(), problems.empty() ? "" : problems.front().message().c_str());
    QCOMPARE(left.heads.kv_count, groups_left);
    const Trace before = compute(all).value(), after = compute(left).value();
    std::vector<HeadIndex> once;
    for (const HeadIndex head : kept) {
        if (std::ranges::find(once, head) == once.end())
            once.push_back(head);
    }
    QCOMPARE(static_cast<std::size_t>(left.heads.count), once.size());
    Matrix output = Matrix::Zero(4, 3);
    for (std::size_t i = 0; i < once.size(); ++i) {
        const Matrix& was = before.stage(StageId::head_outputs, once[i]);
        QVERIFY(same_bits(after.stage(StageId::head_outputs, static_cast<HeadIndex>(i)), was));
        output += was * all.projection.W_O->middleRows(2 * once[i], 2);
    }
    QVERIFY((after.stage(StageId::output) - output).cwiseAbs().maxCoeff() < 1e-12);
}

LAB_GUILESS_TEST(TestImportNames)
#include "tst_import_names.moc"
