// SPDX-License-Identifier: GPL-3.0-or-later
//
// The rules by which a mask hides keys, described once. The stage and its explanation, the words for a mask,
// exported programs and everything that asks which rules are set go through this table: a new rule is a field
// of Mask and an entry here. If it is one value, that is an option (options.h).
#pragma once

#include "core/experiment/experiment.h"
#include "core/experiment/said.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lab {

/// A line of an exported program. {lib} stands for np or torch, see ScriptBuilder::line().
struct MaskCode {
    std::string line;
    const char* comment = "";
};

struct MaskRule {
    std::string_view name; ///< its key in the document: "causal"
    /// Whether it is about single tokens of this sentence. It goes with the sentence, and presets leave it.
    bool names_tokens;
    /// Whether what it hides depends on positions: with a second sentence, on where either of them begins.
    bool reads_positions;
    bool (*is_set)(const Mask&);
    void (*remove)(Mask&);
    /// Of the cells `at` of (n_q, n_k), sets those to −∞ that the rule hides. It must be set.
    void (*hide)(const Mask&, const FirstPositions& first, const Block& at, MatrixRef masked);
    /// "window 2", "padding". With the position of a key that it hides, from 0, why: "padding of key 3". It
    /// must be set.
    Said (*words)(const Mask&, std::optional<Index> hidden);
    /// Makes the array `visible`, (n_q, n_k) of truth values, false where the rule hides a key. May read
    /// query_positions, key_positions and mask. It must be set.
    std::vector<MaskCode> (*code)(const Mask&);
    /// What else is worth knowing about a key that it hides; null: nothing.
    const Phrase<0>* remark = nullptr;
};

/// In the order in which they are named.
std::span<const MaskRule> mask_rules();

} // namespace lab
