// SPDX-License-Identifier: GPL-3.0-or-later
//
// Replacing an experiment's matrices, several at a time.
#include "core/edits/set_matrices.h"
#include "core/io/experiment_json.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/test_program.h"

#include <nlohmann/json.hpp>

#include <QTest>

using namespace lab;
using namespace lab::test;

namespace {

/// Pairs of a name and a matrix in JSON notation.
using Given = std::vector<std::pair<std::string, std::string>>;

Matrix matrix_of(const std::string& text) {
    const auto rows = nlohmann::json::parse(text).get<std::vector<std::vector<double>>>();
    Matrix matrix(Index(rows.size()), Index(rows.front().size()));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        for (std::size_t j = 0; j < rows[i].size(); ++j)
            matrix(Index(i), Index(j)) = rows[i][j];
    }
    return matrix;
}

std::vector<Replacement> replacements(const Given& given) {
    std::vector<Replacement> list;
    for (const auto& [name, text] : given)
        list.push_back({matrix_target(name).value(), matrix_of(text)});
    return list;
}

/// Three tokens, two of them the same, and d_model 2.
const std::string linear_document = R"({"format": "attention-lab", "version": 1,
    "sequence": {"tokenizer": "whitespace", "text": "a b a"},
    "embedding": {"table": {"a": [1, 2], "b": [3, 4]}},
    "projection": {"kind": "linear", "W_Q": [[1, 0], [0, 1]], "W_K": [[1, 0], [0, 1]], "W_V": [[1], [2]]},
    "origin": {"W_Q": {"generator": "numpy", "seed": 1, "distribution": "normal"},
               "W_K": {"generator": "numpy", "seed": 2, "distribution": "normal"},
               "E": {"generator": "numpy", "seed": 3, "distribution": "normal"},
               "position": {"generator": "numpy", "seed": 4, "distribution": "normal"},
               "mask": {"generator": "numpy", "seed": 5, "distribution": "uniform"}}})";
const std::string cross_document = R"({"format": "attention-lab", "version": 1,
    "sequence": {"tokenizer": "whitespace", "text": "a b"},
    "source": {"tokenizer": "whitespace", "text": "c b c"},
    "embedding": {"table": {"a": [1, 2], "b": [3, 4], "c": [5, 6]}}, "projection": {"kind": "identity"}})";
const std::string direct_document = R"({"format": "attention-lab", "version": 1,
    "sequence": {"tokenizer": "whitespace", "text": "a b"},
    "projection": {"kind": "direct", "Q": [[1], [2]], "K": [[1], [2]], "V": [[1], [2]]}})";
/// Two heads whose queries and keys are normalised.
const std::string heads_document = R"({"format": "attention-lab", "version": 1,
    "sequence": {"tokenizer": "whitespace", "text": "a b"}, "heads": {"count": 2},
    "projection": {"kind": "direct", "Q": [[1, 2], [3, 4]], "K": [[1, 2], [3, 4]], "V": [[1, 2], [3, 4]]},
    "scores": {"qk_norm": {"kind": "rms"}}})";
const std::string sigmoid_document = R"({"format": "attention-lab", "version": 1,
    "sequence": {"tokenizer": "whitespace", "text": "a b"}, "normalization": {"kind": "sigmoid"},
    "projection": {"kind": "direct", "Q": [[1], [2]], "K": [[1], [2]], "V": [[1], [2]]}})";
const std::string with_stray_word = R"({"format": "attention-lab", "version": 1,
    "sequence": {"tokenizer": "whitespace", "text": "a"},
    "embedding": {"table": {"a": [1, 2], "z": [3, 4]}}, "projection": {"kind": "identity"}})";

