// SPDX-License-Identifier: GPL-3.0-or-later
//
// Documents: reading and writing round-trips, and errors are reported.
#include "core/edits/sentence.h"
#include "core/experiment/parameter.h"
#include "core/experiment/validate.h"
#include "core/io/arrays_beside.h"
#include "core/io/experiment_json.h"
#include "core/io/json_text.h"
#include "core/stages/01_tokens.h"
#include "tests/support/bad_documents.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/golden.h"
#include "tests/support/import_cases.h"
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <cmath>
#include <set>

using namespace lab;
using namespace lab::test;
using Json = nlohmann::ordered_json;

namespace {

Experiment read(const std::string& text) {
    Result<Experiment> experiment = read_experiment(text);
    if (!experiment)
        throw std::runtime_error(experiment.error().message());
    return std::move(experiment).value();
}

/// A document with one token and one number, with `more` merged into it.
std::string document(const char* more) {
    Json json = Json::parse(R"({"format": "attention-lab", "version": 1,
        "sequence": {"tokenizer": "whitespace", "text": "a"},
        "embedding": {"table": {"a": [1]}}, "projection": {"kind": "identity"}})");
    json.merge_patch(Json::parse(more));
    return json.dump();
}

} // namespace

class TestExperimentJson : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void randomExperimentsComeBack();
    void withinOthers();
    void goldenDocumentsComeBack_data();
    void goldenDocumentsComeBack();
    void unknownKeysSurvive_data();
    void unknownKeysSurvive();
    void numbersComeBack_data();
    void numbersComeBack();
    void textsComeBack_data();
    void textsComeBack();
    void accepted_data();
    void accepted();
    void refused_data();
    void refused();
    void tooLargeForTheMemory();
    void everyProblemIsFound();
    void writtenForPeople();
    void arraysBeside_data();
    void arraysBeside();
};

void TestExperimentJson::randomExperimentsComeBack() {
    RandomExperiments random(1);
    for (int round = 0; round < many_experiments; ++round) {
        const Experiment before = random.next();
        const std::string text = write_experiment(before);
        const Experiment after = read(text);
        const auto differs = difference(after, before);
        QVERIFY2(!differs, differs.value_or("").c_str());
        QCOMPARE(write_experiment(after), text);
    }
}

/// As JSON a document is what its text says.
void TestExperimentJson::withinOthers() {
    RandomExperiments random(2);
    for (int round = 0; round < many_experiments; ++round) {
        const Experiment before = random.next();
        const Json json = experiment_json(before);
        QVERIFY(json == Json::parse(write_experiment(before)));
        const Result<Experiment> after = experiment_from(json);
        QVERIFY2(after, after ? "" : after.error().message().c_str());
        const auto differs = difference(after.value(), before);
        QVERIFY2(!differs, differs.value_or("").c_str());
    }
    const Error error = experiment_from(Json::parse(document(R"({"heads": {"count": "two"}})"))).error();
    QCOMPARE(error.place, std::string("heads.count"));
    QCOMPARE(experiment_from(Json(1)).error().message(), std::string("document: 1, expected an object"));
}

void TestExperimentJson::goldenDocumentsComeBack_data() {
    QTest::addColumn<std::string>("name");
    for (const std::string& name : golden_names())
        QTest::newRow(name.c_str()) << name;
}

/// No key is lost, or taken for an unknown one.
void TestExperimentJson::goldenDocumentsComeBack() {
    QFETCH(std::string, name);
    const Experiment before = load_golden(name).experiment;
    QVERIFY2(!before.unknown_keys, before.unknown_keys ? before.unknown_keys->dump().c_str() : "");
    const Experiment after = read(write_experiment(before));
    const auto differs = difference(after, before);
    QVERIFY2(!differs, differs.value_or("").c_str());
}

