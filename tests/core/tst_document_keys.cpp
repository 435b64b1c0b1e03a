// SPDX-License-Identifier: GPL-3.0-or-later
//
// Keys that look like a misspelt one: every key of the format, at its place, in four ways; and none of one's
// own.
#include "core/base/slip.h"
#include "core/io/document_keys.h"
#include "core/io/experiment_json.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>

using namespace lab;
using Json = nlohmann::ordered_json;
using Text = std::string;

namespace {

/// A document that has an object at every place.
Json full_document() {
    const Json sequence{{"tokenizer", "whitespace"}, {"text", "a b"}};
    const Json vectors{{"a", {1, 2}}, {"b", {3, 4}}};
    const Json square = Json::parse("[[1,2],[3,4]]");
    Json document{{"format", "attention-lab"},
                  {"version", 1},
                  {"sequence", sequence},
                  {"source", sequence},
                  {"embedding", {{"table", vectors}, {"position", {{"kind", "none"}}}}},
                  {"heads", {{"count", 1}}},
                  {"projection", {{"kind", "linear"}, {"W_Q", square}, {"W_K", square}, {"W_V", square}}},
                  {"scores", {{"qk_norm", {{"kind", "rms"}}}}},
                  {"mask", {{"causal", true}}},
                  {"normalization", {{"kind", "softmax"}}},
                  {"dropout", {{"rate", 0.5}, {"generator", "pytorch"}, {"seed", 1}}},
                  {"origin", {{"W_Q", {{"generator", "pytorch"}, {"seed", 1}, {"distribution", "linear"}}}}}};
    document["overrides"].push_back({{"stage", "weights"}, {"row", 0}, {"column", 0}, {"value", 1}});
    const Json one_head{{"heads", {{"count", 1}}}};
    document["parked"] = {{"identity", one_head}, {"direct", one_head}};
    document["view"] = Json::parse(R"({"palette": {}, "film": {}, "covered": [{}],
        "inspected": {"token": {}, "cell": {}, "parameter": {}}})");
    document["lesson"] = Json::object();
    document["progress"] = Json::parse(R"({"steps": {"s": {"answers": {"q": {}}}}})");
    Json scene = document;
    for (const char* key : {"lesson", "progress"})
        scene.erase(key);
    const Json lesson = Json::parse(R"({"ask": [{"options": [{}]}]})");
    document["snapshots"].push_back({{"name", "one"}, {"document", scene}, {"lesson", lesson}});
    return document;
}

/// The object at a place of the table, in that document; nullptr if it has none. `path` becomes where it is.
Json* object_at(Json& document, const Text& place, Text& path) {
    Json* at = &document;
    for (std::size_t begin = 0; begin < place.size();) {
        const std::size_t end = std::min(place.find('.', begin), place.size());
        Text part = place.substr(begin, end - begin);
        const bool is_list = part.ends_with("[]");
        if (is_list)
            part.resize(part.size() - 2);
        if (part == "*")
            part = at->items().begin().key();
        if (!at->contains(part))
            return nullptr;
        at = &(*at)[part];
        path += (path.empty() ? "" : ".") + part;
        if (is_list) {
            at = &(*at)[0];
            path += "[0]";
        }
        begin = end + 1;
    }
    return at;
}

Text other_case(Text key) {
    const bool is_upper = std::isupper(static_cast<unsigned char>(key.front())) != 0;
    key.front() = static_cast<char>(is_upper ? std::tolower(key.front()) : std::toupper(key.front()));
    return key;
}

Text exchanged(Text key) {
    for (std::size_t i = key.size() - 1; i > 0; --i) {
        if (key[i] != key[i - 1]) {
            std::swap(key[i], key[i - 1]);
            break;
        }
    }
    return key;
}

std::vector<Text> misspellings(const Text& key) {
    return {other_case(key), key.substr(0, key.size() / 2) + key.substr(key.size() / 2 + 1),
            key.substr(0, 1) + key, exchanged(key)};
}

std::vector<Text> places(const Json& document) {
    const Result<Experiment> read = read_experiment(document.dump());
    if (!read)
        qFatal("%s", read.error().message().c_str());
    std::vector<Text> found;
    for (const MisspeltKey& each : misspelt_keys(read.value()))
        found.push_back(each.place);
    return found;
}

} // namespace

class TestDocumentKeys : public QObject {
    Q_OBJECT

private slots:
    void init() { test::make_messages_fatal(); }
    void misspelt_data();
    void misspelt();
    void inSnapshots();
    void ownKeys();
    void tableOfReader();
    void slips_data();
    void slips();
};

void TestDocumentKeys::misspelt_data() {
    QTest::addColumn<Text>("place");
    QTest::addColumn<Text>("key");
    for (const DocumentKeys& each : document_keys()) {
        for (const std::string_view key : each.keys)
            QTest::addRow("%s.%s", Text(each.place).c_str(), Text(key).c_str())
                << Text(each.place) << Text(key);
    }
}

