// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/bad_documents.h"
#include "tests/support/bad_document_parts.h"

namespace lab::test {

namespace {

std::string nested(std::size_t levels) {
    std::string text = linear;
    text.insert(1, "\"deep\": " + std::string(levels, '[') + std::string(levels, ']') + ", ");
    return text;
}

std::string snapshot_of(const std::string& document) {
    return R"([{"name": "before", "document": )" + document + "}]";
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
    const std::string one_of = "expected a matrix: an array of rows";
    return {
        {"no format", "{}", "format: nothing, expected \"attention-lab\""},
        {"a result", with(linear, "/format", "\"attention-lab-result\""),
         "format: \"attention-lab-result\", expected \"attention-lab\""},
        {"format a number", with(linear, "/format", "1"), "format: 1, expected a text"},
        {"no version", without(linear, "/version"),
         "version: nothing, expected 1 or 2, the versions that this program reads"},
        {"version 3", with(linear, "/version", "3"),
         "version: 3, expected 1 or 2, the versions that this program reads"},
        {"version a text", with(linear, "/version", "\"1\""),
         "version: the text \"1\", expected 1 or 2, the versions that this program reads"},
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
         "sequence.tokenizer: nothing, expected \"whitespace\", \"characters\", \"words\" or \"manual\""},
        {"tokenizer", with(linear, "/sequence/tokenizer", "\"bpe\""),
         "sequence.tokenizer: \"bpe\", expected \"characters\" or \"manual\" or \"whitespace\" or \"words\""},
        {"manual without tokens", with(linear, "/sequence/tokenizer", "\"manual\""),
         "sequence.tokens: nothing, expected an array of texts, since the tokenizer is \"manual\""},
        {"no text", without(linear, "/sequence/text"), "sequence.text: nothing, expected the sentence"},
        {"text a list", with(linear, "/sequence/text", "[\"sky\"]"),
         "sequence.text: an array of 1, expected a text"},
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

std::vector<BadDocument> wrong_options() {
    const std::string matrix = ", expected a matrix: an array of rows";
    const std::string size = ", expected a whole number from ";
    const std::string value = ", expected a finite number or \"-inf\"";
    const char* overrides = R"([{"stage": "weights", "head": 1, "row": 0, "column": 1, "value": 0.5}])";
    // A document with one override, one field of which is replaced.
    const auto override_with = [&](const char* key, const char* json) {
        return with(with(linear, "/overrides", overrides).c_str(),
                    (std::string("/overrides/0/") + key).c_str(), json);
    };
    const auto override_without = [&](const char* key) {
        return without(with(linear, "/overrides", overrides).c_str(),
                       (std::string("/overrides/0/") + key).c_str());
    };
    const std::string needed =
        ": nothing, expected something: an override has a stage, a row, a column and a value";
    return {
        {"source", with(linear, "/source", "\"a\""), "source: the text \"a\", expected an object"},
        {"source without a text", with(linear, "/source", R"({"tokenizer": "words"})"),
         "source.text: nothing, expected the sentence"},
        {"source without vectors", with(linear, "/source", R"({"tokenizer": "words", "text": "sky sea"})"),
         "embedding.table: no vector for the token \"sea\", expected one for every token of the sentence"},
        {"tokens", with(linear, "/sequence", R"({"tokenizer": "manual", "tokens": ["sky", 2]})"),
         "sequence.tokens[1]: 2, expected a text"},
        {"position", with(linear, "/embedding/position", "\"learned\""),
         "embedding.position: the text \"learned\", expected an object"},
        {"position of no kind", with(linear, "/embedding/position", "{}"),
         "embedding.position.kind: nothing, expected \"none\", \"sinusoidal\" or \"learned\""},
        {"position of another kind", with(linear, "/embedding/position/kind", "\"relative\""),
         "embedding.position.kind: \"relative\", expected \"learned\" or \"none\" or \"sinusoidal\""},
        {"position table", with(linear, "/embedding/position", R"({"kind": "none", "table": 1})"),
         "embedding.position.table: 1" + matrix},
        {"rotary", with(linear, "/scores/rotary", "1"), "scores.rotary: 1, expected true or false"},
        {"rotary base", with(linear, "/scores/rotary_base", "\"10000\""),
         "scores.rotary_base: the text \"10000\", expected a number"},
        {"rotary layout", with(linear, "/scores/rotary_layout", "\"neox\""),
         "scores.rotary_layout: \"neox\", expected \"half\" or \"interleaved\""},
        {"softcap", with(linear, "/scores/softcap", "\"50\""),
         "scores.softcap: the text \"50\", expected a number"},
        {"norm", with(linear, "/scores/qk_norm", "\"rms\""),
         "scores.qk_norm: the text \"rms\", expected an object"},
        {"norm of no kind", with(linear, "/scores/qk_norm", "{}"),
         "scores.qk_norm.kind: nothing, expected \"rms\" or \"l2\""},
        {"norm of another kind", with(linear, "/scores/qk_norm/kind", "\"layer\""),
         "scores.qk_norm.kind: \"layer\", expected \"l2\" or \"rms\""},
        {"additive scores", with(linear, "/scores/additive", "0"),
         "scores.additive: 0, expected a matrix (an array of rows), or an array of matrices"},
        {"additive infinity", with(linear, "/scores/additive", "[[0, \"inf\"], [0, 0]]"),
         "scores.additive[0][1]: the text \"inf\", expected a finite number or \"-inf\""},
        {"a hidden key in a row of inputs", with(linear, "/embedding/X", "[[0, \"-inf\"]]"),
         "embedding.X[0][1]: the text \"-inf\", expected a finite number"},
        {"inputs", with(linear, "/embedding/inputs", "\"matrix\""),
         "embedding.inputs: \"matrix\", expected \"rows\" or \"tokens\""},
        {"offset", with(linear, "/sequence/offset", "-1"), "sequence.offset: -1" + size + "0 to 1000000000"},
        {"sink", with(linear, "/normalization/sink", "true"),
         "normalization.sink: true, expected a number or an array of numbers"},
        {"dropout", with(linear, "/dropout", "0.5"), "dropout: 0.5, expected an object"},
        {"dropout without a seed", with(linear, "/dropout", R"({"rate": 0.5, "generator": "pytorch"})"),
         "dropout.seed: nothing, expected something: dropout has a rate, a generator and a seed"},
        {"dropout by another generator",
         with(linear, "/dropout", R"({"rate": 0.5, "generator": "numpy", "seed": 1})"),
         "dropout.generator: \"numpy\", expected \"pytorch\""},
        {"bias", with(linear, "/scores/bias", "\"t5\""),
         "scores.bias: \"t5\", expected \"alibi\" or \"none\""},
        {"window 0", with(linear, "/mask/window", "0"), "mask.window: 0" + size + "1"},
        {"window", with(linear, "/mask/window", "18446744073709551615"),
         "mask.window: 18446744073709551615" + size + "1"},
        {"padding", with(linear, "/mask/padding", "1"),
         "mask.padding: 1, expected an array of whole numbers"},
        {"padding of a half", with(linear, "/mask/padding", "[0, 0.5]"),
         "mask.padding[1]: 0.5" + size + "0 to 1000000"},
        {"custom", with(linear, "/mask/custom", "true"), "mask.custom: true" + matrix},
        {"normaliser", with(linear, "/normalization/kind", "\"hardmax\""),
         "normalization.kind: \"hardmax\", expected \"sigmoid\" or \"softmax\" or \"softmax_naive\" or "
         "\"sparsemax\" or \"sum\""},
        {"temperature", with(linear, "/normalization/temperature", "null"),
         "normalization.temperature: null, expected a number"},
        {"overrides", with(linear, "/overrides", "{}"), "overrides: an object, expected an array of objects"},
        {"override", with(linear, "/overrides", "[1]"), "overrides[0]: 1, expected an object"},
        {"override without a stage", override_without("stage"), "overrides[0].stage" + needed},
        {"override without a row", override_without("row"), "overrides[0].row" + needed},
        {"override without a column", override_without("column"), "overrides[0].column" + needed},
        {"override without a value", override_without("value"), "overrides[0].value" + needed},
        {"override of a negative row", override_with("row", "-1"),
         "overrides[0].row: -1" + size + "0 to 1000000"},
        {"override with inf", override_with("value", "\"inf\""),
         "overrides[0].value: the text \"inf\"" + value},
        {"override with nan", override_with("value", "\"nan\""),
         "overrides[0].value: the text \"nan\"" + value},
        {"override with nothing", override_with("value", "null"), "overrides[0].value: null" + value},
        {"override of an unknown head", override_with("head", "2"),
         "overrides[0].head: 2, expected 0 to 1 in weights"},
        {"override of an unknown row", override_with("row", "2"),
         "overrides[0].row: 2, expected 0 to 1 in weights"},
        {"override of an unknown column", override_with("column", "2"),
         "overrides[0].column: 2, expected 0 to 1 in weights"},
        {"override of a stage without heads", override_with("stage", "\"output\""),
         "overrides[0].head: 1, expected 0 to 0 in output"},
        {"override of what is not computed", override_with("stage", "\"source_inputs\""),
         "overrides[0].stage: \"source_inputs\", expected a stage that this document computes"},
        {"snapshots", with(linear, "/snapshots", "\"before\""),
         "snapshots: the text \"before\", expected an array of objects"},
        {"snapshot without a name", with(linear, "/snapshots", R"([{"document": {}}])"),
         "snapshots[0].name: nothing, expected a text"},
        {"snapshot without a document", with(linear, "/snapshots", R"([{"name": "before"}])"),
         "snapshots[0].document: nothing, expected a document"},
        {"snapshot of something else", with(linear, "/snapshots", R"([{"name": "before", "document": 1}])"),
         "snapshots[0].document: 1, expected an object"},
        {"snapshot of another format", with(linear, "/snapshots", R"([{"name": "before", "document": {}}])"),
         "snapshots[0].document.format: nothing, expected \"attention-lab\""},
        {"snapshot that does not fit together",
         with(linear, "/snapshots", snapshot_of(without(linear, "/embedding/table/sky")).c_str()),
         "snapshots[0].document.embedding.table: no vector for the token \"sky\", expected one for every "
         "token of "
         "the sentence"},
        {"snapshot in a snapshot",
         with(linear, "/snapshots",
              snapshot_of(with(linear, "/snapshots", snapshot_of(linear).c_str())).c_str()),
         "snapshots[0].document.snapshots[0].document: a snapshot in a snapshot, expected none there"},
        {"origin of a parameter", with(linear, "/origin/W_Q", "7"), "origin.W_Q: 7, expected an object"},
        {"origin by an unknown generator", with(linear, "/origin/W_Q", R"({"generator": "jax"})"),
         "origin.W_Q.generator: \"jax\", expected \"numpy\" or \"pytorch\""},
        {"origin from half a seed", with(linear, "/origin/W_Q", R"({"seed": 0.5})"),
         "origin.W_Q.seed: 0.5, expected a whole number of 64 bits"},
        {"origin of another distribution", with(linear, "/origin/W_Q", R"({"distribution": "cauchy"})"),
         "origin.W_Q.distribution: \"cauchy\", expected \"linear\" or \"normal\" or \"uniform\""},
        {"parked", with(linear, "/parked", "[]"), "parked: an array of 0, expected an object"},
        {"view", with(linear, "/view", "\"heads\""), "view: the text \"heads\", expected an object"},
    };
}

} // namespace

std::vector<BadDocument> bad_documents() {
    std::vector<BadDocument> all = broken_texts();
    for (const auto& more : {wrong_kinds(), misfits(), wrong_options(), misfits_of_options()})
        all.insert(all.end(), more.begin(), more.end());
    return all;
}

} // namespace lab::test