/// "a b a" and "b a", whose rows all differ, and a table that is not used.
const std::string by_row_document = R"({"format": "attention-lab", "version": 1,
    "sequence": {"tokenizer": "whitespace", "text": "a b a"},
    "source": {"tokenizer": "whitespace", "text": "b a"},
    "embedding": {"inputs": "rows", "X": [[1, 2], [3, 4], [5, 6]], "X_source": [[7, 8], [9, 0]],
                  "table": {"a": [1, 2]}},
    "projection": {"kind": "identity"}})";

Experiment parsed(const std::string& text) {
    return read_experiment(text).value();
}

/// The document as JSON, with the values at these pointers replaced.
nlohmann::ordered_json changed(const std::string& text, const Given& changes) {
    auto json = nlohmann::ordered_json::parse(write_experiment(parsed(text)));
    for (const auto& [pointer, value] : changes)
        json[nlohmann::ordered_json::json_pointer(pointer)] = nlohmann::ordered_json::parse(value);
    return json;
}

} // namespace

class TestSetMatrices : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void names_data();
    void names();
    void replaces_data();
    void replaces();
    void withoutEffect_data();
    void withoutEffect();
    void refuses_data();
    void refuses();
    void originIsForgotten();
    void vectorsBecomeOnesOwn();
};

void TestSetMatrices::names_data() {
    QTest::addColumn<std::string>("name");
    QTest::addColumn<bool>("exists");
    for (const char* name : {"W_Q",
                             "W_K",
                             "W_V",
                             "b_Q",
                             "b_K",
                             "b_V",
                             "W_O",
                             "b_O",
                             "Q",
                             "K",
                             "V",
                             "position",
                             "mask",
                             "X",
                             "X_source",
                             "embedding:a",
                             "embedding:a=b",
                             "embedding::",
                             "embedding:New York",
                             "embedding:空"})
        QTest::newRow(name) << std::string(name) << true;
    for (const char* name :
         {"", "E", "w_q", "W_Q ", "W", "embedding", "embedding:", "Embedding:a", "custom", "X_Source"})
        QTest::newRow((std::string("none: ") + name).c_str()) << std::string(name) << false;
}

void TestSetMatrices::names() {
    QFETCH(std::string, name);
    QFETCH(bool, exists);
    const auto target = matrix_target(name);
    QCOMPARE(target.has_value(), exists);
    if (target && target->kind == MatrixTarget::Kind::token)
        QCOMPARE("embedding:" + target->token, name);
    QCOMPARE(matrix_target_names(),
             std::string("W_Q, W_K, W_V, b_Q, b_K, b_V, W_O, b_O, Q, K, V, position, "
                         "mask, X, X_source, g_Q, g_K, sink, additive, embedding:TOKEN"));
}

