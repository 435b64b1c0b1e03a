// SPDX-License-Identifier: GPL-3.0-or-later
//
// What faulty documents are made of: three valid ones, and changes to them.
#pragma once

#include "tests/support/bad_documents.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace lab::test {

// d_model 4, two heads that share keys and values, d_k 2, d_v 3, d_out 2.
inline constexpr const char* linear = R"({
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

inline constexpr const char* identity = R"({
  "format": "attention-lab", "version": 1,
  "sequence": {"tokenizer": "whitespace", "text": "sky blue"},
  "embedding": {"table": {"sky": [1, 2, 3, 4], "blue": [5, 6, 7, 8]}},
  "heads": {"count": 2},
  "projection": {"kind": "identity"}
})";

inline constexpr const char* direct = R"({
  "format": "attention-lab", "version": 1,
  "sequence": {"tokenizer": "whitespace", "text": "sky blue"},
  "projection": {"kind": "direct", "Q": [[1, 2], [3, 4]], "K": [[1, 2], [3, 4]], "V": [[1], [2]]}
})";

/// The document with the value at a JSON pointer replaced or added.
inline std::string with(const char* document, const char* pointer, const char* value) {
    nlohmann::ordered_json json = nlohmann::ordered_json::parse(document);
    json[nlohmann::ordered_json::json_pointer(pointer)] = nlohmann::ordered_json::parse(value);
    return json.dump(1);
}

inline std::string without(const char* document, const char* pointer) {
    const nlohmann::ordered_json patch{{{"op", "remove"}, {"path", pointer}}};
    return nlohmann::ordered_json::parse(document).patch(patch).dump(1);
}

/// Documents whose options do not fit the rest of them.
std::vector<BadDocument> misfits_of_options();

} // namespace lab::test
