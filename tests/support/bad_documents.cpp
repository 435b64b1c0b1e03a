// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/bad_documents.h"

#include <nlohmann/json.hpp>

namespace lab::test {

namespace {

using Json = nlohmann::ordered_json;

// d_model 4, two heads that share keys and values, d_k 2, d_v 3, d_out 2.
constexpr const char* linear = R"({
  "format": "attention-lab", "version": 1,
  "sequence": {"tokenizer": "whitespace", "text": "sky blue"},
  "embedding": {"dimension": 4, "table": {"sky": [1, 2, 3, 4], "blue": [5, 6, 7, 8]}},
  "heads": {"count": 2, "kv_count": 1},
  "projection": {
    "kind": "linear",
    "W_Q": [[1, 2, 3, 4], [1, 2, 3, 4], [1, 2, 3, 4], [1, 2, 3, 4]],
    "W_K": [[1, 2], [3, 4], [5, 6], [7, 8]],
    "W_V": [[1, 2, 3], [1, 2, 3], [1, 2, 3], [1, 2, 3]],
    "b_Q": [1, 2, 3, 4], "b_K": [1, 2], "b_V": [1, 2, 3],
    "W_O": [[1, 2], [1, 2], [1, 2], [1, 2], [1, 2], [1, 2]], "b_O": [1, 2]
  }
})";

constexpr const char* identity = R"({
  "format": "attention-lab", "version": 1,
  "sequence": {"tokenizer": "whitespace", "text": "sky blue"},
  "embedding": {"table": {"sky": [1, 2, 3, 4], "blue": [5, 6, 7, 8]}},
  "heads": {"count": 2},
  "projection": {"kind": "identity"}
})";

constexpr const char* direct = R"({
  "format": "attention-lab", "version": 1,
  "sequence": {"tokenizer": "whitespace", "text": "sky blue"},
  "projection": {"kind": "direct", "Q": [[1, 2], [3, 4]], "K": [[1, 2], [3, 4]], "V": [[1], [2]]}
})";

/// The document with the value at a JSON pointer replaced or added.
std::string with(const char* document, const char* pointer, const char* value) {
    Json json = Json::parse(document);
    json[Json::json_pointer(pointer)] = Json::parse(value);
    return json.dump(1);
}

std::string without(const char* document, const char* pointer) {
    const Json patch{{{"op", "remove"}, {"path", pointer}}};
    return Json::parse(document).patch(patch).dump(1);
}

std::string nested(std::size_t levels) {
    std::string text = linear;
    text.insert(1, "\"deep\": " + std::string(levels, '[') + std::string(levels, ']') + ", ");
    return text;
}