void TestSetMatrices::replaces_data() {
    QTest::addColumn<std::string>("document");
    QTest::addColumn<Given>("given");
    QTest::addColumn<Given>("changes");
    const auto row = [](const char* name, const std::string& document, const Given& given,
                        const Given& changes) { QTest::newRow(name) << document << given << changes; };
    const std::string two = "[[1, 2], [3, 4]]";
    row("W_Q", linear_document, {{"W_Q", two}}, {{"/projection/W_Q", two}});
    row("W_K", linear_document, {{"W_K", two}}, {{"/projection/W_K", two}});
    row("W_V", linear_document, {{"W_V", two}}, {{"/projection/W_V", two}});
    row("W_Q and W_K, another d_k", linear_document, {{"W_Q", "[[1], [2]]"}, {"W_K", "[[3], [4]]"}},
        {{"/projection/W_Q", "[[1], [2]]"}, {"/projection/W_K", "[[3], [4]]"}});
    row("b_Q", linear_document, {{"b_Q", "[[5, -0.5]]"}}, {{"/projection/b_Q", "[5, -0.5]"}});
    row("b_K", linear_document, {{"b_K", "[[5, 6]]"}}, {{"/projection/b_K", "[5, 6]"}});
    row("b_V", linear_document, {{"b_V", "[[5]]"}}, {{"/projection/b_V", "[5]"}});
    row("W_O and b_O, the bias first", direct_document, {{"b_O", "[[5, 6]]"}, {"W_O", "[[1, 2]]"}},
        {{"/projection/W_O", "[[1, 2]]"}, {"/projection/b_O", "[5, 6]"}});
    row("Q and K", direct_document, {{"Q", two}, {"K", two}},
        {{"/projection/Q", two}, {"/projection/K", two}});
    row("V", direct_document, {{"V", two}}, {{"/projection/V", two}});
    row("position", linear_document, {{"position", "[[1, 2], [3, 4], [5, 6], [7, 8]]"}},
        {{"/embedding/position", R"({"kind": "learned", "table": [[1, 2], [3, 4], [5, 6], [7, 8]]})"}});
    row("mask", cross_document, {{"mask", "[[1, 0, 1], [0, 0, 1]]"}},
        {{"/mask/custom", "[[1, 0, 1], [0, 0, 1]]"}});
    row("mask of given matrices", direct_document, {{"mask", "[[1, 0], [0, 0]]"}},
        {{"/mask/custom", "[[1, 0], [0, 0]]"}});
    row("sink", direct_document, {{"sink", "[[0.5]]"}}, {{"/normalization/sink", "0.5"}});
    row("a sink for each head", heads_document, {{"sink", "[[0.5, 1]]"}},
        {{"/normalization/sink", "[0.5, 1]"}});
    row("g_Q and g_K", heads_document, {{"g_K", "[[2]]"}, {"g_Q", "[[3]]"}},
        {{"/scores/qk_norm/g_Q", "[3]"}, {"/scores/qk_norm/g_K", "[2]"}});
    row("additive", heads_document, {{"additive", two}}, {{"/scores/additive", two}});
    row("additive of each head", heads_document, {{"additive", "[[1, 2], [3, 4], [5, 6], [7, 8]]"}},
        {{"/scores/additive", "[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]"}});
    row("X", linear_document, {{"X", "[[7, 8], [9, 10], [7, 8]]"}},
        {{"/embedding/table", R"({"a": [7, 8], "b": [9, 10]})"}});
    row("X and X_source, which share a word", cross_document,
        {{"X_source", "[[5, 5], [7, 7], [5, 5]]"}, {"X", "[[6, 6], [7, 7]]"}},
        {{"/embedding/table", R"({"a": [6, 6], "b": [7, 7], "c": [5, 5]})"}});
    row("X by row", by_row_document, {{"X", "[[7, 8], [9, 10], [0, 1]]"}},
        {{"/embedding/X", "[[7, 8], [9, 10], [0, 1]]"}});
    row("X_source by row", by_row_document, {{"X_source", "[[0, 1], [1, 0]]"}},
        {{"/embedding/X_source", "[[0, 1], [1, 0]]"}});
    row("embedding", linear_document, {{"embedding:b", "[[7, 8]]"}}, {{"/embedding/table/b", "[7, 8]"}});
    row("embeddings of other words, in order", linear_document,
        {{"embedding:z=1", "[[7, 8]]"}, {"embedding:New York", "[[9, 9]]"}},
        {{"/embedding/table/z=1", "[7, 8]"}, {"/embedding/table/New York", "[9, 9]"}});
    row("X and an embedding that agree", linear_document,
        {{"X", "[[7, 8], [9, 10], [7, 8]]"}, {"embedding:a", "[[7, 8]]"}},
        {{"/embedding/table", R"({"a": [7, 8], "b": [9, 10]})"}});
    row("d_model", cross_document, {{"X", "[[1], [2]]"}, {"embedding:c", "[[3]]"}},
        {{"/embedding/dimension", "1"}, {"/embedding/table", R"({"a": [1], "b": [2], "c": [3]})"}});
    row("d_model by row", by_row_document, {{"X", "[[1], [2], [3]]"}, {"X_source", "[[4], [5]]"}},
        {{"/embedding/dimension", "1"},
         {"/embedding/X", "[[1], [2], [3]]"},
         {"/embedding/X_source", "[[4], [5]]"},
         {"/embedding/table", R"({"a": [1]})"}});
    row("d_model and all that has its width", linear_document,
        {{"W_Q", "[[1]]"},
         {"W_K", "[[2]]"},
         {"W_V", "[[3]]"},
         {"position", "[[1], [2], [3]]"},
         {"X", "[[4], [5], [4]]"}},
        {{"/embedding/dimension", "1"},
         {"/embedding/position", R"({"kind": "learned", "table": [[1], [2], [3]]})"},
         {"/embedding/table", R"({"a": [4], "b": [5]})"},
         {"/projection/W_Q", "[[1]]"},
         {"/projection/W_K", "[[2]]"},
         {"/projection/W_V", "[[3]]"}});
}