void TestExperimentJson::unknownKeysSurvive_data() {
    QTest::addColumn<std::string>("more");
    QTest::newRow("root") << std::string(R"({"licence": "CC0", "sources": [{"a": 1}]})");
    QTest::newRow("sequence") << std::string(R"({"sequence": {"language": "en"}})");
    QTest::newRow("embedding") << std::string(R"({"embedding": {"origin": ["GloVe", 50, null]}})");
    QTest::newRow("heads") << std::string(R"({"heads": {"names": ["syntax"]}})");
    QTest::newRow("projection") << std::string(R"({"projection": {"W_Z": [[1.5]]}})");
    QTest::newRow("scores") << std::string(R"({"scores": {"cap": 30.0}})");
    QTest::newRow("mask") << std::string(R"({"mask": {"colour": "grey"}})");
    QTest::newRow("normalization") << std::string(R"({"normalization": {"epsilon": 1e-300}})");
    QTest::newRow("all") << std::string(
        R"({"x": 1, "sequence": {"x": 1}, "embedding": {"x": 1}, "heads": {"x": 1},
        "projection": {"x": 1}, "scores": {"x": 1}, "mask": {"x": 1}, "normalization": {"x": {"x": {"x": 1}}}})");
    QTest::newRow("known") << std::string(R"({"title": "T", "origin": {"W_Q": {"seed": 3}}})");
    QTest::newRow("source") << std::string(
        R"({"source": {"tokenizer": "words", "text": "a", "language": "en"}})");
    QTest::newRow("position") << std::string(
        R"({"embedding": {"position": {"kind": "sinusoidal", "x": {"y": 1}}}})");
    QTest::newRow("override") << std::string(
        R"({"overrides": [{"stage": "output", "row": 0, "column": 0, "value": 2, "why": "to see"}]})");
    QTest::newRow("snapshot") << std::string(
        R"({"snapshots": [{"name": "n", "document": {"format": "attention-lab", "version": 1,
            "sequence": {"tokenizer": "whitespace", "text": "a"}, "embedding": {"dimension": 1, "table": {"a": [1]}},
            "projection": {"kind": "identity"}, "x": 1}, "when": "now"}]})");
    QTest::newRow("origin") << std::string(R"({"origin": {"W_Q": {"seed": 3, "by": "hand"}, "mine": {}}})");
    QTest::newRow("parked, view") << std::string(
        R"({"parked": {"W_Q": [[1]], "x": {}}, "view": {"mode": "heads", "x": []}})");
}

void TestExperimentJson::unknownKeysSurvive() {
    QFETCH(std::string, more);
    const std::string first = write_experiment(read(document(more.c_str())));
    const Json saved = Json::parse(first);
    Json merged = saved;
    const Json expected = Json::parse(more);
    merged.merge_patch(expected);
    QVERIFY2(merged == saved, first.c_str());
    QCOMPARE(write_experiment(read(first)), first);

    // Edits preserve them.
    const Experiment edited = with_text(with_cell(read(first), ParameterId::E, 0, 0, 2), "a b");
    Json after = Json::parse(write_experiment(edited));
    Json still = after;
    still.merge_patch(expected);
    QVERIFY2(after == still, after.dump().c_str());
}

void TestExperimentJson::numbersComeBack_data() {
    QTest::addColumn<double>("number");
    for (const double number : {0.0, -0.0, 0.1, -0.1, 1.0 / 3, 1e-308, 5e-324, -5e-324, 1e308,
                                1.7976931348623157e308, 2.2250738585072014e-308, 1e22, 1e23,
                                9007199254740993.0, 123456789012345680.0, -1072e-3, 1e-7, 100000.0, 1e100})
        QTest::addRow("%.17g", number) << number;
}

void TestExperimentJson::numbersComeBack() {
    QFETCH(double, number);
    Experiment e = read(document("{}"));
    e.scores.scale = number;
    e.projection.W_O = share(Matrix{{number}});
    e.projection.b_O = share(Matrix{{-number}});
    e = with_cell(e, ParameterId::E, 0, 0, number);
    const auto differs = difference(read(write_experiment(e)), e);
    QVERIFY2(!differs, differs.value_or("").c_str());
}

void TestExperimentJson::textsComeBack_data() {
    QTest::addColumn<std::string>("text");
    QTest::newRow("empty") << std::string();
    QTest::newRow("spaces") << std::string("  two  spaces\tand\n a tab ");
    QTest::newRow("quotes") << std::string("\"a\" \\ / 'b'");
    QTest::newRow("controls") << std::string("a\x01 b\x1f \x7f") + '\0' + 'c';
    QTest::newRow("languages") << std::string(
        "空 は 青い السماء café cafe\u0301 👩‍👩‍👧 \u2028 \u00a0x");
}

void TestExperimentJson::textsComeBack() {
    QFETCH(std::string, text);
    Experiment e = with_text(read(document("{}")), text);
    e.title = text;
    e.description = text;
    const auto differs = difference(read(write_experiment(e)), e);
    QVERIFY2(!differs, differs.value_or("").c_str());
}