void TestDocumentKeys::misspelt() {
    QFETCH(Text, place);
    QFETCH(Text, key);
    const Json document = full_document();
    QVERIFY(places(document).empty());
    const auto at = std::ranges::find(document_keys(), place, &DocumentKeys::place);
    for (const Text& wrong : misspellings(key)) {
        if (std::ranges::find(at->keys, wrong) != at->keys.end())
            continue; // another key: "row" for "rows"
        Json changed = document;
        Text path;
        Json* object = object_at(changed, place, path);
        if (!object) // of "parked.linear", while "linear" is not switched off
            return;
        (*object)[wrong] = nullptr;
        QCOMPARE(places(changed), std::vector<Text>{path.empty() ? wrong : path + "." + wrong});
    }
}

/// A scene is a document like any other.
void TestDocumentKeys::inSnapshots() {
    Json document = full_document();
    document["snapshots"][0]["document"]["mask"]["casual"] = true;
    document["snapshots"][0]["document"]["Mask"] = Json::object();
    QCOMPARE(places(document),
             (std::vector<Text>{"snapshots[0].document.mask.casual", "snapshots[0].document.Mask"}));
    const MisspeltKey key = misspelt_keys(read_experiment(document.dump()).value()).front();
    QCOMPARE(message(key), Text("snapshots[0].document.mask.casual is no key of a document and was not used; "
                                "did you mean \"causal\"?"));
}

void TestDocumentKeys::ownKeys() {
    for (const char* key :
         {"course", "x-note", "note", "my_mask_of_today", "data", "Y", "comment", "url", "v2"}) {
        for (const DocumentKeys& each : document_keys()) {
            Json document = full_document();
            Text path;
            Json* object = object_at(document, Text(each.place), path);
            const bool is_note = Text(key) == "note" && each.place == "snapshots[].lesson"; // of "notes"
            if (!object || is_note)
                continue;
            (*object)[key] = 1;
            QVERIFY2(places(document).empty(), (path + "." + key).c_str());
        }
    }
}

/// What the reader keeps as unknown is in no table, and what it reads is.
void TestDocumentKeys::tableOfReader() {
    for (const DocumentKeys& each : document_keys()) {
        const Text place(each.place);
        const bool is_read_elsewhere = place.starts_with("view") || place.find("lesson") != Text::npos ||
                                       place.starts_with("progress") || place.starts_with("origin");
        if (is_read_elsewhere)
            continue;
        for (const std::string_view key : each.keys) {
            Json document = full_document();
            Text path;
            Json* object = object_at(document, place, path);
            if (!object || object->contains(key) || key == "lesson" || key == "progress")
                continue;
            (*object)[Text(key)] = Json::array({Json::object({{"a", Json::array({Json::array()})}})});
            // Either it is refused, being of another type, or it is not unknown.
            const Result<Experiment> read = read_experiment(document.dump());
            if (!read)
                continue;
            const Text unknown = (read.value().unknown_keys ? read.value().unknown_keys->dump() : "") +
                                 (read.value().overrides.front().unknown_keys
                                      ? read.value().overrides.front().unknown_keys->dump()
                                      : "");
            const bool is_parked = place.starts_with("parked"); // unreadable as a whole
            QVERIFY2(is_parked || unknown.find('"' + Text(key) + '"') == Text::npos,
                     (path + "." + Text(key)).c_str());
        }
    }
}

void TestDocumentKeys::slips_data() {
    QTest::addColumn<Text>("typed");
    QTest::addColumn<Text>("word");
    QTest::addColumn<bool>("is");
    const auto row = [](const char* typed, const char* word, bool is) {
        QTest::addRow("%s, %s", typed, word) << Text(typed) << Text(word) << is;
    };
    row("compute", "compute", true);
    row("comptue", "compute", true);
    row("Compute", "compute", true);
    row("computee", "compute", true);
    row("ompute", "compute", true);
    row("computr", "compute", true);
    row("comp", "compute", true);
    row("co", "compute", false);
    row("comutpe", "compute", false);
    row("course", "source", false);
    row("set", "sum", false);
    row("sets", "set", true);
    row("temprature", "temperature", true);
    row("col", "column", true);
    row("casual", "causal", true);
    row("", "X", true);
    row("", "XY", false);
    row("Y", "X", false);
}

void TestDocumentKeys::slips() {
    QFETCH(Text, typed);
    QFETCH(Text, word);
    QFETCH(bool, is);
    QCOMPARE(is_slip(typed, word), is);
}

LAB_GUILESS_TEST(TestDocumentKeys)
#include "tst_document_keys.moc"