void TestSetMatrices::replaces() {
    QFETCH(std::string, document);
    QFETCH(Given, given);
    QFETCH(Given, changes);
    const Experiment before = parsed(document);
    const Result<Experiment> result = with_matrices(before, replacements(given));
    QVERIFY2(result, result ? "" : result.error().message().c_str());
    Experiment actual = result.value();
    Experiment expected = parsed(changed(document, changes).dump());
    actual.origin = expected.origin = nullptr;
    const auto differs = difference(actual, expected);
    QVERIFY2(!differs, differs.value_or("").c_str());
    QVERIFY2(!difference(before, parsed(document)), "the experiment that was given has changed");
}

void TestSetMatrices::withoutEffect_data() {
    QTest::addColumn<std::string>("document");
    QTest::addColumn<Given>("given");
    QTest::addColumn<std::string>("message");
    const auto row = [](const char* name, const std::string& document, const Given& given,
                        const char* message) {
        QTest::newRow(name) << document << given << std::string(message);
    };
    const std::string one = "[[1]]";
    for (const char* name : {"W_Q", "W_K", "W_V", "b_Q", "b_K", "b_V"}) {
        const std::string place = "projection." + std::string(name);
        row((place + " of identity").c_str(), cross_document, {{name, one}},
            (place + ": not used, since projection.kind is \"identity\", expected \"linear\"").c_str());
        row((place + " of direct").c_str(), direct_document, {{name, one}},
            (place + ": not used, since projection.kind is \"direct\", expected \"linear\"").c_str());
    }
    for (const char* name : {"Q", "K", "V"}) {
        const std::string place = "projection." + std::string(name);
        row((place + " of linear").c_str(), linear_document, {{name, one}},
            (place + ": not used, since projection.kind is \"linear\", expected \"direct\"").c_str());
    }
    for (const auto& [name, place] : {std::pair{"X", "X"},
                                      {"X_source", "X_source"},
                                      {"position", "embedding.position.table"},
                                      {"embedding:a", "embedding.table.a"}})
        row((std::string(place) + " of direct").c_str(), direct_document, {{name, one}},
            (std::string(place) +
             ": not used, since projection.kind is \"direct\", expected \"linear\" or \"identity\"")
                .c_str());
    row("a gain without a norm", direct_document, {{"g_Q", one}},
        "scores.qk_norm.g_Q: not used, since there is no scores.qk_norm, expected a document with one");
    row("a sink of sigmoid", sigmoid_document, {{"sink", one}},
        "normalization.sink: not used by this normalization.kind, expected \"softmax\" or \"softmax_naive\"");
    row("X_source without a source", linear_document, {{"X_source", "[[1, 2]]"}},
        "X_source: not used, since there is no source, expected a document with one");
    row("a vector where inputs are given by row", by_row_document, {{"embedding:a", "[[1, 2]]"}},
        "embedding.table.a: not used, since embedding.inputs is \"rows\", expected \"tokens\"");
}

void TestSetMatrices::withoutEffect() {
    refuses();
}