std::vector<BadDocument> broken_texts() {
    return {
        {"empty file", "", "line 1, column 1: nothing, expected JSON"},
        {"white space", " \n\n", "line 3, column 1: nothing, expected JSON"},
        {"no JSON", "sky is blue", "line 1, column 1: 's', expected JSON"},
        {"truncated", std::string(linear).substr(0, 60),
         "line 3, column 16: the end of the file, expected JSON"},
        {"comma at the end", "{\n  \"format\": \"attention-lab\",\n}",
         "line 3, column 1: '}', expected JSON"},
        {"more after the end", "{}\n{}", "line 2, column 1: '{', expected JSON"},
        {"NaN", R"({"a": NaN})", "line 1, column 7: 'N', expected JSON"},
        {"no UTF-8", "{\"a\": \"\xff\"}",
         "line 1, column 8: a character that does not belong there, expected JSON"},
        {"overflow", "{\n  \"a\": [1, 1e999]}",
         "line 2, column 12: the number 1e999, expected one that a double can hold, up to 1.8e308"},
        {"negative overflow", "[-1e400]",
         "line 1, column 2: the number -1e400, expected one that a double can hold, up to 1.8e308"},
        {"same key twice", R"({"format": "attention-lab", "projection": {"W_Q": [], "W_K": [], "W_Q": []}})",
         "projection.W_Q: twice in one object, expected once"},
        {"same key twice, in a list", R"({"a": [{"b": 1}, {"b": 1, "b": 2}]})",
         "a.b: twice in one object, expected once"},
        {"deep", nested(200'000), "deep: more than 100 levels of brackets, expected fewer"},
        {"list", "[1, 2]", "document: an array of 2, expected an object"},
        {"text", "\"attention-lab\"", "document: the text \"attention-lab\", expected an object"},
        {"null", "null", "document: null, expected an object"},
    };
}

std::vector<BadDocument> wrong_kinds() {
    const std::string later =
        ", expected it to be left out: this version of Attention Lab does not have that "
        "option yet";
    const std::string one_of = "expected a matrix: an array of rows";
    return {
        {"no format", "{}", "format: nothing, expected \"attention-lab\""},
        {"a result", with(linear, "/format", "\"attention-lab-result\""),
         "format: \"attention-lab-result\", expected \"attention-lab\""},
        {"format a number", with(linear, "/format", "1"), "format: 1, expected a text"},
        {"no version", without(linear, "/version"),
         "version: nothing, expected 1, the version that this program reads"},
        {"version 2", with(linear, "/version", "2"),
         "version: 2, expected 1, the version that this program reads"},
        {"version a text", with(linear, "/version", "\"1\""),
         "version: the text \"1\", expected 1, the version that this program reads"},
        {"title", with(linear, "/title", "[1]"), "title: an array of 1, expected a text"},
        {"description", with(linear, "/description", "null"), "description: null, expected a text"},
        {"notation", with(linear, "/notation", "\"diagonal\""),
         "notation: \"diagonal\", expected \"columns\" or \"rows\""},
        {"origin", with(linear, "/origin", "\"by hand\""),
         "origin: the text \"by hand\", expected an object"},
        {"no sequence", without(linear, "/sequence"),
         "sequence: nothing, expected an object with \"tokenizer\" and \"text\""},
        {"sequence", with(linear, "/sequence", "\"sky blue\""),
         "sequence: the text \"sky blue\", expected an object"},
        {"long text, cut between characters",
         with(linear, "/sequence", "\"Eine sehr lange Reihe von Wörtern, die doch weitergeht: größ größer\""),
         "sequence: the text \"Eine sehr lange Reihe von Wörtern, die doch weitergeht: gr…\", expected an "
         "object"},
        {"no tokenizer", without(linear, "/sequence/tokenizer"),
         "sequence.tokenizer: nothing, expected \"whitespace\""},
        {"tokenizer", with(linear, "/sequence/tokenizer", "\"words\""),
         "sequence.tokenizer: \"words\", expected \"whitespace\", the one that this version of Attention Lab "
         "has"},
        {"no text", without(linear, "/sequence/text"), "sequence.text: nothing, expected the sentence"},
        {"text a list", with(linear, "/sequence/text", "[\"sky\"]"),
         "sequence.text: an array of 1, expected a text"},
        {"source", with(linear, "/source", R"({"tokenizer": "whitespace", "text": "a"})"),
         "source: an object" + later},
        {"overrides", with(linear, "/overrides", "[{}]"), "overrides: an array of 1" + later},
        {"position", with(linear, "/embedding/position", R"({"kind": "sinusoidal"})"),
         "embedding.position: an object" + later},
        {"rotary", with(linear, "/scores/rotary", "true"), "scores.rotary: true" + later},
        {"bias", with(linear, "/scores/bias", "\"alibi\""), "scores.bias: the text \"alibi\"" + later},
        {"window", with(linear, "/mask/window", "2"), "mask.window: 2" + later},
        {"padding", with(linear, "/mask/padding", "[1]"), "mask.padding: an array of 1" + later},
        {"custom", with(linear, "/mask/custom", "[[1, 1], [1, 1]]"), "mask.custom: an array of 2" + later},
        {"normalization", with(linear, "/normalization/kind", "\"sum\""),
         "normalization.kind: the text \"sum\"" + later},
        {"temperature", with(linear, "/normalization/temperature", "0.5"),
         "normalization.temperature: 0.5" + later},
        {"causal", with(linear, "/mask/causal", "1"), "mask.causal: 1, expected true or false"},
        {"mask", with(linear, "/mask", "\"causal\""), "mask: the text \"causal\", expected an object"},
        {"scale", with(linear, "/scores/scale", "\"1/sqrt(dk)\""),
         "scores.scale: the text \"1/sqrt(dk)\", expected \"1/sqrt(d_k)\" or a number"},
        {"no heads at all", with(linear, "/heads/count", "0"),
         "heads.count: 0, expected a whole number from 1 to 1000000"},
        {"half a head", with(linear, "/heads/count", "1.5"),
         "heads.count: 1.5, expected a whole number from 1 to 1000000"},
        {"too many heads", with(linear, "/heads/count", "18446744073709551615"),
         "heads.count: 18446744073709551615, expected a whole number from 1 to 1000000"},
        {"groups", with(linear, "/heads/kv_count", "-1"),
         "heads.kv_count: -1, expected a whole number from 1 to 1000000"},
        {"seed", with(linear, "/embedding/seed", "0.5"),
         "embedding.seed: 0.5, expected a whole number of 64 bits"},
        {"dimension", with(linear, "/embedding/dimension", "\"4\""),
         "embedding.dimension: the text \"4\", expected a whole number from 1 to 1000000"},
        {"table a list", with(linear, "/embedding/table", "[[1, 2, 3, 4]]"),
         "embedding.table: an array of 1, expected an object: a vector for each token"},
        {"vector", with(linear, "/embedding/table/sky", "1"),
         "embedding.table.sky: 1, expected an array of numbers"},
        {"text in a vector", with(linear, "/embedding/table/sky", R"([1, 2, "three", 4])"),
         "embedding.table.sky[2]: the text \"three\", expected a finite number"},
        {"no projection", without(linear, "/projection"),
         "projection: nothing, expected an object with \"kind\""},
        {"no kind", without(linear, "/projection/kind"),
         "projection.kind: nothing, expected \"linear\", \"identity\" or \"direct\""},
        {"kind", with(linear, "/projection/kind", "\"lineer\""),
         "projection.kind: \"lineer\", expected \"direct\" or \"identity\" or \"linear\""},
        {"matrix", with(linear, "/projection/W_Q", "{}"), "projection.W_Q: an object, " + one_of},
        {"matrix null", with(linear, "/projection/W_O", "null"), "projection.W_O: null, " + one_of},
        {"row", with(linear, "/projection/W_K", "[[1, 2], 3]"),
         "projection.W_K[1]: 3, expected a row: an array of numbers"},
        {"ragged", with(linear, "/projection/W_K", "[[1, 2], [3, 4], [5], [7, 8]]"),
         "projection.W_K[2]: 1 numbers, expected 2, as in the first row"},
        {"text in a matrix", with(linear, "/projection/W_V", R"([[1, 2, 3], [1, "2", 3]])"),
         "projection.W_V[1][1]: the text \"2\", expected a finite number"},
        {"null in a matrix", with(linear, "/projection/W_V", "[[1, null, 3]]"),
         "projection.W_V[0][1]: null, expected a finite number"},
        {"bias a matrix", with(linear, "/projection/b_Q", "[[1, 2, 3, 4]]"),
         "projection.b_Q[0]: an array of 4, expected a finite number"},
    };
}

std::vector<BadDocument> misfits() {
    return {
        {"groups do not divide", with(identity, "/heads/kv_count", "3"),
         "heads.kv_count: 3, expected a divisor of heads.count, 2"},
        {"no embedding", without(linear, "/embedding"),
         "embedding: nothing, expected an object with \"table\""},
        {"no dimension", with(linear, "/embedding", "{}"),
         "embedding.table: no vector for the token \"sky\", expected one for every token of the sentence"},
        {"token without a vector", without(linear, "/embedding/table/blue"),
         "embedding.table: no vector for the token \"blue\", expected one for every token of the sentence"},
        {"short vector", with(linear, "/embedding/table/blue", "[5, 6, 7]"),
         "embedding.table.blue: 3 numbers, expected 4 (d_model)"},
        {"short vector, no dimension", with(identity, "/embedding/table/blue", "[5, 6, 7]"),
         "embedding.table.blue: 3 numbers, expected 4 (d_model)"},
        {"empty vector", with(identity, "/embedding/table/sky", "[]"),
         "embedding.table.sky: no numbers, expected at least one"},
        {"dimension contradicts the table", with(linear, "/embedding/dimension", "3"),
         "embedding.table.sky: 4 numbers, expected 3 (d_model)"},
        {"no W_Q", without(linear, "/projection/W_Q"),
         "projection.W_Q: nothing, expected a matrix, since projection.kind is \"linear\""},
        {"no W_V", without(linear, "/projection/W_V"),
         "projection.W_V: nothing, expected a matrix, since projection.kind is \"linear\""},
        {"empty W_Q", with(linear, "/projection/W_Q", "[]"),
         "projection.W_Q: no columns, expected at least one"},
        {"empty rows", with(linear, "/projection/W_V", "[[], [], [], []]"),
         "projection.W_V: no columns, expected at least one"},
        {"W_Q too low", with(linear, "/projection/W_Q", "[[1, 2, 3, 4]]"),
         "projection.W_Q: 1 × 4, expected 4 × 4 (d_model × heads.count·d_k)"},
        {"W_Q does not divide",
         with(linear, "/projection/W_Q", "[[1, 2, 3], [1, 2, 3], [1, 2, 3], [1, 2, 3]]"),
         "projection.W_Q: 3 columns, expected a multiple of heads.count, 2"},
        {"W_K", with(linear, "/projection/W_K", "[[1, 2], [3, 4], [5, 6]]"),
         "projection.W_K: 3 × 2, expected 4 × 2 (d_model × kv_count·d_k)"},
        {"W_V too low", with(linear, "/projection/W_V", "[[1, 2, 3]]"),
         "projection.W_V: 1 × 3, expected 4 × 3 (d_model × kv_count·d_v)"},
        {"W_V does not divide", with(linear, "/heads/kv_count", "2"),
         "projection.W_K: 4 × 2, expected 4 × 4 (d_model × kv_count·d_k)"},
        {"b_Q", with(linear, "/projection/b_Q", "[1]"),
         "projection.b_Q: 1 numbers, expected 4, the width of W_Q"},
        {"b_K", with(linear, "/projection/b_K", "[1, 2, 3]"),
         "projection.b_K: 3 numbers, expected 2, the width of W_K"},
        {"b_V", with(linear, "/projection/b_V", "[]"),
         "projection.b_V: 0 numbers, expected 3, the width of W_V"},
        {"W_O", with(linear, "/projection/W_O", "[[1, 2], [3, 4]]"),
         "projection.W_O: 2 × 2, expected 6 × 2 (heads.count·d_v × d_out)"},
        {"W_O empty", with(linear, "/projection/W_O", "[]"),
         "projection.W_O: no columns, expected at least one"},
        {"b_O", with(linear, "/projection/b_O", "[1]"),
         "projection.b_O: 1 numbers, expected 2, the width of W_O"},
        {"b_O alone", without(linear, "/projection/W_O"),
         "projection.b_O: a bias without projection.W_O, expected both or neither"},
        {"identity and groups", with(identity, "/heads/kv_count", "1"),
         "heads.kv_count: 1, expected heads.count, 2, since projection.kind is \"identity\""},
        {"identity and heads", with(identity, "/heads/count", "3"),
         "heads.count: 3, expected a divisor of d_model, 4, since projection.kind is \"identity\""},
        {"identity and W_O", with(identity, "/projection/W_O", "[[1], [2]]"),
         "projection.W_O: 2 × 1, expected 4 × 1 (heads.count·d_v × d_out)"},
        {"no K", without(direct, "/projection/K"),
         "projection.K: nothing, expected a matrix, since projection.kind is \"direct\""},
        {"Q", with(direct, "/projection/Q", "[[1, 2]]"),
         "projection.Q: 1 × 2, expected 2 × 2 (tokens × heads.count·d_k)"},
        {"K", with(direct, "/projection/K", "[[1], [2]]"),
         "projection.K: 2 × 1, expected 2 × 2 (tokens × kv_count·d_k)"},
        {"V", with(direct, "/projection/V", "[[1], [2], [3]]"),
         "projection.V: 3 × 1, expected 2 × 1 (tokens × kv_count·d_v)"},
    };
}

} // namespace

std::vector<BadDocument> bad_documents() {
    std::vector<BadDocument> all = broken_texts();
    for (const auto& more : {wrong_kinds(), misfits()})
        all.insert(all.end(), more.begin(), more.end());
    return all;
}

} // namespace lab::test