void TestExperimentJson::accepted_data() {
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::string>("saved"); ///< a JSON pointer and its value after saving
    const auto row = [](const char* name, const char* more, const char* pointer, const char* value) {
        QTest::newRow(name) << document(more) << std::string(pointer) + "=" + value;
    };
    row("version as a float", R"({"version": 1.0})", "/version", "1");
    row("default scale", R"-({"scores": {"scale": "1/sqrt(d_k)"}})-", "/scores", "");
    row("scale of 1", R"({"scores": {"scale": 1.0}})", "/scores/scale", "1");
    row("integer beyond 64 bits", R"({"scores": {"scale": 100000000000000000000}})", "/scores/scale",
        "1e+20");
    row("too small is zero", R"({"scores": {"scale": 1e-400}})", "/scores/scale", "0");
    row("largest seed", R"({"embedding": {"seed": 18446744073709551615}})", "/embedding/seed",
        "18446744073709551615");
    row("negative seed", R"({"embedding": {"seed": -1}})", "/embedding/seed", "18446744073709551615");
    row("tokens follow from the text", R"({"sequence": {"tokens": ["b"]}})", "/sequence/tokens", "");
    row("groups as many as heads", R"({"heads": {"kv_count": 1}})", "/heads", "");
    row("unused matrix", R"({"projection": {"W_Q": [[1, 2, 3]]}})", "/projection/W_Q", "[[1,2,3]]");
    row("seed without a table", R"({"sequence": {"text": ""}, "embedding": {"table": null, "seed": 4},
        "projection": {"kind": "direct", "Q": [[1]], "K": [[1]], "V": [[1]]}, "sequence": {"text": "a"}})",
        "/embedding", R"({"seed":4})");
    row("unused vectors", R"({"sequence": {"text": "x"}, "embedding": {"dimension": 3},
        "projection": {"kind": "direct", "Q": [[1]], "K": [[1]], "V": [[1]]}})",
        "/embedding/table", R"({"a":[1]})");
    QTest::newRow("byte order mark") << "\xef\xbb\xbf" + document("{}") << std::string("/version=1");
}

void TestExperimentJson::accepted() {
    QFETCH(std::string, text);
    QFETCH(std::string, saved);
    const Experiment experiment = read(text);
    QVERIFY(validate(experiment).empty());
    const Json json = Json::parse(write_experiment(experiment));
    const std::size_t split = saved.find('=');
    const Json::json_pointer pointer(saved.substr(0, split));
    const std::string value = saved.substr(split + 1);
    QCOMPARE(json.contains(pointer) ? json.at(pointer).dump() : "", value);
    // Accessing any parameter is safe.
    for (const ParameterInfo& each : all_parameters())
        parameter(experiment, each.id);
}

void TestExperimentJson::refused_data() {
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::string>("message");
    for (const BadDocument& bad : bad_documents())
        QTest::newRow(bad.name.c_str()) << bad.text << bad.message;
}

void TestExperimentJson::refused() {
    QFETCH(std::string, text);
    QFETCH(std::string, message);
    const Result<Experiment> experiment = read_experiment(text);
    QVERIFY(!experiment);
    QCOMPARE(experiment.error().message(), message);
}

/// A file of 45 MB may hold numbers that would take more than 2 GiB. It is refused before any is stored.
void TestExperimentJson::tooLargeForTheMemory() {
    if (!is_optimised && !is_exhaustive)
        QSKIP("takes too long where it is not optimised");
    constexpr std::size_t count = 22'400'000;
    std::string text = R"({"embedding": {"table": [0)";
    for (std::size_t i = 1; i < count; ++i)
        text += ",0";
    const Result<Json> json = parse_json(text + "]}}");
    QVERIFY(!json);
    QCOMPARE(json.error().message(),
             std::string(
                 "embedding.table: numbers and texts that take more than 2 GiB of memory, expected fewer"));
}

// All problems are reported at once, so that fixing a document does not take one attempt per message.
void TestExperimentJson::everyProblemIsFound() {
    Experiment e = RandomExperiments(5).plain(ProjectionKind::linear);
    e.heads = {2, 1};
    e.embedding.dimension += 1;
    e.sequence = make_sequence("unheard-of");
    e.embedding.position.kind = PositionKind::learned;
    e.projection = {};
    e.projection.W_Q = share(Matrix::Ones(e.embedding.dimension, 4));
    e.projection.W_K = share(Matrix::Ones(e.embedding.dimension, 3));
    e.projection.W_V = share(Matrix::Ones(1, 3));
    e.projection.b_K = share(Matrix::Ones(1, 4));
    e.projection.b_V = share(Matrix::Ones(1, 4));
    e.projection.W_O = share(Matrix::Ones(5, 2));
    e.projection.b_O = share(Matrix::Ones(1, 3));
    e.scores.rotary_base = -1;
    e.mask.causal = true;
    e.mask.window = 0;
    e.mask.padding = {0, 1, -1};
    e.mask.custom = share(Matrix::Ones(2, 1));
    e.normalization.temperature = 0;
    e.overrides = {{StageId::weights, 2, 0, 1, 1, nullptr}, {StageId::output, 0, 1, 2, NAN, nullptr}};
    Experiment before = RandomExperiments(6).plain(ProjectionKind::identity);
    before.heads = {2, 3};
    e.snapshots = {{"before", std::make_shared<const Experiment>(before), nullptr}};

    std::multiset<std::string> places;
    for (const Error& error : validate(e)) {
        if (!error.place.starts_with("embedding.table."))
            places.insert(error.place);
        QVERIFY2(!error.found.empty() && !error.expected.empty(), error.place.c_str());
    }
    const std::multiset<std::string> expected{"embedding.table",    "embedding.position.table",
                                              "projection.W_K",     "projection.W_V",
                                              "projection.b_K",     "projection.b_V",
                                              "projection.W_O",     "projection.b_O",
                                              "scores.rotary_base", "mask.window",
                                              "mask.padding[1]",    "mask.padding[2]",
                                              "mask.custom",        "normalization.temperature",
                                              "overrides[0].head",  "overrides[0].column",
                                              "overrides[1].row",   "overrides[1].column",
                                              "overrides[1].value", "snapshots[0].document.heads.kv_count"};
    std::string all;
    for (const std::string& place : places)
        all += place + '\n';
    QVERIFY2(places == expected, all.c_str());
}