void TestSetMatrices::refuses_data() {
    QTest::addColumn<std::string>("document");
    QTest::addColumn<Given>("given");
    QTest::addColumn<std::string>("message");
    const auto row = [](const char* name, const std::string& document, const Given& given,
                        const char* message) {
        QTest::newRow(name) << document << given << std::string(message);
    };
    row("added scores of another shape", heads_document, {{"additive", "[[1, 2], [3, 4], [5, 6]]"}},
        "scores.additive: 3 × 2, expected 2 × 2 (queries × keys)");
    row("two rows of sinks", heads_document, {{"sink", "[[1], [2]]"}},
        "normalization.sink: 2 × 1, expected one row of numbers");
    row("too few rows", linear_document, {{"X", "[[1, 2]]"}}, "X: 1 row, expected 3, one for each token");
    row("too many rows", cross_document, {{"X", "[[1, 2], [3, 4], [5, 6]]"}},
        "X: 3 rows, expected 2, one for each token");
    row("a row a word", cross_document, {{"X_source", "[[1, 2], [3, 4]]"}},
        "X_source: 2 rows, expected 3, one for each token");
    row("two rows for a word", linear_document, {{"X", "[[1, 2], [3, 4], [1, 2.0000000000000004]]"}},
        "X[2]: other numbers than X[0], expected the same, since both are the vector of \"a\"; "
        "where embedding.inputs is \"rows\" they may differ");
    row("zeros with different signs", linear_document, {{"X", "[[1, 0.0], [3, 4], [1, -0.0]]"}},
        "X[2]: other numbers than X[0], expected the same, since both are the vector of \"a\"; "
        "where embedding.inputs is \"rows\" they may differ");
    row("two rows for a word, another in between", cross_document,
        {{"X", "[[1, 2], [3, 4]]"}, {"X_source", "[[5, 6], [3, 5], [5, 6]]"}},
        "X_source[1]: other numbers than X[1], expected the same, since both are the vector of \"b\"; "
        "where embedding.inputs is \"rows\" they may differ");
    row("X against an embedding", linear_document,
        {{"embedding:b", "[[1, 2]]"}, {"X", "[[1, 2], [3, 4], [1, 2]]"}},
        "X[1]: other numbers than embedding.table.b, expected the same, since both are the vector of \"b\"; "
        "where embedding.inputs is \"rows\" they may differ");
    row("widths of one word", linear_document, {{"X", "[[1, 2], [3, 4], [1, 2]]"}, {"embedding:a", "[[1]]"}},
        "embedding.table.a: other numbers than X[0], expected the same, since both are the vector of \"a\"");
    row("an embedding of two rows", linear_document, {{"embedding:a", "[[1, 2], [3, 4]]"}},
        "embedding.table.a: 2 × 2, expected one row of numbers");
    row("an upright bias", linear_document, {{"b_Q", "[[1], [2]]"}},
        "projection.b_Q: 2 × 1, expected one row of numbers");
    // validate() would accept it, because its size equals the width of W_V.
    row("an upright bias of the right width", linear_document, {{"b_V", "[[1], [2]]"}},
        "projection.b_V: 2 × 1, expected one row of numbers");
    row("a bias too wide", linear_document, {{"b_Q", "[[1, 2, 3]]"}},
        "projection.b_Q: 3 numbers, expected 2, the width of W_Q");
    row("a bias alone", linear_document, {{"b_O", "[[1]]"}},
        "projection.b_O: a bias without projection.W_O, expected both or neither");
    row("W_K alone", linear_document, {{"W_K", "[[1], [2]]"}},
        "projection.W_K: 2 × 1, expected 2 × 2 (d_model × kv_count·d_k)");
    row("W_O", linear_document, {{"W_O", "[[1], [2]]"}},
        "projection.W_O: 2 × 1, expected 1 × 1 (heads.count·d_v × d_out)");
    row("Q too short", direct_document, {{"Q", "[[1]]"}},
        "projection.Q: 1 × 1, expected 2 × 1 (tokens × heads.count·d_k)");
    row("positions too few", linear_document, {{"position", "[[1, 2]]"}},
        "embedding.position.table: 1 rows, expected at least 3, one for every position of the "
        "sequence, counted from 0");
    row("positions too wide", cross_document, {{"position", "[[1], [2], [3]]"}},
        "embedding.position.table: 1 columns, expected 2 (d_model)");
    row("mask shape", cross_document, {{"mask", "[[1, 0]]"}},
        "mask.custom: 1 × 2, expected 2 × 3 (queries × keys)");
    row("mask number", direct_document, {{"mask", "[[1, 0], [0.5, 0]]"}},
        "mask.custom[1][0]: 0.5, expected 0 or 1");
    row("d_model without the weights", linear_document, {{"X", "[[1], [2], [1]]"}},
        "projection.W_Q: 2 × 2, expected 1 × 2 (d_model × heads.count·d_k)");
    row("too few rows by row", by_row_document, {{"X", "[[1, 2]]"}},
        "embedding.X: 1 × 2, expected 3 × 2 (tokens × d_model)");
    row("d_model of one sequence", by_row_document, {{"X", "[[1], [2], [3]]"}},
        "embedding.X: 3 × 1, expected 3 × 2 (tokens × d_model)");
    row("d_model of some words", with_stray_word, {{"X", "[[1]]"}},
        "embedding.table.a: 1 numbers, expected 2 (d_model)");
}

