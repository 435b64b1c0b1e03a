// SPDX-License-Identifier: GPL-3.0-or-later
//
// Documents with options that the window cannot edit yet.
#pragma once

namespace lab::test {

/// Two heads that share keys and values, and every option that applies to self-attention.
inline constexpr const char* every_option = R"({
  "format": "attention-lab", "version": 1, "title": "Every option",
  "description": "Everything at once.", "author": "somebody",
  "sequence": {"tokenizer": "words", "text": "the sky is blue."},
  "embedding": {
    "table": {"the": [1, 2], "sky": [0.5, -1], "is": [-0.25, 0], "blue": [1, 1], ".": [0, 0.125]},
    "seed": 7,
    "position": {"kind": "learned", "table": [[0.1, 0.2], [0.3, 0.4], [0.5, 0.6], [0.7, 0.8], [0.9, 1], [2, 3]]}
  },
  "heads": {"count": 2, "kv_count": 1},
  "projection": {"kind": "linear", "W_Q": [[1, 0, 0.5, 0.25], [0, 1, -1, 2]], "W_K": [[1, 2], [3, 4]],
                 "W_V": [[1, -1], [0, 1]], "b_Q": [0.5, 0.25, 0, 1]},
  "scores": {"scale": 0.25, "rotary": true, "rotary_base": 100, "rotary_layout": "half", "bias": "alibi"},
  "mask": {"causal": true, "window": 3, "padding": [1, 4],
           "custom": [[1,1,1,1,1], [1,1,1,1,1], [1,1,1,1,1], [1,0,1,1,1], [1,1,1,1,1]]},
  "normalization": {"kind": "sparsemax", "temperature": 0.5},
  "overrides": [{"stage": "weights", "row": 2, "column": 0, "value": 0.5, "why": "to see"},
                {"stage": "weights", "head": 1, "row": 0, "column": 0, "value": 0.25},
                {"stage": "queries", "row": 1, "column": 1, "value": -2},
                {"stage": "queries", "row": 1, "column": 1, "value": -3},
                {"stage": "scores", "head": 1, "row": 3, "column": 2, "value": "-inf"}],
  "snapshots": [{"name": "before", "document": {
      "format": "attention-lab", "version": 1, "sequence": {"tokenizer": "whitespace", "text": "a"},
      "embedding": {"table": {"a": [1]}}, "projection": {"kind": "identity"}}}],
  "origin": {"W_K": {"generator": "numpy", "seed": 3, "distribution": "normal"}},
  "parked": {"Q": [[1, 2.5]]},
  "view": {"mode": "heads"}
})";

/// Two sentences: queries in French, keys and values in English.
inline constexpr const char* two_sentences = R"({
  "format": "attention-lab", "version": 1, "title": "Two sentences",
  "sequence": {"tokenizer": "whitespace", "text": "le ciel bleu"},
  "source": {"tokenizer": "manual", "tokens": ["the", "blue sky", "<pad>", "<pad>"]},
  "embedding": {
    "table": {"le": [1, 2], "ciel": [0.5, -1], "bleu": [-0.25, 0],
              "the": [1, 1], "blue sky": [0, 0.125], "<pad>": [0, 0]},
    "position": {"kind": "sinusoidal"}
  },
  "projection": {"kind": "linear", "W_Q": [[1, 0], [0, 1]], "W_K": [[1, 2], [3, 4]], "W_V": [[1], [2]]},
  "scores": {"rotary": true},
  "mask": {"window": 3, "padding": [2, 3]},
  "overrides": [{"stage": "keys", "row": 1, "column": 0, "value": 3},
                {"stage": "weights", "row": 0, "column": 1, "value": 1.5}]
})";

/// Manual tokens that no text would produce, and scores that overflow an unshifted softmax.
inline constexpr const char* given_tokens = R"({
  "format": "attention-lab", "version": 1, "title": "Given tokens",
  "sequence": {"tokenizer": "manual", "tokens": ["New York", "is", "big"]},
  "embedding": {"table": {"New York": [1, 2], "is": [0.5, -1], "big": [3, 1]}},
  "projection": {"kind": "identity"},
  "mask": {"custom": [[1, 1, 1], [0, 0, 0], [1, 0, 1]]},
  "normalization": {"kind": "softmax_naive", "temperature": 2},
  "overrides": [{"stage": "scores", "row": 0, "column": 1, "value": 9000}]
})";

} // namespace lab::test