void TestExperimentJson::writtenForPeople() {
    const Experiment e = read(R"({"version": 1, "format": "attention-lab", "projection": {"kind": "identity"},
        "embedding": {"table": {"a": [1.50, -2]}}, "sequence": {"text": "a", "tokenizer": "whitespace"}})");
    QCOMPARE(write_experiment(e), std::string(R"({
  "format": "attention-lab",
  "version": 1,
  "sequence": {
    "tokenizer": "whitespace",
    "text": "a"
  },
  "embedding": {
    "dimension": 2,
    "table": {
      "a": [1.5, -2]
    }
  },
  "projection": {
    "kind": "identity"
  }
}
)"));
}

void TestExperimentJson::arraysBeside_data() {
    QTest::addColumn<std::string>("more");
    const auto row = [](const char* name, const char* more) { QTest::newRow(name) << std::string(more); };
    row("projection", R"({"projection": {"kind": "linear", "W_Q": {"array": "one"}, "W_K": {"array": "one"},
        "W_V": {"array": "two"}}})");
    row("one matrix with -inf", R"({"scores": {"additive": {"array": "hidden"}}})");
    row("one for each head", R"({"heads": {"count": 2}, "projection": {"kind": "direct", "Q": [[1, 2]],
        "K": [[1, 2]], "V": [[1, 2]]}, "scores": {"additive": [{"array": "one"}, {"array": "hidden"}]}})");
    row("one of them as text", R"({"heads": {"count": 2}, "projection": {"kind": "direct", "Q": [[1, 2]],
        "K": [[1, 2]], "V": [[1, 2]]}, "scores": {"additive": [[[2]], {"array": "hidden"}]}})");
    row("-inf where numbers are finite", R"({"projection": {"kind": "linear", "W_Q": {"array": "third"}}})");
    row("another size", R"({"projection": {"kind": "linear", "W_Q": {"array": "two"},
        "W_K": {"array": "one"}, "W_V": {"array": "one"}}})");
    row("inputs of another size", R"({"embedding": {"inputs": "rows", "X": {"array": "third"}}})");
    row("a number", R"({"scores": {"scale": {"array": "one"}}})");
    row("an object", R"({"mask": {"array": "one"}})");
    row("a key of no document's", R"({"notes": {"of": [{"array": "third"}, {"array": "two"}]}})");
}

/// {"array": NAME} is as good as its rows, wherever it stands, and as bad.
void TestExperimentJson::arraysBeside() {
    QFETCH(const std::string, more);
    const std::string infinity("\0\0\x80\xff", 4);
    const NamedArraysPtr arrays =
        read_safetensors(safetensors({{"one", "F32", "[1,1]", floats({0.5})},
                                      {"two", "F32", "[1,2]", floats({0.1F, -2})},
                                      {"hidden", "F32", "[1,1]", infinity},
                                      {"third", "F32", "[2,2]", floats({1, 2, 3}) + infinity}}))
            .value();
    std::string rows = more;
    for (const ArrayInfo& array : arrays->arrays()) {
        const std::string name = "{\"array\": \"" + array.name + "\"}";
        const std::string text = rows_json(arrays->read(array, ArrayUse::mask).value()).dump();
        for (std::size_t at = 0; (at = rows.find(name)) != std::string::npos;)
            rows.replace(at, name.size(), text);
    }
    const Result<Experiment> beside = read_experiment(document(more.c_str()), *arrays);
    const Result<Experiment> within = read_experiment(document(rows.c_str()));
    QCOMPARE(bool(beside), bool(within));
    if (within)
        QCOMPARE(write_experiment(beside.value()), write_experiment(within.value()));
    else
        QCOMPARE(beside.error().message(), within.error().message());
}

LAB_APPLESS_TEST(TestExperimentJson)
#include "tst_experiment_json.moc"