void TestSetMatrices::refuses() {
    QFETCH(std::string, document);
    QFETCH(Given, given);
    QFETCH(std::string, message);
    const Result<Experiment> result = with_matrices(parsed(document), replacements(given));
    QVERIFY(!result);
    QCOMPARE(result.error().message(), message);
    QVERIFY(result.error().file.empty());
}

void TestSetMatrices::originIsForgotten() {
    const auto names = [](const std::string& name, const std::string& matrix) {
        std::vector<std::string> left;
        const Experiment after =
            with_matrices(parsed(linear_document), replacements({{name, matrix}})).value();
        for (const auto& [key, unused] : after.origin->items())
            left.push_back(key);
        return left;
    };
    using Names = std::vector<std::string>;
    const std::string three = "[[1, 2], [3, 4], [1, 2]]";
    QCOMPARE(names("W_Q", "[[1, 2], [3, 4]]"), (Names{"W_K", "E", "position", "mask"}));
    QCOMPARE(names("X", three), (Names{"W_Q", "W_K", "position", "mask"}));
    QCOMPARE(names("embedding:a", "[[1, 2]]"), (Names{"W_Q", "W_K", "position", "mask"}));
    QCOMPARE(names("position", three), (Names{"W_Q", "W_K", "E", "mask"}));
    QCOMPARE(names("mask", "[[1, 1, 0], [1, 1, 1], [0, 0, 1]]"), (Names{"W_Q", "W_K", "E", "position"}));
    QCOMPARE(names("b_Q", "[[1, 2]]"), (Names{"W_Q", "W_K", "E", "position", "mask"}));
}

// A seeded vector is dropped with its word. A vector that was set is kept.
void TestSetMatrices::vectorsBecomeOnesOwn() {
    Experiment e = parsed(linear_document);
    EmbeddingTable seeded;
    for (const auto& [token, vector] : e.embedding.table->entries())
        seeded.set(token, {vector.values, true});
    e.embedding.table = std::make_shared<const EmbeddingTable>(seeded);
    const Experiment after = with_matrices(e, replacements({{"embedding:b", "[[1, 2]]"}})).value();
    QVERIFY(!after.embedding.table->find("b")->seeded);
    QVERIFY(after.embedding.table->find("a")->seeded);
}

LAB_GUILESS_TEST(TestSetMatrices)
#include "tst_set_matrices.moc"
