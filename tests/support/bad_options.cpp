// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/bad_document_parts.h"

namespace lab::test {

namespace {

/// A valid document, except for the memory that its stages would take.
std::string sentence_of(std::size_t tokens, std::size_t heads) {
    nlohmann::ordered_json json = nlohmann::ordered_json::parse(identity);
    std::string text;
    for (std::size_t i = 0; i < tokens; ++i)
        text += "a ";
    json["sequence"]["text"] = text;
    json["embedding"]["table"] = {{"a", std::vector<int>(heads, 1)}};
    json["heads"]["count"] = heads;
    return json.dump();
}

} // namespace

std::vector<BadDocument> misfits_of_options() {
    return {
        {"no position table", with(linear, "/embedding/position/kind", "\"learned\""),
         "embedding.position.table: nothing, expected a matrix, since embedding.position.kind is "
         "\"learned\""},
        {"short position table",
         with(linear, "/embedding/position", R"({"kind": "learned", "table": [[1, 2, 3, 4]]})"),
         "embedding.position.table: 1 rows, expected at least 2, one for every position of the sequence, "
         "counted from 0"},
        {"narrow position table",
         with(linear, "/embedding/position", R"({"kind": "learned", "table": [[1, 2, 3], [4, 5, 6]]})"),
         "embedding.position.table: 3 columns, expected 4 (d_model)"},
        {"K for the source", with(direct, "/source", R"({"tokenizer": "whitespace", "text": "x y z"})"),
         "projection.K: 2 × 2, expected 3 × 2 (source tokens × kv_count·d_k)"},
        {"rotary base", with(linear, "/scores/rotary_base", "0"),
         "scores.rotary_base: 0, expected a number above 0"},
        {"rotary frequencies for other pairs",
         with(linear, "/scores", R"({"rotary": true, "rotary_frequencies": [1, 0.5, 0.25]})"),
         "scores.rotary_frequencies: 3 numbers, expected 1, one for each pair that is rotated"},
        {"no rotary frequencies", with(linear, "/scores/rotary_frequencies", "[]"),
         "scores.rotary_frequencies: an array of 0, expected at least one number"},
        {"a rotary frequency that is none", with(linear, "/scores/rotary_frequencies", R"(["fast"])"),
         "scores.rotary_frequencies[0]: the text \"fast\", expected a finite number"},
        {"padding of an unknown key", with(linear, "/mask/padding", "[0, 2]"),
         "mask.padding[1]: 2, expected the position of a key, 0 to 1"},
        {"custom mask", with(linear, "/mask/custom", "[[1, 1]]"),
         "mask.custom: 1 × 2, expected 2 × 2 (queries × keys)"},
        {"half a custom mask", with(linear, "/mask/custom", "[[1, 0], [0.5, 1]]"),
         "mask.custom[1][0]: 0.5, expected 0 or 1"},
        {"no temperature", with(linear, "/normalization/temperature", "0"),
         "normalization.temperature: 0, expected a number above 0"},
        {"negative temperature", with(linear, "/normalization/temperature", "-1"),
         "normalization.temperature: -1, expected a number above 0"},
        {"short position table for an offset",
         with(with(linear, "/sequence/offset", "1").c_str(), "/embedding/position",
              R"({"kind": "learned", "table": [[1, 2, 3, 4], [5, 6, 7, 8]]})"),
         "embedding.position.table: 2 rows, expected at least 3, one for every position of the sequence, "
         "counted from 0"},
        {"odd rotary width", with(linear, "/scores/rotary_dims", "3"),
         "scores.rotary_dims: 3, expected an even number, at least 2"},
        {"wide rotary width", with(linear, "/scores", R"({"rotary": true, "rotary_dims": 4})"),
         "scores.rotary_dims: 4, expected at most 2 (d_k)"},
        {"softcap", with(linear, "/scores/softcap", "0"), "scores.softcap: 0, expected a number above 0"},
        {"epsilon", with(linear, "/scores/qk_norm", R"({"kind": "l2", "epsilon": -1e-6})"),
         "scores.qk_norm.epsilon: -1e-06, expected a number of at least 0"},
        {"gains", with(linear, "/scores/qk_norm", R"({"kind": "rms", "g_K": [1, 2, 3, 4]})"),
         "scores.qk_norm.g_K: 4 numbers, expected 2 (d_k)"},
        {"additive scores", with(linear, "/scores/additive", "[[0, 1]]"),
         "scores.additive: 1 × 2, expected 2 × 2 (queries × keys)"},
        {"additive scores of a head", with(linear, "/scores/additive", "[[[0, 1], [1, 0]], [[0, 1]]]"),
         "scores.additive[1]: 1 × 2, expected 2 × 2 (queries × keys)"},
        {"additive scores of three heads", with(linear, "/scores/additive", "[[[0]], [[0]], [[0]]]"),
         "scores.additive: 3 matrices, expected one for all heads, or one for each of 2"},
        {"sinks", with(linear, "/normalization/sink", "[1, 2, 3]"),
         "normalization.sink: 3 numbers, expected one for all heads, or one for each of 2"},
        {"dropout of everything",
         with(linear, "/dropout", R"({"rate": 1, "generator": "pytorch", "seed": 1})"),
         "dropout.rate: 1, expected a number from 0 to less than 1"},
        {"no rows of inputs", with(linear, "/embedding/inputs", "\"rows\""),
         "embedding.X: nothing, expected a matrix, since embedding.inputs is \"rows\""},
        {"rows of inputs",
         with(with(linear, "/embedding/inputs", "\"rows\"").c_str(), "/embedding/X", "[[1, 2, 3, 4]]"),
         "embedding.X: 1 × 4, expected 2 × 4 (tokens × d_model)"},
        {"too many tokens", sentence_of(20000, 1),
         "sequence: 20000 queries, 20000 keys and 1 head, whose stages take 11.9 GiB, expected at most 8.0 "
         "GiB"},
    };
}

} // namespace lab::test
